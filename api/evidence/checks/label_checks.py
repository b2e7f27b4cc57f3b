"""Label checks: labels of dice are counted, or kept in a correction, and never chosen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from domain.dice.fair_dice import WORD
from domain.state.combat import Combat
from domain.state.roll_counts import next_of, next_taken, roll_tally, rolled_as

_MOST_DICE = 1_000


class LabelChecks:
    """Checks the labels of rolls in order; where entries are closed, less can be counted.

    `known` is how many dice of the last roll had been shown under its label before.
    """

    def __init__(self, whole: bool, agreed: Callable[[str, Any, int], int]):
        self._whole, self.era, self._agreed = whole, 1, agreed
        self._fell, self._nth = defaultdict[int, set[Any]](set), Counter[Any]()
        self._first = defaultdict[Any, list[tuple[int, int, int]]](list)
        self._taken, self._made = dict[Any, int](), defaultdict[Any, set[int]](set)
        self._rolls, self._kept, self.known = set[Any](), 0, 0

    def hold(self, state: Combat, meta: Any, event: Any) -> None:
        """Check the label of a roll that is made in a state; raises ValueError."""
        _has_a_size(event)
        label, member = event.label, state.roster.members.get(event.who)
        roller, step = member.roller if member else 0, meta.origin or meta.step
        told, due = _label_key(label), self._due_label(state, meta, event, roller)
        self._says_where(state, meta, event, roller)
        recorded = meta.origin and (not label.kind or told in self._fell[step])
        if recorded and self._whole and told not in self._fell[step]:
            raise ValueError(f"its dice never fell in step {step}")
        self._fell[step].add(told)
        self._shows_what_it_showed(event, (event.key, *told), step)
        self._nth[named := (meta.step, event.key, roller, event.sort, label.reroll)] += 1
        if recorded:
            return
        place = self.era, state.clock.rounds, roller, event.sort
        if (label.era, label.round, label.roller, label.sort) != place:
            raise ValueError("its dice belong to another round, roller or sort of roll")
        if self._whole and event.key != due[0]:
            raise ValueError(f"its dice are not those of the key {due[0]!r}")
        if not label.kind and not label.origin:
            return self._check_ordinal(state, event, *due[1:])
        own = meta.origin or (event.provenance != "service" and meta.step)
        nth = self._nth[named] - 1 if self._whole else label.r
        if not own or (label.kind, label.origin, label.r) != (1, own, nth):
            raise ValueError(f"its dice belong to no correction of step {own or meta.step}")

    def _due_label(self, state: Combat, meta: Any, event: Any, roller: int) -> tuple[str, int, int]:
        """Return the key, ordinal and re-roll due to a roll: its own, or those of the other key."""
        own, label = _made_in(meta), event.label
        other = "open" if own == "hidden" else "hidden"
        if label.kind:
            shown = (k for k in (own, other) if self._first.get((k, *_label_key(label))))
            return next(shown, own), label.r, label.reroll
        nth, reroll = _own(state, meta, event, roller)
        place = label.round, roller, event.sort
        if not self._is_shown(own, label, nth):
            theirs = next_taken(state.exchange.rolls, other, roller, event.sort)
            theirs = self._taken.get((own, *place, nth), theirs)
            if self._is_shown(other, label, theirs) or (own, *place, nth) in self._taken:
                return other, theirs, reroll
        return own, nth, reroll

    def _is_shown(self, key: str, label: Any, nth: int) -> bool:
        fresh = self._agreed(key, label, nth)
        return bool(self._first.get((key, *_label_key(label)[:3], 0, 0, nth, fresh, label.reroll)))

    def _says_where(self, state: Combat, meta: Any, event: Any, roller: int) -> None:
        """Check where a roll is said to be made, and which of those it is; raises ValueError."""
        own, label = _made_in(meta), event.label
        if event.own != ("" if event.key == own else own):
            raise ValueError(f"it is made under the key {own!r}, and does not say so")
        taken = event.own and not label.kind
        made = self._made[meta.origin or meta.step, event.own]
        nth = _own(state, meta, event, roller)[0] if taken else 0
        if event.own_r not in {nth, *(made if meta.origin and taken else ())} and self._whole:
            raise ValueError(f"it is said to be roll {event.own_r} there, and is roll {nth}")
        if taken and event.all_faces:
            made.add(event.own_r)
            name = event.own, label.round, label.roller, event.sort, event.own_r
            self._taken.setdefault(name, label.r)

    def _shows_what_it_showed(self, event: Any, name: tuple[Any, ...], step: int) -> None:
        """Check that a label has one value; a die of another size is as high or low."""
        known, fell = self._first[name], tuple(zip(event.all_faces, event.sizes, strict=True))
        for (face, sides), (first, of, _) in zip(fell, known, strict=False):
            alike = (face - 1) * of < first * sides and (first - 1) * sides < face * of
            if not (alike or (event.label.kind and (of != sides or event.provenance != "service"))):
                raise ValueError(f"its dice show {face} of {sides}, but had shown {first} of {of}")
        typed_ruling = event.label.kind and event.provenance != "service"
        self.known = 0 if typed_ruling else min(len(known), len(fell))
        so = {(step, event.key, event.who, event.sort, fell[: n + 1]) for n in range(len(fell))}
        self._kept = event.label.kind * len(so & self._rolls)
        self._rolls |= so
        era = event.label.era * (event.provenance == "service")
        known.extend((*die, era) for die in fell[len(known) :])

    def before(self, event: Any) -> dict[int, tuple[int, int]]:
        """Return face and size of its dice that were typed, of another era, or kept as recorded."""
        fell = tuple(zip(event.all_faces, event.sizes, strict=True))
        known = self._first[(event.key, *_label_key(event.label))][: len(fell)]
        known[: self._kept] = [(*die, -1) for die in fell[: self._kept]]
        return {die: was[:2] for die, was in enumerate(known) if was[2] != event.label.era}

    def _check_ordinal(self, state: Combat, event: Any, nth: int, reroll: int) -> None:
        """Check which roll of a roller it is, and how often it was rolled again."""
        label, again = event.label, event.label.reroll > 0
        if not self._whole:
            return
        if again and (event.key, label.sort) not in map(rolled_as, state.exchange.rolls):
            raise ValueError(f"no {label.sort!r} had been rolled, to be rolled again")
        if (label.r, label.reroll) != (nth, reroll):
            raise ValueError(f"its dice belong to roll {label.r}, and this is roll {nth}")


def _has_a_size(event: Any) -> None:
    if len(event.all_faces) > _MOST_DICE or max(event.sizes, default=0) > WORD:
        raise ValueError(f"no roll has more than {_MOST_DICE} dice, and no die 2^64 sides")


def _own(state: Combat, meta: Any, event: Any, roller: int) -> tuple[int, int]:
    """Return which roll of its domain comes next, and which re-roll of it."""
    tally = roll_tally(_made_in(meta), roller, event.sort)
    return next_of(state.exchange.rolls, tally, event.label.reroll > 0)


def _made_in(meta: Any) -> str:
    """Return the key domain in which a roll is made: hidden or open."""
    return "hidden" if meta.audience else "open"


def _label_key(label: Any) -> tuple[Any, ...]:
    place = label.round, label.roller, label.sort, label.kind, label.origin
    return *place, label.r, label.fresh, label.reroll
