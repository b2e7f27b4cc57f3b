"""A search for words in files: as they are, in other encodings, inside of what is packed."""

from __future__ import annotations

import base64
import bz2
import gzip
import html
import io
import json
import lzma
import sqlite3
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from api.store.core.errors import Damaged
from tests.support.tampering.stored_state import text_of

CODES = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le")
UNPACKED = (
    gzip.decompress,
    bz2.decompress,
    lzma.decompress,
    zlib.decompress,
    lambda data: zlib.decompress(data, -15),
    text_of,
)


def forms(said: str) -> set[bytes]:
    """How a text may be written: composed or not, in every encoding, escaped, in hex or base 64."""
    found: set[bytes] = set()
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        text = unicodedata.normalize(form, said)
        for each in (text, text.casefold(), text.upper()):
            found |= {each.encode(code) for code in CODES}
            found |= {escaped.encode() for escaped in _escaped(each)}
            found |= _in_letters(each.encode())
    return found


def _escaped(text: str) -> set[str]:
    """A text as it stands in JSON, in an address, in a page."""
    return {json.dumps(text)[1:-1], quote(text), html.escape(text)}


def _in_letters(data: bytes) -> set[bytes]:
    """Bytes in hex, and in base 64 wherever a group of three may begin."""
    found = {data.hex().encode(), data.hex().upper().encode()}
    for skip in range(3):
        inside = data[skip : skip + (len(data) - skip) // 3 * 3]
        if len(inside) >= 6:
            found |= {base64.b64encode(inside), base64.urlsafe_b64encode(inside)}
    return found


def contents(path: Path) -> Iterator[bytes]:
    """What is in a file, and in what is packed into it."""
    data = path.read_bytes()
    yield from layers(data)
    if data.startswith(b"SQLite format 3"):
        with sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True) as database:
            for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type='table'"):
                for row in database.execute(f"SELECT * FROM {table}"):
                    for cell in row:
                        if isinstance(cell, bytes):
                            yield from layers(cell)
        database.close()


def layers(data: bytes, deep: int = 4) -> Iterator[bytes]:
    """Bytes, and whatever they become when they are unpacked, again and again."""
    yield data
    for unpack in UNPACKED if data and deep else ():
        try:
            inside = unpack(data)
        except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, Damaged):
            continue
        yield from layers(inside, deep - 1)
    if data[:2] == b"PK":
        with suppress(zipfile.BadZipFile), zipfile.ZipFile(io.BytesIO(data)) as packed:
            for name in packed.namelist():
                yield from layers(packed.read(name), deep)
    if data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as packed_tar:
            for member in packed_tar:
                if (file := packed_tar.extractfile(member)) is not None:
                    yield from layers(file.read(), deep)


def found_in(folder: Path, said: str) -> list[str]:
    """The files below a folder in which a text stands, in whatever form."""
    wanted = forms(said)
    return [
        path.name
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(form in data for data in contents(path) for form in wanted)
    ]
