"""Immediate effects of a manoeuvre, before any answer: positions, and weapons in hand."""

from __future__ import annotations

from domain.ruleset.params import names
from domain.ruleset.ruleset import END, Asking, FactSet, Left, Slot, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.step.step import Step

from .legality import DEFENCES, barring_clause
from .positions import FOOTWORK, NEAR, at_the_back, beside_after, close, faced, neighbours, others
from .ranged.manoeuvres import unsettle
from .riding import mount_of, part_from_absent, partner, set_for_partner
from .rolls import act_of
from .ruleset import RULES
from .unarmed.blows import HOLDS
from .unarmed.holds import end_absent_holds, part
from .weapons import weapons
from .weapons.fast_draw import drop_weapons


def reactors(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Everybody but the doer; who is unaware, unable or without AP is barred with the clause."""
    actor = act_of(scene, asking.on).who
    rest = (who for who in scene.present() if who != actor)
    return tuple(Slot(id=w, who=w, barred=_barred(scene, w, actor)) for w in rest)


def _barred(scene: Scene, who: str, actor: str) -> str:
    """The clause that bars a reaction; no lack of AP does where one controls a mount for none."""
    clause, controls = barring_clause(scene, who, actor), mount_of(scene, who) == actor
    free = controls and scene.setting("control ap") == "0"
    return "" if clause == "3.3" and free else clause


@RULES.stage("go")
def go(step: Step) -> None:
    """3.5: Take up the positions that the manoeuvre and the table say."""
    _record_unfit_weapon(step)
    _unsettle_doer(step)
    _face_opponent(step)
    said = bool(step.act.params.keys() & NEAR)
    before, after = {*neighbours(step, step.act.who)}, beside_after(step, step.act)
    for who in others(step, step.act.who):
        near = "yes" if who in after else "no"
        step.set_fact("adjacent", step.act.who, near, who, basis="table" if said else "stated")
    record_facing(step)
    for who in others(step, step.act.who):
        if who in after - before:
            step.resolve("in reach", stage="reach", of=who)
    for who in others(step, step.act.who):
        if who in before - after and weapons.bears_polearm(step, who):
            step.resolve("steps away", stage="left", of=who)
    _in_one_hex(step)


def _in_one_hex(step: Step) -> None:
    """Record who is in one hex with the doer after the move.

    Holds kept against the rules lead into the hex of the target as well.
    """
    me, said = step.act.who, step.act.params.get("within")
    closes = step.act.manoeuvre in ("martial strike", *HOLDS)
    into = step.act.targets if closes else names(step.act.params, "within")
    if step.act.manoeuvre not in FOOTWORK and all(close(step, me, who) for who in into):
        return
    for who in others(step, me):
        if who in into and not close(step, me, who):
            step.resolve("closes in", stage="close", of=who)
            unsettle(step, me, step.act.manoeuvre)
        near = "yes" if who in into else "no"
        step.set_fact("close", me, near, who, basis="table" if said else "stated")


def _record_unfit_weapon(step: Step) -> None:
    """Say of what is kept against the rules that it was begun with a weapon unfit for use."""
    act = step.act
    if act.using and not weapons.is_fit(step, act.who, act.using):
        step.resolve("unfit for use", stage="unfit", of=act.who, basis="against")


def _unsettle_doer(step: Step) -> None:
    """End being set of a doer who moves, or who defends as the table has it."""
    defends = DEFENCES if step.setting("set ends") == "any defence" else ()
    moved = beside_after(step, step.act) != {*neighbours(step, step.act.who)}
    if step.act.manoeuvre in FOOTWORK + defends or "beside" in step.act.params or moved:
        for who in (step.act.who, partner(step, step.act.who)):
            unsettle(step, who, step.act.manoeuvre)


def _face_opponent(step: Step) -> None:
    """Turn who attacks or defends to the front: the opponent is no longer at the doer's back."""
    me = step.act.who
    for who in () if "back" in step.act.params else faced(step, step.act):
        if at_the_back(step, who, me):
            step.set_fact("stands", who, "front", me, basis="default", clause="3.5")


@RULES.stage("apart")
def apart(step: Step) -> None:
    """6.1: End rear positions, shared hexes and holds of those no longer adjacent."""
    event = step.event
    if not isinstance(event, FactSet):
        return
    if (event.name, event.value) == ("adjacent", "no"):
        for of, toward in ((event.of, event.toward), (event.toward, event.of)):
            step.set_fact("stands", of, "front", toward)
        step.set_fact("close", event.of, "no", event.toward)
    if (event.name, event.value) == ("close", "no"):
        part(step, event.of, event.toward)
    set_for_partner(step, event)


@RULES.stage("gone")
def gone(step: Step) -> None:
    """7.9: Holds of and on who has left end; 7.10: who has left is no longer set."""
    if isinstance(step.event, Left):
        unsettle(step, step.event.subject, "left")
        part_from_absent(step, step.event.subject)
    end_absent_holds(step)


def record_facing(step: Step) -> None:
    """Record in whose rear hexes the doer stands, and who stands in the doer's."""
    me, params = step.act.who, step.act.params
    for name, mine in (("behind", True), ("back", False)):
        if name in params or "beside" in params:
            rear = params.get(name) or []
            for who in others(step, me):
                arc = "rear" if isinstance(rear, list) and who in rear else "front"
                of, toward = (me, who) if mine else (who, me)
                step.set_fact("stands", of, arc, toward, basis="table")


@RULES.stage("readied")
def ready_weapon(step: Step) -> None:
    """3.5: The weapon is ready; what hindered it was dropped."""
    drop_weapons(step)
    step.set_fact("bears", step.act.who, "yes", step.act.using)


@RULES.stage("unreadied")
def unready_weapon(step: Step) -> None:
    """3.5: The weapon leaves the hand."""
    step.set_fact("bears", step.act.who, "no", step.act.using)


RULES.asks(
    Window(
        "declare", "a reaction?", "5.1", reactors, takes=("reaction",), declares=True, passes=True
    ),
    Window("follow", "a follow-on?", "3.6", doer, takes=("follow on",), passes=True, then=END),
)
