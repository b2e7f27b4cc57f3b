"""Check that the keys of a folder are those that a database was made with.

Entries that are sealed with other keys can be opened and proven nowhere, so a process without the
right keys must not serve. The database has a public hash of each key, never the key itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from api.store.core.errors import WrongKeys
from api.store.core.rows import FingerprintRow
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.vault.key_files import Vault

MASTER = "master.key"
BOUND = (MASTER, "server.key", "signing.key")
"""The key files that every process on a database needs alike."""

_LOST = (
    " Put the folder of keys back from a backup, or copy it from the host that serves this"
    " database; no combat was touched. If keys are lost for good: `combatlog admin accept-keys`"
    " goes on without any but master.key; without that one, import exports of the combats into"
    " another data folder, with a database of its own."
)


def fingerprint(name: str, key: bytes) -> bytes:
    """The public hash of a key."""
    return hashlib.sha256(b"combatlog-fingerprint/1\0" + name.encode() + b"\0" + key).digest()


def vault_for(log: CombatLog, folder: Path, *, bind: bool = True) -> Vault:
    """The keys of a folder for a log; makes them for a new one. Raises WrongKeys."""
    if missing := missing_keys(log, folder):
        raise WrongKeys(
            f"{_names_with_verb(missing)} missing in {folder}, and the database was made with it."
            + _LOST
        )
    vault = Vault(folder)
    check_keys(log, vault, bind=bind)
    return vault


def missing_keys(log: CombatLog, folder: Path) -> list[str]:
    """The files of keys that a database was made with, and that a folder lacks."""
    return [name for name in log.fingerprints() if not (folder / name).exists()]


def accept_keys(log: CombatLog, folder: Path) -> list[str]:
    """Bind a database to keys in place of lost ones, and return the names of those; WrongKeys.

    New ones are made where they are missing, but never master.key, which seals every entry, nor
    those that a combat brought along: it goes on without them.
    """
    bound, master = log.fingerprints(), folder / MASTER
    if not (master.exists() and _fits(bound, MASTER, master.read_bytes())):
        raise WrongKeys(_why([MASTER], folder))
    keys = _keys(Vault(folder), bound)
    changed = [name for name, key in keys.items() if not _fits(bound, name, key)]
    for name in changed:
        if keys[name]:
            log.append((), Beside(fingerprint=FingerprintRow(name, fingerprint(name, keys[name]))))
        else:
            log.release_key(name)
    return changed


def check_keys(log: CombatLog, vault: Vault, *, bind: bool = True) -> None:
    """Raise WrongKeys unless the keys are those of the database; bind a new one to them."""
    if bind and not log.fingerprints():
        log.bind_keys({name: fingerprint(name, key) for name, key in _keys(vault, ()).items()})
    bound = log.fingerprints()
    wrong = [name for name, key in _keys(vault, bound).items() if not _fits(bound, name, key)]
    if wrong:
        raise WrongKeys(_why(wrong, vault.folder))


def check_brought_keys(log: CombatLog, vault: Vault, combat: str) -> None:
    """Raise WrongKeys unless the keys that a combat brought along are those that came with it."""
    name = vault.brought_file(combat)
    if (bound := log.fingerprint(name)) and bound != fingerprint(name, _read(vault.folder / name)):
        raise WrongKeys(_why([name], vault.folder))


def brought_keys(vault: Vault, combat: str) -> FingerprintRow | None:
    """What binds the database to the keys that a combat brought along, if any."""
    name = vault.brought_file(combat)
    key = _read(vault.folder / name)
    return FingerprintRow(name, fingerprint(name, key)) if key else None


def _keys(vault: Vault, bound: Iterable[str]) -> dict[str, bytes]:
    """All keys by the names of their files; empty for a brought one that is gone."""
    return {name: _read(vault.folder / name) for name in (*BOUND, *bound)}


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _fits(bound: dict[str, bytes], name: str, key: bytes) -> bool:
    return bound.get(name) in (None, fingerprint(name, key))


def _why(wrong: list[str], folder: Path) -> str:
    files = _names_with_verb(wrong)
    return f"{files} not of this database: it was made with other keys than {folder} has.{_LOST}"


def _names_with_verb(names: Iterable[str]) -> str:
    names = list(names)
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"
