"""What lies on the stack: acts, and questions with their replies."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.events import Params, Slot

PASSED = ("pass", "left")
"""What does not count as the first answer: a pass, and the leaving of those asked."""


class Doing(NamedTuple):
    """An act: declared, begun, or standing until the act it answers resolves it.

    `kind` is action, reaction or follow on (empty while only declared); `slot` is the
    (question, slot) that it answered. What was declared `against` the rules is begun all the same.
    """

    id: str
    who: str
    manoeuvre: str
    kind: str
    on: str
    targets: tuple[str, ...]
    using: str
    params: Params
    stands: bool = False
    slot: tuple[str, str] = ("", "")
    against: bool = False


class Reply(NamedTuple):
    """What filled a slot: `how` (answered, declared, acted, rolled, drawn, withdrawn) and what."""

    how: str
    value: str = ""
    total: int = 0
    params: Params = {}


class Question(NamedTuple):
    """An open window with its slots, the step it came before, and the replies so far, by slot."""

    id: str
    on: str
    about: str
    slots: tuple[Slot, ...]
    until: Literal["all", "first"]
    before: str
    params: Params
    replies: dict[str, Reply] = {}

    def unfilled_slots(self) -> tuple[Slot, ...]:
        """Slots that nobody filled and nothing bars."""
        return tuple(s for s in self.slots if not s.barred and s.id not in self.replies)

    def open(self) -> tuple[Slot, ...]:
        """The slots whose turn it is: those unfilled of the lowest rank."""
        if self.until == "first" and any(r.value not in PASSED for r in self.replies.values()):
            return ()
        slots = self.unfilled_slots()
        rank = min((s.rank for s in slots), default=0)
        return tuple(s for s in slots if s.rank == rank)
