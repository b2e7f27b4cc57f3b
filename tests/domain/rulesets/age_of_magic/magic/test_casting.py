"""Enchantments in combat: cost, bonus and cap, difficulty, reactions, and opposed skills."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.rulesets.age_of_magic import tables
from tests.support.fights.age_of_magic import AXE, URLIK, Points, refused
from tests.support.fights.age_of_magic_ranged import MAGE, Afar, with_a_mage
from tests.support.refusals import lacks, legal

CAST, BOLT, WARD = "cast magic", "cast attack", "cast resistance"
FIRE: dict[str, Any] = {"mode": "snapshot", "skill": "Fire"}


def cast(points: Points = None, mage: dict[str, Any] = MAGE, **said: Any) -> Afar:
    """The mage casts something and rolls without risk."""
    fight = with_a_mage(mage=mage, points=points)
    fight.does("mage", CAST, **{**FIRE, **said})
    return fight.everybody_passes().rolls("mage")


STRONG: dict[str, Any] = {**URLIK, "Melee": 12, "weapons": {"axe": AXE}}


# --- the way of casting ---


@pytest.mark.parametrize(
    ("mode", "ap", "bonus"),
    [
        ("snapshot", 2, -1),
        ("normal", 3, 0),
        ("prepared", 5, 1),
        ("1 min", 2, 2),
        ("10 min", 2, 3),
        ("1 h", 2, 4),
        ("4 h", 2, 5),
        ("12 h", 2, 6),
    ],
)
def test_what_each_way_of_casting_costs_and_adds(mode: str, ap: int, bonus: int):
    fight = cast(mode=mode)
    assert fight.left("mage", "ap") == 16 - 2 * ap
    expected = {"Fire": 10, "WP": 6, "casting": 2 * bonus}
    assert fight.why("casting") == {k: v for k, v in expected.items() if v}


def test_what_was_prepared_before_costs_what_the_table_says():
    assert cast({"ap if prepared before": "0"}, mode="1 h").left("mage", "ap") == 16


@pytest.mark.parametrize(
    ("mode", "bonus", "over"),
    [
        ("snapshot", 7, -2),
        ("snapshot", 6, 0),
        ("normal", 9, -8),
        ("prepared", 4, 0),
        ("prepared", 6, -4),
        ("10 min", 7, 0),
        ("10 min", 9, -4),
        ("12 h", 12, -6),
    ],
)
def test_the_total_bonus_is_capped_by_the_skill(mode: str, bonus: int, over: int):
    assert cast(mode=mode, bonus=bonus).why("casting").get("over the cap", 0) == over


def test_only_ways_that_can_be_paid_are_offered():
    fight = with_a_mage().adjusts(what="pool", subject="mage", pool="ap", delta=-5)
    [option] = [o for o in fight.offered() if o.command.get("manoeuvre") == CAST]
    [modes] = [b.values for b in option.blanks if b.name == "mode"]
    assert modes == ("snapshot", "normal", "1 min", "10 min", "1 h", "4 h", "12 h")
    assert option.cost == {"ap": 4}
    no = refused(lambda: fight.does("mage", CAST, **{**FIRE, "mode": "prepared"}))
    assert no.pointer == "/params/mode"


# --- the difficulty ---


def test_the_difficulty_is_the_sum_of_its_seven_parts():
    parts: dict[str, Any] = {
        "power": 1,
        "finesse": 1,
        "duration": 1,
        "range": 1,
        "area": 1,
        "concealment": 1,
        "investment": 1,
    }
    fight = cast(**parts)
    assert fight.outcome("casting") == (
        "succeeded",
        {"roll": 14, "difficulty": 14, "margin": 0, **dict.fromkeys(parts, 2)},
    )
    assert fight.basis("casting") == ("8.4", "default")


def test_a_spell_may_want_another_characteristic():
    assert cast(characteristic="IQ").why("casting") == {"Fire": 10, "IQ": 4, "casting": -2}


@pytest.mark.parametrize("word", ["nothing", "something"])
def test_what_a_failed_casting_comes_to_is_ruled(word: str):
    fight = cast(power=8)
    assert fight.outcome("casting")[1]["margin"] == -2
    assert fight.waits_for() == ("failing", ("referee",))
    fight.answers("referee", word)
    assert fight.outcome("effect")[0] == f"{word} comes of it"
    assert fight.basis("effect") == ("8.4", "ruled")


# --- reactions ---


def test_what_is_cast_at_once_is_reacted_to_when_it_is_done():
    fight = with_a_mage().does("mage", CAST, **FIRE)
    assert fight.waits_for() == ("casting", ("mage",))
    fight.rolls("mage")
    assert fight.waits_for() == ("declare", ("urlik",))
    fight.declares("urlik", "turn").everybody_passes()
    assert fight.waits_for() == ("", ())
    assert len([r for r in fight.events(e.DiceRolled) if r.purpose == "casting"]) == 1


def prepared(busy: bool) -> Afar:
    """The mage prepares for 5 AP; Urlik speaks, and the mage answers him or not."""
    fight = with_a_mage().does("mage", CAST, **{**FIRE, "mode": "prepared"})
    fight.declares("urlik", "speak", words=3)
    if busy:
        fight.declares("mage", "speak", words=2)
    return fight.everybody_passes().rolls("mage")


def test_anything_else_that_the_caster_does_meanwhile_loses_the_benefit():
    assert prepared(busy=False).why("casting") == {"Fire": 10, "WP": 6, "casting": 2}
    assert prepared(busy=True).why("casting") == {"Fire": 10, "WP": 6}


def test_a_spell_is_an_action_alone():
    fight = with_a_mage(first="urlik").does("urlik", "move")
    assert not {CAST, BOLT, WARD} & fight.manoeuvres("mage")
    no = refused(lambda: fight.declares("mage", CAST, **FIRE))
    assert (no.why, lacks(no)) == (
        "cast magic is no reaction",
        "time kind of deed of mage: reaction = action",
    )


@pytest.mark.parametrize(("setting", "outcome"), [("no", "succeeded"), ("yes", "interrupted")])
def test_whether_a_wound_interrupts_a_preparation_is_the_tables_to_say(setting: str, outcome: str):
    fight = with_a_mage(points={"wound interrupts": setting}, urlik=STRONG)
    fight.does("mage", CAST, **{**FIRE, "mode": "prepared"})
    # The referee lets Urlik strike out of reach while the mage prepares.
    fight.say_plainly(
        {
            "type": "declare",
            "who": "urlik",
            "manoeuvre": "stand and attack",
            "using": "axe",
            "targets": ["mage"],
            "against": True,
        }
    )
    fight.everybody_passes().rolls("urlik", "mage").rolls("urlik", faces=(1,))
    while fight.waits_for()[0] in ("wound", "pain", "knock back"):
        fight.passes() if fight.waits_for()[0] == "wound" else fight.rolls("mage", faces=(6, 6, 6))
    assert "wound" in fight.conditions("mage")
    if outcome == "succeeded":
        fight.rolls("mage")
    assert fight.outcome("casting")[0] == outcome


# --- skills and counters ---


def test_fourteen_skills_in_seven_opposed_pairs():
    assert len(tables.OPPOSED) == 7
    assert len(set(tables.MAGIC)) == 14
    assert ("Projection", "Stasis") in tables.OPPOSED


def test_who_has_no_skill_of_magic_casts_nothing():
    fight = with_a_mage(first="urlik")
    assert not {CAST, BOLT, WARD} & fight.manoeuvres("urlik")


def test_a_mage_casts_with_the_skills_he_has():
    fight = with_a_mage()
    no = refused(lambda: fight.does("mage", CAST, mode="snapshot", skill="Water"))
    assert (no.pointer, legal(no)) == ("/params/skill", "Enhancement; Fire")


def test_a_referee_may_count_magic_by_hand():
    fight = with_a_mage()
    assert fight.left("mage", "magic") == 0
    fight.adjusts(what="pool", subject="mage", pool="magic", delta=5)
    fight.adjusts(what="pool", subject="mage", pool="magic", delta=-2)
    assert fight.left("mage", "magic") == 3
    fixing = {"what": "pool", "subject": "mage", "pool": "magic", "delta": -4}
    assert refused(lambda: fight.adjusts(**fixing)).clause == "8.1"
