"""The value of a fact in a command: what is taken, how it is kept, and what its schema says."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import ValidationError

from domain import commands as c

FITS = Draft202012Validator(c.FactFix.model_json_schema()["properties"]["value"]).is_valid


def kept(value: Any) -> Any:
    return c.FactFix(of="ann", name="distance", value=value).value


@pytest.mark.parametrize(
    ("said", "as_kept"),
    [(10.5, "10 1/2"), (-0.125, "-1/8"), (10.0, 10), (7, 7), (True, True), ("10.5", "10.5")],
)
def test_a_number_in_parts_is_kept_as_words_and_all_else_as_it_is(said: Any, as_kept: Any):
    assert kept(said) == as_kept and type(kept(said)) is type(as_kept)
    assert FITS(said)


@pytest.mark.parametrize("said", [10.3, 3e9 + 0.5, 3e9, [], None])
def test_what_the_schema_does_not_say_is_refused(said: Any):
    with pytest.raises(ValidationError):
        kept(said)
    assert not FITS(said)
