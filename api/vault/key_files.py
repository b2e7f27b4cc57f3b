"""Secrets that never enter the database: the master key, the operator's token, and others.

Combats that came from elsewhere with their keys have those in the folder `combats`.

Each lives in a file of its own, readable by its owner alone (0600), made once: written beside,
flushed, renamed, and the folder flushed, so that a crash leaves the old file or the new one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from domain.dice import keyed_faces
from domain.log.sealing import keyed_hash

TOKEN_PREFIX = "clt_"
"""A mark that lets scanners of leaked secrets find ours."""


SAMPLE_PREFIX = "sample-"
"""Combats named so are samples. Their keys are public, for everybody to check the dice with."""

MEANINGS: Mapping[str, str] = {
    "master.key": (
        "the dice of every combat and what opens its sealed entries. Lost: combats can be"
        " read from exports alone, in another database, and no entry can be proven here."
        " Found by somebody: he foresees every roll."
    ),
    "server.key": (
        "retries and heads. Lost: a command that is sent again after a crash may be carried out"
        " twice, and every client has to look at the head anew, and replays have to be"
        " shared anew; nothing else."
    ),
    "signing.key": (
        "the signature under heads and archives. Lost: later ones are signed by another key, and"
        " nothing else. Found by somebody: he signs in your name."
    ),
    "operator.token": (
        "who may do everything here. Lost: delete the file, start again, and there is a new one."
        " Found by somebody: he is the operator until you do so."
    ),
    "combats/": (
        "the keys of combats that came from elsewhere. Lost: `combatlog admin accept-keys` goes on,"
        " but what their dice showed there cannot be proven here; import their exports again, made"
        " with their keys."
    ),
}
"""What each file of the folder is for, and what losing it means."""

_TOKEN = re.compile(rb"clt_[A-Za-z0-9_-]{43}")
_PUBLIC_MASTER = hashlib.sha256(b"combatlog samples").digest()


class Vault:
    """The keys of one installation, in a folder beside its database.

    Raises `ValueError` for a file that holds no key, or no token.
    """

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._master = _read_or_create(folder / "master.key")
        self._server = _read_or_create(folder / "server.key")
        self.signing_key = _read_or_create(folder / "signing.key")
        self._token_file = folder / "operator.token"
        self._operator = _read_token(self._token_file) if self._token_file.exists() else ""

    def key(self, combat: str, domain: str, era: int = 1) -> bytes:
        """The key of one domain of a combat: open, hidden, blind, deck:<n>.

        That of an era which began elsewhere is the one that the combat brought along, if any.
        """
        return self.brought(combat, domain, era) or self.own_key(combat, domain, era)

    def own_key(self, combat: str, domain: str, era: int = 1) -> bytes:
        """A key that this installation draws itself."""
        master = _PUBLIC_MASTER if combat.startswith(SAMPLE_PREFIX) else self._master
        return keyed_faces.key(master, combat, era, domain)

    def brought(self, combat: str, domain: str, era: int) -> bytes | None:
        """A key that a combat brought along; None where it did not."""
        return self.adopted_keys(combat).get(keyed_faces.key_name(domain, era))

    def adopted_keys(self, combat: str) -> Mapping[str, bytes]:
        """The keys that a combat brought along, by domain; empty for one that began here."""
        path = self._of(combat)
        if not path.exists():
            return {}
        return {name: bytes.fromhex(key) for name, key in json.loads(path.read_bytes()).items()}

    def adopt(self, combat: str, keys: Mapping[str, bytes]) -> None:
        """Keep the keys that a combat brings along."""
        path = self._of(combat)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        _write(path, json.dumps({name: key.hex() for name, key in keys.items()}).encode())

    def disown(self, combat: str) -> None:
        """Forget the keys of a combat that is taken in anew, or could not be after all."""
        self._of(combat).unlink(missing_ok=True)

    def brought_file(self, combat: str) -> str:
        """Where in the folder the keys are that a combat brought along."""
        return f"combats/{combat}.json"

    def _of(self, combat: str) -> Path:
        return self.folder / self.brought_file(combat)

    def mac(self, *parts: bytes) -> bytes:
        """A keyed hash under the server's own key, for tokens of state and of requests."""
        return keyed_hash(self._server, b"\0".join(parts))

    def operator_token(self) -> str:
        """The operator's bearer token; made on first use, and read once."""
        if not self._operator:
            if not self._token_file.exists():
                _write(self._token_file, new_token().encode())
            self._operator = _read_token(self._token_file)
        return self._operator


def new_token() -> str:
    """A bearer token of 256 random bits."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """How a token is stored. It is random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()


def _read_or_create(path: Path) -> bytes:
    """The 32 bytes of a key file, made on first use."""
    if not path.exists():
        _write(path, secrets.token_bytes(32))
    data = path.read_bytes()
    if len(data) != 32:
        raise ValueError(f"{path.name} holds {len(data)} bytes, not 32: restore it from a backup")
    return data


def _read_token(path: Path) -> str:
    """Read the token in a file; raises `ValueError` for what is none, which anybody might guess."""
    token = path.read_bytes().strip()
    if not _TOKEN.fullmatch(token):
        raise ValueError(f"{path} holds no token: delete it, and the next start makes a new one")
    return token.decode()


def _write(path: Path, data: bytes) -> None:
    """Write a secret so that it is there whole or not at all."""
    beside = path.with_suffix(".new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    _flush(path.parent)


def _flush(folder: Path) -> None:
    """Make sure that what was renamed in a folder stays so."""
    opened = os.open(folder, os.O_RDONLY)
    os.fsync(opened)
    os.close(opened)
