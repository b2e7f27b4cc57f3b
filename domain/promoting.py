"""Promoting a fork: what was tried apart is said again in the combat, by the table's consent.

Nothing of a fork's outcomes is taken over: its commands are decided again on the line of play, with
the dice of that line. So whoever opens twenty forks and promotes the best has gained nothing but
the order of what he says. Whoever is spoken for in it has to agree, as whoever is touched by going
back to where the fork began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain import commands as c
from domain import events as e
from domain.learned import Company
from domain.receipt import Agreement, Receipt
from domain.seats import REFEREE
from domain.wire import Entry

PROMOTE = "promote"
"""How a request to promote a fork goes to work."""


def bare(command: c.Command) -> c.Command:
    """A command without what fell or was drawn for it elsewhere."""
    match command:
        case c.Deed():
            return command.model_copy(update={"faces": {}})
        case c.Answer():
            return command.model_copy(update={"faces": None, "card": "", "witness": ""})
        case c.Roll():
            return command.model_copy(update={"faces": None})
        case c.Draw():
            return command.model_copy(update={"card": ""})
    return command


def spoken_for(steps: Sequence[Sequence[Entry]], company: Company) -> Mapping[str, int]:
    """Everybody in whose place somebody else spoke in a fork, and in how many of its steps.

    A pass counts as any other answer: in a fork it was said for him.
    """
    counts: dict[str, int] = {}
    for step in steps:
        speaker = company.person(step[0].meta.by)
        owners = (_of(subject, company) for subject in _subjects(step))
        others = (who for found in owners if speaker not in found for who in found)
        for who in dict.fromkeys(others):
            counts[who] = counts.get(who, 0) + 1
    return counts


def _subjects(step: Sequence[Entry]) -> Iterator[str]:
    """Those for whom a step was said: the one it names, and everybody who answered in it."""
    first = step[0]
    who = getattr(first.event, "who", "")
    yield first.meta.behalf or (who if isinstance(who, str) else next(iter(who), ""))
    yield from (x.event.who for x in step if isinstance(x.event, e.Answered))


def _of(subject: str, company: Company) -> tuple[str, ...]:
    """Who decides for a subject: those who play it, else the referee."""
    return company.owners(subject) or (REFEREE,)


def promotion(receipt: Receipt, spoken: Mapping[str, int], asker: str) -> Receipt:
    """The receipt of going back to where a fork began, with those who are spoken for in it."""
    whom = {who: _would_be_made(n) for who, n in spoken.items() if who != asker}
    if receipt.barred or receipt.policy == "free" or not whom:
        return receipt
    if receipt.policy == "referee":
        whom = {} if asker == REFEREE else {REFEREE: "the referee decides at this table"}
    must = {one.who: one.why for one in receipt.must}
    for who, why in whom.items():
        must[who] = "; ".join(filter(None, [must.get(who, ""), why]))
    return receipt._replace(must=tuple(Agreement(who, why) for who, why in must.items()))


def _would_be_made(number: int) -> str:
    many = "decision" if number == 1 else "decisions"
    return f"{number} {many} would be made in their place"
