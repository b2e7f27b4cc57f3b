"""python-chess: its undo in memory, and a position in the middle of a long game."""

from __future__ import annotations

import importlib
import sys
from contextlib import ExitStack
from random import Random
from typing import Any

from tests.benchmarks.moments import LONG
from tests.benchmarks.peers import fights
from tests.benchmarks.peers.install import from_pip
from tests.benchmarks.peers.rows import Both, Row, timed

PEER = "python-chess"
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
"""Moves that lead back to where they began."""


def long_game() -> Any:
    """A board after 100,000 moves; raises Skipped."""
    folder = str(from_pip("chess"))
    sys.path += [] if folder in sys.path else [folder]
    chess = importlib.import_module("chess")
    board, moves = chess.Board(), [chess.Move.from_uci(each) for each in KNIGHTS]
    for number in range(LONG):
        board.push(moves[number % len(moves)])
    return board


def there_and_back(board: Any, back: int, times: int) -> None:
    """Undo so many moves and make them again, so often."""
    for _ in range(times):
        undone = [board.pop() for _ in range(back)]
        for move in reversed(undone):
            board.push(move)


def undo(stack: ExitStack) -> Both:
    """Undo the last move, or redo it."""
    board = long_game()
    theirs = timed(2_000, lambda: there_and_back(board, 1, 1_000))
    return Both(fights.undo_and_redo(fights.long_fight(), 25), theirs)


def last_state(stack: ExitStack) -> Both:
    """The state before the last step, and that after it: without storing that it was undone."""
    board, fight = long_game(), fights.long_fight()
    combat = fight.service.combat(fight.name)
    before = combat.line.node_after(combat.line.entries - 4)

    def look() -> None:
        for _ in range(500):
            combat.moments.at(before)
            combat.moments.at(combat.node)

    return Both(timed(1_000, look), timed(2_000, lambda: there_and_back(board, 1, 1_000)))


def any_moment(stack: ExitStack) -> Both:
    """The state at any moment of the game: there, and back to the end."""
    board, chance = long_game(), Random(1)
    theirs = timed(1, lambda: there_and_back(board, chance.randint(1, LONG), 1))
    return Both(fights.any_moment(100), theirs)


PEERS = [
    Row(PEER, "an undo at 100,000 entries: ours with consent, on the disk", undo),
    Row(PEER, "a step back and forth in memory, nothing stored", last_state),
    Row(PEER, "the state at any of 100,000 entries", any_moment),
]
