"""Kaiser 5: what a Complete Attack, an aim and an Offhand Attack ask of the attacks before."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.kaiser import XAN, YRSA, Fight, refused
from tests.support.refusals import lacks

STURDY: dict[str, Any] = {**YRSA, "lp": 1000, "av": 60}


def armed() -> Fight:
    """Xan has long sword and dagger in hand, and holds Yrsa at weapon's point."""
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **STURDY)
    fight.close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="long sword", others=["dagger"])
    fight.intends("yrsa", "attack intention", using="long sword")
    return fight.all_declared().initiative("xan", "yrsa")


def thrust() -> Fight:
    fight = armed().state("yrsa", "at weapon's point", toward="xan")
    return fight.does("xan", "thrust", "yrsa", using="long sword").rolls(xan=(1, 2)).passes()


@pytest.mark.parametrize(
    ("name", "using"), [("complete attack", "long sword"), ("sweeping", "dagger"), ("aim", "")]
)
def test_who_has_thrust_makes_no_complete_attack_and_takes_no_aim(name: str, using: str):
    fight = thrust().pool("xan", "ap", 2)
    no = refused(fight, lambda: fight.does("xan", name, "yrsa", using=using))
    assert (no.clause, lacks(no)) == ("5", "limit attacks of xan: 1 <= 0")


def test_a_thrust_is_no_attack_of_the_round():
    fight = thrust()
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(1, 2))
    assert fight.why("attack") == {"strike": 10}


def test_an_offhand_attack_comes_after_a_held_attack_as_well():
    fight = armed().does("xan", "prepare", until="she moves")
    fight.does("xan", "release", "yrsa", using="long sword").rolls(xan=(1, 2)).passes()
    fight.does("xan", "offhand attack", "yrsa", using="dagger").rolls(xan=(1, 2))
    assert fight.why("attack") == {"strike": 10, "offhand": -4}


def test_so_does_an_offhand_counter():
    fight = armed().does("xan", "prepare", until="she moves").ends("xan")
    fight.does("xan", "release", "yrsa", using="long sword").rolls(xan=(1, 2)).passes()
    fight.does("yrsa", "attack", "xan", using="long sword").rolls(yrsa=(1, 2))
    fight.does("xan", "block", table=20).rolls(xan=(3, 4))
    fight.does("xan", "offhand counter", "yrsa", using="dagger").rolls(xan=(1, 2))
    assert fight.why("attack")["offhand"] == -4


@pytest.mark.parametrize("name", ["secondary damage", "disarm", "take down", "knock out"])
def test_an_offhand_attack_comes_after_what_replaced_an_attack(name: str):
    fight = armed().does("xan", name, "yrsa", using="long sword").rolls(xan=(1, 2)).passes()
    if fight.waits_for()[0] == "ruling":
        fight.answers("referee", "as ruled")
    fight.does("xan", "offhand attack", "yrsa", using="dagger").rolls(xan=(1, 2))
    assert fight.why("attack")["offhand"] == -4


def test_an_offhand_attack_comes_after_an_attack_on_an_opening():
    fight = Fight().joins("yrsa", side="b", **{**STURDY, "class bonus": 9})
    fight.joins("xan", side="a", **XAN).joins("zoe", side="b", **STURDY)
    fight.close_together("xan yrsa", "xan zoe").round().intends("yrsa", "run")
    fight.intends("xan", "attack intention", using="long sword", others=["dagger"])
    fight.all_declared().initiative("yrsa", "xan", "zoe")
    fight.does("yrsa", "move", feet=10, beside=[])
    fight.does("xan", "attack an opening", "yrsa", using="long sword").rolls(xan=(1, 2))
    fight.everybody_passes().ends("yrsa")
    fight.does("xan", "offhand attack", "zoe", using="dagger").rolls(xan=(1, 2))
    assert fight.why("attack") == {"strike": 10, "offhand": -4}


@pytest.mark.parametrize(("name", "using"), [("complete attack", "long sword"), ("sweeping", "")])
def test_no_offhand_attack_comes_after_a_complete_attack(name: str, using: str):
    fight = armed().does("xan", name, "yrsa", using=using or "long sword")
    fight.rolls(xan=(1, 2)).passes()
    no = refused(fight, lambda: fight.does("xan", "offhand attack", "yrsa", using="dagger"))
    assert (no.clause, no.why) == ("5", "xan makes no other attack this round")
