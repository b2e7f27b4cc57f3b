"""The page *API in ten calls*: each call in three languages, and each answer is the real one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.pages.guide.render import FOLDER
from api.pages.layout.static_files import FOLDER as STATIC
from tests.support.architecture import ROOT
from tests.support.clients.real_server import Served
from tests.support.guide.following import blocks
from tests.support.guide.languages import (
    LANGUAGES,
    Answered,
    answered,
    check,
    matches,
    values_in_node,
    values_in_python,
    values_in_shell,
)

PAGE = FOLDER / "api.md"
ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int]]:
    """A folder with a server on its data, and the client beside them; and its port."""
    folder = tmp_path_factory.mktemp("ten")
    served = Served(folder, data=folder / ".combatlog")
    (folder / "combatlog.js").symlink_to(STATIC / "combatlog.js")
    yield folder, served.port
    served.close()


def of_page(language: str, port: int) -> list[Answered]:
    """The blocks of a language, for a server on this port."""
    found = [
        block._replace(text=block.text.replace(ADDRESS, f"http://127.0.0.1:{port}"))
        for block in blocks(PAGE)
    ]
    return answered(found, language)


def test_curl_gets_these_answers(place: tuple[Path, int]):
    folder, port = place
    rows = of_page("sh", port)
    check(rows, values_in_shell(rows, folder, {**os.environ, "PORT": str(port)}))


def test_python_gets_these_answers(place: tuple[Path, int], monkeypatch: pytest.MonkeyPatch):
    folder, port = place
    monkeypatch.chdir(folder)
    rows = of_page("python", port)
    check(rows, values_in_python(rows, {}))


def test_javascript_gets_these_answers(place: tuple[Path, int]):
    folder, port = place
    rows = of_page("js", port)
    check(rows, values_in_node(rows, folder, os.environ))


def test_the_quick_start_of_python_runs_without_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    values_in_python(answered(blocks(ROOT / "README.md"), "python"), {})
    assert "Troll loses 5 health, 7 left" in capsys.readouterr().out


# --- how answers are compared ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, "…": "…"}, {"a": 1, "b": 2}, True),
        ({"a": 1, "…": "…"}, {"b": 2}, False),
        ({"a": "…"}, {"a": [1, 2]}, True),
        ({"a": "c-…"}, {"a": "c-12"}, True),
        ({"a": "c-…"}, {"a": "d-12"}, False),
        (["…"], [], True),
        ([1, "…"], [1, 2, 3], True),
        ([1, "…"], [2], False),
        ([1], [1, 2], False),
        (True, 1, False),
        (None, None, True),
    ],
)
def test_what_an_answer_leaves_out_may_be_anything(expected: Any, found: Any, same: bool):
    assert matches(expected, found) == same


def test_each_call_is_there_in_every_language_and_has_an_answer():
    found = blocks(PAGE)
    for language in LANGUAGES:
        assert sum(row.answer is not None for row in answered(found, language)) == 10
