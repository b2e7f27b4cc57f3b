"""The page of the guide about timelines: its example imports, and it names all that there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from domain.importers.fight_files.timeline import KINDS
from domain.timelines.line import WANTED
from domain.timelines.translation import KINDS as ROLES
from tests.support.timelines.replaying import replay

PAGE = (Path(__file__).parents[3] / "api/pages/guide/timeline_format.md").read_text("utf-8")


def test_the_examples_come_in_whole_and_their_states_are_equal():
    examples = re.findall(r"^```ndjson\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    examples += re.findall(r"<<'END'\n(.*?)^END", PAGE, re.MULTILINE | re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        found = replay([json.loads(line) for line in example.splitlines()])
        assert (found.wrong, [each for each in found.findings if each.how == "left out"]) == (
            [],
            [],
        )
        assert len(found.reports) > 2


def test_every_kind_of_line_with_its_fields_is_on_the_page():
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", PAGE, re.MULTILINE))
    assert set(WANTED) == set(KINDS) <= set(rows)
    for kind, fields in WANTED.items():
        assert all(f"`{field}`" in rows[kind] for field in fields), kind


def test_every_role_is_on_the_page():
    assert all(f"`{role}`" in PAGE for role in ROLES)
