"""The tables of which test holds a ruleset to which section of its rules name tests that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TABLES = sorted(HERE.glob("coverage/*.toml"))


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_every_test_that_covers_a_section_exists(table: Path):
    sections = tomllib.loads(table.read_text("utf-8"))
    assert all(sections.values())
    for name in sorted({name for names in sections.values() for name in names}):
        file, _, test = name.partition("::")
        assert re.search(rf"^def {test}\(", (HERE / file).read_text("utf-8"), re.M), name
