"""Whose turn it is: the order is made, turns follow each other, and who is down is passed over."""

from __future__ import annotations

from domain.ruleset.params import names, text
from domain.ruleset.ruleset import END, Asking, Blank, Choice, Refused, Slot, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.step.step import Step

from ..sheet import refills
from ..sheet_fields import ROUND, TURN
from . import scores
from .settings import (
    ASKED,
    BY_HAND,
    EACH_ROUND,
    FREE,
    ORDER,
    goes_by_a_line,
    how_made,
    is_rolled,
    no_line,
)
from .waiting import (
    DELAYING,
    INTERRUPTED,
    conditions_of,
    interrupted,
    next_group,
    passed_over,
    to_come,
)


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
    return _order_to_make(step)


def _order_to_make(step: Step) -> str | None:
    """The question that makes the order; none where it stands already."""
    stands = bool(step.combat.clock.order(ORDER)) and how_made(step) != EACH_ROUND
    if stands or not (is_rolled(step) or how_made(step) == BY_HAND):
        return None
    if is_rolled(step):
        return "initiative"
    if not all(scores.sheet_scores(step, who) for who in step.present()):
        return "order"
    scores.seat_scored(step)
    return None


def set_typed_order(step: Step) -> None:
    """It is as the referee says."""
    for _, reply in step.replies():
        line = names(reply.params, "order")
        step.set_order(ORDER, tuple((who,) for who in line), why="as said")


def order_members(scene: Scene) -> tuple[str, ...]:
    """Who stands in the order, where the table goes by one; while it is being made, none is set."""
    how, path = how_made(scene), scene.combat.clock.path
    why = ""
    if not goes_by_a_line(scene):
        why = no_line(scene)
    elif scene.question_about() in ("initiative", "order"):
        why = "the order is being made: answer that first, and set it after that"
    elif how == EACH_ROUND and (not path or _all_begun(scene)):
        why = "each round makes its own order: set it after that, while turns are to come"
    if why:
        raise Refused("order", why, None, "/change/scope")
    return scene.present()


def _all_begun(scene: Scene) -> bool:
    begun = (*scene.combat.clock.path[0].done, *scene.actors())
    return all(who in begun for who in scene.present())


# --- turns ---------------------------------------------------------------------------------


def turns(step: Step) -> str | None:
    """The next in the order, the next side, or whoever the referee says."""
    if how_made(step) == FREE:
        return step.ask("next") if step.present() else END
    if goes_by_a_line(step) and step.combat.clock.order(ORDER):
        scores.seat_scored(step)
    if is_rolled(step) and (late := scores.unplaced(step)):
        return step.ask("initiative", params={scores.LATE: list(late)})
    if stopped := interrupted(step):
        return _next_turn(step, stopped)
    if not (group := next_group(step)):
        return END
    return _next_turn(step, group)


def _next_turn(step: Step, group: tuple[str, ...]) -> str | None:
    """Begin the turn of those who are up; without any, that of who is down, or ask about it."""
    down = passed_over(step)
    up = tuple(who for who in group if who not in down)
    if not up and step.setting("down") == ASKED:
        return step.ask("down", params={"whose": group[0]})
    _begin_turn(step, up or group, "order" if up else "down")
    return None


def _begin_turn(step: Step, group: tuple[str, ...], why: str = "order") -> None:
    """Begin a turn, or let a held one go on; what kept it waiting is over."""
    round_ = step.combat.clock.path[-1]
    for who in group:
        for condition in conditions_of(step, who, DELAYING, INTERRUPTED):
            step.end_condition(condition, "the turn goes on")
    resumes = all(who in round_.held for who in group)
    step.begin_turn(*group, why=why, resumes=resumes)
    if resumes:  # the stages that open a turn do not run again
        _skip_the_down(step)


def turn_begins(step: Step) -> None:
    """The pools that are filled each turn; the turn of who is down is over at once."""
    refill_pools(step, TURN, step.actors())
    _skip_the_down(step)


def _skip_the_down(step: Step) -> None:
    """End the turn of those who are down, where the table does not ask about it."""
    down = passed_over(step)
    asked = step.setting("down") == ASKED
    if how_made(step) != FREE and not asked and all(who in down for who in step.actors()):
        step.end_turn("skipped")


# --- what is asked -------------------------------------------------------------------------


def _as_said(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    places = [who for who in scene.present() for _ in scores.sheet_scores(scene, who) or (None,)]
    return (Choice("order", "in this order", (Blank("order", "ordered", tuple(places)),)),)


def _who_is_next(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    whose = Blank("whose", "one", scene.present())
    return Choice("turn", "the next turn", (whose,)), Choice("over", "the round is over")


def chosen(step: Step) -> str | None:
    """As the referee says; anybody may come again."""
    for _, reply in step.replies():
        if reply.value == "over":
            return END
        step.begin_turn(str(reply.params.get("whose")), why="as said")
    return None


def _turn_or_not(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return Choice("take", "takes the turn"), Choice("skip", "is passed over")


def _of_the_fallen(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """One slot: the referee answers, or the player of who is down."""
    whose = text(asking.params, "whose")
    return tuple(s.model_copy(update={"others": (whose,)}) for s in the_referee(scene, asking))


def down_or_up(step: Step) -> None:
    """The turn of who is down begins; where it is skipped, it is over at once."""
    question = step.closed
    whose = text(question.params, "whose") if question else ""
    for _, reply in step.replies("down"):
        if whose not in (who for group in (*to_come(step), interrupted(step)) for who in group):
            continue
        _begin_turn(step, (whose,), "down")
        if reply.value == "skip":
            step.expire("turn", edge="begin")
            step.end_turn("skipped")


WINDOWS = (
    Window(
        "initiative",
        "roll for the order",
        "order",
        scores.to_roll,
        throw=scores.throw,
        then="set rolled order",
        idle=True,
    ),
    Window(
        "order",
        "in which order?",
        "order",
        the_referee,
        _as_said,
        then="set typed order",
        idle=True,
    ),
    Window(
        "next", "whose turn is it?", "order", the_referee, _who_is_next, then="chosen", idle=True
    ),
    Window(
        "down",
        "down: is there a turn?",
        "down",
        _of_the_fallen,
        _turn_or_not,
        then="down or up",
        idle=True,
    ),
)

STAGES = (begins, scores.set_rolled_order, set_typed_order, turns, chosen, turn_begins, down_or_up)
