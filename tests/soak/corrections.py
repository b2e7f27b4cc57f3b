"""The past of fights of every game corrected, and samples judged by other rules."""

from __future__ import annotations

import traceback
from random import Random
from time import perf_counter

from tests.soak.rows import Row, counted
from tests.support.fights.random_fights import TALES
from tests.support.fights.random_play import play
from tests.support.goldens.samples import FIGHTS
from tests.support.oracles.corrected_by_force import ended_by_id, tried
from tests.support.rulesets import older_rulesets as old

CORRECTED_STEPS, CORRECTIONS = 80, 4
"""How long a fight is before it is corrected, and in how many ways that is tried."""


def corrections(runs: int) -> Row:
    """Past steps annulled, amended and inserted in fights of every game: as by brute force."""
    start, judged = perf_counter(), 0
    for seed in counted("corrections", runs):
        chance, tale = Random(seed), TALES[seed % len(TALES)]
        story = ended_by_id(play(tale.begins(), seed, CORRECTED_STEPS), chance)
        for _ in range(CORRECTIONS):
            correction = tried(story, chance)
            correction.check()
            judged += len(correction.judged)
    return Row("corrections against brute force", runs, f"{judged:,} steps", perf_counter() - start)


def outdated() -> Row:
    """Every moment of every sample under rules that lack what its log names."""
    start, said, asked, failed = perf_counter(), 0, 0, list[str]()
    for number in counted("samples under other rules", len(FIGHTS)):
        try:
            went = old.tried(FIGHTS[number])
            said, asked = said + went.said, asked + went.asked
        except Exception:
            failed.append(traceback.format_exc())
    amount = f"{asked:,} rulings"
    seconds = perf_counter() - start
    return Row("steps of samples under other rules", said, amount, seconds, tuple(failed))
