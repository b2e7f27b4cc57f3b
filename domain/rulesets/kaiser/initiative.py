"""2.2 and 2.3: initiative, ties, and surprise for each pair."""

from __future__ import annotations

from domain.ruleset.params import names
from domain.ruleset.ruleset import REFEREE, Asking, Blank, Choice, Slot, Throw, Until, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.step.step import Step

from . import checks, tables, weapons
from .legality import able_slots, wariness

DIE, ROLL_OFF = 6, "roll off"
HALVED = "final rolls of the stunned are halved"


def value_parts(scene: Scene, who: str) -> dict[str, int]:
    """2.2: The parts of the Final Initiative Value."""
    size = scene.word(who, "size", "medium")
    return {
        size: tables.SIZES[size],
        "dexterity": scene.trait(who, "dexterity modifier"),
        "agility": scene.trait(who, "agility modifier"),
        "class": scene.trait(who, "class bonus"),
        "traits": scene.trait(who, "initiative traits"),
    }


def value(scene: Scene, who: str) -> int:
    """2.2: The Final Initiative Value."""
    return sum(value_parts(scene, who).values())


def rollers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """2.1.3, 12: a slot for all who can act; new arrivals come in at the next Intention phase.

    All who were here as the round began have been given AP, and were asked for intentions.
    """
    has_ap = scene.combat.pools.has
    return tuple(slot for slot in able_slots(scene, asking) if has_ap(slot.who, "ap"))


def initiative_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """2.2: 2d6, the value, and the modifiers of intentions and shields."""
    intended = checks.weighing(scene, slot.who, tables.INITIATIVE)
    shield = {"shield": -weapons.shield_penalty(scene, slot.who)}
    parts = {**value_parts(scene, slot.who), **intended, **shield}
    return checks.check(scene, slot.who, "initiative", "order", "2.2", parts)


def order(step: Step) -> str | None:
    """2.2: The highest roll first, then the highest value; remaining ties are asked about."""
    scores = checks.totals_of_present(step)
    if scores is None:
        return None
    halved = any(step.has(who, "stunned") for who in scores)
    why = f"initiative; {HALVED}" if halved else "initiative"
    step.order_by("initiative", scores, why, then=lambda who: value(step, who))
    return step.ask("ties") if tied_groups(step) and step.setting("tie") == "ask" else None


def tied_groups(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The groups that share a place in the order, each under a name."""
    groups = scene.combat.clock.orders["initiative"].order
    return {f"tie {place}": g for place, g in enumerate(groups, start=1) if len(g) > 1}


def how_to_break_ties(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The referee gives an order, or lets dice say."""
    blanks = tuple(Blank(name, "ordered", group) for name, group in tied_groups(scene).items())
    return (
        Choice("order", "they come in this order", blanks),
        Choice(ROLL_OFF, "a die for each, until they differ", sides=DIE, purpose=ROLL_OFF),
    )


def ties(step: Step) -> None:
    """2.2: A second tie is not in the rules: the referee's word, or a die."""
    reply, standing = step.reply(REFEREE), step.combat.clock.orders["initiative"]
    if step.closed is None or step.closed.about != "ties" or reply is None:
        return
    line: list[str] = []
    for place, group in enumerate(standing.order, start=1):
        line += names(reply.params, f"tie {place}") or step.roll_off(group, _a_die)
    why = "initiative; ties by a die" if reply.value == ROLL_OFF else "initiative; ties as ruled"
    step.set_order("initiative", tuple((who,) for who in line), standing.scores, why)


def _a_die(who: str) -> Throw:
    return Throw(who, ROLL_OFF, "order", DIE, clause="2.2")


def surprises(step: Step) -> None:
    """2.3: A roll 20 higher surprises, pair by pair, until the turn of the surprised begins."""
    scores = step.combat.clock.orders["initiative"].whole_scores
    for one in scores:
        for other in step.foes(one):
            by = scores[one] - scores.get(other, scores[one])
            if by >= tables.SURPRISE and not wariness(step, other, one):
                edge = "begin" if step.setting("surprise ends") == "turn begins" else "end"
                until = Until(span="turn", whose=other, edge=edge)
                step.begin_condition(other, "surprised", toward=one, until=until, detail={"by": by})


WINDOWS = (
    Window("initiative", "roll initiative", "2.2", rollers, throw=initiative_roll, then="order"),
    Window(
        "ties", "who of those tied comes first?", "2.2", the_referee, how_to_break_ties, then="ties"
    ),
)

STAGES = (order, ties, surprises)
