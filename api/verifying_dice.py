"""The dice of a log held to what they are bound to: labels, what was shown first, and their keys.

Labels are counted again without any key. Once keys are known, revealed in the log or brought along,
every die is recomputed from its label and the salts of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from domain import dice
from domain import events as e
from domain.combat import Combat
from domain.facets.rollers import Plays, is_new, numbers_due
from domain.facets.roster import Roster
from domain.facets.tallies import next_of, roll_tally
from domain.fair import WORD, carried
from domain.freshness import consented
from domain.salts import entropy
from domain.seats import REFEREE
from domain.shown import Die, Shown, name_of, spot_of, theirs
from domain.table import Table, sit
from domain.wire import Entry

KEY: Final = "key "
"""What stands before a key's domain where it was revealed."""


class Fallen(NamedTuple):
    """A roll in its entry: what had been shown under its label, and whether it is recomputed."""

    entry: Entry
    rolled: e.DiceRolled
    first: tuple[Die, ...] = ()


def _comes(entry: Entry, joined: e.Joined, roster: Roster, plays: Plays) -> Iterator[str]:
    """What is wrong with the number under which a newcomer, or one who comes again, rolls."""
    had, meta = roster.get(joined.subject), entry.meta
    due = numbers_due(roster, joined, plays, meta.origin, meta.basis)
    if joined.roller in due:
        return
    if had and had.roller:
        yield "one who comes back has not the number for rolls of before"
    elif is_new(roster, max(due)):
        yield "a newcomer has not the next number for rolls"
    else:
        yield "a newcomer has not the number for rolls of the one whose place it takes"


class Recounted:
    """Takes the entries of a log from the first on; says what is wrong with the dice of each."""

    def __init__(self) -> None:
        self.shown, self.table, self.fallen = Shown(), Table(), list[Fallen]()
        self.bound: dict[str, str] = {}
        self.revealed: dict[str, bytes] = {}
        self._public: list[Entry] = []
        self._moved = -1

    def take(self, entry: Entry, before: Combat) -> Iterator[str]:
        """The next entry, `before` being the state that it follows; yields what is wrong."""
        if not entry.meta.audience:
            self._public.append(entry)
        match entry.event:
            case e.CombatOpened(commitments=commitments):
                self.bound = dict(commitments)
            case e.EraBegan():
                yield from self._begins(entry.event)
            case e.Committed(what="salt") if self.table.salts.opened:
                yield "a salt was committed to when others were open already"
            case e.DiceRolled():
                yield from self._roll(entry, entry.event, before)
            case e.CardDrawn():
                yield from self._card(entry, entry.event, before)
            case e.Rewound(why="correction"):
                self._moved = entry.meta.at
            case e.RoundBegan(n=n) if n != before.clock.rounds + 1:
                yield "it has not the number of the next round"
            case e.Joined():
                yield from self._joins(entry, entry.event, before)
            case e.Revealed(who=who, what=what, value=value) if who == REFEREE:
                yield from self._reveals(what, value)
        self._hear(entry)

    def _joins(self, entry: Entry, joined: e.Joined, before: Combat) -> Iterator[str]:
        yield from _comes(entry, joined, before.roster, self.table.plays)
        if entry.meta.origin:
            return
        if self.shown.stranger(joined, before):
            yield "somebody comes in to dice that were shown for another"
        if entry.meta.basis == "table" and self.shown.left_behind(joined, before):
            yield "somebody comes in with other dice for one who has left and rolled in this round"

    def _begins(self, era: e.EraBegan) -> Iterator[str]:
        """Other keys, one for each that the combat was opened with."""
        domains = [d for d, n in map(dice.named, dice.key_domains(self.bound)) if n == 1]
        if era.era != self.shown.era + 1 or list(era.commitments) != domains:
            yield "it does not begin the next era of all its keys"
        self.shown.era = era.era
        self.bound |= {dice.key_name(d, era.era): said for d, said in era.commitments.items()}

    def _reveals(self, what: str, value: str) -> Iterator[str]:
        """A key that was shown, in hexadecimal; the referee may have shown other things as well."""
        if not what.startswith(KEY):
            return
        try:
            self.revealed[what.removeprefix(KEY)] = bytes.fromhex(value)
        except ValueError:
            yield "the key that it reveals is none"

    def _hear(self, entry: Entry) -> None:
        if number := consented(self.table.fresh, entry):
            self.shown.consent(self._public[number - 1].event)
        self.table = sit(self.table, (entry,))
        self.shown.hear(entry)

    def leave(self, entries: Iterable[Entry], fork: Combat, head: Combat) -> None:
        """The head leaves some entries of play; `fork` is the state before them, `head` after."""
        members = head.roster.members.values()
        rollers = [(member.roller, member.subject) for member in members if member.roller]
        self.shown.leave(entries, lambda: fork, rollers)

    # --- labels --------------------------------------------------------------------------------

    def _roll(self, entry: Entry, rolled: e.DiceRolled, before: Combat) -> Iterator[str]:
        label = rolled.label
        own = "hidden" if entry.meta.audience else "open"
        mine = self._due_in(rolled, before, own)
        if rolled.own != ("" if rolled.key == own else own):
            yield "it does not say in which domain it is made"
        if not entry.meta.origin and not label.kind:
            yield from self._bound(rolled, mine, theirs(before, own, mine))
        if rolled.own_r not in self._own_ordinals(entry, rolled, mine):
            yield "it does not say which roll of those it is"
        first = self.shown.dice.get(name_of(rolled.key, label), ())[: len(rolled.faces)]
        if label.kind and rolled.provenance != "service":
            first = ()  # What a correction types in is the referee's ruling, each time.
        for die, face in zip(first, rolled.faces, strict=False):
            if die.sides == rolled.sides and die.face != face:
                yield f"its dice show {face}, but had shown {die.face} before"
        self.fallen.append(Fallen(entry, rolled, first))

    def _bound(self, rolled: e.DiceRolled, mine: e.DieLabel, theirs: e.DieLabel) -> Iterator[str]:
        """Whether it is of the key and label due to it, with the fresh dice agreed to."""
        own = rolled.own or rolled.key
        key, due = self.shown.bound_as(own, mine, theirs)
        if rolled.key != key:
            yield "its dice are of another key than those that were shown first"
        elif rolled.label != self.shown.fresh_label(key, due):
            yield "its dice are bound to another label than was due"

    def _own_ordinals(self, entry: Entry, rolled: e.DiceRolled, mine: e.DieLabel) -> set[int]:
        """Which roll of its domain it can be; one that is decided again, also that of before."""
        if not rolled.own or rolled.label.kind:
            return {0}
        again = (x.rolled for x in self.fallen if x.entry.origin == entry.meta.origin)
        return {mine.r, *(old.own_r for old in again if old.own == rolled.own)}

    def _due_in(self, rolled: e.DiceRolled, before: Combat, key: str) -> e.DieLabel:
        """The label that a roll has in a key domain, as the rules count it."""
        member, rolls = before.roster.get(rolled.who), before.exchange.rolls
        roller = member.roller if member else 0
        tally = roll_tally(key, roller, rolled.sort)
        nth, reroll = next_of(rolls, tally, rolled.label.reroll > 0)
        return e.DieLabel(
            round=before.clock.rounds, roller=roller, sort=rolled.sort, r=nth, reroll=reroll
        )

    def _card(self, entry: Entry, drawn: e.CardDrawn, before: Combat) -> Iterator[str]:
        if drawn.fresh != self.shown.fresh_cards(drawn.deck, drawn.shuffle):
            yield "its deck was not shuffled as often as it says"
        top = self.shown.cards.get(spot_of(before, drawn))
        other = top is not None and top.card != f"{drawn.card}#{drawn.copy_no}"
        # What a correction types in is the referee's ruling; it comes with the move of the head.
        ruled = entry.meta.origin > 0 or entry.meta.at == self._moved
        if other and drawn.provenance != "service" and not ruled:
            yield "another card had been shown in its place"

    # --- faces ---------------------------------------------------------------------------------

    def recomputed(self, combat: str, given: Mapping[str, bytes]) -> Iterator[tuple[int, str]]:
        """What is wrong with revealed keys and with all dice whose key is known, each by entry."""
        for name, key in self.revealed.items():
            if name not in self.bound or not self._is_bound(combat, name, key):
                yield 1, f"the key of {name!r} that was revealed is not the one committed to"
        keys = {**given, **self.revealed}
        for fallen in self.fallen:
            found = keys.get(dice.key_name(fallen.rolled.key, fallen.rolled.label.era))
            if found is not None and not self._as_bound(combat, found, fallen):
                yield fallen.entry.seq, "its dice are not those that they were bound to"

    def _is_bound(self, combat: str, name: str, key: bytes) -> bool:
        domain, era = dice.named(name)
        return dice.commitment(key, combat, era, domain).hex() == self.bound[name]

    def _as_bound(self, combat: str, key: bytes, fallen: Fallen) -> bool:
        """Whether a roll shows what its label does; typed dice, only what was shown before."""
        rolled, first = fallen.rolled, fallen.first
        due = self.due_faces(combat, key, fallen)
        if rolled.provenance != "service":
            return rolled.faces[: len(first)] == due[: len(first)]
        kept = self._kept_before(fallen) if rolled.label.kind else 0
        return rolled.faces[kept:] == due[kept:]

    def due_faces(self, combat: str, key: bytes, fallen: Fallen) -> tuple[int, ...]:
        """The faces that the dice of a roll are bound to."""
        rolled, label = fallen.rolled, dice.Label(**fallen.rolled.label.model_dump())
        mixed = entropy(combat, label.era, self.table.salts.counting(label.round, label.era))

        def faces(sides: int, count: int) -> tuple[int, ...]:
            return dice.faces(key, combat, mixed, label, [sides] * count)

        words = faces(WORD, len(fallen.first))
        found = list(faces(rolled.sides, len(rolled.faces))) if rolled.faces else []
        for j, die in enumerate(fallen.first):
            if not die.falls_anew(rolled.sides, label.era):
                found[j] = carried(die, words[j] - 1, rolled.sides)
        return tuple(found)

    def _kept_before(self, fallen: Fallen) -> int:
        """How many dice of a corrected roll are those that had been recorded for it."""
        rolled, most = fallen.rolled, 0
        for old in self.fallen:
            same = old.rolled.who == rolled.who and old.rolled.sort == rolled.sort
            if same and old.entry.origin == rolled.label.origin and old.entry is not fallen.entry:
                pairs = zip(old.rolled.faces, rolled.faces, strict=False)
                alike = [one == other for one, other in pairs] + [False]
                most = max(most, alike.index(False))
        return most
