"""Refusals: which clause a command breaks, why, what it lacks, and what would be legal there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from domain.ruleset.messages import plain

Numbers = Mapping[str, int | float]
"""The figures of a refusal, in displayed points."""

NeedKind = Literal[
    "points",
    "distance",
    "condition",
    "fact",
    "target",
    "trait",
    "setting",
    "turn",
    "time",
    "answer",
    "limit",
    "item",
]
"""Of what kind something missing is.

Points are those of a pool, a trait is on the sheet, a setting is of the table, a turn is somebody's
go, a time is a phase, a question or an act that is answered, an answer is somebody's to what is
asked, a limit is how often or how many, an item is had, held, ready or free. Of a target it is
said what it has to be.
"""

NeedValue = int | float | str | bool | tuple[str, ...]


class Need(NamedTuple):
    """Something that a refused command lacks: `what`, of `who`, as it is `wanted` and as it is.

    What there is has to `compare` with what is wanted: 3 points with `>=` 4, say. Ids stand for
    people, also as values.
    """

    kind: NeedKind
    what: str
    who: str = ""
    wanted: NeedValue = True
    has: NeedValue = False
    compare: Literal["=", "!=", ">=", "<=", "<", ">"] = "="

    def numbers(self) -> dict[str, int | float]:
        """Return its figures, by the names that they have in a refusal."""
        wanted, has = _FIGURES.get(self.kind, ("wanted", self.what))
        wanted = "least" if wanted == "most" and self.compare == ">=" else wanted
        said = {wanted: self.wanted, has: self.has}
        return {n: v for n, v in said.items() if isinstance(v, int | float) and v is not bool(v)}


_FIGURES = {"points": ("cost", "left"), "limit": ("most", "done")}


def free_of(state: str, who: str) -> Need:
    """What is missing to somebody who is in a state, as they may not be."""
    return Need("condition", state, who, wanted=False, has=True)


def not_yet(what: str, who: str, done: int = 1, most: int = 1) -> Need:
    """What is missing where something was done as often as it may be."""
    return Need("limit", what, who, most, done, "<=" if done > most else "<")


def answers_of(people: Iterable[str], what: str) -> Iterator[Need]:
    """The answers that are waited for, to a question or a request."""
    return (Need("answer", what, who) for who in people)


class Refused(Exception):
    """A command that the rules do not allow now: the clause it breaks, why, and what it lacks.

    `pointer` names the part of the command that is at fault, where one is, and `legal` what may
    stand there instead. `cites` the act or condition, by its id, that stands in the way: people are
    told the number of its entry, as of any other `entry`. Nothing has changed. Who is named
    `by_name` in the reason goes by their id in `why`; `said` is the same with the marks, from which
    people are told their name.
    """

    def __init__(
        self,
        clause: str,
        why: str,
        numbers: Numbers | None = None,
        pointer: str = "",
        cites: str = "",
        missing: Iterable[Need] = (),
        legal: Iterable[Any] | None = None,
        entry: int | str = "",
    ):
        self.said, self.why = why, plain(why)
        super().__init__(f"{self.why} ({clause})" if clause else self.why)
        self.clause, self.pointer, self.cites = clause, pointer, cites
        self.missing = tuple(missing)
        self.legal = None if legal is None else tuple(legal)
        self.entry = str(entry)
        self._numbers = numbers or {}

    @property
    def numbers(self) -> dict[str, int | float]:
        """The figures behind it: those of what is missing, and its own."""
        lacks = {name: value for need in self.missing for name, value in need.numbers().items()}
        return lacks | dict(self._numbers)

    def but(self, **changes: Any) -> Refused:
        """The same refusal with other parts."""
        parts = {
            "clause": self.clause,
            "why": self.said,
            "numbers": self._numbers,
            "pointer": self.pointer,
            "cites": self.cites,
            "missing": self.missing,
            "legal": self.legal,
            "entry": self.entry,
        }
        return Refused(**parts | changes)


class Forbidden(Exception):
    """A command for somebody whom the asker does not play; `said` names people as Refused does."""

    def __init__(self, why: str):
        super().__init__(plain(why))
        self.said = why
