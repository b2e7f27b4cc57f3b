"""One transaction in the making: the steps of one request, decided, not yet sealed and stored.

Words and names of people are put apart, seats get their secrets, and every entry is numbered.
Nothing in memory changes before the store has said yes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from api.combats.combat_history import following_id
from api.combats.open_combat import OpenCombat
from api.combats.precedents import rulings
from api.combats.viewers.presence import Presence
from api.handlers.absent_players import stead_of
from api.store.core.rows import CampaignRow, CatalogueRow, KeyRow, Record, SecretRow
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.vault import key_files
from api.vault.text_sealing import Apart, C
from domain import commands as c
from domain import events as e
from domain.log import codec, sealing
from domain.log.codec import Context, Entry, Kept, Meta
from domain.rerun.rerun import Judged, Played
from domain.ruleset.refusals import Refused
from domain.state.combat import Combat
from domain.state.viewer import TABLE, Viewer
from domain.step.draft import Draft
from domain.table.table import sit
from domain.table.undo_consent import Receipt
from projections.state import catalogue

MOST_COMMAND = 16 * 1024
"""Bytes of a command in normal form."""

ENGINE = version("combatlog")


class TooLarge(Exception):
    """A command in normal form is over 16 KiB."""


class Effects(NamedTuple):
    """What a transaction needs of the world: log, keys, clock, fresh ids, and who is there."""

    log: CombatLog
    key_files: key_files.Vault
    now: Callable[[], int]
    new_id: Callable[[], str]
    presence: Presence


class Work:
    """The steps of one request on one combat.

    `said` is the first step of the request; `tokens` are the new secrets, by seat. `seq` is the
    last entry so far, `table` the table with the seats of this transaction. A `dry` run is never
    committed: it is decided through the `eyes` of whoever asks, no die falls (`needs_dice`), and
    all who must are taken to agree (`receipt`). `judged` are the steps decided again; where a dry
    run shows what would be refused if it were committed, `against` is that refusal.
    """

    def __init__(self, effects: Effects, combat: OpenCombat, viewer: Viewer, *, dry: bool = False):
        self.effects, self.combat, self.viewer = effects, combat, viewer
        self.dry, self.eyes, self.needs_dice = dry, viewer if dry else TABLE, False
        self.judged: list[Judged] = []
        self.receipt: Receipt | None = None
        self.against: Refused | None = None
        self.at = effects.now()
        self.steps: Steps = []
        self.records: list[Record] = []
        self.said = combat.line.steps + 1
        self.tokens: dict[str, str] = {}
        self.apart = Apart(combat.name)
        self.secrets: list[SecretRow] = []
        self._chain, self.seq, self.table = combat.chain, combat.line.entries, combat.table
        self._hidden = len(combat.numbers.hidden)

    @property
    def number(self) -> int:
        """The number of the next step."""
        return self.combat.line.steps + 1 + len(self.steps)

    def carry(self, judged: Iterable[Judged], parent: int) -> None:
        """Play steps again below an entry."""
        for one in judged:
            self.enter(list(one.drafts), one.command, parent, one.combat, one.played)
            parent = self.seq

    def keep_seat(self, entry: Entry) -> None:
        """Make, replace or take away the secret of a seat, as an entry says."""
        self.table = sit(self.table, (entry,))
        match entry.event:
            case e.SeatOpened(seat=seat) | e.SeatChanged(seat=seat, renewed=True):
                self.tokens[seat] = key_files.new_token()
                hashed = key_files.token_hash(self.tokens[seat])
                self.secrets.append(SecretRow(self.combat.name, seat, hashed))
            case e.SeatClosed(seat=seat):
                self.secrets.append(SecretRow(self.combat.name, seat, None))

    def normal(self, command: C, ahead: int = 0, by: Viewer | None = None) -> C:
        """A command with people's words and names put apart; of a step so many steps ahead.

        `by`: whose words they are, where they are not the asker's own.
        """
        person = f"p{len(self.table.seats) + 1}"
        return self.apart.seal_words(
            command, self.number + ahead, (by or self.viewer).person, person
        )

    def enter(
        self,
        drafts: list[Draft],
        command: c.Command | None,
        parent: int | None = None,
        after: Combat | None = None,
        again: Played | None = None,
        by: Viewer | None = None,
    ) -> tuple[Entry, ...]:
        """Turn the drafts of a step into entries; of one that is played `again`, as his.

        Without a parent they stand beside play, without a command nobody caused them. `by`: with
        whose rights, where not the asker's own.
        """
        by = by or (again.viewer if again else self.viewer)
        origin = again.origin if again and again.origin != self.number else 0
        revision, mode = self.combat.rules.revision, self.combat.head.roster.mode
        context = Context(engine=ENGINE, revision=revision, mode=mode, role=by.role)
        said, kept = (by.person, Kept(command, context)) if command else ("", None)
        step, id, entries = self.number, self._next_id(), []
        for nth, draft in enumerate(drafts):
            shared = {"step": step, "id": id, "by": said, "at": self.at, "origin": origin}
            if nth == 0 and command and isinstance(command.note, e.TextRef):
                shared["note"] = command.note
            stead = stead_of(self.combat, by, command, draft)
            meta = self._meta(draft, parent, nth=nth, stead=stead, **shared)
            entries.append(Entry(meta, draft.event, None if nth else kept))
        self.steps.append((tuple(entries), after))
        return tuple(entries)

    def _next_id(self) -> str:
        """The id of the next step: a fresh one, or that which follows from the first."""
        if not self.steps:
            return self.effects.new_id()[:16]
        return following_id(self.steps[0][0][0].meta.id, len(self.steps))

    def _meta(self, draft: Draft, parent: int | None, **shared: Any) -> Meta:
        """Number the next entry, and write its envelope."""
        self.seq += 1
        self._hidden += bool(draft.audience)
        own = draft._asdict()
        del own["event"]
        if parent is not None and shared["nth"]:
            parent = self.seq - 1
        return Meta(seq=self.seq, number=self.seq - self._hidden, parent=parent, **own, **shared)

    def _seal_entry(self, entry: Entry) -> Entry:
        body, command = codec.body_bytes(entry.meta, entry.event), codec.kept_bytes(entry.kept)
        if len(command) > MOST_COMMAND:
            raise TooLarge(f"the command has {len(command)} bytes; {MOST_COMMAND} are allowed")
        blind = self.combat.origin.blind_key(entry.seq)
        sealed = sealing.seal(blind, self.combat.name, entry.seq, body, command, self._chain)
        self._chain = sealed.chain
        named = self.combat.name, entry.seq, codec.NAMES[type(entry.event)]
        self.records.append(Record(*named, body, command, sealed.leaf, sealed.chain))
        return entry._replace(leaf=sealed.leaf, chain=sealed.chain)

    def commit(
        self,
        key: KeyRow | None = None,
        *,
        sample: bool = False,
        campaign: CampaignRow | None = None,
    ) -> None:
        """Seal and store all of it or nothing; then let the memory follow."""
        beside = self.seal([key] if key else [], sample=sample)
        self.effects.log.append(self.records, beside._replace(campaign=campaign))
        self.absorb(beside)
        self.combat.store_caches()

    def seal(self, keys: Sequence[KeyRow] = (), *, sample: bool = False) -> Beside:
        """Seal the entries; return everything that is to be stored."""
        self.steps = [(tuple(map(self._seal_entry, step)), after) for step, after in self.steps]
        combat, entries = self.combat, (entry for step, _ in self.steps for entry in step)
        row = _catalogue_row(combat, self.steps, sample=sample)
        ruled = rulings(combat.name, combat.rules.key, combat.table.disputes, entries)
        rows = keys, row, self.apart.texts, self.apart.people, self.secrets
        return Beside(*rows, rulings=ruled, records=self.records)

    def absorb(self, sealed: Beside) -> None:
        """Let the memory follow."""
        for step, after in self.steps:
            self.combat.absorb(step, after)
        self.combat.listed = sealed.catalogue or self.combat.listed


Steps = list[tuple[tuple[Entry, ...], Combat | None]]
"""The entries of each step, with the state after it where that is known already."""


def _catalogue_row(combat: OpenCombat, steps: Steps, *, sample: bool) -> CatalogueRow | None:
    """Return the row as it is from now on; None where it stays.

    It stays where nothing is public: another process may have written it since it was read here.
    """
    listed = combat.listed
    before = catalogue.Row(*listed[1:-1]) if listed else None
    entries = tuple(entry for step, _ in steps for entry in step)
    if before and all(entry.meta.audience for entry in entries):
        return None
    row = catalogue.row(before, entries, _head(combat, steps))
    if row is None:
        return None
    return CatalogueRow(combat.name, *row, sample or bool(listed and listed.sample))


def _head(combat: OpenCombat, steps: Steps) -> Combat:
    head = combat.head
    for step, after in steps:
        if isinstance(step[0].event, e.Rewound):
            head = combat.moments.at(step[0].event.to)
        head = after if after is not None else head
    return head
