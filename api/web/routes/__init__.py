"""The routes of the API, a module for each part of it; together they are the contract."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from api.web.conditional import REVALIDATED
from api.web.openapi import TAGS, document
from api.web.route_table import Answer, Call, Route
from api.web.routes import meta


@cache
def all_routes() -> tuple[Route, ...]:
    """Return every route, in the order in which the document has their tags."""
    parts = [import_module(f"{__name__}.{found.name}").ROUTES for found in iter_modules(__path__)]
    in_order = sorted(parts, key=lambda part: list(TAGS).index(part.tag))
    return tuple(route for part in in_order for route in part.routes)


@meta.ROUTES.get("/openapi.json", "anyone", answers=dict[str, Any])
def get_openapi(call: Call) -> Answer:
    """This contract as an OpenAPI 3.1 document."""
    return Answer(document(all_routes()), REVALIDATED)
