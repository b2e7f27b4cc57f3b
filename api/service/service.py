"""The service: one command in, one step of the log out. The only clock, ids and true dice.

Open combats are kept in memory, each behind one lock, within a limit of bytes. A command is
decided on the state at the head, sealed, and appended in one transaction together with its
idempotency key; the memory follows after the commit, so that a failure leaves both as they were.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.registry import MEMORY, OpenCombats
from api.combats.viewers.presence import Presence
from api.handlers.absent_players import referee_options
from api.handlers.reports import earlier_step
from api.handlers.transaction import Effects, Work
from api.service.dispatch import dispatch, enter_command
from api.store.core.errors import Conflict, Damaged, KeyTaken
from api.store.core.rows import CampaignRow, KeyRow
from api.store.log import CombatLog
from api.vault import key_files
from api.vault.key_check import check_keys
from domain import commands as c
from domain.events import UndoRequested
from domain.legality.option import Option
from domain.legality.options import options
from domain.ruleset.ruleset import Refused, Ruleset
from domain.state.viewer import Viewer
from domain.table.dispute_procedure import pausing_dispute
from domain.table.undo_requests import Request as Asking

Entering = Callable[[Work], None]
"""What enters the first steps of a log."""

OPERATOR = Viewer("p0", "referee")
"""Whoever holds the operator's token: the referee of every combat here."""


READ_ONLY = (
    "this combat was begun elsewhere and can only be read here, until the referee goes on with it"
    " (`go-on`): its dice get other keys then"
)


MISUSED = "this Idempotency-Key was used for another command"


class Stale(Exception):
    """The head is not where the caller thought. Carries the combat, so that he may catch up."""


class KeyMisused(Exception):
    """An idempotency key came back with another command."""


class Receipt(NamedTuple):
    """What a command caused: its step, whether this was a retry, and new secrets by seat."""

    combat: OpenCombat
    step: int
    replayed: bool = False
    tokens: dict[str, str] = {}


class Request(NamedTuple):
    """A command with who sends it, for exactly-once: key and body, and the expected head."""

    command: c.Command
    viewer: Viewer
    seat: str = ""
    key: str = ""
    body: bytes = b""
    expected: str = ""


class Service:
    """The combats of one installation."""

    def __init__(
        self,
        log: CombatLog,
        keys: key_files.Vault,
        rulesets: Callable[[], dict[str, Ruleset]],
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        new_id: Callable[[], str] = lambda: uuid.uuid4().hex,
        memory: int = MEMORY,
    ):
        check_keys(log, keys)
        self.log, self.vault, self.rulesets = log, keys, rulesets
        self.presence = Presence(log, lambda: self.effects.now())
        self.effects = Effects(log, keys, now, new_id, self.presence)
        self.combats = OpenCombats(log, keys, lambda: self.rulesets(), memory)
        self.before_close: list[Callable[[], None]] = []
        """What to end before the log is closed: those who follow it."""
        self.taking_in = threading.Lock()
        """Held while a combat comes in from elsewhere, one at a time."""

    # --- combats -------------------------------------------------------------------------

    def combat(self, name: str) -> OpenCombat:
        """An open combat, from memory or from its log; raises Unknown."""
        return self.combats.combat(name)

    def lock_combat(self, name: str) -> AbstractContextManager[OpenCombat]:
        """A combat behind its lock, in step with its log; raises Unknown."""
        return self.combats.lock_combat(name)

    def open(
        self,
        command: c.Open,
        seats: tuple[c.SeatOpen, ...] = (),
        *,
        sample: bool = False,
        viewer: Viewer = OPERATOR,
        name: str = "",
        key: str = "",
        body: bytes = b"",
        allowance: int = 0,
        campaign: str = "",
    ) -> Receipt:
        """Open a combat with its seats, in one transaction; the seats' secrets come once.

        With a key the combat is opened once: its name follows from the key. `allowance` is how many
        free moves back each person has, `campaign` the one that it belongs to.
        """
        request = Request(command, viewer, "", key, body)
        talk = [c.UndoPolicy(policy=command.policy, allowance=allowance)] if allowance else []

        def enter(work: Work) -> None:
            for said in (command, *seats, *talk):
                dispatch(work, said)

        rules = self._rules(command.ruleset)
        name = name or self.new_name(b"combat", key)
        return self.begin(name, rules, request, enter, sample=sample, campaign=campaign)

    def begin(
        self,
        name: str,
        rules: Ruleset,
        request: Request,
        enter: Entering,
        *,
        sample: bool = False,
        campaign: str = "",
    ) -> Receipt:
        """Begin a log with what is entered, in one transaction; once for each key."""
        combat = self.combats.begin(name, rules)
        if (known := self._earlier_receipt(combat, request)) is not None:
            return known
        work = Work(self.effects, combat, request.viewer)
        enter(work)
        try:
            belongs = CampaignRow(name, campaign) if campaign else None
            work.commit(self._key_row(combat, request, 1), sample=sample, campaign=belongs)
        except (KeyTaken, Conflict):
            # Elsewhere the same request may have been first.
            if (known := self._earlier_receipt(combat, request)) is not None:
                return known
            raise
        return Receipt(self.combats.keep(combat), 1, tokens=work.tokens)

    def _rules(self, key: str) -> Ruleset:
        rules = self.rulesets().get(key)
        if rules is None:
            why = f"no ruleset {key!r}"
            raise Refused("", why, None, "/ruleset", legal=self.rulesets())
        return rules

    def new_name(self, kind: bytes, key: str, *beside: str) -> str:
        """A name for a combat: always the same for one key beside these words, else a fresh one."""
        words = (word.encode() for word in (*beside, key))
        name = self.vault.mac(kind, *words).hex() if key else self.effects.new_id()
        return f"c-{name[:20]}"

    # --- commands ------------------------------------------------------------------------

    def say(self, name: str, request: Request) -> Receipt:
        """Carry out a command, exactly once per key.

        Raises Refused, Forbidden, Stale, TooLarge, KeyMisused, Unknown, or the store's
        Unavailable; then nothing has changed.
        """
        with self.lock_combat(name) as combat:
            with suppress(Conflict):
                return self._once(combat, request)
            # Another process was first: it, and all others, wait while this is decided again.
            with self.log.turn(name):
                combat.catch_up()
                return self._once(combat, request)

    def _once(self, combat: OpenCombat, request: Request) -> Receipt:
        """Carry a command out unless it was before; raises Conflict where others were first."""
        try:
            return self._carry_out(combat, request)
        except (Conflict, Damaged):
            raise
        except Exception:
            # A retry is rare: what it was the first time is looked up when it fails now.
            if combat.is_whole and (known := self._earlier_receipt(combat, request)) is not None:
                return known
            raise

    def _earlier_receipt(self, combat: OpenCombat, request: Request) -> Receipt | None:
        """The receipt of a command that was carried out before under this key."""
        row = self.log.find_key(combat.name, request.seat, request.key) if request.key else None
        if row is None:
            return None
        if row.mac != self.mac(combat, request):
            raise KeyMisused(MISUSED)
        if row.step > combat.line.steps:
            combat.catch_up()  # another process has carried it out, or a thread that was given up
        return Receipt(combat, row.step, replayed=True)

    def mac(self, combat: OpenCombat, request: Request) -> bytes:
        """A keyed hash of what was sent, by which a retry is told from another request."""
        return self.vault.mac(b"body", combat.name.encode(), request.body)

    def _carry_out(self, combat: OpenCombat, request: Request) -> Receipt:
        if (known := earlier_step(combat, request.command, request.viewer)) is not None:
            self.log.tables.await_standby()
            return Receipt(combat, known, replayed=True)
        self.check(combat, request)
        work = Work(self.effects, combat, request.viewer)
        enter_command(work, request.command)
        work.commit(self._key_row(combat, request, work.said))
        return Receipt(combat, work.said, tokens=work.tokens)

    def check(self, combat: OpenCombat, request: Request) -> None:
        """Raise Refused for a command that is not for this log, and Stale for another head."""
        if combat.read_only and not isinstance(request.command, c.GoOn):
            raise Refused("", READ_ONLY)
        if request.expected and request.expected != self.token(combat, request.viewer):
            raise Stale("the combat went on since you looked")

    def _key_row(self, combat: OpenCombat, request: Request, step: int) -> KeyRow | None:
        """What is stored with the step, so that a retry finds it."""
        if not request.key:
            return None
        return KeyRow(combat.name, request.seat, request.key, self.mac(combat, request), step)

    def may(self, combat: OpenCombat, viewer: Viewer) -> tuple[Option, ...]:
        """What a viewer may do next, as a function of what he sees; nothing while play waits."""
        if combat.read_only or self.waits(combat) or pausing_dispute(combat.table.disputes):
            return ()
        found = options(combat.view(viewer), combat.rules, viewer)
        return tuple(referee_options(combat, viewer, found, self.presence))

    def waits(self, combat: OpenCombat) -> Asking[UndoRequested] | None:
        """The request to go back for which play waits now."""
        return combat.table.undoing.waiting(self.now(combat))

    def now(self, combat: OpenCombat) -> int:
        """The time for a combat: that of its last entry where it is read as it was in the past."""
        return combat.looked_at or self.effects.now()

    def token(self, combat: OpenCombat, viewer: Viewer, node: int | None = None) -> str:
        """An opaque name of the head as a viewer sees it; nothing hidden and no talk changes it.

        With a node, as it was there.
        """
        seen = combat.visible_head(viewer, node)
        label = combat.numbers.label(seen, viewer) if seen else "0"
        return f"{label}-{self._viewer_hash(combat, viewer, b'head', label.encode())}"

    def viewer_tag(self, combat: OpenCombat, viewer: Viewer) -> str:
        """An opaque name of what a viewer may see; a seat with other combatants has another."""
        return self._viewer_hash(combat, viewer, b"viewer")

    def _viewer_hash(self, combat: OpenCombat, viewer: Viewer, kind: bytes, *about: bytes) -> str:
        eyes = "\0".join((viewer.person, viewer.role, *viewer.combatants)).encode()
        return self.vault.mac(kind, combat.name.encode(), *about, eyes).hex()[:16]

    # --- seats ---------------------------------------------------------------------------

    def viewer_of(self, token: str) -> tuple[str, str] | None:
        """The combat and seat that a bearer token opens."""
        return self.log.seat_of(key_files.token_hash(token))

    def close(self) -> None:
        """Store what speeds up the next start, and close the log."""
        for end in self.before_close:
            end()
        self.combats.close()
        self.log.close()
