"""A look at a moment of a combat, through the sight of whoever asks."""

from __future__ import annotations

from api.open_combat import OpenCombat
from api.sight import Sight
from projections.explaining import Look


def look_of(combat: OpenCombat, sight: Sight, node: int) -> Look:
    """What somebody may know at an own entry of play, 0 for before everything.

    Good only behind the combat's lock.
    """
    line = sight.line
    step, stood = line.step_of(node), dict[int, bool]()

    def stands(seq: int) -> bool:
        of = line.step_of(seq)
        if of not in stood:
            stood[of] = line.is_play(of) and line.is_ancestor(of, step)
        return seq <= node and stood[of]

    return Look(
        combat.rules, *sight.books(), sight.entry, sight.moment, stands, node
    )  # fmt: skip
