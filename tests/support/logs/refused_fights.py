"""Fights on the toy that stand where something is to be refused, and what a refusal says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from domain.ruleset.ruleset import Blank, Forbidden, Manoeuvre, OpenPoint, Refused
from domain.state.combat import state_hash
from domain.state.viewer import Viewer
from tests.support.games.toy import TOY
from tests.support.refusals import lacks, legal
from tests.support.story import Story

ANN, BEN = Viewer("ann", "player", ("man",)), Viewer("ben", "player", ("cogan", "erik"))

UNREAL = replace(
    TOY,
    points=(OpenPoint("tie", ("attack", "defence"), "attack", "T8", "who wins a tie?"),),
    manoeuvres=(
        *TOY.manoeuvres,
        Manoeuvre(
            "throw",
            "throw",
            "T9",
            ("action",),
            (),
            usings=lambda scene, deed: ("axe", "dart"),
            blanks=lambda scene, deed: (
                Blank("force", "number", least=1, most=6),
                Blank("aim", "one", ("head", "foot"), optional=True),
                Blank("order", "ordered", ("a", "b"), optional=True),
                Blank("with", "some", ("care", "luck"), optional=True),
                Blank("cry", "text", optional=True),
            ),
        ),
    ),
)


def three(**opened: Any) -> Story:
    """Man against Cogan and Erik; it is Man's turn."""
    story = Story(UNREAL, **opened).joins("man", side="b").joins("cogan", "erik", side="a")
    return story.round()


def closing_in() -> Story:
    """Man has come up to both, who are asked whether they react."""
    return three().does("man", "move", beside=["cogan", "erik"])


def both_strike() -> Story:
    """Both have declared to strike; Cogan, who comes first, is at it, and Man is asked."""
    return closing_in().declares("erik", "strike", "man").declares("cogan", "strike", "man")


class Said(NamedTuple):
    """What a refusal says; what is missing and legal as `tests.support.refusals` writes it."""

    why: str
    clause: str
    numbers: Mapping[str, int | float]
    pointer: str
    lacks: str = ""
    legal: str = ""


def told(refused: Refused) -> Said:
    """What a refusal says, all of it."""
    said = refused.why, refused.clause, refused.numbers, refused.pointer
    return Said(*said, lacks(refused), legal(refused))


def refused(story: Story, tell: Callable[[], object]) -> Refused:
    """The refusal of a command."""
    with pytest.raises(Refused) as caught, unchanged(story):
        tell()
    error = caught.value
    assert str(error) == (f"{error.why} ({error.clause})" if error.clause else error.why)
    return error


def forbidden(story: Story, tell: Callable[[], object]) -> str:
    """What is said to somebody who does not play whom he names."""
    with pytest.raises(Forbidden) as caught, unchanged(story):
        tell()
    return str(caught.value)


@contextmanager
def unchanged(story: Story) -> Iterator[None]:
    """Whatever happens within, the story stays as it was."""
    combat, hashed, steps = story.combat, state_hash(story.combat), len(story.steps)
    try:
        yield
    finally:
        assert story.combat is combat
        assert (state_hash(combat), len(story.steps)) == (hashed, steps)
