"""Dry runs: a transaction built as it would be committed, and what differs by it for one viewer."""

from __future__ import annotations

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.handlers.dispute_remedies import SOMEBODYS_WORDS, remedy_params, try_out
from api.handlers.reports import earlier_step
from api.handlers.transaction import TooLarge, Work
from api.service.ahead import Ahead
from api.service.batch import Batch
from api.service.dispatch import enter_command
from api.service.service import Entering, Service
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.viewer import Viewer
from domain.table.table import KEYS
from projections.changes.preview import Preview, preview


def dry_run(
    service: Service, combat: OpenCombat, sight: Sight, viewer: Viewer, enter: Entering
) -> Preview:
    """Return what would follow from what is entered; nothing is stored, and no die falls.

    Raises what committing it would raise, except that nobody has to have agreed. Through the eyes
    of the viewer alone: it tells nothing that those do not see.
    """
    work = Work(service.effects, combat, viewer, dry=True)
    enter(work)
    entries, line = [entry for step, _ in work.steps for entry in step], sight.line
    to = line.head
    for entry in entries:
        if isinstance(entry.event, e.Rewound) and viewer.sees(entry.meta.audience):
            to = line.step_of(sight.node_of(entry.event.to))
    left, back = line.left_and_entered(line.head, to)
    found = preview(
        sight.moment(line.last(line.fork(line.head, to))),
        sight.of_own_steps(left),
        [*sight.of_own_steps(back), *sight.eyes.foresee(filter(_is_told, entries), viewer)],
        combat.rules,
        {sight.eyes.step(one.played.origin): one for one in work.judged},
    )
    return found._replace(receipt=work.receipt, needs_dice=work.needs_dice)


def _is_told(entry: Entry) -> bool:
    """False for the keys of the dice: after a dry run the table may go on with them."""
    event = entry.event
    return not (isinstance(event, e.Revealed) and f"{event.who} {event.what}".startswith(KEYS))


def of_command(command: c.Command) -> Entering:
    """Enter a command, with or without its words; a report that is known enters nothing."""
    said = command.model_copy(update={"note": command.note or SOMEBODYS_WORDS})

    def enter(work: Work) -> None:
        if earlier_step(work.combat, said, work.viewer) is None:
            enter_command(work, said)

    return enter


def refused_as_committed(command: c.Command) -> Entering:
    """Enter a command; raises Refused as well for what a dry run shows although it would be so."""

    def enter(work: Work) -> None:
        of_command(command)(work)
        if work.against is not None:
            raise work.against

    return enter


def of_remedy(remedy: c.Remedy) -> Entering:
    """Enter a remedy as though a dispute were ruled so."""
    return lambda work: try_out(work, remedy_params(remedy))


def dry_run_batch(
    service: Service, combat: OpenCombat, sight: Sight, batch: Batch
) -> tuple[int, Preview]:
    """Return how many lines of a batch can be foreseen, and what they would do.

    They are decided one after the other on a copy of the combat, up to one for which dice have to
    fall. None of them may move the head. Raises what explains the first line that is refused.
    """
    twin, viewer = service.combats.load(combat.name), batch.request.viewer
    ahead, entries, needs_dice, done = Ahead(twin), list[Entry](), False, 0
    for line in batch.lines:
        work = Work(service.effects, twin, viewer, dry=True)
        try:
            of_command(line.command)(work)
        except (Refused, Forbidden, TooLarge) as error:
            raise batch.explain(line.number, error).error from error
        entries += [entry for step, _ in work.steps for entry in step]
        if needs_dice := work.needs_dice:
            break
        ahead.enter(work)
        done += 1
    fork = sight.moment(sight.line.last(sight.line.head))
    seen = sight.eyes.foresee(filter(_is_told, entries), viewer)
    return done, preview(fork, [], seen, combat.rules)._replace(needs_dice=needs_dice)
