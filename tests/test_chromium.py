"""How a Chromium is found for the browser tests, and what is said where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import chromium


def program(folder: Path, name: str, script: str) -> str:
    """A program that does what the script says."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser; the folder of its programs."""
    monkeypatch.setenv("PATH", f"{tmp_path}")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    return tmp_path


def test_one_of_the_system_that_starts_is_taken(bare: Path):
    program(bare, "chromium", "exit 127")
    good = program(bare, "google-chrome", "exit 0")
    assert chromium.found() == good


def test_one_that_is_named_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch):
    program(bare, "chromium", "exit 0")
    named = program(bare, "mine", "exit 0")
    monkeypatch.setenv(chromium.VARIABLE, named)
    assert chromium.found() == named


def test_where_there_is_none_every_way_is_tried_and_the_tests_go_on(
    bare: Path, monkeypatch: pytest.MonkeyPatch
):
    tried: list[list[str]] = []
    monkeypatch.setattr(chromium, "_run", lambda command: tried.append(list(command)))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    program(bare, "apt-get", "exit 0")
    assert chromium.fetch() is None
    assert [command[0] for command in tried[:3]] == ["apt-get"] * 3
    assert [command[-1] for command in tried[1:3]] == ["chromium-headless-shell", "chromium"]
    assert tried[3][1:] == ["-m", "playwright", "install", "--with-deps", "chromium"]


def test_what_was_fetched_is_taken(bare: Path, monkeypatch: pytest.MonkeyPatch):
    def fetched(command: object) -> None:
        program(bare, "chromium", "exit 0")

    monkeypatch.setattr(chromium, "_run", fetched)
    assert chromium.fetch() == str(bare / "chromium")
