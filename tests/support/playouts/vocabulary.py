"""Words and sheets of a game that nobody has heard of, drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

POOLS = ("hp", "HP", "mana", "mana/red", "rage", "rounds", "their luck", "points")
"""Pools, some called like parts of commands, one with a key, one in capitals."""

STATES = ("stunned", "burning", "down", "dead", "blessed", "Concentrating", "prone")
"""States of any name, among them those that say who is down."""

OF_THE_ORDER = ("Delaying", "INTERRUPTED", "ready")
"""States by which turns go, in any letters; at times somebody begins one by hand."""

FACTS = ("armour class", "species", "mounted", "stance", "hp of old", "zone of control")
VALUES = ("15", "-3", "elf", "yes", "no", "false", "half 1/2", "a, b; c")
DEEDS = ("strikes", "sings", "throws the harpoon", "begin", "cost hp")
ZONES = ("the deck", "the sea", "the crow's nest")
SIDES = ("crew", "sea", "")
KINDS = ("combatant",) * 8 + ("creature", "unit", "side", "thing", "field", "card")
"""Kinds of those who come in, most of them fighters."""

ORDERS = ("rolled once", "rolled each round", "by hand", "by side", "as added", "free")
TIED = (
    {"order ties": "rolled off", "order dice": "1d4"},
    {"order ties": "together", "order dice": "1d4"},
)
"""How the first fights play, of those whose order is rolled, so that there are ties."""

REPORTED = 4
"""One in so many fights is reported from outside."""

TIES = ("as added", "by bonus", "rolled off", "together")
SETTINGS = {
    "order": ORDERS,
    "order ties": TIES,
    "order dice": ("1d20", "2d6", "1d4"),
    "down": ("skipped", "asked", "as usual"),
    "answers": ("when said", "always"),
    "budgets": ("kept", "loose"),
}


def settings(seed: int) -> dict[str, str]:
    """Return how a table plays, one value for each open point; fights differ in all of them."""
    nth, chance = seed - seed // REPORTED, Random(seed)
    said = {point: chance.choice(values) for point, values in SETTINGS.items()}
    said |= {"order": "reported" if is_reported(seed) else ORDERS[nth % len(ORDERS)]}
    return said | (TIED[nth] if nth < len(TIED) else {})


def is_reported(seed: int) -> bool:
    """True for fights whose turns come as another program reports them."""
    return seed % REPORTED == REPORTED - 1


def score(chance: Random) -> Any:
    """Return a score of an order: whole, exact, or one for each of several turns."""
    one = chance.choice((chance.randint(1, 2), f"{chance.randint(1, 20)}.{chance.randint(1, 99)}"))
    return [one, chance.randint(1, 20)] if chance.random() < 0.3 else one


def sheet(chance: Random, kind: str) -> dict[str, Any]:
    """Return a sheet: pools with limits and temporary points, facts, a place in the order."""
    traits: dict[str, Any] = {"armour class": chance.randint(8, 20), "species": "elf"}
    if kind == "card":
        return traits
    hp = chance.randint(1, 12)
    traits[chance.choice(("hp", "hp", "HP"))] = hp if chance.random() < 0.4 else _pool(chance, hp)
    traits["pools"] = {"mana": _pool(chance, 3), "luck": {"current": 2, "each": "round"}}
    if chance.random() < 0.3:
        traits["score"] = score(chance)
    if chance.random() < 0.7:
        traits |= {"initiative": chance.randint(-2, 5), "zone": chance.choice(ZONES)}
    return traits


def _pool(chance: Random, holds: int) -> dict[str, Any]:
    parts: dict[str, Any] = {"current": chance.randint(0, holds), "most": holds + 2}
    if chance.random() < 0.5:
        parts["least"] = chance.choice((0, -3))
    if chance.random() < 0.5:
        parts["temporary"] = chance.randint(0, 5)
    if chance.random() < 0.3:
        parts["each"] = chance.choice(("round", "turn"))
    return parts
