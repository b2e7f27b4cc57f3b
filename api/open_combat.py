"""One open combat in memory: its line of play, its numbering, its table, and states at moments.

All of it is derived from the log and may be dropped at any time. States are immutable and kept at
the ends of steps: the latest ones, and one about every hundred entries of a path, so that any
moment is a short fold away. Nothing here goes stale after an undo, for a state belongs to a node.
"""

from __future__ import annotations

import json
import struct
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from itertools import groupby, islice
from typing import TypeVar

from pydantic import TypeAdapter

from api.luck import Luck
from api.store import CombatLog, Record
from api.vault import Vault
from domain import combat as state
from domain.combat import EMPTY, Combat
from domain.events import Rewound
from domain.line import Line
from domain.numbers import Numbers
from domain.ruleset import Ruleset
from domain.seal import GENESIS
from domain.seats import Viewer
from domain.shown import Shown
from domain.table import Table, sit
from domain.wire import Entry, parse_body, parse_kept

SPACING = 50
"""Entries of a path between two states that are kept in memory."""

STORED_SPACING = 500
"""Entries of a path between two states that are stored."""

INDEX_SPACING = 1000
"""Entries of the log between two stored indexes."""

_LATEST, _KEPT, _RECENT = 64, 4096, 256
_HEADER = struct.Struct(">I")
Value = TypeVar("Value")


def entry_of(record: Record, *, kept: bool = False) -> Entry:
    """A record read back as an entry, with its kept command if asked for."""
    meta, event = parse_body(record.body)
    command = parse_kept(record.command) if kept else None
    return Entry(meta, event, command, record.leaf, record.chain)


def came_without_keys(combat: str, log: CombatLog, vault: Vault) -> bool:
    """True for a combat from elsewhere whose keys stayed there: it can be read, and no more."""
    return bool(log.nonces(combat)) and not vault.adopted(combat)


class Moments:
    """The states of one combat as one pair of eyes sees it."""

    def __init__(self, combat: OpenCombat, sees: Callable[[Entry], bool] | None = None):
        self._combat, self._sees = combat, sees
        self._latest: OrderedDict[int, Combat] = OrderedDict()
        self._kept: OrderedDict[int, Combat] = OrderedDict()
        self._since: OrderedDict[int, int] = OrderedDict()

    def at(self, seq: int) -> Combat:
        """The state right after an entry of play; 0 is before everything."""
        line = self._combat.line
        if not seq:
            return EMPTY
        step = line.step_of(seq)
        whole = seq == line.last(step)
        if whole and (known := self._known(step)) is not None:
            return known
        base, combat = self._nearest(line.parent(step))
        combat = self._folded(base, seq, combat)
        if whole:
            self.keep(step, combat)
        return combat

    def keep(self, step: int, combat: Combat) -> None:
        """Keep the state at the end of a step; now and then for long."""
        line = self._combat.line
        since = self._since.get(line.parent(step), 0) + line.last(step) - line.first(step) + 1
        _put(self._latest, step, combat, _LATEST)
        _put(self._since, step, since if since < SPACING else 0, _LATEST)
        if since >= SPACING:
            _put(self._kept, step, combat, _KEPT)

    def _known(self, step: int) -> Combat | None:
        if step == 0:
            return EMPTY
        return self._latest.get(step) or self._kept.get(step)

    def _nearest(self, step: int) -> tuple[int, Combat]:
        """The nearest state on the path at or above a step, in memory or stored."""
        line = self._combat.line
        while (known := self._known(step)) is None:
            if self._sees is None and (stored := self._combat.stored_state(step)) is not None:
                return step, stored
            step = line.parent(step)
        return step, known

    def _folded(self, base: int, seq: int, combat: Combat) -> Combat:
        """Fold the path from the end of a step to an entry, keeping states on the way."""
        line, since = self._combat.line, 0
        for entry in self._combat.path(line.last(base) if base else 0, seq):
            if self._sees is None or self._sees(entry):
                combat = state.evolve(combat, entry.event, entry.meta.answers)
            since += 1
            if since >= SPACING and entry.seq == line.last(entry.step):
                since = 0
                _put(self._kept, entry.step, combat, _KEPT)
        return combat


def _put(by_step: OrderedDict[int, Value], step: int, value: Value, most: int) -> None:
    """Keep a value for a step; the one put longest ago goes when there are too many."""
    by_step[step] = value
    by_step.move_to_end(step)
    if len(by_step) > most:
        by_step.popitem(last=False)


class OpenCombat:
    """One combat in memory, behind one lock. `absorb` keeps it in step with its log."""

    def __init__(self, name: str, rules: Ruleset, log: CombatLog, vault: Vault):
        self.name, self.rules, self.log = name, rules, log
        self.lock = threading.RLock()
        self.line, self.numbers, self.table = Line(), Numbers(), Table()
        self.listed = log.catalogue_row(name)
        self.chain = GENESIS
        self.blind_key = vault.key(name, "blind")
        self.read_only = came_without_keys(name, log, vault)
        self.luck = Luck(self, vault)
        self.dice = self.luck.dice
        self.moments = Moments(self)
        self._recent: deque[Entry] = deque(maxlen=_RECENT)
        self._views: dict[Viewer, Moments] = {}
        self._stored = {m.seq: m.chain for m in log.checkpoints(name, state.FOLD_VERSION)}
        self._indexed = self._load_index()
        self.catch_up()

    # --- the log -------------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Absorb what the log holds beyond what is here; True where there was something."""
        before = self.line.entries
        tail = (entry_of(r) for r in self.log.read(self.name, before + 1))
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
        whole = step[0].step if all(entry.meta.audience for entry in step) else 0
        for entry in step:
            if entry.meta.audience:
                self.numbers.hide(entry.seq, whole, entry.meta.audience)

    def entries(self, first: int, last: int, *, kept: bool = False) -> Iterator[Entry]:
        """Entries of the log, in order, undone ones and the table's among them."""
        if not kept and self._recent and first >= (oldest := self._recent[0].seq):
            return islice(self._recent, first - oldest, last - oldest + 1)
        return (entry_of(r, kept=kept) for r in self.log.read(self.name, first, last))

    def path(self, below: int, to: int) -> Iterator[Entry]:
        """The entries of the path from one node (without it) to another below it on the tree."""
        for first, last in self.line.entries_between(below, to):
            yield from self.entries(first, last)

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
        """The state at a node as somebody sees it: only what he may see was ever folded."""
        seq = self.node if seq is None else seq
        if not self.numbers.hides_from(viewer):
            return self.moments.at(seq)
        if viewer not in self._views:
            self._views[viewer] = Moments(self, lambda entry: viewer.sees(entry.meta.audience))
        return self._views[viewer].at(seq)

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
        data = self.log.checkpoint(self.name, seq, self._stored[seq], state.FOLD_VERSION)
        return state.load(data) if data else None

    def store_caches(self, *, all_of_it: bool = False) -> None:
        """Store the state at the head and the index, if they are due."""
        seq = self.node
        if seq and (all_of_it or seq - max(self._stored, default=0) >= STORED_SPACING):
            chain = self._chain_at(seq)
            self.log.put_checkpoint(
                self.name, seq, chain, state.FOLD_VERSION, state.dump(self.head)
            )
            self._stored[seq] = chain
        if all_of_it or self.line.entries - self._indexed >= INDEX_SPACING:
            self._indexed = self.line.entries
            self.log.put_line(self.name, self._indexed, self.chain, self.dump_index())

    def _chain_at(self, seq: int) -> bytes:
        if seq == self.line.entries:
            return self.chain
        return next(iter(self.log.read(self.name, seq, seq))).chain

    def dump_index(self) -> bytes:
        """The index of the line of play, the numbering and the table, as it is stored."""
        kept = {"hidden": self.numbers.hidden, "table": self.table, "shown": self.luck.shown.dump()}
        header = json.dumps(kept).encode()
        return _HEADER.pack(len(header)) + header + self.line.dump()

    def _load_index(self) -> int:
        """Read the stored index; how many entries it covers. One of another log is ignored."""
        stored = self.log.line(self.name)
        if stored is None:
            return 0
        upto, chain, data = stored
        if next((r.chain for r in self.log.read(self.name, upto, upto)), None) != chain:
            return 0
        size = _HEADER.unpack_from(data)[0]
        header = json.loads(data[_HEADER.size : _HEADER.size + size])
        if "shown" not in header:
            return 0
        self.line = Line.load(data[_HEADER.size + size :])
        self.numbers = Numbers(tuple((s, st, tuple(a)) for s, st, a in header["hidden"]))
        self.table = _TABLE.validate_python(header["table"])
        self.luck.shown = Shown.load(header["shown"])
        self.chain = chain
        return upto


_TABLE = TypeAdapter(Table)
