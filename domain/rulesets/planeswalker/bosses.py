"""6.9: Bosses of the modification of 2015: by a Focus roll a spell has half its effect."""

from __future__ import annotations

from domain.ruleset import Asking, Slot, Throw, Window
from domain.scene import Scene
from domain.step import Step
from domain.windows import doer

from .book import RULES
from .casting import spell_of
from .effects import EFFECTS
from .rolls import dice, totals


def focus_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """As many dice as the caster has Focus."""
    return dice(scene, slot.who, "Focus", "Focus", "focus", "6.9")


@RULES.stage("weighed")
def weighed(step: Step) -> str | None:
    """6.9: A boss whose Mastery is above the Focus roll halves the spell, fractions down."""
    whom, found = str(step.closed.params["whom"]) if step.closed else "", spell_of(step, step.act)
    if found is None:
        return None
    focus, mastery = totals(step).get(step.act.who, 0), step.trait(whom, "Mastery")
    outcome = "half its effect" if mastery > focus else "its whole effect"
    step.resolve(outcome, stage="boss", of=whom, focus=focus, mastery=mastery)
    amount = found.amount // 2 if mastery > focus else found.amount
    return EFFECTS[found.does](step, found._replace(amount=amount), whom)


RULES.asks(
    Window("boss", "roll Focus against the boss", "6.9", doer, throw=focus_roll, then="weighed")
)
