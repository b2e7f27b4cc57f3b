"""ZIP archives that can be written in one way only, so that no byte is free."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZipFile, ZipInfo

from api.evidence.flaws import Flaw

_MADE_BY_UNIX, _PLAIN_FILE = 3, 0o100644 << 16
_HEADER = 30
"""Bytes before the name of a file, which its contents follow."""
_MOST_FILES = 20
"""Files that are read; no evidence has so many."""


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return the archive of these files in their order: uncompressed, without dates or owners."""
    memory = BytesIO()
    with ZipFile(memory, "w") as archive:
        for name, data in files.items():
            info = ZipInfo(name)
            info.create_system, info.external_attr = _MADE_BY_UNIX, _PLAIN_FILE
            archive.writestr(info, data)
    return memory.getvalue()


def unpacked(data: bytes) -> tuple[dict[str, bytes], list[Flaw]]:
    """Read the files of an archive as far as possible, and list what is wrong with it."""
    files = dict[str, bytes]()
    try:
        with ZipFile(BytesIO(data)) as archive:
            for info in archive.infolist()[:_MOST_FILES]:
                start = info.header_offset + _HEADER + len(info.orig_filename)
                files[info.filename] = data[start : start + info.file_size]
        if packed(files) == data:
            return files, []
    except Exception as error:  # whatever a hostile archive makes this raise
        return files, [Flaw("the archive", f"it cannot be read ({error!r:.200})")]
    return files, [Flaw("the archive", "it is not packed in the one way there is")]
