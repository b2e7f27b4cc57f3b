"""Checks of a whole log, as it is stored here or as an export brings it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from api.combats.key_eras import Nonces
from api.combats.sealed_entries import expected_seal
from api.evidence.checks.dice_checks import KeyBonds
from api.evidence.checks.flaws import Flaw, read_entry
from api.evidence.checks.log_checks import LogChecks, Words
from api.store.core.rows import Record
from domain.log.codec import Entry
from domain.state.combat import Combat


class CheckedLog(NamedTuple):
    """A whole log that was checked: its entries, what they say of keys, and the states."""

    entries: tuple[Entry, ...]
    bonds: KeyBonds
    states: Mapping[int, Combat]
    head: Combat


def read_record(record: Record, nonces: Nonces, seq: int, before: bytes) -> Entry:
    """Read a stored entry and check its place and its seal; raises Flaw.

    `before` is the chain before it.
    """
    if record.seq != seq:
        raise Flaw(f"entry {seq}", f"entry {seq} is missing")
    if expected_seal(record, nonces, before) != (record.leaf, record.chain):
        why = "its seal is broken: it is not the entry that was chained here"
        raise Flaw(f"entry {seq}", why)
    if not record.body.startswith(record.name.encode() + b"\n"):
        why = f"it is stored as {record.name}, but says another name"
        raise Flaw(f"entry {seq}", why)
    return read_entry(seq, record.body, record.command, record.leaf, record.chain)


def check_log(
    combat: str, entries: Iterable[Entry], bonds: KeyBonds, given: Mapping[str, bytes], words: Words
) -> CheckedLog:
    """Check all entries of a log, with revealed keys and those `given`; raises Flaw."""
    bound = {name: key for name, key in given.items() if name in bonds.commitments}
    checks, log = LogChecks(combat, bound | bonds.revealed, words=words), tuple(entries)
    for entry in log:
        checks.take(entry)
    if checks.unreferenced_ids:
        raise Flaw(
            f"entry {len(log)}",
            f"it is the last, and none refers to {min(checks.unreferenced_ids)}",
        )
    return CheckedLog(log, bonds, checks.states, checks.head)
