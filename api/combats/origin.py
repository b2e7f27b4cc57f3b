"""Keys of a combat's entries by era, and the Merkle trees that are anchored with them."""

from __future__ import annotations

from functools import cache, cached_property, partial
from weakref import proxy

from api.combats.combat_history import CombatHistory
from api.combats.key_eras import era_here, era_of
from api.vault.key_files import Vault
from domain.dice.keyed_faces import key_name
from domain.events import CombatOpened, EraBegan
from domain.log import sealing
from domain.log.merkle import Tree
from domain.log.sealing import GENESIS


class Origin:
    """Where a combat comes from: so many of its entries `came` from elsewhere."""

    def __init__(self, combat: CombatHistory, vault: Vault, came: int):
        self.combat: CombatHistory = proxy(combat)
        self._vault, self._came = vault, came
        self._blind = cache(partial(vault.key, combat.name, "blind"))

    @property
    def era_here(self) -> int:
        """The era of keys that is, or would be, this installation's own."""
        return era_here(self._came, self.combat.table.eras)

    @property
    def waits(self) -> bool:
        """True for a combat from elsewhere that has not gone on here."""
        return self.combat.table.salts.era < self.era_here

    @cached_property
    def has_feed(self) -> bool:
        """Whether what its public entries are anchored by is here.

        Anchored anew, its feed would look like another history to whoever noted a head before.
        """
        return all(map(self.has_keys, range(1, self.era_here)))

    def has_keys(self, era: int) -> bool:
        """Whether the keys of an era are here: our own, or brought along."""
        return era >= self.era_here or bool(self._vault.brought(self.combat.name, "blind", era))

    def blind_key(self, seq: int) -> bytes:
        """The key that an entry is sealed and anchored by; only where that is here."""
        if seq > self._came:
            return self._blind(self.era_here)
        return self._blind(era_of(seq, self.combat.table.eras))

    def commitments(self) -> dict[str, str]:
        """What binds the keys of all eras, by name, and the cards of each deck."""
        bound = dict[str, str]()
        for seq in (1, *self.combat.table.eras):
            [entry] = self.combat.entries(seq, seq)
            if isinstance(event := entry.event, CombatOpened | EraBegan):
                said = event.commitments.items()
                bound |= {key_name(name, event.era): value for name, value in said}
        return bound


class Trees:
    """The trees over a log as it grows: of all its leaves, and of the public feed."""

    def __init__(self, combat: CombatHistory, origin: Origin):
        self._combat: CombatHistory = proxy(combat)
        self._origin = origin
        self.whole, self.feed = Tree(), Tree()
        self._chain = GENESIS

    def catch_up(self) -> None:
        """Take in what was appended since; behind the combat's lock."""
        combat, origin = self._combat, self._origin
        for record in combat.records(len(self.whole) + 1, combat.line.entries):
            self.whole.append(record.leaf)
            if origin.has_feed and not combat.numbers.is_hidden(record.seq):
                key = origin.blind_key(record.seq)
                anchor = sealing.anchor(key, combat.name, record.seq, self._chain)
                self.feed.append(sealing.public_leaf(len(self.feed) + 1, anchor, record.leaf))
            self._chain = record.chain
