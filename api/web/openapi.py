"""The contract as an OpenAPI 3.1 document. Pydantic's schemas are JSON Schema 2020-12 already."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version

from pydantic import TypeAdapter

from api.web import problems
from api.web.auth import RANKS, Access
from api.web.problems import ProblemDetails
from api.web.route_table import JSON, NDJSON, Route
from api.web.schemas.components import REF, Asked, Json, Schemas, normalize_schema, schemas_of
from api.web.schemas.response_bodies import NUMBER

_ROWS = {"get_export": "ExportLine"}
"""What the lines of a stream are; those of the log where nothing is said."""

_WHO: dict[Access, str] = {
    "anyone": "Anyone may call it.",
    "visitor": "With a token it shows more than without.",
    "reader": "For people with a seat at this combat; samples are for everybody.",
    "player": "For players and the referee of this combat.",
    "referee": "For the referee of this combat.",
    "operator": "For the operator of this server.",
}
TAGS = {
    "rulesets": "The games that can be played.",
    "combats": "Opening combats and finding them.",
    "seats": "Who sits at a table, who is there, and coming in.",
    "play": "What may be done next, and doing it.",
    "what-ifs": "Combats of their own that go on from a moment of another, and comparing moments.",
    "reading": "The state and every lens on it, now or at any moment.",
    "replay": "Frame by frame, on and back, with what changed in each.",
    "log": "The entries, also as they come, and the story they tell.",
    "dice": "What binds the dice, and what fell under which label.",
    "explaining": "Why a number is what it is, and why something is not possible.",
    "questions": "Questions of your own, in SQL over what you may see.",
    "auditing": "Who overruled what, whether the dice were fair, what today's rules would say.",
    "disputes": "What is contested, the evidence, and earlier rulings.",
    "carrying": "Export and import: a combat as a file.",
    "forgetting": "People can be forgotten, facts cannot.",
    "evidence": "Proof of a log for people who do not trust the server.",
    "site": "Around the API.",
}
_ABOUT = (
    "An event-sourced log of tabletop combat. Commands go in, events come out and stay; only the"
    " words and names of people can be deleted. Times are milliseconds since 1970 UTC. Every answer"
    " carries `X-Request-Id`."
)
_KEY = {"pattern": "^[!#-~]([ -~]*[!-~])?$", "minLength": 1, "maxLength": 255}
_TAG = {"pattern": "^[!-~]([ -~]*[!-~])?$", "examples": ['"412-9f86d081884c7d65"']}
_HEADERS: dict[str, tuple[str, Json]] = {
    "If-Match": ("The head that the command was made for: an ETag, or `*` for any.", _TAG),
    "If-None-Match": ("The ETag of the answer that the caller has.", {}),
    "Last-Event-ID": ("The id of the last event that came: go on after it.", {"pattern": NUMBER}),
    "Idempotency-Key": (
        "A request is carried out once per key; quotes around it do not count.",
        _KEY,
    ),
}


def document(routes: Sequence[Route]) -> Json:
    """The document of these routes."""
    schemas, components = schemas_of(_asked(routes))
    paths: Json = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "combatlog", "version": version("combatlog"), "description": _ABOUT},
        "tags": [{"name": name, "description": about} for name, about in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


# --- schemas -----------------------------------------------------------------------------------


def _asked(routes: Iterable[Route]) -> Iterator[Asked]:
    """Yield every type that a schema is needed of: of problems, bodies and answers."""
    yield "problem", "serialization", TypeAdapter(ProblemDetails)
    for route in routes:
        if route.body is not None:
            yield route.name, "validation", route.body_type
        if route.answers is not None:
            yield route.name, "serialization", route.answer_type


def _query(route: Route) -> list[Json]:
    if route.query is None:
        return []
    schema = normalize_schema(route.query.model_json_schema(ref_template=REF), {})
    return [
        {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "schema": {k: v for k, v in each.items() if k != "description"},
            **({"description": each["description"]} if "description" in each else {}),
            **({"style": "form", "explode": False} if each.get("type") == "array" else {}),
        }
        for name, each in schema.get("properties", {}).items()
    ]


# --- operations --------------------------------------------------------------------------------


def _operation(route: Route, schemas: Schemas) -> Json:
    said = f"{route.description}\n\n{_WHO[route.access]}".strip()
    operation: Json = {
        "operationId": route.name,
        "tags": [route.tag],
        "summary": route.summary,
        "description": said,
        "parameters": [*_path(route), *_query(route), *_conditions(route)],
        "responses": _responses(route, schemas),
        "security": _security(route.access),
    }
    if route.body is not None:
        content = {"schema": schemas[route.name, "validation"]}
        if route.example is not None:
            content["example"] = route.example
        operation["requestBody"] = {"required": True, "content": {JSON: content}}
    if route.takes:
        lines = {"schema": {"type": "string", "maxLength": route.most}}
        operation["requestBody"] = {"required": True, "content": {route.takes: lines}}
    return operation


def _security(access: Access) -> list[Json]:
    if access == "anyone":
        return []
    optional: list[Json] = [{}] if RANKS[access] <= RANKS["reader"] else []
    return [*optional, {"token": []}]


def _path(route: Route) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"<(\w+)>", route.rule)
    ]


def _conditions(route: Route) -> list[Json]:
    wanted = {
        "If-Match": route.head,
        "If-None-Match": route.revalidates,
        "Last-Event-ID": route.endless,
        "Idempotency-Key": route.once,
    }
    found = [(name, *_HEADERS[name]) for name, is_wanted in wanted.items() if is_wanted]
    return [
        {
            "name": name,
            "in": "header",
            "required": False,
            "description": description,
            "schema": {"type": "string", **schema},
        }
        for name, description, schema in found
    ]


def _responses(route: Route, schemas: Schemas) -> Json:
    answers: Json = {str(route.status): _success(route, schemas)}
    if route.revalidates:
        answers["304"] = {"description": "The caller has the newest answer."}
    for slug in route.all_problems:
        kind = problems.KINDS[slug]
        before = answers.get(str(kind.status))
        said = f"{before['description']} Or: {kind.title}." if before else f"{kind.title}."
        answers[str(kind.status)] = {
            "description": said,
            "content": {problems.MEDIA: {"schema": schemas["problem", "serialization"]}},
        }
    return answers


def _success(route: Route, schemas: Schemas) -> Json:
    schema = schemas.get((route.name, "serialization"), {"type": "string"})
    content = {
        media: {"schema": schema if media == JSON else {"type": "string"}} for media in route.media
    }
    if NDJSON in content:
        content[NDJSON]["schema"] = {"$ref": REF.format(model=_ROWS.get(route.name, "Entry"))}
    headers = {"ETag": {"schema": {"type": "string"}}} if route.revalidates or route.head else {}
    answer: Json = {"description": f"{route.summary}.", "content": content}
    return {**answer, **({"headers": headers} if headers else {})}
