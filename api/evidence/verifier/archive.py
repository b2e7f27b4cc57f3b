"""The archive of a bundle: a ZIP that can be written in one way only, so that no byte is free."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from zlib import crc32

_LOCAL, _CENTRAL = struct.Struct("<4s5H3I2H"), struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_MOST, _LONGEST = 1_000, 400
"""Files that are read, and letters of a flaw that are told: no bundle has so many or so long."""


class Flaw(Exception):
    """What is wrong, and where."""

    def __init__(self, where: str, why: str):
        where, why = _printable(where) or "a file without a name", _printable(why)
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


def _printable(text: str) -> str:
    """A text without signs that a terminal would obey: a bundle may say anything."""
    signs = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in signs)


def packed(files: Mapping[str, bytes]) -> bytes:
    """The archive of these files in their order: stored as they are, of no date, by nobody."""
    body, index = bytearray(), bytearray()
    for name, data in files.items():
        local, central = _headers(name, data, len(body))
        body += local + data
        index += central
    return bytes(body + index + _end(len(files), len(index), len(body)))


def unpacked(data: bytes) -> tuple[dict[str, bytes], list[Flaw]]:
    """The files as far as they can be read, and what is wrong with the archive."""
    files, flaws, index, at = dict[str, bytes](), list[Flaw](), bytearray(), 0
    for _ in range(_MOST):
        if data[at : at + 4] != b"PK\3\4" or len(data) < at + _LOCAL.size:
            break
        *_, size, length, _extra = _LOCAL.unpack_from(data, at)
        start = at + _LOCAL.size + length
        name = data[at + _LOCAL.size : start].decode("ascii", "surrogateescape")
        if name in files:
            flaws.append(Flaw(name, "it is in the archive twice"))
        files[name] = data[start : start + size]
        local, central = _headers(name, files[name], at)
        if local != data[at:start]:
            flaws.append(Flaw(name, f"it is not stored as it was, from byte {at} on"))
        index += central
        at = start + size
    if data[at:] != index + _end(len(files), len(index), at):
        flaws.append(Flaw("the archive", f"its list of files is wrong, from byte {at} on"))
    return files, flaws


def _headers(name: str, data: bytes, at: int) -> tuple[bytes, bytes]:
    """What stands before a file that begins there, and in the list at the end."""
    written, mode = name.encode("ascii", "surrogateescape"), 0o100644 << 16
    said = (0, 0, 0, 0x21, crc32(data), len(data), len(data), len(written), 0)
    local = _LOCAL.pack(b"PK\3\4", 20, *said) + written
    return local, _CENTRAL.pack(b"PK\1\2", 0x314, 20, *said, 0, 0, 0, mode, at) + written


def _end(files: int, size: int, at: int) -> bytes:
    return _END.pack(b"PK\5\6", 0, 0, files, files, size, at, 0)
