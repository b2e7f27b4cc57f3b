"""A folder to type in, and where what is typed is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.typed import Typed, typed_in

DATA = ".combatlog"


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typed]:
    """A folder to type in."""
    with typed_in(tmp_path, monkeypatch) as found:
        yield found
