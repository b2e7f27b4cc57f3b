"""What an explanation is made of: a value, the parts that add up to it, and what else is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from projections.wording.displayed_points import Displayed

What = Literal["pool", "place", "condition", "fact", "roll", "outcome", "question", "entry"]


class Unclear(LookupError):
    """It does not say what is to be explained: why, and what could be meant."""

    def __init__(self, why: str, known: tuple[str, ...] = ()):
        super().__init__(why)
        self.why, self.known = why, known


class ExplainedPart(NamedTuple):
    """One part of a value, and the entry that it comes from.

    `amount` is in displayed points, None where its reader cannot know it or where it is no number;
    `points` is the same as people say it. `cause` is an act or a span of the clock, `because` the
    same in words.
    """

    number: str
    says: str
    amount: Displayed | None = None
    points: str = ""
    cause: str = ""
    because: str = ""
    when: str = ""
    clause: str = ""
    basis: str = ""
    clause_title: str = ""


class Detail(NamedTuple):
    """Something that is known besides, such as since when; the entry that says so, if one does."""

    name: str
    says: str
    number: str = ""


Standing = Literal["waits", "later", "answered", "passed", "passed over", "not needed", "not asked"]


class Seat(NamedTuple):
    """Somebody's place in a window: in which rank, what has become of it, and why.

    `number` is the entry that filled it. `why` is the clause that bars them, or a reason in words.
    """

    who: str
    name: str
    about: str
    rank: int
    state: Standing
    reply: str = ""
    why: str = ""
    number: str = ""


class Window(NamedTuple):
    """An open question: on what, who is asked in which order, and what each has said so far."""

    question: str
    about: str
    says: str
    on: str
    clause: str
    clause_title: str
    until: Literal["all", "first"]
    seats: tuple[Seat, ...]


class Explained(NamedTuple):
    """Why something is as it is.

    Where `adds_up`, the amounts of the parts come to `value`, all in displayed points. Where
    something hidden is in it, `exact` is false and the value is not told.
    """

    what: What
    who: str
    title: str
    value: Displayed | None = None
    points: str = ""
    exact: bool = True
    adds_up: bool = False
    parts: tuple[ExplainedPart, ...] = ()
    details: tuple[Detail, ...] = ()
    window: Window | None = None


def come_to(parts: Sequence[ExplainedPart], value: Displayed | None) -> bool:
    """True where every part has an amount, and they add up to a value."""
    amounts = [part.amount for part in parts if part.amount is not None]
    return value is not None and len(amounts) == len(parts) > 0 and sum(amounts) == value
