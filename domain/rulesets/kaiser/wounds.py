"""3.3, 3.4, 6.5, 6.6: lost AP and Flat-Footed, lost life, criticals, unconsciousness, death."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Slot, Throw, Until, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.step.step import Step

from . import tables
from .checks import advantage, check, degrees, end_state, question_params, roll_totals, weighing
from .powers.mana import is_finished, move_mana

VULNERABLE = ("head", "heart", "neck", "vulnerable")
LASTING, DESTROYED, SENSELESS = 6, 11, 16
"""6.5: from which degree of failure a critical lasts, destroys a limb, and fells."""

FAINT, LINGERING = "unconscious", "between life and death"
NO_LIFE, CRITICAL = "no life points", "critical"
"""6.5, 6.6: the keys of unconsciousness, by what began it: only the first ends with life."""

AGAIN = "life points again"

TOO_MUCH = 10
"""7: by more degrees than this a failed concentration loses the mana."""


def apply_loss_effects(step: Step) -> None:
    """3.4: Apply the effects of lost AP or life points."""
    event: Any = step.event
    if event.pool == "ap" and event.how == "lose" and event.wanted is not None:
        _off_balance(step, event.subject, -event.delta)
    elif event.pool == "lp":
        _faint_or_wake(step, event.subject, before=event.balance - event.delta)
        _life(step, event.subject)


def _off_balance(step: Step, who: str, had: int) -> None:
    """3.4: Flat-Footed for the round, and what movement remained is lost."""
    if (had > 0 and step.setting("overrun") == "lost") or step.has(who, "flat footed"):
        return
    step.begin_condition(who, "flat footed", basis=step.basis_of("overrun") if had else "")
    step.lose(who, "movement", step.balance_of(who, "movement"))


def _faint_or_wake(step: Step, who: str, before: int) -> None:
    """6.6: Unconscious at 0; above it only what the loss of life began is over."""
    step.clause, left = "6.6", step.balance_of(who, "lp")
    fainted = [c for c in step.combat.conditions.on(who, FAINT) if c.key == NO_LIFE]
    if not fainted and before <= 0:  # an older log began it without a key
        fainted = [c for c in step.combat.conditions.on(who, FAINT) if not c.key + c.act]
    if left <= 0 and not fainted:
        step.begin_condition(who, FAINT, key=NO_LIFE)
    for condition in fainted if left > 0 else ():
        step.end_condition(condition, AGAIN)


def _life(step: Step, who: str) -> None:
    """6.6: Between life and death below 0, dead below minus half."""
    if step.balance_of(who, "lp") >= 0:
        end_state(step, who, LINGERING, AGAIN)
    elif not step.has(who, LINGERING):
        step.begin_condition(who, LINGERING)
    if is_beyond_life(step, who) and not step.has(who, "dead"):
        step.begin_condition(who, "dead", basis=step.basis_of("death"))


def is_beyond_life(scene: Scene, who: str) -> bool:
    """6.6, 12: True below minus half of the life points, or minus all, as the table has it."""
    most = scene.trait(who, "lp")
    floor = most // 2 if scene.setting("death") == "half" else most
    return scene.balance_of(who, "lp") < -floor


def is_dead(scene: Scene, who: str) -> bool:
    """6.6, 9.6: True for the dead, also before what a blow has done to them is told."""
    return scene.has(who, "dead") or is_beyond_life(scene, who)


def harm(step: Step, who: str, damage: int) -> str | None:
    """6.2: Take life points; the other effects of the wound come next.

    6.5: A combatant who had none left cannot lose half of them: there is no critical.
    2.2: A sleeper woken by it is slow at the next initiative roll.
    """
    if damage <= 0:
        return None
    alive = step.balance_of(who, "lp") > 0
    step.lose(who, "lp", damage)
    for asleep in step.combat.conditions.on(who, "asleep"):
        step.end_condition(asleep, "woken by harm")
        step.begin_condition(who, "woken by harm", until=Until(span="round", left=2))
    return "detect critical" if alive else None


def detect_critical(step: Step) -> str | None:
    """6.5: A wound of half of what was left before it is a critical."""
    outcomes = step.combat.exchange.outcomes.get(step.on, ())
    hit = next((r for r in reversed(outcomes) if r.stage in ("struck", "ward")), None)
    if hit is None:
        return None
    who, damage = str(hit.figures.get("guard", hit.of)), number(hit.figures, "damage")
    return weigh_wound(step, who, damage, str(step.act.params.get("place", "")))


def weigh_wound(step: Step, who: str, damage: int, place: str = "", **by: str) -> str | None:
    """6.5, 7: Ask how bad a critical is, or about the mana that a lesser wound endangers.

    `by` names who rolls the level where no act has dealt the wound. Of the dead nothing is asked.
    """
    if is_dead(step, who):
        return None
    before = step.balance_of(who, "lp") + damage
    if is_critical(damage, before, place):
        step.resolve("a critical wound", stage="critical", of=who, damage=damage, before=before)
        return step.ask("critical level", params={"who": who, "damage": damage, **by})
    return concentrate(step, who, damage)


def is_critical(damage: int, before: int, place: str = "") -> bool:
    """6.5: half of the life points left before it; a tenth at a vulnerable place."""
    return damage * (10 if place in VULNERABLE else 2) >= before


# --- criticals -----------------------------------------------------------------------------


def _hurt(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """6.5: a slot for the wounded; the dead, and those who left, withstand nothing any more."""
    who = str(asking.params.get("who", ""))
    return (Slot(id=who, who=who),) if who in scene.present() and not is_dead(scene, who) else ()


def _wounder(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    by = str(asking.params.get("by", ""))
    return (Slot(id=by, who=by),) if by else doer(scene, asking)


def _level(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    return check(scene, slot.who, "critical level", "effect", "6.5", {})


def _physical(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    parts = {"PhR": scene.trait(slot.who, "PhR")}
    return check(scene, slot.who, "critical check", "resist", "6.5", parts)


def critical_level(step: Step) -> str | None:
    """6.5: 2d6 and a tenth of the damage; the part above 20 is halved."""
    dice, asked_of = sum(reply.total for _, reply in step.replies()), question_params(step)
    if is_dead(step, str(asked_of.get("who"))):
        return None
    level = tables.critical_level(dice, number(asked_of, "damage"))
    return step.ask("critical check", params={**asked_of, "level": level})


def critical_met(step: Step) -> str | None:
    """6.5: The check must be higher than the level; failing brings pain and costs AP."""
    who, level = str(question_params(step).get("who")), number(question_params(step), "level")
    totals = roll_totals(step) or {}
    if who not in totals:
        return None
    total = totals[who]
    even = int(step.setting("critical by 0"))
    dof = 0 if total > level else max(even, level - total)
    outcome = "withstood" if not dof else "suffered"
    step.resolve(outcome, stage="critical", of=who, level=level, check=total, degrees=dof)
    if dof:
        _suffer(step, who, dof)
    return concentrate(step, who, number(question_params(step), "damage"))


def _suffer(step: Step, who: str, dof: int) -> None:
    """6.5: Pain that fades, an injury that lasts, a limb destroyed, or the senses gone."""
    step.begin_condition(who, "pain", level=dof, key="lasting" if dof >= LASTING else "fading")
    for least, state in ((LASTING, "lasting injury"), (DESTROYED, "limb destroyed")):
        if dof >= least:
            step.begin_condition(who, state)
    known = step.combat.conditions.on(who, FAINT)
    if dof >= SENSELESS and not any(c.key == CRITICAL for c in known):
        step.begin_condition(who, FAINT, key=CRITICAL)
    step.lose(who, "ap", dof)


# --- concentration -------------------------------------------------------------------------


def concentrate(step: Step, who: str, damage: int) -> str | None:
    """7: Ask a combatant who holds unsafe mana to withstand the pain."""
    if not at_stake(step, who) or who not in step.present():
        return None
    return step.ask("concentration", params={"who": who, "damage": damage})


def at_stake(scene: Scene, who: str) -> tuple[str, str] | None:
    """The pool and key of the mana that a wound endangers; a finished spell is safe."""
    if scene.balance_of(who, "mass") > 0:
        return "mass", ""
    for held in scene.combat.conditions.on(who, "prepared"):
        if not is_finished(scene, who, held.key) and scene.balance_of(who, "prepared", held.key):
            return "prepared", held.key
    return None


def _concentration(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """7: Withstand Pain, with the dice of states; with a prepared spell there are two dice more."""
    held = at_stake(scene, slot.who)
    parts = {
        "withstand pain": scene.trait(slot.who, "withstand pain"),
        **weighing(scene, slot.who, "any"),
    }
    dice = advantage(scene, slot.who) + (2 if held and held[0] == "prepared" else 0)
    return check(scene, slot.who, "concentration", "resist", "7", parts, dice)


def resolve_concentration(step: Step) -> None:
    """7: Against a fifth of the damage; each degree of failure sends 10 mana back to the pool."""
    totals = roll_totals(step)
    if totals is None:
        return
    asked = question_params(step)
    who, difficulty = str(asked.get("who")), number(asked, "damage") // 5
    if who not in totals:
        return
    total, held = totals[who], at_stake(step, who)
    dos = degrees(total, difficulty)
    outcome = "the mana is held" if dos > 0 else "the mana slips"
    step.resolve(outcome, stage="concentration", of=who, check=total, difficulty=difficulty)
    if dos < 0 and held:
        if -dos > TOO_MUCH:
            step.lose(who, held[0], step.balance_of(who, *held), held[1])
        else:
            move_mana(step, who, held[0], "mana", 10 * -dos, held[1])


WINDOWS = (
    Window(
        "critical level", "roll how bad it is", "6.5", _wounder, throw=_level, then="critical level"
    ),
    Window(
        "critical check",
        "withstand the critical",
        "6.5",
        _hurt,
        throw=_physical,
        stale=True,
        then="critical met",
    ),
    Window(
        "concentration",
        "keep hold of the mana",
        "7",
        _hurt,
        throw=_concentration,
        stale=True,
        then="resolve concentration",
    ),
)

STAGES = (apply_loss_effects, detect_critical, critical_level, critical_met, resolve_concentration)
