"""Whether all that fits one JSON Schema fits another, as far as the contract's schemas go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

Json = dict[str, Any]
_PLAIN = ("description", "title", "examples", "example", "default", "deprecated", "discriminator")
"""Keywords that nothing fits or does not fit."""

_LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_SAME = ("pattern", "format", "multipleOf", "uniqueItems", "propertyNames", "contentMediaType")
"""Keywords that have to stay, or may be left out where more fits."""

_READ = ("$ref", "type", "enum", "const", "anyOf", "oneOf", "items", "prefixItems", "required")
_OBJECTS = ("properties", "additionalProperties", "patternProperties")
_KNOWN = {*_PLAIN, *_LEAST, *_MOST, *_SAME, *_READ, *_OBJECTS}


class Schemas:
    """The documents that two schemas refer to: of the narrower one, and of the wider one.

    What was found of two components is kept; of those that are being looked at nothing is found.
    """

    def __init__(self, narrow: Json, wide: Json):
        self.narrow, self.wide = narrow, wide
        self.found: dict[tuple[str, str, bool], list[str]] = {}


class _Fit(NamedTuple):
    """Two schemas: whatever fits `narrow` has to fit `wide`.

    Where they are `answered`, the narrow one may have members that the wide one does not know.
    """

    where: str
    narrow: Json
    wide: Json
    known: Schemas
    answered: bool

    def part(self, where: str, narrow: Any, wide: Any) -> Iterator[str]:
        """What does not fit in a part of both."""
        return _fit(self._replace(where=f"{self.where}{where}", narrow=narrow, wide=wide))


def fit(
    where: str, narrow: Json, wide: Json, known: Schemas, *, answered: bool = False
) -> Iterator[str]:
    """Yield why something that fits `narrow` may not fit `wide`."""
    return _fit(_Fit(where, narrow, wide, known, answered))


def _fit(it: _Fit) -> Iterator[str]:
    key = it.narrow.get("$ref", ""), it.wide.get("$ref", ""), it.answered
    narrow, wide = _found(it.narrow, it.known.narrow), _found(it.wide, it.known.wide)
    if not all(key[:2]):
        yield from _differences(it._replace(narrow=narrow, wide=wide))
        return
    if key not in it.known.found:
        it.known.found[key] = []
        alone = it._replace(where="", narrow=narrow, wide=wide)
        it.known.found[key] = list(_differences(alone))
    yield from (f"{it.where}{each}" for each in it.known.found[key])


def _differences(it: _Fit) -> Iterator[str]:
    narrow, wide = it.narrow, it.wide
    for keyword in {*narrow, *wide} - _KNOWN:
        if narrow.get(keyword) != wide.get(keyword):
            yield f"{it.where}: {keyword} differs, and nobody here knows what that means"
    if _options(narrow) or _options(wide):
        yield from _unions(it)
        return
    yield from _values(it)
    yield from _bounds(it)
    yield from _arrays(it)
    yield from _members(it)


def _found(schema: Json, document: Json) -> Json:
    """A schema, or the component that it refers to."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


# --- unions --------------------------------------------------------------------------------------


def _options(schema: Json) -> list[Json]:
    return list(schema.get("anyOf") or schema.get("oneOf") or ())


def _unions(it: _Fit) -> Iterator[str]:
    narrow, wide = _options(it.narrow) or [it.narrow], _options(it.wide) or [it.wide]
    tags = _tags(it.narrow), _tags(it.wide)
    if all(tags):
        yield from _by_tag(it, *tags)
        return
    for option in narrow:
        if not any(not list(it.part("", option, other)) for other in wide):
            yield f"{it.where}: {_name(option)} is none of {', '.join(map(_name, wide))}"


def _by_tag(it: _Fit, narrow: dict[str, str], wide: dict[str, str]) -> Iterator[str]:
    """Compare unions by the words that tell their members apart; answers may have new ones."""
    if it.narrow["discriminator"]["propertyName"] != it.wide["discriminator"]["propertyName"]:
        yield f"{it.where}: another member tells its kinds apart"
    for tag in set(narrow) - set(wide) if not it.answered else ():
        yield f"{it.where}: {tag} is gone"
    for tag in set(wide) - set(narrow) if it.answered else ():
        yield f"{it.where}: {tag} is gone"
    for tag in sorted(set(narrow) & set(wide)):
        yield from it.part(f" {tag}", {"$ref": narrow[tag]}, {"$ref": wide[tag]})


def _tags(schema: Json) -> dict[str, str]:
    return dict(schema.get("discriminator", {}).get("mapping", {}))


def _name(schema: Json) -> str:
    return str(schema.get("$ref", schema.get("type", schema))).rpartition("/")[2]


# --- values --------------------------------------------------------------------------------------


def _values(it: _Fit) -> Iterator[str]:
    narrow, wide = _types(it.narrow), _types(it.wide)
    if wide and not (narrow and narrow <= wide | ({"integer"} if "number" in wide else set())):
        yield f"{it.where}: {_said(narrow)} is not {_said(wide)}"
    allowed, given = _listed(it.wide), _listed(it.narrow)
    if allowed is not None:
        for value in given if given is not None else ["any other value"]:
            if value not in allowed:
                yield f"{it.where}: {value!r} is none of {allowed}"


def _types(schema: Json) -> set[str]:
    found = schema.get("type", ())
    return {found} if isinstance(found, str) else set(found)


def _said(types: set[str]) -> str:
    return " or ".join(sorted(types)) or "anything"


def _listed(schema: Json) -> list[Any] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _bounds(it: _Fit) -> Iterator[str]:
    for keyword in (*_LEAST, *_MOST):
        bound, own = it.wide.get(keyword), it.narrow.get(keyword)
        sign = 1 if keyword in _LEAST else -1
        if bound is not None and (own is None or own * sign < bound * sign):
            yield f"{it.where}: {keyword} is {bound}, not {own}"
    for keyword in _SAME:
        if keyword in it.wide and it.wide[keyword] != it.narrow.get(keyword):
            yield f"{it.where}: {keyword} differs"


def _arrays(it: _Fit) -> Iterator[str]:
    if "items" in it.wide:
        yield from it.part("[]", it.narrow.get("items", {}), it.wide["items"])
    narrow, wide = it.narrow.get("prefixItems", []), it.wide.get("prefixItems", [])
    if len(narrow) != len(wide):
        yield f"{it.where}: it has {len(narrow)} places, not {len(wide)}"
    for place, (one, other) in enumerate(zip(narrow, wide, strict=False)):
        yield from it.part(f"[{place}]", one, other)


# --- members -------------------------------------------------------------------------------------


def _members(it: _Fit) -> Iterator[str]:
    narrow, wide = (schema.get("properties", {}) for schema in (it.narrow, it.wide))
    for name in sorted(set(it.wide.get("required", ())) - set(it.narrow.get("required", ()))):
        yield f"{it.where}.{name}: it has to be there, and may be missing"
    for name in sorted(set(narrow) & set(wide)):
        yield from it.part(f".{name}", narrow[name], wide[name])
    gone = set(wide) - set(narrow) if it.answered else set(narrow) - set(wide)
    if it.answered or it.wide.get("additionalProperties", True) is False:
        yield from (f"{it.where}.{name}: it is gone" for name in sorted(gone))
    yield from _other_members(it)


def _other_members(it: _Fit) -> Iterator[str]:
    """Compare what members of any name may be."""
    narrow, wide = (schema.get("additionalProperties", True) for schema in (it.narrow, it.wide))
    if isinstance(narrow, dict) and isinstance(wide, dict):
        yield from it.part(".*", narrow, wide)
    elif narrow is not False and wide is False and not it.answered:
        yield f"{it.where}: it takes no members of other names"
    elif wide is not True and narrow is True and _types(it.narrow) & {"object"} and not it.answered:
        yield f"{it.where}: it takes not any members"
    named = it.narrow.get("patternProperties", {}), it.wide.get("patternProperties", {})
    if set(named[0]) != set(named[1]):
        yield f"{it.where}: names of members follow another pattern"
    for pattern in set(named[0]) & set(named[1]):
        yield from it.part(".*", named[0][pattern], named[1][pattern])
