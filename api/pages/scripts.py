"""The scripts of the live table: htmx with its extension for streams, and one small file of ours.

All of them come from here, each under an address that changes with it, so that the policy of a page
allows no other and browsers keep them for ever. Every page does without them.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import Response

from api.pages.packed import sent
from api.problems import Problem

STATIC = Path(__file__).parent / "static"
FILES = ("live.js", "sheet.js", "proofs.js", "heads.js", "vendor/htmx.js", "vendor/hx-sse.js")
"""In the order in which a page loads them: ours listen before htmx begins to tell."""
CHECKER = STATIC / "check.js"

CONFIG = (
    '{"includeIndicatorCSS": false, "extensions": "sse", "history": false,'
    ' "sse": {"reconnectMaxDelay": 5000},'
    ' "morphIgnore": ["data-htmx-powered", "open"], "noSwap": [204, 304, "4xx", "5xx"]}'
)
"""What htmx is told: no style of its own, no other extension, to look for a server that went away
every five seconds, to leave open what was opened, and to put nothing that went wrong in the place
of the table."""


@cache
def scripts() -> dict[str, Path]:
    """The files by their addresses."""
    return {_address(STATIC / name): STATIC / name for name in FILES}


def _address(path: Path) -> str:
    return f"/script/{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}/{path.name}"


@cache
def checker() -> str:
    """Return the address of the independent checker of evidence, which no page runs."""
    return _address(CHECKER)


def get_script(mark: str, name: str) -> Response:
    """A file under its address; raises the problem of one that there is not."""
    path = {**scripts(), checker(): CHECKER}.get(f"/script/{mark}/{name}")
    if path is None:
        raise Problem("not-found", "There is no such script. Load the page again.")
    return sent(path, "text/javascript")
