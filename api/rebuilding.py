"""What is kept beside the log, held to the log: states, indexes, the catalogue; and made anew.

Everything here can be thrown away but the entries. So every combat is folded again from its first
entry on, and what was kept has to be the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from api import texts
from api.cache_seals import CacheSeals
from api.eras import nonces_of
from api.open_combat import INDEX, STATE, OpenCombat
from api.precedents import rulings
from api.store import (
    CatalogueRow,
    CombatLog,
    Damaged,
    Head,
    LineDump,
    Mark,
    PersonRow,
    Record,
    RulingRow,
    StoreError,
    TextRow,
)
from api.vault import SAMPLE_PREFIX, Vault
from api.verifying import Apart, Flawed, Verifier, verified
from domain import combat as state
from domain.dice import commitment, key_domains, named
from domain.ruleset import Ruleset
from projections import catalogue

LOG = logging.getLogger("combatlog.rebuild")


class Finding(NamedTuple):
    """What a look at one combat found: its size, how much was compared, and what is wrong."""

    combat: str
    title: str
    entries: int
    states: int
    flaws: tuple[str, ...]


class Kept(NamedTuple):
    """The combats of one installation, with what opens and reads them."""

    log: CombatLog
    vault: Vault
    rulesets: Mapping[str, Ruleset]

    def verified(self, combat: str) -> Verifier:
        """A combat folded again from its log, every seal and every die checked; raises Flawed."""
        nonces = nonces_of(self.log, self.vault, combat)
        verifier = verified(self.log.read(combat), nonces, self._apart(combat))
        head = self.log.head(combat)
        if head and head.seq > len(verifier.entries):
            raise Flawed(f"entry {len(verifier.entries) + 1} is missing")
        verifier.recompute(combat, self._keys(combat, verifier.dice.bound))
        return verifier

    def _keys(self, combat: str, bound: Mapping[str, str]) -> dict[str, bytes]:
        """The keys of its dice, where they are ours: a combat may have come without."""
        found = {}
        for name in key_domains(bound):
            domain, era = named(name)
            key = self.vault.key(combat, domain, era)
            if commitment(key, combat, era, domain).hex() == bound[name]:
                found[name] = key
        return found

    def _apart(self, combat: str) -> Apart:
        """The commitments to texts and to names of people, all of whose keys have to be ours."""
        said = {t.id: (t.author, self._digest(t.author, t)) for t in self.log.texts(combat)}
        return Apart(said, {p.id: self._digest(p.id, p) for p in self.log.people(combat)})

    def _digest(self, whose: str, row: TextRow | PersonRow) -> str:
        """The commitment that the log holds of words or a name; empty where they are forgotten."""
        key = self._own_key(row)
        return texts.digest_of(whose, row.ciphertext, key) if key else ""

    def _own_key(self, row: TextRow | PersonRow) -> bytes:
        """The key of words or of a name; empty where they are forgotten."""
        try:
            return texts.unwrapped(row.wrapped_key, self.vault.text_key)
        except texts.UNREADABLE as error:
            raise Flawed(f"the words {row.id} cannot be opened: texts.key is another") from error

    def _row(self, combat: str) -> CatalogueRow | None:
        """Its line in the catalogue; none where that is damaged."""
        with suppress(Damaged):
            return self.log.catalogue_row(combat)
        return None

    def checked(self, combat: str) -> Finding:
        """A combat compared with everything that is kept of it."""
        row = self._row(combat)
        title, marks = row.title if row else "", self._marks(combat)
        try:
            verifier = self.verified(combat)
            flaws = tuple(self._flaws(combat, verifier, row, marks))
        except (Flawed, StoreError) as error:
            return Finding(combat, title, self.log.last_seq(combat), len(marks), (str(error),))
        return Finding(combat, title, len(verifier.entries), len(marks), flaws)

    def _marks(self, combat: str) -> list[Mark]:
        return self.log.checkpoints(combat, state.FOLD_VERSION)

    # --- comparing -------------------------------------------------------------------------

    def _flaws(
        self, combat: str, verifier: Verifier, row: CatalogueRow | None, marks: list[Mark]
    ) -> Iterator[str]:
        if row != listed(combat, verifier, row):
            yield "the catalogue lists it as something else"
        if not self._has(_rulings(combat, verifier), combat):
            yield "the index of rulings has others"
        for mark in marks:
            if not self._is_state_at(combat, verifier, mark):
                yield f"the state kept at entry {mark.seq} is another"
        index, rules = self.log.line(combat), self.rulesets.get(verifier.head.roster.ruleset)
        if rules is None:
            yield f"its ruleset {verifier.head.roster.ruleset!r} is not installed"
        elif index and not self._is_index(combat, rules, index):
            yield "the index of its line of play is another"

    def _has(self, rulings: list[RulingRow], combat: str) -> bool:
        """Whether the index has these rulings of a combat, undamaged."""
        with suppress(Damaged):
            return self.log.rulings(combat) == rulings
        return False

    def _is_state_at(self, combat: str, verifier: Verifier, mark: Mark) -> bool:
        """Whether a kept state is the one of its entry; one of another log is never used."""
        entries, seq = verifier.entries, mark.seq
        if not 0 < seq <= len(entries) or entries[seq - 1].chain != mark.chain:
            return True
        stored = self.log.checkpoint(combat, seq, mark.chain, state.FOLD_VERSION)
        data = CacheSeals(self.vault, combat).open(STATE, mark.chain, stored)
        if data is None or seq not in verifier.states:
            return False
        return state.state_hash(state.load(data)) == state.state_hash(verifier.states[seq])

    def _is_index(self, combat: str, rules: Ruleset, index: LineDump) -> bool:
        """Whether a kept index is the one of the log up to its entry."""
        anew = OpenCombat(combat, rules, Bare(self.log, index.seq), self.vault)
        kept = CacheSeals(self.vault, combat).open(INDEX, index.chain, index.data)
        return anew.chain != index.chain or anew.dump_index() == kept

    # --- making anew -----------------------------------------------------------------------

    def rebuilt(self, combat: str) -> Finding:
        """A combat whose caches and catalogue row were made anew; a broken log stays as it is."""
        found = self.checked(combat)
        try:
            verifier = self.verified(combat)
        except (Flawed, StoreError):
            return found
        self.log.drop_caches(combat)
        row = self._row(combat)
        self.log.append(
            [], catalogue=listed(combat, verifier, row), rulings=_rulings(combat, verifier)
        )
        if rules := self.rulesets.get(verifier.head.roster.ruleset):
            OpenCombat(combat, rules, self.log, self.vault).store_caches(all_of_it=True)
        self.log.damaged.pop(combat, None)
        return found._replace(states=len(self._marks(combat)))


def mend(kept: Kept) -> None:
    """Make lines of the catalogue and rulings anew that are lost or damaged."""
    for combat in kept.log.to_rebuild():
        found = kept.rebuilt(combat)
        LOG.warning("combat %s was damaged: %s", combat, "; ".join(found.flaws))


def _rulings(combat: str, verifier: Verifier) -> list[RulingRow]:
    """The precedents that a combat ought to have in the index."""
    return rulings(combat, verifier.head.roster.ruleset, (), verifier.entries)


def listed(combat: str, verifier: Verifier, row: CatalogueRow | None) -> CatalogueRow | None:
    """How the catalogue ought to list a combat; a lost sample is known by its name."""
    found = catalogue.row(None, verifier.entries, verifier.head)
    is_sample = row.sample if row else combat.startswith(SAMPLE_PREFIX)
    return CatalogueRow(combat, *found, is_sample) if found else None


class Bare(CombatLog):
    """A log without its caches, up to an entry: what is made of it is made from the entries."""

    def __init__(self, log: CombatLog, last: int):
        self.tables, self.damaged, self._last = log.tables, {}, last

    def read(self, combat: str, first: int = 1, last: int | None = None) -> Iterator[Record]:
        """The entries as far as they count."""
        return super().read(combat, first, min(last or self._last, self._last))

    def head(self, combat: str) -> Head | None:
        """No head: the entries are cut off on purpose."""
        return None

    def catalogue_row(self, combat: str) -> CatalogueRow | None:
        """No line in the catalogue."""
        return None

    def line(self, combat: str) -> LineDump | None:
        """No index."""
        return None

    def checkpoints(self, combat: str, fold_version: int) -> list[Mark]:
        """No states."""
        return []
