"""Histories of a line of play, and a model of it that only keeps lists and walks them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from domain.log.undo_tree import Line
from tests.sweeps import examples

Move = tuple[str, int, int]
"""What is done, its size in entries, and a number that picks where a jump goes."""

moves = st.tuples(
    st.sampled_from(["play", "play", "play", "talk", "undo", "undo", "redo", "jump"]),
    st.integers(1, 3),
    st.integers(0, 99),
)
histories = st.lists(moves, max_size=40)
edits = st.lists(moves.filter(lambda move: move[0] != "jump"), max_size=60)
thoroughly = examples(300)


class Walked:
    """The same tree kept as plainly as can be: for each node the whole list of steps to it."""

    def __init__(self) -> None:
        self.to: dict[int, list[int]] = {0: []}
        self.seqs: list[list[int]] = [[]]
        self.heads = [0]
        self.tip = 0

    @property
    def head(self) -> int:
        return self.heads[-1]

    @property
    def entries(self) -> int:
        return sum(map(len, self.seqs))

    def play(self, size: int) -> None:
        step = len(self.seqs)
        self.to[step] = [*self.to[self.head], step]
        self.stand(size, step)
        self.tip = step

    def rewind(self, to: int, size: int) -> None:
        self.stand(size, to)
        if to and to not in self.to[self.tip]:
            self.tip = to

    def stand(self, size: int, head: int) -> None:
        self.seqs.append(list(range(self.entries + 1, self.entries + size + 1)))
        self.heads.append(head)

    def undo(self) -> int | None:
        return [0, *self.to[self.head]][-2] if self.head else None

    def redo(self) -> int | None:
        further = self.to[self.tip][len(self.to[self.head]) :]
        return further[0] if further else None

    def entries_to(self, seq: int) -> list[int]:
        """All entries played from the beginning up to a play entry, or to 0."""
        step = self.step_of(seq)
        return [each for on in self.to[step] for each in self.seqs[on] if on != step or each <= seq]

    def step_of(self, seq: int) -> int:
        return next((step for step, seqs in enumerate(self.seqs) if seq in seqs), 0)

    def fork(self, a: int, b: int) -> int:
        return max({0, *self.to[a]} & {0, *self.to[b]})


def told(history: list[Move]) -> tuple[Line, Walked]:
    """The line and the model after the same history; what cannot be done is skipped."""
    line, walked = Line(), Walked()
    for move in history:
        do(move, line, walked)
    return line, walked


def do(move: Move, line: Line, walked: Walked) -> None:
    what, size, pick = move
    if what == "play":
        walked.play(size)
        assert line.play(size) == line.steps
    elif what == "talk":
        walked.stand(size, walked.head)
        assert line.talk(size) == line.steps
    else:
        nodes = list(walked.to)
        to = {"undo": line.undo(), "redo": line.redo()}.get(what, nodes[pick % len(nodes)])
        if to is not None:
            walked.rewind(to, size)
            assert line.rewind(to, size) == line.steps


def two_stacks(history: list[Move]) -> tuple[list[int], list[int]]:
    """What an ordinary editor would have done and undone; steps are numbered as in the log."""
    done: list[int] = []
    undone: list[int] = []
    step = 0
    for what, _, _ in history:
        if what == "play":
            done, undone = [*done, step + 1], []
        elif what == "undo" and done:
            undone.append(done.pop())
        elif what == "redo" and undone:
            done.append(undone.pop())
        elif what != "talk":
            continue
        step += 1
    return done, undone


def a_forked_line() -> Line:
    """Steps 1 (entries 1-2), 2 (3), 3 (4-6); back to 1; talk; 6 (9-10) below 1.

        0 -- 1 -- 2 -- 3
              \\
               6
    """
    line = Line()
    for size in (2, 1, 3):
        line.play(size)
    line.rewind(1)
    line.talk(1)
    line.play(2)
    return line


def unrolled(ranges: tuple[tuple[int, int], ...]) -> list[int]:
    """The entries of the ranges, which neither touch nor are empty."""
    assert all(before[1] + 1 < after[0] for before, after in pairwise(ranges))
    assert all(first <= last for first, last in ranges)
    return [seq for first, last in ranges for seq in range(first, last + 1)]
