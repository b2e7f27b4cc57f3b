"""Scores from dice and sheets, and the order that they make."""

from __future__ import annotations

from collections.abc import Mapping

from domain.events.scores import score_of
from domain.ruleset.params import names
from domain.ruleset.ruleset import Asking, Modifier, Score, Slot, Throw, TieRule, Traits
from domain.ruleset.scene import Scene
from domain.state.course.order_line import Line, Place, with_scores
from domain.step.step import Step

from ..sheet_fields import INITIATIVE, SCORE
from .settings import (
    BY_BONUS,
    EACH_ROUND,
    ORDER,
    ROLLED_OFF,
    TOGETHER,
    dice,
    goes_by_a_line,
    how_made,
)

Scores = Mapping[str, tuple[Score, ...]]

LATE = "late"
"""In a question for dice: who joined after the order was made."""


def sheet_scores(scene: Scene, who: str) -> tuple[Score, ...]:
    """The scores that a sheet gives, one for each turn of a round; none where it says none."""
    return _scores_in(scene.word(who, SCORE))


def _scores_in(text: str) -> tuple[Score, ...]:
    found = (score_of(each) for each in text.split(", "))
    return tuple(score for score in found if score is not None)


def unplaced(scene: Scene) -> tuple[str, ...]:
    """Who has no place in the order yet."""
    line = scene.combat.clock.order(ORDER)
    return tuple(who for who in scene.present() if who not in line)


def is_begun(scene: Scene) -> bool:
    """True once somebody has had a turn in this round, or holds one."""
    round_ = scene.combat.clock.path[0]
    return bool(round_.done or round_.held)


def makes_anew(scene: Scene) -> bool:
    """True while the round makes its own order, whatever stood before."""
    return how_made(scene) == EACH_ROUND and not is_begun(scene)


def to_roll(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each who has to roll: those that came late, else everybody without a score."""
    late = names(asking.params, LATE)
    wanted = late or tuple(who for who in scene.present() if not sheet_scores(scene, who))
    return tuple(Slot(id=who, who=who) for who in wanted if who in scene.present())


def throw(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """The dice of the table, and the initiative of the sheet."""
    many, sides = dice(scene)
    bonus = scene.trait(slot.who, INITIATIVE)
    parts = (Modifier(source="initiative", value=bonus),) if bonus else ()
    return Throw(slot.who, "initiative", "order", sides, many, parts)


def tie_rule(scene: Scene) -> TieRule:
    """How the table tells equal scores apart; what dice decide is decided after that."""
    members, rule = tuple(scene.combat.roster.members), scene.setting("order ties")
    place = {who: nth for nth, who in enumerate(members)}

    def key(who: str) -> tuple[int, ...]:
        bonus = scene.trait(who, INITIATIVE) if rule == BY_BONUS else 0
        return -bonus, place.get(who, len(place))

    return TieRule(key, together=rule == TOGETHER)


def set_rolled_order(step: Step) -> None:
    """The highest first; those who come late go to where their scores belong.

    Who has left since they rolled has no place, nor does one who is back in hiding.
    """
    replies, here = step.replies("initiative"), step.present()
    scores: dict[str, tuple[Score, ...]] = {
        slot.who: (reply.total,)
        for slot, reply in replies
        if reply.how == "rolled" and slot.who in here
    }
    late = step.closed is not None and bool(names(step.closed.params, LATE))
    why, anew = "rolled" if scores else "as said", makes_anew(step) and not late
    for who in step.present() if anew else unplaced(step):
        if own := sheet_scores(step, who):
            scores[who] = own
    if anew or not step.combat.clock.order(ORDER):
        _set_anew(step, scores, why)
    elif scores:
        _place_late(step, scores, why)


def _set_anew(step: Step, scores: Scores, why: str) -> None:
    """Make the whole order of the scores; where the table says so, dice decide its ties."""
    if step.setting("order ties") == ROLLED_OFF:
        step.set_line(ORDER, _rolled_off(step, scores), f"{why}, ties by dice")
    else:
        step.set_line(ORDER, with_scores((), scores, tie_rule(step)), why)


def _rolled_off(step: Step, scores: Scores) -> Line:
    """Return a line of some scores in which dice have told those tied apart."""
    tied = with_scores((), scores, tie_rule(step)._replace(together=True))
    apart: list[tuple[Place, ...]] = []
    for group in tied:
        of = {place.who: place for place in group}
        apart += [(of[who],) for who in step.roll_off(tuple(of), lambda w: _roll_off(step, w))]
    return tuple(apart)


def _place_late(step: Step, scores: Scores, why: str) -> None:
    """Place those who came late behind who has their score; dice may tell them apart."""
    rule = tie_rule(step)
    if step.setting("order ties") == ROLLED_OFF:
        line = [place.who for [place] in _rolled_off(step, scores)]
        rule = TieRule(lambda who: (line.index(who) if who in line else -1,))
    step.place_by_score(ORDER, scores, rule, why)


def _roll_off(scene: Scene, who: str) -> Throw:
    return Throw(who, "initiative", "order", dice(scene)[1])


def seat_scored(step: Step) -> None:
    """Newcomers whose sheets give their scores stand at once where those belong."""
    given = {who: own for who in unplaced(step) if (own := sheet_scores(step, who))}
    if given:
        _place_late(step, given, "as said")


def follow_sheet(step: Step, who: str, before: Traits) -> None:
    """Move somebody in the order that stands to the score that an edited sheet says anew."""
    own, was = sheet_scores(step, who), _scores_in(str(before.get(SCORE, "")))
    stands = goes_by_a_line(step) and who in step.combat.clock.order(ORDER)
    if own and own != was and stands:
        step.place_by_score(ORDER, {who: own}, tie_rule(step), "another initiative")
