"""What another program says that it saw, at random: acts, rolls, changes of every kind, gaps."""

from __future__ import annotations

from random import Random
from typing import Any

from domain.state.combat import Combat
from tests.support.playouts import vocabulary as words

Said = dict[str, Any]

EFFECTS = ("", "poison", "the storm")


def report(seen: Combat, chance: Random) -> Said | None:
    """A report about those who are here, or were."""
    if not seen.roster.present():
        return None
    said: Said = {"type": "report", "source": "avrae", "id": _new(chance, "m")}
    parts: Said = {
        "time": "2026-03-01T19:04:12",
        "act": _act(seen, chance),
        "after": _known(seen, chance),
        "since": [known for known in (_known(seen, chance),) if known],
        "effect": chance.choice(EFFECTS),
        "inferred": True,
        "rolls": [_roll(seen, chance) for _ in range(chance.randint(1, 2))],
    }
    said |= {name: part for name, part in parts.items() if chance.random() < 0.5}
    ways = chance.choices(CHANGES, k=chance.randint(0, 3))
    return said | {"changes": [change for way in ways if (change := way(seen, chance))]}


def _new(chance: Random, sign: str) -> str:
    return f"{sign}{chance.randint(1, 10**9)}"


def _known(seen: Combat, chance: Random) -> str:
    """The external id of an act that was reported before."""
    known = [key for part in seen.reported.acts.values() for key in part]
    return chance.choice(known).partition(" ")[2] if known else ""


def _anybody(seen: Combat, chance: Random) -> str:
    return chance.choice([member.subject for member in seen.roster.present()])


def _act(seen: Combat, chance: Random) -> Said:
    act = {"who": _anybody(seen, chance), "manoeuvre": chance.choice(words.DEEDS)}
    return {**act, "targets": [_anybody(seen, chance)], "id": _new(chance, "x"), "using": "an axe"}


def _roll(seen: Combat, chance: Random) -> Said:
    """A roll with dice of one or more sizes, or a bare total whose faces are lost."""
    roll: Said = {
        "who": _anybody(seen, chance),
        "purpose": "to hit",
        "total": chance.randint(1, 30),
    }
    twenty = {"sides": 20, "faces": [4, 17], "kept": [17], "dropped": [4]}
    dice = chance.choice(((), (twenty,), (twenty, {"sides": 4, "faces": [2]})))
    target = {"target": 15, "outcome": "hit", "text": "2d20kh1 + 1d4"}
    return roll | {"dice": dice, "bonus": 3} | (target if chance.random() < 0.5 else {})


# --- changes ---------------------------------------------------------------------------------


def _pool(seen: Combat, chance: Random) -> Said:
    ways: tuple[Said, ...] = (
        {"delta": chance.choice((-4, 3))},
        {"to": chance.randint(0, 90)},
        {"to": "none"},
        {"to": chance.randint(0, 9), "most": chance.randint(0, 9)},
    )
    pool = {
        "what": "pool",
        "subject": _anybody(seen, chance),
        "pool": chance.choice(("hp", "mana")),
    }
    return pool | chance.choice(ways)


def _began(seen: Combat, chance: Random) -> Said:
    began = {"what": "condition", "subject": _anybody(seen, chance), "id": _new(chance, "c")}
    known = [c.external for c in seen.conditions.all.values() if c.external]
    parts: Said = {
        "until": {"span": chance.choice(("round", "turn")), "left": chance.randint(0, 3)},
        "source": _anybody(seen, chance),
        "parent": chance.choice((*known, "")),
        "detail": {"save": "wisdom", "dc": 15},
        "level": chance.randint(0, 3),
    }
    said = {name: part for name, part in parts.items() if chance.random() < 0.5}
    return began | {"name": chance.choice(words.STATES)} | said


def _standing(seen: Combat, chance: Random) -> Any:
    known = [c for c in seen.conditions.all.values() if c.external]
    return chance.choice(known) if known else None


def _changed(seen: Combat, chance: Random) -> Said | None:
    if (one := _standing(seen, chance)) is None:
        return None
    parts: Said = {
        "left": chance.randint(0, 5),
        "level": chance.randint(0, 5),
        "source": chance.choice(("", _anybody(seen, chance))),
        "detail": {"save": None, "of old": True},
        "endless": chance.random() < 0.2,
    }
    said = {name: part for name, part in parts.items() if chance.random() < 0.5}
    return {"what": "condition-change", "subject": one.subject, "id": one.external} | said


def _ended(seen: Combat, chance: Random) -> Said | None:
    if (one := _standing(seen, chance)) is None:
        return None
    condition = {"what": "condition", "subject": one.subject, "name": one.name}
    return {**condition, "id": one.external, "begin": False}


def _fact(seen: Combat, chance: Random) -> Said:
    value = chance.choice((chance.randint(0, 20), "elf", True, None))
    name = chance.choice(words.FACTS)
    return {"what": "fact", "of": _anybody(seen, chance), "name": name, "value": value}


def _order(seen: Combat, chance: Random) -> Said:
    here = [member.subject for member in seen.roster.present()]
    some = chance.sample(here, chance.randint(1, len(here)))
    scores = (None, 12, "15.14")
    return {"what": "order", "order": [[who, chance.choice(scores)] for who in some]}


def _comes(seen: Combat, chance: Random) -> Said | None:
    """Somebody joins, leaves, or comes back; bare or with all that they bear."""
    members, bare = seen.roster.members, chance.random() < 0.5
    gone = [who for who, member in members.items() if not member.here]
    if gone and chance.random() < 0.6:
        return {"what": "back", "who": chance.choice(gone), "bare": bare}
    if len(members) - len(gone) > 6:
        return {"what": "leave", "who": _anybody(seen, chance), "to": "the pit", "bare": bare}
    kind = chance.choice(words.KINDS)
    return {"what": "join", "subject": f"{kind}{len(members)}", "kind": kind}


def _clock(seen: Combat, chance: Random) -> Said:
    back = chance.random() < 0.4
    turn = chance.choice(([], [_anybody(seen, chance)]))
    parts: Said = {"round": chance.choice((1, 2, 3, "none")), "turn": turn, "taken_back": back}
    return {"what": "clock"} | {k: v for k, v in parts.items() if chance.random() < 0.7}


def _gap(seen: Combat, chance: Random) -> Said:
    return {"what": "gap", "says": chance.choice((None, 2)), "of": "goes"}


CHANGES = (_pool, _began, _changed, _ended, _fact, _order, _comes, _clock, _gap)
"""A change of every kind."""
