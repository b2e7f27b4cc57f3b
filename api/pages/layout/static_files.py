"""Static files of the pages: styles and scripts, each under an address that changes with it.

So the policy of a page allows no other script, and browsers keep each file for ever. Every page
does without scripts. Pages themselves are not compressed: where the length of what is secret in a
page can be watched beside what somebody else put into it, compression tells the secret bit by bit.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path

from flask import Response, request

from api.web.problems import Problem

FOLDER = Path(__file__).parents[1] / "static"
CHECKER = FOLDER / "check.js"
"""The independent checker of evidence, which no page runs."""

SCRIPTS = ("live.js", "sheet.js", "proofs.js", "heads.js", "vendor/htmx.js", "vendor/hx-sse.js")
"""Those of the live table, in the order of loading: ours listen before htmx begins to tell."""

_FILES = (*SCRIPTS, "page.css", "leaves.css", "replay.js", "replay_file.js", CHECKER.name)
_MEDIA = {".css": "text/css", ".js": "text/javascript"}
_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept-Encoding",
}


@cache
def address(name: str) -> str:
    """Return the address of a file; it changes with the file."""
    path = FOLDER / name
    return f"/static/{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}/{path.name}"


def get_static(mark: str, name: str) -> Response:
    """Send a file, compressed where the browser takes that; raise the problem of an unknown one."""
    path = next(
        (FOLDER / each for each in _FILES if address(each) == f"/static/{mark}/{name}"), None
    )
    if path is None:
        raise Problem("not-found", "There is no such file. Load the page again.")
    packed = request.accept_encodings["gzip"] > 0
    body = _gzip_bytes(path) if packed else path.read_bytes()
    headers = {**_HEADERS, "Content-Encoding": "gzip"} if packed else _HEADERS
    return Response(body, content_type=_MEDIA[path.suffix], headers=headers)


@cache
def _gzip_bytes(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)
