"""Types of answers for the Python client, as the contract has them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from keyword import iskeyword
from typing import Any

from tests.support.architecture import ROOT

ANSWERS = ROOT / "api" / "client" / "answers.py"
ROOTS = ("BatchResult", "CombatShown", "Combats", "CommandResult", "Offers", "Opened", "Story")
"""What the methods of the client answer."""

PLAIN = {"JsonValue": "Any", "ProblemDetails": "dict[str, Any]", "Campaign": "dict[str, Any]"}
"""Components that have no type of their own: no method of the client is about them."""

Schema = dict[str, Any]
_HEAD = (
    '"""Types of answers, as the contract has them; tests.support.goldens.contract writes them."""'
    "\n\nfrom __future__ import annotations\n"
    "\nfrom typing import Any, Literal, NotRequired, TypedDict\n"
)
_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_WIDE = 100
"""Longer lists of words are typed as any text."""


def written_answers(contract: Schema) -> str:
    """The module of types, by the contract."""
    schemas: dict[str, Schema] = contract["components"]["schemas"]
    names = sorted({name for root in ROOTS for name in _used(schemas, root, set())})
    classes = (_class(name, _members(schemas, name)) for name in names)
    # Those with names that no class can have are read when they are made: after what they name.
    ordered = sorted(classes, key=lambda text: not text.startswith("class"))
    return _formatted("\n\n".join([_HEAD, *ordered]))


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(ANSWERS), "-"]
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


def _used(schemas: dict[str, Schema], name: str, seen: set[str]) -> set[str]:
    """A component, and all that it refers to."""
    if name not in seen:
        seen.add(name)
        for ref in _refs(_members(schemas, name)["properties"]):
            _used(schemas, ref, seen)
    return seen


def _members(schemas: dict[str, Schema], name: str) -> Schema:
    """A component; of a union what all of its members have, those that differ as plain JSON."""
    schema = schemas[name]
    if "oneOf" not in schema:
        return schema
    variants = [schemas[ref["$ref"].rpartition("/")[2]] for ref in schema["oneOf"]]
    first = variants[0]
    common = {
        key: found if all(it["properties"][key] == found for it in variants) else _widest(found)
        for key, found in first["properties"].items()
    }
    description = str(first["description"]).partition(" Its event:")[0]
    return {"description": description, "properties": common, "required": first["required"]}


def _widest(schema: Schema) -> Schema:
    return {"type": "string"} if "const" in schema else {"type": "object"}


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema and _ref(schema) not in PLAIN:
            yield _ref(schema)
        schema = list(schema.values())
    if isinstance(schema, list):
        yield from (ref for part in schema for ref in _refs(part))


def _ref(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _class(name: str, schema: Schema) -> str:
    """A component as a typed dictionary."""
    members = {key: _member(schema, key) for key in schema["properties"]}
    said = str(schema["description"]).partition("\n")[0]
    if any(map(iskeyword, members)):
        rows = "".join(f"        {key!r}: {text},\n" for key, text in members.items())
        made = f'{name} = TypedDict(\n    "{name}",\n    {{\n{rows}    }},\n)\n"""{said}"""\n'
        return made.replace("'", '"')
    rows = "".join(map(_row, members, members.values()))
    return f'class {name}(TypedDict):\n    """{said}"""\n\n{rows}'


def _row(key: str, text: str) -> str:
    """A member in a line, or a line for each of its many words."""
    row = f"    {key}: {text}\n"
    if len(row) <= _WIDE + 1 or not text.startswith("Literal["):
        return row
    words = text.removeprefix("Literal[").removesuffix("]").split(", ")
    return f"    {key}: Literal[\n" + "".join(f"        {word},\n" for word in words) + "    ]\n"


def _member(schema: Schema, key: str) -> str:
    found = _type(schema["properties"][key])
    return found if key in schema["required"] else f"NotRequired[{found}]"


def _type(schema: Schema) -> str:
    match schema:
        case {"$ref": _}:
            return PLAIN.get(_ref(schema), _ref(schema))
        case {"anyOf": options}:
            return _any_of(list(dict.fromkeys(map(_type, options))))
        case {"const": value}:
            return f'Literal["{value}"]'
        case {"enum": values}:
            words = ", ".join(f'"{value}"' for value in values)
            return f"Literal[{words}]" if len(words) < _WIDE else "str"
        case {"type": "array"}:
            return f"list[{_type(schema.get('items', {}))}]"
        case {"type": "object"}:
            more = schema.get("additionalProperties", {})
            return f"dict[str, {_type(more) if isinstance(more, dict) else 'Any'}]"
        case _:
            return _SCALARS.get(schema.get("type", ""), "Any")


def _any_of(types: list[str]) -> str:
    """A union; a number may be whole."""
    return " | ".join(each for each in types if each != "int" or "float" not in types)
