"""The library `eventsourcing`: its own recorder and aggregates, on SQLite as durable as ours."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from itertools import count
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from domain.state.combat import fold
from tests.benchmarks.append import STATE, log_on_disk, many, record
from tests.benchmarks.peers import fights
from tests.benchmarks.peers.rows import Both, Row, timed
from tests.benchmarks.server.commands import folder

PEER = "eventsourcing"
TIMES = 200


class Fighter(Aggregate):
    """A fighter with points, which a move spends and a rest brings back."""

    def __init__(self, points: int):
        self.points = points
        self.beside = False

    @event("Moved")
    def move(self, beside: bool, points: int) -> None:
        """Spend a point and stand beside somebody."""
        self.beside = beside
        self.points = points


def recorder(stack: ExitStack) -> Both:
    """One event appended and flushed."""
    _, log = log_on_disk(stack)
    store = SQLiteDatastore(f"{folder(stack)}/events.db")
    stack.callback(store.close)
    theirs, who = SQLiteApplicationRecorder(store), uuid4()
    theirs.create_table()

    def insert(seq: int) -> None:
        theirs.insert_events([StoredEvent(who, seq, "combat.acted/1", STATE)])

    append = many(TIMES, count(1), lambda seq: log.append([record(seq)]))
    return Both(timed(TIMES, append), timed(TIMES, many(TIMES, count(1), insert)))


def application(stack: ExitStack) -> Application[UUID]:
    """An application of the library over a file."""
    name = f"{folder(stack)}/aggregates.db"
    app: Application[UUID] = Application(
        env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": name}
    )
    stack.callback(app.close)
    return app


def command(stack: ExitStack) -> Both:
    """A move decided and stored: theirs is one event, ours all that follows by the rules."""
    app, fighter = application(stack), Fighter(3)

    def save(seq: int) -> None:
        fighter.move(beside=bool(seq % 2), points=seq)
        app.save(fighter)

    theirs = timed(TIMES, many(TIMES, count(1), save))
    return Both(fights.commands_in(fights.fought(stack), 10), theirs)


def reconstruction(stack: ExitStack) -> Both:
    """A history of a thousand events, read from the disk and folded."""
    app, fighter, length = application(stack), Fighter(3), 1_000
    for number in range(length):
        fighter.move(beside=True, points=number)
    app.save(fighter)
    fight = fights.fought(stack, 100)
    combat = fight.service.combat(fight.name)
    ours = timed(1, lambda: fold(list(combat.entries(1, length))))
    return Both(ours, timed(1, partial(app.repository.get, fighter.id)))


PEERS = [
    Row(PEER, "an event appended and flushed: its recorder", recorder),
    Row(PEER, "a move decided and stored: its aggregate by one event, ours by all rules", command),
    Row(PEER, "1,000 events read and folded, ours checked too: its aggregate", reconstruction),
]
