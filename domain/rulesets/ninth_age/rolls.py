"""Dice: who throws them, how many are kept, and the faces that fell."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.ruleset import Asking, Modifier, Slot, Throw
from domain.ruleset.scene import Scene
from domain.step.step import Step

SORTS = ("loose", "set up", "discipline", "move", "magic", "attack", "save", "chance")
"""What dice are bound to."""

Thrown = Callable[[Scene, Asking, Slot], Throw]


def plain(
    who: str, purpose: str, sort: str, dice: int, clause: str, *modifiers: Modifier, keep: int = 0
) -> Throw:
    """So many six-sided dice."""
    return Throw(who, purpose, sort, 6, dice, modifiers, keep=keep, clause=clause)


def two(purpose: str, sort: str, clause: str) -> Thrown:
    """A window's throw of two dice."""
    return lambda scene, asking, slot: plain(slot.who, purpose, sort, 2, clause)


def asked_throw(purpose: str, sort: str, clause: str) -> Thrown:
    """A window's throw of as many dice as its question says."""
    return lambda scene, asking, slot: plain(slot.who, purpose, sort, dice_of(asking), clause)


def dice_of(asking: Asking) -> int:
    """How many dice a question says."""
    return whole(asking.params.get("dice"), 1)


def faces(step: Step, slot: str = "") -> tuple[int, ...]:
    """The natural faces that filled a slot of the question that just closed, its last roll."""
    question = step.closed.id if step.closed else ""
    for draft in reversed(step.drafts):
        asked = draft.answers or ("", "")
        if asked[0] == question and slot in ("", asked[1]) and hasattr(draft.event, "faces"):
            return tuple(draft.event.faces)
    return ()


def total(step: Step, slot: str) -> int:
    """What was rolled in a slot; nothing where its owner has left."""
    reply = step.reply(slot)
    return reply.total if reply is not None and reply.how == "rolled" else 0


def whole(said: object, unsaid: int = 0) -> int:
    """A number that was said."""
    return said if isinstance(said, int) else unsaid


def several(said: object) -> list[str]:
    """The units that were said, as many as there are."""
    return [str(unit) for unit in said] if isinstance(said, list) else []


def figure(scene: Scene, act: str, stage: str, name: str) -> int:
    """A number that a stage of an act has said."""
    outcome = scene.combat.exchange.outcome(act, stage)
    return whole(outcome.figures.get(name) if outcome else 0)


def word_of(scene: Scene, act: str, stage: str) -> str:
    """The outcome that a stage of an act has said."""
    outcome = scene.combat.exchange.outcome(act, stage)
    return outcome.outcome if outcome else ""
