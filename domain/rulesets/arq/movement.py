"""Moves in legs: threatened movement ends, unless the mover blunders on past free manoeuvres."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import END, Asking, Choice, Need, Params, Refused, Slot, Window, by_name
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.step.step import Step

from . import positions
from .figures import able, fit
from .opposed_tests import update_incapacity
from .positions import Square, square


def comes(step: Step) -> None:
    """1.7: Look at the wounds of a figure that joins, and refuse a taken square (5.1)."""
    event: Any = step.event
    who, at = event.subject, square(step, event.subject)
    update_incapacity(step)
    if who not in fit(step) or not at:
        return
    if there := [w for w in fit(step) if w != who and square(step, w) == at]:
        taken = f"{by_name(there[0])} stands on {positions.where(step, who)}"
        do = f"name a free square, or adjust the place of {by_name(who)} before they come back"
        pointer = "/subject" if step.combat.places.of(who) else "/traits/at"
        need = Need("item", "free square", who)
        raise Refused("5.1", f"{taken}: {do}", None, pointer, missing=[need])


def leg(step: Step) -> str | None:
    """5.3: A move ends the moment the mover becomes adjacent to an enemy."""
    who, params = step.act.who, _leg_params(step)
    here = square(step, who)
    if stops := _on_table(step, params) if here is None else _on_grid(step, params, here):
        return _halt(step, stops)
    last = step.combat.exchange.outcome(step.on, "leg")
    blocked = last is not None and last.outcome == "blocked"
    onward = params.get("onward") == "yes" or blocked
    return _next_leg(step) if onward else END


def _halt(step: Step, stops: tuple[str, ...]) -> str | None:
    """End a leg beside enemies; the mover may blunder on while there is speed and a way."""
    for foe in stops:
        step.resolve("under threat", stage="threat", of=foe)
    return step.ask("stopped") if positions.can_go(step, step.act.who, step.on) else END


def _next_leg(step: Step) -> str | None:
    """Ask for another leg while there is speed and a way; note who is beside the mover."""
    if not positions.can_go(step, step.act.who, step.on):
        return END
    return step.ask("next leg", params={"beside": [*positions.threats(step, step.act.who)]})


def _leg_params(step: Step) -> Params:
    """Parameters of this leg: those of the move, or of the answer for the next leg."""
    asked = step.closed is not None and step.closed.about == "next leg"
    reply = step.reply(step.act.who) if asked else None
    return reply.params if reply is not None else step.act.params


def _on_grid(step: Step, params: Params, here: Square) -> tuple[str, ...]:
    """Go square by square; a figure in the way, or an enemy adjacent, ends the leg."""
    goal = positions.read_square(str(params.get("to"))) or here
    walked = positions.walk(step, step.act.who, here, goal)
    if walked.distance:
        step.move(step.act.who, positions.written(walked.end))
    blocked = walked.end != goal and not walked.stopped_by
    how = "stopped" if walked.stopped_by else "blocked" if blocked else ""
    _record_leg(step, walked.distance, how)
    return walked.stopped_by


def _on_table(step: Step, params: Params) -> tuple[str, ...]:
    """Go as far, and next to those, as the table says; a new enemy adjacent ends the leg."""
    who, beside = step.act.who, names(params, "beside")
    before = positions.threats(step, who)
    positions.stand_beside(step, who, beside)
    stops = tuple(foe for foe in beside if foe not in before)
    _record_leg(step, number(params, "distance"), "stopped" if stops else "")
    return stops


def _record_leg(step: Step, distance: int, how: str) -> None:
    """Record how far a leg went, and the speed left."""
    left = positions.speed_left(step, step.act.who, step.on) - distance
    step.resolve(how or "done", stage="leg", distance=distance, left=left)


# --- stopped -------------------------------------------------------------------------------


def stop(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The choice to stop here; blundering on is a manoeuvre."""
    return (Choice("stop", "end the move here"),)


def resolve_stop(step: Step) -> str | None:
    """5.4: A mover who has blundered on goes further, if able; else the move ends here."""
    reply = step.reply(step.act.who)
    blundered = reply is not None and reply.how == "acted"
    return _further(step) if blundered else END


def resume(step: Step) -> str | None:
    """5.5: After the free manoeuvres the move goes on, unless they stopped the mover."""
    return END if step.act.kind == "follow on" else _further(step)


def _further(step: Step) -> str | None:
    return END if step.combat.exchange.outcome(step.on, "halt") else _next_leg(step)


def mover(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The mover, unless they have fallen or left: the rest of the move is lost."""
    return tuple(slot for slot in doer(scene, asking) if slot.who in fit(scene))


def undisturbed(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The mover, unless another enemy is beside them since they were asked."""
    slots = mover(scene, asking)
    return () if any(_newly_beside(scene, slot.who, asking.params) for slot in slots) else slots


def _newly_beside(scene: Scene, who: str, asked: Params) -> tuple[str, ...]:
    """The enemies beside a mover who were not when they were asked for another leg."""
    if "beside" not in asked:  # older questions do not say it
        return ()
    return tuple(foe for foe in positions.threats(scene, who) if foe not in names(asked, "beside"))


def legs(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Another leg, or stay."""
    stay = Choice("stay", "end the move here")
    if not positions.can_go(scene, slot.who, asking.on):
        return (stay,)
    return Choice("go", "another leg", positions.leg_blanks(scene, slot.who, asking.on)), stay


def within_reach(scene: Scene, asking: Asking, slot: Slot, params: Params) -> None:
    """5.1: The next leg is to a free square within the speed left; raises Refused."""
    if params:
        positions.goal_of(scene, slot.who, params, positions.speed_left(scene, slot.who, asking.on))


def go_on(step: Step) -> str | None:
    """5.3: Go on with the next leg, or stop beside an enemy who was put there meanwhile."""
    who, reply = step.act.who, step.reply(step.act.who)
    if reply is not None or step.closed is None or who not in fit(step):
        return "leg" if reply is not None and reply.value == "go" else END
    return _halt(step, _newly_beside(step, who, step.closed.params))


# --- free manoeuvres -----------------------------------------------------------------------


def threatening(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Each foe who threatens the mover has one free manoeuvre, or all together have one."""
    act, question = scene.doing(asking.on), scene.question()
    if act is None or act.who not in scene.present() or able(scene, act.who):
        return ()
    asked = question is not None and question.about == asking.about
    used = asked and any(reply.how == "acted" for reply in question.replies.values())  # type: ignore[union-attr]
    if used and scene.setting("blunder free manoeuvres") == "one in all":
        return ()
    return tuple(Slot(id=foe, who=foe) for foe in positions.threats(scene, act.who))


WINDOWS = (
    Window(
        "stopped",
        "stop here, or blunder on?",
        "5.3",
        mover,
        stop,
        takes=("follow on",),
        stale=True,
        then="resolve stop",
    ),
    Window(
        "free manoeuvre",
        "a free manoeuvre against the blunderer?",
        "5.5",
        threatening,
        takes=("reaction",),
        passes=True,
        stale=True,
    ),
    Window(
        "next leg",
        "where to?",
        "5.1",
        undisturbed,
        legs,
        stale=True,
        allows=within_reach,
        then="go on",
    ),
)

STAGES = (comes, leg, resolve_stop, resume, go_on)
