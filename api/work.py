"""One transaction in the making: the steps of one request, decided, not yet sealed and stored.

Words and names of people are put apart, seats get their secrets, and every entry is numbered.
Nothing in memory changes before the store has said yes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import NamedTuple

from api import vault
from api.apart import Apart, C
from api.asking import GOING_BACK, agreed_to, expired, going_back
from api.carrying_over import carry_over
from api.catalogue_row import catalogue_row
from api.fairness import ABOUT_DICE, about_dice, run_out
from api.in_place import as_kept, stead_of
from api.open_combat import OpenCombat
from api.precedents import rulings
from api.presence import Presence
from api.store import CombatLog, KeyRow, Record, SecretRow
from domain import commands as c
from domain import events as e
from domain import seal, wire
from domain.again import Judged, Played
from domain.combat import Combat
from domain.decide import decide
from domain.hearing import paused, stands_still
from domain.receipt import Receipt
from domain.recorded import NeedsDice, RecordedDice
from domain.ruleset import Forbidden, Refused
from domain.seats import TABLE, Viewer
from domain.step import Draft
from domain.table import sit, talk
from domain.undoing import in_the_way, name_of
from domain.wire import Context, Entry, Kept, Meta

MOST_COMMAND = 16 * 1024
"""Bytes of a command in normal form."""

SEATS = (c.SeatOpen, c.SeatChange, c.SeatRenew, c.SeatClose)

ENGINE = version("combatlog")


class TooLarge(Exception):
    """A command in normal form is over 16 KiB."""


class Effects(NamedTuple):
    """What a transaction needs of the world: log, keys, clock, fresh ids, and who is there."""

    log: CombatLog
    vault: vault.Vault
    now: Callable[[], int]
    new_id: Callable[[], str]
    presence: Presence


class _Shared(NamedTuple):
    """What the entries of one step share; without a command, time caused it."""

    step: int
    id: str
    parent: int | None
    command: c.Command | None
    by: Viewer
    origin: int


class Work:
    """The steps of one request on one combat.

    `said` is the step that answers the request; `tokens` are the new secrets, by seat. `seq` is the
    last entry so far. A `dry` run is never committed: it is decided through the `eyes` of whoever
    asks, no die falls (`needs_dice`), and all who must are taken to agree (`receipt`). `judged` are
    the steps decided again.
    """

    def __init__(self, effects: Effects, combat: OpenCombat, viewer: Viewer, *, dry: bool = False):
        self.effects, self.combat, self.viewer = effects, combat, viewer
        self.dry, self.eyes, self.needs_dice = dry, viewer if dry else TABLE, False
        self.judged: list[Judged] = []
        self.receipt: Receipt | None = None
        self.at = effects.now()
        self.steps: list[tuple[tuple[Entry, ...], Combat | None]] = []
        self.records: list[Record] = []
        self.said = combat.line.steps + 1
        self.tokens: dict[str, str] = {}
        self.apart = Apart(combat.name)
        self.secrets: list[SecretRow] = []
        self._chain, self.seq, self._table = combat.chain, combat.line.entries, combat.table
        self._hidden = len(combat.numbers.hidden)

    @property
    def number(self) -> int:
        """The number of the next step."""
        return self.combat.line.steps + 1 + len(self.steps)

    def play(self, command: c.Command) -> None:
        """Decide a command of play at the head, unless play waits."""
        combat, viewer = self.combat, self.viewer
        self.stands_still()
        command = self.normal(as_kept(combat, viewer, command, self.effects.presence))
        drafts, after = self._decided(command)
        if drafts:
            self.enter(combat.luck.fair().as_shown(drafts), command, combat.node, after)
        if not all(draft.audience for draft in drafts):
            # What only some see tells nobody that somebody was there when the time was over.
            for drafts in (*expired(combat, self.at), *run_out(combat, self.at)):
                self.enter(drafts, None, None, None)

    def stands_still(self) -> None:
        """Refuse to go on while somebody asks to go back, or a dispute pauses play."""
        self.head_is_free()
        if (dispute := paused(self.combat.table.disputes)) is not None:
            raise stands_still(dispute)

    def head_is_free(self) -> None:
        """Refuse to go on where somebody asks to go back: his request holds the head."""
        self.still_sealed()
        if (request := self.combat.table.undoing.waiting(self.at)) is not None:
            raise in_the_way(request)

    def still_sealed(self) -> None:
        """Refuse to go on with dice that everybody foresees."""
        if self.combat.table.is_laid_open:
            raise Refused("", "the keys of the dice were revealed: this combat is over for good")

    def _decided(self, command: c.Command) -> tuple[Sequence[Draft], Combat | None]:
        """Decide on what the viewer sees, then on all there is: why that forbids it is not told.

        A dry run stops before that, and where dice would fall.
        """
        combat, number, by = self.combat, self.number, self.viewer
        dice = RecordedDice(number, (), combat.head) if self.dry else combat.luck.fair()
        try:
            step = decide(combat.view(by), command, combat.rules, dice, number, by)
        except NeedsDice as needs:
            self.needs_dice = True
            return needs.drafts, None
        if self.dry or not combat.numbers.hides_from(by):
            return step.drafts, step.combat
        try:
            step = decide(combat.head, command, combat.rules, combat.luck.fair(), number, by)
        except Refused as refused:
            raise Refused("", "ask the referee") from refused
        return step.drafts, step.combat

    def talk(self, command: c.Command) -> None:
        """Enter a command of the table: seats, words, commitments, and moving the head."""
        last = self.combat.numbers.number(self.combat.line.entries)
        if isinstance(command, c.Note) and (command.about or 0) > last:
            raise Refused("", f"there is no entry {command.about}", {"last": last}, "/about")
        command = self.normal(command)
        if isinstance(command, (*GOING_BACK, *ABOUT_DICE)):
            self._ask(command)
            return
        if isinstance(command, SEATS) and not self.viewer.is_referee:
            raise Forbidden("only the referee gives and takes seats")
        said = map(self.apart.bind, talk(self._table, command, self.viewer))
        drafts = [Draft(event, basis="table") for event in said]
        self.enter(drafts, command, None, None)
        self._secret(drafts[0].event)

    def _ask(self, command: c.Command) -> None:
        """Enter what is asked and answered beside play."""
        number = self.number
        for drafts in self._asked(command):
            self.enter(drafts, command, None, None)
        self.said = number + len(self.steps) - 1
        moved = self.steps[-1][0][-1].event
        if isinstance(moved, e.Rewound):
            carry_over(self, moved.to, self._mover())

    def _mover(self) -> str:
        """Who moves the head: whoever asked, once it is agreed to; in a dry run already before."""
        request = self.combat.table.undoing.request
        ends = (step[-1].event for step, _ in self.steps)
        agreed = any(isinstance(x, e.Closed) and x.how == "agreed" for x in ends)
        if request and (agreed or (self.dry and request.is_open(self.at))):
            return request.asker
        return name_of(self.viewer)

    def _asked(self, command: c.Command) -> Iterable[list[Draft]]:
        asker = self.combat, command, self.viewer, self.at, self.number, self.effects.presence
        if isinstance(command, GOING_BACK):
            self.still_sealed()
            if self.dry and isinstance(command, c.Rewind | c.AskUndo):
                steps, self.receipt = agreed_to(self.combat, command, self.viewer)
                return steps
            return going_back(*asker)
        return about_dice(*asker)

    def carry(self, judged: Iterable[Judged], parent: int) -> None:
        """Play steps again below an entry."""
        for one in judged:
            self.enter(list(one.drafts), one.command, parent, one.combat, one.played)
            parent = self.seq

    def _secret(self, event: e.Event) -> None:
        """Make, replace or take away the secret of a seat."""
        self._table = sit(self._table, self.steps[-1][0])
        match event:
            case e.SeatOpened(seat=seat) | e.SeatChanged(seat=seat, renewed=True):
                self.tokens[seat] = vault.new_token()
                hashed = vault.token_hash(self.tokens[seat])
                self.secrets.append(SecretRow(self.combat.name, seat, hashed))
            case e.SeatClosed(seat=seat):
                self.secrets.append(SecretRow(self.combat.name, seat, None))

    def normal(self, command: C, ahead: int = 0, by: Viewer | None = None) -> C:
        """A command with people's words and names put apart; of a step so many steps ahead.

        `by`: whose words they are, where they are not the asker's own.
        """
        person = f"p{len(self._table.seats) + 1}"
        return self.apart.put(command, self.number + ahead, (by or self.viewer).person, person)

    def enter(
        self,
        drafts: list[Draft],
        command: c.Command | None,
        parent: int | None,
        after: Combat | None,
        again: Played | None = None,
        by: Viewer | None = None,
    ) -> None:
        """Turn the drafts of a step into entries; of one that is played `again`, as his.

        Without a command, time caused it. `by`: with whose rights, where not the asker's own.
        """
        by = by or (again.viewer if again else self.viewer)
        origin = again.origin if again and again.origin != self.number else 0
        shared = _Shared(self.number, self.effects.new_id()[:16], parent, command, by, origin)
        revision, mode = self.combat.rules.revision, self.combat.head.roster.mode
        context = Context(engine=ENGINE, revision=revision, mode=mode, role=by.role)
        kept, entries = Kept(command, context) if command else None, []
        for nth, draft in enumerate(drafts):
            meta = self._meta(shared, nth, draft)
            entries.append(Entry(meta, draft.event, kept if nth == 0 else None))
        self.steps.append((tuple(entries), after))

    def _meta(self, shared: _Shared, nth: int, draft: Draft) -> Meta:
        """Number the next entry, the `nth` of its step, and write its envelope."""
        self.seq += 1
        self._hidden += bool(draft.audience)
        is_first, is_play = nth == 0, shared.parent is not None
        said = shared.command.note if shared.command else None
        return Meta(
            seq=self.seq,
            step=shared.step,
            nth=nth,
            number=self.seq - self._hidden,
            parent=self.seq - 1 if is_play and not is_first else shared.parent,
            cause=draft.cause,
            answers=draft.answers,
            by=shared.by.person if shared.command else "",
            behalf=draft.behalf,
            at=self.at,
            id=shared.id,
            audience=draft.audience,
            clause=draft.clause,
            basis=draft.basis,
            note=said if is_first and isinstance(said, e.TextRef) else None,
            origin=shared.origin,
            stead=stead_of(self.combat, shared.by, shared.command, draft),
        )

    def _sealed(self, entry: Entry) -> Entry:
        body, command = wire.body_bytes(entry.meta, entry.event), wire.kept_bytes(entry.kept)
        if len(command) > MOST_COMMAND:
            raise TooLarge(f"the command has {len(command)} bytes; {MOST_COMMAND} are allowed")
        blind = self.combat.origin.blind_key(entry.seq)
        sealed = seal.seal(blind, self.combat.name, entry.seq, body, command, self._chain)
        self._chain = sealed.chain
        named = self.combat.name, entry.seq, wire.NAMES[type(entry.event)]
        self.records.append(Record(*named, body, command, sealed.leaf, sealed.chain))
        return entry._replace(leaf=sealed.leaf, chain=sealed.chain)

    def commit(self, key: KeyRow | None = None, *, sample: bool = False) -> None:
        """Seal and store all of it or nothing; then let the memory follow."""
        self.steps = [(tuple(map(self._sealed, step)), after) for step, after in self.steps]
        combat, entries = self.combat, (entry for step, _ in self.steps for entry in step)
        row = catalogue_row(combat, self.steps, sample=sample)
        self.effects.log.append(
            self.records,
            key=key,
            catalogue=row,
            texts=self.apart.texts,
            people=self.apart.people,
            secrets=self.secrets,
            rulings=rulings(combat.name, combat.rules.key, combat.table.disputes, entries),
        )
        for step, after in self.steps:
            combat.absorb(step, after)
        combat.listed = row
        combat.store_caches()
