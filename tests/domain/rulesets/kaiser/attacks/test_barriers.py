"""Kaiser 6.1, 8: barriers are put in the way by Projection, for oneself or for a ward."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, refused

SWORD = "long sword"
SEER: dict[str, Any] = {**MAGE, "block": 3, "phenom projection": 6, "lp": 600}


def attacked(**sheet: Any) -> Fight:
    """Xan strikes at the seer with 17."""
    fight = Fight().joins("xan", side="a", **XAN).joins("seer", side="b", **{**SEER, **sheet})
    fight.close_together("xan seer").round().intends("xan", "attack intention", using=SWORD)
    fight.all_declared().initiative("xan", "seer")
    return fight.does("xan", "attack", "seer", using=SWORD).rolls(xan=(3, 4))


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ({}, {"spell projection": 8}),
        ({"projection": "phenom"}, {"phenom projection": 6}),
        ({"projection": "spell"}, {"spell projection": 8}),
    ],
)
def test_a_barrier_is_rolled_with_projection(said: dict[str, Any], part: dict[str, int]):
    fight = attacked().does("seer", "barrier", **said).rolls(seer=(3, 4))
    assert fight.why("defence") == part
    assert fight.outcome("defence")[1] == {"defence": 7 + sum(part.values())}


def test_who_has_one_projection_has_no_choice_of_powers():
    fight = attacked(**{"spell projection": 0})
    refused(fight, lambda: fight.does("seer", "barrier", projection="spell"))
    fight.does("seer", "barrier").rolls(seer=(3, 4))
    assert fight.why("defence") == {"phenom projection": 6}


def guarding(how: str, skill: str = "block") -> Fight:
    """The seer, by a barrier or a Step, defends Yrsa at whom Xan strikes with 17."""
    fight = Fight().joins("seer", side="b", **SEER).joins("yrsa", side="b", **YRSA)
    fight.joins("xan", side="a", **XAN).close_together("xan yrsa").round()
    fight.intends("seer", "guard", ward="yrsa").intends("xan", "attack intention", using=SWORD)
    fight.all_declared().initiative("xan", "seer", "yrsa")
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(3, 4))
    fight.does("seer", "defend another", "yrsa", **{"with": skill, "how": how})
    return fight.rolls(seer=(3, 4, 5))


@pytest.mark.parametrize(
    ("how", "skill", "part"),
    [
        ("barrier", "block", {"spell projection": 8}),
        ("barrier", "dodge", {"spell projection": 8}),
        ("step", "block", {"block": 3}),
        ("step", "dodge", {"dodge": 5}),
    ],
)
def test_a_guard_rolls_projection_for_a_barrier_only(how: str, skill: str, part: dict[str, int]):
    assert guarding(how, skill).why("defence") == part


def test_a_barrier_meets_an_arrow_as_a_block_does():
    archer = {**YRSA, "weapons": {"bow": {"damage": 5, "range": 150}}}
    fight = Fight().joins("yrsa", side="a", **archer).joins("seer", side="b", **SEER).round()
    fight.intends("yrsa", "attack intention", using="bow").all_declared()
    fight.initiative("yrsa", "seer").does("yrsa", "attack", "seer", using="bow", feet=60)
    fight.rolls(yrsa=(3, 4)).does("seer", "barrier").rolls(seer=(3, 4))
    assert fight.why("defence") == {"spell projection": 8, "missile": -8}
