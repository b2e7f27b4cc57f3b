"""Fights at random that go back, over to other branches and are corrected; their books balance.

A fight becomes a log with a tree, as the service would write it. After every entry of every branch
the postings on the way to it come to the balance that it says and to that of the fold; and what the
ledger tells of the last line of play, and of what stood before some moves of the head, is what the
pools held then.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from domain import commands as c
from domain import events as e
from domain.engine.decide import decide
from domain.legality.options import options
from domain.log.codec import Entry, Meta
from domain.rerun.corrections import How, corrected_steps
from domain.rerun.rerun import Played, again
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.pools import pool_key
from domain.state.viewer import TABLE
from domain.step.draft import Draft
from projections.ledger.ledger import sheets
from tests.bookkeeping import breaches, postings
from tests.support.fights.random_play import keyed, pick
from tests.support.logs.whole_logs import seen_entries
from tests.support.redecided_stories import kept_steps
from tests.support.story import Story

MOVES = 100
"""How many things happen in a fight besides its opening."""

RECENT, NEAR = 12, 30
"""How far back a correction reaches, and among how many of the latest nodes the head jumps."""


class Node(NamedTuple):
    """The end of a step: its last entry, the node before it, the step, and the state after it."""

    seq: int
    parent: int
    played: Played
    combat: Combat


class Booked:
    """A story at random as a log; `nodes` are its steps of play, after one before everything."""

    def __init__(self, story: Story, seed: int):
        self.rules, self.chance = story.rules, Random(seed)
        self.dice = keyed(seed, story.rules.decks)
        self.log: list[Entry] = []
        nothing = Played(0, c.End(), TABLE, ())
        self.nodes, self.head, self.steps = [Node(0, 0, nothing, EMPTY)], 0, 0
        self.heads: list[tuple[int, Combat]] = []
        for played in kept_steps(story):
            self._enter(played, played.drafts)
        self.opening = len(self.nodes) - 1

    @property
    def combat(self) -> Combat:
        """The state at the head."""
        return self.nodes[self.head].combat

    def moves(self) -> None:
        """Something happens: mostly play, at times a move of the head or a correction."""
        [way] = self.chance.choices(
            (self.plays, self.goes_back, self.jumps, self.corrects), (88, 6, 3, 3)
        )
        way()

    def plays(self) -> None:
        """One of the options is done."""
        if offered := options(self.combat, self.rules, TABLE):
            command = c.COMMAND.validate_python(pick(offered, self.chance))
            number = self.steps + 1
            step = decide(self.combat, command, self.rules, self.dice, number, TABLE)
            drafts = tuple(step.drafts)
            self._enter(Played(number, command, TABLE, drafts), drafts)

    def goes_back(self) -> None:
        """The last few steps are undone."""
        to = self.head
        for _ in range(self.chance.randint(1, 3)):
            to = self.nodes[to].parent if to > self.opening else to
        self._rewinds(to, "undo")

    def jumps(self) -> None:
        """The head goes to any node of late after the opening, on whatever branch."""
        last = len(self.nodes) - 1
        self._rewinds(self.chance.randint(max(self.opening, last - NEAR), last), "jump")

    def corrects(self) -> None:
        """A step of late never was, or was another; what followed is decided again."""
        path = self._path()[-self.chance.randint(1, RECENT) :]
        if not path:
            return
        before = self.nodes[path[0]].parent
        how: How = self.chance.choice(("annul", "amend"))
        later = [self.nodes[node].played for node in path]
        steps = corrected_steps(later, how, self._another(before, how, later[0]))
        judged = list(again(self.nodes[before].combat, steps, self.rules, self.dice))
        self._rewinds(before, "correction")
        for one in judged:
            if one.drafts:
                self._enter(one.played._replace(command=one.command, drafts=one.drafts), one.drafts)

    def _another(self, before: int, how: How, step: Played) -> Played | None:
        """What might have been done instead; nothing where the step is annulled."""
        offered = options(self.nodes[before].combat, self.rules, TABLE)
        if how == "annul" or not offered:
            return None if how == "annul" else step
        return step._replace(command=c.COMMAND.validate_python(pick(offered, self.chance)))

    def _path(self) -> list[int]:
        """The nodes after the opening on the way to the head."""
        path, node = [], self.head
        while node > self.opening:
            path.append(node)
            node = self.nodes[node].parent
        return path[::-1]

    # --- the log ---------------------------------------------------------------------------

    def _rewinds(self, to: int, why: e.MoveReason) -> None:
        event = e.Rewound(was=self.nodes[self.head].seq, to=self.nodes[to].seq, why=why)
        self.steps += 1
        self._append(Draft(event, basis="table"), None, 0)
        self.head = to
        self.heads.append((len(self.log), self.combat))

    def _enter(self, played: Played, drafts: Sequence[Draft]) -> None:
        """A step of play below the head becomes the head."""
        combat, parent, self.steps = self.combat, self.nodes[self.head].seq, self.steps + 1
        for nth, draft in enumerate(drafts):
            self._append(draft, parent, nth)
            parent = len(self.log)
            combat = evolve(combat, draft.event, draft.answers)
        self.nodes.append(Node(parent, self.head, played, combat))
        self.head = len(self.nodes) - 1

    def _append(self, draft: Draft, parent: int | None, nth: int) -> None:
        seq = len(self.log) + 1
        meta = Meta(
            seq=seq,
            step=self.steps,
            nth=nth,
            number=seq,
            parent=parent,
            cause=draft.cause,
            answers=draft.answers,
            at=seq,
            clause=draft.clause,
            basis=draft.basis,
        )
        self.log.append(Entry(meta, draft.event))

    # --- the check -------------------------------------------------------------------------

    def check(self) -> None:
        """The books balance after every entry, and the ledger tells what the pools held."""
        found = list(breaches(self.log))
        assert not found, found[0]
        entries = seen_entries(self.log, TABLE)
        moments = [(len(self.log), self.combat)]
        moments += self.chance.sample(self.heads, min(2, len(self.heads)))
        for at, combat in moments:
            sums = {sheet.account: sheet.left for sheet in sheets(postings(entries, at))}
            held = {
                (who, pool): left
                for who, pools in combat.pools.of.items()
                for pool, left in pools.items()
            }
            told = {(a.subject, pool_key(a.pool, a.key)): left for a, left in sums.items()}
            assert told == held, at


def booked(story: Story, seed: int, moves: int = MOVES) -> Booked:
    """A fight at random whose books have been checked."""
    found = Booked(story, seed)
    for _ in range(moves):
        found.moves()
    found.check()
    return found
