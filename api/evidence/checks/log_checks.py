"""Checks of a log, entry by entry: order, references, balances, dice, cards and the fold.

An import, a rebuild and `verify` all make these checks. Nothing here asks a ruleset: an old log
holds whatever the rules say today. Of an archive that was redacted, some entries are closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from api.evidence.checks.consent_checks import NUMBERED, ConsentChecks
from api.evidence.checks.dice_checks import (
    CardChecks,
    KeyBonds,
    check_salt,
    comes_to_its_total,
    faces_due,
    revealed_key,
)
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.label_checks import LabelChecks
from api.store.core.rows import PersonRow, TextRow
from domain import events as e
from domain.dice import keyed_faces
from domain.dice.salts import SALT
from domain.log.codec import IMPORTED, NAMES, STORED, Entry, Meta
from domain.log.sealing import commit_words
from domain.state.combat import EMPTY, Combat, evolve

_BOOKS = {row.event: row.book for row in STORED.values()}
_NO_ENTRY = Meta(seq=0, step=0, number=0, parent=None, at=0)
UNKNOWN = -1
"""The head of the line of play after a closed entry."""


class Words(NamedTuple):
    """Texts and names that are kept beside a log, by their commitments; forgotten ones are missing.

    A text has its author before its commitment.
    """

    texts: Mapping[str, tuple[str, str]]
    people: Mapping[str, str]


def committed_words(texts: Iterable[TextRow], people: Iterable[PersonRow]) -> Words:
    """Return the commitments that a log has to hold of texts and of people's names."""
    return Words(
        {t.id: (t.author, commit_words(t.author, t.salt, t.words)) for t in texts},
        {p.id: commit_words(p.id, p.salt, p.name) for p in people},
    )


class LogChecks:
    """Checks the entries of one log in order, from the first on, and folds them.

    `keys` are the known keys of its dice, `unbound` those that nothing has bound yet. `words` are
    left out where they are not at hand, and `cards` where the decks are not. Of a log that is not
    `whole`, some entries are closed.
    """

    def __init__(
        self,
        combat: str,
        keys: Mapping[str, bytes],
        *,
        words: Words | None = None,
        cards: CardChecks | None = None,
        whole: bool = True,
    ):
        self.combat, self.keys, self.dice, self.cards = combat, keys, 0, 0
        self.states: dict[int, Combat] = {0: EMPTY}
        self._words, self._decks, self._whole = words, cards, whole
        self._consents = ConsentChecks(whole)
        self._labels = LabelChecks(whole, self._consents.times_agreed)
        self._bonds, self._domains, self.unbound = KeyBonds({}, (), {}), [""], {*keys}
        self._last, self._seq, self._number, self.node = _NO_ENTRY, 0, 0, 0
        """`node` is the entry at the head of the line of play; -1 where that is not known."""
        self._closed, self._ends, self._named = set[int](), {0}, set[str]()
        self._copying = self._reported = False

    @property
    def head(self) -> Combat:
        """The state at the head of the line of play."""
        return self.states[self.node]

    @property
    def unreferenced_ids(self) -> set[str]:
        """The ids of words and names that no entry refers to."""
        words = self._words or Words({}, {})
        return {*words.texts, *words.people} - self._named

    def skip(self, *, public: bool) -> None:
        """Go past a closed entry."""
        self._seq += 1
        self._closed.add(self._seq)
        self._number += public
        self.node = UNKNOWN

    def take(self, entry: Entry, under: int | None = None, *, command_closed: bool = False) -> None:
        """Check the next entry; raises Flaw.

        `under` is the nearest entry at or above its parent that is not closed, if not the parent.
        """
        self._seq += 1
        try:
            self._in_its_place(entry, command_closed)
            self._beside_play(entry)
            if entry.is_play:
                before = self.states[self._base(entry, under)]
                self._adds_up(before, entry.meta, entry.event)
                self.states[entry.seq] = evolve(before, entry.event, entry.meta.answers)
                self.node = entry.seq
        except Exception as error:  # whatever a hostile entry makes this raise
            raise Flaw(f"entry {self._seq}", str(error)) from error
        self._last = entry.meta

    # --- where it stands -----------------------------------------------------------------------

    def _in_its_place(self, entry: Entry, command_closed: bool) -> None:
        meta, name = entry.meta, NAMES[type(entry.event)]
        self._number += not meta.audience
        if meta.seq != self._seq:
            raise ValueError(f"it calls itself entry {meta.seq}")
        if meta.number != self._number:
            raise ValueError(f"its public number cannot be {meta.number}")
        if not self._comes_next(meta):
            raise ValueError(f"entry {meta.nth} of step {meta.step} does not come here")
        self._was_decided_elsewhere(entry, command_closed)
        if meta.nth == 0 and self._last.parent is not None:
            self._ends.add(self._last.seq)
        # Nobody says that something fell in secret; what another log decided was said there.
        may_lack = self._copying or isinstance(entry.event, e.SecretFell)
        is_missing = entry.kept is None and meta.nth == 0 and not may_lack
        if not command_closed and (is_missing or (entry.kept is not None and meta.nth > 0)):
            raise ValueError("a step keeps its command beside its first entry, and only there")
        if _BOOKS[type(entry.event)] != ("play" if entry.is_play else "table"):
            raise ValueError(f"{name} does not stand {'on' if entry.is_play else 'beside'} it")
        if isinstance(entry.event, e.CombatOpened) != (entry.seq == 1):
            raise ValueError("a combat is opened by its first entry, and only there")

    def _was_decided_elsewhere(self, entry: Entry, command_closed: bool) -> None:
        """Check that what was decided in another log follows an opening that names one.

        What was reported stands in the step of a command, which its heading begins.
        """
        if isinstance(entry.event, e.CombatOpened):
            self._copying = entry.event.origin is not None
        if entry.meta.nth == 0 or entry.meta.step != self._last.step:
            has_command = entry.kept is not None or (command_closed and not self._copying)
            is_heading = isinstance(entry.event, e.Reported) and has_command
            self._reported = is_heading or (entry.meta.nth > 0 and not self._whole)
        is_elsewhere = entry.meta.basis == IMPORTED
        self._copying &= is_elsewhere and not self._reported
        if is_elsewhere and not (self._copying or self._reported):
            raise ValueError("it was decided in another log, but what it follows was not")

    def _comes_next(self, meta: Meta) -> bool:
        last = self._last
        if last.seq != meta.seq - 1:  # closed entries stand between
            return (meta.step, meta.nth) > (last.step, last.nth)
        same_book = (last.parent is None) == (meta.parent is None)
        goes_on = same_book and (meta.step, meta.nth) == (last.step, last.nth + 1)
        return goes_on or (meta.step, meta.nth) == (last.step + 1, 0)

    def _base(self, entry: Entry, under: int | None) -> int:
        """Return the nearest opened entry that an entry of play follows."""
        seq, parent = entry.seq, entry.meta.parent or 0
        if parent != seq - 1 if entry.meta.nth else self.node not in (UNKNOWN, parent):
            raise ValueError(f"it does not follow entry {parent}")
        base = parent if under is None else under
        if parent >= seq or (parent in self._closed) != (under is not None) or base > parent:
            raise ValueError(f"it does not follow from what is opened at entry {base}")
        return base

    # --- beside play ---------------------------------------------------------------------------

    def _beside_play(self, entry: Entry) -> None:
        """Check what an entry says besides its effect on play."""
        event = entry.event
        if isinstance(event, e.Committed | e.Revealed) and event.what == SALT:
            check_salt(self._consents.table, event)
        self._consents.follow(entry)
        match event:
            case e.CombatOpened():
                self._opens(event)
            case e.EraBegan():
                self._begins(event)
            case e.Revealed():
                self._reveals(event)
            case e.Rewound():
                self._moves(entry.seq, event)
        for why in self._wrong_words(entry):
            raise ValueError(why)

    def _moves(self, seq: int, moved: e.Rewound) -> None:
        """Move the head, to the end of a step."""
        known = moved.to in self._ends or (not self._whole and moved.to < seq)
        if self.node not in (UNKNOWN, moved.was) or not known:
            raise ValueError(f"the head cannot go from {moved.was} to {moved.to}")
        self.node = moved.to

    def _opens(self, opened: e.CombatOpened) -> None:
        """Check the decks that were committed to before any card was drawn."""
        bound = opened.commitments
        if any("@" in name for name in bound):
            raise ValueError("its first keys are called as those of a later era")
        if self._decks is not None:
            decks = self._decks.commitments()
            keyed = sum(name.startswith("deck:") for name in bound)
            if len(decks) != keyed or not decks.items() <= bound.items():
                raise ValueError("the decks are not those that were committed to")
        self._domains = list(keyed_faces.key_domains(bound))
        self._binds(1, bound)

    def _begins(self, event: e.EraBegan) -> None:
        """Check that there are other keys, one for each that there was."""
        if event.era != self._labels.era + 1 or list(event.commitments) != self._domains:
            raise ValueError("it does not begin the next era of all its keys")
        self._labels.era = event.era
        if self._decks is not None:
            self._decks.era = event.era
        self._binds(event.era, event.commitments)

    def _binds(self, era: int, commitments: Mapping[str, str]) -> None:
        for domain, bound in commitments.items():
            name = keyed_faces.key_name(domain, era)
            self._bonds.commitments[name] = bound
            key = self.keys.get(name)
            if key is not None and not self._bonds.are_of(self.combat, name, key):
                raise ValueError(f"the key {name!r} is not the one committed to")
            self.unbound.discard(name)

    def _reveals(self, event: e.Revealed) -> None:
        if (revealed := revealed_key(event)) is None:
            return
        name, key = revealed
        if not self._bonds.are_of(self.combat, name, key):
            raise ValueError(f"the key of {name!r} that was revealed is not the one committed to")
        if self.keys.get(name) != key:
            raise ValueError(f"the key {name!r} that is revealed here is missing among the keys")

    def _wrong_words(self, entry: Entry) -> Iterator[str]:
        """Say which texts and people that it names are not those that the log is bound to."""
        if self._words is None:
            return
        notes = [entry.meta.note] if entry.meta.note else []
        match entry.event:
            case e.Noted(text=text):
                notes.append(text)
            case e.SeatOpened(person=person, name=name):
                self._named.add(person)
                if self._words.people.get(person, name) != name:
                    yield f"the name of {person} is altered, or another person's"
        for note in notes:
            self._named.add(note.id)
            if note.id not in self._words.texts:
                continue
            author, digest = self._words.texts[note.id]
            if digest != note.digest:
                yield f"the words {note.id} are altered, or another person's"
            if note.id == f"t{entry.step}" and author != entry.meta.by:
                yield f"the words {note.id} are of {entry.meta.by}, not of {author}"

    # --- play ----------------------------------------------------------------------------------

    def _adds_up(self, before: Combat, meta: Meta, event: e.Event) -> None:
        if type(event) is e.PoolChanged:
            left = before.pools.balance_of(event.subject, event.pool, event.key)
            if left + event.delta != event.balance and (self._whole or event.how != "set"):
                raise ValueError(f"{left} and {event.delta} are not {event.balance}")
        elif type(event) is e.DiceRolled:
            self._check_roll(before, meta, event)
        elif type(event) in NUMBERED:
            self._consents.in_turn(before, meta, event)
        elif type(event) is e.CardDrawn:
            self._consents.hold(before, meta, event, event.fresh)
            if self._whole and self._decks is not None:
                self.cards += self._decks.is_next(before, meta, event)

    def _check_roll(self, before: Combat, meta: Meta, event: e.DiceRolled) -> None:
        """Check the sum of a roll, its label, and where its key is known its faces."""
        if not comes_to_its_total(event):
            raise ValueError(f"its faces do not come to {event.total}")
        if not event.is_counted:
            return
        self._labels.hold(before, meta, event)
        self._consents.hold(before, meta, event, event.label.fresh)
        key = self.keys.get(keyed_faces.key_name(event.key, event.label.era))
        of_service = event.provenance == "service"
        bound = len(event.all_faces) if of_service else self._labels.known
        if key is None or not bound:
            return
        known, salts = self._labels.before(event), self._consents.table.salts
        due = faces_due(self.combat, key, salts, event, known)[:bound]
        if due != (shown := list(event.all_faces[:bound])):
            why = "its dice are not those that they were bound to"
            raise ValueError(f"{why}: they fell {due}, not {shown}")
        self.dice += bound if of_service else 0
