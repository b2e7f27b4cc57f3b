"""JSON as programs write it: half signs are replaced, and what is nested too deep is none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

MOST_DEPTH = 100
"""How deep lists and objects may stand in each other."""

_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)
_HALF = re.compile("[\ud800-\udfff]")
_UNKNOWN = "\ufffd"
"""What stands for a sign of which a program wrote only half, such as an emoji that was cut."""

Pairs = Callable[[list[tuple[str, Any]]], Any]


def loaded(text: str, pairs: Pairs | None = None) -> Any:
    """Return the value of a JSON text; None where it is none, or nested too deep."""
    try:
        value = json.loads(_whole_signs(text.lstrip("\ufeff")), object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        return None
    return None if _is_deep(value) else value


def _whole_signs(text: str) -> str:
    """Return a text in which each half of a sign is replaced, written out or as an escape."""
    text = _HALF.sub(_UNKNOWN, text)
    return _ESCAPE.sub(_replaced, text) if "\\ud" in text or "\\uD" in text else text


def _replaced(escape: re.Match[str]) -> str:
    return _UNKNOWN if escape["half"] else escape[0]


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MOST_DEPTH):
        level = list(chain.from_iterable(map(_inside, level)))
        if not level:
            return False
    return True


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def as_object(value: Any) -> dict[str, Any]:
    """Return a value that is an object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a value that is a list; an empty one for anything else."""
    return value if isinstance(value, list) else []
