"""The reference: the contract on a page, read off the same document that programs read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from flask import Response

from api.pages.layout.render import page
from api.web.examples import BY_TYPE, STORIES
from api.web.openapi import document
from api.web.route_table import JSON, Call, Route
from api.web.routes import all_routes
from domain import commands as c

COMBAT = "c-0123456789abcdef0123"
"""A combat in examples."""

Json = dict[str, Any]


class Operation(NamedTuple):
    """A route, what its document says of it, and an example."""

    route: Route
    told: Json
    example: str


class Spoken(NamedTuple):
    """A command: its type, what its schema says of it, and an example."""

    type: str
    told: Json
    example: str


def get_reference(call: Call) -> Response:
    """Every route and every command, with an example each."""
    return page(
        "reference",
        call,
        tags=_document()["tags"],
        operations=_operations(),
        commands=_commands(),
        stories=[(story[0]["title"], tuple(map(json.dumps, story))) for story in STORIES],
        type_of=_type,
    )


@cache
def _document() -> Json:
    return document(all_routes())


@cache
def _operations() -> tuple[Operation, ...]:
    told = {
        each["operationId"]: each
        for methods in _document()["paths"].values()
        for each in methods.values()
    }
    return tuple(
        Operation(route, told[route.name], _curl(route))
        for route in all_routes()
        if route.is_operation
    )


def _curl(route: Route) -> str:
    """How to send the route's example with curl."""
    parts = ["curl"]
    if route.access != "anyone":
        parts.append('-H "Authorization: Bearer $TOKEN"')
    if route.body is not None:
        parts += [f"-H 'Content-Type: {JSON}'", f"-d '{json.dumps(route.example)}'"]
    return " ".join((*parts, f"'$AT{route.example_path(COMBAT)}'".replace("'$AT", "$AT'")))


@cache
def _commands() -> tuple[Spoken, ...]:
    """Every command in the order of the domain."""
    schemas = _document()["components"]["schemas"]
    told = {
        schema["properties"]["type"].get("const"): schema
        for schema in reversed(schemas.values())
        if "type" in schema.get("properties", {})
    }
    names = (str(each.model_fields["type"].default) for each in (*c.PLAY, *c.TABLE, *c.SHORT))
    return tuple(
        Spoken(name, told.get(name, schemas["NewCombat"]), json.dumps(BY_TYPE[name]))
        for name in names
    )


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few words: `string`, `integer 1 to 500`, `undo | redo`, a name."""
    if ref := schema.get("$ref"):
        return str(ref).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        return " | ".join(map(str, schema.get("enum", [schema.get("const")])))
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(map(_type, either)))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    least, most = schema.get("minimum"), schema.get("maximum")
    limits = f" {least} to {most}" if least is not None and most is not None else ""
    return f"{schema.get('type', 'anything')}{limits}"
