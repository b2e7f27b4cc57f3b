"""What the referee does beside the options: who comes and goes, adjustments, table options, dice.

Each gives a command that is mostly legal in the state that everybody sees, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from domain.state.combat import Combat
from tests.support.playouts import vocabulary as words

MOST_HERE = 9
"""So many may be here before nobody else comes in."""

Said = dict[str, Any]
Ruling = Callable[[Combat, Random], Said | None]


def _here(seen: Combat) -> list[str]:
    return [member.subject for member in seen.roster.present()]


def _able(seen: Combat) -> list[str]:
    kinds = ("combatant", "creature", "unit")
    return [member.subject for member in seen.roster.present() if member.kind in kinds]


def _join(seen: Combat, chance: Random) -> Said | None:
    """Somebody new, or one who has left comes back."""
    members = seen.roster.members
    if len(_here(seen)) >= MOST_HERE:
        return None
    gone = [who for who, member in members.items() if not member.here]
    if gone and chance.random() < 0.5:
        who = chance.choice(gone)
        return {"type": "join", "subject": who, "kind": members[who].kind}
    kind = chance.choice(words.KINDS)
    newcomer = {
        "subject": f"{kind}{len(members)}",
        "kind": kind,
        "side": chance.choice(words.SIDES),
    }
    return {"type": "join", **newcomer, "traits": words.sheet(chance, kind)}


def _leave(seen: Combat, chance: Random) -> Said | None:
    here = _here(seen)
    return {"type": "leave", "who": chance.choice(here)} if len(here) > 4 else None


def _adjust(change: Said) -> Said:
    return {"type": "adjust", "change": change, "note": "so it is"}


def _pool(seen: Combat, chance: Random) -> Said | None:
    """A pool of anybody or anything: more, less, set, its limits, temporary points."""
    if not (here := _here(seen)):
        return None
    pool, _, key = chance.choice(words.POOLS).partition("/")
    change: Said = {"what": "pool", "subject": chance.choice(here), "pool": pool, "key": key}
    ways: tuple[Said, ...] = (
        {"delta": chance.choice((-4, -1, 2))},
        {"to": chance.randint(0, 9)},
        {"least": chance.choice((0, -2)), "most": chance.choice((6, 12))},
        {"least": "none", "most": "none"},
        {"to": chance.randint(0, 6), "most": 6},
        {"to": chance.randint(0, 5), "key": "temporary"},
    )
    return _adjust(change | chance.choice(ways))


def _until(seen: Combat, chance: Random) -> Said:
    left = chance.choice((1, 1, 1, 2, 4_800))
    if chance.random() < 0.5:
        return {"span": "round", "left": left, "edge": chance.choice(("begin", "end"))}
    whose = chance.choice((*_able(seen), ""))
    return {"span": "turn", "left": left, "edge": chance.choice(("begin", "end")), "whose": whose}


def _condition(seen: Combat, chance: Random) -> Said | None:
    """A state begins on anybody or anything, with some of all that can be said of it."""
    if not (here := _here(seen)):
        return None
    kind = chance.choice(("field", "thing", "side", "combatant", "combatant", "combatant"))
    few = [m.subject for m in seen.roster.present() if m.kind == kind] or here
    change: Said = {"what": "condition", "subject": chance.choice(few)}
    change["name"] = chance.choice(words.STATES)
    parts: Said = {
        "level": chance.randint(-1, 3),
        "toward": chance.choice(here),
        "at": "left arm",
        "until": _until(seen, chance),
        "source": chance.choice(here),
        "parent": chance.choice((*seen.conditions.all, "")),
        "concentration": chance.random() < 0.5,
    }
    return _adjust(change | {k: v for k, v in parts.items() if chance.random() < 0.4})


def _change(seen: Combat, chance: Random) -> Said | None:
    """A state that stands gets another level, target or end."""
    if not seen.conditions.all:
        return None
    condition = chance.choice(list(seen.conditions.all.values()))
    parts: Said = {
        "level": chance.randint(0, 4),
        "toward": chance.choice(_here(seen) or [""]),
        "until": _until(seen, chance),
    }
    said = {k: v for k, v in parts.items() if chance.random() < 0.5} or {"endless": True}
    change = {"what": "condition-change", "subject": condition.subject, "name": condition.id}
    return _adjust(change | said)


def _end(seen: Combat, chance: Random) -> Said | None:
    if not seen.conditions.all:
        return None
    condition = chance.choice(list(seen.conditions.all.values()))
    change = {"what": "condition", "subject": condition.subject, "name": condition.id}
    return _adjust(change | {"begin": False})


def _fact(seen: Combat, chance: Random) -> Said | None:
    if not (here := _here(seen)):
        return None
    value = chance.choice((chance.randint(-3, 20), "elf", "giant", True, False))
    kind = chance.choice(("field", "thing", "side", "combatant"))
    few = [m.subject for m in seen.roster.present() if m.kind == kind] or here
    change: Said = {"what": "fact", "of": chance.choice(few), "name": chance.choice(words.FACTS)}
    toward = {"toward": chance.choice(here)} if chance.random() < 0.3 else {}
    return _adjust(change | {"value": value} | toward)


def _place(seen: Combat, chance: Random) -> Said | None:
    if not (here := _here(seen)):
        return None
    subject, place = chance.choice(here), chance.choice(words.ZONES)
    return _adjust({"what": "place", "subject": subject, "place": place})


def _order(seen: Combat, chance: Random) -> Said | None:
    """Who comes when, by names or by scores; somebody may have several turns."""
    if not (able := _able(seen)):
        return None
    change: Said = {"what": "order", "scope": "order"}
    if chance.random() < 0.5:
        some = chance.sample(able, chance.randint(1, len(able)))
        return _adjust(change | {"scores": {who: words.score(chance) for who in some}})
    more = [chance.choice(able)] if chance.random() < 0.3 else []
    return _adjust(change | {"order": chance.sample(able, len(able)) + more})


def _rule(seen: Combat, chance: Random) -> Said | None:
    """The table plays otherwise from now on."""
    point = chance.choice(list(words.SETTINGS))
    return {"type": "rule", "point": point, "value": chance.choice(words.SETTINGS[point])}


def _roll(seen: Combat, chance: Random) -> Said | None:
    who = chance.choice((*_here(seen), "referee"))
    return {"type": "roll", "who": who, "sides": 20, "purpose": "luck", "count": 2}


RULINGS: dict[str, Ruling] = {
    "join": _join,
    "leave": _leave,
    "pool": _pool,
    "condition": _condition,
    "change": _change,
    "end": _end,
    "fact": _fact,
    "place": _place,
    "order": _order,
    "rule": _rule,
    "roll": _roll,
}
"""A way to something else for each name; others add theirs here."""
