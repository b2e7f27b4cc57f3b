"""Kaiser 2.5: the End phase: what takes effect, gathers, is kept up, fades and is over."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.rulesets.kaiser.end_phase import AFTER, ENDS
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel


def test_the_order_of_the_end_phase():
    before = (
        "complete",
        "resolve whole round",
        "accumulate mana",
        "overdue",
        "maintenance",
        "straits",
        "resolve free try",
    )
    assert ((*before, "fading"), ("expiries", "clear")) == (ENDS, AFTER)


def test_unused_ap_attacks_and_movement_are_lost():
    fight = duel().does("xan", "dash").round_over()
    for pool in ("ap", "attacks", "movement"):
        assert (fight.left("xan", pool), fight.left("yrsa", pool)) == (0, 0)


def test_guards_stances_and_weapons_are_over_with_the_round():
    fight = Fight().joins("xan", side="a", **XAN).joins("mage", side="a", **MAGE)
    fight.joins("yrsa", side="b", **YRSA).round().intends("xan", "guard", ward="mage")
    fight.intends("xan", "total defense").all_declared().initiative("yrsa", "xan", "mage")
    assert fight.conditions("mage") == ["ward"]
    fight.round_over()
    assert fight.conditions("mage") == fight.conditions("xan") == []


def test_a_surprise_that_was_not_used_up_is_over():
    fight = duel().state("xan", "surprised", toward="yrsa").round_over()
    assert "surprised" not in fight.conditions("xan")


def test_a_complete_power_comes_about_before_anything_else():
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "complete power", what="a wall of fire").all_declared()
    fight.initiative("mage", "yrsa").ends("mage").ends("yrsa").passes()
    assert fight.waits_for() == ("complete", ("referee",))
    fight.answers("referee", "takes effect")
    assert fight.combat.clock.path == ()


def trapped(**kept: bool) -> Fight:
    fight = duel().state("yrsa", "trapped", toward="xan")
    if kept:
        fight.does("xan", "maintain trap", "yrsa")
    return fight.ends("xan").ends("yrsa").passes()


def test_whom_nobody_holds_gets_a_free_try():
    fight = trapped()
    assert fight.waits_for() == ("free try", ("referee",))
    fight.answers("referee", "free")
    assert "trapped" not in fight.conditions("yrsa")


def test_whom_one_holds_does_not():
    assert trapped(kept=True).combat.clock.path == ()


def crushed(degrees: int, state: str = "", **yrsa: Any) -> Fight:
    """Xan crushes Yrsa, who is trapped, by so many degrees."""
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **{**YRSA, **yrsa})
    fight.state("yrsa", "trapped", toward="xan").round().intends("xan", "crush", "yrsa")
    if "spells" in yrsa:
        fight.intends("yrsa", "magic", how="mass")
    fight.all_declared().initiative("xan", "yrsa")
    if state:
        fight.state("yrsa", state)
    while fight.waits_for()[0] != "complete":
        fight.passes() if fight.waits_for()[0] else fight.ends(fight.combat.clock.actors[0])
    return fight.answers("referee", "crushes", degrees=degrees)


def test_who_is_crushed_to_death_is_asked_for_no_critical():
    fight = crushed(9, lp=30)
    assert (fight.left("yrsa", "lp"), fight.waits_for()[0]) == (30 - 90, "free try")


@pytest.mark.parametrize(("degrees", "damage"), [(3, 15), (6, 60)])
def test_a_crush_is_five_by_the_degree_and_ten_above_five(degrees: int, damage: int):
    assert crushed(degrees).left("yrsa", "lp") == 80 - damage


def test_a_crush_of_half_the_life_points_left_is_critical_and_the_end_phase_goes_on():
    fight = crushed(6)
    assert fight.outcome("critical") == ("a critical wound", {"damage": 60, "before": 80})
    assert fight.waits_for() == ("critical level", ("xan",))
    fight.rolls(xan=(3, 4)).rolls(yrsa=(1, 2))
    level, check = 7 + 60 // 10, 3 + YRSA["PhR"]
    figures = {"level": level, "check": check, "degrees": level - check}
    assert fight.outcome("critical") == ("suffered", figures)
    assert (fight.left("yrsa", "ap"), fight.waits_for()[0]) == (6 - 1 - 2, "free try")
    assert [c.level for c in fight.combat.conditions.on("yrsa", "pain")] == [2]
    fight.answers("referee", "held")
    assert (fight.conditions("yrsa"), fight.combat.clock.path) == (["trapped", "pain"], ())
    assert crushed(3).waits_for()[0] == "free try"


def test_a_crush_shakes_the_hold_on_mana_and_wakes_a_sleeper():
    fight = crushed(3, **{**MAGE, "withstand pain": -6})
    assert fight.waits_for() == ("concentration", ("yrsa",))
    fight.rolls(yrsa=(1, 3))
    assert fight.outcome("concentration")[1] == {"check": -2, "difficulty": 3}
    moved = [(p.pool, p.delta) for p in fight.events(e.PoolChanged) if p.subject == "yrsa"]
    assert ("mass", -50) in moved
    woken = crushed(3, state="asleep")
    assert woken.conditions("yrsa") == ["trapped", "woken by harm"]


def test_each_of_two_crushed_is_asked_for_their_own_critical():
    fight = Fight()
    for one, other in (("xan", "yrsa"), ("zoe", "wim")):
        fight.joins(one, side="a", **XAN).joins(other, side="b", **YRSA)
        fight.state(other, "trapped", toward=one)
    fight.round().intends("xan", "crush", "yrsa").intends("zoe", "crush", "wim").all_declared()
    fight.initiative("xan", "zoe", "yrsa", "wim")
    while fight.waits_for()[0] != "complete":
        fight.passes() if fight.waits_for()[0] else fight.ends(fight.combat.clock.actors[0])
    fight.answers("referee", "crushes", degrees=6).answers("referee", "crushes", degrees=6)
    for _ in range(2):
        about, [one] = fight.waits_for()
        assert about == "critical level"
        fight.rolls(**{one: (3, 4)})
        about, [other] = fight.waits_for()
        assert (about, other) == ("critical check", {"xan": "yrsa", "zoe": "wim"}[one])
        fight.rolls(**{other: (1, 2)})
    assert [fight.left(who, "ap") for who in ("yrsa", "wim")] == [3, 3]
    assert fight.waits_for()[0] == "free try"


def test_what_the_phases_are_called():
    fight = duel().round_over()
    assert [p.phase for p in fight.events(e.PhaseBegan)] == ["intention", "action", "end"]


def two_captives(*held: str, second_captor: str = "xan") -> Fight:
    """Yrsa is caught by Xan and Wim by Xan or Zoe; Xan holds the traps of those named."""
    fight = Fight().joins("xan", side="a", **XAN).joins("zoe", side="a", **XAN)
    fight.joins("yrsa", side="b", **YRSA).joins("wim", side="b", **YRSA).round().all_declared()
    fight.initiative("xan", "zoe", "yrsa", "wim").state("yrsa", "trapped", toward="xan")
    fight.state("wim", "trapped", toward=second_captor)
    for captive in held:
        fight.does("xan", "maintain trap", captive)
    while fight.combat.clock.path and fight.waits_for()[0] != "free try":
        fight.passes() if fight.waits_for()[0] else fight.ends(fight.combat.clock.actors[0])
    return fight


def free_tries(fight: Fight) -> list[str]:
    asked = [q for q in fight.events(e.Asked) if q.about == "free try"]
    return [slot.about for q in asked for slot in q.slots]


def test_to_hold_one_captive_leaves_the_others_a_free_try():
    assert free_tries(two_captives("yrsa")) == ["wim"]
    assert free_tries(two_captives("yrsa", "wim")) == []
    assert free_tries(two_captives("yrsa", second_captor="zoe")) == ["wim"]


def test_a_free_try_leaves_the_trap_that_is_held():
    fight = Fight().joins("xan", side="a", **XAN).joins("zoe", side="a", **XAN)
    fight.joins("yrsa", side="b", **YRSA).round().all_declared()
    fight.initiative("xan", "zoe", "yrsa").state("yrsa", "trapped", toward="xan")
    fight.state("yrsa", "trapped", toward="zoe").does("xan", "maintain trap", "yrsa")
    while fight.waits_for()[0] != "free try":
        fight.passes() if fight.waits_for()[0] else fight.ends(fight.combat.clock.actors[0])
    fight.answers("referee", "free")
    assert [c.toward for c in fight.combat.conditions.on("yrsa", "trapped")] == ["xan"]
