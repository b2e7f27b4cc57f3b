"""Whose turn comes next: by ending the running one in a rehearsal, or as another program says."""

from __future__ import annotations

from collections.abc import Iterator

from domain.dice.recorded_dice import NeedsDice, RecordedDice
from domain.engine.settle import settle
from domain.ruleset.ruleset import Queue, Ruleset
from domain.ruleset.stage_list import END, Todo
from domain.state.combat import Combat
from domain.state.course.clock import Clock
from domain.state.exchange import Exchange
from domain.state.viewer import TABLE
from domain.step.step import Step


def turn_after(combat: Combat, rules: Ruleset) -> str:
    """Return who has a turn once the running one has ended; empty where somebody is asked first.

    What is under way in the turn is taken to be over. Nobody can say what follows on dice.
    """
    idle = combat._replace(exchange=Exchange())
    step = Step(idle, rules, RecordedDice(0, (), idle), 0, TABLE)
    try:
        settle(step, Todo("turn", END) if combat.clock.actors else None)
    except NeedsDice:
        return ""
    # Where nothing happened, as in a fight that is over, those whose turn it was still have it.
    return next(iter(step.actors()), "") if step.drafts and not step.question() else ""


def reported_turns(clock: Clock, queue: Queue) -> Iterator[str]:
    """Yield whose reported turns are to come after the running one; held ones after all others."""
    later, running, held = {*queue.held, *queue.skipped}, list(_using_up(clock)), []
    for who in (who for group in queue.waiting for who in group):
        if who in running:
            running.remove(who)
        elif who not in later:
            yield who
        elif who in queue.held:
            held.append(who)
    yield from held


def _using_up(clock: Clock) -> tuple[str, ...]:
    """Whose turn runs and uses up a place in the order; an extra one does not."""
    turn = clock.span("turn")
    return turn.who if turn and not turn.extra else ()
