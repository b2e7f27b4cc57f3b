"""`combatlog show sheets`: what the sheets of a game may hold, for people and for programs."""

from __future__ import annotations

import pytest

from api.web.schemas.ruleset_schema import sheets_schema
from domain.rulesets import all_rulesets
from tests.support.clients.cli_runner import Typed

GAMES = all_rulesets()


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_sheet_is_shown_and_programs_get_the_schema(typed: Typed, game: str):
    schemas = sheets_schema(GAMES[game])
    said = typed.says(f"show sheets {game}")
    for kind, schema in schemas.items():
        assert kind in said and schema["title"] in said
        for name, field in schema.get("properties", {}).items():
            shown = [line for line in said.splitlines() if line.split("  ")[0].startswith(name)]
            nested = field.get("type") == "object"
            assert any(nested or field["description"] in line for line in shown), name
    assert typed.json(f"show sheets {game}") == schemas


def test_a_trait_is_shown_with_its_values_and_its_rule(typed: Typed):
    said = typed.says("show sheets arq").splitlines()
    speed = next(line for line in said if line.startswith("speed"))
    assert "0 to 60" in speed and "squares" in speed and " 2.1 " in speed
    assert any(line.startswith("at ") and "such as 3,-1" in line for line in said)
