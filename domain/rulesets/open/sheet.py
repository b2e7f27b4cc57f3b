"""The sheet of any game: numbers and words as they are, and pools of any name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.events.scores import score_of, score_text
from domain.ruleset.ruleset import Refused, Traits
from domain.ruleset.sheet_readers import Reader, inside, unknown, whole

POOL, REFILL = "pool ", "refill "
INITIATIVE = "initiative"
"""The one number that only alters a roll, that for the order."""

SCORE = "score"
"""The place in the order as it is known already: one score, or one for each turn of a round."""

NEVER, ROUND, TURN = "never", "round", "turn"
MOST = 1_000_000
_number = whole(-MOST, MOST)


def _zone(value: Any, at: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refused("", f"{value!r} is no name of a zone", None, at)
    return value


def _score(value: Any, at: str) -> str:
    given = value if isinstance(value, list) else [value]
    found = [score for each in given if (score := score_of(each)) is not None]
    if not found or len(found) < len(given):
        raise Refused("", f"{value!r} is no score such as 15 or 15.14", None, at)
    return ", ".join(map(score_text, sorted(found, reverse=True)))


_OF_KIND: dict[str, Reader] = {INITIATIVE: _number, SCORE: _score, "zone": _zone}


def sheet(given: Mapping[str, Any]) -> Traits:
    """Flat traits; raises Refused. Every number is a pool as well, but for the initiative.

    `pools` say what each starts at, and when it is filled again:
    {"hp": 12, "pools": {"ap": {"start": 3, "each": "round"}}, "initiative": 2, "zone": "door"}
    """
    traits: Traits = {}
    for key, value in given.items():
        if key == "pools":
            traits |= _pools(value)
        elif key in _OF_KIND:
            traits[key] = _OF_KIND[key](value, inside("/traits", key))
        elif type(value) is int:
            traits |= {key: value} | _pools({key: value})
        elif isinstance(value, bool | int | str):
            traits[key] = value
        else:
            why = f"{key} is neither a number nor a word"
            raise Refused("", why, None, inside("/traits", key))
    return traits


def _pools(given: Any) -> Traits:
    if not isinstance(given, Mapping):
        raise Refused("", "give pools by name, each with its number", None, "/traits/pools")
    traits: Traits = {}
    for name, value in given.items():
        at = inside("/traits/pools", name)
        if not name.strip():
            raise Refused("", f"{name!r} is no name of a pool", None, at)
        many = value if isinstance(value, Mapping) else {"start": value}
        if strange := [key for key in many if key not in ("start", "each")]:
            raise unknown(strange[0], ("start", "each"), inside(at, strange[0]))
        if "start" not in many:
            raise Refused("", f"say at how much {name} starts", {"wanted": "start"}, at)
        traits[POOL + name] = _number(many["start"], at)
        each = many.get("each", NEVER)
        if each not in (NEVER, ROUND, TURN):
            raise Refused("", f"a pool is filled each round or turn, not {each!r}", None, at)
        traits[REFILL + name] = each
    return traits


def opening(traits: Traits) -> dict[str, int]:
    """Every pool of the sheet at its start."""
    return {
        name.removeprefix(POOL): value
        for name, value in traits.items()
        if name.startswith(POOL) and isinstance(value, int)
    }
