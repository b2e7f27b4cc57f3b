"""Fixtures of the command line: a folder to type in, with a fight or without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients.cli_runner import Typed, typed_in


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typed]:
    """A folder to type in, with files to play and no combat."""
    with typed_in(tmp_path, monkeypatch) as found:
        yield found


@pytest.fixture
def rolled(typed: Typed) -> Typed:
    """Ana moves up in step 7, strikes in step 9, and rolls a free die in step 10."""
    typed.says("play more.jsonl --into last")
    return typed
