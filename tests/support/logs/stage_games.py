"""Games of a stage or two, to see what comes next in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain import events as e
from domain.ruleset.ruleset import Choice, Manoeuvre, Ruleset, Slot, Stretch, Window
from tests.support.story import Story

TURN = Stretch("turn", "turn", next="in order", acts=True)

YES = Window(
    "sure",
    "sure?",
    "G1",
    slots=lambda scene, asking: tuple(Slot(id=who, who=who) for who in scene.present()[:1]),
    choices=lambda scene, asking, slot: (Choice("yes"),),
    then=lambda scene, asking: str(asking.params.get("then", "")),
)


def says(word: str) -> Callable[[Any], None]:
    """A stage that leaves a trace: its word as a place where Ana goes."""
    return lambda step: step.move("ana", word)


def asks(then: str) -> Callable[[Any], str | None]:
    """A stage that asks whether to go on, and says what then."""
    return lambda step: step.ask("sure", params={"then": then})


def game(sequence: Stretch | None = None, *manoeuvres: Manoeuvre, **more: Any) -> Ruleset:
    rules = Ruleset(
        "game",
        "Game",
        "1",
        "1",
        sequence or Stretch("round", "round", inside=(TURN,)),
        manoeuvres=manoeuvres,
        **more,
    )
    rules.stages.update({word: says(word) for word in ("one", "two", "three", "extra")})
    rules.asks(YES)
    return rules


def act(*stages: str, **more: Any) -> Manoeuvre:
    return Manoeuvre("do", "do", "G2", ("action",), stages, **more)


def begun(rules: Ruleset) -> Story:
    return Story(rules).joins("ana", "bert").round()


def trodden(story: Story) -> list[str]:
    """The words in the order in which stages left them."""
    return [event.place for event in story.events(e.Moved)]


def sure(story: Story) -> Story:
    return story.answers("ana", "yes")
