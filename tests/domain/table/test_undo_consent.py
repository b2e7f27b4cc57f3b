"""Who must agree to going back is what a fair judge would say, in every labelled situation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain import commands as c
from domain.log.codec import Entry, Meta
from domain.state.combat import EMPTY, Combat, evolve
from domain.table.table import Seat
from domain.table.undo_consent import Receipt, receipt
from domain.table.undo_impact import Company, Crossing
from tests.support.story import Story
from tests.support.undo_situations.situation import REFEREE, Situation
from tests.support.undo_situations.situations import SITUATIONS

ALL = [(game, one) for game, rows in SITUATIONS.items() for one in rows]


def seats(situation: Situation) -> tuple[Seat, ...]:
    """Everybody who plays somebody."""
    plays = enumerate(situation.plays.items(), start=1)
    return tuple(Seat(f"s{n}", who, "player", whom) for n, (who, whom) in plays)


def public(story: Story, first: int, company: Company) -> Iterator[Entry]:
    """What everybody sees of the steps after the first ones, each said by whoever it was for."""
    for number, (step, command) in enumerate(zip(story.steps, story.commands, strict=True), 1):
        who = getattr(command, "who", "")
        by = next(iter(company.owners(who)), "p0") if not is_the_referees(command) else "p0"
        for nth, draft in enumerate(step):
            if number > first and not draft.audience:
                meta = Meta(
                    seq=1,
                    step=number,
                    nth=nth,
                    number=number,
                    parent=1,
                    answers=draft.answers,
                    by=by,
                    behalf=draft.behalf,
                    at=0,
                    basis=draft.basis,
                )
                yield Entry(meta, draft.event)


def is_the_referees(command: c.Command) -> bool:
    return getattr(command, "who", "") in ("", REFEREE)


def judged(situation: Situation) -> Receipt:
    """The receipt of a situation."""
    story = situation.before()
    first, before = len(story.steps), seen(story)
    situation.since(story)
    company = Company(seats(situation), story.combat.roster)
    crossed = tuple(public(story, first, company))
    left, entered = ((), crossed) if situation.forward else (crossed, ())
    crossing = Crossing(left, entered, (), frozenset(before.exchange.acts), before.clock.rounds > 0)
    return receipt(crossing, company, situation.asker, situation.policy, situation.allowance)


def seen(story: Story) -> Combat:
    """The state as everybody sees it."""
    combat = EMPTY
    for draft in (draft for step in story.steps for draft in step):
        if not draft.audience:
            combat = evolve(combat, draft.event, draft.answers)
    return combat


@pytest.mark.parametrize(("game", "situation"), ALL, ids=[f"{g}: {s.name}" for g, s in ALL])
def test_who_must_agree_is_what_a_fair_judge_says(game: str, situation: Situation):
    found = judged(situation)
    assert {one.who for one in found.must} == set(situation.must)
    assert all(one.why for one in found.must) and bool(found.barred) == situation.barred


def test_there_are_enough_of_them_in_every_game():
    assert len(ALL) >= 60 and min(map(len, SITUATIONS.values())) >= 12
    assert len(ALL) == len({(game, one.name) for game, one in ALL})


@pytest.mark.parametrize(("game", "situation"), ALL, ids=[f"{g}: {s.name}" for g, s in ALL])
def test_it_costs_nobody_anything_only_where_nobody_must_agree(game: str, situation: Situation):
    """Back-up cost is nil only where nothing was learned and nobody else decided."""
    found = judged(situation._replace(policy="consent", allowance=0))
    harmless = "it may be taken back" in found.advice
    assert harmless == (not found.must)
    assert not (harmless and (found.cost.dice or found.cost.people))
