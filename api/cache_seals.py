"""Keyed hashes before what is cached in the database: a damaged cache is made anew, never used."""

from __future__ import annotations

import hmac

from api.vault import Vault

_SIZE = 32


class CacheSeals:
    """Seals the caches of one combat, each with its kind and the chain that it was made at."""

    def __init__(self, vault: Vault, combat: str):
        self._vault, self._combat = vault, combat.encode()

    def close(self, kind: str, chain: bytes, data: bytes) -> bytes:
        """Data as it is stored."""
        return self._mac(kind, chain, data) + data

    def open(self, kind: str, chain: bytes, stored: bytes | None) -> bytes | None:
        """The data again; None where there is none, or anything of it was altered."""
        if not isinstance(stored, bytes):
            return None
        data = stored[_SIZE:]
        fits = hmac.compare_digest(self._mac(kind, chain, data), stored[:_SIZE])
        return data if fits else None

    def _mac(self, kind: str, chain: bytes, data: bytes) -> bytes:
        return self._vault.mac(b"cache", self._combat, kind.encode(), chain.hex().encode(), data)
