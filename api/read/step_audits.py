"""A whole combat judged again under today's rules, page by page, so that play goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import groupby

from api.combats.open_combat import OpenCombat
from api.handlers.correction_preview import said_by
from domain.rerun.rerun import played_step
from domain.rerun.step_audit import redecide_step
from domain.state.combat import evolve
from domain.state.viewer import PUBLIC
from projections.audit.step_audits import JudgedStep, Rejudging, rejudging

PAGE = 100
"""Steps that are judged while the combat is held."""

Holding = Callable[[], AbstractContextManager[OpenCombat]]


def rejudged_combat(held: Holding) -> Rejudging:
    """The report on all steps of play, undone ones as well, up to where the combat stands now.

    `held` gives the combat behind its lock. Cost: one decision a step.
    """
    with held() as combat:
        rules, steps = combat.rules, combat.line.steps
    return rejudging(_steps(held, steps), rules)


def _steps(held: Holding, steps: int) -> Iterator[JudgedStep]:
    for first in range(1, steps + 1, PAGE):
        with held() as combat:
            page = tuple(_page(combat, first, min(first + PAGE - 1, steps)))
        yield from page


def _page(combat: OpenCombat, first: int, last: int) -> Iterator[JudgedStep]:
    """Some steps, each with the state before it; what is on the way is folded but once."""
    line = combat.line
    entries = combat.entries(line.first(first), line.last(last), kept=True)
    node, state = 0, combat.moments.at(0)
    for number, group in groupby(entries, key=lambda entry: entry.step):
        step = tuple(group)
        if not step[0].is_play:
            continue
        if node != (parent := step[0].meta.parent or 0):
            state = combat.moments.at(parent)
        public, found = str(step[0].meta.number), None
        if step[0].kept is not None:
            is_seen = not combat.numbers.hides_from(PUBLIC)
            seen = state if is_seen else combat.view(PUBLIC, parent)
            played = played_step(step, said_by(combat, step[0]))
            found = redecide_step(state, played, combat.rules, seen)
        yield JudgedStep(public, step, state, line.standing(number), found)
        for entry in step:
            state = evolve(state, entry.event, entry.meta.answers)
        node = step[-1].seq
