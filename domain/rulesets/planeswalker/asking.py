"""Instants before a phase passes: who is asked, who is not until something is cast."""

from __future__ import annotations

from domain.ruleset import Asking, Choice, Slot, Window
from domain.scene import Scene
from domain.step import Step

from .allowed import FLIGHTS
from .book import RULES
from .casts import could_cast_an_instant
from .held import is_over
from .rolls import whose
from .tables import ASK_AGAIN, UNASKED
from .turn_state import phase, times
from .zones import has_own_turn, mages

NOT_YET = "not until something is cast"


def who_is_asked(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Mages with an instant that they could cast now, or every mage where the table says so.

    7.1, 3.3: Nobody in what a flight skips, or in a phase that was over before a delay.
    """
    actor = whose(scene)
    skipped = times(scene, actor, *FLIGHTS) or is_over(scene, phase(scene))
    if skipped or not has_own_turn(scene, actor):
        return ()
    every, passed = (
        scene.setting("ask-for-instants") == "every mage",
        asking.params.get("passed", []),
    )
    return tuple(
        Slot(id=who, who=who)
        for who in mages(scene)
        if not (scene.has(who, UNASKED) or (isinstance(passed, list) and who in passed))
        and (every or could_cast_an_instant(scene, who))
    )


def pass_for_longer(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """A pass that also stands for the next phases and turns."""
    return (Choice(NOT_YET, "pass until something is cast"),)


@RULES.stage("instants")
def instants(step: Step) -> str | None:
    """5.3: Before the phase passes, mages may cast instants."""
    return step.ask("instants")


@RULES.stage("after instants")
def after_instants(step: Step) -> str | None:
    """5.3: After a cast whoever has not passed since is asked again, until all have passed."""
    question = step.closed if step.closed and step.closed.about == "instants" else None
    replies = tuple(question.replies.items()) if question else ()
    acted = [place for place, (_, reply) in enumerate(replies) if reply.how == "acted"]
    passed = [who for who, _ in replies[max(acted, default=-1) + 1 :]]
    for slot, reply in step.replies() if question else ():
        if slot.id in passed and reply.value == NOT_YET:
            step.begin_condition(slot.who, UNASKED)
    step.closed = None
    return step.ask("instants", params={"passed": [*passed]}) if acted else None


@RULES.stage("asked again")
def asked_again(step: Step) -> None:
    """5.3: A mage is asked again from now on."""
    for wish in step.combat.conditions.on(step.act.who, UNASKED):
        step.end_condition(wish, ASK_AGAIN)


RULES.asks(
    Window(
        about="instants",
        says="an instant before this phase passes?",
        clause="5.3",
        slots=who_is_asked,
        choices=pass_for_longer,
        takes=("action",),
        only=frozenset({"instant"}),
        passes=True,
        stale=True,
        then="after instants",
    )
)
