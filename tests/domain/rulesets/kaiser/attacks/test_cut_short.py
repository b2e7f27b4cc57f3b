"""Kaiser 8.3, 9.6: attacks and defences whose fighter falls or leaves before the roll."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e
from tests.support.fights.kaiser import XAN, YRSA, Fight, duel

SWORD = "long sword"
STRONG: dict[str, Any] = {**XAN, "strike": 25}
FRAIL: dict[str, Any] = {**YRSA, "lp": 20}


def attacked_while_holding(xan: dict[str, Any] = STRONG, yrsa: dict[str, Any] = FRAIL) -> Fight:
    """Xan holds an attack; on her turn Yrsa strikes at him, and has not rolled yet."""
    fight = duel(xan=xan, yrsa=yrsa).does("xan", "prepare", until="she strikes").ends("xan")
    return fight.does("yrsa", "attack", "xan", using=SWORD)


def test_who_is_slain_before_the_roll_of_an_attack_does_not_roll_it():
    fight = attacked_while_holding().does("xan", "release", "yrsa", using=SWORD)
    fight.rolls(xan=(4, 4)).passes("yrsa")
    while fight.waits_for()[0].startswith("critical"):
        fight.rolls(**dict.fromkeys(fight.waits_for()[1], (3, 3)))
    assert fight.outcome("attack") == ("comes to nothing", {})
    assert (fight.left("xan", "lp"), fight.left("xan", "ap")) == (100, 3)
    assert not [r for r in fight.events(e.DiceRolled) if (r.who, r.purpose) == ("yrsa", "attack")]


def test_an_attack_that_comes_to_nothing_cites_that_the_fallen_cannot_act():
    fight = attacked_while_holding().pool("yrsa", "lp", -20)
    clauses = [d.clause for d in fight.steps[-1] if isinstance(d.event, e.Resolved)]
    assert (fight.outcome("attack")[0], clauses) == ("comes to nothing", ["9.6"])


def test_who_falls_asleep_before_the_roll_strikes_nobody():
    fight = attacked_while_holding().state("yrsa", "asleep")
    assert fight.outcome("attack") == ("comes to nothing", {})
    assert fight.waits_for()[0] == "swift"


def test_a_captive_slain_by_a_thrust_does_not_finish_the_attack():
    fight = duel(xan=STRONG, yrsa=FRAIL).state("yrsa", "at weapon's point", toward="xan")
    fight.ends("xan").does("yrsa", "attack", "xan", using=SWORD)
    fight.does("xan", "thrust", "yrsa", using=SWORD).rolls(xan=(4, 4)).passes("yrsa")
    while fight.waits_for()[0].startswith("critical"):
        fight.rolls(**dict.fromkeys(fight.waits_for()[1], (3, 3)))
    assert fight.outcome("attack") == ("comes to nothing", {})
    assert fight.left("xan", "lp") == 100


def test_an_attack_that_is_rolled_already_stands_though_its_fighter_falls():
    fight = attacked_while_holding().rolls(yrsa=(6, 5)).pool("yrsa", "lp", -20).passes("xan")
    outcome, figures = fight.outcome("struck")
    assert (outcome, figures["offence"]) == ("hit", 20)


def test_a_shooter_slain_at_the_opening_has_shot_before():
    archer = {**FRAIL, "weapons": {"bow": {"damage": 5, "range": 150}}}
    fight = Fight().joins("yrsa", side="b", **archer).joins("xan", side="a", **STRONG)
    fight.joins("zoe", side="a", **YRSA).close_together("xan yrsa").round()
    fight.intends("yrsa", "attack intention", using="bow")
    fight.intends("xan", "attack intention", using=SWORD).all_declared()
    fight.initiative("yrsa", "xan", "zoe")
    fight.does("yrsa", "attack", "zoe", using="bow", feet=60).rolls(yrsa=(6, 5))
    fight.does("xan", "attack an opening", "yrsa", using=SWORD).rolls(xan=(4, 4)).passes("yrsa")
    while fight.waits_for()[0].startswith("critical"):
        fight.rolls(**dict.fromkeys(fight.waits_for()[1], (3, 3)))
    assert fight.waits_for() == ("defend", ("zoe",))


def test_who_leaves_before_the_roll_strikes_nobody():
    fight = attacked_while_holding().say(c.Leave(who="yrsa"))
    assert fight.outcome("attack")[0] == "comes to nothing"
    assert fight.left("xan", "ap") == 3


def guarded() -> Fight:
    """Yrsa strikes at Zoe with 20, and Xan, her guard, has stepped in and not rolled yet."""
    fight = Fight().joins("xan", side="a", **XAN).joins("zoe", side="a", **YRSA)
    fight.joins("yrsa", side="b", **YRSA).close_together("yrsa zoe").round()
    fight.intends("xan", "guard", ward="zoe").intends("yrsa", "attack intention", using=SWORD)
    fight.all_declared().initiative("yrsa", "-", "zoe", "-", "xan")
    fight.does("yrsa", "attack", "zoe", using=SWORD).rolls(yrsa=(6, 5))
    return fight.does("xan", "defend another", "zoe", **{"with": "block"})


def test_a_guard_who_leaves_before_the_roll_leaves_the_defence_to_the_ward():
    fight = guarded().say(c.Leave(who="xan"))
    assert fight.waits_for() == ("defend", ("zoe",))
    fight.does("zoe", "block").rolls(zoe=(2, 4))
    assert fight.outcome("struck")[1]["defence"] == 15
    assert "guard" not in fight.outcome("struck")[1]


def test_a_guard_who_falls_before_the_roll_leaves_the_blow_to_the_ward():
    fight = guarded().pool("xan", "lp", -100).passes("zoe")
    assert (fight.left("xan", "lp"), fight.outcome("defence")[0]) == (0, "comes to nothing")
    assert fight.outcome("struck")[1]["damage"] == (80 - fight.left("zoe", "lp")) > 0


def test_a_target_who_falls_before_the_roll_of_a_block_is_struck_without_defence():
    fight = attacked_while_holding(yrsa=YRSA).rolls(yrsa=(6, 5)).does("xan", "block")
    fight.state("xan", "unconscious")
    assert fight.outcome("defence")[0] == "comes to nothing"
    assert fight.outcome("struck")[1]["defence"] == 0
