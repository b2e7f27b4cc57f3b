"""Acts that change who comes when: delay, come in, ready, one more turn, another initiative."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain.events.scores import PARTS, score_of
from domain.ruleset.params import number, text
from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Need, Refused, Until, answers_of, by_name
from domain.ruleset.scene import Scene
from domain.state.course.order_line import Line, Place, moved_behind, with_scores, without_place
from domain.step.step import Step

from ..manoeuvres import FREE, costs
from ..sheet_fields import MOST
from .scores import seat_scored, tie_rule, unplaced
from .settings import ORDER, goes_by_a_line, is_rolled, no_line
from .waiting import DELAYING, INTERRUPTED, READY, conditions_of, delaying, interrupted, to_come

MOST_TURNS = 8
"""How many turns a round somebody may have by their scores."""

WHEN = ("next", "now")


def _refuse(why: str, *missing: Need) -> Refused:
    return Refused(ORDER, why, missing=missing)


def _in_line(scene: Scene, who: str) -> None:
    """Refuse changes of the order where none goes by it, for who has no turns, or amid a question.

    What is asked between turns may be about the order itself.
    """
    if not goes_by_a_line(scene):
        raise _refuse(no_line(scene))
    if who not in scene.present():
        raise _refuse(f"{by_name(who)} has no turns", Need("item", "turns", who))
    if (question := scene.question()) is not None:
        asked = dict.fromkeys(w for slot in question.open() for w in slot.holders)
        raise _refuse("what is asked is answered first", *answers_of(asked, question.about))


def _is_extra(scene: Scene) -> bool:
    turn = scene.combat.clock.span("turn")
    return turn is not None and turn.extra


# --- later in the round --------------------------------------------------------------------


def may_delay(scene: Scene, deed: Deed) -> None:
    """Refuse it outside of one's own turn, and where nobody else is still to come."""
    _in_line(scene, deed.who)
    if scene.actors() != (deed.who,) or _is_extra(scene) or interrupted(scene):
        need = Need("turn", "turn", "", deed.who, scene.actors())
        raise _refuse("only a turn of one's own, in its place, can come later", need)
    if not _others_to_come(scene, deed.who):
        need = Need("turn", "turns to come", "", 1, 0, ">=")
        raise _refuse("nobody else is still to come in this round", need)


def _others_to_come(scene: Scene, who: str) -> tuple[str, ...]:
    waiting = (other for group in to_come(scene) for other in group)
    return tuple(dict.fromkeys(w for w in waiting if w != who and w not in delaying(scene)))


def _behind_whom(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    others = _others_to_come(scene, deed.who) if scene.actors() == (deed.who,) else ()
    late = unplaced(scene) if is_rolled(scene) else ()
    others = tuple(who for who in others if who not in late)
    after = Blank("after", "one", others, optional=True, says="come in after whom")
    return (after,) if others else ()


def delay(step: Step) -> None:
    """The turn comes later, after somebody, or once its owner comes in, or when all have gone."""
    who, after = step.act.who, text(step.act.params, "after")
    if after:
        _move_behind(step, who, after, "delayed")
    else:
        step.begin_condition(who, DELAYING, until=Until(span="round"))
    step.end_turn("delayed", held=True)


def _move_behind(step: Step, who: str, behind: str, why: str) -> None:
    """Put the next place of somebody behind the next of another, for this round and later ones.

    Nothing moves while one of them has no place yet: a roll that is still to come gives it.
    """
    standing = _standing(step)
    moved, other = _next_place(step, standing, who), _next_place(step, standing, behind)
    if moved and other:
        step.set_line(ORDER, moved_behind(standing, moved, other), why)


def _standing(step: Step) -> Line:
    """Return every place as turns go by it, once scores of sheets have given newcomers theirs.

    Newcomers without a score are last; where dice make the order they have no place until they
    roll, since a place without a score would take that roll from them.
    """
    if step.combat.clock.order(ORDER):
        seat_scored(step)
    order = step.combat.clock.orders.get(ORDER)
    known = order.places() if order else ()
    new = () if is_rolled(step) else unplaced(step)
    return (*known, *((Place(who),) for who in new))


def _next_place(scene: Scene, standing: Line, who: str) -> Place | None:
    """The place that somebody's running or next turn has; the last where all are used."""
    own = _places_of(standing, who)
    return own[min(scene.combat.clock.path[0].done.count(who), len(own) - 1)] if own else None


def _places_of(standing: Line, who: str) -> list[Place]:
    return [place for group in standing for place in group if place.who == who]


def may_come_in(scene: Scene, deed: Deed) -> None:
    """Refuse it for who does not delay, in their own turn, and while there is no turn at all."""
    _in_line(scene, deed.who)
    if deed.who not in delaying(scene):
        raise _refuse("only who delays comes in", Need("condition", DELAYING, deed.who))
    others = (*scene.actors(), *interrupted(scene))
    if not others or deed.who in others:
        why = "their turn has come already" if others else "nobody has a turn to come in after"
        raise _refuse(why, Need("turn", "turn", "", "another", others))


def come_in(step: Step) -> None:
    """Who delayed comes after the running turn, or at once; their place in the order moves."""
    who, actors = step.act.who, step.actors()
    for condition in conditions_of(step, who, DELAYING):
        step.end_condition(condition, "came in")
    _move_behind(step, who, (*actors, *interrupted(step))[-1], "came in")
    if text(step.act.params, "when") == "now":
        _interrupt(step, who, "came in", resumes=True)


def _interrupt(step: Step, who: str, why: str, **said: bool) -> None:
    """Hold the running turn until that of somebody else is over."""
    for actor in step.actors():
        step.begin_condition(actor, INTERRUPTED, until=Until(span="round"))
    step.end_turn("interrupted", held=True)
    step.begin_turn(who, why=why, **said)


def _when(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    free = WHEN if _can_interrupt(scene) else WHEN[:1]
    return (Blank("when", "one", free, optional=True, says="after the running turn, or at once"),)


def _can_interrupt(scene: Scene) -> bool:
    """True while a turn runs that holds up no other."""
    return bool(scene.actors()) and not _is_extra(scene) and not interrupted(scene)


# --- more turns ----------------------------------------------------------------------------


def may_have_more(scene: Scene, deed: Deed) -> None:
    """Refuse one more turn in one's own, and while another turn is held up already."""
    _in_line(scene, deed.who)
    if deed.who in scene.actors() or not _can_interrupt(scene):
        need = Need("turn", "turn", "", "another", scene.actors())
        raise _refuse("one turn at a time is interrupted, and nobody's by themselves", need)


def extra_turn(step: Step) -> None:
    """One more turn for somebody, at once; the running turn goes on after it."""
    _interrupt(step, step.act.who, "one more", extra=True)


# --- another initiative --------------------------------------------------------------------


def may_score(scene: Scene, deed: Deed) -> None:
    """Refuse a score where no order stands."""
    _in_line(scene, deed.who)
    if not scene.combat.clock.order(ORDER):
        raise _refuse("there is no order yet", Need("item", "order"))


def _score(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    places = min(MOST_TURNS, scene.combat.clock.order(ORDER).count(deed.who))
    score = Blank("score", "number", (), -MOST * PARTS, MOST * PARTS, scale=PARTS, says="the score")
    which = Blank("which", "number", (), 1, max(1, places), optional=True, says="of which turn")
    more = Blank("turns", "one", ("same", "one more"), optional=True, says="turns in a round")
    return (score, which, more) if places < MOST_TURNS else (score, which)


def new_initiative(step: Step) -> None:
    """Another score moves somebody in the order, or gives them one more turn each round."""
    who, params = step.act.who, step.act.params
    score, standing = score_of(params.get("score")), _standing(step)
    if score is None:
        return
    own = _places_of(standing, who)
    if own and params.get("turns") != "one more":
        standing = without_place(standing, own[min(number(params, "which", 1), len(own)) - 1])
    moved = with_scores(standing, {who: (score,)}, tie_rule(step))
    step.set_line(ORDER, moved, "another initiative")


# --- on a trigger --------------------------------------------------------------------------


def _trigger(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    what = Blank("what", "text", says="what is done then")
    return what, Blank("trigger", "text", optional=True, says="as soon as what happens")


def ready(step: Step) -> None:
    """Somebody waits for their moment, until their next turn begins."""
    who = step.act.who
    for condition in conditions_of(step, who, READY):
        step.end_condition(condition, "ready for something else")
    step.begin_condition(who, READY, until=Until(span="turn", whose=who, edge="begin"))


def may_do_readied(scene: Scene, deed: Deed) -> None:
    """Refuse it for who has nothing ready."""
    if not conditions_of(scene, deed.who, READY):
        raise _refuse("nothing is ready to be done", Need("condition", READY, deed.who))


def _readied(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return costs(scene, deed) if conditions_of(scene, deed.who, READY) else ()


def use_readied(step: Step) -> None:
    """What was ready is done, since its moment has come."""
    for condition in conditions_of(step, step.act.who, READY):
        step.end_condition(condition, "its moment came")


def _act(name: str, says: str, stage: str, **said: Any) -> Manoeuvre:
    return Manoeuvre(name, says, ORDER, ("action",), (stage,), **said)


Moment = Callable[[Scene, Deed], None]

MANOEUVRES = (
    _act("delay", "take the turn later", "delay", blanks=_behind_whom, moment=may_delay),
    _act("ready", "be ready to act on a trigger", "ready", blanks=_trigger),
    _act("come in", "end a delay", "come in", blanks=_when, moment=may_come_in, any_time=True),
    replace(
        FREE,
        name="readied",
        says="what was ready, as its moment comes",
        stages=("use readied", *FREE.stages),
        blanks=_readied,
        moment=may_do_readied,
    ),
    _act("extra turn", "one more turn, at once", "extra turn", moment=may_have_more, any_time=True),
    _act(
        "initiative",
        "another score in the order",
        "new initiative",
        blanks=_score,
        moment=may_score,
        any_time=True,
    ),
)

STAGES = (delay, come_in, extra_turn, new_initiative, ready, use_readied)
