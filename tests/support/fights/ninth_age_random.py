"""Two armies of the Ninth Age with every mark there is, to be played at random."""

from __future__ import annotations

from typing import Any

from tests.support.fights.ninth_age import (
    ARCHERS,
    GHOULS,
    KNIGHTS,
    RULES,
    SPEARS,
    WIZARD,
    Battle,
    Settings,
    battle,
    mustered,
)

POTION = {"at": "start of the charge phase", "once": True, "gives": {"Agility": 1}}
TRICKS: dict[str, Any] = {
    "Potion": POTION,
    "Omen": {"at": "start of the magic phase", "once": True, "to": "enemy", "loses": 3},
    "War Cry": {"at": "start of the round of combat", "gives": {"to hit": 1}, "lasts": "phase"},
    "Ward": {"at": "first hit", "mode": "mandatory", "once": True, "gives": {"Discipline": 1}},
    "Dawn": {"at": "start of game turn 1", "mode": "automatic", "once": True},
}
HOST: dict[str, dict[str, dict[str, Any]]] = {
    "ann": {
        "knights": {**KNIGHTS, "Impact Hits": 3, "Frenzy": True, "effects": TRICKS},
        "spears": {**SPEARS, "BSB": True, "Vanguard": True, "Advance": 2},
        "chariot": {**KNIGHTS, "Models": 1, "HP": 4, "Random Movement": 2},
        "lord": {**WIZARD, "General": True, "Discipline": 9, "Wizard": "Master", "Miscast": 1},
        "ogres": {
            **KNIGHTS,
            "HP": 3,
            "Stomp": 2,
            "Terror": True,
            "Swiftstride": True,
            "weapons": {"club": {}, "great weapon": {"gives": {"Agility": -10}}},
        },
    },
    "bo": {
        "archers": {**ARCHERS, "Scout": True, "effects": TRICKS},
        "ghouls": {**GHOULS, "Champion": True, "Impact Hits": 2},
        "seer": {**WIZARD, "Magic Resistance": 1},
        "lurkers": {**SPEARS, "Ambush": True, "Feigned Flight": True, "Stubborn": True},
    },
}
OTHERWISE = {
    point.key: next(v for v in point.values if v != point.default) for point in RULES.points
}
"""Every open point settled against its default."""


def from_the_start() -> Battle:
    """Two armies with every mark there is, still to be deployed."""
    return mustered(HOST)


def pitched(settings: Settings = None) -> Battle:
    """The same, deployed and with most units in base contact."""
    fought = battle(HOST, settings=settings)
    fought.touches("knights", "ghouls").touches("ogres", "ghouls").touches("spears", "seer")
    return fought.fixes(what="fact", of="lord", name="joined", value="knights")


def pitched_otherwise() -> Battle:
    """The same, with every open point settled against its default."""
    return pitched(OTHERWISE)
