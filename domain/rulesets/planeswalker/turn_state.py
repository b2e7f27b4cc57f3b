"""What a turn has come to: its phase, what was done in it, and how many actions it has."""

from __future__ import annotations

from domain.scene import Scene

from .held import deeds_before
from .zones import is_mage


def phase(scene: Scene) -> str:
    """The phase that is open, or nothing."""
    span = scene.combat.clock.span("phase")
    return span.name if span else ""


def times(scene: Scene, who: str, *manoeuvres: str) -> int:
    """How often somebody has done any of these in this turn, also before it was delayed."""
    before = {k: n for actor in scene.actors() for k, n in deeds_before(scene, actor).items()}
    now = sum(scene.combat.exchange.times("turn", who, m) for m in manoeuvres)
    return now + sum(before.get(f"{who} {m}", 0) for m in manoeuvres)


def actions(scene: Scene, who: str) -> int:
    """How many actions somebody has in a turn: his Speed; a free creature has one."""
    return max(0, scene.trait(who, "Speed")) if is_mage(scene, who) else 1


def has_keyword(scene: Scene, who: str, keyword: str) -> bool:
    """True for whoever has the keyword on his sheet."""
    return keyword in scene.word(who, "keywords").split(", ")


def actions_used(scene: Scene, who: str) -> int:
    """Actions that somebody has spent in their turn."""
    return actions(scene, who) - scene.left(who, "actions")
