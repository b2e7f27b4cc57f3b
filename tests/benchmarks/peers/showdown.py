"""Pokémon Showdown: a battle replayed from its input log, and half of it.

It decides every step again. We fold what was decided, which a log of events is for.
"""

from __future__ import annotations

from contextlib import ExitStack

from domain.state.combat import fold
from tests.benchmarks.peers import fights
from tests.benchmarks.peers.install import from_npm
from tests.benchmarks.peers.rows import Both, Row, Side, timed
from tests.benchmarks.peers.workers import Worker

PEER = "pokemon-showdown"
TIMES = 3


def battle(stack: ExitStack) -> tuple[Worker, int]:
    """A battle that was fought, and how many lines its log has."""
    peer = Worker(stack, "showdown.js", from_npm(PEER))
    lines, _ = map(int, peer.line().split())
    return peer, lines


def from_disk(fight: fights.Fight, entries: int) -> Side:
    """Read so many entries from the disk, check their seals, and fold them."""
    combat = fight.service.combat(fight.name)

    def replay() -> None:
        for _ in range(TIMES):
            fold(list(combat.entries(1, entries)))

    return timed(TIMES, replay)


def whole(stack: ExitStack) -> Both:
    """A replay of a log of as many lines as the battle has."""
    peer, lines = battle(stack)
    return Both(from_disk(fights.fought(stack), lines), peer.takes("replay", TIMES))


def jump(stack: ExitStack) -> Both:
    """The state in the middle."""
    peer, lines = battle(stack)
    fight = fights.fought(stack)
    combat = fight.service.combat(fight.name)

    def look() -> None:
        for _ in range(200):
            combat.moments.at(combat.line.node_after(lines // 2))

    return Both(timed(200, look), peer.takes("jump", TIMES))


def step(stack: ExitStack) -> Both:
    """One choice of a player, decided by the rules; ours is stored on the disk."""
    peer = Worker(stack, "showdown.js", from_npm(PEER))
    _, inputs = map(int, peer.line().split())
    theirs = peer.takes("replay", TIMES, TIMES * inputs)
    return Both(fights.commands_in(fights.fought(stack), 10), theirs)


PEERS = [
    Row(PEER, "a battle replayed: as many lines of ours, read, checked and folded", whole),
    Row(PEER, "the state in the middle of a battle", jump),
    Row(PEER, "a choice decided: ours of a toy game, stored on the disk", step),
]
