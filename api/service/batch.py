"""Batches: commands that come together under one key, each of them a step of its own.

A short batch is one transaction: all of it is carried out, or nothing. A long one is carried out in
chunks, up to the first line that is refused; between two chunks others have their turn.

Each line has a row under the key, stored together with its step. A retry therefore goes on where
the batch was cut off, at any process, and answers what was answered before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter as clock
from time import sleep
from typing import Final, NamedTuple

from api.combats.open_combat import OpenCombat
from api.handlers.reports import earlier_step
from api.handlers.transaction import TooLarge, Work
from api.service.ahead import Ahead
from api.service.dispatch import enter_command
from api.service.service import MISUSED, KeyMisused, Request, Service, Stale
from api.store.core.errors import Conflict, KeyTaken
from api.store.core.rows import KeyRow
from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Forbidden, Refused

MOST_WHOLE: Final = 200
"""Lines up to which a batch is carried out as a whole, or not at all."""

CHUNK: Final = 0.01
"""Seconds of deciding after which a chunk ends, and others have as long."""


class Line(NamedTuple):
    """A command of a batch, and the number of its line."""

    number: int
    command: c.Command


class Stop(NamedTuple):
    """Why a batch stopped: as an error to raise, and as it is stored and answered."""

    error: Exception
    problem: str


class Outcome(NamedTuple):
    """What became of a line: its steps and new secrets by seat, or the problem it stopped at."""

    line: int
    step: int
    last: int
    problem: str = ""
    tokens: dict[str, str] = {}


class Batch(NamedTuple):
    """Commands that come together. The head and the key of the `request` hold for all of them.

    `explain` turns an error at a line, given by its number, into what is answered.
    """

    lines: Sequence[Line]
    request: Request
    explain: Callable[[int, Exception], Stop]
    most_whole: int | None = None
    """Lines up to which it is carried out as a whole, where those are not the usual ones."""

    @property
    def is_whole(self) -> bool:
        """Whether all of it is carried out, or nothing."""
        most = MOST_WHOLE if self.most_whole is None else self.most_whole
        return len(self.lines) <= most


def join_all(
    service: Service,
    combat: str,
    commands: Sequence[c.Command],
    names: Sequence[str],
    request: Request,
) -> None:
    """Carry out all commands by which combatants come in, or none; once for the request's key.

    `names` are of those who come in with the first commands. Raises what refuses one of them.
    """

    def explain(number: int, error: Exception) -> Stop:
        if isinstance(error, Refused) and number <= len(names):
            who = f"{names[number - 1]} cannot come in: {error}"
            error = Refused("", who, error.numbers, error.pointer)
        return Stop(error, "")

    lines = [Line(number, command) for number, command in enumerate(commands, start=1)]
    for _ in BatchRun(service, combat, Batch(lines, request, explain, len(lines))).chunks():
        pass


class BatchRun:
    """A batch that is carried out: what became of its lines so far, this time and before."""

    def __init__(self, service: Service, combat: str, batch: Batch):
        self._service, self._name, self._batch = service, combat, batch
        self.outcomes: list[Outcome] = []
        self.is_replayed = True

    @property
    def stopped(self) -> Outcome | None:
        """The line at which the batch stopped."""
        return next((each for each in self.outcomes[-1:] if each.problem), None)

    @property
    def next_line(self) -> int | None:
        """The number of the first line that has no outcome yet; None where all have one."""
        left = self._batch.lines[len(self.outcomes) :]
        return None if self.stopped or not left else left[0].number

    def chunks(self) -> Iterator[list[Outcome]]:
        """Carry the batch out; yield what became of some more lines.

        Raises what carrying out a command raises: of a short batch at any line, of a long one only
        where trying again helps.
        """
        while not self.stopped and len(self.outcomes) < len(self._batch.lines):
            began = clock()
            chunk = self._next_chunk()
            self.outcomes += chunk
            yield chunk
            if len(self.outcomes) < len(self._batch.lines):
                sleep(clock() - began)

    def _next_chunk(self) -> list[Outcome]:
        try:
            with self._service.lock_combat(self._name) as combat:
                return self._chunk(combat)
        except (Conflict, KeyTaken):
            # Another process was first: it, and all others, wait while this is decided again.
            lock, turn = self._service.lock_combat(self._name), self._service.log.turn(self._name)
            with lock as combat, turn:
                combat.catch_up()
                return self._chunk(combat)

    def _chunk(self, combat: OpenCombat) -> list[Outcome]:
        """Return what became of the next lines before; else carry some of them out."""
        if known := self._known_outcomes(combat):
            return known
        self.is_replayed = False
        chunk = _Chunk(self._service, combat, self._batch, self.outcomes)
        try:
            return chunk.carry_out()
        except BaseException:
            self._service.combats.let_go_of(combat)
            raise

    def _known_outcomes(self, combat: OpenCombat) -> list[Outcome]:
        """What is stored under the key of the batch beyond what is known of it here."""
        request, lines = self._batch.request, self._batch.lines
        if not request.key:
            return []
        found = self._service.log.find_lines(
            combat.name, request.seat, request.key, len(self.outcomes)
        )
        mac = self._service.mac(combat, request)
        if any(row.mac != mac for row in found):
            raise KeyMisused(MISUSED)
        if any(row.step > combat.line.steps for row in found):
            combat.catch_up()
        lasts = (row.step and combat.last_step(row.step) for row in found)
        return [
            Outcome(lines[row.line - 1].number, row.step, last, row.problem)
            for row, last in zip(found, lasts, strict=True)
        ]


class _Chunk:
    """Some lines of a batch on their way into the log, after those that are `done`."""

    def __init__(self, service: Service, combat: OpenCombat, batch: Batch, done: Sequence[Outcome]):
        self._service, self._combat, self._batch = service, combat, batch
        self._ahead, self._first, self._found = Ahead(combat), len(done), list[Outcome]()
        self._expected, self._fell = self._expected_head(done), 0
        self._is_repeated = False

    def _expected_head(self, done: Sequence[Outcome]) -> str:
        """The head that has to stand before the next line: later on, where the last one led."""
        request, line = self._batch.request, self._combat.line
        if not request.expected or not done:
            return request.expected
        node = line.node_after(line.last(done[-1].last))
        return self._service.token(self._combat, request.viewer, node)

    def carry_out(self) -> list[Outcome]:
        """Decide lines and store them; raises what a short batch stops at."""
        stop = self._decide_lines()
        if stop is None:
            self._ahead.store()
        elif self._batch.is_whole and not self._fell:
            raise stop.error
        else:
            self._store_until(stop)
        if self._is_repeated:
            self._service.log.tables.await_standby()
        return self._found

    def _decide_lines(self) -> Stop | None:
        """Decide line after line; return why that stopped, where it did."""
        began = clock()
        for index in range(self._first, len(self._batch.lines)):
            line = self._batch.lines[index]
            try:
                self._enter(index, line)
            except (Refused, Forbidden, TooLarge, Stale) as error:
                if isinstance(error, Stale) and not index:
                    raise
                return self._batch.explain(line.number, error)
            if (elapsed := clock() - began) > CHUNK:
                if not self._batch.is_whole:
                    break
                sleep(elapsed)
                began = clock()
        return None

    def _enter(self, index: int, line: Line) -> None:
        """Decide a line on those before it; a report that is known already enters nothing."""
        request = self._batch.request._replace(command=line.command, expected=self._expected)
        combat, viewer, self._expected = self._combat, request.viewer, ""
        if (known := earlier_step(combat, line.command, viewer)) is not None:
            self._is_repeated = True
            self._found.append(Outcome(line.number, known, known))
            self._ahead.note_keys(self._keys(index, known))
            return
        self._service.check(combat, request)
        work = Work(self._service.effects, combat, viewer)
        enter_command(work, line.command)
        self._ahead.enter(work, self._keys(index, work.said))
        last = combat.line.steps
        self._found.append(Outcome(line.number, work.said, last, tokens=work.tokens))
        if _dice_fell(work):
            self._fell = len(self._found)

    def _store_until(self, stop: Stop) -> None:
        """Store what was decided before a batch stopped, and why it did.

        Of a short batch that is what led to the last dice: whoever could take those back would try
        out dice.
        """
        if self._batch.is_whole:
            self._ahead.cut(self._fell)
            del self._found[self._fell :]
        index = self._first + len(self._found)
        self._found.append(Outcome(self._batch.lines[index].number, 0, 0, stop.problem))
        self._ahead.note_keys(self._keys(index, 0, stop.problem))
        self._ahead.store()
        if self._batch.is_whole:
            self._service.combats.let_go(self._combat.name)

    def _keys(self, index: int, step: int, problem: str = "") -> list[KeyRow]:
        """What is stored with a line, so that a retry finds it."""
        combat, request = self._combat, self._batch.request
        if not request.key:
            return []
        mac = self._service.mac(combat, request)
        return [KeyRow(combat.name, request.seat, request.key, mac, step, index + 1, problem)]


def _dice_fell(work: Work) -> bool:
    """Whether the service rolled, or drew a card."""
    events = (entry.event for entries, _ in work.steps for entry in entries)
    return any(
        isinstance(event, e.DiceRolled | e.CardDrawn) and event.provenance == "service"
        for event in events
    )
