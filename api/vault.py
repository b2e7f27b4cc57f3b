"""Secrets that never enter the database: the master key, the text key, the operator's token.

Each lives in a file of its own, readable by its owner alone (0600), made once: written beside,
flushed, renamed, and the folder flushed, so that a crash leaves the old file or the new one.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from domain import dice

TOKEN_PREFIX = "clt_"
"""A mark that lets scanners of leaked secrets find ours."""


SAMPLE_PREFIX = "sample-"
"""Combats named so are samples. Their keys are public, for everybody to check the dice with."""

_PUBLIC_MASTER = hashlib.sha256(b"combatlog samples").digest()


class Vault:
    """The keys of one installation, in a folder beside its database."""

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._master = _kept(folder / "master.key")
        self.text_key = _kept(folder / "texts.key")
        self._server = _kept(folder / "server.key")
        self._operator = ""

    def key(self, combat: str, domain: str, era: int = 1) -> bytes:
        """The key of one domain of a combat: open, hidden, blind, deck:<n>."""
        master = _PUBLIC_MASTER if combat.startswith(SAMPLE_PREFIX) else self._master
        return dice.key(master, combat, era, domain)

    def mac(self, *parts: bytes) -> bytes:
        """A keyed hash under the server's own key, for tokens of state and of requests."""
        return hmac.digest(self._server, b"\0".join(parts), "sha256")

    def operator_token(self) -> str:
        """The operator's bearer token; made on first use, and read once."""
        path = self.folder / "operator.token"
        if not self._operator:
            if not path.exists():
                _write(path, new_token().encode())
            self._operator = path.read_text().strip()
        return self._operator


def new_token() -> str:
    """A bearer token of 256 random bits."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """How a token is stored. It is random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()


def _kept(path: Path) -> bytes:
    """The 32 bytes of a key file, made on first use."""
    if not path.exists():
        _write(path, secrets.token_bytes(32))
    data = path.read_bytes()
    if len(data) != 32:
        raise ValueError(f"{path.name} holds {len(data)} bytes, not 32: restore it from a backup")
    return data


def _write(path: Path, data: bytes) -> None:
    """Write a secret so that it is there whole or not at all."""
    beside = path.with_suffix(".new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
