"""7 and 9: spells cast, resisted, in effect, maintained; conditions that count down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from domain.ruleset.params import names, number, text
from domain.ruleset.ruleset import Blank, Deed, Need, Params, Window
from domain.ruleset.scene import Scene
from domain.rulesets.kaiser import legality, weapons
from domain.rulesets.kaiser.attacks.attack import STRUCK, circumstances
from domain.rulesets.kaiser.attacks.offensive_roll import is_shot
from domain.rulesets.kaiser.checks import degrees, question_params, refuse, roll_totals
from domain.step.step import Step

from .conditions import begin_countdown, begin_immunity, resistance, resister, rounds_from_now
from .mana import at_magic, is_finished

CAST_FROM = {"mana": "innate cast", "prepared": "prepared cast"}
"""7: by the pool that pays for a spell, where it is counted for the round."""

WILLING = Blank("willing", "one", ("yes", "no"), optional=True, says="does not resist")

# --- casting -------------------------------------------------------------------------------


def source(scene: Scene, who: str, name: str) -> str:
    """7: The pool that pays: prepared mana, the mass, or the pool of an innate; or none."""
    cost = weapons.spell(scene, who, name, "mana")
    prepared = any(c.key == name for c in scene.combat.conditions.on(who, "prepared"))
    if prepared and is_finished(scene, who, name):
        return "prepared"
    if scene.balance_of(who, "mass") >= cost and at_magic(scene, who) == "mass":
        return "mass"
    innate = at_magic(scene, who) == "innate" and not scene.balance_of(who, "innate cast")
    held = scene.combat.conditions.on(who, "magic")
    able_to = innate and cost <= held[-1].level and scene.balance_of(who, "mana") >= cost
    return "mana" if able_to else ""


def check_mana(scene: Scene, deed: Deed) -> None:
    """5, 7: a spell is cast with the mana gathered for it."""
    if not source(scene, deed.who, deed.using):
        cost = weapons.spell(scene, deed.who, deed.using, "mana")
        why = f"{deed.using} costs {cost} mana, and that is not gathered"
        mass = scene.balance_of(deed.who, "mass")
        prepared = scene.balance_of(deed.who, "prepared", deed.using)
        gathered = Need("points", "mass", deed.who, cost, mass, ">=")
        raise refuse("7", why, gathered, numbers={"prepared": prepared})


def _cast_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """6.7: a projectile has the circumstances of a shot."""
    feet = Blank("feet", "number", (), 0, 2000, optional=True, says="how far")
    around = circumstances(scene, deed) if is_shot(scene, deed) else (feet,)
    return (*around, WILLING)


def mana_of_spell(scene: Scene, deed: Deed) -> dict[str, int]:
    """7: The mana that a spell takes, of the pool that pays it."""
    pool = source(scene, deed.who, deed.using) or "mana"
    key = f"/{deed.using}" if pool == "prepared" else ""
    return {pool + key: weapons.spell(scene, deed.who, deed.using, "mana")}


def spent(step: Step) -> str | None:
    """7: The mana is spent; a projectile must hit first, anything else is resisted."""
    who, name = step.act.who, step.act.using
    where, cost = source(step, who, name), weapons.spell(step, who, name, "mana")
    key = name if where == "prepared" else ""
    step.pay(who, where or "mana", cost, key)
    for held in step.combat.conditions.on(who, "prepared"):
        if where == "prepared" and held.key == name:
            step.end_condition(held, "cast")
    if counted := CAST_FROM.get(where):
        step.set_pool(who, counted, step.balance_of(who, counted) + 1)
    return None if is_shot(step, step.act) else "apply spell"


def apply_spell(step: Step) -> str | None:
    """9.1: Those resist whom the spell affects; a projectile affects by one unit at least."""
    return _affect(step, _reached(step) if is_shot(step, step.act) else step.act.targets)


def _reached(step: Step) -> tuple[str, ...]:
    """9.1, 8: All hit for a unit: a guard who failed in place of the ward; by an area both."""
    outcomes = step.combat.exchange.outcomes.get(step.on, ())
    hits = (r for r in outcomes if r.stage in ("struck", "ward"))
    return tuple(str(r.figures.get("guard", r.of)) for r in hits if number(r.figures, "units") >= 1)


def _affect(step: Step, targets: Sequence[str]) -> str | None:
    """9.1: Let a spell affect each in turn; the rest wait while one resists."""
    for place, target in enumerate(targets, start=1):
        if target in step.present() and _apply_or_resist(step, target):
            return step.ask("resist", params={"who": target, "left": [*targets[place:]]})
    return None


def _apply_or_resist(step: Step, target: str) -> bool:
    """9.1: Apply the spell to one target; return True where a resistance is rolled first."""
    who, name = step.act.who, step.act.using
    if any(c.key == name for c in step.combat.conditions.on(target, "immune")):
        step.resolve("immune to it", stage="effect", of=target)
    elif not weapons.spell_word(step, who, name, "condition"):
        if not is_shot(step, step.act):
            step.resolve("takes effect", stage="effect")
    elif not weapons.spell_word(step, who, name, "resist"):
        afflict(step, target)
    elif step.act.params.get("willing") == "yes":
        afflict(step, target, max(1, _difficulty(step)))
    else:
        return True
    return False


def _difficulty(scene: Step) -> int:
    return weapons.spell(scene, scene.act.who, scene.act.using, "difficulty")


def resolve_resistance(step: Step) -> str | None:
    """9.1: Below the difficulty the condition begins, for the spell's rounds, else by degrees."""
    totals, asked = roll_totals(step) or {}, question_params(step)
    target, difficulty = text(asked, "who", step.act.targets[0]), _difficulty(step)
    total = totals.get(target, 0)
    dos = degrees(total, difficulty)
    outcome, by = "resisted" if dos > 0 else "not resisted", abs(dos)
    step.resolve(outcome, stage="effect", of=target, check=total, difficulty=difficulty, by=by)
    if dos < 0:
        afflict(step, target, -dos)
    else:
        begin_immunity(step, target, step.act.who, step.act.using, dos)
    return _affect(step, names(asked, "left"))


def afflict(step: Step, target: str, degrees: int = 0) -> None:
    """9.1, 9.2: The condition of a spell begins, with its countdown; the power is in effect.

    A spell's own rounds come before the degree of failure.
    """
    cast = step.act.who, step.act.using
    figure, word = partial(weapons.spell, step, *cast), partial(weapons.spell_word, step, *cast)
    rounds = figure("rounds") or degrees
    state, above, then = word("condition"), figure("above"), word("then")
    if above and rounds <= above:
        state, above, then = then, 0, ""
    if step.rules.condition(state) is None:  # a word of an older revision: the table knows it
        step.resolve("takes effect", stage="effect", of=target)
        return
    detail: Params = {
        "resist": word("resist"),
        "difficulty": figure("difficulty"),
        "on zero": word("on zero"),
        "then": then,
        "rest": above,
        "rounds": figure("rounds"),
    }
    left = rounds_from_now(step, rounds - above)
    strength = {"act": _in_effect(step), "level": figure("intensity")}
    begin_countdown(step, target, state, left, detail, **strength)


def _in_effect(step: Step) -> str:
    """7, 9.3: The power of a spell begins, to be maintained; its id. One cast brings one."""
    who, name = step.act.who, step.act.using
    for power in step.combat.conditions.on(who, "power"):
        if power.act == step.on:
            return power.id
    detail: Params = {
        "since": step.combat.clock.rounds,
        "maintain": weapons.spell_word(step, who, name, "maintain"),
        "upkeep": weapons.spell(step, who, name, "upkeep"),
    }
    return step.begin_condition(who, "power", key=name, act=step.on, detail=detail)


MANOEUVRES = (
    legality.active_action(
        "cast",
        "cast a spell",
        "7",
        "spent",
        *STRUCK,
        "apply spell",
        target=True,
        targets=lambda scene, deed: scene.present(),
        target_is="here",
        usings=lambda scene, deed: weapons.spells(scene, deed.who),
        blanks=_cast_blanks,
        allows=check_mana,
        later=mana_of_spell,
    ),
)

WINDOWS = (
    Window("resist", "resist", "9.1", resister, throw=resistance, then="resolve resistance"),
)

STAGES = (spent, apply_spell, resolve_resistance)
