"""Which tests hold a game to which section of its rules: one table for each game.

`coverage/<key>.toml` maps the number and title of a section to tests, as `file::test`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

TESTS = Path(__file__).parent
TABLES = TESTS / "coverage"


def sections(key: str) -> dict[str, list[str]]:
    """The sections of a game's rules, in their order, each with its tests."""
    return tomllib.loads((TABLES / f"{key}.toml").read_text("utf-8"))


def named(name: str) -> tuple[str, str]:
    """The file and the function of a test."""
    file, _, test = name.partition("::")
    return file, test
