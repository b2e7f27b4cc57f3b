"""What the frozen contract promised is kept, and every kind of broken promise is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.clients.http_client import contract
from tests.support.goldens.compatibility import breaks
from tests.support.goldens.frozen import FROZEN

Json = dict[str, Any]
Change = Callable[[Json], object]


def test_v1_is_only_added_to():
    assert breaks(json.loads(FROZEN.read_text("utf-8")), contract()) == []


def test_a_contract_breaks_nothing_of_itself():
    assert breaks(contract(), contract()) == []


# --- a contract in small -------------------------------------------------------------------------

ENTRY: Json = {
    "type": "object",
    "properties": {
        "type": {"const": "fell", "type": "string"},
        "at": {"type": "integer"},
        "how": {"enum": ["open", "hidden"], "type": "string"},
        "total": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        "faces": {"type": "array", "items": {"type": "integer"}, "maxItems": 9},
        "said": {"type": "string"},
    },
    "required": ["type", "at", "how", "total", "faces"],
    "additionalProperties": False,
}
ACT: Json = {
    "type": "object",
    "properties": {
        "type": {"const": "act", "type": "string"},
        "who": {"type": "string", "maxLength": 80},
        "targets": {"type": "array", "items": {"$ref": "#/components/schemas/Id"}},
        "risk": {"type": "integer", "minimum": 0, "maximum": 100},
        "how": {"enum": ["step", "turn"], "type": "string"},
        "params": {"type": "object", "additionalProperties": {"type": "integer"}},
        "also": {"anyOf": [{"$ref": "#/components/schemas/Command"}, {"type": "null"}]},
    },
    "required": ["type", "who"],
    "additionalProperties": False,
}
PASS: Json = {
    "type": "object",
    "properties": {"type": {"const": "pass", "type": "string"}},
    "required": ["type"],
    "additionalProperties": False,
}


def union(**of: str) -> Json:
    refs = {tag: f"#/components/schemas/{name}" for tag, name in of.items()}
    told = {"propertyName": "type", "mapping": refs}
    return {"oneOf": [{"$ref": ref} for ref in refs.values()], "discriminator": told}


def small() -> Json:
    """A contract with an operation that takes commands and answers entries."""
    answer = {"schema": {"$ref": "#/components/schemas/Entry"}}
    limit = {"name": "limit", "in": "query", "required": False}
    post: Json = {
        "operationId": "post_command",
        "security": [{}, {"token": []}],
        "parameters": [{**limit, "schema": {"type": "integer", "maximum": 500, "default": 50}}],
        "requestBody": {
            "required": False,
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Command"}},
                "application/x-ndjson": {"schema": {"type": "string"}},
            },
        },
        "responses": {
            "200": {
                "headers": {"ETag": {}},
                "content": {"application/json": answer, "text/plain": {"schema": {}}},
            },
            "409": {"description": "Refused."},
        },
    }
    schemas = {
        "Spare": {"type": "string"},
        "Id": {"type": "string", "pattern": "^[a-z]+$"},
        "Act": ACT,
        "Pass": PASS,
        "Fell": ENTRY,
        "Command": union(act="Act", **{"pass": "Pass"}),
        "Entry": union(fell="Fell"),
    }
    whole = {"paths": {"/v1": {"post": post}}, "components": {"schemas": schemas}}
    return copy.deepcopy(whole)


def put(path: str, value: Any) -> Change:
    """A change that puts something into a contract; `-` in place of a value takes it out."""

    def change(whole: Json) -> None:
        *way, last = path.split(" ")
        at: Any = whole
        for name in way:
            at = at[int(name)] if isinstance(at, list) else at[name]
        if value == "-":
            del at[int(last) if isinstance(at, list) else last]
        else:
            at[last] = value

    return change


POST, SCHEMAS = "paths /v1 post", "components schemas"
SENT, TOLD = f"{SCHEMAS} Act", f"{SCHEMAS} Fell"
PARAMETER, OK = f"{POST} parameters 0", f"{POST} responses 200"

BREAKS: dict[str, Change] = {
    "the operation is gone": put(POST, "-"),
    "it is called act, and was": put(f"{POST} operationId", "act"),
    "demands a token": put(f"{POST} security", [{"token": []}]),
    "the type Spare is gone": put(f"{SCHEMAS} Spare", "-"),
    "the parameter limit is gone": put(PARAMETER, "-"),
    "the parameter limit is required": put(f"{PARAMETER} required", True),
    "limit has another default": put(f"{PARAMETER} schema default", 20),
    "limit: maximum is 100, not 500": put(f"{PARAMETER} schema maximum", 100),
    "limit: minimum is 1, not None": put(f"{PARAMETER} schema minimum", 1),
    "the body is required": put(f"{POST} requestBody required", True),
    "it takes no application/x-ndjson": put(
        f"{POST} requestBody content application/x-ndjson", "-"
    ),
    "body: pass is gone": put(f"{SCHEMAS} Command", union(act="Act")),
    "body act.targets: it is gone": put(f"{SENT} properties targets", "-"),
    "body act.risk: it has to be there": put(f"{SENT} required", ["type", "who", "risk"]),
    "body act.who: maxLength is 40, not 80": put(f"{SENT} properties who maxLength", 40),
    "body act.who: string is not integer": put(f"{SENT} properties who type", "integer"),
    "body act.how: 'turn' is none of ['step']": put(f"{SENT} properties how enum", ["step"]),
    "body act.targets[]: pattern differs": put(f"{SCHEMAS} Id pattern", "^[A-Z]+$"),
    "body act.params.*: integer is not string": put(
        f"{SENT} properties params additionalProperties type", "string"
    ),
    "body act.also: null is none of Command": put(f"{SENT} properties also anyOf 1", "-"),
    "200: it is answered no more": put(OK, "-"),
    "the header ETag is gone": put(f"{OK} headers ETag", "-"),
    "text/plain is answered no more": put(f"{OK} content text/plain", "-"),
    "200: fell is gone": put(f"{SCHEMAS} Entry", union(rose="Fell")),
    "200 fell.said: it is gone": put(f"{TOLD} properties said", "-"),
    "200 fell.at: it has to be there, and may be missing": put(
        f"{TOLD} required", ["type", "how", "total", "faces"]
    ),
    "200 fell.at: number is not integer": put(f"{TOLD} properties at type", "number"),
    "200 fell.how: 'lost' is none of": put(
        f"{TOLD} properties how enum", ["open", "hidden", "lost"]
    ),
    "200 fell.how: 'any other value' is none of": put(f"{TOLD} properties how enum", "-"),
    "200 fell.total: string is none of": put(f"{TOLD} properties total anyOf 0 type", "string"),
    "200 fell.at: null is none of integer": put(
        f"{TOLD} properties at", {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    ),
    "200 fell.faces: maxItems is 9, not 20": put(f"{TOLD} properties faces maxItems", 20),
    "200 fell.said: if differs, and nobody": put(f"{TOLD} properties said if", {}),
}


@pytest.mark.parametrize("said", BREAKS)
def test_every_kind_of_broken_promise_is_found(said: str):
    changed = small()
    BREAKS[said](changed)
    found = breaks(small(), changed)
    assert any(said in each for each in found), found


ADDED: dict[str, Change] = {
    "an operation": put("paths /v2", {"get": {}}),
    "a parameter that may be left out": put(
        f"{POST} parameters",
        [*small()["paths"]["/v1"]["post"]["parameters"], {**{"in": "query"}, "name": "at"}],
    ),
    "a status": put(f"{POST} responses 429", {"description": "Too many."}),
    "a status that is never answered any more": put(f"{POST} responses 409", "-"),
    "a command": put(f"{SCHEMAS} Command", union(act="Act", **{"pass": "Pass"}, go="Pass")),
    "a type of entry": put(f"{SCHEMAS} Entry", union(fell="Fell", went="Pass")),
    "a member that may be sent": put(f"{SENT} properties note", {"type": "string"}),
    "a member that need not be sent": put(f"{SENT} required", ["type"]),
    "a member that is answered": put(f"{TOLD} properties text", {"type": "string"}),
    "a member that is always there": put(f"{TOLD} required", list(ENTRY["properties"])),
    "more that may be sent": put(f"{SENT} properties who maxLength", 200),
    "a word that may be sent": put(f"{SENT} properties how enum", ["step", "turn", "round"]),
    "less that is answered": put(f"{TOLD} properties faces maxItems", 4),
    "a word that is answered no more": put(f"{TOLD} properties how enum", ["open"]),
    "no limit": put(f"{PARAMETER} schema maximum", "-"),
    "other words about it": put(f"{TOLD} description", "What fell."),
}


@pytest.mark.parametrize("said", ADDED)
def test_what_is_only_added_breaks_nothing(said: str):
    changed = small()
    ADDED[said](changed)
    assert breaks(small(), changed) == []
