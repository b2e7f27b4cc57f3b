"""Hashes by which a file is known again where its program gives no ids."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

_LENGTH = 16


def content_hash(said: Any) -> str:
    """Return a short hash of a JSON value: the same for the same content, wherever it stands."""
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:_LENGTH]
