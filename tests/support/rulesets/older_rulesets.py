"""Fights that were begun under other rules: what their log names, today's rules do not have.

A stage, a window, a manoeuvre or a phase that was renamed since looks the same from here: the open
fight holds a name that leads nowhere. So every moment of every sample is taken, and names in it are
changed, each stage alone and all together; then play goes on by what the options offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from api.handlers.correction_preview import said_by
from domain import commands as c
from domain.dice.recorded_dice import NeedsDice, RecordedDice, without_faces
from domain.engine.decide import decide
from domain.legality.options import options
from domain.rerun.rerun import Played, played_step
from domain.ruleset.other_revision import as_asked
from domain.ruleset.ruleset import Refused, Ruleset
from domain.ruleset.stage_list import CHANGED, NAMES
from domain.state.combat import Combat
from domain.state.viewer import REFEREE, TABLE
from tests.support.fights.random_play import keyed, pick
from tests.support.goldens.samples import sample_in
from tests.support.renamed_moments import RENAMES, stages_in, stages_renamed

STEPS = 6
"""How far play goes on from each moment by the options alone."""

Rename = Callable[[str], str]


class Moment(NamedTuple):
    """A moment of a sample: its rules, how it stood, and the step that came next."""

    rules: Ruleset
    step: int
    combat: Combat
    next: Played


def moments(fight: Path) -> Iterator[Moment]:
    """Every moment of a sample at which something is under way."""
    with TemporaryDirectory() as folder:
        service, name = sample_in(Path(folder), fight)
        combat = service.combat(name)
        entries = combat.entries(1, combat.line.entries, kept=True)
        for number, group in groupby(entries, key=lambda entry: entry.step):
            step = tuple(group)
            if not step[0].is_play or step[0].kept is None or not step[0].meta.parent:
                continue
            state = combat.moments.at(step[0].meta.parent)
            if state.clock.path:
                rules = replace(combat.rules, takes_over=True)
                yield Moment(rules, number, state, played_step(step, said_by(combat, step[0])))
        service.close()


# --- what is renamed -----------------------------------------------------------------------


def outdated(moment: Moment) -> Iterator[tuple[str, Combat]]:
    """The moment with each of its stages renamed, all of them, and the other names it has."""
    stages = stages_in(moment.combat)
    for stage in stages:
        yield stage, stages_renamed(moment.combat, (stage,))
    if len(stages) > 1:
        yield "all stages", stages_renamed(moment.combat, stages)
    for other in RENAMES:
        if (changed := other(moment.combat)) != moment.combat:
            yield other.__name__, changed


# --- going on ------------------------------------------------------------------------------


class Went(NamedTuple):
    """How play went on: the commands that were accepted, and how often the referee was asked."""

    said: int
    asked: int


def goes_on(moment: Moment, combat: Combat, seed: int) -> Went:
    """Say what was said next, then what is offered; whatever is offered must be accepted."""
    chance, said, asked = Random(seed), 0, 0
    combat = _as_recorded(moment, combat)
    for nth in range(STEPS):
        offered = options(combat, moment.rules, TABLE)
        if not offered and (combat.roster.ended or not combat.clock.path):
            break  # the rounds of the game are over: the referee ends it
        assert offered, "nobody can do anything"
        asked += is_asked(as_asked(combat, moment.rules))
        command = c.COMMAND.validate_python(pick(offered, chance))
        dice = keyed(seed, moment.rules.decks)
        step = decide(combat, command, moment.rules, dice, 10_000 + nth, TABLE)
        combat, said = step.combat, said + 1
    return Went(said, asked)


def _as_recorded(moment: Moment, combat: Combat) -> Combat:
    """The moment after what was said next, where that can be said here."""
    step = moment.next
    fresh = keyed(step.origin, moment.rules.decks)
    dice = RecordedDice(step.origin, step.drafts, combat, fresh)
    command = without_faces(step.command, step.drafts)
    try:
        return decide(combat, command, moment.rules, dice, step.origin, step.viewer).combat
    except (Refused, NeedsDice):
        return combat


def is_asked(combat: Combat) -> bool:
    """True where the referee, and nobody else, is asked how it goes on."""
    question = combat.exchange.question()
    if question is None or question.about not in (CHANGED, NAMES):
        return False
    assert [slot.who for slot in question.open()] == [REFEREE]
    return True


def tried(fight: Path, chance: Random | None = None, of: int = 1) -> Went:
    """Every moment of a sample, or the first and one in so many, with every name that it has."""
    said = asked = 0
    for nth, moment in enumerate(moments(fight)):
        if nth and chance is not None and chance.randrange(of):
            continue
        for what, combat in outdated(moment):
            try:
                went = goes_on(moment, combat, moment.step)
            except Exception as error:
                error.add_note(f"{fight.parent.name}, step {moment.step}, {what}")
                raise
            said, asked = said + went.said, asked + went.asked
    return Went(said, asked)
