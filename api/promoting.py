"""Promoting a fork: what was played in it, who must agree, and what comes of it in the combat.

Deciding its commands again draws the combat's own dice, so that it is never done on paper: once a
die was seen, whatever was decided up to there is played.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from api.asking import expired, number_of
from api.carrying_over import carry_over, crossed_in_secret
from api.forks import Fork, fits, may_play
from api.in_place import newcomer
from api.open_combat import OpenCombat
from api.receipts import check_plays, company_of, receipt_of
from api.rewinding import may_move, moved, unseen_too
from domain import commands as c
from domain.again import Played
from domain.combat import Combat
from domain.decide import decide
from domain.drafting import Draft
from domain.events import Closed, TextRef
from domain.fair import FairDice
from domain.ids import make_id
from domain.promoting import PROMOTE, bare, promotion, spoken_for
from domain.receipt import Receipt
from domain.ruleset import Forbidden, Refused
from domain.seats import PUBLIC, REFEREE, TABLE, Viewer
from domain.undoing import asked, may_ask, name_of, taken_by
from domain.wire import Entry

if TYPE_CHECKING:
    from api.work import Effects, Work


class Branch(NamedTuple):
    """A fork of a combat with the steps on its line of play, and its last entry that is meant.

    `base` is the step of the combat below which they are played; what is hidden from whoever
    promotes it is carried over, as in any move of the head.
    """

    fork: Fork
    steps: tuple[tuple[Entry, ...], ...]
    upto: int
    base: int


class Again(NamedTuple):
    """A step of a fork, decided again in the combat: by whom, and what was said."""

    viewer: Viewer
    command: c.Command
    drafts: list[Draft]
    combat: Combat


def branch_of(
    combat: OpenCombat, name: str, viewer: Viewer, effects: Effects, upto: int | None = None
) -> Branch:
    """A fork of a combat, up to its public entry `upto`; raises Refused where there is none."""
    row = effects.log.fork(name)
    if row is None or row.combat != combat.name or not fits(row, combat):
        raise Refused("", "no such fork goes on from this combat", None, "/fork")
    fork = Fork(row, combat, effects.log, effects.vault)
    node = fork.node if upto is None else fork.numbers.seq(upto)
    ranges = fork.line.entries_between(row.seq, node)
    entries = (e for first, last in ranges for e in fork.entries(first, last, kept=True))
    steps = tuple(tuple(step) for _, step in groupby(entries, key=lambda entry: entry.step))
    base = unseen_too(combat, fork.floor, viewer)
    return Branch(fork, steps, fork.numbers.number(node), base)


def proposed(combat: OpenCombat, branch: Branch, viewer: Viewer) -> Receipt:
    """Who must agree to a promotion that somebody asks for; raises Forbidden or Refused."""
    if not may_play(branch.fork.row, viewer):
        raise Forbidden("whoever made a fork promotes it")
    if not branch.steps:
        raise Refused("", "nothing was played in this fork that could be promoted", None, "/fork")
    back = receipt_of(combat, viewer, branch.base, allowance=0)
    company = company_of(combat, branch.fork.head.roster)
    asker = name_of(viewer)
    return promotion(back, spoken_for(branch.steps, company, asker), asker)


def decided(work: Work, branch: Branch, state: Combat, number: int) -> tuple[list[Again], str]:
    """The steps of a fork decided again from a state, and why the first that cannot be was not.

    `number` is that of the first of them. The combat's own dice fall.
    """
    combat = work.combat
    done, shown = list[Again](), combat.luck.without(branch.base)
    for step in branch.steps:
        kept = step[0].kept
        assert kept is not None
        said = _with_words(bare(kept.command), branch.fork, step[0])
        said = newcomer(combat, state, said) if isinstance(said, c.Join) else said
        viewer = Viewer(step[0].meta.by, REFEREE)
        fair = FairDice(combat.dice, shown, state)
        try:
            made = decide(state, said, combat.rules, fair, number + len(done), viewer)
            drafts = fair.as_shown(made.drafts)
        except (Refused, Forbidden) as why:
            return done, str(why)
        done.append(Again(viewer, said, drafts, made.combat))
        state = made.combat
    return done, ""


def _with_words(command: c.Command, fork: Fork, first: Entry) -> c.Command:
    """A command with the words that were written to it, where they are still known."""
    if not isinstance(command.note, TextRef):
        return command
    row = fork.log.text(fork.stream(first.seq), command.note.id)
    return command.model_copy(update={"note": row.words.decode() if row else None})


# --- in a transaction ----------------------------------------------------------------------


def promote(work: Work, command: c.Promote) -> None:
    """Play a fork in the combat at once where nobody must agree, else ask for that."""
    combat, viewer, undoing = work.combat, work.viewer, work.combat.table.undoing
    may_move(combat, viewer)
    work.stands_still()
    may_ask(undoing, viewer, work.at)
    branch = branch_of(combat, command.fork, viewer, work.effects)
    found = proposed(combat, branch, viewer)
    if found.barred:
        raise Refused("", found.barred, {"seen since": found.cost.learned})
    must = tuple(one.who for one in found.must)
    taken_by(undoing, must)
    for drafts in expired(combat, work.at):
        work.enter(drafts, None, None, None)
    if not must:
        _play(work, branch, command)
        return
    check_plays(combat, viewer, combat.line.last(branch.base))
    path = number_of(combat, combat.node), number_of(combat, combat.line.last(branch.base))
    question = make_id(work.number, 1)
    request = asked(
        question, viewer, must, path, PROMOTE, work.at, fork=command.fork, upto=branch.upto
    )
    work.said = work.number
    work.enter([Draft(request, basis="table")], command, None, None)
    work.fork = branch.fork.row._replace(shown=True)


def agreed(work: Work, command: c.Command) -> None:
    """Play the fork for whose promotion the last word was given in this transaction, if any."""
    request, last = work.combat.table.undoing.request, work.steps[-1][0][-1].event
    if request is None or not request.fork:
        return
    if isinstance(last, Closed) and (last.frame, last.how) == (request.question, "agreed"):
        asker = PUBLIC if request.asker != REFEREE else TABLE
        branch = branch_of(work.combat, request.fork, asker, work.effects, request.upto)
        _play(work, branch, command, request.question)


def mover(work: Work) -> str:
    """Who moves the head: whoever asked for it, where that was agreed to just now."""
    request = work.combat.table.undoing.request
    ends = (step[-1].event for step, _ in work.steps)
    if request and any(isinstance(x, Closed) and x.how == "agreed" for x in ends):
        return request.asker
    return name_of(work.viewer)


def _play(work: Work, branch: Branch, command: c.Command, question: str = "") -> None:
    """Move the head to where a fork began and play it from there, as far as that goes.

    Raises Refused where already its first step cannot be, unless that was agreed to.
    """
    combat = work.combat
    parent = combat.line.last(branch.base)
    crossed = tuple(crossed_in_secret(combat, parent, mover(work)))
    carried = [one.judged for one in crossed if one.stays]
    state = carried[-1].combat if carried else combat.moments.at(parent)
    number = work.number + 1 + len(crossed)
    done, why = decided(work, branch, state, number)
    if why and combat.numbers.hides_from(work.viewer):
        why = "ask the referee"
    work.stopped = why and f"step {len(done) + 1} of {len(branch.steps)}: {why}"
    if not done:
        if not question:
            raise Refused("", f"the first step of the fork cannot be any more: {why}")
        return
    move_there = Draft(moved(combat, branch.base, PROMOTE), cause=question, basis="table")
    work.said = work.number
    work.enter([move_there], command, None, None)
    parent = carry_over(work, parent, mover(work), crossed)
    for viewer, said, drafts, state in done:
        again = Played(work.number, said, viewer, ())
        work.enter(drafts, work.normal(said, by=viewer), parent, state, again)
        parent = work.seq
