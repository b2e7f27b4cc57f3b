"""The table of what has its place when the fight is over: shock, keeping going, careful hands."""

from __future__ import annotations

from typing import Any

from domain.ruleset import Deed, Manoeuvre, Refused
from domain.scene import Scene

from .handling import SCRATCH, first_level, impaled, stuck, wounds_with
from .positions import others


def over(scene: Scene, deed: Deed) -> None:
    """Only once the referee has said that the fight is over; raises Refused."""
    if scene.setting("fight") != "is over":
        raise Refused("7.7", "that has its time when the fight is over", {"setting": "fight"})


def unborne(scene: Scene, who: str) -> tuple[Any, ...]:
    """The wounds of somebody, at first worse than a scratch, whose shock is still to come."""
    borne = wounds_with(scene, who, "borne")
    return tuple(
        w
        for w in scene.combat.conditions.on(who, "wound")
        if w.id not in borne and first_level(w) > SCRATCH
    )


def shaken(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Who has the shock of a wound before him: oneself, or anybody else who lives."""
    if scene.setting("fight") != "is over":
        return ()
    alive = [w for w in (deed.who, *others(scene, deed.who)) if not scene.has(w, "dead")]
    return tuple(w for w in alive if unborne(scene, w))


LATER = (
    Manoeuvre(
        "await the shock",
        "an hour later: roll against the shock of every wound",
        "7.7",
        ("action",),
        ("hour-later", "shock", "shocked"),
        target=True,
        targets=shaken,
        allows=over,
    ),
    Manoeuvre(
        "keep going",
        "roll to keep going with one's wounds",
        "7.2",
        ("action",),
        ("keep going", "kept-going"),
        allows=over,
    ),
    Manoeuvre(
        "pull out with care",
        "take a weapon out of a wound with care",
        "7.5",
        ("action",),
        ("careful hands", "taken-out"),
        target=True,
        usings=stuck,
        targets=impaled,
        allows=over,
    ),
)
