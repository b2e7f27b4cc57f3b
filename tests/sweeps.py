"""Sweeps: tests of one kind over every sample, game or hidden world; `make test` draws a share.

The share of a sweep is drawn by a seed, the sweep's name, so that it is the same on every machine
and other sweeps draw other games. Tests that are a sweep `of` the same are drawn together; `share`
says one in how many, where that is not the usual. Of what Hypothesis makes up, a share of the
examples is tried, and a test that tries many of something may say how many are a share: `so_many`.
`pytest --sweeps` runs all of each, as `make soak` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random

import pytest
from hypothesis import settings

SHARE = 10
"""One in so many runs, of fewer than that one."""

EXAMPLES, FEWEST = 100, 2
"""How many examples are tried where a test says nothing else, and how many at least."""


class _Run:
    """What this run takes in."""

    whole = False


def begin(*, whole: bool) -> None:
    """Say whether all of every sweep runs, before any test is read."""
    _Run.whole = whole
    # How long an example takes depends on the machine and on what else runs there.
    settings.register_profile("combatlog", examples(EXAMPLES), deadline=None)
    settings.load_profile("combatlog")


def examples(count: int) -> settings:
    """So many examples of what Hypothesis makes up; a share of them where not all runs."""
    return settings(max_examples=count if _Run.whole else max(FEWEST, ceil(count / SHARE)))


def so_many(whole: int, share: int) -> int:
    """Return how many of something a test tries: the whole, or a share where not all runs."""
    return whole if _Run.whole else share


def widths(name: str, them: Sequence[int]) -> Sequence[int]:
    """Return all widths of a window in which a page is tried; one where not all runs."""
    return them if _Run.whole else [Random(name).choice(them)]


def shared_out(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that run and those that are left out, in the order of `items`."""
    sweeps: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        if (marker := item.get_closest_marker("sweep")) is not None:
            name = marker.kwargs.get("of") or item.nodeid.partition("[")[0]
            sweeps.setdefault((name, marker.kwargs.get("share", SHARE)), []).append(item)
    left_out = {id(item) for sweep, each in sweeps.items() for item in _undrawn(*sweep, each)}
    runs = [item for item in items if id(item) not in left_out]
    return runs, [item for item in items if id(item) in left_out]


def _undrawn(name: str, share: int, items: list[pytest.Item]) -> list[pytest.Item]:
    drawn = Random(name).sample(range(len(items)), max(1, len(items) // share))
    return [item for place, item in enumerate(items) if place not in drawn]
