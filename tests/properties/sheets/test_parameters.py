"""Published parameters of a manoeuvre forbid nothing that is legal in any combat."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Table
from tests.support.fights.random_fights import TALES, Tale
from tests.support.fights.random_play import play
from tests.support.story import Story

STEPS = 150
OURS = [tale for tale in TALES if tale.game != "the toy"]


def said_in(story: Story) -> list[dict[str, Any]]:
    """What was declared or done, with its parameters."""
    commands = (command.model_dump(mode="json") for command in story.commands)
    return [each for each in commands if each.get("manoeuvre") and each.get("params")]


@pytest.mark.sweep(share=5)
@pytest.mark.parametrize("tale", OURS, ids=lambda tale: f"{tale.game}-{tale.begins.__name__}")
def test_what_is_legal_fits_what_the_ruleset_publishes(tale: Tale, service: Any, table: Table):
    story = play(tale.begins(), 3, STEPS)
    service.rulesets = all_rulesets
    game = table.nobody.read(f"/v1/rulesets/{story.rules.key}")
    published = {each["name"]: each["parameters"] for each in game["manoeuvres"]}
    said = [each for each in said_in(story) if published[each["manoeuvre"]] is not None]
    assert said
    for each in said:
        Draft202012Validator(published[each["manoeuvre"]]).validate(each["params"])
