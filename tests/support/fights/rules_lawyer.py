"""The rows of the rules lawyers: what is tried where, and how it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Refused, Ruleset
from domain.state.viewer import TABLE, Viewer
from tests.support.refusals import lacks, legal
from tests.support.story import Story

Played = TypeVar("Played")
"""What a game is played on in its tests."""


class Try(NamedTuple, Generic[Played]):
    """Where it is tried, and what."""

    position: Callable[[], Played]
    tried: Callable[[Played], object]


class Refusal(NamedTuple):
    """All that is told: clause, reason, numbers, what is missing, what is legal, and where.

    What is missing and what is legal are written as `tests.support.refusals` does.
    """

    clause: str
    why: str = ""
    numbers: Mapping[str, Any] = {}
    lacks: str = ""
    legal: str = ""
    at: str = ""


def check_refused(refused: Refused, said: Refusal, rules: Ruleset) -> None:
    """Check that a command was refused as is said, by a clause that has a title."""
    told = (refused.clause, refused.why, refused.numbers)
    found = Refusal(*told, lacks(refused), legal(refused), refused.pointer)
    assert found == said, found
    assert not refused.clause or rules.clause_title(refused.clause)


Tries = dict[str, tuple[Try[Played], Refusal]]
"""Tries by their names, each with its refusal."""


class Heard(NamedTuple):
    """A command that was refused, who said it, and why."""

    command: c.Command
    viewer: Viewer
    refused: Refused


def hear(story: Story, tried: Callable[[Any], object]) -> Heard:
    """Try something in a story; return the command that it comes to, and its refusal."""
    heard = list[tuple[c.Command, Viewer]]()

    def say(command: c.Command, viewer: Viewer = TABLE) -> Story:
        heard.append((command, viewer))
        return Story.say(story, command, viewer)

    with pytest.MonkeyPatch.context() as patched, pytest.raises(Refused) as caught:
        patched.setattr(story, "say", say)
        tried(story)
    return Heard(*heard[-1], caught.value)
