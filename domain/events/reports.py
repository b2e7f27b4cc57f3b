"""What was reported from outside: who said it, and what nobody logged."""

from __future__ import annotations

from domain.events.values import Event


class Reported(Event):
    """Another program or the table reported what stands in this step.

    `source` says it, under its external `id`, at `time` as the source wrote it. `act` is the act
    that was reported, done by `who`, and `known_as` its external id. `effect` is what else it comes
    from, `of` whom; `since` are the acts of which any may be the cause. What was `inferred` no log
    of the source said: it shows in its state. It stands in the `row` of the source.
    """

    source: str
    id: str = ""
    time: str = ""
    row: str = ""
    act: str = ""
    who: str = ""
    known_as: str = ""
    effect: str = ""
    of: str = ""
    since: tuple[str, ...] = ()
    inferred: bool = False


class Gap(Event):
    """Something was not logged here: `says` so many `what`, or some where nobody knows how many."""

    says: int | None = None
    what: str = ""
