"""Fights of every game, played by the options alone, and their books checked."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import perf_counter
from typing import NamedTuple

from tests.soak.rows import Row, counted
from tests.support.fights.random_fights import TALES, Tale
from tests.support.fights.random_play import check_whole
from tests.support.fights.random_play import play as play_story
from tests.support.oracles.conserved_books import booked

STEPS = 300
PLAYOUTS = 1_000
"""Playouts of each game, shared out among its tales."""
BOOKS = 10_000
"""Fights with undos, branches and corrections whose books are checked, of all games together."""
EACH = 10
"""Playouts that a process does in one go."""


def of(game: str) -> int:
    """How many tales are played of a game."""
    return sum(tale.game == game for tale in TALES)


class Stretch(NamedTuple):
    """Some playouts of a tale, by its place in the list: what one process does in one go."""

    tale: int
    first: int
    last: int


class Played(NamedTuple):
    """What came of it: the steps, the seconds that they took, and what failed with which seed."""

    steps: int
    seconds: float
    failed: tuple[str, ...] = ()


def called(tale: Tale) -> str:
    """A tale by its game and its beginning."""
    return f"{tale.game}, {tale.begins.__name__.replace('_', ' ')}"


def played(stretch: Stretch) -> Played:
    """Play by the options alone: all accepted, no pool below its least, refold equals live."""
    tale, start, steps, failed = TALES[stretch.tale], perf_counter(), 0, list[str]()
    for seed in range(stretch.first, stretch.last):
        try:
            story = play_story(tale.begins(), seed, STEPS)
            check_whole(story)
            tale.keeps(story)
            steps += len(story.steps)
        except Exception:
            failed.append(f"{called(tale)}, seed {seed}\n{traceback.format_exc()}")
    return Played(steps, perf_counter() - start, tuple(failed))


def balanced(stretch: Stretch) -> Played:
    """Fights that go back, branch and are corrected: conservation holds after every entry."""
    tale, start, entries, failed = TALES[stretch.tale], perf_counter(), 0, list[str]()
    for seed in range(stretch.first, stretch.last):
        try:
            entries += len(booked(tale.begins(), seed).log)
        except Exception:
            failed.append(f"the books of {called(tale)}, seed {seed}\n{traceback.format_exc()}")
    return Played(entries, perf_counter() - start, tuple(failed))


def books(game: str) -> list[Row]:
    """The books of a game's share of all fights, on all cores."""
    games = len({tale.game for tale in TALES})
    rows = spread(stretches(game, -(-BOOKS // games)), balanced)
    return [
        row._replace(
            what=row.what.replace("playouts of", "books of"),
            amount=row.amount.replace("steps", "entries"),
        )
        for row in rows
    ]


def playouts(game: str) -> list[Row]:
    """The playouts of a game, on all cores."""
    return spread(stretches(game, PLAYOUTS), played)


def stretches(game: str, playouts: int) -> list[Stretch]:
    """The playouts of a game, shared out among its tales and cut into stretches."""
    return [
        Stretch(number, first, min(first + EACH, runs))
        for number, tale in enumerate(TALES)
        if tale.game == game
        for runs in [-(-playouts // of(tale.game))]
        for first in range(0, runs, EACH)
    ]


def spread(todo: list[Stretch], play: Callable[[Stretch], Played]) -> list[Row]:
    """Play on all cores; a row for each tale, its seconds those of all cores together."""
    done: dict[Stretch, Played] = {}
    with ProcessPoolExecutor() as pool:
        running = {pool.submit(play, stretch): stretch for stretch in todo}
        for _, future in zip(counted("playouts", len(todo)), as_completed(running), strict=True):
            done[running[future]] = future.result()
    return [_row(number, done) for number in sorted({stretch.tale for stretch in todo})]


def _row(tale: int, done: dict[Stretch, Played]) -> Row:
    own = {stretch: each for stretch, each in done.items() if stretch.tale == tale}
    return Row(
        f"playouts of {called(TALES[tale])}",
        sum(s.last - s.first for s in own),
        f"{sum(each.steps for each in own.values()):,} steps",
        sum(each.seconds for each in own.values()),
        tuple(why for each in own.values() for why in each.failed),
    )
