"""What a manoeuvre does of itself, before anybody answers it: positions, and weapons in hand."""

from __future__ import annotations

from domain.ruleset import Asking, Slot, Window
from domain.scene import Scene
from domain.step import Step
from domain.windows import doer

from .allowed import barred
from .book import RULES
from .positions import beside_after, neighbours, others


def reactors(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Everybody but the doer; who is unaware, unable or without AP is barred with the clause."""
    act = scene.doing(asking.on)
    return tuple(
        Slot(id=who, who=who, barred=barred(scene, who, act.who))
        for who in scene.present()
        if act is not None and who != act.who
    )


@RULES.stage("go")
def go(step: Step) -> None:
    """3.5: Take up the positions that the manoeuvre and the table say."""
    said = "beside" in step.act.params
    before, after = neighbours(step, step.act.who), beside_after(step, step.act)
    for who in others(step, step.act.who):
        near = "yes" if who in after else "no"
        step.set_fact("adjacent", step.act.who, near, who, basis="table" if said else "stated")
    turned(step)
    for who in others(step, step.act.who):
        if who in after - before:
            step.resolve("in reach", stage="reach", of=who)


def turned(step: Step) -> None:
    """Say in whose rear hexes one stands, and who in one's own; whoever moved says it anew."""
    me, params = step.act.who, step.act.params
    for name, mine in (("behind", True), ("back", False)):
        if name in params or "beside" in params:
            rear = params.get(name) or []
            for who in others(step, me):
                arc = "rear" if isinstance(rear, list) and who in rear else "front"
                of, toward = (me, who) if mine else (who, me)
                step.set_fact("stands", of, arc, toward, basis="table")


@RULES.stage("readied")
def readied(step: Step) -> None:
    """3.5: The weapon is ready."""
    step.set_fact("bears", step.act.who, "yes", step.act.using)


@RULES.stage("unreadied")
def unreadied(step: Step) -> None:
    """3.5: The weapon leaves the hand."""
    step.set_fact("bears", step.act.who, "no", step.act.using)


RULES.asks(
    Window(
        "declare", "a reaction?", "5.1", reactors, takes=("reaction",), declares=True, passes=True
    ),
    Window("follow", "a follow-on?", "3.6", doer, takes=("follow-on",), passes=True),
)
