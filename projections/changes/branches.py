"""The branches of a log as a tree: the line of play, and what hangs beside it.

A branch is a row of stretches; where others part from it, they hang below the stretch that they go
on from. Within what was undone the largest part goes on and the others hang beside, so that no tree
is deeper than the logarithm of its size.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.log.undo_tree import Line


class Stretch(NamedTuple):
    """Steps in a row: the first and the last own entry, and the branches that part behind them.

    `standing` are those on the line of play; `head` is true where play stands at their end.
    """

    first: int
    last: int
    steps: int
    standing: bool
    head: bool
    sides: tuple[tuple[Stretch, ...], ...]


def branches(line: Line) -> tuple[Stretch, ...]:
    """The whole tree, as the stretches of the line of play; takes the time of the log."""
    return _Tree(line).row(0, line.path(0, line.head))


class _Tree:
    """The children of every node, and how many steps hang below each."""

    def __init__(self, line: Line):
        self.line = line
        self.children: dict[int, list[int]] = {}
        self.size: dict[int, int] = {}
        for step in range(line.steps, 0, -1):
            if line.is_play(step):
                parent = line.parent(step)
                self.children.setdefault(parent, []).insert(0, step)
                self.size[step] = self.size.get(step, 0) + 1
                self.size[parent] = self.size.get(parent, 0) + self.size[step]

    def row(self, before: int, path: tuple[int, ...]) -> tuple[Stretch, ...]:
        """The stretches of a path below a node."""
        found: list[Stretch] = []
        begun = 0
        for n, step in enumerate(path):
            going_on = path[n + 1] if n + 1 < len(path) else 0
            sides = [child for child in self.children.get(step, ()) if child != going_on]
            if sides or not going_on:
                found.append(self._stretch(path[begun : n + 1], sides))
                begun = n + 1
        first = path[0] if path else 0
        roots = [child for child in self.children.get(before, ()) if child != first]
        if before == 0 and roots:
            return (Stretch(0, 0, 0, True, not path, self._sides(roots)), *found)
        return tuple(found)

    def _stretch(self, steps: tuple[int, ...], sides: list[int]) -> Stretch:
        line, last = self.line, steps[-1]
        return Stretch(
            line.first(steps[0]),
            line.last(last),
            len(steps),
            line.standing(last),
            line.head == last,
            self._sides(sides),
        )

    def _sides(self, sides: list[int]) -> tuple[tuple[Stretch, ...], ...]:
        return tuple(self.row(-1, self._main(side)) for side in sides)

    def _main(self, step: int) -> tuple[int, ...]:
        """The way from a step down to where the most hangs."""
        way = [step]
        while below := self.children.get(way[-1]):
            way.append(max(below, key=lambda each: self.size[each]))
        return tuple(way)
