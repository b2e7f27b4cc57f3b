"""Sheets and their schemas agree, in every game: whatever one takes, the other takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from api.web.schemas.ruleset_schema import settings_schema, sheets_schema
from domain import commands as c
from domain.ruleset.refusals import Refused
from domain.ruleset.sheets.sheet import NOTED, Sheet
from domain.rulesets import all_rulesets
from tests.support.fights.open import MINE, SHIPPED
from tests.support.sheets.agreement import agree, validator
from tests.support.sheets.made_up import WORDS, MadeUp
from tests.support.story import Story

GAMES = all_rulesets()
SAMPLES = sorted((Path(__file__).parents[3] / "samples").glob("*/*/fight.jsonl"))
OPEN = GAMES["open"]
PRESETS = {name: OPEN.with_preset(preset) for name, preset in {**SHIPPED, "mine": MINE}.items()}


def sheets() -> Iterator[tuple[str, Sheet]]:
    """Each sheet of each game, and of any game under each preset."""
    for key, rules in (GAMES | PRESETS).items():
        found = {sheet.record.title: sheet for sheet in (*rules.sheets.values(), NOTED)}
        yield from ((f"{key} {title}", sheet) for title, sheet in found.items())


SHEETS = dict(sheets())
ABLE = [key for key, rules in (GAMES | PRESETS).items() if rules.sheets]


def is_read(sheet: Sheet, given: Any) -> bool:
    try:
        agree(sheet, given)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", SHEETS)
def test_what_a_schema_allows_is_legal_and_what_is_legal_it_allows(name: str):
    sheet, taken, refused = SHEETS[name], 0, 0
    made = MadeUp(sheet.alone(), Random(name))
    for _ in range(150):
        given = made.sheet()
        assert validator(sheet).is_valid(given)
        taken += is_read(sheet, given)
        for _ in range(3 if given else 0):
            refused += not is_read(sheet, made.changed(given))
    assert taken > 75
    assert refused > 20 or sheet is NOTED


@pytest.mark.parametrize("game", ABLE)
def test_who_has_a_sheet_that_is_read_comes_in(game: str):
    rules = (GAMES | PRESETS)[game]
    for kind, sheet in rules.sheets.items():
        made = MadeUp(sheet.alone(), Random(f"{game} {kind}"))
        found = (made.sheet() for _ in range(30))
        for traits in [each for each in found if is_read(sheet, each)][:8]:
            join = {"type": "join", "subject": "x", "kind": kind, "traits": traits}
            story = Story(rules).say(c.Join.model_validate(join))
            assert story.combat.roster.members["x"].traits == sheet.read(traits)


# --- what people have written ----------------------------------------------------------------


@pytest.mark.parametrize("fight", SAMPLES, ids=lambda path: path.parent.name)
def test_every_sheet_of_a_sample_fits_the_schema_that_is_published(fight: Path):
    said = [json.loads(line) for line in fight.read_text("utf-8").splitlines()]
    [opened, *_] = (line for line in said if line["type"] == "open")
    rules = GAMES[opened["ruleset"]].with_preset(opened.get("preset", {}))
    published = sheets_schema(rules)
    joins = [line for line in said if line["type"] == "join"]
    for join in joins:
        schema = published[join.get("kind", "combatant")]
        jsonschema_rs.Draft202012Validator(schema).validate(join.get("traits", {}))
    assert joins
    settings = settings_schema(rules.points)
    jsonschema_rs.Draft202012Validator(settings).validate(opened.get("settings", {}))


# --- settings --------------------------------------------------------------------------------

TRIED = (*WORDS, *range(-6, 25), True, "as printed", "1d20", "2d6", "0d6", "3d1001", "yes", "no")


@pytest.mark.parametrize("game", GAMES)
def test_a_setting_takes_what_its_schema_allows(game: str):
    schema = settings_schema(GAMES[game].points)
    fits = jsonschema_rs.Draft202012Validator(schema).is_valid
    for point in GAMES[game].points:
        own = (*point.values, point.default)
        for value in (*TRIED, *own):
            assert point.takes(value) == fits({point.key: value}), (point.key, value)
        assert all(point.takes(value) for value in own)
        assert not fits({f"{point.key}?": point.default})


# --- what they mean --------------------------------------------------------------------------

NO_BOOK = ("open",)
"""Games whose rules have no clauses."""


def members(schema: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a schema, wherever it stands."""
    if isinstance(schema, list):
        yield from (found for part in schema for found in members(part, at))
    if not isinstance(schema, dict):
        return
    for word in ("properties", "patternProperties"):
        for name, field in schema.get(word, {}).items():
            if not {"const", "enum"} & field.keys() or "description" in field:
                yield f"{at}/{name}", field
    if isinstance(schema.get("additionalProperties"), dict):
        yield f"{at}/*", schema["additionalProperties"]
    for word, part in schema.items():
        yield from members(part, f"{at}/{word}") if word not in ("if", "then") else ()


@pytest.mark.parametrize("name", SHEETS)
def test_every_field_says_what_it_means_what_it_counts_and_where_the_rule_is(name: str):
    schema, game = SHEETS[name].alone(), name.split()[0]
    assert schema["description"] and schema["title"]
    found = list(members(schema))
    assert found
    for at, field in found:
        assert field.get("description"), at
        counts = field.get("type") in ("integer", "number") or "Halves" in str(field.get("$ref"))
        assert field.get("x-unit") or not counts, at
        has_book = game in GAMES and game not in NO_BOOK and "Notes" not in name
        assert field.get("x-clause") or not has_book or at == "/*", at


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_says_what_it_settles(game: str):
    for key, field in settings_schema(GAMES[game].points)["properties"].items():
        assert field["description"] and field["default"], key
        assert field.get("x-clause") or game in NO_BOOK, key
