"""A client that knows the contract alone is never refused, whatever it fills in."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from tests.soak.random_client import client_in
from tests.support.random_client.client import put
from tests.support.random_client.openings import OPENINGS
from tests.support.random_client.schema_values import value

SEEDS = {game: nth for nth, game in enumerate(OPENINGS)}


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("game", OPENINGS)
def test_whatever_fits_is_accepted(game: str, tmp_path: Path):
    with client_in(tmp_path, SEEDS[game]) as client:
        for begins in islice(cycle(OPENINGS[game]), 3):
            client.plays(begins, 22)
    assert client.failed == []
    assert client.steps > 50 and len(client.used) > 5


def test_values_of_every_kind_are_found():
    chance, halves = Random(1), {"type": "number", "minimum": -1, "maximum": 2, "multipleOf": 0.5}
    assert {value(halves, chance) for _ in range(200)} == {-1, -0.5, 0, 0.5, 1, 1.5, 2}
    twice = {
        "type": "array",
        "items": {"enum": ["a", "b"]},
        "allOf": [
            {"contains": {"const": "a"}, "minContains": 2, "maxContains": 2},
            {"contains": {"const": "b"}, "minContains": 1, "maxContains": 1},
        ],
    }
    assert sorted(value(twice, chance)) == ["a", "a", "b"]
    with pytest.raises(ValueError, match="nothing was found"):
        value({"type": "string", "pattern": "^never"}, chance)


def test_a_value_goes_where_its_pointer_says():
    command = {"type": "act"}
    put(command, "/params/their a~1b~0c", 3)
    put(command, "/targets", ["ole"])
    assert command == {"type": "act", "params": {"their a/b~c": 3}, "targets": ["ole"]}
