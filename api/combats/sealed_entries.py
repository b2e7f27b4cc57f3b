"""Entries and caches as they are read from disk, each held to its seal before anybody sees it."""

from __future__ import annotations

import hmac
from collections.abc import Iterator

from api.combats.key_eras import Nonces, NoncesOf
from api.store.core.errors import Conflict, Damaged
from api.store.core.rows import Head, Record
from api.store.log import CombatLog
from api.vault.key_files import Vault
from domain.log import sealing
from domain.log.codec import parse_body
from domain.log.sealing import GENESIS

_MAC_SIZE = 32


def expected_seal(record: Record, nonces: Nonces, before: bytes) -> sealing.Sealed:
    """Return the leaf and the chain that an entry ought to have."""
    parts = map(sealing.commit_part, nonces, (record.body, record.command))
    leaf = sealing.leaf(*parts)
    return sealing.Sealed(leaf, sealing.chain(before, leaf))


class Seals:
    """Reads one log and checks leaf and chain of every entry."""

    def __init__(self, log: CombatLog, combat: str, nonces: NoncesOf):
        self._log, self._combat, self._nonces = log, combat, nonces

    def read(
        self, first: int, last: int | None = None, before: bytes | None = None
    ) -> Iterator[Record]:
        """Entries in order; `before` is the chain before them, else it is read as well.

        Raises Damaged, and Conflict where the log itself is whole but does not follow `before`.
        """
        begin = first if before or first == 1 else first - 1
        chain = before or (GENESIS if begin == first else None)
        try:
            for record in self._log.read(self._combat, begin, last):
                if chain is not None:
                    self._check(record, chain)
                chain = record.chain
                if record.seq >= first:
                    yield record
        except Damaged as error:
            raise self._note(error) from error

    def must_reach(self, entries: int, head: Head | None, *, listed: bool) -> None:
        """Raise Damaged where the log ends before its head; one that is listed has an entry."""
        combat, missing = self._combat, entries + 1
        if missing <= (head.seq if head else int(listed)):
            said = f"Entry {missing} of combat {combat} is missing."
            raise self._keep(Damaged(said, combat, missing, self._number(entries)))

    def _number(self, seq: int) -> int:
        """The public number of an entry; 0 before the first."""
        found = self._log.read(self._combat, seq, seq) if seq else ()
        return next((parse_body(record.body)[0].number for record in found), 0)

    def _check(self, record: Record, before: bytes) -> None:
        seq = record.seq
        is_named = record.body.startswith(record.name.encode() + b"\n")
        due = expected_seal(record, self._nonces(seq), before)
        if not is_named or due != (record.leaf, record.chain):
            raise Damaged(
                f"Entry {seq} of combat {record.combat} is damaged: its seal is broken.",
                record.combat,
                seq,
            )

    def _note(self, found: Damaged) -> Damaged | Conflict:
        """The first damage there is, which may come before what was read."""
        chain = GENESIS
        try:
            for record in self._log.read(self._combat):
                self._check(record, chain)
                chain = record.chain
        except Damaged as first:
            first.after = self._number(first.seq - 1)
            return self._keep(first)
        if found.seq and chain:
            return Conflict(f"combat {self._combat} is another in the log than in memory")
        return self._keep(found)

    def _keep(self, damage: Damaged) -> Damaged:
        return self._log.damaged.setdefault(self._combat, damage)


class CacheSeals:
    """Seals the caches of one combat, each with its kind and the chain that it was made at.

    A damaged cache is made anew, never used.
    """

    def __init__(self, vault: Vault, combat: str):
        self._vault, self._combat = vault, combat.encode()

    def close(self, kind: str, chain: bytes, data: bytes) -> bytes:
        """Data as it is stored."""
        return self._mac(kind, chain, data) + data

    def open(self, kind: str, chain: bytes, stored: bytes | None) -> bytes | None:
        """The data again; None where there is none, or anything of it was altered."""
        if not isinstance(stored, bytes):
            return None
        data = stored[_MAC_SIZE:]
        fits = hmac.compare_digest(self._mac(kind, chain, data), stored[:_MAC_SIZE])
        return data if fits else None

    def _mac(self, kind: str, chain: bytes, data: bytes) -> bytes:
        return self._vault.mac(b"cache", self._combat, kind.encode(), chain.hex().encode(), data)
