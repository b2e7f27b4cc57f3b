"""Where the server of a data folder is found: a small file that it keeps locked while it runs.

A file that was left behind is never believed, and no token is sent to whatever took the port over
since.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from api.store.sqlite.file_lock import LockedFile

NAME = "server.json"
PATIENCE = 0.5
"""Seconds in which a process that only looks whether the lock is held lets go of it."""


class CannotServe(Exception):
    """A sentence that says why the server does not start, and what to do."""


@contextmanager
def announce_server(folder: Path, url: str) -> Iterator[None]:
    """Say where the server is, for as long as it runs."""
    path = folder / NAME
    with closing(LockedFile(path, mode=0o600)) as file:
        # A second server on the same folder, which PostgreSQL allows, leaves the first one's word.
        if not file.take(PATIENCE):
            yield
            return
        file.write(json.dumps({"url": url, "pid": os.getpid()}))
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def running_at(folder: Path) -> str:
    """The address of the server that runs on a folder; empty where none does."""
    try:
        file = LockedFile(folder / NAME, flags=0)
    except OSError:
        return ""
    with closing(file):
        # Whoever gets the lock finds that nobody holds it: its server has ended.
        return "" if file.take() else _url(file.read())


def _url(said: bytes) -> str:
    """What the file says; empty while it is being written."""
    try:
        return str(json.loads(said)["url"])
    except (ValueError, LookupError, TypeError):
        return ""
