"""Who comes when: rolled, typed, side by side, or free; as the table says, round by round."""

from __future__ import annotations

import re

from domain.ruleset.ruleset import (
    END,
    Asking,
    Blank,
    Choice,
    Modifier,
    Queue,
    Refused,
    Slot,
    Throw,
    Window,
)
from domain.ruleset.scene import Scene
from domain.ruleset.sheet_readers import names
from domain.ruleset.windows import the_referee
from domain.step.step import Step

from .sheet import INITIATIVE, ROUND, TURN, refills

DICE = r"([1-9]\d?)d([2-9]|[1-9]\d{1,2})"
"""What may be rolled for the order: some dice of one kind, such as 2d6."""

PLAIN = (1, 20)
"""What is rolled for the order where what was said in an older combat cannot be."""


def dice(scene: Scene) -> tuple[int, int]:
    """How many dice of how many sides are rolled for the order."""
    found = re.fullmatch(DICE, scene.setting("order-dice"))
    return (int(found[1]), int(found[2])) if found else PLAIN


def refill_pools(step: Step, when: str, whose: tuple[str, ...]) -> None:
    """Fill the pools that are filled each round, or each turn."""
    for who in whose:
        member = step.member(who)
        for pool, amount in refills(member.traits, when).items() if member else ():
            most = step.combat.pools.limits_of(who, pool).most
            step.fill(who, pool, amount if most is None else most)


def begins(step: Step) -> str | None:
    """Pools are filled, newcomers stand where their sheet says, order is made."""
    refill_pools(step, ROUND, tuple(m.subject for m in step.combat.roster.present()))
    for who in step.present():
        if step.word(who, "zone") and not step.combat.places.of(who):
            step.move(who, step.word(who, "zone"))
    return {"rolled": "order-roll", "typed": "order"}.get(step.setting("order"))


def set_rolled_order(step: Step) -> None:
    """The highest first; who is equal comes as he joined."""
    scores = {slot.who: reply.total for slot, reply in step.replies() if reply.how == "rolled"}
    line = sorted(scores, key=lambda who: -scores[who])
    step.set_order("order", tuple((who,) for who in line), scores, why="rolled")


def set_typed_order(step: Step) -> None:
    """It is as he says."""
    for _, reply in step.replies():
        line = names(reply.params, "order")
        step.set_order("order", tuple((who,) for who in line), why="as said")


# --- whose turn it is ----------------------------------------------------------------------


def turns(step: Step) -> str | None:
    """The next in the order, the next side, or whoever the referee says."""
    if step.setting("order") == "free":
        return step.ask("next") if step.present() else END
    if not (waiting := _waiting(step, step.combat.clock.path[-1].done)):
        return END
    step.begin_turn(*waiting[0])
    return None


def order_members(scene: Scene) -> tuple[str, ...]:
    """Who stands in the order, where the table goes by one; what a round makes it, is not set."""
    how, path = scene.setting("order"), scene.combat.clock.path
    if how in ("sides", "free"):
        why = "the table goes by no order: sides take turns, or the referee says who is next"
        raise Refused("order", why, {"order": how}, "/change/scope")
    made = how in ("rolled", "typed")
    making = scene.question_about() in ("order-roll", "order")
    if made and (not path or making or _all_begun(scene)):
        why = "each round makes its own order: set it after that, while turns are to come"
        raise Refused("order", why, {"order": how}, "/change/scope")
    return scene.present()


def _all_begun(scene: Scene) -> bool:
    begun = (*scene.combat.clock.path[0].done, *scene.actors())
    return all(who in begun for who in scene.present())


def _waiting(scene: Scene, gone: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Those who have not gone, one by one in the order, newcomers last; or side by side.

    The sides go in the order in which they came in; who has no side is one alone.
    """
    if scene.setting("order") != "sides":
        line = dict.fromkeys((*scene.combat.clock.order("order"), *scene.present()))
        return tuple((w,) for w in line if w in scene.present() and w not in gone)
    sides: dict[str, list[str]] = {}
    for who in scene.present():
        member = scene.member(who)
        sides.setdefault(member.side if member and member.side else who, []).append(who)
    waiting = (tuple(who for who in side if who not in gone) for side in sides.values())
    return tuple(filter(None, waiting))


def queue(scene: Scene) -> Queue:
    """Who has still to go in this round, as the table's setting has it."""
    gone = scene.combat.clock.path[0].done
    here = tuple(who for who in gone if who in scene.present())
    if scene.setting("order") == "free":
        asked = scene.present() if scene.question_about() == "next" else ()
        return Queue(tuple((who,) for who in scene.present() if who not in gone), here, asked)
    return Queue(_waiting(scene, gone), here, fixed=True)


def _who_is_next(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    names = Blank("whose", "one", scene.present())
    return Choice("turn", "the next turn", (names,)), Choice("over", "the round is over")


def chosen(step: Step) -> str | None:
    """As the referee says; anybody may come again."""
    for _, reply in step.replies():
        if reply.value == "over":
            return END
        step.begin_turn(str(reply.params.get("whose")), why="as said")
    return None


def turn_begins(step: Step) -> None:
    """The pools that are filled each turn."""
    refill_pools(step, TURN, step.actors())


def _everybody(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    return tuple(Slot(id=w, who=w) for w in scene.present())


def _throw(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    many, sides = dice(scene)
    bonus = scene.trait(slot.who, INITIATIVE)
    parts = (Modifier(source="initiative", value=bonus),) if bonus else ()
    return Throw(slot.who, "order", "order", sides, many, parts)


def _as_said(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return (Choice("order", "in this order", (Blank("order", "ordered", scene.present()),)),)


WINDOWS = (
    Window(
        "order-roll",
        "roll for the order",
        "order",
        _everybody,
        throw=_throw,
        then="set-rolled-order",
    ),
    Window("order", "in which order?", "order", the_referee, _as_said, then="set-typed-order"),
    Window("next", "whose turn is it?", "order", the_referee, _who_is_next, then="chosen"),
)

STAGES = (begins, set_rolled_order, set_typed_order, turns, chosen, turn_begins)
