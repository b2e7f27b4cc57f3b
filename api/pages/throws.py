"""The dice and cards that a question asks for, told before they fall: what each of them costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from domain.events import Modifier
from domain.legal import points
from domain.openings import asking, open_choices, told_apart
from domain.ruleset import Asking, Draw, Slot, Throw, Window
from domain.scene import Scene
from domain.windows import window_of

Chance = TypeVar("Chance", Throw, Draw)
Told = Callable[[Window], Callable[[Scene, Asking, Slot], Chance] | None]
"""The part of a window that tells what would fall, or be drawn."""


def slot_of(scene: Scene, command: Mapping[str, Any]) -> Slot | None:
    """The open slot that an answer would fill."""
    question = scene.question()
    slots = question.open() if question is not None else ()
    toward = command.get("toward", "")
    return next(
        (s for s in slots if command["who"] in s.holders and told_apart(scene, s, toward)), None
    )


def throw_of(scene: Scene, command: Mapping[str, Any]) -> Throw | None:
    """The throw that an answer would make."""
    return _asked_for(scene, command, lambda window: window.throw)


def sides_of(scene: Scene, command: Mapping[str, Any]) -> int:
    """Return the sides of the dice that a choice lets fall; 0 where it lets none fall."""
    question, slot = scene.question(), slot_of(scene, command)
    choices = open_choices(scene, question, slot) if question and slot else ()
    return next((each.sides for each in choices if each.name == command["choice"]), 0)


def draw_of(scene: Scene, command: Mapping[str, Any]) -> Draw | None:
    """The card that an answer would draw."""
    return _asked_for(scene, command, lambda window: window.draw)


def _asked_for(scene: Scene, command: Mapping[str, Any], told: Told[Chance]) -> Chance | None:
    """What chance would decide of an answer, if its window leaves it that."""
    question, slot = scene.question(), slot_of(scene, command)
    if question is None or slot is None:
        return None
    tell = told(window_of(scene.rules, question.about))
    return tell(scene, asking(question), slot) if tell else None


def throw_words(scene: Scene, throw: Throw) -> str:
    """`6 1/2 before dice (5 Melee, 1/2 CO, 1 axe); each die risked (d6) takes off 3`."""
    scale = scene.rules.scale
    parts = ", ".join(_part(modifier, scale) for modifier in throw.modifiers)
    basic = f"{points(throw.basic, scale)} before dice" + (f" ({parts})" if parts else "")
    if throw.dice is None:
        die = f"each d{throw.sides} risked takes off {points(throw.per_die, scale)}"
        times = "" if throw.unit == scale else f"{points(throw.unit, scale)} times "
        return f"{basic}; {die} and adds {times}what it shows."
    kept = f", the best {throw.keep} count" if throw.keep else ""
    dice = f"{throw.dice}d{throw.sides}{kept}" if throw.dice else "no dice"
    return f"{basic}; {dice}."


def _part(modifier: Modifier, scale: int) -> str:
    return f"{points(modifier.value, scale)} {modifier.source}".rstrip()
