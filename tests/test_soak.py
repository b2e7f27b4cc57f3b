"""The soak plays what it says, tells a failure with its seed, and does not stop at it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.soak import games, histories, trust
from tests.soak.__main__ import GAMES, PARTS, done, reach_of, report
from tests.soak.games import Stretch, of, played, spread, stretches
from tests.soak.histories import moments
from tests.soak.reach import RULESETS, WHOLE, Reach, reached, ruleset_folder
from tests.soak.results import Results, state_of
from tests.soak.rows import Row
from tests.support.architecture import ROOT
from tests.support.fights.random_fights import TALES, Tale
from tests.support.goldens.samples import FIGHTS
from tests.support.hidden_worlds.worlds_of_samples import Begin


def test_every_game_has_its_playouts_and_no_seed_is_played_twice():
    for game in GAMES:
        todo = stretches(game, 1_000)
        seeds = [(each.tale, seed) for each in todo for seed in range(each.first, each.last)]
        assert len(seeds) == len(set(seeds))
        assert {TALES[tale].game for tale, _ in seeds} == {game}
        assert 1_000 <= len(seeds) < 1_000 + of(game)


def test_playouts_on_all_cores_come_out_as_one_after_the_other(monkeypatch):
    monkeypatch.setattr(games, "STEPS", 20)
    todo = [Stretch(0, 0, 2), Stretch(0, 2, 4), Stretch(1, 0, 1)]
    rows = spread(todo, played)
    assert [(row.runs, row.failed) for row in rows] == [(4, ()), (1, ())]
    alone = sum(played(each).steps for each in todo[:2])
    assert rows[0].amount == f"{alone:,} steps"


def test_ten_thousand_books_are_kept_and_checked(monkeypatch):
    tried: list[Stretch] = []

    def played_so(todo: list[Stretch], play: object) -> list[Row]:
        assert play is games.balanced
        tried.extend(todo)
        return []

    monkeypatch.setattr(games, "spread", played_so)
    assert [games.books(game) for game in GAMES] == [[]] * len(GAMES)
    assert sum(each.last - each.first for each in tried) >= 10_000
    done = games.balanced(Stretch(0, 0, 2))
    assert done.steps > 200 and done.failed == ()


def test_a_playout_that_fails_is_told_with_its_seed(monkeypatch):
    def keeps(story):
        assert len(story.steps) < 0, "it went wrong"

    monkeypatch.setattr(games, "STEPS", 3)
    monkeypatch.setattr(games, "TALES", (Tale("the toy", TALES[0].begins, keeps),))
    done = played(Stretch(0, 5, 7))
    seeds = [why.splitlines()[0] for why in done.failed]
    assert seeds == ["the toy, toy, seed 5", "the toy, toy, seed 6"]
    assert all("it went wrong" in why for why in done.failed)


def test_a_part_that_is_done_is_kept_and_one_that_failed_runs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    runs: list[str] = []

    def breaks() -> list[Row]:
        runs.append("breaks")
        raise AssertionError("seed 7")

    def holds() -> list[Row]:
        runs.append("holds")
        return [Row("what holds", 5, "10 steps", 1.5)]

    monkeypatch.setitem(PARTS, "dice", partial(breaks))
    monkeypatch.setitem(PARTS, "books open", partial(holds))
    found = Results(tmp_path)
    for _ in range(2):
        rows = [row for part in ("dice", "books open") for row in done(part, found)]
        assert report(rows, "as it is") == 1
    assert runs == ["breaks", "holds", "breaks"]
    said = capsys.readouterr()
    assert "what holds" in said.out and "seed 7" in said.err
    monkeypatch.setitem(PARTS, "dice", partial(holds))
    assert report(done("dice", found), "as it is") == 0
    assert Results(tmp_path).load("books open", Reach(__name__))
    assert Results(tmp_path).load("books open", Reach("tests.soak.web")) is None


def test_each_sample_that_differs_in_two_worlds_is_named(monkeypatch: pytest.MonkeyPatch):
    shown = [FIGHTS[0], FIGHTS[-1]]

    def differs(begin: Begin, fight: Path, *shares: float) -> int:
        assert shares == (1, 1, 1) and begin(fight, 3).hidden == 0
        assert fight != FIGHTS[0], "it differs"
        return 1_000

    monkeypatch.setattr(trust, "FIGHTS", shown)
    monkeypatch.setattr(trust, "two_worlds", differs)
    monkeypatch.setattr(trust, "two_bundles", lambda begin, fight: 10)
    answers, bundles = PARTS["worlds"]()
    assert (answers.runs, answers.amount, len(answers.failed)) == (2, "1,000 answers", 1)
    assert shown[0].parent.name in answers.failed[0] and "it differs" in answers.failed[0]
    assert (bundles.amount, bundles.failed) == ("20 files", ())


def test_each_state_of_the_code_has_results_of_its_own(tmp_path: Path):
    (tmp_path / "domain").mkdir()
    (source := tmp_path / "domain" / "a.py").write_text("1")
    before = state_of(tmp_path)
    assert before == state_of(tmp_path)
    source.write_text("2")
    assert state_of(tmp_path) != before


def test_a_part_reaches_what_it_imports_and_whatever_is_found_by_name():
    def names(of: Reach) -> set[str]:
        return {path.relative_to(ROOT).as_posix() for path in reached(ROOT, of)}

    played, every = names(Reach(games.__name__)), names(WHOLE)
    assert played < every
    assert {"domain/rulesets/kaiser/__init__.py", "api/combats/bound_dice.py"} <= played
    assert "tests/support/story.py" in played
    assert {"api/pages/__init__.py", "api/service/service.py"} <= every - played
    assert "tests/soak/web.py" in every - played
    assert {"api/pages/guide/render.py", "tests/test_guide.py"} <= every
    assert not {"api/pages/guide/dice.md", "tests/benchmarks/append.py"} & every
    of_arq = names(reach_of(PARTS["books ARQ"]))
    assert "domain/rulesets/arq/__init__.py" in of_arq
    assert "domain/rulesets/kaiser/__init__.py" in played - of_arq


@pytest.mark.parametrize("game", list(filter(None, RULESETS.values())))
def test_a_part_of_one_game_knows_where_its_rules_and_samples_are(game: str):
    found = set(reached(ROOT, Reach(games.__name__, "the toy")))
    rules = ROOT / "domain" / "rulesets" / ruleset_folder(game)
    assert rules.is_dir() and (ROOT / "samples" / game).is_dir()
    assert not any(path.is_relative_to(rules) for path in found)


def test_any_moment_is_what_a_full_refold_makes_of_it(monkeypatch):
    assert moments(60, 400).amount == "120 states"
    whole = histories._walked
    monkeypatch.setattr(histories, "_walked", lambda log, seq: whole(log, max(seq - 1, 1)))
    with pytest.raises(AssertionError):
        moments(10, 100)


@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_a_tale_begins(tale: Tale):
    assert tale.begins().offered()
