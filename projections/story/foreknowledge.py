"""Chosen with knowledge: who goes on after an undo knows dice that nobody knew before.

A step is marked where the table has seen dice or cards of this round, on any line of play, that
were not drawn on the way to it. It *used* them where it draws one of them, and *avoided* them where
it does anything else. It has no mark where this and nothing else had been done there before, nor
where a correction played it again. Marks accuse nobody: who undid a slip of the tongue has
knowledge as well. They say that these dice were known.

All of it is derived from what its viewer sees; labels are counted again on the viewer's own line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from domain import events as e
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.fold import with_entry
from domain.state.places import drawn_pile
from domain.state.roll_counts import roll_tally
from domain.table.undo_requests import Requests, granted_entry
from projections.visibility.visible_log import SeenEntry

IDS = frozenset({"act", "question", "on", "frame", "id", "parent", "label"})
"""What two courses of play differ in though the same was done."""

Label = tuple[str, int, str, int]
"""Its tally or pile, the round, the sort of dice (empty for a card), and which of them it is."""


class Mark(NamedTuple):
    """A step was chosen with knowledge: its number, its first entry, and by whom.

    `shown` are the entries in which the known dice and cards were shown; of a step that used some
    of them, those alone.
    """

    step: int
    number: str
    who: str
    how: Literal["used", "avoided"]
    shown: tuple[str, ...]

    @property
    def says(self) -> str:
        """The mark in words."""
        return f"with knowledge of {', '.join(self.shown)}: {self.how}"


def marks(entries: Sequence[SeenEntry]) -> tuple[Mark, ...]:
    """The marks of a viewer's own log, in order; without an undo there is none."""
    if not any(isinstance(one.event, e.Rewound) for one in entries):
        return ()
    return tuple(_Watch().over(entries))


class _Watch:
    """Follows a log: what was shown on any line of play, and what was done at each node.

    `rolls` says by node which roll of each tally comes next in its round, and `fell` what the rolls
    of each step were, by step and tally: a correction plays them again under the label they had.
    """

    def __init__(self) -> None:
        self.states: dict[int, Combat] = {0: EMPTY}
        self.rolls: dict[int, dict[str, int]] = {0: {}}
        self.fell: dict[tuple[int, str], list[tuple[int, tuple[int, ...]]]] = {}
        self.seen: dict[int, dict[Label, str]] = {}
        self.rerolls: Requests[e.RerollRequested] = Requests()
        self.alike: dict[int, int] = {0: 0}
        self.done: dict[int, list[tuple[list[SeenEntry], int]]] = {}

    def over(self, entries: Iterable[SeenEntry]) -> Iterator[Mark]:
        for _, group in groupby(entries, key=lambda one: one.entry.step):
            step = list(group)
            if step[0].entry.is_play:
                yield from self._marks_of_step(step)
            else:
                self._forget_rerolls(step)

    def _marks_of_step(self, step: list[SeenEntry]) -> Iterator[Mark]:
        node, end = step[0].entry.meta.parent or 0, step[-1].entry.seq
        before = combat = self.states[node]
        drawn: dict[Label, str] = {}
        rolls = self.rolls[node]
        for one in step:
            label, rolls = self._label(combat, rolls, one)
            if label is not None:
                drawn[label] = one.number
            combat = evolve(combat, one.event, one.entry.meta.answers)
            self.states[one.entry.seq], self.rolls[one.entry.seq] = combat, rolls
        round, next_of = before.clock.rounds, self.rolls[node]
        seen = self.seen.get(round, {})
        known = {x: n for x, n in seen.items() if _is_ahead(before, next_of, x)}
        again = self._done_before(self.alike.get(node, node), step, end)
        for label, number in drawn.items():
            self.seen.setdefault(label[1], {}).setdefault(label, number)
        # What a correction decided again was chosen when it was first played.
        if known and not again and not step[0].entry.meta.origin:
            yield _mark(step[0], known, drawn)

    def _done_before(self, node: int, step: list[SeenEntry], end: int) -> bool:
        """Whether the same was done at this node, or at one that was reached in the same way.

        Where several things were tried there, to do one of them again is a choice like any other.
        """
        others = self.done.setdefault(node, [])
        done = _print(step) if others else ()
        for other, alike in others:
            if _print(other) == done:
                self.alike[end] = alike
                return len(others) == 1
        others.append((step, end))
        self.alike[end] = end
        return False

    def _label(
        self, combat: Combat, rolls: dict[str, int], one: SeenEntry
    ) -> tuple[Label | None, dict[str, int]]:
        """What dice or a card are bound to that everybody sees, and which rolls come next."""
        match one.event:
            case e.RoundBegan():
                return None, {}
            case e.DiceRolled(
                all_faces=faces, is_counted=True, key="open", sort=sort, label=old
            ) if faces:
                tally = roll_tally("open", old.roller, sort)
                r, after = self._nth(tally, rolls.get(tally, 0), one)
                label = None if r is None else (tally, combat.clock.rounds, sort, r)
                return label, with_entry(rolls, tally, after)
            case e.CardDrawn(deck=deck, shuffle=shuffle):
                pile = drawn_pile(deck, shuffle)
                return (pile, combat.clock.rounds, "", len(combat.places.who(pile))), rolls
        return None, rolls

    def _nth(self, tally: str, next_one: int, one: SeenEntry) -> tuple[int | None, int]:
        """Which roll of its tally one is, None for dice of a correction, and which comes next."""
        meta, rolled = one.entry.meta, one.event
        assert isinstance(rolled, e.DiceRolled)
        fell = self.fell.setdefault((meta.step, tally), [])
        r: int | None = next_one
        if meta.origin:
            was = self.fell.get((meta.origin, tally), [])[len(fell) : len(fell) + 1]
            same = [nth for nth, faces in was if faces[: len(rolled.all_faces)] == rolled.all_faces]
            r = next(iter(same), None)
        elif rolled.label.reroll:
            r = max(0, next_one - 1)
        fell.append((next_one if r is None else r, rolled.all_faces))
        if rolled.label.reroll:
            return r, next_one
        return r, max(next_one, r or 0) + 1

    def _forget_rerolls(self, step: list[SeenEntry]) -> None:
        """Forget what the table agreed to let fall afresh."""
        for one in step:
            if isinstance(one.event, e.RerollRequested | e.RerollAnswered):
                number = str(granted_entry(self.rerolls, one.entry))
                for round, labels in self.seen.items():
                    self.seen[round] = {label: n for label, n in labels.items() if n != number}
                self.rerolls = self.rerolls.after(one.entry, e.RerollRequested)


def _mark(first: SeenEntry, known: dict[Label, str], drawn: dict[Label, str]) -> Mark:
    used = tuple(number for label, number in known.items() if label in drawn)
    shown = tuple(dict.fromkeys(used or known.values()))
    meta = first.entry.meta
    return Mark(meta.step, first.number, meta.by, "used" if used else "avoided", shown)


def _is_ahead(combat: Combat, rolls: dict[str, int], label: Label) -> bool:
    """True for what may still be drawn in this round of this line of play."""
    name, round, sort, r = label
    drawn = rolls.get(name, 0) if sort else len(combat.places.who(name))
    return round == combat.clock.rounds and r >= drawn


def _print(step: list[SeenEntry]) -> tuple[tuple[str, str], ...]:
    """What was done in a step, whatever ids it bears."""
    return tuple(
        (type(one.event).__name__, one.event.model_dump_json(exclude=set(IDS))) for one in step
    )
