"""One line of a timeline: its number, its kind and its fields, checked before they are used."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.importers.content import content_hash
from domain.timelines.translation import fit

Said = Mapping[str, Any]

WANTED: dict[str, tuple[str, ...]] = {
    "meta": (),
    "join": ("who",),
    "left": ("who",),
    "order": ("order",),
    "clock": ("set",),
    "pool": ("who", "pool"),
    "cond_began": ("who", "id", "cond"),
    "cond_ended": ("who", "id"),
    "cond_ticked": ("who", "id"),
    "cond_changed": ("who", "id", "set"),
    "attr": ("who", "name"),
    "act": (),
    "act_end": ("id",),
    "roll": (),
    "note": (),
    "state": ("state",),
}
"""Every kind of line, with the fields without which it says nothing."""

_OBJECTS = {
    "clock": ("set",),
    "cond_began": ("cond",),
    "cond_changed": ("set",),
    "state": ("state",),
    "pool": ("from", "to"),
}
"""The fields that are objects, where they are said."""

_KINDS: dict[str, type] = {"clock": dict, "order": list, "combatants": dict}
"""The parts of a state, and what each is."""


_LONGEST_LINE = 1_000_000
_LONGEST_ID, _SHOWN_OF_ID = 68, 50
"""How long the id of a line may be, with room for what tells equal ones apart; what is shown."""


class Line(NamedTuple):
    """One line: `place` is where it stands, as people say it; `n` is its id."""

    place: str
    n: str
    k: str
    said: Said

    def get(self, name: str) -> Any:
        """Return a field; None where it is missing."""
        return self.said.get(name)

    def words(self, name: str) -> str:
        """Return a field as words; empty where it is missing."""
        return as_words(self.said.get(name))

    @property
    def who(self) -> str:
        """Whom the line is about, by the id of the source; empty for nobody."""
        return self.words("who")

    @property
    def is_new(self) -> bool:
        """Whether it brings something that was not there: its `from` is null."""
        is_difference = "to" not in self.said and self.get("delta") is not None
        is_first = self.get("from") is None and not is_difference
        return self.k in ("pool", "attr", "cond_began") and is_first

    @property
    def fault(self) -> str:
        """Why this line says nothing that can be used; empty where it does."""
        if self.k not in WANTED:
            return f'No kind of line is called "{self.k}".'
        missing = [name for name in WANTED[self.k] if self.get(name) is None]
        if missing:
            return f"It does not say {' and '.join(missing)}."
        for name in _OBJECTS.get(self.k, ()):
            if self.get(name) is not None and not isinstance(self.get(name), Mapping):
                return f"Its {name} is no object."
        if "who" in WANTED[self.k] and not is_id(self.get("who")):
            return "Its who is no id."
        if self.k == "order" and not is_order(self.get("order")):
            return "Its order is no list of places."
        return "" if self.k != "state" or _is_state(self.get("state")) else "It is no state."


def is_id(value: Any) -> bool:
    """Return whether a value can be the id of somebody."""
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


def is_order(said: Any) -> bool:
    """Return whether a value is a list of places: who stands there, with a score or without."""
    if not isinstance(said, list):
        return False
    firsts = ((each or [None])[0] if isinstance(each, list) else each for each in said)
    return all(map(is_id, firsts))


def _is_state(said: Said) -> bool:
    """Return whether a state has the parts of one, and everybody in it theirs."""
    parts = all(isinstance(said.get(name) or kind(), kind) for name, kind in _KINDS.items())
    people = (said.get("combatants") or {}).values() if parts else ()
    held = ("pools", "conds")
    return (
        parts
        and is_order(said.get("order") or [])
        and all(
            isinstance(one, Mapping)
            and all(_is_table(one.get(part) or {}) for part in held)
            and isinstance(one.get("attrs") or {}, Mapping)
            for one in people
        )
    )


def _is_table(said: Any) -> bool:
    """Return whether a value has an object, or null, under each name."""
    known = isinstance(said, Mapping)
    return known and all(isinstance(each, Mapping | None) for each in said.values())


def as_words(value: Any) -> str:
    """Return an id or another plain value as words: 64 as `64`; empty for none."""
    return "" if value is None else str(value)


def numbered(lines: Iterable[Said], fight: str = "", *, by_row: bool = False) -> Iterator[Line]:
    """Yield lines with their places; one that has no number has the hash of what it says.

    Their numbers are those of a `fight`, where it has an id; one that stands there several times is
    another each time. With `by_row` they stand in a file of another form, in which their row is
    their place.
    """
    seen: Counter[str] = Counter()
    sheet = ""
    for at, said in enumerate(lines, 1):
        row = said.get("src") if by_row else None
        line = Line(
            f"line {at}" if row is None else as_words(row), "", as_words(said.get("k")), said
        )
        n, sheet = _own_id(line, sheet, "src" if by_row else "")
        id = _short(fit(f"{fight} {n}", _LONGEST_LINE))
        seen[id] += 1
        yield line._replace(n=id if seen[id] == 1 else f"{id} ({seen[id]})")


def _own_id(line: Line, sheet: str, beside: str) -> tuple[str, str]:
    """Return the number of a line, or else a hash; and the hash of the sheet that may go on.

    A line of a sheet has the hash of the sheet up to it, since it is reported with the lines above.
    What stands in the field `beside` is no part of what a line says.
    """
    if (n := line.get("n")) is not None:
        return fit(n, _LONGEST_LINE), ""
    said = {name: value for name, value in line.said.items() if name != beside}
    above = sheet if line.is_new else ""
    found = content_hash([above, said])
    return found, found if line.k == "join" or above else ""


def _short(id: str) -> str:
    """Return an id that has room in a report, also where that of the source is longer."""
    if len(id) <= _LONGEST_ID:
        return id
    return f"{id[:_SHOWN_OF_ID]} {hashlib.sha256(id.encode()).hexdigest()[:16]}"
