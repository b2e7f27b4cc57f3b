"""A condition ends that was meant: by its short id, its name and whom it is toward, everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.clients.cli_runner import Typed
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table

HELD = {"what": "condition", "subject": "cleo", "name": "hurt"}


def ends(name: str = "hurt", **which: str) -> dict[str, Any]:
    """The end of one of Cleo's conditions."""
    return {**HELD, "name": name, **which, "begin": False}


def hurt(table: Table) -> dict[str, str]:
    """Toward whom Cleo is hurt, by the short ids of what she is under."""
    found = next(c for c in table.rita.part("conditions") if c["who"] == "cleo")
    return {c["id"]: c["toward"] for c in found["conditions"]}


@pytest.fixture
def twice(table: Table) -> Table:
    """Cleo is hurt toward Ana (k1) and toward Bert (k2)."""
    for toward in ("ana", "bert"):
        table.rita.says("adjust", change={**HELD, "toward": toward}, note="a fall")
    assert hurt(table) == {"k1": "ana", "k2": "bert"}
    return table


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (ends("k1"), "k2"),
        (ends("k2"), "k1"),
        (ends(toward="ana"), "k2"),
        (ends(toward="bert"), "k1"),
    ],
)
def test_the_referee_ends_it_by_its_short_id_or_by_whom_it_is_toward(
    twice: Table, change: dict[str, Any], left: str
):
    twice.rita.says("adjust", change=change, note="she rose")
    assert set(hurt(twice)) == {left}


def test_a_compensation_ends_it_by_its_short_id(twice: Table):
    said = twice.ana.says("contest", entry=9, note="that was me")
    number = int(said["entries"][0]["number"])
    remedy = {"remedy": "compensate", "change": ends("k1")}
    twice.rita.says("rule-dispute", dispute=number, remedy=remedy, note="so it was")
    assert set(hurt(twice)) == {"k2"}


def test_each_of_several_has_its_own_button_on_the_page(twice: Table, at: str):
    rita = Reader(twice.app, twice.tokens["rita"])
    page = rita.reads(f"{at}/referee")
    buttons = [form.button for form in page.forms if form.button.startswith("End for")]
    assert buttons == ["End for cleo: hurt, toward ana", "End for cleo: hurt, toward bert"]
    said = page.form(buttons[0]).filled(note="she rose")
    assert rita.sends(page.form(buttons[0]), said).status_code == 303
    assert set(hurt(twice)) == {"k2"}


def test_it_ends_on_the_command_line(typed: Typed):
    for more in ("--toward ana", ""):
        typed.says(f"correct adjust last --condition bert hurt {more} --reason fell")
    assert typed.run("correct adjust last --condition bert hurt --end --reason rose").exit_code == 1
    typed.says("correct adjust last --condition bert hurt --toward ana --end --reason rose")
    assert "hurt" in typed.says("show state last")
    typed.says("correct adjust last --condition bert k2 --end --reason rose")
    assert "hurt" not in typed.says("show state last")
