"""ARQ: each player's own deck, what is added to it in play, and how it is put together again."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.scene import Scene
from domain.rulesets.arq.deck import owner
from tests.support.fights.arq import RULES, Clash
from tests.support.fights.random_play import play
from tests.support.redecided_stories import in_short, told_again

CARDS = ["the Axe", "the Mud", "the Star"]
LISTED = {"cards": ", ".join(CARDS)}


def two_players(**traits: Any) -> Clash:
    """Two characters, whose decks are the same cards, against many."""
    clash = Clash(LISTED).figures(c1=traits, c2={})
    return clash.figures(**{f"o{n}": {} for n in range(1, 13)}).round().settled()


def dashes(clash: Clash, *whose: str) -> Clash:
    """Dash tests, one after the other; the service draws."""
    done = sum(r.stage == "test" for r in clash.events(e.Resolved))
    for nth, who in enumerate(whose, done + 1):
        clash.does("referee", "dash", f"o{nth}", using=who).answers(who, "draw")
        clash.answers(who, "ties")
    return clash


def drawn(clash: Clash, who: str) -> list[str]:
    """The cards that somebody drew, in order."""
    return [draw.card for draw in clash.events(e.CardDrawn) if draw.who == who]


def adds(clash: Clash, who: str, begin: bool = True, **said: Any) -> Clash:
    """The referee adds a card to a deck, or takes it out."""
    fix = {"what": "condition", "subject": who, "name": "extra card", "begin": begin, **said}
    return clash.say_plainly({"type": "adjust", "note": "the bard", "change": fix})


def test_a_card_that_another_player_has_drawn_is_still_gone_from_the_own_deck():
    clash = dashes(two_players(), *["c1", "c2"] * 5)
    for who in ("c1", "c2"):
        assert sorted(drawn(clash, who)[:3]) == CARDS
        assert len(set(drawn(clash, who)[3:])) == 2


def test_a_deck_is_put_together_again_time_after_time():
    clash = dashes(two_players(), *["c1"] * 9)
    rounds = [drawn(clash, "c1")[at : at + 3] for at in (0, 3, 6)]
    assert [sorted(each) for each in rounds] == [CARDS] * 3
    shuffles = [draw.shuffle for draw in clash.events(e.CardDrawn)]
    assert shuffles == sorted(shuffles) and len(set(shuffles)) == 3


def test_a_draw_that_is_taken_back_leaves_the_other_player_s_cards_as_they_were():
    clash = dashes(two_players(), "c1", "c2", "c1", "c2")
    first = next(
        n for n, step in enumerate(clash.steps, 1) for d in step if d.event == _first(clash)
    )
    judged = told_again(clash, first - 1, first, first + 1)
    assert {one.verdict for one in judged} <= {"kept", "changed"}, in_short(judged)
    piles = [judged[-1].combat.places.cards_drawn("tests", 256 * of) for of in (1, 2)]
    assert [len(pile) for pile in piles] == [1, 2]
    assert drawn(clash, "c2") == [card.partition("#")[0] for card in piles[1]]


def _first(clash: Clash) -> e.Event:
    drawn: e.Event = clash.events(e.CardDrawn)[0]
    return drawn


def test_a_card_that_is_added_is_mixed_into_that_deck_alone():
    clash = adds(two_players(), "c1", at="a wound")
    dashes(clash, *["c1"] * 4, *["c2"] * 3)
    assert sorted(drawn(clash, "c1")) == sorted([*CARDS, "a wound"])
    assert sorted(drawn(clash, "c2")) == CARDS


def test_so_many_as_the_level_says_are_added_and_one_without_a_name_is_an_extra_card():
    clash = adds(adds(two_players(), "c1", at="a wound", level=2), "c1")
    dashes(clash, *["c1"] * 6)
    assert sorted(drawn(clash, "c1")) == sorted([*CARDS, "a wound", "a wound", "extra card"])


def test_a_card_that_is_taken_out_is_in_the_deck_no_more():
    clash = adds(adds(two_players(), "c1", at="a wound"), "c1", begin=False)
    assert sorted(drawn(dashes(clash, *["c1"] * 3), "c1")) == CARDS


def test_a_card_added_when_the_deck_was_drawn_to_its_end_comes_next():
    clash = adds(dashes(two_players(), *["c1"] * 3), "c1", at="a wound")
    dashes(clash, *["c1"] * 5)
    assert drawn(clash, "c1")[3] == "a wound"
    assert sorted(drawn(clash, "c1")[4:]) == sorted([*CARDS, "a wound"])


def test_a_card_added_while_another_is_asked_for_counts_from_the_next_test_on():
    clash = two_players().does("referee", "dash", "o1", using="c1")
    adds(clash, "c1", at="a wound").answers("c1", "draw").answers("c1", "ties")
    [asked] = [a.params for a in clash.events(e.Asked) if a.about == "test"]
    assert asked == {"cards": {"c1": CARDS}}
    assert "a wound" in drawn(dashes(clash, *["c1"] * 3), "c1")


@pytest.mark.parametrize("controller", ["ana", "c1"])
def test_figures_of_one_player_draw_from_one_deck(controller: str):
    clash = Clash(LISTED).say(c.Join(subject="c1", side="party", controller="ana"))
    clash.say(c.Join(subject="c2", side="party", controller=controller))
    clash.figures(o1={}, o2={}, o3={}, o4={}).round().settled()
    adds(clash, "c2", at="a wound")
    dashes(clash, "c1", "c2", "c1", "c2")
    assert sorted([*drawn(clash, "c1"), *drawn(clash, "c2")]) == sorted([*CARDS, "a wound"])


def test_in_melee_each_pair_has_a_card_of_the_right_deck():
    clash = Clash(LISTED).figures(c1={}, c2={}, o1={}, o2={}).touching("o1+c1", "o2+c2")
    adds(clash, "c2", at="a wound").to_phase("melee")
    clash.pair("o1+c1", toward="c1").pair("o2+c2")
    [asked] = [a.params for a in clash.events(e.Asked) if a.about == "melee"]
    assert asked == {"cards": {"c1": CARDS, "c2": [*CARDS, "a wound"]}}


def test_combats_with_listed_decks_are_played_by_the_options():
    for seed in range(3):
        clash = play(adds(two_players(), "c1", at="a wound"), seed, 120)
        clash.holds()
        by_pile: dict[int, list[tuple[str, int]]] = {}
        for draw in clash.events(e.CardDrawn):
            by_pile.setdefault(draw.shuffle, []).append((draw.card, draw.copy_no))
        assert all(len(set(pile)) == len(pile) for pile in by_pile.values())


def test_a_figure_that_a_players_figure_leads_draws_from_the_players_deck():
    clash = Clash({"cards": "A,B,C,D"})
    for who, leader in (("c1", "p"), ("c2", "p"), ("c3", "c2")):
        clash.say(c.Join(subject=who, side="party", controller=leader))
    assert [owner(Scene(clash.combat, RULES), who) for who in ("c1", "c2", "c3")] == ["c1"] * 3
