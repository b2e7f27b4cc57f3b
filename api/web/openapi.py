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
from api.web.schemas.json_schema import NUMBER
from api.web.schemas.ruleset_schema import components as games
from domain.rulesets import all_rulesets

_ROWS = {"get_export": ("ExportLine",), "post_command": ("BatchLine", "BatchResult")}
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
    "core": "What a fight needs, from its opening to its story. Everything else is optional.",
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
    "queries": "Questions of your own, in SQL over what you may see.",
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
_TEXT: Json = {"type": "string"}
_PATHS: dict[str, Json] = {
    "probe": {"type": "string", "enum": ["live", "ready"]},
    "number": {"type": "string", "pattern": NUMBER, "examples": ["29"]},
}
"""Schemas of the parts of a path that are not any text."""
_HEADERS: dict[str, tuple[str, Json]] = {
    "If-Match": ("The head that the command was made for: an ETag, or `*` for any.", _TAG),
    "If-None-Match": ("The ETag of the answer that the caller has.", {}),
    "Last-Event-ID": (
        "The id of the last event that came: go on after it. Empty stands for none.",
        {"pattern": f"^$|{NUMBER}"},
    ),
    "Idempotency-Key": (
        "A request is carried out once per key; quotes around it do not count.",
        _KEY,
    ),
}


def document(routes: Sequence[Route]) -> Json:
    """The document of these routes."""
    routes = [route for route in routes if route.is_operation]
    schemas, components = schemas_of(_asked(routes))
    paths: Json = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "combatlog", "version": version("combatlog"), "description": _ABOUT},
        "tags": list(_tags(routes)),
        "paths": paths,
        "components": {
            "schemas": components | games(all_rulesets()),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _tags(routes: Iterable[Route]) -> Iterator[Json]:
    """Yield the tags that some operation has, with what they are about."""
    used = {route.tag for route in routes}
    return ({"name": name, "description": TAGS[name]} for name in TAGS if name in used)


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
    if content := dict(_bodies(route, schemas)):
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _bodies(route: Route, schemas: Schemas) -> Iterator[tuple[str, Json]]:
    """Yield each media type that may be sent, with what is sent so."""
    if route.body is not None:
        example = {"example": route.example} if route.example is not None else {}
        yield JSON, {"schema": schemas[route.name, "validation"], **example}
    for media in route.takes:
        yield media, {"schema": {"type": "string", "maxLength": route.most}}


def _security(access: Access) -> list[Json]:
    if access == "anyone":
        return []
    optional: list[Json] = [{}] if RANKS[access] <= RANKS["reader"] else []
    return [*optional, {"token": []}]


def _path(route: Route) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": _PATHS.get(name, _TEXT)}
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
        rows = [{"$ref": REF.format(model=model)} for model in _ROWS.get(route.name, ("Entry",))]
        content[NDJSON]["schema"] = {"anyOf": rows} if rows[1:] else rows[0]
    headers = {"ETag": {"schema": {"type": "string"}}} if route.revalidates or route.head else {}
    answer: Json = {"description": f"{route.summary}.", "content": content}
    return {**answer, **({"headers": headers} if headers else {})}
