"""Whether an entry shows a number because it was entered: another is tried in its place.

That two numbers are equal says nothing. So the steps from the one with the number on are decided
again with one more, or one less: what was entered shows the other number then.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from pydantic import ValidationError

from domain import events as e
from domain.events.measures import fraction, written
from domain.rerun.entered_numbers import EnteredNumber, with_number
from domain.rerun.rerun import Played, again
from domain.rerun.shown_numbers import Numbers, is_named_after, sizes_in
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from domain.step.draft import Draft

_ABOUT = ("subject", "pool", "key", "of", "name", "scope", "stage")
"""Fields of events by which those of another course are found again."""


class NumberTrial(NamedTuple):
    """Steps to be decided again from a state: the first says a number, the last has the entry.

    `place` is that of the entry's event in the last step.
    """

    before: Combat
    steps: tuple[Played, ...]
    place: int
    rules: Ruleset

    @property
    def event(self) -> e.Event:
        """The event of the entry."""
        return self.steps[-1].drafts[self.place].event

    def shown_of(self, numbers: Numbers) -> Numbers:
        """Return those of the numbers that the entry shows.

        Where no other number can be tried, its name decides. Cost: two decisions a step and number.
        """
        return tuple(number for number in numbers if self._shows(number))

    def _shows(self, number: EnteredNumber) -> bool:
        old = fraction(number.value) or Fraction()
        tried = [self._shows_other(number, old + by) for by in (1, -1)]
        if all(found is None for found in tried):
            return is_named_after(self.event, number, self.rules)
        return any(tried)

    def _shows_other(self, number: EnteredNumber, other: Fraction) -> bool | None:
        """Whether the entry shows another number when that is entered; None if nobody can tell."""
        first, *rest = self.steps
        try:
            value = written(other.numerator, other.denominator)
            amended = first._replace(command=with_number(first.command, number, value))
        except ValidationError:
            return None
        judged = list(again(self.before, (amended, *rest), self.rules))
        if len(judged) < len(self.steps) or not all(one.drafts for one in judged):
            return None
        event = self._became(judged[-1].drafts)
        if event is None:
            return None
        sizes = sizes_in(event, self.rules)
        return abs(other) in sizes and sizes != sizes_in(self.event, self.rules)

    def _became(self, now: Sequence[Draft]) -> e.Event | None:
        """The event that the entry's became: of those about the same, the one in its place."""
        drafts, about = self.steps[-1].drafts, _about(self.event)
        nth = sum(_about(draft.event) == about for draft in drafts[: self.place])
        alike = [draft.event for draft in now if _about(draft.event) == about]
        return alike[nth] if nth < len(alike) else None


def _about(event: e.Event) -> tuple[object, ...]:
    """What an event is about, whatever numbers are in it."""
    return type(event), *(getattr(event, part, "") for part in _ABOUT)
