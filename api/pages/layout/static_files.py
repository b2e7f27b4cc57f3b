"""Static files of the pages: styles and scripts, under addresses that change with any of them.

So a module finds those that it imports beside it, and browsers keep every file for ever. Every page
does without scripts. Programs and other sites find the client at an address that stays. Pages
themselves are not compressed: where the length of what is secret in a page can be watched beside
what somebody else put into it, compression tells the secret bit by bit.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Response, request

from api.web.problems import Problem

FOLDER = Path(__file__).parents[1] / "static"
CHECKER = FOLDER / "check.js"
"""The independent checker of evidence, which no page runs."""

SCRIPTS = ("vendor/htmx.js", "sheet.js", "keys.js", "proofs.js", "live.js", "heads.js")
"""Those of the live table, in the order in which they run."""

MODULES = ("live.js", "heads.js")
"""Those that import the client."""

CLIENT = ("combatlog.js", "combatlog.d.ts")
"""The client for programs, and its types."""

_STYLES = ("page.css", "leaves.css", "home.css")
_PICTURES = ("icon.svg", "marks.svg", "vendor/lucide.svg")
_INSTALLED = ("app.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png")
"""What a phone needs to keep the pages as an app."""

_SHOWN = ("phone", "table", "why", "undo", "replay", "remedy", "end")
"""The pictures in the guide."""

_FILES = (
    *(*SCRIPTS, *CLIENT, *_STYLES, *_PICTURES, *_INSTALLED),
    *(f"pictures/{name}.png" for name in _SHOWN),
    *("enter.js", "home.js", "share.js", "copy.js", "keep_text.js"),
    *("replay.js", "replay_file.js", CHECKER.name),
)
_MEDIA = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "application/typescript",
    ".webmanifest": "application/manifest+json",
}
_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept-Encoding",
}
_CLIENT_HEADERS = {
    **_HEADERS,
    "Cache-Control": "no-cache",
    "Access-Control-Allow-Origin": "*",
    "X-TypeScript-Types": "/combatlog.d.ts",
}


@cache
def address(name: str) -> str:
    """Return the address of a file; it changes with any of the files."""
    return f"/static/{_mark()}/{Path(name).name}"


@cache
def _mark() -> str:
    every = b"".join((FOLDER / name).read_bytes() for name in _FILES)
    return hashlib.sha256(every).hexdigest()[:16]


def get_static(mark: str, name: str) -> Response:
    """Send a file, compressed where the browser takes that; raise the problem of an unknown one."""
    path = next(
        (FOLDER / each for each in _FILES if address(each) == f"/static/{mark}/{name}"), None
    )
    if path is None:
        raise Problem("not-found", "There is no such file. Load the page again.")
    return _file_answer(path, _HEADERS)


def get_client() -> Response:
    """Send the client for programs, or its types, to whoever imports it, pages of other sites too.

    It holds no secret, and is asked for again with its tag.
    """
    path = FOLDER / Path(request.path).name
    answer = _file_answer(path, _CLIENT_HEADERS)
    answer.set_etag(_mark(), weak=True)
    answer.make_conditional(request)
    return answer


def _file_answer(path: Path, headers: Mapping[str, str]) -> Response:
    packed = request.accept_encodings["gzip"] > 0
    body = _gzip_bytes(path) if packed else path.read_bytes()
    encoding = {"Content-Encoding": "gzip"} if packed else {}
    return Response(body, content_type=_MEDIA[path.suffix], headers={**headers, **encoding})


@cache
def _gzip_bytes(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)
