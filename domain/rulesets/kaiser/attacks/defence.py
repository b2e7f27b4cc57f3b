"""6.1 and 8: Block, Dodge and barriers, which are Swift; and guards who defend a ward."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import (
    Asking,
    Blank,
    Deed,
    Manoeuvre,
    Need,
    Slot,
    Supply,
    Window,
    by_name,
)
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser import checks, costs, legality
from domain.step.step import Step

from .defensive_roll import (
    ACROBATICS,
    LEAVING,
    as_stanced,
    defence_roll,
    has_fan_against,
    projection_blanks,
)

BY_TABLE = Blank("table", "number", (), -30, 30, optional=True, says="by the table's word")


# --- targets and slots ---------------------------------------------------------------------


def target_of(scene: Scene, act: Doing) -> str:
    """The target of an attack; in a sweep, the next one."""
    line = targets_in_order(act)
    done = sum(r.stage == "struck" for r in scene.combat.exchange.outcomes.get(act.id, ()))
    return line[min(done, len(line) - 1)] if line else ""


def targets_in_order(act: Doing) -> tuple[str, ...]:
    """The targets of an attack, in the order in which they are struck at."""
    more = names(act.params, "then") if act.manoeuvre == "sweeping" else ()
    return tuple(dict.fromkeys((*act.targets, *more)))


def defending_act(scene: Scene, act: Doing, target: str) -> Doing | None:
    """The defence that was made for a target of an attack, by itself or by its guard."""
    begun = (a for a in scene.combat.exchange.acts.values() if a.on == act.id and a.kind)
    defences = (a for a in begun if a.manoeuvre in legality.DEFENCES and _counts(scene, a))
    return next((a for a in defences if target == _defended_by(a)), None)


def _counts(scene: Scene, act: Doing) -> bool:
    """9.6: True for a defence that is under way or was rolled; its doer may have fallen before."""
    known = scene.combat.exchange.outcome(act.id, "defence")
    return act.id in scene.combat.exchange.frames or (known is not None and bool(known.figures))


def _defended_by(act: Doing) -> str:
    """Whom a defence is for: the ward of a guard, who may be a target of the same sweep."""
    return act.targets[0] if act.manoeuvre == "defend another" and act.targets else act.who


def defenders(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """6.1, 8: slots for the target and its guards; one defence is made."""
    act = scene.doing(asking.on)
    if act is None:
        return ()
    target = target_of(scene, act)
    used = "6.1" if defending_act(scene, act, target) else ""
    barred = used or legality.defence_bar(scene, target)
    own = Slot(id=target, who=target, about=target, barred=barred)
    guards = dict.fromkeys(c.toward for c in scene.combat.conditions.on(target, "ward"))
    return own, *(
        Slot(id=g, who=g, about=target, barred=used or _barred_guard(scene, g, act, target))
        for g in guards
        if g != act.who and g in scene.present()
    )


def _barred_guard(scene: Scene, guard: str, act: Doing, target: str) -> str:
    """8: not while Flat-Footed, nor against one who surprises the guard or the ward."""
    pairs = (c.toward for w in (guard, target) for c in scene.combat.conditions.on(w, "surprised"))
    return legality.reaction_bar(scene, guard) or ("2.3" if act.who in pairs else "")


# --- legality ------------------------------------------------------------------------------


def _check_under_attack(scene: Scene, deed: Deed) -> None:
    """6.1: a defence answers an attack."""
    if scene.doing(deed.on) is None or scene.question_about() != "defend":
        need = Need("time", "question", "", "defend", scene.question_about())
        raise checks.refuse("6.1", f"{deed.manoeuvre} answers an attack", need)


def _check_own_defence(scene: Scene, deed: Deed) -> None:
    """6.1: one defends oneself against an attack at oneself."""
    if _aimed_at(scene, deed) != deed.who:
        why = f"the attack is not at {by_name(deed.who)}"
        need = Need("fact", "target of the attack", "", deed.who, _aimed_at(scene, deed))
        raise checks.refuse("8", why, need, legal=["defend another"])


def _check_acrobatics(scene: Scene, deed: Deed) -> None:
    """12: a leaver may meet the attack on the opening with Acrobatics, where so settled."""
    _check_own_defence(scene, deed)
    act = scene.doing(deed.on)
    left = scene.doing(act.on) if act and act.manoeuvre == "attack an opening" else None
    if scene.setting("opening acrobatics") == "no" or not left or left.manoeuvre not in LEAVING:
        why = "Acrobatics is for one who leaves, where the table has it"
        setting = scene.setting("opening acrobatics")
        need = Need("setting", "opening acrobatics", "", "yes", setting)
        raise checks.refuse("12", why, need, legal=["block", "dodge"])


def _check_guard(scene: Scene, deed: Deed) -> None:
    """8: the ward must be under attack, near enough for a Step or behind a barrier."""
    if _aimed_at(scene, deed) == deed.who:
        why = f"{by_name(deed.who)} does not guard themselves"
        raise checks.refuse("8", why, legal=["block", "dodge"])
    feet, step = number(deed.params, "feet"), scene.balance_of(deed.who, "movement") // 4
    if deed.params.get("how", "step") == "step" and feet > step:
        need = Need("distance", "feet", deed.who, step, feet, "<=")
        raise checks.refuse("8", "the ward is farther than a Step", need)


def _guard_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    most = max(0, scene.balance_of(deed.who, "movement") // 4)
    step = Supply("feet of a Step", most, who=deed.who, pool="movement", clause="8")
    says = "the Step to the ward"
    return (
        Blank("with", "one", ("block", "dodge"), says="for a Step; a barrier takes Projection"),
        Blank("how", "one", ("step", "barrier", "far barrier"), optional=True),
        Blank("feet", "number", (), 0, most, optional=True, says=says, supply=step),
        *projection_blanks(scene, deed),
        BY_TABLE,
    )


def _barrier_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (*projection_blanks(scene, deed), BY_TABLE)


def _aimed_at(scene: Scene, deed: Deed) -> str:
    act = scene.doing(deed.on)
    return target_of(scene, act) if act else ""


def _ward(scene: Scene, deed: Deed) -> tuple[str, ...]:
    target = _aimed_at(scene, deed)
    return (target,) if target and target != deed.who else ()


# --- the Defensive Roll --------------------------------------------------------------------


def resolve_defence(step: Step) -> str | None:
    """6.1: The Defensive Roll, as the attack will meet it."""
    attack = step.doing(step.act.on)
    totals = checks.roll_totals(step)
    if totals is None or attack is None:
        return None
    if step.act.who not in totals:  # the doer fell or left: another defence may be made
        step.clause = "9.6"
        step.resolve("comes to nothing", stage="defence")
        return None
    total = as_stanced(step, step.act.who, totals[step.act.who])
    if has_fan_against(step, step.act.who, attack):
        step.set_pool(step.act.who, "fanned", step.balance_of(step.act.who, "fanned") + 1)
    step.resolve("meets the attack", stage="defence", defence=total)
    return None


def _defence(name: str, says: str, clause: str, **more: Any) -> Manoeuvre:
    """Make a defence: a reaction to an attack, by a Defensive Roll."""
    given: dict[str, Any] = {"allows": _check_own_defence, "blanks": lambda *_: (BY_TABLE,), **more}
    stages = ("defence", "resolve defence")
    return Manoeuvre(name, says, clause, ("reaction",), stages, moment=_check_under_attack, **given)


MANOEUVRES = (
    _defence("block", "block", "5"),
    _defence("dodge", "dodge", "5"),
    _defence(ACROBATICS, "slip past it", "12", allows=_check_acrobatics),
    _defence("barrier", "put up a barrier", "5", blanks=_barrier_blanks),
    _defence(
        "defend another",
        "defend a ward",
        "8",
        target=True,
        targets=_ward,
        target_is="whom the attack is at",
        allows=_check_guard,
        blanks=_guard_blanks,
        cost=costs.as_said("movement", "feet"),
    ),
)

WINDOWS = (
    Window("defend", "a defence?", "6.1", defenders, then="struck", **legality.REACTED_TO),
    Window(
        "defence",
        "roll the defence",
        "6.1",
        legality.able_doer,
        throw=defence_roll,
        stale=True,
        then="resolve defence",
    ),
)

STAGES = (resolve_defence,)
