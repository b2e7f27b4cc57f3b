"""Fights of Age of Magic that are played at random: on foot, unarmed, from afar, all together."""

from __future__ import annotations

from domain.rulesets.age_of_magic.tables import AREAS
from tests.support.fights.age_of_magic import AXE, COGAN, URLIK, Fight, Points
from tests.support.fights.age_of_magic_ranged import ARCHER, company, marksmen
from tests.support.fights.short_sheets import stats
from tests.support.story import Story

DAGGER = {"ap": 1, "type": "impaling", "damage": 4, "hand": "left"}
MAIL = {"armour": dict.fromkeys(AREAS, 12)}


def age_of_magic(points: Points = None) -> Story:
    armed = {**URLIK, **MAIL, "weapons": {"axe": AXE, "dagger": DAGGER}}
    fight = Fight(points=points).joins("cogan", side="heroes", **COGAN | MAIL)
    fight.joins("urlik", "thug", side="reavers", **armed)
    return fight.joins("erik", side="heroes", **armed)


def age_of_magic_otherwise() -> Story:
    """Every open point settled against its default."""
    return age_of_magic(
        {
            "points per die": "3 1/2",
            "tie": "defence",
            "lock lasts": "turn",
            "pain gap": "better",
            "knock back gap": "worse",
            "first suffered": "knock back",
            "carry over": "yes",
            "disabled actor": "continues",
            "hit by half": "up",
            "parry ap": "2",
            "most dice": "5",
        }
    )


WRESTLER = {
    **stats(
        "ST 4, WP 9, Combat 6, Combat speed 8, Athletics 9, Tactics 3, Melee 9, "
        "Martial arts 12, Medicine 5, Sleight of hand 4"
    ),
    "armour": dict.fromkeys(AREAS, 5),
    "weapons": {
        "spear": {**AXE, "type": "impaling", "impales as": "spear", "damage": 11},
        "knife": {**DAGGER, "size": "small", "worn": "concealed", "ready": False, "damage": 9},
    },
}


def wrestlers(points: Points = None) -> Fight:
    fight = Fight(points=points).joins("ana", "bo", side="heroes", **WRESTLER)
    fight.joins("cy", "di", side="reavers", **WRESTLER)
    return fight.side_by_side("ana cy", "ana bo", "bo di", "cy di")


def wrestlers_otherwise() -> Fight:
    """The open points of the unarmed, the prone and the wounded against their defaults."""
    return wrestlers(
        {
            "unarmed": "everybody",
            "prone may": "anything",
            "prone rolls": "-2",
            "break hold": "referee",
            "lock weighs": "all rolls",
            "initially": "before soak",
            "useless limb": "serves",
            "fast draw fumble": "dropped",
            "fast draw otherwise": "-1",
            "impaled otherwise": "0",
            "fight": "is over",
        }
    )


def afar_otherwise() -> Story:
    """The same of what flies, rides and is cast."""
    return company(
        {
            "defence against shots": "dodge",
            "shot against": "defence",
            "aim of shots": "size",
            "aim mounted": "none",
            "set ends": "movement",
            "aimed fire ends": "set",
            "mounting ap": "1",
            "control ap": "0",
            "height counts": "on foot",
            "ap if prepared before": "0",
            "wound interrupts": "yes",
            "defence against spells": "dodge",
        }
    )


def everybody() -> Story:
    """All of it together: a rider, archers, mages and wrestlers, of whom each may do anything."""
    points = {"unarmed": "everybody", "fast draw otherwise": "1", "prone may": "anything"}
    fight = company(points).joins("ana", side="heroes", **WRESTLER)
    fight.joins("cy", side="reavers", **WRESTLER | ARCHER | {"Combat": 12, "Sleight of hand": 9})
    return fight.side_by_side("ana cy", "ana urlik", "knight cy", "mage witch")


TALES = (
    age_of_magic,
    age_of_magic_otherwise,
    wrestlers,
    wrestlers_otherwise,
    company,
    afar_otherwise,
    marksmen,
    everybody,
)
