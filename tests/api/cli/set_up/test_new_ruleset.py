"""A package with a game of one's own: names, files, and what is refused."""

from __future__ import annotations

import ast
import tomllib

import pytest

from api.cli.set_up.new_ruleset import TEMPLATES
from domain.ruleset.ruleset import Ruleset
from tests.support.clients.cli_runner import Typed
from tests.support.rulesets.ruleset_checks import check

RULES = "river_fight.py"


@pytest.mark.parametrize(
    ("name", "key", "module"),
    [
        ("River Fight", "river-fight", "river_fight"),
        (" tide  pool ", "tide-pool", "tide_pool"),
        ("Für Elise's War", "fur-elise-s-war", "fur_elise_s_war"),
    ],
)
def test_names_follow_from_the_title(empty: Typed, name: str, key: str, module: str):
    said = empty.json(f'new-ruleset "{name}" --folder here')
    assert (said["key"], said["module"], said["title"]) == (key, module, " ".join(name.split()))
    project = tomllib.loads((empty.folder / "here/pyproject.toml").read_text())["project"]
    assert project["entry-points"]["combatlog.rulesets"] == {key: module}
    assert sorted(said["files"]) == sorted(path.name for path in (empty.folder / "here").iterdir())
    assert len(said["files"]) == len(list(TEMPLATES.iterdir()))


def test_the_rules_have_forty_lines_and_no_faults(empty: Typed):
    empty.says('new-ruleset "River Fight"')
    text = (empty.folder / "river-fight" / RULES).read_text()
    assert len([line for line in text.splitlines() if line.strip()]) <= 40
    assert ast.get_docstring(ast.parse(text)) and max(map(len, text.splitlines())) <= 100
    made: dict[str, Ruleset] = {}
    exec(compile(text, RULES, "exec"), made)
    assert check(made["RULES"]) == ()


@pytest.mark.parametrize(
    ("line", "code", "why"),
    [
        ('new-ruleset "4 Winds"', 2, "letters"),
        ('new-ruleset "…"', 2, "letters"),
        ("new-ruleset 'a \"quoted\" game'", 2, "letters"),
        (f"new-ruleset {'x' * 41}", 2, "up to 40"),
        ("new-ruleset json", 1, "called json"),
        ("new-ruleset class", 1, "called class"),
        ("new-ruleset Kaiser", 1, "called kaiser"),
        ("new-ruleset Tides --folder .", 1, "not empty"),
    ],
)
def test_a_name_that_is_taken_or_none_is_refused(empty: Typed, line: str, code: int, why: str):
    assert why in empty.fails(line, code)["detail"]
