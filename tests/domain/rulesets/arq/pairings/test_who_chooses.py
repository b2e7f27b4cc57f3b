"""ARQ 6.1: who chooses the pairings of a chain: the bigger side, or the referee."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.ruleset.ruleset import Forbidden
from domain.state.viewer import PUBLIC, TABLE, Viewer
from tests.domain.rulesets.arq.pairings.test_examples import B, engaged
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import RULES, Clash
from tests.support.refusals import legal


def test_the_players_choose_where_they_are_more():
    clash = engaged(c1="0,0", c2="1,0", c3="2,0", o1="0,1", o2="2,1")
    assert clash.waits_for() == ("pairings", ("c1",))
    assert clash.legal_pairings() == [{"o1+c1 o1+c2 o2+c3", "o1+c1 o2+c2 o2+c3"}]
    assert clash.pair("o1+c1 o1+c2 o2+c3", who="c1").ganged_up() == ["o1"]


def of_players() -> Clash:
    """Two chains in which the players are more; c6 is in neither, and o3 fights nobody."""
    clash = Clash().figures(c1={}, c2={}, c3={}, c4={}, c5={}, c6={}, o1={}, o2={}, o3={})
    clash.touching("o1+c1", "o1+c2", "o2+c3", "o2+c4", "o2+c5").to_phase("melee")
    return clash


def seat(*who: str) -> Viewer:
    return Viewer("p1", "player", who)


def offers(clash: Clash, viewer: Viewer) -> list[tuple[str, str, tuple[str, ...]]]:
    """As whom, toward whom and which pairings somebody is offered."""
    found = (o for o in options(clash.combat, RULES, viewer) if o.command.get("choice") == "pair")
    return [(o.command["who"], o.command["toward"], o.blanks[0].values) for o in found]


@pytest.mark.parametrize("who", ["c1", "c2", "c3", "c6"])
def test_every_player_with_a_combatant_on_the_side_is_offered_the_pairings(who: str):
    assert offers(of_players(), seat(who)) == [
        (who, "c1", ("o1+c1 o1+c2",)),
        (who, "c3", ("o2+c3 o2+c4 o2+c5",)),
    ]


def test_a_player_of_several_is_offered_each_pairing_once_and_others_none():
    assert [who for who, *_ in offers(of_players(), seat("c2", "c6"))] == ["c2", "c2"]
    assert [who for who, *_ in offers(of_players(), TABLE)] == ["c1", "c3"]
    assert offers(of_players(), seat("o1")) == offers(of_players(), PUBLIC) == []


def test_the_first_answer_of_any_seat_of_the_side_counts():
    clash = of_players()
    clash.say(pairs("c6", "c1", "o1+c1 o1+c2"), seat("c6"))
    assert offers(clash, seat("c1")) == [("c1", "c3", ("o2+c3 o2+c4 o2+c5",))]
    no = refused(lambda: clash.say(pairs("c2", "c1", "o1+c1 o1+c2"), seat("c2")))
    assert (no.clause, no.pointer, legal(no)) == ("6.2", "/toward", "c3")
    with pytest.raises(Forbidden):
        clash.say(pairs("c6", "c3", "o2+c3 o2+c4 o2+c5"), seat("c1"))
    clash.say(pairs("c1", "", "o2+c3 o2+c4 o2+c5"), seat("c1"))
    assert clash.ganged_up() == ["o1", "o2"]
    assert [a.who for a in clash.events(e.Answered) if a.choice == "pair"] == ["c6", "c1"]


def test_an_illegal_answer_does_not_count_and_the_side_may_take_its_answer_back():
    clash = of_players()
    assert refused(lambda: clash.say(pairs("c1", "c1", "o1+c1"), seat("c1"))).clause == "6.2.2"
    clash.say(pairs("c6", "c1", "o1+c1 o1+c2"), seat("c6"))
    back = [o.command for o in options(clash.combat, RULES, seat("c2")) if "take" in o.says]
    assert back == [{"type": "withdraw", "who": "c2", "toward": "c1"}]
    clash.say(c.Withdraw(who="c2", toward="c1"), seat("c2"))
    assert len(offers(clash, seat("c1"))) == 2


def test_equal_chains_are_the_referee_s():
    clash = engaged(**B)
    assert clash.waits_for() == ("pairings", ("referee",))
    assert offers(clash, seat("c1")) == []
    with pytest.raises(Forbidden):
        clash.say(pairs("referee", "c1", "o1+c1 o2+c2"), seat("c1"))


def pairs(who: str, toward: str, line: str) -> c.Answer:
    return c.Answer(who=who, about="pairings", choice="pair", toward=toward, params={"pairs": line})
