"""Sentences about somebody: one text from which programs read ids, and people names.

Whoever is meant by an id stands in it between two marks, which no id and no text of people's can
hold. `plain` takes them away; `with_names` puts a name between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

_BEGIN, _END = "\ue000", "\ue001"
"""Characters for private use: nothing that is typed or called by any name has them."""

_MEANT = re.compile(f"{_BEGIN}([^{_END}]*){_END}")


def by_name(who: str) -> str:
    """Somebody in a sentence, or something that may be somebody: `f"{by_name(who)} is prone"`."""
    return f"{_BEGIN}{who}{_END}" if who else ""


def format_value(value: object) -> str:
    """A value that was said, as it is written; who is named in it goes by name for people."""
    if isinstance(value, list):
        return f"[{', '.join(map(format_value, value))}]"
    said = repr(value)
    return f"{said[0]}{by_name(said[1:-1])}{said[-1]}" if isinstance(value, str) else said


MOST_NAMES = 12
"""How many names a sentence lists."""


def unknown_name(name: str, shown: str, known: Sequence[str]) -> str:
    """Say that nothing has a name, `shown` as it was typed, and what there is, the likest first."""
    why, names = f"nothing here is called {shown}", {plain(each): each for each in known}
    told = dict.fromkeys((*get_close_matches(name, names, cutoff=0.75), *names))
    return f"{why}; known here: {list_names([names[each] for each in told])}" if told else why


def list_names(names: Sequence[str]) -> str:
    """List names in a sentence, at most a dozen: `hp, luck and 5 more`."""
    if (more := len(names) - MOST_NAMES) > 0:
        return f"{', '.join(names[:MOST_NAMES])} and {more} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def plain(said: str) -> str:
    """A sentence as programs read it, with ids."""
    return said.replace(_BEGIN, "").replace(_END, "")


def with_names(said: str, name: Callable[[str], str]) -> str:
    """A sentence as people read it, with names."""
    return _MEANT.sub(lambda found: name(found[1]), said)


def ids_in(said: str) -> tuple[str, ...]:
    """The ids of those who are named in a sentence."""
    return tuple(found[1] for found in _MEANT.finditer(said))
