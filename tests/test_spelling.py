"""Names of a game's vocabulary are words with spaces: none has a hyphen, in any game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.web.routes.rulesets import describe_ruleset
from domain.ruleset.ruleset import Ruleset
from domain.rulesets import all_rulesets
from tests.properties.test_samples import WHOLE
from tests.support.goldens.samples import sample_in
from tests.test_words_of_the_log import OWN, explained, named, published

PROSE = {"says", "clause", "description", "words", "glossary", "clauses"}
PROSE |= {"title", "edition", "sequence", "key"}
"""Parts of what a game publishes that are texts, or whose names are those of other parts."""

SCHEMAS = {"settings", "sheets", "parameters"}
"""Parts that are JSON Schemas, of which only the properties and values are named by the game."""


def names_in(part: Any) -> Iterator[str]:
    """Every name in a part of what a game publishes: member names, and texts that are no prose."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield key
            if key not in PROSE:
                yield from names_in_schema(value) if key in SCHEMAS else names_in(value)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from names_in(each)
    elif isinstance(part, str):
        yield part


def names_in_schema(part: Any) -> Iterator[str]:
    """The properties and the values that a JSON Schema names."""
    if isinstance(part, dict):
        yield from part.get("properties", ())
        yield from filter(lambda value: isinstance(value, str), part.get("enum", ()))
        for each in part.values():
            yield from names_in_schema(each)
    elif isinstance(part, list):
        for each in part:
            yield from names_in_schema(each)


def hyphened(names: Iterator[str]) -> set[str]:
    """The names with a hyphen between letters; a minus sign is none."""
    return {name for name in names if re.search(r"[^\W\d]-|-[^\W\d]", name)}


def names_of(rules: Ruleset) -> Iterator[str]:
    """Every name that a game publishes or that its code registers."""
    told = describe_ruleset(rules)
    yield from names_in(told)
    yield from (*told["glossary"], *told["words"], *rules.stages, *rules.orders)
    for names in published(rules).values():
        yield from names


@pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.key)
def test_no_name_that_a_game_publishes_has_a_hyphen(rules: Ruleset):
    assert hyphened(names_of(rules)) == set()


@pytest.mark.parametrize("fight", WHOLE)
def test_no_name_in_a_sample_has_a_hyphen(fight: Path, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    free = OWN if combat.rules.key == "open" else frozenset()
    events = (entry.event for entry in combat.entries(1, combat.line.entries))
    found = ((*named(event), *explained(event)) for event in events)
    assert hyphened(word for words in found for kind, word in words if kind not in free) == set()
    service.close()


def test_a_hyphen_is_found_and_a_minus_sign_is_none():
    names = iter(("attack roll", "-3", "-1 to -4", "knock-back", "critical by-0"))
    assert hyphened(names) == {"knock-back", "critical by-0"}
