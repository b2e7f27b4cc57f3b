"""What has to be so after every run: nothing lost, nothing twice, one order, one state."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from api.combats.open_combat import OpenCombat
from api.combats.sealed_entries import expected_seal
from api.combats.viewers.sights import Sights
from api.read.entries import entries_json
from api.service.service import Service
from api.store.core.rows import KeyRow
from domain import commands as c
from domain.log.sealing import GENESIS
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, Viewer
from projections.state import catalogue
from tests.simulation.actors.clients import Client, Known, Sent
from tests.simulation.actors.listeners import Listener

State = dict[str, Any]


def state_of(service: Service, combat: OpenCombat) -> State:
    """Everything that has to be the same in every process."""
    seats = sorted(combat.table.seats.values())
    return {
        "entries": combat.line.entries,
        "steps": combat.line.steps,
        "chain": combat.chain,
        "head": state_hash(combat.head) if combat.node else b"",
        "node": combat.node,
        "table": repr(combat.table),
        "numbers": combat.numbers.hidden,
        "tokens": [service.token(combat, seat.viewer) for seat in seats],
        "seen": [_seen(combat, viewer) for viewer in (PUBLIC, *(seat.viewer for seat in seats))],
        "shown": json.dumps(combat.luck.shown.dump(), default=repr),
    }


def _seen(combat: OpenCombat, viewer: Viewer) -> tuple[int, int, str]:
    """What a viewer has seen: entries, steps, and the state that they come to."""
    sight = Sights().of(combat, viewer)
    return len(sight), sight.line.steps, state_hash(sight.moment(sight.node).combat)


def entries_of(service: Service, combat: OpenCombat, viewer: Any) -> list[Any]:
    """A viewer's whole log, as it is sent."""
    sight = Sights().of(combat, viewer)
    return list(entries_json(service, combat, sight, range(1, len(sight) + 1)))


def without_words(rows: Sequence[Any]) -> list[Any]:
    """Entries without what may be forgotten."""
    found = json.loads(json.dumps(rows, default=str))
    for row in found:
        if isinstance(row.get("note"), dict):
            row["note"].pop("words", None)
    return list(found)


class Stored:
    """What the database holds of a combat at the end, read anew by a process of its own."""

    def __init__(self, service: Service, name: str):
        self.service, self.name = service, name
        self.combat = service.combat(name)
        self.keys = [
            KeyRow(*row[:-1]) if len(row) > 7 else KeyRow(*row)
            for row in service.log.tables.fetch(
                "SELECT combat, seat, key, mac, step, line, problem FROM keys WHERE combat = ?",
                name,
            )
        ]

    def step_of(self, sent: Sent, line: int = 1) -> int | None:
        """As which step a command is stored."""
        of = [k for k in self.keys if (k.seat, k.key, k.line) == (sent.caller.seat, sent.key, line)]
        return of[0].step if of else None

    def wrongs(self, clients: Sequence[Client], maybe_forgotten: set[str]) -> Iterator[str]:
        """What is wrong with it."""
        yield from self._of_seals()
        yield from self._of_counts()
        yield from self._of_catalogue()
        known = [each for client in clients for each in client.known if self._is_here(each.sent)]
        for each in known:
            yield from self._of_known(each)
        for client in clients:
            yield from self._of_order(client)
        doubted = [sent for client in clients for sent in client.in_doubt if self._is_here(sent)]
        yield from self._of_others([*(each.sent for each in known), *doubted])
        yield from self._of_words([*(each.sent for each in known), *doubted], maybe_forgotten)

    def has_any(self, leaves: set[bytes]) -> bool:
        """Whether an entry of these is stored."""
        return any(record.leaf in leaves for record in self.service.log.read(self.name))

    def _is_here(self, sent: Sent) -> bool:
        return sent.combat == self.name

    def _of_seals(self) -> Iterator[str]:
        chain, number = GENESIS, 0
        for number, record in enumerate(self.service.log.read(self.name), 1):
            due = expected_seal(record, self.combat.nonces(record.seq), chain)
            if record.seq != number or due != (record.leaf, record.chain):
                yield f"entry {number} has a broken seal"
            chain = record.chain
        head = self.service.log.head(self.name)
        if head is None or (head.seq, head.chain) != (number, chain):
            yield f"the head is not at the last entry: {head}, {number}"

    def _of_counts(self) -> Iterator[str]:
        head = self.service.log.head(self.name)
        for table in ("keys", "texts", "people"):
            [(count,)] = self.service.log.tables.fetch(
                f"SELECT count(*) FROM {table} WHERE combat = ?", self.name
            )
            if count != getattr(head, table):
                yield f"{getattr(head, table)} rows are counted in {table}, and there are {count}"

    def _of_catalogue(self) -> Iterator[str]:
        """The combat is listed as it is."""
        listed = self.combat.listed
        assert listed is not None
        entries = list(self.combat.entries(1, self.combat.line.entries))
        row = catalogue.row(catalogue.Row(*listed[1:-1]), entries, self.combat.head)
        if row != catalogue.Row(*listed[1:-1]):
            yield f"the combat is listed as {listed}, and is {row}"

    def _of_known(self, known: Known) -> Iterator[str]:
        """What a client knows of a command, held against what is stored."""
        sent = known.sent
        if known.refused:
            if known.is_sure and self.step_of(sent) is not None:
                yield f"{sent.key} was refused ({known.refused}), and is stored"
        elif sent.is_batch:
            for number, line in enumerate(known.lines, 1):
                if self.step_of(sent, number) != line.step:
                    yield f"{sent.key} was answered step {line.step} for line {number}"
        elif (step := self.step_of(sent)) is None:
            yield f"{sent.key} is acknowledged, and not stored"
        else:
            yield from self._of_answer(known, step)

    def _of_answer(self, known: Known, step: int) -> Iterator[str]:
        """The entries of an answer are those of the steps of the command."""
        sight = Sights().of(self.combat, known.sent.caller.viewer)
        steps = sight.of_steps(self.combat, step, self.combat.last_step(step))
        stored = entries_json(self.service, self.combat, sight, steps)
        if without_words(known.entries) != without_words(list(stored)):
            yield f"{known.sent.key} was answered other entries than are stored at step {step}"

    def _of_order(self, client: Client) -> Iterator[str]:
        """What one client sent one after the other is stored in that order."""
        steps = []
        for known in client.known:
            if self._is_here(known.sent) and not known.refused:
                lines = [line.step for line in known.lines if line.step]
                steps += lines or ([self.step_of(known.sent) or 0] if known.entries else [])
        if steps != sorted(steps) or len(set(steps)) < len(steps):
            yield f"what {client.name} sent is stored in another order: {steps}"

    def _of_others(self, sent: Sequence[Sent]) -> Iterator[str]:
        """Nothing is stored that nobody sent, or that was sent once and is stored twice."""
        tags = Counter[str]()
        for entry in self.combat.entries(1, self.combat.line.entries):
            # What is hidden stays where the head is moved, and is told again.
            if entry.meta.origin:
                continue
            if tag := getattr(entry.event, "purpose", "") or getattr(entry.event, "name", ""):
                tags[tag] += 1
        said = {_tag(command) for each in sent for command in each.commands} - {""}
        for tag, count in tags.items():
            if "-" in tag and (count > 1 or tag not in said):
                yield f"{tag} is stored {count} times, and was sent {int(tag in said)} times"
        keys = {(each.caller.seat, each.key) for each in sent}
        strange = [k.key for k in self.keys if k.key and (k.seat, k.key) not in keys]
        if left := [key for key in strange if not key.startswith("open")]:
            yield f"keys are stored that nobody sent: {left}"

    def _of_words(self, sent: Sequence[Sent], maybe_forgotten: set[str]) -> Iterator[str]:
        """What was written is there, unless it was forgotten."""
        texts = {row.id: row.words for row in self.service.log.texts(self.name)}
        for each in sent:
            for number, command in enumerate(each.commands, 1):
                step = self.step_of(each, number)
                if not step or not isinstance(command, c.Note) or f"t{step}" in maybe_forgotten:
                    continue
                if texts.get(f"t{step}") != str(command.note).encode():
                    yield f"the words of {each.key}, t{step}, are {texts.get(f't{step}')!r}"

    def of_stream(self, listener: Listener) -> Iterator[str]:
        """What a listener heard is the listener's whole log, once and in order."""
        due = entries_of(self.service, self.combat, listener.caller.viewer)
        numbers = [row["number"] for row in due]
        heard = [number for number, _ in listener.heard]
        if heard != numbers:
            yield f"{listener.name} heard {heard} of {numbers}"
        elif without_words([json.loads(data) for _, data in listener.heard]) != without_words(due):
            yield f"{listener.name} heard other entries than there are"


def _tag(command: c.Command) -> str:
    """What a command says that no other says, and that is in its event."""
    if isinstance(command, c.Roll):
        return command.purpose
    return command.name if isinstance(command, c.Join) else ""


def differences(one: State, other: State) -> list[str]:
    """In what two states differ."""
    return [name for name in one if one[name] != other[name]]
