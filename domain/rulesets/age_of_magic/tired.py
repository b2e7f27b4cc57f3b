"""Tiredness: nine levels, rolled for by the hour; in a fight the referee's word sets them."""

from __future__ import annotations

from domain.scene import Scene

from .tables import TIRED


def tiredness(scene: Scene, who: str) -> str:
    """How tired somebody is, as last ruled; a level off the ladder counts as its end."""
    ruled = scene.combat.conditions.on(who, "tired")
    names = tuple(TIRED)
    return names[min(max(0, ruled[-1].level), len(names) - 1)] if ruled else "normal"


def has_collapsed(scene: Scene, who: str) -> bool:
    """True for whom tiredness has made unconscious."""
    return tiredness(scene, who) == "collapsed"
