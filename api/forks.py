"""Forks: what if. A stream of its own that goes on from an entry of a combat, without copying it.

A fork has the entries of its base up to where it began, by number, and its own after them. It is
folded from what its maker saw, so that trying things out tells nothing hidden; whoever may play in
it speaks for everybody. Its dice fall under a key of the sandbox: they tell nothing of the dice
that will fall in the combat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from api.chance import BoundDice
from api.moments import LATEST, AtMoments
from api.open_combat import OpenCombat
from api.seals import Seals
from api.store import CombatLog, ForkRow, Record
from api.vault import Vault
from domain import commands as c
from domain.combat import EMPTY, Combat, evolve
from domain.drafting import Draft
from domain.ruleset import Refused
from domain.seats import PUBLIC, REFEREE, Viewer
from domain.undoing import Undoing

PREFIX = "w-"
"""How the ids of forks begin; those of combats do not."""

TRIED = (*c.PLAY[1:], c.Rewind, c.AskUndo, c.Note)
"""What can be said in a fork."""


def is_fork(name: str) -> bool:
    """True for the id of a fork."""
    return name.startswith(PREFIX)


def eyes_of(row: ForkRow) -> Viewer:
    """Through whose eyes a fork is made: everybody's, or those of its maker as he was then."""
    return PUBLIC if row.shared else Viewer(row.person, row.role, row.combatants)


def may_read(row: ForkRow, person: str) -> bool:
    """True for whoever may look into a fork: its maker, and the table where it was shown to it."""
    return row.shown or row.person == person


def may_play(row: ForkRow, viewer: Viewer) -> bool:
    """True for whoever may try things in a fork, and propose it."""
    return viewer.role != "spectator" and (row.shared or row.person == viewer.person)


def fits(row: ForkRow, base: OpenCombat) -> bool:
    """True where the log that a fork goes on from is the one it was made of, up to there."""
    return row.seq <= base.line.entries and base.chain_at(row.seq) == row.chain


class Fork(OpenCombat):
    """A fork in memory. What stands before it is its base's, and never changes."""

    is_fork = True

    def __init__(self, row: ForkRow, base: OpenCombat, log: CombatLog, vault: Vault):
        self.row, self.base, self.eyes = row, base, eyes_of(row)
        super().__init__(row.fork, base.rules, log, vault)
        self.moments = _Moments(self, self.eyes)
        self.dice = BoundDice(self.root, vault.sandbox(self.root, row.fork), base.rules.decks)

    @property
    def root(self) -> str:
        """The combat that this fork, or the one before it, goes on from."""
        return self.base.root

    @property
    def policy(self) -> str:
        """Whoever tries things out goes back as he likes."""
        return "free"

    def speaker(self, viewer: Viewer) -> Viewer:
        """Whoever plays here speaks for everybody."""
        return Viewer(viewer.person, REFEREE) if may_play(self.row, viewer) else viewer

    def takes(self, command: c.Command) -> None:
        """Raise Refused for what can only be said in the combat itself."""
        if not isinstance(command, TRIED):
            raise Refused("", "this is a fork: say that in the combat itself", None, "/type")

    def entered(self, drafts: Sequence[Draft]) -> Sequence[Draft]:
        """Nothing is hidden from whoever may look into a fork."""
        return [draft._replace(audience=()) for draft in drafts]

    def records(self, first: int, last: int) -> Iterator[Record]:
        """Entries of the base up to where this begins, and its own."""
        seq = self.row.seq
        before = self.base.records(first, min(last, seq)) if first <= seq else ()
        after = self.seals.read(max(first, seq + 1), last) if last > seq else ()
        return chain(before, after)

    def _seals(self) -> Seals:
        """What reads and checks its own entries, which begin after those of its base."""
        return Seals(self.log, self.name, self.nonces, self.row.seq, self.row.chain)

    def stream(self, seq: int) -> str:
        """The combat or fork in whose own log an entry stands."""
        return self.name if seq > self.row.seq else self.base.stream(seq)

    def store_caches(self, *, all_of_it: bool = False) -> None:
        """A fork is short: nothing of it is kept twice."""

    def _states_of(self, viewer: Viewer) -> Callable[[int], Combat]:
        return _Moments(self, viewer).at

    def _load_index(self) -> int:
        """Begin where the base stood; the table is that of now, and nobody asks for anything."""
        with self.base.lock:
            self.floor = self.base.line.step_of(self.row.seq)
            self.line = self.base.line.until(self.floor)
            self.numbers = self.base.numbers.until(self.row.seq)
            self.table = self.base.table._replace(undoing=Undoing())
        self.chain = self.row.chain
        return self.row.seq


class _Moments(AtMoments[Combat]):
    """The states of a fork as a viewer sees it; those before it are its base's."""

    def __init__(self, fork: Fork, eyes: Viewer):
        super().__init__(fork, EMPTY, LATEST)
        self._fork, self._eyes = fork, eyes

    def _fold(self, state: Combat, after: int, seq: int) -> Iterator[tuple[int, Combat]]:
        for entry in self._fork.path(after, seq):
            if self._eyes.sees(entry.meta.audience):
                state = evolve(state, entry.event, entry.meta.answers)
            yield entry.seq, state

    def _known(self, step: int) -> Combat | None:
        if step > self._fork.floor:
            return super()._known(step)
        base = self._fork.base
        with base.lock:
            return base.view(self._eyes, base.line.last(step))


def made(
    combat: OpenCombat,
    viewer: Viewer,
    name: str,
    step: int,
    at: int,
    title: str,
    shared: bool,
    mac: bytes,
) -> ForkRow:
    """The fork that goes on from the end of a step; raises Refused before anything was played."""
    if not step:
        raise Refused("", "nothing had happened there yet", None, "/at")
    seq = combat.line.last(step)
    base, eyes = combat.chain_at(seq), (viewer.person, viewer.role, viewer.combatants)
    return ForkRow(name, combat.name, seq, base, title, *eyes, shared, shared, at, mac)
