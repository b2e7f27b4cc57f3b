"""Verification of Merkle tree roots and proofs (RFC 6962; RFC 9162, 2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root over some leaves: pairs are joined, and a single one waits."""
    level = list(leaves) or [sha256().digest()]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        paired = [sha256(b"\1" + left + right).digest() for left, right in pairs]
        level = paired + (level[-1:] if len(level) % 2 else [])
    return level[0]


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], whole: bytes) -> bool:
    """Return whether a path leads from leaf `index` (from 0) to the root over `size` leaves."""
    if not 0 <= index < size:
        return False
    return _both_roots(index, size - 1, [leaf, *path])[1] == whole


def consistent(old: int, new: int, first: bytes, second: bytes, path: Sequence[bytes]) -> bool:
    """Return whether a path shows that `old` leaves are the beginning of `new` leaves."""
    if not 0 < old <= new or (old == new and (path or first != second)):
        return False
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    told = [first, *path] if old & (old - 1) == 0 else list(path)
    return old == new or _both_roots(fn, sn, told) == (first, second)


def _both_roots(fn: int, sn: int, path: list[bytes]) -> tuple[bytes, bytes]:
    """Return the roots of both trees; empty for a path that is none of theirs."""
    if not path or any(len(each) != 32 for each in path):
        return b"", b""
    before = after = path[0]
    for each in path[1:]:
        if sn == 0:
            return b"", b""
        if right := bool(fn & 1 or fn == sn):
            before = _node(each, before)
        after = _node(each, after) if right else _node(after, each)
        while right and fn and not fn & 1:
            fn, sn = fn >> 1, sn >> 1
        fn, sn = fn >> 1, sn >> 1
    return (b"", b"") if sn else (before, after)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()
