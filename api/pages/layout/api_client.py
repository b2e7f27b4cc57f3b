"""Call a route of the API as a program does, so that a page draws what programs get."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Response

from api.pages.layout.render import Trouble
from api.web import validation
from api.web.call import response
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import JSON, Answer, Call, Route, View
from api.web.routes import all_routes


@cache
def _routes() -> Mapping[View, Route]:
    return {route.view: route for route in all_routes()}


def answer(
    call: Call,
    view: View,
    query: Mapping[str, str] | None = None,
    body: Any = None,
    *,
    head: str = "",
    **more: Any,
) -> Answer:
    """Return what a route answers to a query or a body; raise the problem of what it refuses.

    Empty values are left out of the query; `head` is the expected one.
    """
    route, raw = _routes()[view], json.dumps(body, sort_keys=True).encode()
    said = {name: [value] for name, value in (query or {}).items() if value.strip()}
    with as_problems(call):
        return view(
            call._replace(
                query=validation.query(route.query or validation.Query, said),
                body=validation.body(route.body_type, raw, JSON, "") if route.body else None,
                raw=raw,
                headers={"If-Match": f'"{head}"'} if head else {},
                **more,
            )
        )


def answer_or_trouble(
    call: Call, view: View, query: Mapping[str, str], wanted: bool = True
) -> tuple[Any, Trouble | None]:
    """Return the value that a route answers, if it is wanted, or why there is none."""
    try:
        return (answer(call, view, query).value if wanted else None), None
    except Problem as problem:
        return None, Trouble(problem)


def response_of(said: Answer, name: str = "") -> Response:
    """Return an answer of the API as a page's own; with a name it is a file to be kept."""
    made = response(said)
    made.headers["X-Content-Type-Options"] = "nosniff"
    if name:
        made.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return made
