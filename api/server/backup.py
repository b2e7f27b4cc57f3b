"""Backup and restore: database and keys in one tar, taken while the server runs.

The database is copied in one consistent state, whatever is written meanwhile: by SQLite's own
backup, or out of PostgreSQL. In the tar it is an SQLite file in either case. Keys come after it, so
that there is none missing for anything that is in the copy. A restored folder is complete and
verified, or it is not there.

A backup holds people's names and words as they were then, also of those who are forgotten later.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import sqlite3
import tarfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from api.server.address_file import CannotServe
from api.server.serve import Installation
from api.store.core.errors import WrongSchema
from api.store.core.settings import Settings
from api.store.open_log import copy_to_file, open_log
from api.store.sqlite.writer import must_be_sound
from api.vault.key_check import vault_for
from api.vault.key_files import MEANINGS

FORMAT = "combatlog-backup/1"
DATABASE = "combats.db"
MANIFEST = "manifest.json"
MOST_MANIFEST = 16 * 1024 * 1024

_NAMES = re.compile(r"combats\.db|keys/([A-Za-z0-9._-]+/)?[A-Za-z0-9_-][A-Za-z0-9._-]*")
_CHUNK = 1024 * 1024

Manifest = Mapping[str, Any]


def write_backup(installation: Installation, file: Path) -> Manifest:
    """Put database and keys into a new tar, for its owner alone; what is in it.

    Of a database of another version of the program, `unchecked` says that keys were not compared.
    Raises the store's errors, and CannotServe for a file that is there already, and for what goes
    wrong with files.
    """
    settings = installation.settings
    if not settings.is_postgres and not settings.path.exists():
        raise CannotServe(f"There are no combats in {installation.folder} to back up.")
    unchecked = _check_keys(installation)
    if file.exists():
        raise CannotServe(f"{file} is there already. Name another file, or move it away.")
    try:
        with TemporaryDirectory(dir=file.resolve().parent) as folder:
            copy = Path(folder) / DATABASE
            _copy_database(settings, copy)
            beside = Path(folder) / "backup.tar"
            return {**_write_tar(copy, installation.folder / "keys", file, beside), **unchecked}
    except (OSError, sqlite3.Error, tarfile.TarError) as error:
        raise CannotServe(f"No backup was made ({error}).") from error


def _check_keys(installation: Installation) -> Mapping[str, str]:
    """Raise WrongKeys for keys that open nothing; say where another version hinders the check."""
    try:
        with closing(open_log(installation.settings, writing=False)) as log:
            vault_for(log, installation.folder / "keys", bind=False)
    except WrongSchema as error:
        return {"unchecked": str(error)}
    return {}


def _copy_database(settings: Settings, copy: Path) -> None:
    """One consistent state, and a sound file."""
    if settings.is_postgres:
        copy_to_file(settings, copy)
    else:
        uri = settings.path.resolve().as_uri() + "?mode=ro"
        live, target = sqlite3.connect(uri, uri=True), sqlite3.connect(copy)
        with closing(live), closing(target):
            live.backup(target)
    with closing(sqlite3.connect(copy)) as target:
        target.execute("PRAGMA journal_mode = DELETE")
    _check_file(copy)


def _check_file(path: Path) -> None:
    """Raise sqlite3.DatabaseError unless the file is a whole SQLite database."""
    with closing(sqlite3.connect(path)) as database:
        must_be_sound(database, "integrity_check")


def _write_tar(copy: Path, keys: Path, file: Path, beside: Path) -> Manifest:
    """Write the tar beside its place, flush it, and put it there."""
    # Half-written files of the vault are left out.
    whole = (p for p in sorted(keys.rglob("*")) if p.is_file() and p.suffix != ".new")
    found = {DATABASE: copy} | {f"keys/{p.relative_to(keys)}": p for p in whole}
    manifest: Manifest = {
        "format": FORMAT,
        "engine": version("combatlog"),
        "made_at": time.time_ns() // 1_000_000,
        "files": {name: _hash_and_size(path) for name, path in found.items()},
    }
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        with tarfile.open(fileobj=opened, mode="w") as tar:
            _add(tar, MANIFEST, io.BytesIO(data := json.dumps(manifest).encode()), len(data))
            for name, path in found.items():
                with path.open("rb") as content:
                    _add(tar, name, content, path.stat().st_size)
        opened.flush()
        os.fsync(opened.fileno())
    # Unlike a rename, a link never takes the place of what came there meanwhile.
    os.link(beside, file)
    return manifest


def _hash_and_size(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return {
            "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
            "bytes": path.stat().st_size,
        }


def _add(tar: tarfile.TarFile, name: str, content: IO[bytes], size: int) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, int(time.time())
    tar.addfile(member, content)


def meanings(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Every key that is in a backup, and what losing it means."""
    for name, meaning in MEANINGS.items():
        if any(file.startswith(f"keys/{name}") for file in manifest["files"]):
            yield name, meaning


# --- back again --------------------------------------------------------------------------------


def unpack(file: Path, folder: Path) -> Manifest:
    """Unpack a backup into an empty folder, every file held to its hash; what is in it.

    Raises CannotServe for what is no whole backup.
    """
    try:
        with tarfile.open(file, mode="r:") as tar:
            manifest = _manifest(tar)
            for name, described in manifest["files"].items():
                _extract(tar, name, described, folder)
            extra = set(tar.getnames()) - {MANIFEST, *manifest["files"]}
        if extra:
            raise ValueError(f"{min(extra)} is not in its manifest")
        _check_file(folder / DATABASE)
    except (OSError, ValueError, LookupError, TypeError, tarfile.TarError, sqlite3.Error) as error:
        raise CannotServe(f"{file} is no whole backup: {error}. Nothing was restored.") from error
    return manifest


def _manifest(tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    if first is None or first.name != MANIFEST or first.size > MOST_MANIFEST:
        raise ValueError("it does not begin with a manifest")
    content = tar.extractfile(first)
    assert content is not None
    manifest: Manifest = json.loads(content.read())
    if manifest["format"] != FORMAT:
        raise ValueError(f"it is no {FORMAT}")
    if DATABASE not in manifest["files"]:
        raise ValueError("there is no database in it")
    return manifest


def _extract(tar: tarfile.TarFile, name: str, described: Manifest, folder: Path) -> None:
    """One file; nothing leads out of the folder."""
    if not _NAMES.fullmatch(name) or not (member := tar.getmember(name)).isreg():
        raise ValueError(f"{name} does not belong into a backup")
    content = tar.extractfile(member)
    assert content is not None
    path, digest = folder / name, hashlib.sha256()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        while chunk := content.read(_CHUNK):
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if digest.hexdigest() != described["sha256"]:
        raise ValueError(f"{name} was altered")
