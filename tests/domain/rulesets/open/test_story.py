"""The story of any game: a line names whose state, pool or fact it is about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.printed_story import transcript
from tests.support.fights.open import RULES
from tests.support.logs.recorded_logs import Recorded


@pytest.mark.parametrize(
    ("manoeuvre", "params", "line"),
    [
        ("begin", {"name": "wet", "bearer": "bo"}, "Ana puts Bo in a new state"),
        ("begin", {"name": "wet", "bearer": "ana"}, "Ana is in a new state"),
        ("begin", {"name": "wet"}, "Ana is in a new state"),
        ("set", {"pool": "luck", "to": 2, "of": "bo"}, "Ana sets luck of Bo"),
        ("fact", {"name": "size", "value": "big", "of": "bo"}, "Ana notes what is so about Bo"),
        ("end", {"name": "marked of bo"}, "Ana ends a state"),
        ("change", {"name": "marked of bo", "level": 2}, "Ana changes a state"),
    ],
)
def test_a_note_about_another_names_them(manoeuvre: str, params: dict[str, Any], line: str):
    told = Recorded(RULES, order="as added").comes("ana").comes("bo").round()
    told.does("bo", "begin", name="marked").does("ana", manoeuvre, **params)
    assert line in [each[7:].strip() for each in transcript(told.log, told.rules).splitlines()]
