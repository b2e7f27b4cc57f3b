"""Deployment queue: the units that are still to be placed, and those that are on the table."""

from __future__ import annotations

from domain.ruleset.ruleset import Queue
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import units

ASKED_FOR = {"deploy": "normally", "scouts": "scout"}
"""4: The questions that bring a unit to the table, and how those units deploy."""


def queue(scene: Scene) -> Queue | None:
    """4: In the deployment, the units that are not on the table yet, and those that are."""
    if scene.combat.clock.path[-1].name != "deployment":
        return None
    every = [u for side in units.sides(scene) for u in units.roster(scene, side)]
    waiting = [u for u in every if scene.fact("place", u) == units.OFF_TABLE]
    gone = tuple(u for u in every if scene.fact("place", u) == units.ON_TABLE)
    return Queue(tuple((u,) for u in waiting), gone, _may_come(scene, waiting))


def _may_come(scene: Scene, waiting: list[str]) -> tuple[str, ...]:
    """The units of which the side that is asked may place one now."""
    question = scene.question()
    if question is None or question.about not in ASKED_FOR:
        return ()
    own = {u for slot in question.open() for u in units.roster(scene, slot.who)}
    how = ASKED_FOR[question.about]
    return tuple(u for u in waiting if u in own and scene.fact("deploys", u) == how)
