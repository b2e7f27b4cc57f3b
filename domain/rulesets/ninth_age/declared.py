"""Facts seen at the table: declared by one player, confirmed or contested by the other.

A contested fact is marked and play goes on with it; the table settles it as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.ruleset.ruleset import Asking, Blank, Choice, Params, Slot, Window
from domain.ruleset.scene import Scene
from domain.step.step import Step

from . import units
from .ruleset import RULES

OF_THE_RULES = (
    *("risk", "faces", "dice", "direction", "files", "version", "on", "rolled", "from"),
    *("side", "why", "penalty", "hits", "strength", "row"),
)
"""Parameters of acts that are choices or come from the rules: no facts to confirm."""


def declared_facts(params: Params) -> Params:
    """The declared facts among what an act says."""
    return {name: value for name, value in params.items() if name not in OF_THE_RULES}


def confirm(step: Step, who: str, facts: Mapping[str, object]) -> str | None:
    """Ask the other side whether it sees that as well; without facts, go on."""
    judge = units.other_side(step, units.side_of(step, who))
    said: Params = {k: _plain(value) for k, value in facts.items() if value not in ("", [], None)}
    if not said or not judge:
        return None
    return step.ask("confirm", params={"side": judge, "of": who, "facts": said})


def _plain(value: object) -> str | int:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if isinstance(value, int) else str(value)


def question_facts(params: Params) -> dict[str, str | int]:
    """The facts that a question is about."""
    facts = params.get("facts")
    known = facts.items() if isinstance(facts, dict) else ()
    return {str(k): v for k, v in known if isinstance(v, str | int)}


def side_asked(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The side that a question says."""
    side = str(asking.params.get("side", ""))
    return (Slot(id=side, who=side),) if side else ()


def side_asked_while(
    left: Callable[[Scene, str], tuple[str, ...]],
) -> Callable[[Scene, Asking], tuple[Slot, ...]]:
    """The side that a question says, as long as it has something left to name."""

    def slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
        return tuple(slot for slot in side_asked(scene, asking) if left(scene, slot.who))

    return slots


def side_in_turn(step: Step) -> str:
    """The side that the closed question said, also where it had nothing left to name."""
    return str(step.closed.params.get("side", "")) if step.closed else ""


def unit_asked(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The unit that a question says; its owner speaks for it."""
    unit = str(asking.params.get("unit", ""))
    return (Slot(id=unit, who=unit),) if unit in scene.present() else ()


def _judgements(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    facts = question_facts(asking.params)
    which = Blank("which", "one", tuple(facts), says="which of it")
    said = ", ".join(f"{_named(scene, k)} {_named(scene, v)}" for k, v in facts.items())
    return (Choice("agree", f"so it is ({said})"), Choice("contest", "it is not so", (which,)))


def _named(scene: Scene, said: str | int) -> str:
    """What was said, with units and sides in it by name."""
    words = str(said).split(", ")
    return ", ".join(m.name if (m := scene.member(word)) else word for word in words)


@RULES.stage("facts")
def facts(step: Step) -> str | None:
    """12: Ask the other player to confirm the facts declared with the act."""
    return confirm(step, step.act.who, declared_facts(step.act.params))


@RULES.stage("confirmed")
def record_contest(step: Step) -> None:
    """12: Mark a contested fact as such, and play goes on."""
    question = step.closed
    for _, reply in step.replies():
        said = question_facts(question.params) if question else {}
        which, of = str(reply.params.get("which", "")), str(question and question.params["of"])
        mark = f"{which} {said[which]}" if reply.value == "contest" else "no"
        if mark != "no" or step.fact("contested", of) != "no":
            step.set_fact("contested", of, mark, basis="table")


RULES.asks(Window("confirm", "is it so?", "12", side_asked, _judgements, then="confirmed"))
