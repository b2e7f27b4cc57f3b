"""The audit: of one combat or of many, who overruled what, and whether the dice were fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from projections.audit.findings import AuditedEntry, Facts, Fight
from projections.audit.luck import Luck, luck
from projections.audit.usage import Go, Unused

MOST_TURNS = 10


class Person(NamedTuple):
    """What somebody did, counted.

    Steps, and how many were `reports` of what another program or the table saw; rulings, overrides,
    what was kept `against` the rules, answers for others, rulings on own cases, corrections; moves
    of the head without asking, and those that `overruled` others; undo requests and how they ended;
    and who vouches for the dice in the steps that this person entered. Who enters a roll need not
    play the roller: `luck` by person gives dice to the player of the roller.
    """

    name: str
    steps: int
    reports: int
    ruling: int
    override: int
    against: int
    on_behalf: int
    own_case: int
    correction: int
    moved: int
    overruled: int
    asked: int
    agreed: int
    refused: int
    expired: int
    allowed: int
    withdrawn: int
    service: int
    typed: int
    witnessed: int
    reported: int


class LetPass(NamedTuple):
    """How often somebody was asked for a reaction, let it pass, or was barred from any."""

    who: str
    asked: int
    passed: int
    barred: int


class OnClause(NamedTuple):
    """The rulings on one clause; without a clause, those that name none."""

    clause: str
    times: int
    rulings: tuple[AuditedEntry, ...]


class AuditReport(NamedTuple):
    """The audit of one combat or of a whole campaign, as its reader sees it.

    Dice of one size are taken together, for each person, each source of a person's dice, each of
    those who rolled, and each purpose; the p-value is two-sided and exact. Dice that another
    program reported are no evidence of luck here: they are counted among the sources alone. Only
    the longest turns are told. Where there are `gaps`, something was not logged: all counts and
    all luck are then of a part of what happened.
    """

    fights: tuple[Fight, ...]
    people: tuple[Person, ...]
    irregular: tuple[AuditedEntry, ...]
    rulings: tuple[OnClause, ...]
    luck: tuple[Luck, ...]
    unused: tuple[Unused, ...]
    passed: tuple[LetPass, ...]
    turns: tuple[Go, ...]
    gaps: tuple[AuditedEntry, ...] = ()


def report(found: Sequence[Facts]) -> AuditReport:
    """The audit of some combats, taken together; people and fighters go by their names."""
    unused = (one for facts in found for one in facts.usage.unused_points())
    turns = (go._replace(combat=facts.fight.combat) for facts in found for go in facts.usage.turns)
    return AuditReport(
        tuple(facts.fight for facts in found),
        _people(found),
        tuple(one for facts in found for one in facts.irregular),
        _by_clause(one for facts in found for one in facts.rulings),
        luck(fell for facts in found for fell in facts.fell),
        # Of several combats each has its own, since pools differ by game.
        tuple(sorted(unused, key=lambda row: -row.times)),
        tuple(_missed_reactions(found)),
        tuple(sorted(turns, key=lambda go: (-go.seconds, -go.steps))[:MOST_TURNS]),
        tuple(one for facts in found for one in facts.gaps),
    )


def _people(found: Iterable[Facts]) -> tuple[Person, ...]:
    """Return what each person did, those with the most steps first."""
    people: dict[str, Counter[str]] = {}
    for facts in found:
        for name, did in facts.people.items():
            people.setdefault(name, Counter()).update(did)
    kinds = [field.replace("_", " ") for field in Person._fields[1:]]
    rows = (Person(name, *(did[kind] for kind in kinds)) for name, did in people.items())
    return tuple(sorted(rows, key=lambda row: (-row.steps, row.name)))


def _by_clause(rulings: Iterable[AuditedEntry]) -> tuple[OnClause, ...]:
    """Rulings by clause, the most contended first."""
    by: dict[str, list[AuditedEntry]] = {}
    for one in rulings:
        by.setdefault(one.clause, []).append(one)
    rows = (OnClause(clause, len(those), tuple(those)) for clause, those in by.items())
    return tuple(sorted(rows, key=lambda row: (-row.times, row.clause)))


def _missed_reactions(found: Iterable[Facts]) -> Iterator[LetPass]:
    """Who let reactions pass; those who did so most often first."""
    asked, passed, barred = Counter[str](), Counter[str](), Counter[str]()
    for facts in found:
        asked.update(facts.usage.asked)
        passed.update(facts.usage.passed)
        barred.update(facts.usage.barred)
    for who in sorted(asked, key=lambda who: (-passed[who], who)):
        yield LetPass(who, asked[who], passed[who], barred[who])
