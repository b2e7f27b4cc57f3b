"""Kaiser 9.6 in attacks: a state counts once, whatever brought it and how often."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel

STURDY: dict[str, Any] = {**YRSA, "lp": 1000, "av": 60}
SWORD = "long sword"


def two_against_one() -> Fight:
    """Xan and Zoe against Yrsa, both hand to hand with her."""
    fight = Fight()
    for who in ("xan", "zoe"):
        fight.joins(who, side="a", **{**XAN, "strike": 20})
    fight.joins("yrsa", side="b", **STURDY).close_together("xan yrsa", "zoe yrsa").round()
    for who in ("xan", "zoe"):
        fight.intends(who, "attack intention", using=SWORD)
    return fight.all_declared().initiative("xan", "zoe", "yrsa")


def special(fight: Fight, who: str, name: str) -> Fight:
    return fight.does(who, name, "yrsa", using=SWORD).rolls(**{who: (3, 4)}).passes()


def twice_and_once(name: str) -> Fight:
    """Xan does a special attack at Yrsa twice, and Zoe once."""
    fight = special(special(two_against_one(), "xan", name), "xan", name).ends("xan")
    return special(fight, "zoe", name)


def test_who_is_thrown_down_three_times_is_prone():
    fight = twice_and_once("take down")
    assert fight.conditions("yrsa") == ["prone"]
    fight.does("zoe", "attack", "yrsa", using=SWORD).rolls(zoe=(3, 4))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4, 5, 6))
    assert fight.outcome("struck")[1]["defence"] == 3 + 4 + 9


@pytest.mark.parametrize(("name", "state"), [("trap", "trapped"), ("weapon's point", "")])
def test_two_who_hold_the_same_captive_do_so_apart_and_each_once(name: str, state: str):
    held = twice_and_once(name).combat.conditions.on("yrsa")
    known = state or "at weapon's point"
    assert [(c.name, c.toward) for c in held] == [(known, "xan"), (known, "zoe")]


def test_at_the_points_of_two_one_is_worse_off_once():
    fight = twice_and_once("weapon's point")
    fight.does("zoe", "attack", "yrsa", using=SWORD).rolls(zoe=(3, 4))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"block": 9, "at weapon's point": -10}


@pytest.mark.parametrize(("spell", "state"), [("flare", "totally blind"), ("hold", "prone")])
def test_a_spell_that_takes_effect_twice_counts_once(spell: str, state: str):
    spells = {**MAGE["spells"], "hold": {"mana": 20, "condition": "prone", "rounds": 3}}
    fight = Fight().joins("mage", side="a", **{**MAGE, "MA": 100, "spells": spells})
    fight.joins("yrsa", side="b", **{**YRSA, "PhR": 0}).close_together("mage yrsa").round()
    fight.intends("mage", "magic", how="mass").intends("yrsa", "attack intention", using=SWORD)
    fight.all_declared().initiative("mage", "yrsa")
    for _ in range(2):
        fight.does("mage", "cast", "yrsa", using=spell)
        if spell == "flare":
            fight.rolls(yrsa=(1, 2))
    assert fight.conditions("yrsa").count(state) == 2
    fight.ends("mage").does("yrsa", "attack", "mage", using=SWORD)
    fight.rolls(yrsa=(3, 4, 5, 6) if spell == "hold" else (3, 4))
    assert fight.why("attack").get(state, 0) == (-9 if spell == "flare" else 0)


def test_pain_adds_up():
    fight = duel().state("xan", "shaken")
    for level in (3, 1):
        pain = c.ConditionFix(subject="xan", name="pain", level=level)
        fight.say(c.Adjust(change=pain, note="set up"))
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(3, 4, 6))
    assert fight.why("attack") == {"strike": 10, "pain": -4}


@pytest.mark.parametrize(
    ("state", "flanking", "parts"),
    [
        ("flanked", "flank", {"flanked": -3}),
        ("blind side", "behind", {"blind side": -8}),
        ("prone", "flank", {"flank": -3}),
    ],
)
def test_who_is_flanked_by_state_is_not_flanked_again(
    state: str, flanking: str, parts: dict[str, int]
):
    fight = duel(yrsa=STURDY).state("yrsa", state)
    fight.does("xan", "attack", "yrsa", using=SWORD, flanking=flanking).rolls(xan=(3, 4))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4, 5, 6) if state == "prone" else (3, 4))
    assert fight.why("defence") == {"block": 9, **parts}


def test_who_is_flanked_and_leaves_is_flanked_once():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **STURDY)
    fight.close_together("xan yrsa").round().intends("xan", "run")
    fight.intends("yrsa", "attack intention", using=SWORD).all_declared().initiative("xan", "yrsa")
    fight.state("xan", "flanked").does("xan", "move", feet=20, beside=[])
    fight.does("yrsa", "attack an opening", "xan", using=SWORD).rolls(yrsa=(3, 3))
    fight.does("xan", "block").rolls(xan=(3, 3))
    assert fight.why("defence") == {"block": 8, "flanked": -3}


def test_the_fascinated_strike_a_captive_at_two_less():
    fight = duel().state("yrsa", "at weapon's point", toward="xan").state("xan", "fascinated")
    fight.does("xan", "thrust", "yrsa", using=SWORD).rolls(xan=(3, 4))
    assert fight.why("attack") == {"strike": 10, "fascinated": -2}
