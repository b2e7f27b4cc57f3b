"""ARQ: cards and dice are drawn as events of their own, from listed decks, one for each player."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash
from tests.support.refusals import legal


def shot(points: dict[str, str] | None = None) -> Clash:
    """c1 shoots at o1: c1's player is asked for a card."""
    clash = Clash(points).figures(c1={"missile": 4}, c2={}, o1={}).round().settled()
    return clash.does("c1", "shoot", "o1")


def course(clash: Clash) -> list[str]:
    """The draws, dice and outcomes of tests in the order of the log."""
    kinds = e.CardDrawn, e.DiceRolled, e.Resolved
    events = (d.event for step in clash.steps for d in step)
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


def test_the_card_is_an_event_of_its_own_before_the_outcome():
    clash = shot().answers("c1", "draw", card="the Star")
    [drawn] = clash.events(e.CardDrawn)
    assert (drawn.who, drawn.card, drawn.purpose) == ("c1", "the Star", "missile")
    assert (drawn.provenance, clash.waits_for()) == ("typed", ("outcome", ("c1",)))
    clash.answers("c1", "wins")
    assert course(clash) == ["CardDrawn", "Resolved"]
    assert clash.events(e.Resolved)[0].figures["card"] == "the Star"


def test_a_card_on_the_table_need_not_be_named():
    [drawn] = shot().answers("c1", "draw").events(e.CardDrawn)
    assert (drawn.card, drawn.provenance) == ("a card", "typed")


LISTED = {"cards": "the Star, the Mud, the Mud"}


def test_the_service_draws_from_a_deck_that_is_listed():
    clash = shot(LISTED).answers("c1", "draw")
    [drawn] = clash.events(e.CardDrawn)
    assert (drawn.card, drawn.provenance) == ("the Star", "service")
    no = refused(lambda: shot(LISTED).answers("c1", "draw", card="the Sun"))
    assert (no.clause, no.why) == ("1.3", "'the Sun' is not among the cards left")


@pytest.mark.parametrize(
    ("points", "drawn"),
    [
        (LISTED, ["the Star", "the Mud", "the Mud", "the Star"]),
        ({**LISTED, "reshuffled": "after every draw"}, ["the Star"] * 4),
    ],
)
def test_each_player_has_a_deck_that_is_put_together_again(points: Any, drawn: list[str]):
    clash = Clash(points).figures(c1={}, c2={}, o1={}, o2={}, o3={}, o4={}, o5={})
    clash.round().settled()
    for foe in ("o1", "o2", "o3", "o4"):
        clash.does("referee", "dash", foe, using="c1").answers("c1", "draw").answers("c1", "ties")
    clash.does("referee", "dash", "o5", using="c2").answers("c2", "draw")
    of = {who: [d.card for d in clash.events(e.CardDrawn) if d.who == who] for who in ("c1", "c2")}
    assert of == {"c1": drawn, "c2": ["the Star"]}


def test_dice_are_a_table_option_and_the_tables_word():
    clash = shot({"tests": "d20"})
    assert clash.waits_for() == ("test die", ("c1",))
    clash.answers("c1", "roll", faces=(17,)).answers("c1", "wins")
    [roll] = clash.events(e.DiceRolled)
    [basis] = [d.basis for step in clash.steps for d in step if d.event is roll]
    assert (roll.sides, roll.faces, basis) == (20, (17,), "table")
    assert clash.events(e.Resolved)[0].figures["result"] == 17
    assert course(clash) == ["DiceRolled", "Resolved"]
    said = refused(lambda: shot().answers("c1", "roll", faces=(17,)))
    assert legal(said) == "draw"


def test_in_melee_all_draw_before_any_outcome():
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={}).touching("o1+c1", "o2+c2")
    clash.to_phase("melee").pair("o1+c1", toward="c1").pair("o2+c2")
    clash.answers("c1", "draw", card="the Axe")
    assert clash.waits_for() == ("melee", ("c2",))
    clash.answers("c2", "draw").answers("c1", "wins").answers("c2", "ties")
    assert [d.card for d in clash.events(e.CardDrawn)] == ["the Axe", "a card"]
    assert clash.waits_for() == ("wounds", ("referee",))


def test_the_same_card_from_two_decks_on_the_table_is_two_cards():
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={}, o3={}).round().settled()
    for who, foe in (("c1", "o1"), ("c2", "o2"), ("c1", "o3")):
        clash.does("referee", "dash", foe, using=who)
        clash.answers(who, "draw", card="the Star").answers(who, "ties")
    piles = {card.shuffle for card in clash.events(e.CardDrawn)}
    lying = (len(clash.combat.places.who(f"drawn tests {pile}")) for pile in sorted(piles))
    assert tuple(lying) == (2, 1)


def test_a_die_that_was_asked_for_is_rolled_though_the_table_goes_back_to_cards():
    clash = Clash({"tests": "d20"}).figures(c1={}, o1={}).round().settled()
    clash.does("referee", "dash", "o1", using="c1")
    clash.say_plainly({"type": "rule", "note": "cards", "point": "tests", "value": "cards"})
    assert {o.command["choice"] for o in clash.offered() if o.command["who"] == "c1"} == {"roll"}
    clash.answers("c1", "roll", faces=[17]).answers("c1", "wins")
    assert clash.outcomes("test") == [("o1", "c1 wins")]
