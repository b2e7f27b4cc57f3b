"""Checks: 2d6 and modifiers; open rolls, fumbles, advantage; degrees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.ruleset.params import text
from domain.ruleset.ruleset import (
    Asking,
    Mod,
    Modifier,
    Need,
    Numbers,
    Params,
    Refused,
    Slot,
    Throw,
    Window,
)
from domain.ruleset.scene import Question, Scene
from domain.step.step import Step

from . import tables

SORTS = ("loose", "order", "attempt", "react", "resist", "effect")
"""Labels of dice: initiative; attacks and skills; defences; resistances; criticals."""

BOUND = "fully restrained"
MORE = "more dice"
OPEN_ROLL, FUMBLE = "open roll", "fumble"

OPPOSED = ("attack", "defence", "acrobatics", "strike")
OPEN = ("initiative", "concentration", "phenom", *OPPOSED)
"""1.3: checks with open rolls; of these the opposed ones are fumbled. Resistances have neither."""

SKILLS = ("strike", "block", "dodge", "acrobatics", "spell projection", "phenom projection")
"""1.6: the skills of opposed checks, by which a master is known."""

ROLLS_ON = "rolls on"
"""1.3: the fact that says what further dice a roll asks for, toward its purpose."""


def refuse(
    clause: str,
    why: str,
    *missing: Need,
    legal: Iterable[str] | None = None,
    numbers: Numbers | None = None,
) -> Refused:
    """A refusal with what is missing."""
    return Refused(clause, why, numbers, missing=missing, legal=legal)


def check(
    scene: Scene,
    who: str,
    purpose: str,
    sort: str,
    clause: str,
    parts: Mapping[str, int],
    advantage: int = 0,
) -> Throw:
    """2d6 and its parts; with an advantage of n, n more dice and the best two count."""
    modifiers = tuple(Modifier(source=s, value=v) for s, v in parts.items() if v)
    dice = 2 + abs(advantage)
    keep = 0 if not advantage else 2 if advantage > 0 else -2
    return Throw(who, purpose, sort, 6, dice, modifiers, keep=keep, clause=clause)


def ignored_states(scene: Scene) -> tuple[str, ...]:
    """12: the states that leave casting and phenoms alone, where they bind movement only."""
    free = scene.setting("restrained") == "freedom of movement"
    return ("partly restrained", "mostly restrained", BOUND) if free else ()


def weighing(
    scene: Scene, who: str, *traits: str, toward: str = "", but: tuple[str, ...] = ()
) -> dict[str, int]:
    """9.5, 9.6: modifiers of a roll by the states of somebody, except the states `but`.

    Pain adds up; any other state counts once, whatever brought it and how often.
    """
    found = {"exhausted": exhaustion(scene, who)} if tables.ANY in traits else {}
    for c in scene.combat.conditions.on(who):
        counts = (c.name not in tables.TOWARD or c.toward == toward) and c.name not in but
        if c.name == "pain" and tables.ANY in traits:
            found["pain"] = found.get("pain", 0) - c.level
        elif c.name in tables.WORST and tables.ANY in traits:
            found[c.name] = min(found.get(c.name, 0), -c.level)
        if counts and (value := _modifier(scene, c.name, c.mods, traits)):
            found[c.name] = min(found.get(c.name, value), value)
    return found


def _modifier(scene: Scene, state: str, mods: Iterable[Mod], traits: tuple[str, ...]) -> int:
    """9.6: what one condition alters of a roll; 12: for one state the book has two numbers."""
    values = [mod.value for mod in mods if mod.trait in traits]
    bound = values and state == BOUND
    return int(scene.setting("fully restrained")) if bound else sum(values)


def exhaustion(scene: Scene, who: str) -> int:
    """9.6: the penalty of little Stamina; 0 for a sheet without any."""
    has = scene.trait(who, "constitution") + scene.trait(who, "willpower")
    return tables.EXHAUSTION.get(scene.balance_of(who, "stamina"), 0) if has > 0 else 0


def advantage(scene: Scene, who: str, toward: str = "") -> int:
    """1.5: advantage less disadvantage by somebody's states."""
    return sum(weighing(scene, who, tables.ADVANTAGE, toward=toward).values())


def end_state(step: Step, who: str, state: str, why: str) -> None:
    """End every condition of that name on somebody."""
    for condition in step.combat.conditions.on(who, state):
        step.end_condition(condition, why)


# --- totals --------------------------------------------------------------------------------


def roll_totals(step: Step) -> dict[str, int] | None:
    """The totals of the check that just closed, by who rolled; None while more dice are asked.

    1.3: a double six is rolled on, an opposed double one is looked up; then it is looked at again.
    9.6: the final rolls of one who is stunned are halved.
    """
    question = step.closed
    if question is None:
        return {}
    totals, here = numbers(question.params, "totals"), step.present()
    more: dict[str, str] = {}
    for slot, reply in step.replies():
        if reply.how == "rolled" and slot.who in here:
            before = totals.get(slot.id, 0)
            totals[slot.id], again = _total_so_far(step, question, slot, reply.total, before)
            more |= {slot.id: again} if again else {}
    if not more:
        return {w: total // 2 if step.has(w, "stunned") else total for w, total in totals.items()}
    about = question.params.get("of", question.about)
    step.ask(MORE, params={**question.params, "of": about, "totals": {**totals}, "more": {**more}})
    return None


def totals_of_present(step: Step) -> dict[str, int] | None:
    """The totals of a check of several, without those who have left since they rolled."""
    totals, here = roll_totals(step), step.present()
    return None if totals is None else {who: t for who, t in totals.items() if who in here}


def question_params(step: Step) -> Params:
    """Parameters of the question that just closed."""
    return step.closed.params if step.closed else {}


def _total_so_far(
    step: Step, question: Question, slot: Slot, total: int, before: int
) -> tuple[int, str]:
    """Return the total so far and the kind of further dice; what was noted of that is used up."""
    if question.about != MORE:
        noted = step.fact(ROLLS_ON, slot.who, question.about)
        step.set_fact(ROLLS_ON, slot.who, "no", question.about)
        return total, noted if noted in (OPEN_ROLL, FUMBLE) else ""
    if slot.about == FUMBLE:
        return max(0, before - tables.NATURAL_FUMBLE + tables.fumble_value(total)), ""
    return before + total, OPEN_ROLL if total == 6 else ""


def note_double(step: Step) -> None:
    """1.3: Note an open roll or a fumble as the dice fall: states and sheets may change later."""
    rolled: Any = step.event
    if rolled.purpose in OPEN and rolled.purpose == step.question_about():
        step.set_fact(ROLLS_ON, rolled.who, _goes_on(step, rolled) or "no", rolled.purpose)


def _goes_on(scene: Scene, rolled: Any) -> str:
    """Open roll, fumble, or nothing; 9.6: the stunned roll none open, and fumble like others."""
    natural = sum(rolled.kept)
    if natural == tables.NATURAL_OPEN:
        first = rolled.purpose != "initiative" or scene.setting("initiative open roll") == "yes"
        return OPEN_ROLL if first and not scene.has(rolled.who, "stunned") else ""
    fumbles = natural == tables.NATURAL_FUMBLE and rolled.purpose in OPPOSED
    return FUMBLE if fumbles and not _masters(scene, rolled) else ""


def _masters(scene: Scene, rolled: Any) -> bool:
    """1.6: a final skill of 20 makes a fumble less likely by one step."""
    skill = next((m.value for m in rolled.modifiers if m.source in SKILLS), 0)
    return skill >= tables.MASTERY and scene.setting("mastery") == "no fumble"


def _more_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    more = asking.params.get("more")
    named = more.items() if isinstance(more, dict) else ()
    return tuple(Slot(id=who, who=who, about=str(what)) for who, what in named)


def _more_dice(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    sort, dice = _first_throw(scene, asking, slot).sort, 2 if slot.about == FUMBLE else 1
    return Throw(slot.who, slot.about, sort, 6, dice, clause="1.3", again=True)


def _first_throw(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """The throw of a check, also where that is rolled on."""
    about = text(asking.params, "of", asking.about)
    throw = scene.rules.windows[about].throw
    # Under other rules a question may not say what is rolled on.
    if throw is None or about == MORE:
        raise LookupError(f"nothing is rolled for {about}")
    return throw(scene, asking._replace(about=about), slot)


def _rolled_on(scene: Scene, asking: Asking) -> str:
    """The stage after a check that is rolled on."""
    return scene.rules.windows[text(asking.params, "of")].follows(scene, asking)


WINDOWS = (Window(MORE, "roll on", "1.3", _more_slots, throw=_more_dice, then=_rolled_on),)

STAGES = (note_double,)


# --- numbers and degrees -------------------------------------------------------------------


def numbers(params: Mapping[str, Any], key: str) -> dict[str, int]:
    """Numbers by name, as a question carries them."""
    found = params.get(key)
    return {k: v for k, v in found.items() if isinstance(v, int)} if isinstance(found, dict) else {}


def degrees(total: int, difficulty: int) -> int:
    """1.2: a degree for each point; exactly on it is a success by one. Failures are below 0."""
    return max(1, total - difficulty) if total >= difficulty else total - difficulty
