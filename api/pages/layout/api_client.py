"""Call a route of the API as a program does, so that a page draws what programs get."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from flask import Response

from api.pages.layout.links import attached
from api.pages.layout.render import Trouble
from api.web import validation
from api.web.call import response
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import JSON, Answer, Call, Route, View
from api.web.routes import all_routes
from api.web.routes.commands import post_command


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
    batch: bool = False,
    **more: Any,
) -> Answer:
    """Return what a route answers to a query or a body; raise the problem of what it refuses.

    Empty values are left out of the query; `head` is the expected one. Of a `batch` the lines are
    in the call already.
    """
    route = _routes()[view]
    raw = call.raw if batch else json.dumps(body, sort_keys=True).encode()
    takes_body = route.body is not None and not batch
    said = {name: [value] for name, value in (query or {}).items() if value.strip()}
    with as_problems(call):
        return view(
            call._replace(
                query=validation.query(route.query or validation.Query, said),
                body=validation.body(route.body_type, raw, JSON, "") if takes_body else None,
                raw=raw,
                headers={"If-Match": f'"{head}"'} if head else {},
                **more,
            )
        )


def answer_batch(
    call: Call, commands: Sequence[Mapping[str, Any]], *, head: str = "", key: str = ""
) -> Any:
    """Return what became of several commands, all of them or none; raise the problem of one."""
    lines = [json.dumps(command, sort_keys=True).encode() for command in commands]
    sent = call._replace(lines=lines, accepts=JSON, key=key, raw=b"\n".join(lines))
    return answer(sent, post_command, head=head, batch=True).value


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
        made.headers["Content-Disposition"] = attached(name)
    return made
