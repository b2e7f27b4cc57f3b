"""Dice: who throws them, how many are kept, and the faces that fell."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Modifier, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.step.step import Step

SORTS = ("loose", "set up", "discipline", "move", "magic", "attack", "save", "chance")
"""The sorts of rolls that dice are bound to."""

Slots = Callable[[Scene, Asking], tuple[Slot, ...]]


def plain(
    who: str, purpose: str, sort: str, dice: int, clause: str, *modifiers: Modifier, keep: int = 0
) -> Throw:
    """So many six-sided dice."""
    return Throw(who, purpose, sort, 6, dice, modifiers, keep=keep, clause=clause)


def window(
    about: str,
    says: str,
    clause: str,
    slots: Slots,
    sort: str,
    then: str | Callable[[Scene, Asking], str],
    dice: int | None = None,
) -> Window:
    """A window in which dice are rolled for it: so many, or as many as its question says."""

    def throw(scene: Scene, asking: Asking, slot: Slot) -> Throw:
        return plain(slot.who, about, sort, dice_of(asking) if dice is None else dice, clause)

    return Window(about, says, clause, slots, throw=throw, then=then)


def dice_of(asking: Asking) -> int:
    """How many dice a question says."""
    return number(asking.params, "dice", 1)


def faces(step: Step, slot: str = "") -> tuple[int, ...]:
    """The natural faces that filled a slot of the question that just closed, its last roll."""
    question = step.closed.id if step.closed else ""
    for draft in reversed(step.drafts):
        asked = draft.answers or ("", "")
        if asked[0] == question and slot in ("", asked[1]) and hasattr(draft.event, "faces"):
            return tuple(draft.event.faces)
    return ()


def total(step: Step, slot: str) -> int:
    """The total rolled in a slot; 0 where its owner has left."""
    reply = step.reply(slot)
    return reply.total if reply is not None and reply.how == "rolled" else 0


def figure(scene: Scene, act: str, stage: str, name: str) -> int:
    """A number that a stage of an act has said."""
    outcome = scene.combat.exchange.outcome(act, stage)
    return number(outcome.figures, name) if outcome else 0


def word_of(scene: Scene, act: str, stage: str) -> str:
    """The outcome that a stage of an act has said."""
    outcome = scene.combat.exchange.outcome(act, stage)
    return outcome.outcome if outcome else ""
