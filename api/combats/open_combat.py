"""One open combat in memory, kept in step with its log: dice, views of it, and stored caches.

All of it is derived from the log and may be dropped at any time.
"""

from __future__ import annotations

import json
import struct
import threading
from collections import OrderedDict
from dataclasses import replace
from functools import partial, reduce
from itertools import groupby
from time import monotonic
from typing import Any

from pydantic import TypeAdapter

from api.combats.checkpoints import Moments
from api.combats.combat_history import STATE, CombatHistory, entry_of
from api.combats.dice_state import Luck
from api.combats.key_eras import came_from_elsewhere
from api.combats.known_reports import KnownReports
from api.combats.origin import Origin, Trees
from api.store.log import CombatLog
from api.vault.key_files import Vault
from domain.events import CombatOpened, Rewound
from domain.log.codec import Entry
from domain.log.undo_tree import Line
from domain.ruleset.ruleset import Refused, Ruleset
from domain.state import combat as state
from domain.state.combat import Combat
from domain.state.numbering import Numbers
from domain.state.viewer import Viewer
from domain.table.table import Table, sit
from domain.table.undo_consent import Receipt
from projections.visibility.uncertainty import Known, known_after

STORED_SPACING = 500
"""Entries of a path between two states that are stored."""

INDEX_SPACING = 1000
"""Entries of the log between two stored indexes."""

INDEX_SHAPE = 7
"""Raised by hand when what an index keeps changes: one of another shape is made anew."""

INDEX = "index"
"""The kind of cache that holds an index."""

_HEADER = struct.Struct(">I")


def rules_as_opened(rules: Ruleset, opened: CombatOpened) -> Ruleset:
    """The rules of a combat with the preset of its log; without one that they cannot read."""
    try:
        return rules.with_preset(opened.preset)
    except Refused:
        return replace(rules, takes_over=True)


class OpenCombat(CombatHistory):
    """One combat in memory, behind one lock. `absorb` keeps it in step with its log.

    `looked_at` is the time as of which it is read; 0 stands for now. `in_step_at` is when it was
    last in step with its log, on a clock that starts anywhere. It `is_whole` unless a step was only
    half taken in, since the database failed meanwhile; then it has to be let go. It `may_be_behind`
    from when it is read until it is first caught up behind its lock, and where another one of its
    name was held meanwhile. `times_held` is how often the thread that has its lock took it.
    """

    looked_at, is_whole, may_be_behind, times_held = 0, True, True, 0

    def __init__(self, name: str, rules: Ruleset, log: CombatLog, vault: Vault):
        super().__init__(name, rules, log, vault)
        self.lock, self.is_let_go, self.in_step_at = threading.RLock(), False, monotonic()
        self.listed, head = log.catalogue_row(name), log.head(name)
        self.origin = Origin(self, vault, came_from_elsewhere(log, name))
        self.luck = Luck(self, self.origin, vault)
        self.trees = Trees(self, self.origin)
        self.receipts: OrderedDict[tuple[Any, ...], Receipt] = OrderedDict()
        """What moves of the head cost, by what it follows from (`api.handlers.undo_consent`)."""
        self._views: dict[Viewer, Moments[Entry, Known]] = {}
        self.sights: dict[Viewer, Any] = {}
        """What was seen so far, by whose eyes (`api.combats.viewers.viewer_log`)."""
        self.reports = KnownReports()
        self._indexed = self._load_index()
        self.catch_up()
        if self.line.entries:
            self.rules = rules_as_opened(rules, self.opening_event)
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
        self.is_whole = False
        self._take_in(step, after)
        self.chain, self.is_whole = step[-1].chain, True

    def _take_in(self, step: tuple[Entry, ...], after: Combat | None) -> None:
        first = step[0]
        if isinstance(first.event, CombatOpened):
            self.rules = rules_as_opened(self.rules, first.event)
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
            self.reports.note(entry)
            self.table = sit(self.table, (entry,))

    def _hide(self, step: tuple[Entry, ...]) -> None:
        hidden = [entry for entry in step if entry.meta.audience]
        whole = step[0].step if len(hidden) == len(step) else 0
        for entry in hidden:
            self.numbers.hide(entry.seq, whole, entry.meta.audience)

    @property
    def read_only(self) -> bool:
        """True for a combat from elsewhere that has not gone on here."""
        return self.origin.waits

    # --- who plays it, and how -----------------------------------------------------------

    @property
    def revision(self) -> str:
        """The revision of the rules under which the combat was begun, here or before a what-if."""
        if (origin := self.opening_event.origin) is not None:
            return origin.revision
        [first] = self.entries(1, 1, kept=True)
        assert first.kept is not None
        return first.kept.context.revision

    @property
    def policy(self) -> str:
        """How this table goes back: as it was opened, or as the referee has settled since."""
        return self.table.undoing.policy or self.head.roster.policy

    @property
    def was_stopped(self) -> bool:
        """True if there ever was an undo request or a dispute, for which play may have waited."""
        requests = self.table.undoing.requests
        return bool(requests.request or requests.refusals.since or self.table.disputes)

    # --- states --------------------------------------------------------------------------

    def view(self, viewer: Viewer, seq: int | None = None) -> Combat:
        """The state at a node as somebody can know it: nothing else was ever folded."""
        seq = self.node if seq is None else seq
        if not self.numbers.hides_from(viewer):
            return self.moments.at(seq)
        if viewer not in self._views:
            known = partial(known_after, viewer=viewer)
            self._views[viewer] = Moments(self, Known(), partial(reduce, known))
        return self._views[viewer].at(seq).combat

    # --- rest ---------------------------------------------------------------------------

    def rest(self) -> None:
        """Let go of what is quickly made again: a combat that rests takes a fifth of the memory."""
        self._recent.clear()
        self._span.cache_clear()
        self.receipts.clear()
        self.moments.keep_only(self.line.head)
        for view in self._views.values():
            view.keep_only(self.line.head)
        for sight in self.sights.values():
            sight.rest()

    # --- caches that may be deleted ------------------------------------------------------

    def store_caches(self, *, all_of_it: bool = False) -> bool:
        """Store the state at the head and the index, if they are due; tells whether that worked."""
        seq, stored = self.node, True
        if seq and (all_of_it or seq - next(reversed(self._stored), 0) >= STORED_SPACING):
            chain = self.chain_at(seq)
            data = self._caches.close(STATE, chain, state.dump(self.head))
            stored = self.log.put_checkpoint(self.name, seq, chain, state.FOLD_VERSION, data)
            self._stored[seq] = chain
        if all_of_it or self.line.entries - self._indexed >= INDEX_SPACING:
            self._indexed = self.line.entries
            data = self._caches.close(INDEX, self.chain, self.dump_index())
            stored = self.log.put_line(self.name, self._indexed, self.chain, data) and stored
        return stored

    def dump_index(self) -> bytes:
        """The index of the line of play, the numbering and the table, as it is stored."""
        kept = {
            "shape": INDEX_SHAPE,
            "hidden": self.numbers.hidden,
            "table": _TABLE.dump_python(self.table, mode="json"),
            "shown": self.luck.shown.dump(),
            "reports": self.reports.steps,
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
        self.reports = KnownReports(header["reports"])
        self.chain = chain
        return upto


_TABLE = TypeAdapter(Table)
