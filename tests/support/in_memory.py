"""Temporary files in memory, where no test waits for a disk."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 2**30
"""So many bytes have to be free; containers often have less, and use their disk."""

VARIABLES = ("TMPDIR", "PYTEST_DEBUG_TEMPROOT")
"""Where whoever runs the tests says where temporary files go."""


def keep_temporary_files_in_memory(folder: Path = MEMORY) -> bool:
    """Keep temporary files of this process and its children in a folder in memory.

    Not where the environment names a place, or where there is no room; whether it was done.
    """
    if any(name in os.environ for name in VARIABLES) or not is_fit(folder):
        return False
    os.environ.update(dict.fromkeys(VARIABLES, str(folder)))
    tempfile.tempdir = str(folder)
    return True


def is_fit(folder: Path) -> bool:
    """Whether there is room, and programs may run there, as some tests have it."""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC
