"""The dice and cards that a question asks for, told before they fall: what each of them costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.events import Modifier
from domain.legal import points
from domain.openings import asking, told_apart
from domain.ruleset import Draw, Slot, Throw
from domain.scene import Scene
from domain.windows import window_of


def slot_of(scene: Scene, command: Mapping[str, Any]) -> Slot | None:
    """The open slot that an answer would fill."""
    question = scene.question()
    slots = question.open() if question is not None else ()
    toward = command.get("toward", "")
    return next(
        (s for s in slots if s.who == command["who"] and told_apart(scene, s, toward)), None
    )


def throw_of(scene: Scene, command: Mapping[str, Any]) -> Throw | None:
    """The throw that an answer would make."""
    question, slot = scene.question(), slot_of(scene, command)
    if question is None or slot is None:
        return None
    window = window_of(scene.rules, question.about)
    return window.throw(scene, asking(question), slot) if window.throw else None


def draw_of(scene: Scene, command: Mapping[str, Any]) -> Draw | None:
    """The card that an answer would draw."""
    question, slot = scene.question(), slot_of(scene, command)
    if question is None or slot is None:
        return None
    window = window_of(scene.rules, question.about)
    return window.draw(scene, asking(question), slot) if window.draw else None


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
