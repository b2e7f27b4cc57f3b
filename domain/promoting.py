"""Promoting a fork: what was tried apart is said again in the combat, by the table's consent.

Nothing of a fork's outcomes is taken over: its commands are decided again on the line of play, with
the dice of that line. So whoever opens twenty forks and promotes the best has gained nothing but
the order of what he says. Whoever's decisions it would make has to agree, as whoever is touched by
going back to where the fork began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain import commands as c
from domain import events as e
from domain.decide import is_the_referees
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


class Spoken(NamedTuple):
    """Whose decisions a fork would make, each in how many of its steps.

    `referees` is how many of its steps nobody but the referee may say.
    """

    decisions: Mapping[str, int] = {}
    referees: int = 0


def spoken_for(steps: Sequence[Sequence[Entry]], company: Company, asker: str) -> Spoken:
    """Everybody but the asker whose decisions a fork would make in the combat.

    Be it that he said them in the fork himself: there he only tried them. A pass counts as any
    other answer: in a fork it was said for him.
    """
    counts, alone = dict[str, int](), 0
    for step in steps:
        owners = (_of(subject, company) for subject in _subjects(step))
        others = (who for found in owners if asker not in found for who in found)
        for who in dict.fromkeys(others):
            counts[who] = counts.get(who, 0) + 1
        alone += _is_the_referees(step, company)
    return Spoken(counts, alone)


def _is_the_referees(step: Sequence[Entry], company: Company) -> bool:
    """True for a step that whoever plays in a fork says there with the rights of the referee."""
    kept = step[0].kept
    return kept is not None and is_the_referees(kept.command, company.roster.mode)


def _subjects(step: Sequence[Entry]) -> Iterator[str]:
    """Those for whom a step was said: the one it names, and everybody who answered in it."""
    first = step[0]
    who = getattr(first.event, "who", "")
    yield first.meta.behalf or (who if isinstance(who, str) else next(iter(who), ""))
    yield from (x.event.who for x in step if isinstance(x.event, e.Answered))


def _of(subject: str, company: Company) -> tuple[str, ...]:
    """Who decides for a subject: those who play it, else the referee."""
    return company.owners(subject) or (REFEREE,)


def promotion(receipt: Receipt, spoken: Spoken, asker: str) -> Receipt:
    """The receipt of going back to where a fork began, with those whose decisions it would make.

    What only the referee may say asks him under every policy.
    """
    must = {one.who: one.why for one in receipt.must}
    if receipt.barred:
        return receipt
    for who, why in _asked_besides(receipt.policy, spoken, asker).items():
        must[who] = "; ".join(filter(None, [must.get(who, ""), why]))
    return receipt._replace(must=tuple(Agreement(who, why) for who, why in must.items()))


def _asked_besides(policy: str, spoken: Spoken, asker: str) -> dict[str, str]:
    """Who has to agree because of what a fork says, and why."""
    whom = {who: _would_be_made(n) for who, n in spoken.decisions.items() if policy != "free"}
    if policy == "referee" and whom:
        whom = {REFEREE: "the referee decides at this table"}
    if spoken.referees:
        whom.setdefault(REFEREE, "only the referee may say some of it")
    return {who: why for who, why in whom.items() if who != asker}


def _would_be_made(number: int) -> str:
    return f"{number} {'decision' if number == 1 else 'decisions'} of theirs would be made"
