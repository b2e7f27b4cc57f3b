"""The soak plays what it says, tells a failure with its seed, and does not stop at it."""

from __future__ import annotations

import pytest

from tests.rulesets.tales import TALES, Tale
from tests.soak import games, histories
from tests.soak.games import Stretch, of, played, playouts, stretches
from tests.soak.histories import moments
from tests.soak.rows import Row


def test_every_game_has_its_playouts_and_no_seed_is_played_twice():
    todo = stretches(1_000)
    seeds = [(each.tale, seed) for each in todo for seed in range(each.first, each.last)]
    assert len(seeds) == len(set(seeds))
    for game in {tale.game for tale in TALES}:
        assert 1_000 <= sum(TALES[tale].game == game for tale, _ in seeds) < 1_000 + of(game)


def test_playouts_on_all_cores_come_out_as_one_after_the_other(monkeypatch):
    monkeypatch.setattr(games, "STEPS", 20)
    todo = [Stretch(0, 0, 2), Stretch(0, 2, 4), Stretch(1, 0, 1)]
    rows = playouts(todo)
    assert [(row.runs, row.failed) for row in rows] == [(4, ()), (1, ())]
    alone = sum(played(each).steps for each in todo[:2])
    assert rows[0].amount == f"{alone:,} steps"


def test_ten_thousand_books_are_kept_and_checked(monkeypatch):
    tried: list[Stretch] = []

    def played_so(todo: list[Stretch], play: object) -> list[Row]:
        assert play is games.balanced
        tried.extend(todo)
        return []

    monkeypatch.setattr(games, "playouts", played_so)
    assert games.books() == [] and sum(each.last - each.first for each in tried) >= 10_000
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


def test_any_moment_is_what_a_full_refold_makes_of_it(monkeypatch):
    assert moments(60, 400).amount == "120 states"
    whole = histories._walked
    monkeypatch.setattr(histories, "_walked", lambda log, seq: whole(log, max(seq - 1, 1)))
    with pytest.raises(AssertionError):
        moments(10, 100)


@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_a_tale_begins(tale: Tale):
    assert tale.begins().offered()
