"""boardgame.io: replay by its reducer, and its client in memory at 100,000 entries of its log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from tests.benchmarks.peers import fights
from tests.benchmarks.peers.install import from_npm
from tests.benchmarks.peers.rows import Both, Row, Side
from tests.benchmarks.peers.workers import Worker

PEER = "boardgame.io"


def worker(stack: ExitStack) -> Worker:
    """boardgame.io on the toy fight."""
    return Worker(stack, "boardgame.js", from_npm(PEER))


def replay(ours: Callable[[fights.Fight], Side], units: int) -> Callable[[ExitStack], Both]:
    """A replay from the beginning, in units of which theirs has so many."""

    def prepare(stack: ExitStack) -> Both:
        peer = worker(stack)
        return Both(ours(fights.fought(stack)), peer.takes("replay", fights.ROUNDS, units))

    return prepare


def command(stack: ExitStack) -> Both:
    """A move or the end of a turn, at 100,000 entries."""
    theirs = worker(stack).takes("play", 25, 25 * fights.ACTIONS)
    return Both(fights.commands_in(fights.long_fight(), 10), theirs)


def undo(stack: ExitStack) -> Both:
    """An undo or a redo of the last step, at 100,000 entries."""
    theirs = worker(stack).takes("undo", 50, 100)
    return Both(fights.undo_and_redo(fights.long_fight(), 25), theirs)


PEERS = [
    Row(
        PEER,
        "replay: fold an entry / reduce a move",
        replay(fights.one_entry, fights.ROUNDS * fights.ACTIONS),
    ),
    Row(PEER, "replay: a round of two moves", replay(fights.one_round, fights.ROUNDS)),
    Row(PEER, "a move at 100,000 entries: ours with passes on the disk, theirs in memory", command),
    Row(PEER, "an undo at 100,000 entries: ours on the disk, theirs in memory", undo),
]
