"""Who may answer a question, in which order; who has, who waits, who was passed over and why."""

from __future__ import annotations

from collections.abc import Iterator

from domain.engine.questions import USED
from domain.legality.openings import names_of
from domain.ruleset.ruleset import Ruleset, Slot
from domain.ruleset.scene import Scene
from domain.ruleset.windows import window_of
from domain.state.exchange import Question, Reply
from domain.state.stack import PASSED
from projections.explain.results import Seat, Standing, Window
from projections.explain.viewpoint import Look
from projections.wording.game_words import name_of, owner

_WHY = {"later": "others come first", "not needed": "the first answer was enough"}


def window(look: Look, question: Question, node: int) -> Window:
    """A question at a moment: seats for all who are asked, rank by rank, then for the others."""
    scene = Scene(look.moment(node).combat, look.rules)
    kind = window_of(scene.rules, question.about)
    act, name = scene.doing(question.on), name_of(scene.combat)
    on = f"{owner(name(act.who))} {act.manoeuvre}" if act and act.who else question.on
    manoeuvre = scene.rules.manoeuvre(act.manoeuvre) if act else None
    clause = kind.clause or (manoeuvre.clause if manoeuvre else "")
    seats = (
        _seat(scene, question, slot, look.number(look.last("answer", question.id, slot.id)))
        for slot in sorted(question.slots, key=lambda slot: slot.rank)
    )
    return Window(
        question.id,
        question.about,
        kind.says,
        on,
        clause,
        scene.rules.clause_title(clause),
        question.until,
        (*seats, *_not_asked(scene, question)),
    )


def _seat(scene: Scene, question: Question, slot: Slot, answered: str) -> Seat:
    reply = question.replies.get(slot.id)
    state = _state(question, slot, reply)
    toward = next(iter(names_of(scene, slot)), "")
    return Seat(
        slot.who,
        " or ".join(map(name_of(scene.combat), slot.holders)),
        toward,
        slot.rank,
        state,
        _reply(scene.rules, reply),
        slot.barred if state == "passed over" else _WHY.get(state, ""),
        answered,
    )


def _state(question: Question, slot: Slot, reply: Reply | None) -> Standing:
    if reply is not None:
        return "passed" if reply.value in PASSED else "answered"
    if slot.barred:
        return "answered" if slot.barred == USED else "passed over"
    if slot in question.open():
        return "waits"
    later = any(each.rank < slot.rank for each in question.open())
    return "later" if later else "not needed"


def _reply(rules: Ruleset, reply: Reply | None) -> str:
    """What filled a slot, in a word: the choice, or that dice or a card fell."""
    if reply is None:
        return ""
    return reply.value if reply.how in ("answered", "withdrawn") else reply.how


def _not_asked(scene: Scene, question: Question) -> Iterator[Seat]:
    """Those who are here and have no part in the question."""
    act = scene.doing(question.on)
    asked = {who for slot in question.slots for who in (*slot.holders, *scene.doers(slot.who))}
    name = name_of(scene.combat)
    for who in scene.present():
        if who not in asked:
            own = act is not None and act.who == who
            why = "it is their own act" if own else scene.rules.able(scene, who)
            yield Seat(
                who, name(who), "", 0, "not asked", "", why or "the question is not asked of them"
            )
