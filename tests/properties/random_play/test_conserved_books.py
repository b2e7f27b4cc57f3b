"""Conservation holds after every entry of random fights, through undo, correction and branch.

A sample of what `python -m tests.soak` plays ten thousand times.
"""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.random_fights import TALES, Tale
from tests.support.oracles.conserved_books import Booked, booked


@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_the_books_of_a_fight_balance(tale: Tale):
    found = booked(tale.begins(), 7, 20)
    assert len(found.log) > 20


def test_fights_at_random_go_back_branch_and_are_corrected():
    whys = {
        entry.event.why
        for seed in range(8)
        for entry in booked(TALES[0].begins(), seed).log
        if isinstance(entry.event, e.Rewound)
    }
    assert whys == {"undo", "jump", "correction"}


def test_a_posting_that_is_lost_or_altered_is_found():
    found = Booked(TALES[0].begins(), 3)
    for _ in range(20):
        found.plays()
    found.check()
    place = max(n for n, x in enumerate(found.log) if isinstance(x.event, e.PoolChanged))
    entry = found.log[place]
    assert isinstance(entry.event, e.PoolChanged)
    wrong = entry.event.model_copy(update={"delta": entry.event.delta - 1})
    found.log[place] = entry._replace(event=wrong)
    with pytest.raises(AssertionError, match="comes to"):
        found.check()
