"""The page *API in ten calls*: each call in three languages, and each answer is the real one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.pages.guide.render import FOLDER
from api.pages.layout.static_files import FOLDER as STATIC
from tests.support.clients.real_server import Served
from tests.support.guide.following import blocks
from tests.support.guide.languages import (
    Answered,
    answered,
    check,
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
