"""Effects of mounting, dismounting and trampling."""

from __future__ import annotations

from domain.ruleset.ruleset import END, REFEREE, Blank, Choice, Window
from domain.ruleset.windows import the_referee
from domain.rulesets.age_of_magic.attack import resolve_answers, stopped_early
from domain.rulesets.age_of_magic.legality import able, target
from domain.rulesets.age_of_magic.positions import fall, neighbours
from domain.rulesets.age_of_magic.ranged.manoeuvres import unsettle
from domain.rulesets.age_of_magic.riding import RIDES, mount_of, rider_of
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import SCALE
from domain.rulesets.age_of_magic.turn import one_of
from domain.rulesets.age_of_magic.wounds.wounding import deal, offer_soak
from domain.step.step import Step

MOST_DAMAGE = 100
DAMAGE = Blank("damage", "number", most=MOST_DAMAGE, optional=True, says="basic, in points")
RIDDEN_DOWN = Choice("trampled", "ridden down: prone, and what damage is said", (DAMAGE,))


@RULES.stage("mounts")
def mounts(step: Step) -> None:
    """3.2: Rider and mount are one figure from now on."""
    unsettle(step, step.act.who, "mounts")
    step.set_fact(RIDES, step.act.who, target(step, step.act))


@RULES.stage("dismounts")
def dismounts(step: Step) -> None:
    """3.2: Rider and mount are two figures again, side by side."""
    mount = mount_of(step, step.act.who)
    step.set_fact(RIDES, step.act.who, "")
    if mount:
        step.set_fact("adjacent", step.act.who, "yes", mount)


@RULES.stage("ridden")
def ridden(step: Step) -> str | None:
    """5.12: A mount that has moved up to a combatant may trample them, for 0 AP."""
    who = step.act.who
    mounted = rider_of(step, who) and neighbours(step, who) and not able(step, who)
    return step.ask("follow") if mounted else END


@RULES.stage("trample")
def trample(step: Step) -> str | None:
    """5.12: The referee says whether the target gets out of the way or is ridden down."""
    return stopped_early(step) or step.ask("trample")


@RULES.stage("trampled")
def resolve_trample(step: Step) -> str | None:
    """7.4: A trampled combatant lies prone."""
    reply, whom = step.reply(REFEREE), target(step, step.act)
    down = reply is not None and reply.value == "trampled"
    resolve_answers(step, down, "ruled")
    step.resolve("hit" if down else "stopped", stage="hit", of=whom, basis="ruled")
    if not down or reply is None:
        return END
    fall(step, whom, step.on)
    return _hurt(step, reply.params.get("damage"))


def _hurt(step: Step, damage: object) -> str | None:
    """Deal the damage that the referee named, against the resistance of the victim."""
    if not isinstance(damage, int) or damage <= 0:
        return END
    deal(step, step.act, SCALE * min(damage, MOST_DAMAGE), "ruled")
    return offer_soak(step)


WAYS_IT_ENDS = one_of(RIDDEN_DOWN, Choice("escapes", "out of the way"))
RULES.asks(Window("trample", "ridden down?", "5.12", the_referee, WAYS_IT_ENDS, then="trampled"))
