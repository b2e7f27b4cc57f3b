"""Around the API: is it well, what is its contract, what do its problems mean."""

from __future__ import annotations

from html import escape
from typing import Literal

from api.store.core.errors import StoreError
from api.web import problems
from api.web.conditional import REVALIDATED
from api.web.problems import Problem
from api.web.route_table import HTML, Answer, Call, Routes
from api.web.schemas.response_bodies import Shape

ROUTES = Routes("site")
_PAGE_HEADERS = {
    **REVALIDATED,
    "Content-Security-Policy": (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
_PROBE = ("", 0, bytes(32), b"")
"""A row of the caches that belongs to no combat, written to see whether writing is possible."""


class Health(Shape):
    """Whether the server is well."""

    status: Literal["ok"]


@ROUTES.get("/health/live", "anyone", answers=Health)
def get_live(call: Call) -> Answer:
    """Whether the process answers at all."""
    return Answer({"status": "ok"})


@ROUTES.get("/health/ready", "anyone", answers=Health)
def get_ready(call: Call) -> Answer:
    """Whether the log can be written and read."""
    try:
        ready = call.service.log.put_line(*_PROBE)
    except StoreError:
        ready = False
    if not ready:
        raise Problem("unavailable", "The log cannot be written right now.", {"Retry-After": "1"})
    return Answer({"status": "ok"})


@ROUTES.get("/problems/<slug>", "anyone", media=(HTML,), problems=("not-found",))
def get_problem(call: Call) -> Answer:
    """What a type of problem means: the page that the `type` of a problem names."""
    kind = problems.KINDS.get(call.path["slug"])
    if kind is None:
        raise Problem("not-found", "There is no problem of that type.")
    title = escape(kind.title)
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
        f"<body><main><h1>{title}</h1><p>{escape(kind.meaning)}</p><p>Status {kind.status}.</p>"
        "</main></body></html>\n"
    )
    return Answer(raw=page.encode(), headers=_PAGE_HEADERS, media=HTML)
