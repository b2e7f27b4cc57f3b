"""2.4: turns in the order of initiative; delay, resuming and its two conflicts; the last call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import END, Asking, Blank, Choice, Deed, Need, Refused, Slot, Window
from domain.ruleset.scene import Scene
from domain.step.step import Step

from .checks import question_params, refuse
from .legality import able, able_slots, active_action, times


def _delaying_members(scene: Scene) -> tuple[str, ...]:
    """The members who delay, the highest roll first."""
    held = _turns_done_and_held(scene)[1]
    return tuple(w for w in _members_in_order(scene) if w in held and not able(scene, w))


def _members_in_order(scene: Scene) -> tuple[str, ...]:
    here = scene.present()
    return tuple(w for w in scene.combat.clock.order("initiative") if w in here)


def _turns_done_and_held(scene: Scene) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The members whose turns of the Action phase are over, and those who hold one."""
    span = next((s for s in scene.combat.clock.path if s.name == "action"), None)
    return (span.done, span.held) if span else ((), ())


def to_come(scene: Scene) -> tuple[str, ...]:
    """The members of the order who have not yet begun a turn."""
    done, held = _turns_done_and_held(scene)
    return tuple(w for w in _members_in_order(scene) if w not in (*done, *held, *scene.actors()))


ASKED = ("resume", "who goes first", "resume or forfeit")
"""2.4.3: the questions to those who delay, by the order as it stands."""


def initiative_members(scene: Scene) -> tuple[str, ...]:
    """2.2: Rolled in each Intention phase: set in the Action phase, while turns are to come."""
    if not any(span.name == "action" for span in scene.combat.clock.path):
        why = "the order is rolled in each Intention phase: set it in the Action phase"
        raise Refused("2.2", why, None, "/change/scope")
    if (about := scene.question_about()) in ASKED:
        why = "those who delay are asked by the order: first answer that question"
        need = Need("time", "question", "", "none of the order", about)
        raise Refused("2.4.3", why, None, "/change/scope", missing=[need])
    if not (to_come(scene) or _delaying_members(scene)):
        why = "nobody is left to come, and for the next round it is rolled anew"
        raise Refused("2.2", why, None, "/change/scope")
    return scene.present()


# --- delay ---------------------------------------------------------------------------------


def _check_delay(scene: Scene, deed: Deed) -> None:
    """2.4.3: not while Flat-Footed; and when all others have had their turn there is no waiting."""
    if not to_come(scene):
        why = "nobody is left to wait for: all others have begun their turns"
        raise refuse("2.4.3", why, Need("turn", "turns to come", "", 1, 0, ">="))


def hold_turn(step: Step) -> str | None:
    """2.4: Hold a delayed turn; end the turn of a member who can no longer act."""
    [who] = step.actors()
    if step.combat.exchange.times("turn", who, "delay"):
        step.end_turn(held=True)
        return None
    return END if able(step, who) else None


# --- whose turn it is ----------------------------------------------------------------------


def turns(step: Step) -> str | None:
    """2.4.1: In order of initiative; when nobody else is left, those who delay, lowest first."""
    if waiting := to_come(step):
        step.begin_turn(waiting[0])
        if clause := able(step, waiting[0]):
            step.end_turn(why=f"cannot act: {clause}")
        return None
    if _delaying_members(step):
        return step.ask("resume or forfeit")
    return END


def turn_over(step: Step) -> None:
    """2.4.3: At the end of another's turn, also one that is delayed, who delays may resume.

    A combatant who resumes and delays again without having acted opens nothing.
    """
    event: Any = step.event
    [who] = event.who
    opens = not event.held or times(step, who, "delay") == 1 or _has_acted(step, who)
    if opens and to_come(step):
        step.ask("resume", params={"after": [who]})


def _has_acted(scene: Scene, who: str) -> bool:
    """True for a member who has done more this turn than delay and Swift actions."""
    idle = {f"{who} {name}" for name in ("delay", *scene.rules.swift)}
    done = scene.combat.exchange.turn_counts
    return any(name.startswith(f"{who} ") and name not in idle for name in done)


def delayers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """2.4.3: Those who delayed before, each after another's turn; not while Flat-Footed."""
    just_now = names(asking.params, "after")
    return tuple(
        Slot(id=w, who=w, barred="3.4" if scene.has(w, "flat footed") else "")
        for w in _delaying_members(scene)
        if w not in just_now
    )


def _may_resume(scene: Scene, who: str) -> bool:
    """2.4.3, 3.4: True for one who still delays and has not become Flat-Footed since."""
    return who in _delaying_members(scene) and not scene.has(who, "flat footed")


def resume_turn(step: Step) -> None:
    """2.4.3: One who resumes goes on; of several, the highest roll says who goes first."""
    said = (slot.who for slot, reply in step.replies() if reply.value == "resume")
    now = [who for who in said if _may_resume(step, who)]
    if len(now) > 1:
        step.ask("who goes first", params={"now": list(now)})
    elif now:
        step.begin_turn(now[0], resumes=True)


def _chooser(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    now = names(asking.params, "now")
    return tuple(Slot(id=w, who=w) for w in _members_in_order(scene) if w in now)[:1]


def _choices(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    few = Blank("first", "one", names(asking.params, "now"))
    return (Choice("goes first", "who goes first", (few,)),)


def first(step: Step) -> None:
    """2.4.3: The higher roll has decided; 3.4: if that one cannot resume any more, the other."""
    wanted = names(question_params(step), "now")
    for _, reply in step.replies():
        line = (str(reply.params.get("first")), *wanted)
        if able_now := [who for who in line if _may_resume(step, who)]:
            step.begin_turn(able_now[0], why="goes first", resumes=True)


def last_to_go(step: Step) -> None:
    """2.4.3: The lowest of those who delay takes the rest of its turn first, or forfeits it."""
    for slot, reply in step.replies():
        step.begin_turn(slot.who, why="the lowest goes first", resumes=True)
        if reply.value == "forfeit":
            step.end_turn(why="forfeited")
    if step.closed is not None and not step.closed.replies:
        for who in _delaying_members(step)[-1:]:
            step.begin_turn(who, why="forfeited", resumes=True)
            step.end_turn(why="flat footed")


def _lowest_delayer(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    return delayers(scene, asking)[-1:]


def _resume_or(other: str, says: str) -> Callable[[Scene, Asking, Slot], tuple[Choice, ...]]:
    two = Choice("resume", "take the rest of the turn"), Choice(other, says)
    return lambda scene, asking, slot: two


# --- the last call -------------------------------------------------------------------------


def last_call(step: Step) -> str | None:
    """2.4.4: The phase ends when nobody wants another Swift action."""
    return step.ask("swift", params={"done": _swift_done(step)})


def repeat_last_call(step: Step) -> str | None:
    """2.4.4: Ask everybody again after a Swift action, also those who have passed."""
    before = number(question_params(step), "done")
    return "last call" if _swift_done(step) > before else None


def _swift_done(scene: Scene) -> int:
    return sum(times(scene, who, *scene.rules.swift) for who in scene.present())


MANOEUVRES = (active_action("delay", "wait, and go on later", "2.4.3", allows=_check_delay),)

WINDOWS = (
    Window(
        "resume",
        "resume now?",
        "2.4.3",
        delayers,
        _resume_or("wait", "not yet"),
        stale=True,
        then="resume turn",
    ),
    Window("who goes first", "who goes first?", "2.4.3", _chooser, _choices, then="first"),
    Window(
        "resume or forfeit",
        "take the rest of the turn?",
        "2.4.3",
        _lowest_delayer,
        _resume_or("forfeit", "let it be"),
        stale=True,
        then="last to go",
    ),
    Window(
        "swift",
        "another Swift action?",
        "2.4.4",
        able_slots,
        takes=("action",),
        passes=True,
        then="repeat last call",
    ),
)

STAGES = (turns, hold_turn, turn_over, resume_turn, first, last_to_go, last_call, repeat_last_call)
