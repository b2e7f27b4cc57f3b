"""A combat as one pair of eyes sees it, kept in step with its log: own entries, line and moments.

What a viewer sees is a log like any other (`projections.visibility.visible_log`), so that it has a
line of play and states at its nodes. Everything that is sent to somebody is read from here. Whoever
sees the same shares one sight: the players, unless something was hidden from some of them, and the
referee. Kept in memory only, and used behind the lock of its combat.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cache, partial, reduce
from itertools import groupby

from api.combats.checkpoints import Moments
from api.combats.open_combat import OpenCombat
from api.combats.viewers.packed_entries import SeenEntries
from domain import events as e
from domain.log.codec import Entry
from domain.log.undo_tree import Line
from domain.state.numbering import Numbers
from domain.state.viewer import Viewer
from projections.explain import Look
from projections.ledger.ledger import Ledger
from projections.ledger.register import Register
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import PRIVATE, SeenEntry, VisibleLog

_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")

_SPANS: dict[type[e.Event], str] = {
    e.TurnBegan: "turn",
    e.PhaseBegan: "phase",
    e.RoundBegan: "round",
}

MOST_MOMENTS = 256
"""How many of the latest moments are kept."""

Label = tuple[int, int]
"""A public number, and which private line after it (0 = the public entry itself)."""


class Unseen(LookupError):
    """This viewer's log has no entry of that number."""


class Sight:
    """What one pair of eyes has seen of a log so far."""

    def __init__(self, combat: OpenCombat, viewer: Viewer):
        self.line, self.numbers = Line(), Numbers()
        self._ledger, self._register, self._read = Ledger(), Register(), 0
        self.eyes = VisibleLog(viewer)
        self._labels: list[Label] = []
        self._entries = SeenEntries()
        self.noted: dict[int, str] = {}
        self._raw = array("I")
        self._own = array("I", [0])
        self.moments = Moments(self, START, partial(reduce, advance), latest=MOST_MOMENTS)
        self._began = {span: array("I") for span in _SPANS.values()}
        self._notes: list[int] = []
        self.names: dict[str, str] = {}
        self._named: list[tuple[int, str, str]] = []
        self._whole: Sight | None = None
        self.catch_up(combat)

    # --- the log ---------------------------------------------------------------------------

    def catch_up(self, combat: OpenCombat) -> None:
        """See what was appended since the last look."""
        if combat.line.entries < len(self._own):
            return
        entries = combat.entries(len(self._own), combat.line.entries)
        for _, step in groupby(entries, key=lambda entry: entry.step):
            # All of a step is read before any of it is seen: reading may fail in the middle.
            seen = [found for entry in tuple(step) if (found := self._see(entry))]
            if seen:
                self._count(seen)

    def _see(self, entry: Entry) -> SeenEntry | None:
        seen = self.eyes.see(entry)
        if seen is None:
            self._own.append(self._own[entry.meta.parent] if entry.meta.parent else 0)
            return None
        self._labels.append(_parts(seen.number))
        if entry.meta.note:
            self.noted[len(self)] = entry.meta.note.id
        if seen.entry.meta.audience:
            self.numbers.hide(len(self), 0, PRIVATE)
        self._raw.append(entry.seq)
        self._own.append(len(self))
        self._entries.append(seen)
        if (span := _SPANS.get(type(seen.event))) is not None:
            self._began[span].append(len(self))
        else:
            self._note(seen.event)
        return seen

    def _note(self, event: e.Event) -> None:
        """Remember what is looked up later: notes, and what everybody was called last."""
        match event:
            case e.Noted():
                self._notes.append(len(self))
            case e.Joined(subject=who, name=str(name)) | e.Edited(subject=who, name=str(name)):
                self.names[who] = name
                self._named.append((len(self), who, name))

    def _count(self, step: list[SeenEntry]) -> None:
        """Put a step, as far as it is seen, onto the own line of play."""
        first = step[0].entry
        if first.is_play:
            self.line.play(len(step))
        elif isinstance(first.event, e.Rewound):
            self.line.rewind(self.line.step_of(first.event.to), len(step))
        else:
            self.line.talk(len(step))

    @property
    def whole(self) -> Sight:
        """What was seen up to now, where this is what was seen up to an earlier entry."""
        return self if self._whole is None else self._whole

    @property
    def last(self) -> str:
        """The number of the last entry; `0` before the first."""
        return self.number(len(self))

    def place(self, number: str) -> int:
        """The own entry of a number, 0 for `0`; raises Unseen where there is none."""
        if number == "0":
            return 0
        place = bisect_left(self._labels, label(number))
        if place == len(self._labels) or self._labels[place] != label(number):
            raise Unseen(number)
        return place + 1

    def after(self, number: str) -> int:
        """How many own entries there are up to a number, whether it was ever given or not."""
        return bisect_left(self._labels, (*label(number)[:1], label(number)[1] + 1))

    def number(self, seq: int) -> str:
        """The number of an own entry."""
        public, private = self._labels[seq - 1] if seq else (0, 0)
        return f"{public}.{private}" if private else f"{public}"

    def of_steps(self, combat: OpenCombat, first: int, last: int) -> range:
        """The own entries that are seen of some steps of the whole log."""
        before = bisect_left(self._raw, combat.line.first(first))
        return range(before + 1, bisect_left(self._raw, combat.line.last(last) + 1) + 1)

    def raw(self, seq: int) -> int:
        """Where an own entry stands in the whole log."""
        return self._raw[seq - 1]

    def node_of(self, seq: int) -> int:
        """The last own entry on the way to one of the whole log."""
        return self._own[seq]

    def own(self, seq: int) -> int:
        """The last own entry up to one of the whole log."""
        return bisect_left(self._raw, seq + 1)

    def entry(self, seq: int) -> SeenEntry:
        """An own entry."""
        return self._entries.entry(seq)

    def seen_entries(self, seqs: Iterable[int]) -> list[SeenEntry]:
        """Own entries."""
        return [self.entry(seq) for seq in seqs]

    def entries(self, first: int, last: int) -> Iterator[Entry]:
        """Own entries, without their numbers; both ends included."""
        return (self.entry(seq).entry for seq in range(first, last + 1))

    def of_own_steps(self, steps: Iterable[int]) -> list[SeenEntry]:
        """The entries of own steps, in order."""
        line = self.line
        return [e for s in steps for e in self.seen_entries(range(line.first(s), line.last(s) + 1))]

    def path(self, below: int, to: int) -> Iterator[SeenEntry]:
        """The entries of the own path from one node (without it) to another below it."""
        for first, last in self.line.entries_between(below, to):
            yield from map(self.entry, range(first, last + 1))

    def text(self, seq: int) -> str:
        """The id under which the words written to an own entry are stored, if there are any."""
        return self.noted.get(seq, "")

    def began(self, span: str) -> Sequence[int]:
        """The own entries at which turns, phases or rounds began, in order."""
        return self._began[span]

    def notes(self) -> Iterator[tuple[int, SeenEntry]]:
        """Everything that was noted beside play, with its own entry."""
        return ((seq, self.entry(seq)) for seq in self._notes)

    def __len__(self) -> int:
        return len(self._labels)

    def books(self) -> tuple[Ledger, Register]:
        """The ledger and the register of all that was seen; kept up only for those who ask."""
        if self._whole is not None:
            return self._whole.books()
        for seq in range(self._read + 1, len(self) + 1):
            seen = self.entry(seq)
            self._ledger.enter(seen)
            self._register.enter(seen)
        self._read = len(self)
        return self._ledger, self._register

    def upto(self, place: int) -> Sight:
        """Return what was seen right after an own entry; states and books are shared."""
        past = copy(self)
        past.line, past.numbers = self.line.upto(place), self.numbers.upto(place)
        past._labels, past._raw = self._labels[:place], self._raw[:place]
        past._own = self._own[: past._raw[-1] + 1 if place else 1]
        past.noted = {seq: text for seq, text in self.noted.items() if seq <= place}
        past._began = {
            name: each[: bisect_right(each, place)] for name, each in self._began.items()
        }
        past._notes = self._notes[: bisect_right(self._notes, place)]
        past.names = {who: name for seq, who, name in self._named if seq <= place}
        past._whole = self
        return past

    def rest(self) -> None:
        """Let go of what is quickly made again."""
        self._entries.rest()
        self.moments.keep_only(self.line.head)
        self._ledger, self._register, self._read = Ledger(), Register(), 0

    # --- moments ---------------------------------------------------------------------------

    @property
    def node(self) -> int:
        """The own entry at the head of the line of play."""
        return self.line.last(self.line.head)

    def moment(self, seq: int) -> Moment:
        """The moment right after an own entry of play, 0 for before everything."""
        return self.moments.at(seq)


def label(number: str) -> Label:
    """A number such as `412` or `412.1` in its place among others; raises Unseen for no number."""
    if not _NUMBER.fullmatch(number):
        raise Unseen(number)
    return _parts(number)


def _parts(number: str) -> Label:
    public, _, private = number.partition(".")
    return int(public), int(private or 0)


def look_of(combat: OpenCombat, sight: Sight, node: int) -> Look:
    """What somebody may know at an own entry of play, 0 for before everything.

    Good only behind the combat's lock.
    """
    line = sight.line
    step = line.step_of(node)

    @cache
    def on_the_way() -> frozenset[int]:
        return frozenset(line.path(0, step))

    def stands(seq: int) -> bool:
        return seq <= node and line.step_of(seq) in on_the_way()

    return Look(combat.rules, *sight.books(), sight.entry, cache(sight.moment), stands, node)
