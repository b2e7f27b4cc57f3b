"""What comes of a deed by the word of the table, at random: its rolls and its results."""

from __future__ import annotations

from random import Random
from typing import Any

from domain.state.combat import Combat
from tests.support.playouts.rulings import RULINGS

ROLLS: tuple[Any, ...] = (
    {"purpose": "to hit", "dice": "2d20kh1+1d4+3", "target": 15},
    {"purpose": "damage", "dice": [{"sides": 6, "faces": [4, 2]}, {"sides": 4, "faces": [3]}]},
    {"purpose": "a save", "dice": [{"sides": 20, "faces": [4]}], "target": 15, "outcome": "saved"},
    {"purpose": "damage", "dice": "8d6", "total": 28},
    {"purpose": "luck", "total": 11},
)
"""Rolls whose dice fall here, fell at the table, or are lost."""

RESULTS = ("pool", "condition", "fact", "place")
"""What comes of a deed, as the referee's hand says it."""


def outcome(seen: Combat, chance: Random) -> dict[str, Any]:
    """The rolls and the results of a deed."""
    rolls = chance.sample(ROLLS, chance.randint(0, 2))
    said = (RULINGS[chance.choice(RESULTS)](seen, chance) for _ in range(chance.randint(0, 3)))
    results = [dict(each["change"]) for each in said if each]
    if chance.random() < 0.3:
        who = chance.choice([member.subject for member in seen.roster.present()])
        results.append({"what": "pool", "subject": who, "pool": "points", "delta": 2})
    for result in results:
        result.pop("parent", None)
    return {"rolls": rolls, "results": results}
