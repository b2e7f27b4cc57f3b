"""Kaiser 6.5, 6.6, 9.6: of those whom a blow kills outright nothing more is asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel

SWORD = "long sword"


def struck(lp: int, **points: str) -> Fight:
    """Xan hits Yrsa, who has so many life points, for 56."""
    fight = duel(
        yrsa={**YRSA, "lp": lp}, points={k.replace("_", " "): v for k, v in points.items()}
    )
    return fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(1, 2)).everybody_passes()


def test_a_blow_that_kills_outright_asks_for_no_critical():
    fight = struck(30)
    assert (fight.left("yrsa", "lp"), "dead" in fight.conditions("yrsa")) == (30 - 77, True)
    assert fight.waits_for() == ("", ())
    assert not {"pain", "lasting injury"} & set(fight.conditions("yrsa"))


@pytest.mark.parametrize(("death", "asked"), [("half", ""), ("whole", "critical level")])
def test_who_is_still_alive_by_the_table_withstands_the_critical(death: str, asked: str):
    assert struck(45, death=death).waits_for()[0] == asked


def test_a_blow_that_fells_and_does_not_kill_is_a_critical():
    fight = struck(70)
    assert (fight.left("yrsa", "lp"), fight.waits_for()[0]) == (-7, "critical level")


def test_who_dies_before_the_check_of_a_critical_does_not_roll_it():
    fight = struck(90).rolls(xan=(3, 3))
    assert fight.waits_for() == ("critical check", ("yrsa",))
    fight.pool("yrsa", "lp", -90)
    assert fight.waits_for() == ("", ())
    assert "pain" not in fight.conditions("yrsa")


def test_a_slain_mage_is_not_asked_to_keep_hold_of_the_mana():
    mage: dict[str, Any] = {**MAGE, "lp": 30}
    fight = Fight().joins("xan", side="a", **XAN).joins("mage", side="b", **mage)
    fight.close_together("xan mage").round().intends("mage", "magic", how="mass")
    fight.intends("xan", "attack intention", using=SWORD).all_declared()
    fight.initiative("xan", "mage").does("xan", "attack", "mage", using=SWORD)
    fight.rolls(xan=(1, 2)).everybody_passes()
    assert (fight.waits_for(), "dead" in fight.conditions("mage")) == (("", ()), True)
