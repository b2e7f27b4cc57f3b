"""What a turn that goes on after a delay had done before it."""

from __future__ import annotations

from domain.scene import Scene

from .zones import is_in, master

PHASES = ("channeling", "upkeep", "main")
"""3.3: In these a turn may be delayed; in those after them nothing is left to be done."""


ORDER = "initiative"
"""The scope of the one order that this game has."""


def still_to_come(scene: Scene) -> tuple[str, ...]:
    """3.2: Who has a seat in this rotation and has not had his turn of it, in order."""
    clock = scene.combat.clock
    gone = {*clock.path[0].done, *clock.path[0].held, *clock.actors} if clock.path else set()
    return tuple(
        w for w in clock.order(ORDER) if w not in gone and is_in(scene, w) and master(scene, w) == w
    )


def waits_ahead(scene: Scene, who: str) -> bool:
    """3.3: True for whoever has announced a delay of his turn of this rotation before it came."""
    now = scene.combat.clock.rounds
    return any(c.detail.get("rotation") == now for c in scene.combat.conditions.on(who, "delaying"))


def phases_done(scene: Scene) -> tuple[str, ...]:
    """The phases up to the one in which the turn was delayed; none in a turn that was not."""
    for who in scene.actors():
        for resumed in scene.combat.conditions.on(who, "resumed"):
            return PHASES[: PHASES.index(resumed.key) + 1]
    return ()


def is_over(scene: Scene, phase: str) -> bool:
    """True for a phase that the turn had behind it when it was delayed."""
    return phase in phases_done(scene)[:-1]


def has_begun(scene: Scene, phase: str) -> bool:
    """True for a phase that had begun before the delay: what it begins with was given then."""
    return phase in phases_done(scene)


def deeds_before(scene: Scene, who: str) -> dict[str, int]:
    """What was done in somebody's turn before it was delayed, and how often: `mira move`."""
    for resumed in scene.combat.conditions.on(who, "resumed"):
        done = resumed.detail.get("done")
        deeds = done.items() if isinstance(done, dict) else ()
        return {deed: times for deed, times in deeds if isinstance(times, int)}
    return {}
