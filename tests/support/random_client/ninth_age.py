"""How battles of the Ninth Age begin: each near to what is seldom done."""

from __future__ import annotations

from typing import Any

from tests.support.fights.ninth_age import ARCHERS, GHOULS, KNIGHTS, SPEARS, Battle, battle
from tests.support.fights.ninth_age_random import from_the_start, pitched, pitched_otherwise

ARMIES: dict[str, dict[str, dict[str, Any]]] = {
    "ann": {
        "knights": {**KNIGHTS, "Impact Hits": 3},
        "giants": {**KNIGHTS, "HP": 3, "Crush Attack": 2, "Grinding Attacks": 3},
    },
    "bo": {"archers": ARCHERS, "ghouls": GHOULS, "guards": SPEARS},
}


def shot_at() -> Battle:
    """A charge from afar at archers, who may stand and shoot."""
    return battle(ARMIES).until("charges", "ann").charges("knights", "archers", 12)


def charged_home() -> Battle:
    """A combat is to be fought between those who have charged, and what they charged."""
    fought = battle(ARMIES).touches("knights", "ghouls").touches("giants", "guards")
    fought.fixes(what="condition", subject="knights", name="charging")
    return fought.until("combats", "ann")


TALES = (shot_at, charged_home, from_the_start, pitched, pitched_otherwise)
