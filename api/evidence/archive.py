"""ZIP archives that can be written in one way only, so that no byte is free."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from zlib import crc32

from api.evidence.flaws import Flaw

_LOCAL, _CENTRAL = struct.Struct("<4s5H3I2H"), struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_MOST_FILES = 20
"""Files that are read; no evidence has so many."""


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return the archive of these files in their order: uncompressed, without dates or owners."""
    body, index = bytearray(), bytearray()
    for name, data in files.items():
        local, central = _headers(name, data, len(body))
        body += local + data
        index += central
    return bytes(body + index + _end(len(files), len(index), len(body)))


def unpacked(data: bytes) -> tuple[dict[str, bytes], list[Flaw]]:
    """Read the files of an archive as far as possible, and list what is wrong with it."""
    files, flaws, index, at = dict[str, bytes](), list[Flaw](), bytearray(), 0
    for _ in range(_MOST_FILES):
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
