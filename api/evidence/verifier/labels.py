"""Labels of dice: counted by the rules, or kept in a correction, so that nobody can choose one."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from domain.combat import Combat
from domain.events import Joined, RoundBegan
from domain.facets.exchange import next_of, roll_tally, rolled_as

NUMBERED, ABLE = frozenset((Joined, RoundBegan)), ("combatant", "creature", "unit")


class Labels:
    """The labels of a log so far; where not the `whole` of it is opened, less can be counted."""

    def __init__(self, whole: bool):
        self._whole, self.era = whole, 1
        self._fell, self._nth = defaultdict[int, set[Any]](set), Counter[Any]()
        self._first = defaultdict[Any, list[tuple[int, int, int]]](list)
        self._rolls, self._kept = set[Any](), 0

    def hold(self, state: Combat, meta: Any, event: Any) -> None:
        """Check the label of a roll that is made in a state; raises ValueError."""
        label, member = event.label, state.roster.members.get(event.who)
        roller, step = member.roller if member else 0, meta.origin or meta.step
        told = _told(label)
        recorded = meta.origin and (not label.kind or told in self._fell[step])
        if recorded and self._whole and told not in self._fell[step]:
            raise ValueError(f"its dice never fell in step {step}")
        self._fell[step].add(told)
        self._shows_what_it_showed(event, (event.key, *told), step)
        self._nth[named := (meta.step, event.key, roller, event.sort, label.reroll)] += 1
        if recorded:
            return
        due = self.era, state.clock.rounds, roller, event.sort
        if (label.era, label.round, label.roller, label.sort) != due:
            raise ValueError("its dice belong to another round, roller or sort of roll")
        if (event.key == "hidden") != bool(meta.audience):
            raise ValueError(f"its dice are not those of the key {event.key!r}")
        if not label.kind and not label.origin:
            return self._counted(state, event, roller)
        own = meta.origin or (event.provenance != "service" and meta.step)
        nth = self._nth[named] - 1 if self._whole else label.r
        if not own or (label.kind, label.origin, label.r) != (1, own, nth):
            raise ValueError(f"its dice belong to no correction of step {own or meta.step}")

    def _shows_what_it_showed(self, event: Any, name: tuple[Any, ...], step: int) -> None:
        """A label has one value, whoever gave it first; a die of another size is as high or low."""
        sides, known = event.sides, self._first[name]
        for face, (first, of, _) in zip(event.faces, known, strict=False):
            alike = (face - 1) * of < first * sides and (first - 1) * sides < face * of
            if not (alike or (event.label.kind and (of != sides or event.provenance != "service"))):
                raise ValueError(f"its dice show {face} of {sides}, but had shown {first} of {of}")
        roll, faces = (step, event.key, event.who, event.sort, event.sides), event.faces
        so = {(*roll, faces[: n + 1]) for n in range(len(faces))}
        self._kept = event.label.kind * len(so & self._rolls)
        self._rolls |= so
        era = event.label.era * (event.provenance == "service")
        known.extend((face, sides, era) for face in event.faces[len(known) :])

    def before(self, event: Any) -> dict[int, tuple[int, int]]:
        """Face and size of its dice that were typed in, of another era, or kept as recorded."""
        known = self._first[(event.key, *_told(event.label))][: len(event.faces)]
        known[: self._kept] = [(face, event.sides, -1) for face in event.faces[: self._kept]]
        return {die: was[:2] for die, was in enumerate(known) if was[2] != event.label.era}

    def _counted(self, state: Combat, event: Any, roller: int) -> None:
        """Dice that the rules count: which roll of his it is, and how often he rolls it again."""
        label, rolls = event.label, state.exchange.rolls
        tally, again = roll_tally(event.key, roller, label.sort), label.reroll > 0
        nth, reroll = next_of(rolls, tally, again)
        if self._whole and again and (event.key, label.sort) not in map(rolled_as, rolls):
            raise ValueError(f"no {label.sort!r} had been rolled, to be rolled again")
        if self._whole and (label.r, label.reroll) != (nth, reroll):
            raise ValueError(f"its dice belong to roll {label.r}, and this is roll {nth}")


def in_turn(state: Combat, event: Any) -> bool:
    """Whether a round has the next number, and who comes, for his rolls, the next or his own."""
    if isinstance(event, RoundBegan):
        return bool(event.n == state.clock.rounds + 1)
    had, able = state.roster.get(event.subject), event.kind in ABLE and not event.hidden
    return event.roller in (able * (state.roster.rollers() + 1), (had and had.roller) or -1)


def _told(label: Any) -> tuple[Any, ...]:
    place = label.round, label.roller, label.sort, label.kind, label.origin
    return *place, label.r, label.fresh, label.reroll
