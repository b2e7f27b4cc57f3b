"""`python -m tests.soak`: the big random counts in full, and one table of what was tried.

The tests run small, seeded samples of all this. A playout that fails is told with its seed, and the
others go on; any other failure stops the run. Either way the run has failed.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import NamedTuple

from api.service import OPERATOR, Request, Service
from api.store import Settings, migrate, open_log
from api.vault import Vault
from domain import commands as c
from domain.combat import fold, state_hash
from domain.wire import Entry
from tests import cheater
from tests.api.edited import KINDS
from tests.api.following import lost_and_found
from tests.api.served import Served
from tests.api.test_evidence import bundles, held
from tests.api.test_schemathesis import attacked
from tests.conserved_books import booked
from tests.corrected_by_force import tried
from tests.domain.uniform import SIZES, evenness, fallen, independence
from tests.play import opened, play
from tests.rulesets.at_random import check_whole
from tests.rulesets.at_random import play as play_story
from tests.rulesets.tales import TALES, Tale
from tests.rulesets.toy import TOY

STEPS = 300
PLAYOUTS = 1_000
"""Playouts of each game, shared out among its tales."""
BOOKS = 10_000
"""Fights with undos, branches and corrections whose books are checked, of all games together."""
EACH = 10
"""Playouts that a process does in one go."""

DICE = 1_000_000
"""Dice of each size that are counted."""

SCRIPTS = 100_000
SHARES = {"referee": 0.3, "consent": 0.3, "strict": 0.3, "free": 0.1}
"""Scripts of the cheater, and how they are shared out."""

CORRECTED_STEPS, CORRECTIONS = 80, 4
"""How long a fight is before it is corrected, and in how many ways that is tried."""


class Row(NamedTuple):
    """What was tried, how often, how much came of it, and how long it took."""

    what: str
    runs: int
    amount: str
    seconds: float
    failed: tuple[str, ...] = ()


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


def books() -> list[Row]:
    """The books of fights of all games, on all cores."""
    games = len({tale.game for tale in TALES})
    rows = playouts(stretches(-(-BOOKS // games)), balanced)
    return [
        row._replace(what=row.what.replace("playouts of", "books of"),
                     amount=row.amount.replace("steps", "entries")) for row in rows
    ]  # fmt: skip


def stretches(playouts: int = PLAYOUTS) -> list[Stretch]:
    """The playouts of each game, shared out among its tales and cut into stretches."""
    return [
        Stretch(number, first, min(first + EACH, runs))
        for number, tale in enumerate(TALES)
        for runs in [-(-playouts // of(tale.game))]
        for first in range(0, runs, EACH)
    ]


def playouts(todo: list[Stretch], play: Callable[[Stretch], Played] = played) -> list[Row]:
    """All playouts, on all cores; a row for each tale, its seconds those of all cores together."""
    done: dict[Stretch, Played] = {}
    with ProcessPoolExecutor() as pool:
        running = {pool.submit(play, stretch): stretch for stretch in todo}
        for _, future in zip(_counted("playouts", len(todo)), as_completed(running), strict=True):
            done[running[future]] = future.result()
    return [_row(number, done) for number in sorted({stretch.tale for stretch in todo})]


def _row(tale: int, done: dict[Stretch, Played]) -> Row:
    own = {stretch: each for stretch, each in done.items() if stretch.tale == tale}
    return Row(
        f"playouts of {called(TALES[tale])}", sum(s.last - s.first for s in own),
        f"{sum(each.steps for each in own.values()):,} steps",
        sum(each.seconds for each in own.values()),
        tuple(why for each in own.values() for why in each.failed),
    )  # fmt: skip


def corrections(runs: int) -> Row:
    """Past steps annulled, amended and inserted in fights of every game: as by brute force."""
    start, judged = perf_counter(), 0
    for seed in _counted("corrections", runs):
        chance, tale = Random(seed), TALES[seed % len(TALES)]
        story = play_story(tale.begins(), seed, CORRECTED_STEPS)
        for _ in range(CORRECTIONS):
            correction = tried(story, chance)
            correction.check()
            judged += len(correction.judged)
    return Row("corrections against brute force", runs, f"{judged:,} steps", perf_counter() - start)


def contract(examples: int) -> Row:
    """The contract attacked, so many random requests to each route."""
    start = perf_counter()
    with TemporaryDirectory() as folder:
        said, status = attacked(Path(folder), examples)
    sent = re.search(r"([0-9,]+) generated", said)
    amount = f"{sent[1] if sent else 0} requests"
    took = perf_counter() - start
    return Row("the contract by schemathesis", examples, amount, took, (said,) if status else ())


def histories(runs: int) -> Row:
    """Undo, redo, jumps and branches: any state equals a walk along the parents, also reopened."""
    start, states = perf_counter(), 0
    for seed in _counted("histories", runs):
        with TemporaryDirectory() as folder:
            states += _history(Path(folder), seed)
    return Row("histories against brute force", runs, f"{states:,} states", perf_counter() - start)


def _history(folder: Path, seed: int) -> int:
    chance, service = Random(seed), _service(folder)
    name = opened(service)
    play(service, name, chance, 80)
    combat = service.combat(name)
    log = {entry.seq: entry for entry in combat.entries(1, combat.line.entries)}
    nodes = [seq for seq, entry in log.items() if entry.is_play]
    expected = {seq: _walked(log, seq) for seq in chance.sample(nodes, 30)}
    assert _states(service, name, expected) == expected, seed
    service.close()
    again = _service(folder)
    assert _states(again, name, expected) == expected, seed
    again.close()
    return 2 * len(expected)


def _states(service: Service, name: str, nodes: Iterable[int]) -> dict[int, str]:
    moments = service.combat(name).moments
    return {seq: state_hash(moments.at(seq)) for seq in nodes}


def _walked(log: dict[int, Entry], seq: int) -> str:
    path = []
    while seq:
        path.append(log[seq])
        seq = log[seq].meta.parent or 0
    return state_hash(fold(reversed(path)))


def moments(runs: int, size: int) -> Row:
    """Random moments of one long combat, amid steps too: each equals a fold from the beginning.

    Asked in the order of chance, then once more of a service that has nothing in memory.
    """
    start, chance = perf_counter(), Random(20)
    with TemporaryDirectory() as folder:
        service = _service(Path(folder))
        name = opened(service)
        while service.combat(name).line.entries < size:
            play(service, name, chance, 50)
        combat = service.combat(name)
        log = {entry.seq: entry for entry in combat.entries(1, combat.line.entries)}
        nodes = [combat.line.node_after(chance.randint(1, len(log))) for _ in range(runs)]
        expected = {seq: _walked(log, seq) for seq in nodes}
        assert _states(service, name, nodes) == expected
        service.close()
        again = _service(Path(folder))
        assert _states(again, name, reversed(nodes)) == expected
        again.close()
    took = perf_counter() - start
    return Row("random moments against a full refold", runs, f"{2 * runs:,} states", took)


def duplicates(runs: int) -> Row:
    """Fifty threads say the same thing at once, under one key: one step."""
    start = perf_counter()
    with TemporaryDirectory() as folder:
        service = _service(Path(folder))
        name = opened(service)
        for number in _counted("duplicates", runs):
            before = service.combat(name).line.steps
            request = Request(c.Roll(who="ana"), OPERATOR, key=f"k{number}", body=b"roll")
            threads = [Thread(target=service.say, args=(name, request)) for _ in range(50)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert service.combat(name).line.steps == before + 1, number
        service.close()
    return Row("fifty duplicates at once", runs, f"{runs} steps", perf_counter() - start)


def edits(runs: int) -> Row:
    """Bundles edited at random, clumsily and with all hashes mended: rejected, and located."""
    start = perf_counter()
    with TemporaryDirectory() as folder:
        proven = bundles(Path(folder))
        for seed in _counted("edits", runs):
            chance = Random(seed)
            of = chance.choice(proven)
            held(KINDS[seed % len(KINDS)](of, chance), of)
    took = perf_counter() - start
    return Row("edits of a bundle, found where made", runs, f"{len(KINDS)} kinds", took)


def even(sides: int) -> Row:
    """So many dice of one size under labels as the rules count them: chi-square, exact chances."""
    start = perf_counter()
    found = evenness(fallen(sides, DICE), sides)
    failed = () if found.is_fair else (f"d{sides}: {found}",)
    what = f"even d{sides}, {found.deviations:+.1f} deviations"
    return Row(what, DICE, "dice", perf_counter() - start, failed)


def sandboxes() -> Row:
    """Dice of a sandbox beside those of the combat: as independent as they ought to be."""
    start = perf_counter()
    found = independence(fallen(20, DICE), fallen(20, DICE, "sandbox:f1:open"), 20)
    failed = () if found.is_fair else (f"main and sandbox: {found}",)
    return Row("dice of combat and sandbox", DICE, "pairs of d20", perf_counter() - start, failed)


def even_dice() -> list[Row]:
    """All of it, on all cores."""
    with ProcessPoolExecutor() as pool:
        beside = pool.submit(sandboxes)
        return [*pool.map(even, SIZES), beside.result()]


def cheaters(scripts: int) -> list[Row]:
    """A cheater under each policy: honest where judges refuse, and under `free` never unmarked."""
    shares = [cheater.Stretch(policy, n, n + 1) for policy, share in SHARES.items()
              for n in range(int(scripts * share) // cheater.ROUNDS)]  # fmt: skip
    done, took = dict.fromkeys(SHARES, cheater.Tally()), dict.fromkeys(SHARES, 0.0)
    with ProcessPoolExecutor() as pool:
        running = {pool.submit(_cheated, share): share for share in shares}
        for _, future in zip(_counted("cheater", len(shares)), as_completed(running), strict=True):
            tally, seconds = future.result()
            done[running[future].policy] += tally
            took[running[future].policy] += seconds
    return [_gain(policy, tally, took[policy]) for policy, tally in done.items()]


def _cheated(stretch: cheater.Stretch) -> tuple[cheater.Tally, float]:
    start = perf_counter()
    return cheater.cheated(stretch), perf_counter() - start


def _gain(policy: str, tally: cheater.Tally, seconds: float) -> Row:
    what = f"a cheater under {policy}, gain {tally.gain:+.4f}"
    honest = policy == "free" or (abs(tally.deviations) < 4.5 and not tally.gained)
    failed = () if honest else (f"under {policy}: {tally}, {tally.deviations:.1f} deviations",)
    return Row(what, tally.scripts, f"{tally.gained:,} gained", seconds, failed)


def disconnects(runs: int) -> Row:
    """Forty readers of a live combat hang up at random; at the end all have the same log."""
    start, followers = perf_counter(), 40
    with TemporaryDirectory() as folder:
        server = Served(Path(folder), options=("--streams", "100"))
        try:
            done = lost_and_found(server, followers, runs // followers, seed=1)
        finally:
            server.close()
    took = perf_counter() - start
    return Row("random disconnects, equal logs", runs, f"{done:,} disconnects", took)


def _service(folder: Path) -> Service:
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    return Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": TOY})


def _counted(name: str, runs: int) -> Iterator[int]:
    """The runs' numbers, with progress on stderr."""
    for number in range(runs):
        if number % max(1, runs // 20) == 0:
            print(f"\r{name}: {number}/{runs}   ", end="", file=sys.stderr, flush=True)
        yield number
    print(f"\r{name}: {runs}/{runs}   ", file=sys.stderr)


def main() -> int:
    """Run everything; the table goes to stdout, and what failed with its seed to stderr."""
    rows = [
        contract(100),
        histories(200),
        moments(1_000, 5_000),
        duplicates(100),
        disconnects(10_000),
        corrections(500),
        edits(1_000),
        *even_dice(),
        *cheaters(SCRIPTS),
        *playouts(stretches()),
        *books(),
    ]
    print(f"{'tried':60}{'runs':>6}  {'of it':>16}  {'seconds':>8}  failures")
    for row in rows:
        seconds, failures = f"{row.seconds:8.0f}", f"{len(row.failed):8}"
        print(f"{row.what:60}{row.runs:>6}  {row.amount:>16}  {seconds}  {failures}")
    failed = [why for row in rows for why in row.failed]
    print("".join(f"\n{why}" for why in failed), file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
