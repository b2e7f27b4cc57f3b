"""The trees over one log, kept in memory: of all its entries, and of the public feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain import seal
from domain.seal import GENESIS
from domain.tree import Tree

if TYPE_CHECKING:
    from api.open_combat import OpenCombat


class Trees:
    """The trees over a log as it grows: of all its leaves, and of the public feed."""

    def __init__(self) -> None:
        self.whole, self.feed = Tree(), Tree()
        self._chain = GENESIS

    def catch_up(self, combat: OpenCombat) -> None:
        """Take in what was appended since; behind the combat's lock."""
        for record in combat.records(len(self.whole) + 1, combat.line.entries):
            self.whole.append(record.leaf)
            if combat.origin.has_feed and not combat.numbers.is_hidden(record.seq):
                key = combat.origin.blind_key(record.seq)
                anchor = seal.anchor(key, combat.name, record.seq, self._chain)
                self.feed.append(seal.public_leaf(len(self.feed) + 1, anchor, record.leaf))
            self._chain = record.chain
