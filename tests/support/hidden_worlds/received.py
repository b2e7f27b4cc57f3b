"""What somebody received over HTTP: answers and streams."""

from __future__ import annotations

import re
from typing import Any

HASH, ALOUD = re.compile(rb"[0-9a-f]{64,}"), re.compile(rb"(?:[0-9a-f]{4} ){3}[0-9a-f]{4}")
"""A commitment, and the beginning of one as it is read aloud."""


class Received:
    """Everything that was received, commitments told apart by their order alone."""

    def __init__(self, commitment: re.Pattern[bytes] = HASH) -> None:
        self.answers = list[Any]()
        self._commitment = commitment
        self._hashes: dict[bytes, int] = {}

    def keep(self, answer: Any) -> None:
        """Keep an answer: its status, headers and bytes.

        Of an archive only that it was given: it tells how much is hidden, by design.
        """
        data = answer.data
        if data.startswith(b"PK"):
            self.answers.append((answer.status_code, [], b"a bundle"))
            return
        if b"public_root" in data:
            data = self.each_commitment(data)
        self.answers.append((answer.status_code, sorted(answer.headers.items()), data))

    def told(self, chunks: list[bytes]) -> None:
        """Keep what came over a stream, in the pieces in which it came."""
        self.answers += [(200, [], chunk) for chunk in chunks]

    def each_commitment(self, data: bytes) -> bytes:
        """What was received, with commitments told apart by their order alone."""
        return self._commitment.sub(self._ordinal, ALOUD.sub(self._ordinal, data))

    def _ordinal(self, found: re.Match[bytes]) -> bytes:
        """In place of a commitment, which of those that were received it is."""
        return b"hash %d" % self._hashes.setdefault(found[0], len(self._hashes))
