"""One open combat in memory: its line of play, its numbering, its table, and states at moments.

All of it is derived from the log and may be dropped at any time. Nothing here goes stale after an
undo, for a state belongs to a node.
"""

from __future__ import annotations

import json
import struct
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby, islice
from typing import Any

from pydantic import TypeAdapter

from api.cache_seals import CacheSeals
from api.eras import Origin, came_from_elsewhere, nonces_of
from api.known_moments import KnownMoments
from api.luck import Luck
from api.moments import Moments
from api.seals import Seals
from api.store import CombatLog, Record
from api.trees import Trees
from api.vault import Vault
from domain import combat as state
from domain.combat import Combat
from domain.commands import Command, GoOn
from domain.events import CombatOpened, Rewound
from domain.line import Line
from domain.numbers import Numbers
from domain.receipt import Receipt
from domain.ruleset import Refused, Ruleset
from domain.seal import GENESIS
from domain.seats import Viewer
from domain.table import Table, sit
from domain.wire import Entry, parse_body, parse_kept

STORED_SPACING = 500
"""Entries of a path between two states that are stored."""

INDEX_SPACING = 1000
"""Entries of the log between two stored indexes."""

INDEX_SHAPE = 6
"""Raised by hand when what an index keeps changes: one of another shape is made anew."""

READ_ONLY = (
    "this combat was begun elsewhere and can only be read here, until the referee goes on with it"
    " (`go-on`): its dice get other keys then"
)

STATE, INDEX = f"state/{state.FOLD_VERSION}", "index"
"""The kinds of caches."""

_RECENT = 256
_SPANS, _SPAN = 64, 32
_HEADER = struct.Struct(">I")


def entry_of(record: Record, *, kept: bool = False) -> Entry:
    """A record read back as an entry, with its kept command if asked for."""
    meta, event = parse_body(record.body)
    command = parse_kept(record.command) if kept else None
    return Entry(meta, event, command, record.leaf, record.chain)


class OpenCombat:
    """One combat in memory, behind one lock. `absorb` keeps it in step with its log."""

    def __init__(self, name: str, rules: Ruleset, log: CombatLog, vault: Vault):
        self.name, self.rules, self.log = name, rules, log
        self.lock = threading.RLock()
        self.line, self.numbers, self.table = Line(), Numbers(), Table()
        self.listed, head = log.catalogue_row(name), log.head(name)
        self.chain = GENESIS
        self.origin = Origin(self, vault, came_from_elsewhere(log, name))
        self.nonces = nonces_of(log, vault, name)
        self.seals = Seals(log, name, self.nonces)
        self._caches = CacheSeals(vault, name)
        self.luck = Luck(self, vault)
        self.dice = self.luck.dice
        self.moments = Moments(self)
        self.trees = Trees()
        self._recent: deque[Entry] = deque(maxlen=_RECENT)
        self._span = lru_cache(_SPANS)(self._read)
        self.receipts: OrderedDict[tuple[Any, ...], Receipt] = OrderedDict()
        """What moves of the head cost, by all that it follows from (`api.receipts`)."""
        self._views: dict[Viewer, Callable[[int], Combat]] = {}
        self.sights: dict[Viewer, Any] = {}
        """What was seen so far, by whose eyes (`api.sight`)."""
        self._stored = {m.seq: m.chain for m in sorted(log.checkpoints(name, state.FOLD_VERSION))}
        self._indexed = self._load_index()
        self.catch_up()
        self.seals.must_reach(self.line.entries, head, listed=self.listed is not None)

    # --- the log -------------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Absorb what the log holds beyond what is here; True where there was something."""
        before = self.line.entries
        tail = (entry_of(r) for r in self.seals.read(before + 1, before=self.chain))
        for _, step in groupby(tail, key=lambda entry: entry.step):
            self.absorb(tuple(step))
        return self.line.entries > before

    def absorb(self, step: tuple[Entry, ...], after: Combat | None = None) -> None:
        """Take in one whole step of the log, with the state after it where that is known."""
        first = step[0]
        if first.is_play:
            number = self.line.play(len(step))
            if after is not None:
                self.moments.keep(number, after)
        elif isinstance(first.event, Rewound):
            to = self.line.step_of(first.event.to) if first.event.to else 0
            self.luck.leave(to)
            self.line.rewind(to, len(step))
        else:
            self.line.talk(len(step))
        self._hide(step)
        self._recent.extend(step)
        for entry in step:
            self.luck.hear(entry)
            self.table = sit(self.table, (entry,))
        self.chain = step[-1].chain

    def _hide(self, step: tuple[Entry, ...]) -> None:
        hidden = [entry for entry in step if entry.meta.audience]
        whole = step[0].step if len(hidden) == len(step) else 0
        for entry in hidden:
            self.numbers.hide(entry.seq, whole, entry.meta.audience)

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
        """Entries of the log as they are stored."""
        return self.seals.read(first, last)

    @property
    def read_only(self) -> bool:
        """True for a combat from elsewhere that has not gone on here."""
        return self.origin.waits

    def path(self, below: int, to: int) -> Iterator[Entry]:
        """The entries of the path from one node (without it) to another below it on the tree."""
        for first, last in self.line.entries_between(below, to):
            yield from self.entries(first, last)

    # --- who plays it, and how -----------------------------------------------------------

    @property
    def opened(self) -> CombatOpened:
        """The first event of the log."""
        [first] = self.entries(1, 1)
        assert isinstance(first.event, CombatOpened)
        return first.event

    @property
    def revision(self) -> str:
        """The revision of the rules under which the combat was begun, here or before a what-if."""
        if (origin := self.opened.origin) is not None:
            return origin.revision
        [first] = self.entries(1, 1, kept=True)
        assert first.kept is not None
        return first.kept.context.revision

    @property
    def policy(self) -> str:
        """How this table goes back: as it was opened, or as the referee has settled since."""
        return self.table.undoing.policy or self.head.roster.policy

    def takes(self, command: Command) -> None:
        """Raise Refused for a command that is not for this log."""
        if self.read_only and not isinstance(command, GoOn):
            raise Refused("", READ_ONLY)

    # --- states --------------------------------------------------------------------------

    @property
    def node(self) -> int:
        """The entry at the head of the line of play."""
        return self.line.last(self.line.head) if self.line.head else 0

    @property
    def head(self) -> Combat:
        """The state at the head of the line of play."""
        return self.moments.at(self.node)

    def view(self, viewer: Viewer, seq: int | None = None) -> Combat:
        """The state at a node as somebody can know it: nothing else was ever folded."""
        seq = self.node if seq is None else seq
        if not self.numbers.hides_from(viewer):
            return self.moments.at(seq)
        if viewer not in self._views:
            self._views[viewer] = KnownMoments(self, viewer).state
        return self._views[viewer](seq)

    def visible_head(self, viewer: Viewer, node: int | None = None) -> int:
        """The latest entry that a viewer sees on the path to a node, by default to the head."""
        seq, line = self.node if node is None else node, self.line
        while seq and not self.numbers.is_seen(seq, viewer):
            step = line.step_of(seq)
            seq = seq - 1 if seq > line.first(step) else line.last(line.parent(step))
        return seq

    # --- caches that may be deleted ------------------------------------------------------

    def stored_state(self, step: int) -> Combat | None:
        """The stored state at the end of a step, if it is of this log and this fold."""
        seq = self.line.last(step)
        if seq not in self._stored:
            return None
        chain = self._stored[seq]
        stored = self.log.checkpoint(self.name, seq, chain, state.FOLD_VERSION)
        data = self._caches.open(STATE, chain, stored)
        return state.load(data) if data else None

    def store_caches(self, *, all_of_it: bool = False) -> None:
        """Store the state at the head and the index, if they are due."""
        seq = self.node
        if seq and (all_of_it or seq - next(reversed(self._stored), 0) >= STORED_SPACING):
            chain = self.chain_at(seq)
            data = self._caches.close(STATE, chain, state.dump(self.head))
            self.log.put_checkpoint(self.name, seq, chain, state.FOLD_VERSION, data)
            self._stored[seq] = chain
        if all_of_it or self.line.entries - self._indexed >= INDEX_SPACING:
            self._indexed = self.line.entries
            data = self._caches.close(INDEX, self.chain, self.dump_index())
            self.log.put_line(self.name, self._indexed, self.chain, data)

    def chain_at(self, seq: int) -> bytes:
        """The chain after an entry, which names it and all before it; 0 is before the first."""
        if seq in (0, self.line.entries):
            return self.chain if seq else GENESIS
        return next(iter(self.records(seq, seq))).chain

    def dump_index(self) -> bytes:
        """The index of the line of play, the numbering and the table, as it is stored."""
        kept = {
            "shape": INDEX_SHAPE,
            "hidden": self.numbers.hidden,
            "table": _TABLE.dump_python(self.table, mode="json"),
            "shown": self.luck.shown.dump(),
        }
        header = json.dumps(kept).encode()
        return _HEADER.pack(len(header)) + header + self.line.dump()

    def _load_index(self) -> int:
        """Read the stored index; how many entries it covers. One of another log is ignored."""
        stored = self.log.line(self.name)
        if stored is None:
            return 0
        upto, chain, closed = stored
        if next((r.chain for r in self.records(upto, upto)), None) != chain:
            return 0
        if (data := self._caches.open(INDEX, chain, closed)) is None:
            return 0
        size = _HEADER.unpack_from(data)[0]
        header = json.loads(data[_HEADER.size : _HEADER.size + size])
        if header.get("shape") != INDEX_SHAPE:
            return 0
        self.line = Line.load(data[_HEADER.size + size :])
        self.numbers = Numbers(tuple((s, st, tuple(a)) for s, st, a in header["hidden"]))
        self.table = _TABLE.validate_python(header["table"])
        self.luck.load(header["shown"])
        self.chain = chain
        return upto


_TABLE = TypeAdapter(Table)
