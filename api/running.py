"""Where the server of a data folder is found: a small file that it keeps locked while it runs.

The operating system lets go of the lock when the server ends, however it ends. So a file that was
left behind is never believed, and no token is sent to whatever took the port over since.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "server.json"
PATIENCE = 0.5


@contextmanager
def announced(folder: Path, url: str) -> Iterator[None]:
    """Say where the server is, for as long as it runs."""
    path = folder / NAME
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        # A second server on the same folder, which PostgreSQL allows, leaves the first one's word.
        if not _locked(file, time.monotonic() + PATIENCE):
            yield
            return
        os.truncate(file, 0)
        os.pwrite(file, json.dumps({"url": url, "pid": os.getpid()}).encode() + b"\n", 0)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
    finally:
        os.close(file)


def running_at(folder: Path) -> str:
    """The address of the server that runs on a folder; empty where none does."""
    try:
        file = os.open(folder / NAME, os.O_RDWR)
    except OSError:
        return ""
    try:
        # Whoever gets the lock finds that nobody holds it: its server has ended.
        return "" if _locked(file) else _url(file)
    finally:
        os.close(file)


def _locked(file: int, until: float = 0.0) -> bool:
    """Take the lock; whoever looks whether it is held has it for a moment, and is waited for."""
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
        time.sleep(0.01)


def _url(file: int) -> str:
    """What the file says; empty while it is being written."""
    try:
        return str(json.loads(os.pread(file, 4096, 0))["url"])
    except (ValueError, LookupError, TypeError):
        return ""
