"""The leaves of a combat that is read: their style, their one script, and who is called what.

A leaf is a page that looks back: the docket, the replay, the audit, an explanation, an answer. They
share a style of their own beside that of all pages. Only the replay has a script, and does without.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flask import Response, request

from api.calls import content_type
from api.contract import Answer, Call
from api.pages import packed, table
from api.pages.sheets import page
from api.parsing import Query, query
from api.words import person_name
from domain.seats import REFEREE

STATIC = Path(__file__).parent / "static"
STYLE, SCRIPT = STATIC / "leaves.css", STATIC / "replay.js"
_SCRIPTED = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'"
)
OPERATOR = "p0"
"""The person that the operator is in every log."""

_CALLED = {REFEREE: "the referee", "vote": "the vote", "": "nobody"}


@cache
def style_name() -> str:
    """The address of the style; it changes with it, and so is kept for ever."""
    return f"/style/leaves-{_mark(STYLE)}.css"


@cache
def script_name() -> str:
    """The address of the script of the replay."""
    return f"/script/replay-{_mark(SCRIPT)}.js"


def _mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def get_style() -> Response:
    """The style of the leaves."""
    return packed.sent(STYLE, "text/css")


def get_script() -> Response:
    """The script of the replay."""
    return packed.sent(SCRIPT, "text/javascript")


def leaf(template: str, call: Call, *, scripted: bool = False, **said: Any) -> Response:
    """A leaf as it is sent, with what every page of a combat says of it."""
    headers = {"Content-Security-Policy": _SCRIPTED} if scripted else {}
    return page(
        template,
        call,
        headers=headers,
        second=style_name(),
        script=script_name() if scripted else "",
        **table.common(call),
        **said,
    )


def asked(model: type[Query], given: Mapping[str, str] | None = None) -> Any:
    """What the address asks, without fields that were left empty; raises the problem of it."""
    said = request.args if given is None else given
    return query(model, {name: [said[name]] for name in said if said[name].strip()})


def sent(answer: Answer, name: str = "") -> Response:
    """An answer of the API as a page's own; with a name it is a file to be kept."""
    made = Response(answer.raw, content_type=content_type(answer.media), headers=answer.headers)
    made.headers["X-Content-Type-Options"] = "nosniff"
    if name:
        made.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return made


def called(call: Call, who: str) -> str:
    """What somebody at the table is called."""
    if who in _CALLED:
        return _CALLED[who]
    name = person_name(call.service, call.combat, who)
    return name or ("the operator" if who == OPERATOR else who)
