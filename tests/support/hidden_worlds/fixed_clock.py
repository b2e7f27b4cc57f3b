"""A clock and chance that a test sets."""

from __future__ import annotations

import hashlib
import itertools
from base64 import urlsafe_b64encode


class Tape:
    """A clock that the test sets, and chance that is the same in every world."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000
        self.ids, self.chances = itertools.count(1), itertools.count(1)

    def now(self) -> int:
        return self.time

    def new_id(self) -> str:
        return hashlib.sha256(f"id {next(self.ids)}".encode()).hexdigest()

    def token_bytes(self, size: int) -> bytes:
        return hashlib.sha256(f"bytes {next(self.chances)}".encode()).digest()[:size]

    def token_urlsafe(self, size: int) -> str:
        return urlsafe_b64encode(self.token_bytes(size)).decode()
