"""Dice counted, a cheater at play, and evidence tampered with."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.api.evidence.test_edited_archives import bundles
from tests.api.evidence.test_edited_archives import held as located
from tests.soak.rows import Row, counted
from tests.support.goldens.samples import FIGHTS
from tests.support.hidden_worlds.worlds_of_samples import Begin, beginning, two_bundles, two_worlds
from tests.support.oracles.even_dice import SIZES, evenness, fallen, independence
from tests.support.tampering.edited_chance import one_for
from tests.support.tampering.mutated import held, mutants
from tests.support.tampering.smuggled import KINDS

DICE = 1_000_000
"""Dice of each size that are counted."""


def edits(runs: int) -> Row:
    """Archives edited at random, clumsily and with all hashes mended: rejected, and located."""
    start = perf_counter()
    with TemporaryDirectory() as folder:
        proven = bundles(Path(folder))
        for seed in counted("edits", runs):
            chance = Random(seed)
            kind = KINDS[seed % len(KINDS)]
            of = one_for(kind, proven, chance)
            located(kind(of, chance), of)
    took = perf_counter() - start
    return Row("edits of an archive, found where made", runs, f"{len(KINDS)} kinds", took)


def even(sides: int) -> Row:
    """So many dice of one size under labels as the rules count them: chi-square, exact chances."""
    start = perf_counter()
    found = evenness(fallen(sides, DICE), sides)
    failed = () if found.is_fair else (f"d{sides}: {found}",)
    what = f"even d{sides}, {found.deviations:+.1f} deviations"
    return Row(what, DICE, "dice", perf_counter() - start, failed)


def hidden_beside_open() -> Row:
    """Hidden dice beside open ones of a combat: as independent as they ought to be."""
    start = perf_counter()
    found = independence(fallen(20, DICE), fallen(20, DICE, "hidden"), 20)
    failed = () if found.is_fair else (f"open and hidden: {found}",)
    return Row("open dice and hidden ones", DICE, "pairs of d20", perf_counter() - start, failed)


def even_dice() -> list[Row]:
    """All of it, on all cores."""
    with ProcessPoolExecutor() as pool:
        beside = pool.submit(hidden_beside_open)
        return [*pool.map(even, SIZES), beside.result()]


def archives(runs: int) -> Row:
    """Archives changed at random, all checked in one process: none breaks it, none is verified."""
    start, found, failed = perf_counter(), 0, list[str]()
    with TemporaryDirectory() as folder:
        changed = mutants(bundles(Path(folder)), range(runs))
        for _, (seed, bundle, data) in zip(counted("archives", runs), changed, strict=False):
            try:
                found += held(bundle, data)
            except Exception:
                failed.append(f"archive {seed}\n{traceback.format_exc()}")
    took = perf_counter() - start
    what = "archives changed at random, verified"
    return Row(what, runs, f"{found:,} flawed", took, tuple(failed))


def worlds() -> list[Row]:
    """Every sample with and without secrets: all that a player and a spectator may get is alike."""
    answers = _of_every_sample("answers in two worlds", "answers", _all_answers)
    return [answers, _of_every_sample("bundles in two worlds", "files", two_bundles)]


def _all_answers(begin: Begin, fight: Path) -> int:
    return two_worlds(begin, fight, 1, 1, 1)


def _of_every_sample(what: str, of: str, compare: Callable[[Begin, Path], int]) -> Row:
    start, found, failed = perf_counter(), 0, list[str]()
    for _, fight in zip(counted(what, len(FIGHTS)), FIGHTS, strict=True):
        with TemporaryDirectory() as folder, beginning(Path(folder)) as begin:
            try:
                found += compare(begin, fight)
            except Exception:
                failed.append(f"{fight.parent.name}\n{traceback.format_exc()}")
    return Row(what, len(FIGHTS), f"{found:,} {of}", perf_counter() - start, tuple(failed))
