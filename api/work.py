"""One transaction in the making: the steps of one request, decided and sealed, not yet stored.

Words and names of people are put apart, seats get their secrets, and every entry is numbered and
sealed onto the chain. Nothing in memory changes before the store has said yes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import NamedTuple, TypeVar

from api import texts, vault
from api.asking import GOING_BACK, expired, going_back, move
from api.correcting import correction, ruled
from api.fairness import ABOUT_DICE, about_dice, run_out
from api.open_combat import OpenCombat
from api.store import CatalogueRow, CombatLog, KeyRow, PersonRow, Record, SecretRow, TextRow
from domain import commands as c
from domain import events as e
from domain import seal, wire
from domain.again import Played
from domain.combat import Combat
from domain.decide import decide
from domain.ruleset import Forbidden, Refused
from domain.seats import Viewer
from domain.step import Dice, Draft, Step
from domain.table import sit, talk
from domain.undoing import in_the_way
from domain.wire import Context, Entry, Kept, Meta
from projections import catalogue

MOST_COMMAND = 16 * 1024
"""Bytes of a command in normal form."""


ENGINE = version("combatlog")


C = TypeVar("C", bound=c.Command)
StepsOf = Callable[[OpenCombat, c.Command, Viewer, int, int], list[list[Draft]]]


class TooLarge(Exception):
    """A command in normal form is over 16 KiB."""


class Effects(NamedTuple):
    """What a transaction needs of the world: the log, the keys, the clock, fresh ids."""

    log: CombatLog
    vault: vault.Vault
    now: Callable[[], int]
    new_id: Callable[[], str]


class Work:
    """The steps of one request on one combat.

    `said` is the step that answers the request; `tokens` are the new secrets, by seat.
    """

    def __init__(self, effects: Effects, combat: OpenCombat, viewer: Viewer):
        self.effects, self.combat, self.viewer = effects, combat, viewer
        self.at = effects.now()
        self.steps: list[tuple[tuple[Entry, ...], Combat | None]] = []
        self.records: list[Record] = []
        self.said = combat.line.steps + 1
        self.tokens: dict[str, str] = {}
        self.texts: list[TextRow] = []
        self.people: list[PersonRow] = []
        self.secrets: list[SecretRow] = []
        self._chain, self._seq, self._table = combat.chain, combat.line.entries, combat.table
        self._hidden = len(combat.numbers.hidden)

    def play(self, command: c.Command) -> None:
        """Decide a command of play at the head; while somebody asks to go back, play waits."""
        combat, viewer = self.combat, self.viewer
        self._still_sealed()
        if (request := combat.table.undoing.waiting(self.at)) is not None:
            raise in_the_way(request)
        command = self._normal(command)
        number = combat.line.steps + 1 + len(self.steps)
        if combat.numbers.hides_from(viewer):
            decide(combat.view(viewer), command, combat.rules, combat.luck.fair(), number, viewer)
        fair = combat.luck.fair()
        step = self._decided(command, number, fair)
        self._enter(fair.as_shown(step.drafts), command, combat.node, step.combat)
        if not all(draft.audience for draft in step.drafts):
            # What only some see tells nobody that somebody was there when the time was over.
            for drafts in (*expired(combat, self.at), *run_out(combat, self.at)):
                self._enter(drafts, None, None, None)

    def _decided(self, command: c.Command, number: int, dice: Dice) -> Step:
        """Decide on everything there is; what only the hidden part forbids is not told why."""
        combat, viewer = self.combat, self.viewer
        try:
            return decide(combat.head, command, combat.rules, dice, number, viewer)
        except Refused as refused:
            if combat.numbers.hides_from(viewer):
                raise Refused("", "ask the referee") from refused
            raise

    def talk(self, command: c.Command) -> None:
        """Enter a command of the table: seats, words, commitments, and moving the head."""
        self._about_something(command)
        command = self._normal(command)
        if isinstance(command, GOING_BACK):
            self._still_sealed()
            return self._several(command, going_back)
        if isinstance(command, ABOUT_DICE):
            return self._several(command, about_dice)
        if isinstance(command, c.SeatOpen | c.SeatChange | c.SeatRenew | c.SeatClose):
            self._only_the_referee()
        drafts = [Draft(event, basis="table") for event in talk(self._table, command, self.viewer)]
        self._enter(drafts, command, None, None)
        self._secret(drafts[0].event)

    def _several(self, command: c.Command, steps: StepsOf) -> None:
        """Enter the steps of a command; the last of them answers the request."""
        number = self.combat.line.steps + 1
        for drafts in steps(self.combat, command, self.viewer, self.at, number):
            self._enter(drafts, command, None, None)
        self.said = number + len(self.steps) - 1

    def _still_sealed(self) -> None:
        """Refuse to go on with dice that everybody foresees."""
        if self.combat.table.is_laid_open:
            raise Refused("", "the keys of the dice were revealed: this combat is over for good")

    def correct(self, command: c.Correct) -> None:
        """Enter a ruling on the past: the head moves, and what still happens is played again."""
        if command.note is None:
            raise Refused("", "say why in a note", None, "/note")
        self._still_sealed()
        combat, dice = self.combat, self.combat.luck.ruled()
        inside = self._normal(command.command, 1) if command.command else None
        command = self._normal(command.model_copy(update={"command": inside}))
        fresh = dice if command.dice == "fall" else None
        found = correction(combat, command, self.viewer, combat.line.steps + 2, fresh)
        branch, parent = ruled(found, command), combat.line.last(found.before)
        left = [entry.event for step in found.left for entry in step]
        self._enter([move(combat, found.before, "correction")], command, None, None)
        for judged in branch:
            if not judged.played.drafts:
                dice.comes_late(judged.drafts, left)
            drafts = dice.corrected(judged.drafts)
            self._enter(list(drafts), judged.command, parent, judged.combat, judged.played)
            parent = self._seq

    def _about_something(self, command: c.Command) -> None:
        """Refuse words about an entry that there is not."""
        last = self.combat.numbers.number(self.combat.line.entries)
        if isinstance(command, c.Note) and (command.about or 0) > last:
            raise Refused("", f"there is no entry {command.about}", {"last": last}, "/about")

    def _only_the_referee(self) -> None:
        if not self.viewer.is_referee:
            raise Forbidden("only the referee gives and takes seats")

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

    def _normal(self, command: C, ahead: int = 0) -> C:
        """A command with people's words and names put apart; of a step so many steps ahead."""
        changes: dict[str, object] = {}
        if isinstance(command.note, str):
            sealed = texts.seal_text(command.note, self.effects.vault.text_key)
            number = self.combat.line.steps + 1 + len(self.steps) + ahead
            ref = texts.reference(number, sealed)
            self.texts.append(
                TextRow(self.combat.name, ref.id, self.viewer.person, (), *sealed[:2])
            )
            changes["note"] = ref
        if isinstance(command, c.SeatOpen):
            changes["person"] = self._person(command.person)
        if not changes:
            return command
        return type(command).model_validate({**command.model_dump(), **changes})

    def _person(self, name: str) -> str:
        person = f"p{len(self._table.seats) + 1}"
        sealed = texts.seal_text(name, self.effects.vault.text_key)
        self.people.append(PersonRow(self.combat.name, person, *sealed[:2]))
        return person

    def _enter(
        self, drafts: list[Draft], command: c.Command | None, parent: int | None,
        after: Combat | None, again: Played | None = None,
    ) -> None:  # fmt: skip
        """Turn the drafts of a step into sealed records; of one that is played `again`, as his.

        Without a command, time caused it.
        """
        by = again.viewer if again else self.viewer
        kept = Kept(command, self._context(by)) if command else None
        said = command.note if command else None
        note = said if isinstance(said, e.TextRef) else None
        step = self.combat.line.steps + 1 + len(self.steps)
        name, entries = self.effects.new_id()[:16], []
        for nth, draft in enumerate(drafts):
            self._seq += 1
            self._hidden += bool(draft.audience)
            meta = Meta(
                seq=self._seq, step=step, nth=nth, number=self._seq - self._hidden,
                parent=None if parent is None else parent if nth == 0 else self._seq - 1,
                cause=draft.cause, answers=draft.answers, by=by.person if command else "",
                behalf=draft.behalf, at=self.at, id=name, audience=draft.audience,
                clause=draft.clause, basis=draft.basis, note=note if nth == 0 else None,
                origin=again.origin if again and again.origin != step else 0,
            )  # fmt: skip
            entries.append(self._seal(meta, draft.event, kept if nth == 0 else None))
        self.steps.append((tuple(entries), after))

    def _seal(self, meta: Meta, event: e.Event, kept: Kept | None) -> Entry:
        body, command = wire.body_bytes(meta, event), wire.kept_bytes(kept)
        if len(command) > MOST_COMMAND:
            raise TooLarge(f"the command has {len(command)} bytes; {MOST_COMMAND} are allowed")
        sealed = seal.seal(
            self.combat.blind_key, self.combat.name, meta.seq, body, command, self._chain
        )
        self._chain = sealed.chain
        self.records.append(
            Record(
                self.combat.name, meta.seq, wire.NAMES[type(event)], body, command, sealed.leaf,
                sealed.chain,
            )
        )  # fmt: skip
        return Entry(meta, event, kept, sealed.leaf, sealed.chain)

    def _context(self, by: Viewer) -> Context:
        rules = self.combat.rules
        return Context(
            engine=ENGINE, revision=rules.revision,
            mode=self.combat.head.roster.mode, role=by.role,
        )  # fmt: skip

    def commit(self, key: KeyRow | None = None, *, sample: bool = False) -> None:
        """Store all of it or nothing; then let the memory follow."""
        row = self._row(sample)
        self.effects.log.append(
            self.records, key=key, catalogue=row, texts=self.texts, people=self.people,
            secrets=self.secrets,
        )  # fmt: skip
        for step, after in self.steps:
            self.combat.absorb(step, after)
        self.combat.listed = row
        self.combat.store_caches()

    def _row(self, sample: bool) -> CatalogueRow | None:
        """How the catalogue lists the combat from now on."""
        listed = self.combat.listed
        before = catalogue.Row(*listed[1:7]) if listed else None
        entries = tuple(entry for step, _ in self.steps for entry in step)
        row = catalogue.row(before, entries, self._head())
        if row is None:
            return None
        return CatalogueRow(self.combat.name, *row, sample or bool(listed and listed.sample))

    def _head(self) -> Combat:
        """The state at the head once all of this is stored."""
        head = self.combat.head
        for step, after in self.steps:
            if isinstance(step[0].event, e.Rewound):
                head = self.combat.moments.at(step[0].event.to)
            head = after if after is not None else head
        return head
