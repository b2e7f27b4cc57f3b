"""The routes of the API, a module for each part of it; together they are the contract."""

from __future__ import annotations

from functools import cache
from typing import Any

from api.web.openapi import document
from api.web.route_table import Answer, Call, Route
from api.web.routes import (
    audit,
    combats,
    commands,
    dice,
    disputes,
    evidence,
    explain,
    log,
    meta,
    privacy,
    query,
    replay,
    rulesets,
    seats,
    state,
    stream,
    transfer,
    undo,
    what_if,
)


@cache
def all_routes() -> tuple[Route, ...]:
    """Every route, in the order of the document."""
    parts = (
        rulesets,
        combats,
        seats,
        commands,
        undo,
        what_if,
        state,
        replay,
        log,
        stream,
        dice,
        explain,
        query,
        audit,
        disputes,
        evidence,
        privacy,
        transfer,
        meta,
    )
    return tuple(route for part in parts for route in part.ROUTES.routes)


@meta.ROUTES.get("/openapi.json", access="anyone", answers=dict[str, Any])
def get_openapi(call: Call) -> Answer:
    """This contract as an OpenAPI 3.1 document."""
    return Answer(document(all_routes()), meta.KEPT)
