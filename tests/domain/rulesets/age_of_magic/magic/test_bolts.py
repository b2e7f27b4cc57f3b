"""Attack enchantments: their attack and damage, and how one defends against a bolt."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.age_of_magic.magic.test_casting import BOLT, FIRE
from tests.support.fights.age_of_magic import URLIK, Points
from tests.support.fights.age_of_magic_ranged import MAGE, MAIL, Afar, with_a_mage


def bolt(
    points: Points = None, defence: str = "", urlik: dict[str, Any] = URLIK, **said: Any
) -> Afar:
    """A bolt of power 4 and finesse 5 at Urlik, for which the mage risks three dice."""
    fight = with_a_mage(points=points, urlik=urlik)
    told = {**FIRE, "power": 4, "finesse": 5, "armour": "counts", **said}
    fight.does("mage", BOLT, "urlik", **told)
    if defence:
        fight.declares("urlik", defence)
    return fight.everybody_passes().rolls("mage", faces=(6, 6, 6))


def test_attack_and_damage_of_a_bolt_as_in_the_printed_example():
    fight = bolt()
    assert fight.outcome("casting")[1]["margin"] == 14 + 18 - 18
    assert fight.waits_for() == ("strike", ("mage", "urlik"))
    fight.rolls("mage", "urlik")
    assert (fight.why("attack"), fight.rolled("attack").total) == ({"finesse": 20}, 20)
    assert fight.outcome("hit") == ("hit", {"attack": 20, "defence": 8, "by": 12})
    fight.rolls("mage")
    assert fight.why("damage") == {"power": 16, "hit by": 6}
    assert fight.outcome("damage") == ("scratch", {"basic": 22, "resistance": 16, "net": 6})


def test_armour_helps_or_not_by_the_element():
    fight = bolt(armour="does not count").rolls("mage", "urlik").rolls("mage")
    assert fight.outcome("damage") == ("medium wound", {"basic": 22, "resistance": 4, "net": 18})


def test_a_bolt_has_an_aim_and_a_type_of_damage():
    fight = bolt(aim="head", damage="blunt").rolls("mage", "urlik").rolls("mage")
    assert fight.why("attack")["aim"] == -8
    assert fight.why("damage")["head"] == 4
    fight.passes().rolls("urlik", faces=(6, 6, 6))
    assert fight.why("pain")["blunt"] == -4


def test_who_is_hit_by_a_bolt_suffers_like_any():
    fight = bolt().rolls("mage", "urlik").rolls("mage").does("urlik", "soak").rolls("urlik")
    assert fight.outcome("soak")[0] == "no wound"
    fight.rolls("urlik")
    assert fight.outcome("knock back")[1]["difficulty"] == 22


@pytest.mark.parametrize(
    ("setting", "legal"), [("any", {"block", "jump back"}), ("dodge", {"jump back"}), ("none", {})]
)
def test_how_one_defends_against_a_bolt_is_the_tables_to_say(setting: str, legal: set[str]):
    fight = with_a_mage(points={"defence against spells": setting})
    fight.does("mage", BOLT, "urlik", **FIRE, armour="counts")
    assert fight.manoeuvres("urlik") & {"block", "jump back"} == set(legal)


def test_a_bolt_is_dodged_like_any_attack():
    fight = bolt(defence="jump back").rolls("mage", "urlik")
    assert fight.outcome("hit") == ("hit", {"attack": 20, "defence": 14, "by": 6})


def test_a_bolt_that_fails_hits_nobody():
    fight = with_a_mage().does("mage", BOLT, "urlik", **FIRE, power=9, armour="counts")
    fight.declares("urlik", "jump back").everybody_passes().rolls("mage")
    fight.answers("referee", "nothing")
    assert fight.waits_for() == ("", ())
    assert fight.left("urlik", "ap") == 8 - 2
    assert [r for r in fight.events(e.Resolved) if r.stage == "hit"] == []


def test_armour_everywhere_stops_a_bolt():
    fight = bolt(urlik={**URLIK, **MAIL}).rolls("mage", "urlik").rolls("mage")
    assert fight.outcome("damage") == ("no wound", {"basic": 22, "resistance": 28, "net": -6})


# --- words while a bolt is on its way ---


@pytest.mark.parametrize(("mode", "bonus"), [("prepared", 0), ("1 min", 4), ("1 h", 8)])
def test_only_what_is_prepared_in_the_fight_is_disturbed_by_a_word(mode: str, bonus: int):
    fight = with_a_mage(mage={**MAGE, "Combat": 12})
    fight.does("mage", BOLT, "urlik", **{**FIRE, "mode": mode}, power=2, armour="counts")
    fight.declares("urlik", "side step").declares("mage", "speak", words=2)
    fight.everybody_passes().rolls("mage")
    assert fight.why("casting").get("casting", 0) == bonus
