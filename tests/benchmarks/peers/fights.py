"""Our side of the table: toy fights on a real disk, in rounds of two moves."""

from __future__ import annotations

import atexit
import sys
from contextlib import ExitStack
from functools import cache, partial
from random import Random
from typing import NamedTuple

from api.service.service import Service
from domain import commands as c
from domain.log.codec import Entry
from domain.state.combat import fold
from tests.benchmarks.growing import batched
from tests.benchmarks.many import OPENING, said, service
from tests.benchmarks.moments import LONG
from tests.benchmarks.peers.rows import Side, timed
from tests.benchmarks.server.commands import ROUND
from tests.support.playing_service import say

ROUNDS = 300
ACTIONS = 4
"""Moves and ends of turns in a round."""


class Fight(NamedTuple):
    """A fight, and the entries of its line of play."""

    service: Service
    name: str
    entries: list[Entry]


def fought(stack: ExitStack, rounds: int = ROUNDS) -> Fight:
    """A fight of so many rounds, in which everybody moves in turn."""
    club = service(stack)
    name = club.open(c.Open(ruleset="toy", title="A fight")).combat.name
    for command in (*OPENING[:3], *ROUND * rounds):
        said(club, name, command)
    combat = club.combat(name)
    return Fight(club, name, list(combat.path(0, combat.node)))


def one_round(fight: Fight) -> Side:
    """Fold a fight; the unit is a round."""
    return timed(ROUNDS, partial(fold, fight.entries))


def one_entry(fight: Fight) -> Side:
    """Fold a fight; the unit is an entry."""
    return timed(len(fight.entries), partial(fold, fight.entries))


def commands_in(fight: Fight, rounds: int) -> Side:
    """Play rounds, each command stored durably; the unit is a move or the end of a turn."""

    def play() -> None:
        for command in ROUND * rounds:
            said(fight.service, fight.name, command)

    return timed(rounds * ACTIONS, play)


def undo_and_redo(fight: Fight, times: int) -> Side:
    """Undo the last step and redo it, each stored durably; the unit is one of both."""

    def there_and_back() -> None:
        for _ in range(times):
            say(fight.service, fight.name, c.Rewind(how="undo"))
            say(fight.service, fight.name, c.Rewind(how="redo"))

    return timed(2 * times, there_and_back)


@cache
def long_fight() -> Fight:
    """A fight of 100,000 entries, grown once for all rows; its rounds are stored in batches."""
    stack = ExitStack()
    atexit.register(stack.close)
    print(f"    growing a fight of {LONG:,} entries", file=sys.stderr, flush=True)
    fight = fought(stack, 10)
    combat = fight.service.combat(fight.name)
    with batched(fight.service.log):
        while combat.line.entries < LONG:
            for command in ROUND * 10:
                said(fight.service, fight.name, command)
    return fight


def any_moment(times: int) -> Side:
    """The state at random entries of a fight of 100,000."""
    fight, chance = long_fight(), Random(1)

    def jump() -> None:
        combat = fight.service.combat(fight.name)
        for _ in range(times):
            combat.moments.at(combat.line.node_after(chance.randint(1, combat.line.entries)))

    return timed(times, jump)
