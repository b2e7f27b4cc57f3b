"""Archives as bytes: ZIP files that can be written in one way only, and the entries in them.

Each part of an entry is opened or closed, and each leaf is chained to the one before.
"""

from __future__ import annotations

import re
import struct
from binascii import unhexlify
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple
from zipfile import ZipFile, ZipInfo

from api.evidence.checks.flaws import Flaw

_MADE_BY_UNIX, _PLAIN_FILE = 3, 0o100644 << 16
_HEADER = 30
"""Bytes before the name of a file, which its contents follow."""
_MOST_FILES = 20
"""Files that are read; no evidence has so many."""


def pack_archive(files: Mapping[str, bytes]) -> bytes:
    """Return the archive of these files in their order: uncompressed, without dates or owners."""
    memory = BytesIO()
    with ZipFile(memory, "w") as archive:
        for name, data in files.items():
            info = ZipInfo(name)
            info.create_system, info.external_attr = _MADE_BY_UNIX, _PLAIN_FILE
            archive.writestr(info, data)
    return memory.getvalue()


def unpack_archive(data: bytes) -> tuple[dict[str, bytes], list[Flaw]]:
    """Read the files of an archive as far as possible, and list what is wrong with it."""
    files = dict[str, bytes]()
    try:
        with ZipFile(BytesIO(data)) as archive:
            for info in archive.infolist()[:_MOST_FILES]:
                start = info.header_offset + _HEADER + len(info.orig_filename)
                files[info.filename] = data[start : start + info.file_size]
        if pack_archive(files) == data:
            return files, []
    except Exception as error:  # whatever a hostile archive makes this raise
        return files, [Flaw("the archive", f"it cannot be read ({error!r:.200})")]
    return files, [Flaw("the archive", "it is not packed in the one way there is")]


# --- entries ---------------------------------------------------------------------------------

_U64 = struct.Struct(">Q").pack
_ENTRY = re.compile(
    rb"([1-9]\d{0,8}) (?:\+([0-9a-f]{32})|-([0-9a-f]{64}))"
    rb" (?:\+([0-9a-f]{32})|\.([0-9a-f]{32})|-([0-9a-f]{64}))"
    rb" (?:\+([0-9a-f]{32})([0-9a-f]{8})|(\*)|-) ([0-9a-f]{64})(?: (\d{1,9}))?\n"
    rb"(?(2)([^\n]*\n[^\n]*\n[^\n]*)\n)(?(4)([^\n]*\n[^\n]*\n[^\n]*)\n)"
)
"""Number, body and command (`+` nonce and three lines, `.` nonce of nothing, `-` commitment),
anchor (`+` nonce and its first bytes, `*` not known, `-` private), chain, and where the entry
before on its line of play is closed the nearest opened one."""


class Log(NamedTuple):
    """What was read, entry by entry, with the `marks` it is sealed with; a closed part is None.

    `numbers` counts the public ones; `under` is the nearest open one before, if not the next.
    """

    bodies: list[bytes | None]
    commands: list[bytes | None]
    numbers: list[int]
    under: dict[int, int]
    marks: list[list[bytes]]


class Sealed(NamedTuple):
    """The leaves, and `feed`: those of the public entries as players' devices know them."""

    leaves: list[bytes]
    feed: list[bytes]
    chain: bytes


def read(text: bytes) -> Log:
    """Read all entries; raises Flaw at the first that is broken or out of place."""
    log, at, match = Log([], [], [0], {}, []), 0, _ENTRY.match
    while found := match(text, at):
        at, seq = found.end(), len(log.bodies) + 1
        number, *marks, under, body, command = found.groups()
        if int(number) != seq:
            raise Flaw(f"entry {seq}", f"it is not here; entry {int(number)} stands in its place")
        log.bodies.append(body)
        log.commands.append(None if marks[4] else command or b"")
        log.numbers.append(log.numbers[-1] + bool(marks[5] or marks[7]))
        log.marks.append(marks)
        if under:
            log.under[seq] = int(under)
    if at < len(text):
        seq, line = len(check_seals(log).leaves) + 1, 1 + text[:at].count(10)
        raise Flaw(f"entry {seq}", f"line {line} of entries.txt begins no entry")
    return log


def check_seals(log: Log) -> Sealed:
    """Seal and chain every entry again; raises Flaw at the first that does not fit."""
    leaves, feed, before = list[bytes](), list[bytes](), bytes(32)
    parts = zip(log.bodies, log.commands, log.marks, strict=True)
    for body, command, (nonce, closed, second, empty, last, anchor, begins, _, chain) in parts:
        first = _part(nonce, body) if nonce else unhexlify(closed)
        other = unhexlify(last) if last else _part(second or empty, command)
        leaf = sha256(b"\0" + first + other).digest()
        chained = sha256(b"\2" + before + leaf).digest()
        if chained != unhexlify(chain):
            raise Flaw(f"entry {len(leaves) + 1}", "its seal is broken: another was chained here")
        if anchor:
            opened = sha256(b"\3" + unhexlify(anchor) + before).digest()
            if opened[:4] != unhexlify(begins):
                raise Flaw(f"entry {len(leaves) + 1}", "its anchor was altered")
            feed.append(sha256(b"\4" + _U64(len(feed) + 1) + opened + leaf).digest())
        leaves.append(leaf)
        before = chained
    return Sealed(leaves, feed, before)


def _part(nonce: bytes, data: bytes | None) -> bytes:
    return sha256(b"\x10" + unhexlify(nonce) + (data or b"")).digest()
