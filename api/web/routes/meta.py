"""Around the API: is it well, what is its contract, what do its problems mean."""

from __future__ import annotations

from html import escape
from typing import Literal

from flask import current_app
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from api.store.core.errors import StoreError
from api.web import problems
from api.web.conditional import REVALIDATED
from api.web.problems import Problem
from api.web.route_table import HTML, TEXT, Answer, Call, Routes
from api.web.schemas.response_bodies import Shape
from api.web.traffic.metrics import Metrics

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


@ROUTES.get("/health/<probe>", "anyone", answers=Health, problems=("not-found",))
def get_health(call: Call) -> Answer:
    """Whether the server is well: `live` while it answers at all, `ready` while it can write.

    When: a supervisor or a load balancer watches the server.
    """
    if call.path["probe"] not in ("live", "ready"):
        raise Problem("not-found", "There are two probes: `/health/live` and `/health/ready`.")
    if call.path["probe"] == "ready" and call.live.ended.is_set():
        raise Problem("unavailable", "The server is about to stop.", {"Retry-After": "1"})
    if call.path["probe"] == "ready" and not _can_write(call):
        raise Problem("unavailable", "The log cannot be written right now.", {"Retry-After": "1"})
    return Answer({"status": "ok"})


def _can_write(call: Call) -> bool:
    try:
        return call.service.log.put_line(*_PROBE)
    except StoreError:
        return False


@ROUTES.get("/metrics", "operator", media=(TEXT,), is_operation=False)
def get_metrics(call: Call) -> Answer:
    """What the server counted, in the text format of Prometheus; for the operator alone.

    When: Prometheus watches the server.
    """
    metrics: Metrics = current_app.extensions["metrics"]
    return Answer(raw=metrics.written(), media=CONTENT_TYPE_PLAIN_0_0_4)


@ROUTES.get(
    "/problems/<slug>", "anyone", media=(HTML,), problems=("not-found",), is_operation=False
)
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
