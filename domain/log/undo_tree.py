"""The line of play: a tree of steps, and the head that undo, redo and jump move.

A log is a run of entries 1, 2, 3, ... cut into steps 1, 2, 3, ... A *play* step hangs below the
head of its moment and becomes the head. A *talk* step stands beside the tree and changes nothing.
A *rewind* stands beside the tree as well, and moves the head to the end of a play step, or to 0,
before everything. Undo, redo, jump and going over to another branch are all that one rewind;
nothing is ever deleted.

A *node* is a play step, or 0 for the root. Four numbers are kept per step; the parent of a play
step is not among them, for it is the head before that step. Ancestors are looked up by skew-binary
jump pointers (Myers, "An applicative random-access stack"): every node points to its parent and to
one ancestor further up, chosen such that any other is a logarithmic number of moves away.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

_DUMP_VERSION: Final = 1
_DUMP_HEAD: Final = struct.Struct("<BII")  # version, rows, tip
_COLUMNS: Final = 4


class Line:
    """An append-only index over the steps of one log. It starts empty, with the head at 0.

    What asks for a node raises `ValueError` for a number that is none. Everything takes constant or
    logarithmic time, except where said otherwise.
    """

    __slots__ = ("_depth", "_head", "_jump", "_last", "_tip")

    def __init__(self) -> None:
        """An empty log; row 0 of each column is the root."""
        self._last = array("I", [0])  # the last entry of each step
        self._head = array("I", [0])  # the head after each step
        self._depth = array("I", [0])  # how many play steps lead here, itself included
        self._jump = array("I", [0])  # an ancestor further up
        self._tip = 0

    @property
    def steps(self) -> int:
        """How many steps there are; also the number of the newest."""
        return len(self._last) - 1

    @property
    def entries(self) -> int:
        """How many entries there are; also the number of the newest."""
        return self._last[-1]

    @property
    def head(self) -> int:
        """The node where play goes on."""
        return self._head[-1]

    @property
    def tip(self) -> int:
        """The node where redo leads in the end; the head itself if there is nothing to redo."""
        return self._tip

    def play(self, size: int) -> int:
        """Append a play step of `size` entries below the head; returns its number."""
        parent = self.head
        self._append(size, self.steps + 1, self._depth[parent] + 1, self._leap(parent))
        self._tip = self.head
        return self.steps

    def talk(self, size: int) -> int:
        """Append a table step of `size` entries, which moves nothing; returns its number."""
        self._append(size, self.head)
        return self.steps

    def rewind(self, to: int, size: int = 1) -> int:
        """Append a table step of `size` entries that moves the head to node `to`.

        Returns its number. Redo still leads where it led while the head moves up and down one
        line; a head beside that line becomes the new tip.
        """
        self._append(size, self._node(to))
        if not self.is_ancestor(to, self._tip):
            self._tip = to
        return self.steps

    def undo(self) -> int | None:
        """The node to rewind to for undoing the last step; None before everything."""
        return self.parent(self.head) if self.head else None

    def redo(self) -> int | None:
        """The node to rewind to for redoing the step undone last; None if there is none."""
        if self.head == self._tip:
            return None
        return self.ancestor(self._tip, self._depth[self.head] + 1)

    def is_play(self, step: int) -> bool:
        """Whether there is such a step and it is a play step: one that became the head itself."""
        return 0 < step < len(self._head) and self._head[step] == step

    def standing(self, step: int) -> bool:
        """Whether a play step is on the line of play, that is: not undone."""
        return self.is_ancestor(step, self.head)

    def first(self, step: int) -> int:
        """The first entry of any step; raises `ValueError` if there is no such step."""
        return self._last[self._step(step) - 1] + 1

    def last(self, step: int) -> int:
        """The last entry of any step, 0 for the root; raises `ValueError` if there is none such."""
        return self._last[self._step(step)] if step else 0

    def step_of(self, seq: int) -> int:
        """The step of entry `seq`, 0 for 0; raises `ValueError` if there is no such entry."""
        if not 0 <= seq <= self._last[-1]:
            raise ValueError(f"there is no entry {seq}")
        return bisect_left(self._last, seq)

    def node_after(self, seq: int) -> int:
        """The entry that play had come to right after entry `seq`; 0 for nothing yet.

        A play entry itself, be it amid its step; after a table entry, the last entry of the head
        after its step. Raises `ValueError` if there is no such entry.
        """
        step = self.step_of(seq)
        return seq if self.is_play(step) else self._last[self._head[step]]

    def parent(self, step: int) -> int:
        """The node that a play step hangs below; raises `ValueError` for the root."""
        if not self.is_play(step):
            raise ValueError(f"there is no play step {step}")
        return self._head[step - 1]

    def depth(self, step: int) -> int:
        """How many play steps lead to a node, itself included; 0 for the root."""
        return self._depth[self._node(step)]

    def ancestor(self, step: int, depth: int) -> int:
        """The node at `depth` on the way from the root to node `step`.

        Raises `ValueError` if `depth` is below 0 or greater than the depth of `step`.
        """
        if not 0 <= depth <= self.depth(step):
            raise ValueError(f"step {step} has no ancestor at depth {depth}")
        return self._above(step, depth)

    def is_ancestor(self, a: int, b: int) -> bool:
        """Whether node `a` is on the way to node `b`; every node is on the way to itself."""
        depth = self.depth(a)
        return depth <= self.depth(b) and self._above(b, depth) == a

    def fork(self, a: int, b: int) -> int:
        """The last node on the way to both `a` and `b`: where their branches part."""
        depth = min(self.depth(a), self.depth(b))
        a, b = self._above(a, depth), self._above(b, depth)
        while a != b:
            if self._jump[a] == self._jump[b]:
                a, b = self._head[a - 1], self._head[b - 1]
            else:
                a, b = self._jump[a], self._jump[b]
        return a

    def path(self, below: int, to: int) -> tuple[int, ...]:
        """The play steps below node `below` down to node `to`, in order of play; takes their time.

        Raises `ValueError` if `below` is not on the way to `to`.
        """
        if not self.is_ancestor(below, to):
            raise ValueError(f"step {below} is not on the way to step {to}")
        steps = []
        while to != below:
            steps.append(to)
            to = self._head[to - 1]
        return tuple(reversed(steps))

    def left_and_entered(self, head: int, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What falls away and what comes back when the head moves; takes the time of both paths."""
        fork = self.fork(head, target)
        return self.path(fork, head), self.path(fork, target)

    def entries_between(self, below_seq: int, to_seq: int) -> tuple[tuple[int, int], ...]:
        """The entries played after one play entry up to another, as (first, last) ranges in order.

        Either may be amid its step, and 0 is before everything. Ranges that touch are joined; takes
        the time of the path. Raises `ValueError` if either is no play entry, or if the first is not
        on the way to the second.
        """
        below, to = self._step_played(below_seq), self._step_played(to_seq)
        if below_seq > to_seq:
            raise ValueError(f"entry {below_seq} is not on the way to entry {to_seq}")
        ranges = [(below_seq + 1, min(self._last[below], to_seq))]
        for step in self.path(below, to):
            first, last = self._last[step - 1] + 1, min(self._last[step], to_seq)
            if first == ranges[-1][1] + 1:
                first = ranges.pop()[0]
            ranges.append((first, last))
        return tuple(each for each in ranges if each[0] <= each[1])

    def left_by(self, path: Sequence[int]) -> tuple[int, ...]:
        """Return the latest steps that moved the head off steps of one path; none while they stand.

        The path is in order of play, and need not be whole. Looks through the steps since, once.
        """
        heads, found = self._head, list[int]()
        left = [node for node in path if not self.standing(node)]
        for step in range(self.steps, left[0] if left else self.steps, -1):
            before = heads[step - 1]
            if heads[step] not in (step, before) and self.is_ancestor(left[0], before):
                found.append(step)
                left = [node for node in left if not self.is_ancestor(node, before)]
                if not left:
                    break
        return tuple(found)

    def upto(self, seq: int) -> Line:
        """Return the index as it was right after entry `seq`, be it amid its step."""
        step, line = self.step_of(seq), Line()
        columns = ("_last", "_head", "_depth", "_jump")
        for name in columns:
            setattr(line, name, getattr(self, name)[: step + 1])
        line._last[step] = seq
        line._tip = line._tip_of(step)
        return line

    def _tip_of(self, step: int) -> int:
        """Where redo leads right after a step: the last play step, or a head beside its line."""
        heads, begin = self._head, step
        while begin and heads[begin] != begin:
            begin -= 1
        tip = begin
        for later in range(begin + 1, step + 1):
            if not self.is_ancestor(heads[later], tip):
                tip = heads[later]
        return tip

    def dump(self) -> bytes:
        """The index as little-endian bytes: a version byte, the rows, the tip, the columns."""
        rows = len(self._last)
        columns = (self._last, self._head, self._depth, self._jump)
        packed = (struct.pack(f"<{rows}I", *column) for column in columns)
        return _DUMP_HEAD.pack(_DUMP_VERSION, rows, self._tip) + b"".join(packed)

    @classmethod
    def load(cls, dumped: bytes) -> Line:
        """The index that was dumped; raises `ValueError` for another version or a cut dump."""
        if len(dumped) < _DUMP_HEAD.size or dumped[0] != _DUMP_VERSION:
            raise ValueError(f"not a dump of version {_DUMP_VERSION}")
        _, rows, tip = _DUMP_HEAD.unpack_from(dumped)
        if not rows or len(dumped) != _DUMP_HEAD.size + 4 * _COLUMNS * rows:
            raise ValueError(f"not a whole dump of {rows} rows")
        starts = range(_DUMP_HEAD.size, len(dumped), 4 * rows)
        line = cls()
        line._tip = tip
        line._last, line._head, line._depth, line._jump = (
            array("I", struct.unpack_from(f"<{rows}I", dumped, start)) for start in starts
        )
        return line

    def _append(self, size: int, head: int, depth: int = 0, jump: int = 0) -> None:
        if size < 1:
            raise ValueError(f"a step has at least one entry, not {size}")
        self._last.append(self.entries + size)
        self._head.append(head)
        self._depth.append(depth)
        self._jump.append(jump)

    def _leap(self, parent: int) -> int:
        """Where a child of `parent` jumps to: past two leaps of one length, else to the parent."""
        leap = self._jump[parent]
        far = self._jump[leap]
        depth = self._depth
        return far if depth[parent] - depth[leap] == depth[leap] - depth[far] else parent

    def _above(self, step: int, depth: int) -> int:
        """The ancestor of a node at a depth that is not beyond its own."""
        while self._depth[step] > depth:
            leap = self._jump[step]
            step = leap if self._depth[leap] >= depth else self._head[step - 1]
        return step

    def _step(self, step: int) -> int:
        if not 0 < step < len(self._last):
            raise ValueError(f"there is no step {step}")
        return step

    def _node(self, step: int) -> int:
        if step and not self.is_play(step):
            raise ValueError(f"there is no play step {step}")
        return step

    def _step_played(self, seq: int) -> int:
        step = self.step_of(seq)
        if step and not self.is_play(step):
            raise ValueError(f"entry {seq} is no play entry")
        return step
