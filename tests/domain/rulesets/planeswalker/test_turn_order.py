"""Planeswalker: what is left of a turn may be delayed at any time, and nothing is had twice."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.planeswalker import ANTHEM, BOLT, CALL, Combat, duel
from tests.support.refusals import lacks, legal

BOOK: dict[str, Any] = {"bolt": BOLT, "call": {**CALL, "speed": "instant"}, "anthem": ANTHEM}
ABLE: dict[str, Any] = {
    "Speed": 3,
    "Focus": 2,
    "Channeling": 4,
    "spells": BOOK,
    "memory": list(BOOK),
    "mana": {"red": 3},
}


def midway() -> Combat:
    """Mira has channeled one, moved, and delays what is left of her turn; it is Nils'."""
    combat = duel(m=ABLE).creature("ogre", side="west", Speed=1).goes_to("mira", "channeling")
    combat.does("mira", "channel", using="red", amount=1).ends_phase()
    return combat.does("mira", "move", "nils").does("mira", "delay")


def now(combat: Combat) -> Combat:
    """Nils' turn is over, and Mira goes on with hers."""
    while combat.waits_for()[0] != "resume":
        combat._let_be() if combat.waits_for()[0] else combat.ends_phase()
    return combat.answers("mira", "now")


def test_what_is_left_of_a_turn_waits_and_the_new_seat_is_kept():
    combat = midway()
    assert combat.stands()[0] == "nils"
    assert [t.held for t in combat.events(e.TurnEnded)] == [True]
    now(combat)
    assert combat.stands() == ("mira", "main")
    assert combat.combat.clock.order("initiative") == ("nils", "mira", "ogre")
    combat.ends_turn().ends_turn_of("ogre").round()
    assert combat.stands() == ("nils", "channeling")


def test_nothing_is_filled_again():
    combat = now(midway())
    assert (combat.left("mira", "actions"), combat.left("mira", "focus")) == (2, 2)
    assert (combat.left("mira", "restore"), combat.pool("mira")) == (3, {"red": 4})
    assert [
        p.pool
        for p in combat.events(e.PoolChanged)
        if p.subject == "mira" and p.how == "fill" and p.pool != "mana"
    ] == ["life", "restore", "focus", "actions"]


def test_a_phase_that_was_not_over_goes_on_and_those_behind_it_do_not():
    combat = duel(m=ABLE).goes_to("mira", "channeling")
    combat.does("mira", "channel", using="red", amount=1).does("mira", "delay")
    assert now(combat).stands() == ("mira", "channeling")
    combat.does("mira", "channel", using="colorless", amount=3)
    assert combat.pool("mira") == {"red": 4, "colorless": 3}
    assert combat.under("mira") == ["resumed", "ignited"]


def test_an_effect_that_was_maintained_is_not_asked_for_again():
    combat = duel(m=ABLE).goes_to("mira").casts("mira", "anthem").resolves()
    combat.goes_to("mira", "upkeep").does("mira", "maintain", on=["anthem"]).casts_nothing()
    combat.does("mira", "delay")
    now(combat)
    assert combat.stands() == ("mira", "main")
    assert [k.key for k in combat.combat.conditions.on("mira", "pervasive")] == ["anthem"]
    assert combat.left("mira", "focus") == 1


def test_delayed_in_the_upkeep_its_effects_wait_for_their_focus():
    combat = duel(m=ABLE).goes_to("mira").casts("mira", "anthem").resolves()
    combat.goes_to("mira", "upkeep").does("mira", "delay")
    assert combat.scene().trait("mira", "Power") == 2
    assert now(combat).stands() == ("mira", "upkeep")
    combat.ends_phase()
    assert combat.scene().trait("mira", "Power") == 1


def test_who_was_summoned_in_the_turn_is_not_commanded_in_the_rest_of_it():
    combat = duel(m=ABLE).goes_to("mira").does("mira", "instant", using="call").resolves()
    combat.does("mira", "delay")
    now(combat)
    assert "summoned" in combat.under("wolf")
    assert "command" not in combat.manoeuvres("mira")


def test_a_turn_may_be_delayed_again_and_what_was_done_before_still_counts():
    combat = duel(m=ABLE).creature("ogre", side="west", Speed=1).goes_to("mira")
    combat.does("mira", "move", "nils").does("mira", "delay")
    now(combat).casts("mira", "bolt", "nils").resolves().does("mira", "delay").ends_turn_of("ogre")
    combat.answers("mira", "now")
    assert combat.stands() == ("mira", "main")
    [resumed] = combat.combat.conditions.on("mira", "resumed")
    assert resumed.detail["done"]["mira move"] == 1  # type: ignore[index, call-overload]
    assert combat.left("mira", "actions") == 1
    assert "move" not in combat.manoeuvres("mira")


def test_a_turn_that_had_begun_and_is_lost_owes_its_burn_and_its_forgetting():
    able = {**ABLE, "Memory": 3, "Channeling": 3}
    combat = duel(m=able).goes_to("mira", "channeling")
    combat.does("mira", "channel", using="colorless", amount=2).does("mira", "delay")
    combat.ends_turn_of("nils").passes().round()
    assert combat.under("mira") == []
    assert (combat.left("mira", "life"), sum(combat.pool("mira").values())) == (3, 3)
    assert combat.waits_for() == ("forget", ("mira",))
    combat.answers("mira", "forget", spell="anthem")
    assert combat.stands() == ("mira", "channeling")
    assert combat.left("mira", "restore") == 3


@pytest.mark.parametrize(
    ("phase", "kept"), [("channeling", False), ("upkeep", False), ("main", True)]
)
def test_a_turn_lost_before_its_upkeep_was_over_has_maintained_nothing(phase: str, kept: bool):
    combat = duel(m=ABLE).goes_to("mira").casts("mira", "anthem").resolves()
    combat.goes_to("mira", "upkeep" if phase == "main" else phase)
    if phase == "main":
        combat.does("mira", "maintain", on=["anthem"]).casts_nothing()
    combat.does("mira", "delay").ends_turn_of("nils").passes().round()
    while combat.waits_for()[0] == "forget":
        combat.answers("mira", "forget", spell=combat.pile("mira", "memory")[0])
    assert combat.stands() == ("mira", "channeling")
    assert combat.under("mira") == (["pervasive", "enchanted"] if kept else [])


# --- announced in another's turn -----------------------------------------------------------


def three(first: str = "a") -> Combat:
    """Speeds A 4, B 3, C 2; it is somebody's Main phase."""
    combat = Combat()
    for who, speed in (("a", 4), ("b", 3), ("c", 2)):
        combat.mage(who, side=who, Speed=speed)
    return combat.goes_to(first)


def test_a_delay_is_announced_in_anothers_turn_and_its_seat_is_passed_over():
    combat = three().does("b", "delay")
    assert combat.stands() == ("a", "main")
    combat.ends_turn_of("a")
    assert combat.waits_for() == ("resume", ("b",))  # his own seat: he may still take it
    combat.passes()
    assert combat.stands() == ("c", "channeling")
    combat.ends_turn_of("c").answers("b", "now")
    assert combat.stands() == ("b", "channeling")
    assert combat.left("b", "restore") == 3
    assert combat.combat.clock.order("initiative") == ("a", "c", "b")
    combat.ends_turn_of("b").round()
    assert combat.stands() == ("a", "channeling")


def test_announcing_it_brings_nobody_forward():
    combat = three().does("c", "delay").ends_turn_of("a")
    assert combat.stands() == ("b", "channeling")
    assert combat.ends_turn_of("b").waits_for() == ("resume", ("c",))


def test_a_turn_delayed_ahead_and_not_used_is_lost_with_the_seat_unchanged():
    combat = three().does("b", "delay").ends_turn_of("a", "c").passes().round()
    assert combat.combat.clock.order("initiative") == ("a", "b", "c")
    assert combat.ends_turn_of("a").passes().stands() == ("b", "channeling")
    assert combat.under("b") == []


def test_two_may_wait_for_each_other_and_the_faster_comes_first():
    combat = three().does("b", "delay").does("c", "delay").ends_turn_of("a")
    assert combat.waits_for() == ("resume", ("b", "c"))
    combat.answers("b", "now").answers("c", "now")
    assert combat.stands() == ("b", "channeling")
    combat.ends_turn_of("b").answers("c", "now")
    assert combat.combat.clock.order("initiative") == ("a", "b", "c")


def test_who_has_had_his_turn_or_delays_already_is_told_so():
    combat = three("b").does("c", "delay")
    with pytest.raises(Refused) as caught:
        combat.does("a", "delay")
    said = caught.value
    assert (said.clause, said.numbers, lacks(said), legal(said)) == (
        "3.3",
        {"most": 1, "done": 1},
        "limit turns of a: 1 < 1",
        "c",
    )
    with pytest.raises(Refused, match="delays already"):
        combat.does("c", "delay")


# --- who joins late --------------------------------------------------------------------------


def test_latecomers_of_equal_speed_throw_dice_for_their_seats():
    combat = duel(m={"Speed": 3}, n={"Speed": 1}).goes_to("mira")
    combat.mage("pia", "east", Speed=2).mage("otto", "west", Speed=2)
    combat.ends_turn().ends_turn_of("nils").round()
    assert combat.waits_for() == ("tie", ("pia", "otto"))
    combat.answers("pia", "roll", faces=[2]).answers("otto", "roll", faces=[5])
    assert combat.combat.clock.order("initiative") == ("mira", "otto", "pia", "nils")


def test_nobody_who_joins_late_is_seated_behind_somebody_slower():
    combat = Combat().mage("a", "x", Speed=3).mage("b", "y", Speed=2).mage("d", "z", Speed=1)
    combat.goes_to("a", "channeling").does("a", "delay").ends_turn_of("b").passes("a")
    combat.ends_turn_of("d").answers("a", "now").mage("f", "x", Speed=2).ends_turn().round()
    assert combat.combat.clock.order("initiative") == ("b", "f", "d", "a")
