"""A game says in its own words what is done, with what and at whom, and by whose order."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain.ruleset.ruleset import Manoeuvre, Ruleset, Slot, Stretch, Window
from tests.printed_story import timeline
from tests.support.logs.recorded_logs import Recorded

TURN = Stretch("turn", "turn", next="in order", acts=True)
WORDS = {
    "does cast": "casts {using}",
    "means cast": "tries to cast {using}",
    "noun cast": "{using}",
    "does move": "changes the distance to {targets}",
}


def one_spell(scene: Any, deed: Any) -> tuple[str, ...]:
    return ("bolt",)


def worded() -> Ruleset:
    """A game of three manoeuvres, in words of its own."""
    foes: dict[str, Any] = {"target": True, "targets": lambda scene, deed: scene.foes(deed.who)}
    rules = Ruleset(
        "game",
        "Game",
        "1",
        "1",
        Stretch("round", "round", inside=(TURN,)),
        words=WORDS,
        manoeuvres=(
            Manoeuvre(
                "cast", "", "", ("action",), ("luck", "begin", "done"), usings=one_spell, **foes
            ),
            Manoeuvre("move", "", "", ("action", "reaction"), ("done",), **foes),
            Manoeuvre("order", "", "", ("action",), ("orders",)),
        ),
    )
    rules.stages.update(luck=lambda step: "begin", done=lambda step: step.resolve("well done"))
    rules.asks(
        Window("orders", "", "", lambda s, a: (Slot(id="wolf", who="wolf"),), takes=("reaction",))
    )
    return rules


def told(*said: dict[str, Any]) -> list[str]:
    """The lines of what Ana and her wolf do."""
    rules = worded()
    log = Recorded(rules).joins("Ana", "Bert", side="")
    log.say(c.Join(subject="wolf", name="Wolf", kind="creature", controller="Ana")).round()
    for each in said:
        log.say_plainly({"type": "act", "who": "Ana", **each})
    lines = [line.text for line in timeline(log.log, rules)]
    return lines[lines.index("Turn of Ana") + 1 :]


def test_with_what_is_said_inside_the_words():
    assert told({"manoeuvre": "cast", "using": "bolt", "targets": ["Bert"]}) == [
        "Ana tries to cast bolt at Bert",
        "Ana casts bolt at Bert",
        "Ana's bolt: well done",
    ]


def test_at_whom_is_said_inside_the_words():
    assert told({"manoeuvre": "move", "targets": ["Bert"]}) == [
        "Ana changes the distance to Bert",
        "Ana's move: well done",
    ]


def test_what_is_done_by_order_is_no_reaction():
    lines = told({"manoeuvre": "order"}, {"who": "wolf", "manoeuvre": "move", "targets": ["Bert"]})
    assert lines[:2] == ["Ana orders", "Wolf changes the distance to Bert"]
