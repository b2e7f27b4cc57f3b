"""The tables of which test holds a game to which section of its rules are true and whole."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from domain.rulesets import __file__ as games_folder
from domain.rulesets import all_rulesets
from tests.support.oracles.rule_coverage import TABLES, TESTS, named, sections
from tests.support.rulesets.ruleset_checks import check, cited_clauses

GAMES = sorted(table.stem for table in TABLES.glob("*.toml"))


def test_every_game_has_its_table():
    assert set(all_rulesets()) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_no_section_is_left_out_or_empty(game: str):
    table = sections(game)
    chapters = sorted({int(title.partition(" ")[0].partition(".")[0]) for title in table})
    assert chapters == list(range(chapters[0], chapters[-1] + 1)) and chapters[0] < 2
    assert [title for title, names in table.items() if not names] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_test_that_covers_a_section_exists_and_is_named_once(game: str):
    for title, names in sections(game).items():
        assert [name for name, count in Counter(names).items() if count > 1] == [], title
        for file, test in map(named, names):
            assert re.search(rf"^def {test}\(", (TESTS / file).read_text("utf-8"), re.M), test


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_game_names_exists(game: str):
    assert check(all_rulesets()[game]) == ()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_a_game_cites_has_a_title(game: str):
    rules = all_rulesets()[game]
    folder = Path(games_folder).parent / game.removesuffix("-2e").replace("-", "_")
    cited = set(cited_clauses(rules, folder)) - {""}
    assert cited and {clause for clause in cited if not rules.clauses.get(clause)} == set()
