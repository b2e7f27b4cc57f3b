"""What is kept beside the log, held to the log: states, indexes, the catalogue; and made anew.

Everything here can be thrown away but the entries. So every combat is folded again from its first
entry on, and what was kept has to be the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from api.combats.combat_history import STATE
from api.combats.key_eras import nonces_of
from api.combats.open_combat import INDEX, OpenCombat
from api.combats.precedents import rulings
from api.combats.sealed_entries import CacheSeals
from api.evidence.checks.dice_checks import KeyBonds, key_bonds
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.log_checks import committed_words
from api.evidence.checks.whole_log import CheckedLog, check_log, read_record
from api.store.core.errors import Damaged, StoreError
from api.store.core.rows import CatalogueRow, Head, LineDump, Mark, Record, RulingRow
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.vault.key_files import SAMPLE_PREFIX, Vault
from domain.dice.keyed_faces import key_domains, parse_key_name
from domain.log.codec import Entry
from domain.log.sealing import GENESIS
from domain.ruleset.ruleset import Ruleset
from domain.state import combat as state
from projections.state import catalogue

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

    def verify_log(self, combat: str) -> CheckedLog:
        """Fold a combat again from its log, and check all of it; raises Flaw."""
        texts, people = self.log.texts(combat), self.log.people(combat)
        words = committed_words(texts, people)  # first, so that none is newer than the entries
        entries = list(self._entries(combat))
        head = self.log.head(combat)
        if head and head.seq > len(entries):
            raise Flaw(missing := f"entry {len(entries) + 1}", f"{missing} is missing")
        bonds = key_bonds(combat, entries)
        keys = self._keys(combat, bonds)
        return check_log(combat, entries, bonds, keys, words)

    def _entries(self, combat: str) -> Iterator[Entry]:
        """Read the entries, each held to its seal; raises Flaw."""
        nonces, chain = nonces_of(self.log, self.vault, combat), GENESIS
        for seq, record in enumerate(self.log.read(combat), 1):
            yield read_record(record, nonces(record.seq), seq, chain)
            chain = record.chain

    def _keys(self, combat: str, bonds: KeyBonds) -> dict[str, bytes]:
        """Return the keys of its dice that are ours: a combat may have come without."""
        names = key_domains(bonds.commitments)
        keys = {name: self.vault.key(combat, *parse_key_name(name)) for name in names}
        return {name: key for name, key in keys.items() if bonds.are_of(combat, name, key)}

    def _row(self, combat: str) -> CatalogueRow | None:
        """Its line in the catalogue; none where that is damaged."""
        with suppress(Damaged):
            return self.log.catalogue_row(combat)
        return None

    def check_combat(self, combat: str) -> Finding:
        """A combat compared with everything that is kept of it."""
        row = self._row(combat)
        title, marks = row.title if row else "", self._marks(combat)
        try:
            checked = self.verify_log(combat)
            flaws = tuple(self._flaws(combat, checked, row, marks))
        except (Flaw, StoreError) as error:
            return Finding(combat, title, self.log.last_seq(combat), len(marks), (str(error),))
        return Finding(combat, title, len(checked.entries), len(marks), flaws)

    def _marks(self, combat: str) -> list[Mark]:
        return self.log.checkpoints(combat, state.FOLD_VERSION)

    # --- comparing -------------------------------------------------------------------------

    def _flaws(
        self, combat: str, checked: CheckedLog, row: CatalogueRow | None, marks: list[Mark]
    ) -> Iterator[str]:
        if row != expected_row(combat, checked, row):
            yield "the catalogue lists it as something else"
        if not self._has(_rulings(combat, checked), combat):
            yield "the index of rulings has others"
        for mark in marks:
            if not self._is_state_at(combat, checked, mark):
                yield f"the state kept at entry {mark.seq} is another"
        index, rules = self.log.line(combat), self.rulesets.get(checked.head.roster.ruleset)
        if rules is None:
            yield f"its ruleset {checked.head.roster.ruleset!r} is not installed"
        elif index and not self._is_index(combat, rules, index):
            yield "the index of its line of play is another"

    def _has(self, rulings: list[RulingRow], combat: str) -> bool:
        """Whether the index has these rulings of a combat, undamaged."""
        with suppress(Damaged):
            return self.log.rulings(combat) == rulings
        return False

    def _is_state_at(self, combat: str, checked: CheckedLog, mark: Mark) -> bool:
        """Whether a kept state is the one of its entry; one of another log is never used."""
        entries, seq = checked.entries, mark.seq
        if not 0 < seq <= len(entries) or entries[seq - 1].chain != mark.chain:
            return True
        stored = self.log.checkpoint(combat, seq, mark.chain, state.FOLD_VERSION)
        data = CacheSeals(self.vault, combat).open(STATE, mark.chain, stored)
        if data is None or seq not in checked.states:
            return False
        return state.state_hash(state.load(data)) == state.state_hash(checked.states[seq])

    def _is_index(self, combat: str, rules: Ruleset, index: LineDump) -> bool:
        """Whether a kept index is the one of the log up to its entry."""
        anew = OpenCombat(combat, rules, Bare(self.log, index.seq), self.vault)
        kept = CacheSeals(self.vault, combat).open(INDEX, index.chain, index.data)
        return anew.chain != index.chain or anew.dump_index() == kept

    # --- making anew -----------------------------------------------------------------------

    def rebuilt(self, combat: str) -> Finding:
        """A combat whose caches and catalogue row were made anew; a broken log stays as it is."""
        found = self.check_combat(combat)
        try:
            checked = self.verify_log(combat)
        except (Flaw, StoreError):
            return found
        self.log.drop_caches(combat)
        row = self._row(combat)
        self.log.append(
            [],
            Beside(catalogue=expected_row(combat, checked, row), rulings=_rulings(combat, checked)),
        )
        if rules := self.rulesets.get(checked.head.roster.ruleset):
            OpenCombat(combat, rules, self.log, self.vault).store_caches(all_of_it=True)
        self.log.damaged.pop(combat, None)
        return found._replace(states=len(self._marks(combat)))


def mend(kept: Kept) -> None:
    """Make lines of the catalogue and rulings anew that are lost or damaged."""
    for combat in kept.log.to_rebuild():
        found = kept.rebuilt(combat)
        LOG.warning("combat %s was damaged: %s", combat, "; ".join(found.flaws))


def _rulings(combat: str, checked: CheckedLog) -> list[RulingRow]:
    """The precedents that a combat ought to have in the index."""
    return rulings(combat, checked.head.roster.ruleset, (), checked.entries)


def expected_row(combat: str, checked: CheckedLog, row: CatalogueRow | None) -> CatalogueRow | None:
    """How the catalogue ought to list a combat; a lost sample is known by its name."""
    found = catalogue.row(None, checked.entries, checked.head)
    is_sample = row.sample if row else combat.startswith(SAMPLE_PREFIX)
    return CatalogueRow(combat, *found, is_sample) if found else None


class Bare(CombatLog):
    """A log without its caches, up to an entry: what is made of it is made from the entries."""

    def __init__(self, log: CombatLog, last: int):
        self.tables, self.events = log.tables, log.events
        self.damaged, self._last = {}, last

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
