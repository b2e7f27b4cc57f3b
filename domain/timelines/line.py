"""One line of a timeline: its number, its kind and its fields, checked before they are used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

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

_OBJECTS = {"clock": "set", "cond_began": "cond", "cond_changed": "set", "state": "state"}


class Line(NamedTuple):
    """One line. `place` is where it stands, as people say it; `n` its own number, which is its id."""

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
    def fault(self) -> str:
        """Why this line says nothing that can be used; empty where it does."""
        if self.k not in WANTED:
            return f'No kind of line is called "{self.k}".'
        missing = [name for name in WANTED[self.k] if self.get(name) is None]
        if missing:
            return f"It does not say {' and '.join(missing)}."
        if (name := _OBJECTS.get(self.k)) and not isinstance(self.get(name), Mapping):
            return f"Its {name} is no object."
        if self.k == "order" and not isinstance(self.get("order"), list):
            return "Its order is no list."
        return ""


def as_words(value: Any) -> str:
    """Return an id or another plain value as words: 64 as `64`; empty for none."""
    return "" if value is None else str(value)


def numbered(lines: Iterable[Said], *, by_row: bool = False) -> Iterator[Line]:
    """Yield lines with their places; one that has no number has that of its place from 0.

    With `by_row` they stand in a file of another form, in which their row is their place.
    """
    for at, said in enumerate(lines, 1):
        row, n = said.get("src") if by_row else None, said.get("n")
        place = f"line {at}" if row is None else as_words(row)
        yield Line(place, as_words(at - 1 if n is None else n), as_words(said.get("k")), said)
