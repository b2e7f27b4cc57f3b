"""The routes of the API, a module for each part of it; together they are the contract."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from api.web.conditional import REVALIDATED
from api.web.openapi import TAGS, document
from api.web.route_table import Answer, Call, Route
from api.web.routes import meta

CORE = (
    "post_combat",
    "get_combats",
    "get_combat",
    "get_ruleset",
    "get_options",
    "post_command",
    "get_state",
    "get_events",
    "get_timeline",
    "post_join",
)
"""The operations that a fight needs, in the order in which they are listed."""


@cache
def all_routes() -> tuple[Route, ...]:
    """Return every route: the core first, then in the order in which the document has the tags."""
    parts = [import_module(f"{__name__}.{found.name}").ROUTES for found in iter_modules(__path__)]
    in_order = sorted(parts, key=lambda part: list(TAGS).index(part.tag))
    named = {route.name: route for part in in_order for route in part.routes}
    core = (replace(named.pop(name), tag="core") for name in CORE)
    return (*core, *named.values())


@meta.ROUTES.get("/openapi.json", "anyone", answers=dict[str, Any], is_operation=False)
def get_openapi(call: Call) -> Answer:
    """This contract as an OpenAPI 3.1 document."""
    return Answer(document(all_routes()), REVALIDATED)
