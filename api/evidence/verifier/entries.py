"""The entries of a bundle: each part opened or closed, each leaf chained onto those before it."""

from __future__ import annotations

import re
import struct
from binascii import unhexlify
from hashlib import sha256
from typing import NamedTuple

from .archive import Flaw

_U64 = struct.Struct(">Q").pack
_LINES = rb"([^\n]*\n[^\n]*\n[^\n]*)\n"
_ENTRY = re.compile(
    rb"([1-9]\d{0,8}) (?:\+([0-9a-f]{32})|-([0-9a-f]{64}))"
    rb" (?:\+([0-9a-f]{32})|\.([0-9a-f]{32})|-([0-9a-f]{64}))"
    rb" (?:\+([0-9a-f]{32})([0-9a-f]{8})|(\*)|-) ([0-9a-f]{64})(?: (\d{1,9}))?\n"
    rb"(?(2)" + _LINES + rb")(?(4)" + _LINES + rb")"
)  # fmt: skip
"""Number, body and command (`+` nonce and three lines, `.` nonce of nothing, `-` commitment),
anchor (`+` nonce and its first bytes, `*` not known, `-` private), chain, and where the entry
before on its line of play is closed the nearest opened one."""


class Log(NamedTuple):
    """What was read, entry by entry; a part that stays closed is None.

    `numbers` counts the public entries so far; `feed` has their leaves as players' devices know
    them; `under` tells the nearest opened entry on the line of play where that before is closed.
    """

    bodies: list[bytes | None]
    commands: list[bytes | None]
    leaves: list[bytes]
    chains: list[bytes]
    numbers: list[int]
    feed: list[bytes]
    under: dict[int, int]


def read(text: bytes) -> Log:
    """The entries, sealed and chained as they say; raises Flaw at the first that is not."""
    log, at, match = Log([], [], [], [bytes(32)], [0], [], {}), 0, _ENTRY.match
    while found := match(text, at):
        at = found.end()
        _chained(log, *found.groups())
    if at < len(text):
        line = text.count(b"\n", 0, at) + 1
        raise Flaw(f"entry {len(log.leaves) + 1}", f"line {line} of entries.txt begins no entry")
    return log


def _chained(
    log: Log, number: bytes, nonce: bytes, closed: bytes, second: bytes, empty: bytes, last: bytes,
    anchor: bytes, short: bytes, unknown: bytes, chain: bytes, under: bytes, body: bytes,
    command: bytes,
) -> None:  # fmt: skip
    """Seal one entry and chain it onto those before it."""
    before, seq = log.chains[-1], len(log.leaves) + 1
    if int(number) != seq:
        raise Flaw(f"entry {seq}", f"it is not here; entry {int(number)} stands in its place")
    first = sha256(b"\x10" + unhexlify(nonce) + body).digest() if nonce else unhexlify(closed)
    said = None if last else command or b""
    shown = b"\x10" + unhexlify(last or second or empty) + (said or b"")
    leaf = sha256(b"\0" + first + (shown[1:] if last else sha256(shown).digest())).digest()
    after = sha256(b"\2" + before + leaf).digest()
    if after != unhexlify(chain):
        raise Flaw(f"entry {seq}", "its seal is broken: it is not what was chained here")
    if anchor:
        log.feed.append(_fed(log, unhexlify(anchor), unhexlify(short), leaf))
    log.bodies.append(body)
    log.commands.append(said)
    log.leaves.append(leaf)
    log.chains.append(after)
    log.numbers.append(log.numbers[-1] + bool(anchor or unknown))
    if under:
        log.under[seq] = int(under)


def _fed(log: Log, nonce: bytes, begins: bytes, leaf: bytes) -> bytes:
    """The leaf of the public feed of the next entry, its anchor opened."""
    anchor = sha256(b"\3" + nonce + log.chains[-1]).digest()
    if anchor[:4] != begins:
        raise Flaw(f"entry {len(log.leaves) + 1}", "its anchor was altered")
    return sha256(b"\4" + _U64(len(log.feed) + 1) + anchor + leaf).digest()
