"""Lists in pages: each has a cursor of the next page, and the pages are the whole list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table, contract

BY_ENTRY = "/v1/combats/{combat}/events"
"""A list of entries, which has tests of its own."""

PAGED = (
    "/v1/rulesets",
    "/v1/presets",
    "/v1/importers",
    "/v1/combats",
    "timeline?full=true",
    "ledger",
    "disputes",
    "precedents?clause=T3",
    "frames",
    "forgotten",
)


def lists() -> dict[str, Any]:
    """The schema of each list that is answered, by its path."""
    found, schemas = {}, contract()["components"]["schemas"]
    for path, methods in contract()["paths"].items():
        answered = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        schema = answered.get("application/json", {}).get("schema", {})
        schema = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
        if "items" in schema.get("properties", {}):
            found[path] = schema
    return found


def test_every_list_has_a_cursor_and_takes_one():
    for path, schema in lists().items():
        assert "next" in schema["required"], path
        names = {each["name"] for each in contract()["paths"][path]["get"]["parameters"]}
        assert {"after", "limit"} <= names, path
    below = {path.removeprefix("/v1/combats/{combat}/") for path in lists() if path != BY_ENTRY}
    assert below == {path.partition("?")[0] for path in PAGED}


@pytest.mark.parametrize("path", PAGED)
def test_pages_are_the_whole_list(table: Table, path: str):
    fight(table)
    finish(table)
    for entry in (12, 14):
        said = table.bert.says("contest", entry=entry, note="No.", clause="T3")
        number = int(said["entries"][0]["number"])
        stands = {"remedy": "let-stand"}
        table.rita.says("rule-dispute", dispute=number, remedy=stands, note="It stands.")
    whole, sign = table.rita.read(path)["items"], "&" if "?" in path else "?"
    page = table.rita.read(f"{path}{sign}limit=2")
    rows = page["items"]
    while page["next"] is not None:
        page = table.rita.read(f"{path}{sign}limit=2&after={page['next']}")
        rows += page["items"]
        numbers = [row.get("number") for row in page["items"]]
        # The story does not divide an entry: only lines of the last one may be beyond the limit.
        assert len(numbers) <= 2 or (path.startswith("timeline") and len(set(numbers[1:])) == 1)
    assert rows[: len(whole)] == whole


def test_the_story_goes_on_after_the_entry_that_was_told_last(table: Table):
    told = table.rita.read("timeline?full=true")
    fight(table)
    new = table.rita.read(f"timeline?full=true&after={told['number']}")
    whole = table.rita.read("timeline?full=true")
    assert told["items"] + new["items"] == whole["items"] and new["items"]
    assert table.rita.read(f"timeline?after={whole['number']}")["items"] == []
    assert {"p1", "ana"} <= set(new["names"])
    as_text = table.rita.get(f"timeline?full=true&after={told['number']} as text/plain").text
    assert len(as_text.splitlines()) == len(new["items"])
