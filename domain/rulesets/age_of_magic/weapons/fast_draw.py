"""Weapons drawn fast: a roll says how many action points it took."""

from __future__ import annotations

from domain.ruleset.params import names
from domain.ruleset.ruleset import END, Asking, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.rulesets.age_of_magic.costs import FUMBLED_DRAW
from domain.rulesets.age_of_magic.legality import LIGHTNING, barring_clause
from domain.rulesets.age_of_magic.rolls import act_of, parts, risked_throw, thrown, traits
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import SCALE, drawing_cost
from domain.step.step import Step

from . import weapons
from .handling import drawing

TOO_SLOW = "too slow"


def draw_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Sleight of hand with Fast draw, and CO, by the size of the weapon and where it is worn."""
    act = act_of(scene, asking.on)
    basic = (
        *traits(scene, slot.who, "Sleight of hand", "Fast draw", "CO"),
        *parts(**{act.using: drawing(scene, slot.who, act.using) or 0}),
    )
    return risked_throw(scene, slot.who, "fast draw", "attempt", "3.5", *basic)


@RULES.stage("dropped")
def drop_weapons(step: Step) -> None:
    """3.5: Drop weapons to free the hand, at no cost."""
    for weapon in names(step.act.params, "dropping"):
        if weapon in weapons.items_of(step, step.act.who):
            step.set_fact("bears", step.act.who, "no", weapon)


@RULES.stage("drawn")
def resolve_draw(step: Step) -> str | None:
    """3.5: The draw costs what its roll says, paid now; a fumble costs 3 AP for nothing."""
    act, rolled = step.act, thrown(step, step.act.who)
    if rolled is None:
        return END
    fumbled = rolled <= 0
    cost = FUMBLED_DRAW if fumbled else drawing_cost(rolled)
    left = step.balance_of(act.who, "ap")
    short = cost > left
    how = step.setting("fast draw fumble") if fumbled else "drawn" if cost else LIGHTNING
    basis = step.basis_of("fast draw fumble") if fumbled else "stated"
    if short and not fumbled:
        how, basis = TOO_SLOW, step.basis_of("fast draw short")
    step.resolve(how, stage="fast draw", basis=basis, roll=rolled, cost=cost)
    step.pay(act.who, "ap", min(cost, left - left % SCALE))
    if not (fumbled or short):
        step.set_fact("bears", act.who, "yes", act.using)
    return None if cost else "at once"


@RULES.stage("at once")
def at_once(step: Step) -> str | None:
    """5.11: To a draw without cost nobody may react; an attack may follow."""
    return END if barring_clause(step, step.act.who) else step.ask("follow")


RULES.asks(Window("fast draw", "roll to draw fast", "3.5", doer, throw=draw_roll))
