"""Kaiser 2.5: the End phase: what takes effect, gathers, is kept up, fades and is over."""

from __future__ import annotations

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


def test_a_crush_is_five_by_the_degree_and_ten_above_five():
    for degrees, damage in ((3, 15), (6, 60)):
        fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
        fight.state("yrsa", "trapped", toward="xan").round()
        fight.intends("xan", "crush", "yrsa").all_declared().initiative("xan", "yrsa")
        fight.ends("xan").ends("yrsa").passes()
        fight.answers("referee", "crushes", degrees=degrees)
        assert fight.left("yrsa", "lp") == 80 - damage


def test_what_the_phases_are_called():
    fight = duel().round_over()
    assert [p.phase for p in fight.events(e.PhaseBegan)] == ["intention", "action", "end"]
