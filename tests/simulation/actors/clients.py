"""Clients that send commands under keys, again and again until they know what became of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from api.service.batch import Batch, BatchRun, Line, Outcome, Stop
from api.service.privacy import forget
from api.service.service import OPERATOR, Request
from api.store.core.errors import Unavailable
from api.store.core.stale_reads import age_of_answer, allow_stale_read
from api.web.auth import RANKS, Caller
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.commands import carry_out
from domain import commands as c
from domain.state.viewer import Viewer
from tests.simulation.actors.host import Host, NoAnswer
from tests.simulation.actors.world import World

REFEREE = Caller(OPERATOR, rank=RANKS["operator"])
REFUSALS = ("refused", "stale", "forbidden")
"""Problems after which nothing was carried out, and trying again does not help."""


class Sent(NamedTuple):
    """A command, or the lines of a batch, as a client sent it under a key."""

    key: str
    caller: Caller
    combat: str
    commands: tuple[c.Command, ...]
    head: str = ""
    is_batch: bool = False
    is_whole: bool = True

    @property
    def body(self) -> bytes:
        """The bytes that are sent."""
        return b"\n".join(each.model_dump_json().encode() for each in self.commands)


class Known(NamedTuple):
    """What a client was answered: entries of a command, outcomes of a batch, or a refusal."""

    sent: Sent
    entries: tuple[Any, ...] = ()
    lines: tuple[Outcome, ...] = ()
    head: str = ""
    step: int = 0
    refused: str = ""
    is_sure: bool = True
    """Whether nothing else of it is under way that may not be refused."""


class Client:
    """Somebody who plays: sends one command after the other, each until they know."""

    def __init__(self, world: World, name: str, combat: Callable[[], tuple[str, Caller]]):
        self.world, self.name, self._combat = world, name, combat
        self.known: list[Known] = []
        self.in_doubt: list[Sent] = []
        self._number, self._head = 0, ""

    def play(self, commands: int) -> None:
        """Send so many commands."""
        for _ in range(commands):
            self._say(self._next())
            if self.world.is_busy:
                self.world.scheduler.sleep(0.005)
            if self.world.chance.random() < 0.3:
                self._read()

    def _read(self) -> None:
        """Look at a combat: whatever host is asked has read what was acknowledged to anybody."""
        combat, stale = self._combat()[0], self.world.chance.random() < 0.5
        due = self.world.acknowledged(combat, self.world.scheduler.now)
        try:
            seen = self.world.ask("reads", lambda host: _look(host, combat, stale))
        except NoAnswer:
            return
        except Exception as error:
            if not isinstance(error, Unavailable):
                self.world.say_wrong(f"reading is answered with a fault of ours: {error!r}")
            return
        if seen.as_of is not None:
            due = min(due, self.world.acknowledged(combat, seen.as_of))
        if seen.steps < due:
            self.world.say_wrong(f"{due} steps are acknowledged, {seen.steps} read")
        # Behind the lock of a combat, nobody else of its only process appends to it.
        if not self.world.is_shared and seen.entries != seen.stored:
            self.world.say_wrong(f"{seen.entries} entries are in memory, {seen.stored} in the log")

    # --- what is said ------------------------------------------------------------------------

    def _next(self) -> Sent:
        """The next command; what it says is said nowhere else."""
        self._number += 1
        chance, (combat, caller) = self.world.chance, self._combat()
        key = f"{self.name}-{self._number}"
        if chance.random() < 0.25:
            lines = tuple(self._command(f"{key}.{n}") for n in range(chance.randint(1, 5)))
            return Sent(key, caller, combat, lines, "", True, chance.random() < 0.5)
        if chance.random() < (0.6 if self.world.is_scarce else 0.25):
            return Sent(key, caller, combat, (self._move(),), "*")
        head = self._head if chance.random() < 0.2 else ""
        return Sent(key, caller, combat, (self._command(key),), head)

    def _move(self) -> c.Command:
        """A move of the head, or something about one."""
        how: Any = self.world.chance.choice(("undo", "redo"))
        asks, agrees = c.AskUndo(how=how), c.AnswerUndo(choice="agree")
        return self.world.chance.choice((c.Rewind(how=how), asks, asks, agrees, agrees))

    def _command(self, tag: str) -> c.Command:
        chance, is_referee = self.world.chance, self._combat()[1].viewer.is_referee
        kind = chance.random()
        if kind < 0.1:
            return c.Roll(who="nobody", purpose=tag)
        if kind < 0.4:
            return c.Note(note=f"said {tag}")
        if is_referee and kind < 0.55:
            return c.Join(subject=f"x-{tag.replace('.', '-')}", name=tag, side="b")
        return c.Roll(who="ana", purpose=tag, hidden=is_referee and kind > 0.75)

    # --- sending -----------------------------------------------------------------------------

    def _say(self, sent: Sent) -> None:
        """Send a command until it is known what became of it, or this client gives up."""
        send = _send_batch if sent.is_batch else _send_command
        while True:
            try:
                known = self.world.ask(f"{sent.key}", lambda host: send(host, sent))
            except NoAnswer:
                known = None
            except Problem as problem:
                known = self._refusal(sent, problem)
            except Exception as error:
                self.world.say_wrong(f"{sent.key} is answered with a fault of ours: {error!r}")
                known = None
            if known is not None:
                self.known.append(known)
                self.world.acknowledge(sent.combat, known.step)
                self._head = known.head or self._head
                return
            if self.world.faults.happens("given up"):
                self.in_doubt.append(sent)
                return
            self.world.scheduler.sleep(self.world.chance.choice((0.0, 0.05, 0.5)))

    def _refusal(self, sent: Sent, problem: Problem) -> Known | None:
        """What a problem tells; None where trying again may help."""
        if problem.kind.slug in REFUSALS:
            return Known(sent, refused=problem.kind.slug, is_sure=self.world.attempts[sent.key] < 2)
        if problem.kind.slug != "unavailable":
            self.world.say_wrong(f"{sent.key} is answered: {problem.kind.slug}: {problem.detail}")
        elif "Another writer" in problem.detail:
            self.world.say_wrong(f"{sent.key} lost a race, and was told to try again")
        return None


def call_of(host: Host, combat: str, caller: Caller, **more: Any) -> Call:
    """A request at a host."""
    beside: Any = None
    blank = Call(host.service, host.sights, host.live, beside, beside, beside, beside)
    return blank._replace(combat=combat, caller=caller, **more)


def _send_command(host: Host, sent: Sent) -> Known:
    headers = {"If-Match": f'"{sent.head}"' if sent.head != "*" else "*"} if sent.head else {}
    [command] = sent.commands
    more = {"headers": headers, "body": command, "raw": sent.body, "key": sent.key}
    call = call_of(host, sent.combat, sent.caller, **more)
    with as_problems(call):
        value = carry_out(call, command).value
    with as_problems(call):
        row = host.service.log.find_key(sent.combat, sent.caller.seat, sent.key)
    return Known(sent, tuple(value["entries"]), head=value["head"], step=row.step if row else 0)


def _send_batch(host: Host, sent: Sent) -> Known:
    call, caller = call_of(host, sent.combat, sent.caller), sent.caller
    request = Request(sent.commands[0], caller.viewer, caller.seat, sent.key, sent.body)
    lines = [Line(n, command) for n, command in enumerate(sent.commands, 1)]
    batch = Batch(lines, request, lambda _, error: Stop(error, "refused"))
    batch = batch._replace(most_whole=200 if sent.is_whole else 0)
    with as_problems(call):
        run = BatchRun(host.service, sent.combat, batch)
        for _ in run.chunks():
            pass
    steps = max((line.last for line in run.outcomes), default=0)
    return Known(sent, lines=tuple(run.outcomes), step=steps)


class Seen(NamedTuple):
    """What a host has in memory of a combat, and the entries that its log has then.

    `as_of` is a time at which it had everything, where the database is away.
    """

    steps: int
    entries: int
    stored: int
    as_of: float | None = None


def _look(host: Host, combat: str, stale: bool) -> Seen:
    """Look at a combat; a `stale` look may be answered from memory."""
    allow_stale_read(stale)
    with host.service.lock_combat(combat) as held:
        steps, entries, age = held.line.steps, held.line.entries, age_of_answer()
        if age is None:
            return Seen(steps, entries, host.service.log.last_seq(combat))
        return Seen(steps, entries, entries, host.world.scheduler.now - age - 1)


class Forgetter:
    """The operator, who lets a text be forgotten now and then."""

    def __init__(self, world: World, combat: Callable[[], tuple[str, Caller]]):
        self._world, self._combat = world, combat

    def work(self, times: int) -> None:
        """Forget some texts, each until that is known to be done."""
        for _ in range(times):
            # Few moments, so that two of them often want the same text to be forgotten at once.
            self._world.scheduler.sleep(self._world.chance.choice((0.0, 0.0, 0.05, 0.5)))
            self._forget_one()

    def _forget_one(self) -> None:
        combat, is_done = self._combat()[0], False
        while not is_done:
            try:
                is_done = self._world.ask("forgets", lambda host: _forget(host, combat))
            except (NoAnswer, Problem):
                self._world.scheduler.sleep(0.2)
            except Exception as error:
                self._world.say_wrong(f"forgetting fails: {error!r}")
                return


def _forget(host: Host, combat: str) -> bool:
    with as_problems(call_of(host, combat, REFEREE)):
        for text in sorted(row.id for row in host.service.log.texts(combat))[:1]:
            host.world.maybe_forgotten.add(text)
            forget(host.service, combat, text=text)
    return True


def player(seat: str, viewer: Viewer, combat: str) -> Caller:
    """Whoever has a seat."""
    return Caller(viewer, combat, seat, RANKS["player"])
