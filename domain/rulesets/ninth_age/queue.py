"""Who has deployed, and who still has to: units come in no fixed order, the sides in turn."""

from __future__ import annotations

from domain.ruleset import Queue
from domain.scene import Scene

from .units import OFF_TABLE, ON_TABLE, roster, sides

ASKED_FOR = {"deploy": "normally", "scouts": "scout"}
"""4: The questions that bring a unit to the table, and how those units deploy."""


def queue(scene: Scene) -> Queue | None:
    """4: In the deployment, the units that are not on the table yet, and those that are."""
    if scene.combat.clock.path[-1].name != "deployment":
        return None
    units = [u for side in sides(scene) for u in roster(scene, side)]
    waiting = [u for u in units if scene.fact("place", u) == OFF_TABLE]
    gone = tuple(u for u in units if scene.fact("place", u) == ON_TABLE)
    return Queue(tuple((u,) for u in waiting), gone, _may_come(scene, waiting))


def _may_come(scene: Scene, waiting: list[str]) -> tuple[str, ...]:
    """The units of which the side that is asked may place one now."""
    question = scene.question()
    if question is None or question.about not in ASKED_FOR:
        return ()
    own = {u for slot in question.open() for u in roster(scene, slot.who)}
    how = ASKED_FOR[question.about]
    return tuple(u for u in waiting if u in own and scene.fact("deploys", u) == how)
