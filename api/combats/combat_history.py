"""The log of one combat in memory: its entries, its line of play, and the states at its nodes.

Nothing here goes stale after an undo, for a state belongs to a node.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice
from weakref import proxy

from api.combats.checkpoints import Moments
from api.combats.key_eras import nonces_of
from api.combats.sealed_entries import CacheSeals, Seals
from api.store.core.rows import Record
from api.store.log import CombatLog
from api.vault.key_files import Vault
from domain.events import (
    CombatOpened,
    DisputeAnswered,
    DisputeRuled,
    Rewound,
    UndoAnswered,
    UndoRequested,
)
from domain.log.codec import Entry, parse_body, parse_kept
from domain.log.sealing import GENESIS
from domain.log.undo_tree import Line
from domain.ruleset.ruleset import Ruleset
from domain.state import combat as state
from domain.state.combat import EMPTY, Combat, fold
from domain.state.numbering import Numbers
from domain.state.viewer import Viewer
from domain.table.table import Table

STATE = f"state/{state.FOLD_VERSION}"
"""The kind of cache that holds a state."""

MAY_GO_ON = (Rewound, UndoRequested, UndoAnswered, DisputeRuled, DisputeAnswered)
"""What begins commands of several steps: a move of the head, and what may lead to one at once."""

_RECENT = 256
_SPANS, _SPAN = 64, 32


def entry_of(record: Record, *, kept: bool = False) -> Entry:
    """A record read back as an entry, with its kept command if asked for."""
    meta, event = parse_body(record.body)
    command = parse_kept(record.command) if kept else None
    return Entry(meta, event, command, record.leaf, record.chain)


def following_id(first: str, nth: int) -> str:
    """The id of a later step of a command, `nth` after the one with the id `first`."""
    return hashlib.sha256(f"{first} {nth}".encode()).hexdigest()[:16]


class CombatHistory:
    """What the log of a combat says, at any node; what keeps it in step is in `OpenCombat`."""

    def __init__(self, name: str, rules: Ruleset, log: CombatLog, vault: Vault):
        self.name, self.rules, self.log, self.vault = name, rules, log, vault
        self.line, self.numbers, self.table = Line(), Numbers(), Table()
        self.chain = GENESIS
        self.nonces = nonces_of(log, vault, name)
        self.seals = Seals(log, name, self.nonces)
        # A weak reference, so that a combat is freed as soon as it is let go.
        here: CombatHistory = proxy(self)
        self.moments = Moments(self, EMPTY, fold, lambda step: here.stored_state(step))
        self.ahead: list[Record] = []
        """Entries that are in memory, and not yet in the log."""
        self._caches = CacheSeals(vault, name)
        self._recent: deque[Entry] = deque(maxlen=_RECENT)
        self._span = lru_cache(_SPANS)(lambda first, last: here._read(first, last))
        self._stored = {m.seq: m.chain for m in sorted(log.checkpoints(name, state.FOLD_VERSION))}

    # --- entries -------------------------------------------------------------------------

    def entries(self, first: int, last: int, *, kept: bool = False) -> Iterator[Entry]:
        """Entries of the log, in order, undone ones and the table's among them."""
        if not kept and self._recent and first >= (oldest := self._recent[0].seq):
            return islice(self._recent, first - oldest, last - oldest + 1)
        if not kept and last - first < _SPAN and last <= self.line.entries:
            return iter(self._span(first, last))
        return (entry_of(r, kept=kept) for r in self.records(first, last))

    def _read(self, first: int, last: int) -> tuple[Entry, ...]:
        """A few entries that are looked at more than once, by everybody who is asked to go back."""
        return tuple(map(entry_of, self.records(first, last)))

    def records(self, first: int, last: int) -> Iterator[Record]:
        """Entries of the log as they are stored, or will be."""
        if not self.ahead or last < (begin := self.ahead[0].seq):
            return self.seals.read(first, last)
        stored = self.seals.read(first, begin - 1) if first < begin else iter(())
        return chain(stored, self.ahead[max(first - begin, 0) : last - begin + 1])

    def path(self, below: int, to: int) -> Iterator[Entry]:
        """The entries of the path from one node (without it) to another below it on the tree."""
        for first, last in self.line.entries_between(below, to):
            yield from self.entries(first, last)

    def last_step(self, step: int) -> int:
        """Return the last step of the command that began with `step`.

        An agreement has the undo as a step of its own, and a ruling its remedy. The ids of what
        one command brings follow from its first.
        """
        first, last = self._first_entry(step), step
        if not isinstance(first.event, MAY_GO_ON):
            return step
        while last < self.line.steps:
            due = following_id(first.meta.id, last + 1 - step)
            if self._first_entry(last + 1).meta.id != due:
                break
            last += 1
        return last

    def _first_entry(self, step: int) -> Entry:
        first = self.line.first(step)
        [entry] = self.entries(first, first)
        return entry

    @property
    def opening_event(self) -> CombatOpened:
        """The first event of the log."""
        [first] = self.entries(1, 1)
        assert isinstance(first.event, CombatOpened)
        return first.event

    def chain_at(self, seq: int) -> bytes:
        """The chain after an entry, which names it and all before it; 0 is before the first."""
        if seq in (0, self.line.entries):
            return self.chain if seq else GENESIS
        return next(iter(self.records(seq, seq))).chain

    # --- rest ---------------------------------------------------------------------------

    @property
    def recent_entries(self) -> int:
        """How many of the latest entries are in memory as they are."""
        return len(self._recent)

    @property
    def is_resting(self) -> bool:
        """Whether no entry is in memory as it is: they are read from the log when asked for."""
        return not self._recent

    # --- states --------------------------------------------------------------------------

    @property
    def node(self) -> int:
        """The entry at the head of the line of play."""
        return self.line.last(self.line.head) if self.line.head else 0

    @property
    def head(self) -> Combat:
        """The state at the head of the line of play."""
        return self.moments.at(self.node)

    def visible_head(self, viewer: Viewer, node: int | None = None) -> int:
        """The latest entry that a viewer sees on the path to a node, by default to the head."""
        seq, line = self.node if node is None else node, self.line
        while seq and not self.numbers.is_seen(seq, viewer):
            step = line.step_of(seq)
            seq = seq - 1 if seq > line.first(step) else line.last(line.parent(step))
        return seq

    def stored_state(self, step: int) -> Combat | None:
        """The stored state at the end of a step, if it is of this log and this fold."""
        seq = self.line.last(step)
        if seq not in self._stored:
            return None
        chain = self._stored[seq]
        stored = self.log.checkpoint(self.name, seq, chain, state.FOLD_VERSION)
        data = self._caches.open(STATE, chain, stored)
        return state.load(data) if data else None
