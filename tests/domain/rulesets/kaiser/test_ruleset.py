"""Kaiser as data: its edition, its parts, and a story for every scenario of the rules."""

from __future__ import annotations

import re
from pathlib import Path

from domain.rulesets.kaiser import ruleset
from tests.support.fights.kaiser import RULES
from tests.support.rulesets.ruleset_checks import check

WRITTEN = {
    name
    for file in Path(__file__).parent.rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M)
}


def test_every_scenario_has_its_story():
    told = {int(n) for name in WRITTEN for n in re.findall(r"^test_scenario_(\d+)_", name)}
    assert told >= {1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 31, 32}


def test_the_edition_is_that_of_the_source():
    assert (RULES.key, RULES.edition) == ("kaiser", "2019-07-11")
    assert all(point.clause and point.default in point.values for point in RULES.points)


def test_the_data_holds_together():
    assert check(RULES) == ()
    stages = [stage.__name__ for part in ruleset.PARTS for stage in getattr(part, "STAGES", ())]
    assert len(stages) == len(set(stages))
