"""Files that never change under their address, sent small to whoever takes them so.

Pages themselves are not packed: where the length of what is secret in a page can be watched beside
what somebody else put into it, packing tells the secret bit by bit.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

from flask import Response, request

_KEPT = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept-Encoding",
}


def sent(path: Path, content_type: str) -> Response:
    """A file, packed where the browser says that it takes that; kept for ever."""
    packed = request.accept_encodings["gzip"] > 0
    body = _packed(path) if packed else path.read_bytes()
    headers = {**_KEPT, "Content-Encoding": "gzip"} if packed else _KEPT
    return Response(body, content_type=content_type, headers=headers)


@cache
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)
