"""Creatures taken over: another mage controls them, until they go back."""

from __future__ import annotations

from domain.ruleset import Until
from domain.scene import Scene
from domain.step import Step

from .book import RULES
from .zones import master

TAKEN = "taken over"


def take_over(step: Step, creature: str, until: Until, basis: str) -> None:
    """5.8: The caster controls the creature from now on; whose it was is kept."""
    mage, member = master(step, step.act.who), step.combat.roster.members[creature]
    if master(step, creature) == mage:
        step.resolve("it is the caster's already", of=creature)
        return
    if not was_taken(step, creature):
        step.set_fact("owner", creature, member.controller or creature)
        step.set_fact("first side", creature, member.side)
    step.begin_condition(creature, TAKEN, basis, toward=mage, until=until, source=step.on)
    step.hand_over(creature, mage, step.combat.roster.members[mage].side, clause="5.8")


def was_taken(scene: Scene, creature: str) -> bool:
    """True for a creature that was taken over at some time in this combat."""
    return bool(scene.fact("owner", creature))


def was_free(scene: Scene, creature: str) -> bool:
    """True for a creature that nobody summoned, and somebody has taken over."""
    return scene.fact("owner", creature) == creature


@RULES.stage("given-back")
def given_back(step: Step) -> None:
    """5.8: What is taken over no longer goes to whoever took it last, or to whose it was."""
    for creature in step.present():
        member = step.combat.roster.members[creature]
        if was_taken(step, creature):
            to, side = _whose(step, creature)
            if member.controller != to:
                step.hand_over(creature, to, side, clause="5.8")


def _whose(step: Step, creature: str) -> tuple[str, str]:
    """Who controls a creature that was taken over at some time, and on which side it is."""
    if held := step.combat.conditions.on(creature, TAKEN):
        return held[-1].toward, step.combat.roster.members[held[-1].toward].side
    owner = "" if was_free(step, creature) else str(step.fact("owner", creature))
    return owner, str(step.fact("first side", creature))
