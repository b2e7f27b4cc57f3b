"""The sheets of paper that pages are drawn on: templates, the style, and what every page needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask import Response, render_template
from werkzeug.datastructures import MultiDict

from api.access import Caller
from api.contract import Call
from api.pages.calling import called_here
from api.pages.door import mark, visitor
from api.pages.scripts import CONFIG, scripts
from api.problems import Problem
from api.service import Service
from api.words import person_name
from domain.legal import points
from projections.conditions import Standing
from projections.timeline import Line

STYLE = Path(__file__).parent / "static" / "page.css"
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
_LIVE = f"{_POLICY}; script-src 'self'; connect-src 'self'"
"""The policy of a page that keeps up by itself: scripts of ours alone, and none within the page."""

_HEADERS = {
    "Content-Security-Policy": _POLICY,
    # A page of ours has to say whose form it sends; nobody else learns anything.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Cookie",
}


class Trouble(NamedTuple):
    """Why a form was not carried out: which one, the problem, what stood in it, what was missed."""

    problem: Problem
    form: str = ""
    given: MultiDict[str, str] = MultiDict()
    missed: tuple[Line, ...] = ()
    wanted: str = ""

    def told(self, call: Call) -> Trouble:
        """The same with everybody by name, for whoever sees them."""
        if not call.combat or not self.problem.names_somebody:
            return self
        return self._replace(problem=self.problem.told(called_here(call)))


@cache
def style_name() -> str:
    """The address of the style: it changes whenever the style does, and so is kept for ever."""
    return f"/style/{hashlib.sha256(STYLE.read_bytes()).hexdigest()[:16]}.css"


def page(
    template: str,
    call: Call,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **said: Any,
) -> Response:
    """A page as it is sent. Everything in it is escaped, since its template's name says HTML."""
    trouble: Trouble | None = said.setdefault("trouble", None)
    if trouble is not None:
        status = trouble.problem.kind.status
        said["trouble"] = trouble.told(call)
    live: bool = said.setdefault("live", False)
    text = render_template(f"{template}.html", **_everywhere(call, live), **said)
    answer = Response(text, status=status, content_type="text/html; charset=utf-8")
    policy = {"Content-Security-Policy": _LIVE} if live else {}
    answer.headers.update({**_HEADERS, **policy, **(headers or {})})
    return answer


def _everywhere(call: Call, live: bool) -> dict[str, Any]:
    """What the template of every page may name."""
    return {
        "style": style_name(),
        "mark": mark(call.service),
        "you": you(call.service, visitor(call.service)),
        "caller": call.caller,
        "points": points,
        "condition": condition_words,
        "scripts": scripts() if live else (),
        "config": CONFIG,
    }


def you(service: Service, caller: Caller) -> str:
    """Who looks, in words: `Anna Berg (player)`, `the operator`."""
    if caller.is_operator:
        return "the operator"
    if not caller.combat:
        return ""
    name = person_name(service, caller.combat, caller.viewer.person)
    return f"{name or caller.seat} ({caller.viewer.role})"


def condition_words(standing: Standing) -> str:
    """`light wound, at chest; rolls -1, until ended (stand and attack of Cogan)`."""
    parts = [
        standing.words,
        standing.key,
        f"at {standing.at}" if standing.at else "",
        f"toward {standing.toward}" if standing.toward else "",
        standing.until,
    ]
    doing = f" ({standing.doing})" if standing.doing else ""
    return ", ".join(filter(None, parts)) + doing
