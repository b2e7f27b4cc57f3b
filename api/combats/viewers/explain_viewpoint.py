"""A look at a moment of a combat, through the sight of whoever asks."""

from __future__ import annotations

from functools import cache

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from projections.explain import Look


def look_of(combat: OpenCombat, sight: Sight, node: int) -> Look:
    """What somebody may know at an own entry of play, 0 for before everything.

    Good only behind the combat's lock.
    """
    line = sight.line
    step = line.step_of(node)

    @cache
    def on_the_way() -> frozenset[int]:
        return frozenset(line.path(0, step))

    def stands(seq: int) -> bool:
        return seq <= node and line.step_of(seq) in on_the_way()

    return Look(combat.rules, *sight.books(), sight.entry, cache(sight.moment), stands, node)
