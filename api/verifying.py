"""A log held to what it promises, entry by entry: seal, chain, numbers, references, fold.

What comes from elsewhere is verified before it is stored, and what is stored may be verified again
at any time. Nothing here asks a ruleset: an old log holds whatever the rules say today.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from api.eras import Nonces, NoncesOf
from api.store import Record
from api.verifying_dice import Recounted
from domain import events as e
from domain import seal
from domain.combat import EMPTY, Combat, evolve
from domain.facets import Answers
from domain.seal import GENESIS
from domain.wire import IMPORTED, NAMES, STORED, Entry, Meta, Unreadable, parse_body, parse_kept

_UNFOLDABLE = (LookupError, ValueError, TypeError, AttributeError)


class Flawed(Exception):
    """Why an entry cannot be what it says."""


class Apart(NamedTuple):
    """Words and names that stand apart from a log, by their commitments (empty: forgotten).

    A text has its author before its commitment.
    """

    texts: Mapping[str, tuple[str, str]]
    people: Mapping[str, str]


def sealed(record: Record, nonces: Nonces, before: bytes) -> seal.Sealed:
    """The leaf and the chain that an entry ought to have."""
    parts = map(seal.commit_part, nonces, (record.body, record.command))
    leaf = seal.leaf(*parts)
    return seal.Sealed(leaf, seal.chain(before, leaf))


class Verifier:
    """Takes the entries of one log from the first on, and raises Flawed at the first wrong one."""

    def __init__(self, apart: Apart):
        self.apart, self.chain = apart, GENESIS
        self.entries: list[Entry] = []
        self.states: dict[int, Combat] = {0: EMPTY}
        self.dice = Recounted()
        self._head = 0
        self._ends = {0}
        self._private = 0

    @property
    def head(self) -> Combat:
        """The state at the head of the line of play."""
        return self.states[self.node]

    @property
    def node(self) -> int:
        """The entry at the head of the line of play."""
        last = self.entries[-1] if self.entries else None
        return _head_after(last, self._head) if last else 0

    def take(self, record: Record, nonces: Nonces) -> Entry:
        """The next entry, once everything about it holds."""
        if sealed(record, nonces, self.chain) != (record.leaf, record.chain):
            raise Flawed("its seal is broken: it is not the entry that was chained here")
        entry = _read(record)
        self._in_its_place(entry, record)
        self._refers(entry)
        for flaw in self.dice.take(entry, self.states[entry.meta.parent or 0]):
            raise Flawed(flaw)
        if isinstance(entry.event, e.Rewound):
            self._leave(entry.event)
        if entry.is_play:
            self.states[entry.seq] = _folded(self.states[entry.meta.parent or 0], entry)
        self.chain = record.chain
        self.entries.append(entry)
        return entry

    def _leave(self, moved: e.Rewound) -> None:
        """Note what was shown on the line that the head leaves."""
        left, was, to = list[Entry](), moved.was, moved.to
        while was != to:
            if was > to:
                left.append(self.entries[was - 1])
                was = left[-1].meta.parent or 0
            else:
                to = self.entries[to - 1].meta.parent or 0
        self.dice.leave(reversed(left), self.states[to], self.states[moved.was])

    def recompute(self, combat: str, keys: Mapping[str, bytes]) -> None:
        """Recompute all dice whose keys are in the log or given; raises Flawed at the first."""
        for seq, flaw in self.dice.recomputed(combat, keys):
            raise Flawed(f"entry {seq}: {flaw}")

    # --- where it stands -------------------------------------------------------------------

    def _in_its_place(self, entry: Entry, record: Record) -> None:
        """Check seq, step, place in the step, parent and public number."""
        meta, last = entry.meta, self.entries[-1].meta if self.entries else None
        self._private += bool(meta.audience)
        for holds, why in self._places(meta, last, record):
            if not holds:
                raise Flawed(why)
        if meta.nth == 0:
            self._end_the_step()
        # Time may end a request; and what was decided elsewhere was said elsewhere.
        may_lack = meta.basis == IMPORTED or (meta.by == "" and not entry.is_play)
        if (entry.kept is None) != (meta.nth > 0) and not (entry.kept is None and may_lack):
            raise Flawed("a step keeps its command beside its first entry, and only there")
        if meta.parent not in (None, self._head if meta.nth == 0 else record.seq - 1):
            raise Flawed(f"it does not follow entry {meta.parent}")
        self._in_its_book(entry)

    def _places(self, meta: Meta, last: Meta | None, record: Record) -> Iterator[tuple[bool, str]]:
        goes_on = last is not None and _goes_on(last, meta)
        begins = (meta.step, meta.nth) == ((last.step if last else 0) + 1, 0)
        yield record.seq == len(self.entries) + 1, f"entry {len(self.entries) + 1} is missing"
        yield meta.seq == record.seq, f"it calls itself entry {meta.seq}"
        yield meta.number == meta.seq - self._private, f"its number cannot be {meta.number}"
        yield goes_on or begins, f"step {meta.step}, entry {meta.nth} of it, does not come here"
        late = meta.basis == IMPORTED and last is not None and last.basis != IMPORTED
        yield not late, "it was decided in another log, but follows what was decided in this one"

    def _end_the_step(self) -> None:
        if self.entries:
            last = self.entries[-1]
            self._head = _head_after(last, self._head)
            if last.is_play:
                self._ends.add(last.seq)

    def _in_its_book(self, entry: Entry) -> None:
        """Check that play stands on the line, and that the first entry alone opens the combat."""
        book = STORED[_name(entry)].book
        if book not in ("both", "play" if entry.is_play else "table"):
            raise Flawed(f"{_name(entry)} does not stand {'on' if entry.is_play else 'beside'} it")
        if isinstance(entry.event, e.CombatOpened) != (entry.seq == 1):
            raise Flawed("a combat is opened by its first entry, and only there")

    # --- what it refers to -----------------------------------------------------------------

    def _refers(self, entry: Entry) -> None:
        """Check that the texts, people and entries that it names are there."""
        notes = [entry.meta.note] if entry.meta.note else []
        match entry.event:
            case e.Noted(text=text):
                notes.append(text)
            case e.SeatOpened(person=person, name=name):
                if self.apart.people.get(person) not in (name, ""):
                    raise Flawed(f"the name of {person} is missing, altered, or another person's")
            case e.Rewound(was=was, to=to) if was != self._head or to not in self._ends:
                raise Flawed(f"the head cannot go from {was} to {to}")
        for note in notes:
            author, digest = self.apart.texts.get(note.id, ("", None))
            if digest not in (note.digest, ""):
                raise Flawed(f"the words {note.id} are missing, altered, or another person's")
            if note.id == f"t{entry.step}" and author != entry.meta.by:
                raise Flawed(f"the words {note.id} are of {entry.meta.by}, not of {author}")


def _goes_on(last: Meta, meta: Meta) -> bool:
    """True for the next entry of the same step, which is of play as a whole or not at all."""
    alike = (last.parent is None) == (meta.parent is None)
    return alike and (meta.step, meta.nth) == (last.step, last.nth + 1)


def _head_after(entry: Entry, head: int) -> int:
    """The head after a step that ends with this entry."""
    if isinstance(entry.event, e.Rewound):
        return entry.event.to
    return entry.seq if entry.is_play else head


def _read(record: Record) -> Entry:
    try:
        if not record.body.startswith(record.name.encode() + b"\n"):
            raise Flawed(f"it is stored as {record.name}, but says another name")
        meta, event = parse_body(record.body)
        kept = parse_kept(record.command)
    except (Unreadable, ValueError) as error:
        raise Flawed(f"it cannot be read: {error}") from error
    return Entry(meta, event, kept, record.leaf, record.chain)


def _folded(before: Combat, entry: Entry) -> Combat:
    answers: Answers = entry.meta.answers
    try:
        return evolve(before, entry.event, answers)
    except _UNFOLDABLE as error:
        raise Flawed(f"it does not follow from what was before ({error})") from error


def _name(entry: Entry) -> str:
    return NAMES[type(entry.event)]


def verified(records: Iterable[Record], nonces: NoncesOf, apart: Apart) -> Verifier:
    """A whole stored log; raises Flawed, its message beginning with the entry.

    Dice are recomputed whose keys were revealed in it.
    """
    verifier, combat = Verifier(apart), ""
    for record in records:
        combat = record.combat
        try:
            verifier.take(record, nonces(record.seq))
        except Flawed as flaw:
            raise Flawed(f"entry {record.seq}: {flaw}") from flaw
    if verifier.entries:
        verifier.recompute(combat, {})
    return verifier
