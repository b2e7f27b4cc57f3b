"""Where the numbers that an entry shows were entered, and what to correct where none was.

A number stands in the command of the entry's own step, or of another step of the same act: what
was declared may count much later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.handlers.correction_preview import said_by
from domain import events as e
from domain.log.codec import Entry
from domain.rerun.entered_numbers import EnteredNumber, as_number, entered_numbers, numbers_of
from domain.rerun.number_trial import NumberTrial
from domain.rerun.rerun import played_step
from domain.rerun.shown_numbers import perhaps_shown, surely_shown, surely_shown_elsewhere
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.ids import step_of
from domain.state.viewer import Viewer

MOST_STEPS = 200
"""How many steps back an act is looked for."""

INSTEAD = "adjust what is true now, or annul the step"

Step = tuple[Entry, ...]
Entered = tuple[EnteredNumber, ...]


class Shown(NamedTuple):
    """A step with the numbers entered in it: those that an entry shows, and the others."""

    step: Step
    numbers: Entered
    others: Entered = ()


def numbers_at(combat: OpenCombat, entry: int, viewer: Viewer) -> Shown:
    """The numbers that a person entered and a public entry shows; raises Forbidden and Refused.

    There are always some, be it such as the entry does not show and that have to be named.
    Cost: one read for each step of the act that the entry belongs to, at most `MOST_STEPS`.
    """
    if not viewer.is_referee:
        raise Forbidden("only the referee corrects the past: contest the entry, and claim it")
    step = _entries_of(combat, step_at(combat, entry, "/entry"))
    if step[0].kept is None:
        why = f"entry {entry} was not decided here: undo to before it, and enter what should be"
        raise Refused("", why, None, "/entry")
    seq = combat.numbers.seq(entry)
    one = next(each for each in step if each.seq == seq)
    for said in (step, *_steps_of_act(combat, one)):
        entered = _entered(said)
        if found := _shown_of(combat, one, said, entered):
            return Shown(said, found, tuple(number for number in entered if number not in found))
    if not (entered := _entered(step)):
        raise nothing_entered(combat, entry, ())
    return Shown(step, (), entered)


def _entered(step: Step) -> Entered:
    """The numbers that were entered with the command of a step."""
    return entered_numbers(step[0].kept.command) if step[0].kept else ()


def _shown_of(combat: OpenCombat, entry: Entry, said: Step, entered: Entered) -> Entered:
    """Those of the numbers entered with a step, its own or an earlier one, that an entry shows."""
    if entry.step == said[0].step:
        sure = surely_shown(entry.event, [each.event for each in said], entered)
    else:
        sure = surely_shown_elsewhere(entry.event, entered)
    perhaps = () if sure else perhaps_shown(entry.event, entered, combat.rules)
    return _trial(combat, said, entry).shown_of(perhaps) if perhaps else sure


def _trial(combat: OpenCombat, said: Step, entry: Entry) -> NumberTrial:
    """A trial of other numbers from the step in which they were said to that of an entry."""
    line, steps = combat.line, [entry.step]
    while steps[-1] != said[0].step:
        steps.append(line.parent(steps[-1]))
    played = (
        played_step(entries, said_by(combat, entries[0]))
        for entries in (_entries_of(combat, step) for step in reversed(steps))
    )
    before = combat.moments.at(line.last(line.parent(said[0].step)))
    return NumberTrial(before, tuple(played), entry.meta.nth, combat.rules)


def step_at(combat: OpenCombat, number: int, pointer: str) -> int:
    """The step of a public entry on the line of play; raises Refused where it is on none."""
    numbers, line = combat.numbers, combat.line
    newest = numbers.number(line.entries)
    if number > newest:
        raise Refused("", f"there is no entry {number}", {"last": newest}, pointer)
    step = line.step_of(numbers.seq(number))
    if not line.is_play(step):
        why = f"entry {number} stands beside play: only what was played is corrected"
        raise Refused("", why, None, pointer)
    if not line.standing(step):
        raise Refused(
            "", f"entry {number} was undone: correct what was played since", None, pointer
        )
    return step


def _entries_of(combat: OpenCombat, step: int) -> Step:
    return tuple(combat.entries(combat.line.first(step), combat.line.last(step), kept=True))


def _steps_of_act(combat: OpenCombat, entry: Entry) -> Iterator[Step]:
    """The steps before an entry in which its act was said and dealt with, the latest first."""
    act = _act_of(entry)
    if not (origin := step_of(act)):
        return
    step = entry.step
    for _ in range(MOST_STEPS):
        if not (step := combat.line.parent(step)):
            return
        entries = _entries_of(combat, step)
        if any(_act_of(each) == act for each in entries):
            yield entries
        if entries[0].origin == origin:
            return


def _act_of(entry: Entry) -> str:
    return getattr(entry.event, "act", "") or entry.meta.cause


# --- refusals that teach -------------------------------------------------------------------


def nothing_entered(combat: OpenCombat, number: int, others: Sequence[EnteredNumber]) -> Refused:
    """Why there is nothing to correct at an entry, where its numbers came from, what to do."""
    seq = combat.numbers.seq(number)
    [entry] = combat.entries(seq, seq)
    if isinstance(entry.event, e.DiceRolled) and entry.event.provenance == "service":
        why = f"the service rolled the dice of entry {number}, and nobody may amend them"
        at, legal = ("/which", [one.called for one in others]) if others else ("/entry", None)
        return Refused("", f"{why}: {INSTEAD}", numbers_of(others), at, legal=legal)
    if isinstance(entry.event, e.CardDrawn):
        why = f"entry {number} shows a card: amend its step, and name the card that was drawn"
        return Refused("", why, None, "/entry")
    came_from = _came_from(combat, entry)
    if there := _said_in(combat, came_from, _act_of(entry)):
        at = " or ".join(dict.fromkeys(key.partition(",")[0] for key in there))
        why = f"entry {number} shows nothing that was entered: correct what it followed from, in"
        return Refused("", f"{why} {at}", there, "/entry")
    rolled = _service_roll(combat, came_from)
    from_dice = f" It followed from dice that the service rolled in entry {rolled}." * bool(rolled)
    why = f"nobody entered a number with entry {number}.{from_dice} Instead, {INSTEAD}"
    return Refused("", why, None, "/entry")


def _came_from(combat: OpenCombat, entry: Entry) -> tuple[Step, ...]:
    """The steps from which an entry may have come, without what came after it."""
    own, *earlier = _entries_of(combat, entry.step), *_steps_of_act(combat, entry)
    return (own[: entry.meta.nth], *earlier)


def _said_in(combat: OpenCombat, steps: Sequence[Step], act: str) -> dict[str, int | float]:
    """The numbers that the entries of an act show in some steps, each with where to correct it.

    Where the act shows none, those of the others.
    """
    found = [(each, one) for step in steps if step for each, one in _all_shown(combat, step)]
    of_act = [(each, one) for each, one in found if _act_of(each) == act]
    return {
        f"entry {combat.numbers.number(each.seq)}, {one.called}": as_number(one.value)
        for each, one in of_act or found
    }


def _all_shown(combat: OpenCombat, step: Step) -> Iterator[tuple[Entry, EnteredNumber]]:
    """Every number entered with a step that it shows so far, with the first entry that does."""
    left = _entered(step)
    for each in step:
        shown = _shown_of(combat, each, step, left)
        yield from ((each, one) for one in shown)
        left = tuple(one for one in left if one not in shown)


def _service_roll(combat: OpenCombat, steps: Sequence[Step]) -> int:
    """The public number of the last roll of the service in some steps; 0 where there is none."""
    for each in (each for step in steps for each in reversed(step)):
        if isinstance(each.event, e.DiceRolled) and each.event.provenance == "service":
            return combat.numbers.number(each.seq)
    return 0
