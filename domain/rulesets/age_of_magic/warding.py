"""Resistance enchantments: several do not add up; the target chooses one against each attack."""

from __future__ import annotations

from domain.scene import Doing, Scene

from .allowed import result
from .tables import SCALE


def enchantments(scene: Scene, who: str) -> dict[str, int]:
    """Those that protect somebody, by name, each with its points of resistance."""
    found = scene.combat.conditions.on(who, "resistance")
    return {f"{c.key or 'resistance'} {c.level}": c.level for c in found}


def is_choice(scene: Scene, who: str) -> bool:
    """True where it is not plain which counts: there are several, or one for some cases alone."""
    found = scene.combat.conditions.on(who, "resistance")
    return len(enchantments(scene, who)) > 1 or any(c.key for c in found)


def protection(scene: Scene, blow: Doing, who: str) -> int:
    """What enchantments add to somebody's resistance against a blow, in half-points."""
    if result(scene, blow.id, "resistance"):
        chosen = scene.combat.exchange.outcome(blow.id, "resistance")
        level = chosen.figures.get("level", 0) if chosen is not None else 0
        return level if isinstance(level, int) else 0
    return 0 if is_choice(scene, who) else SCALE * sum(enchantments(scene, who).values())
