"""Schemas of the contract: from the types of requests and answers to the components of OpenAPI."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from api.web.schemas.members import settle_defaults

Json = dict[str, Any]
Schemas = dict[Any, Json]
Asked = tuple[Any, JsonSchemaMode, TypeAdapter[Any]]
"""What a schema is asked for by, whether it is of what is sent to us or by us, and its type."""

REF = "#/components/schemas/{model}"
_LIMITS = {"ge": "minimum", "le": "maximum"}
_VALUES = ("const", "default", "enum", "examples")
"""Keywords that hold values, which are no schemas."""

_NAMED = ("properties", "patternProperties")
"""Keywords that hold schemas by names, which are no keywords."""


def schemas_of(asked: Iterable[Asked]) -> tuple[Schemas, Json]:
    """Return the schemas that are asked for, and the components that they refer to.

    A union whose members are told apart, and that has a title, is a component of that name.
    """
    found, rest = TypeAdapter.json_schemas(asked, ref_template=REF)
    unions: Json = {}
    classes = {k: normalize_schema(schema, unions) for k, schema in rest.get("$defs", {}).items()}
    schemas = {key: normalize_schema(schema, unions) for key, schema in found.items()}
    if twice := set(unions) & set(classes):
        raise ValueError(f"a union and a class are both called {twice}: give one another title")
    components = classes | unions
    for union in _unions([components, *schemas.values()]):
        for ref in union["mapping"].values():
            member = components[ref.rpartition("/")[2]]
            # What tells it from the others has to be said, also where it is fixed.
            member["required"] = sorted({*member.get("required", ()), union["propertyName"]})
    settle_defaults(components, (x for (_, mode), x in schemas.items() if mode == "validation"))
    return schemas, components


def _unions(schema: Any) -> Iterator[Json]:
    """Yield every discriminator in a schema."""
    if isinstance(schema, list):
        yield from (found for part in schema for found in _unions(part))
    elif isinstance(schema, dict):
        if isinstance(union := schema.get("discriminator"), dict) and "mapping" in union:
            yield union
        yield from _unions(list(schema.values()))


def normalize_schema(schema: Any, unions: Json) -> Any:
    """Return a schema as the document has it; unions with a title become components.

    Limits that stand behind a validator get their right names. Keys of an object that have to fit a
    pattern are also the only ones it takes. Titles that only repeat a name are left out.
    """
    if isinstance(schema, list):
        return [normalize_schema(part, unions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    names = _LIMITS if schema.get("type") == "integer" else {}
    mended = {names.get(k, k): _keyword(k, part, unions) for k, part in schema.items()}
    title = mended.pop("title") if isinstance(mended.get("title"), str) else ""
    if title and "discriminator" in mended:
        union = {part: mended.pop(part) for part in ("oneOf", "discriminator")}
        if unions.setdefault(title, union) != union:
            raise ValueError(f"two unions are called {title}: give one of them another title")
        return {"$ref": REF.format(model=title), **mended}
    return mended | ({"additionalProperties": False} if "patternProperties" in mended else {})


def _keyword(keyword: str, part: Any, unions: Json) -> Any:
    if keyword in _NAMED:
        return {name: normalize_schema(member, unions) for name, member in part.items()}
    return part if keyword in _VALUES else normalize_schema(part, unions)
