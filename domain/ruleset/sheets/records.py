"""Values by name: fields with their meaning, and named things that have fields.

A record is read and described by the same declaration.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from domain.ruleset.refusals import Need, Refused
from domain.ruleset.sheets.names import ANY_NAME
from domain.ruleset.sheets.refusals import inside, named_values, shown, unknown
from domain.ruleset.sheets.values import Definitions, Schema, Value, Whole

Parts = dict[str, Any]
"""What a record holds once it is read: values and records by name."""


@dataclass(frozen=True)
class Field:
    """A field: its name, the kind of its value, what it means, its clause, what it counts.

    Where nothing is said it is worth the `default`, as people write it; one that is `filled` is
    then kept with it. What it holds is kept `under` another name, where one is said.
    """

    name: str
    value: Value
    says: str
    clause: str = ""
    unit: str = ""
    default: Any = None
    filled: bool = False
    under: str = ""

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of its value, with its meaning."""
        told: Schema = {"description": self.says}
        told |= {"default": self.default} if self.default is not None else {}
        told |= {"x-unit": self.unit} if self.unit else {}
        told |= {"x-clause": self.clause} if self.clause else {}
        return self.value.schema(defs) | told


def fields(
    table: str, kinds: Mapping[str, Value] = {}, under: Mapping[str, str] = {}
) -> tuple[Field, ...]:
    """Read fields from a table: `clause | name | kind [default] | unit | what it means` in a line.

    A kind is a word for one of the `kinds`, or the ends of a whole number: `0..20`. A default of
    `[=3]` is kept where nothing is said.
    """
    rows = (map(str.strip, line.split("|")) for line in table.splitlines() if line.strip())
    return tuple(_field(tuple(row), kinds, under) for row in rows)


def _field(row: tuple[str, ...], kinds: Mapping[str, Value], under: Mapping[str, str]) -> Field:
    clause, name, kind, unit, says = row
    word, _, usual = kind.removesuffix("]").partition(" [")
    default = _written(usual.removeprefix("=")) if usual else None
    value = kinds[word] if word in kinds else _between(word, clause)
    filled = usual.startswith("=")
    return Field(name, value, says, clause, unit, default, filled, under.get(name, ""))


def _between(ends: str, clause: str) -> Whole:
    least, _, most = ends.partition("..")
    return Whole((int(least), int(most)), clause)


def _written(text: str) -> Any:
    """A number, yes or no as JSON has it; anything else is a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


class Other(NamedTuple):
    """What stands under names that no field has: those that fit the pattern.

    What is only `noted` is kept, and no rule reads it.
    """

    value: Value
    says: str
    names: str = ANY_NAME
    called: str = "a name of up to 40 signs that begins with a letter or a digit"
    clause: str = ""
    unit: str = ""
    noted: bool = False

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of what stands there, with its meaning."""
        return Field("", self.value, self.says, self.clause, self.unit).schema(defs)


class When(NamedTuple):
    """What holds where a field has a value: what is needed, out of place, or one of some."""

    field: str
    has: str
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    allowed: Mapping[str, tuple[str, ...]] = {}
    clause: str = ""

    def schema(self, usual: Any) -> Schema:
        """Return the schema of the case; `usual` is what the field is where nothing is said."""
        said = {} if usual == self.has else {"required": [self.field]}
        limited: Schema = {name: {"enum": [*words]} for name, words in self.allowed.items()}
        then: Schema = {"properties": limited | dict.fromkeys(self.without, False)}
        then |= {"required": [*self.needs]} if self.needs else {}
        return {"if": {"properties": {self.field: {"const": self.has}}, **said}, "then": then}


@dataclass(frozen=True)
class Record(Value):
    """Values by name: fields, names that fit a pattern, any other name; some must be there.

    Of `either` one must be there. Where any other name stands, those that fit one of the `likes`
    hold what that says, also those of fields. One with a title is a part of its own in the schema.
    """

    fields: tuple[Field, ...] = ()
    other: Other | None = None
    needed: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    cases: tuple[When, ...] = ()
    likes: tuple[Other, ...] = ()
    title: str = ""
    says: str = ""
    clause: str = ""
    types = (dict,)
    such = "values by name"

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """The fields by their names."""
        return {field.name: field for field in self.fields}

    def read(self, value: Any, at: str) -> Parts:
        """Return what it holds, with what is filled in; raises Refused."""
        given = named_values(value, at)
        self._check_needed(given, self.needed, at)
        if self.either and not any(name in given for name in self.either):
            raise self._missing("one of these", self.either, at)
        read = {name: self._read_one(name, each, inside(at, name)) for name, each in given.items()}
        for case in self.cases:
            self._check_case(case, read, at)
        usual = (field for field in self.fields if field.filled and field.name not in read)
        return {**{field.name: field.value.read(field.default, at) for field in usual}, **read}

    def _read_one(self, name: str, value: Any, at: str) -> Any:
        if field := self.by_name.get(name):
            return field.value.read(value, at)
        if self.other is None:
            raise unknown(name, tuple(self.by_name), at)
        if not re.fullmatch(self.other.names, name):
            why = f"{shown(name)} is not {self.other.called}"
            raise Refused(self.other.clause, why, None, at)
        like = next((like for like in self.likes if re.fullmatch(like.names, name)), self.other)
        return like.value.read(value, at)

    def _check_needed(self, given: Mapping[str, Any], needed: tuple[str, ...], at: str) -> None:
        if missing := [name for name in needed if name not in given]:
            raise self._missing("this", tuple(missing), at)

    def _missing(self, this: str, names: tuple[str, ...], at: str) -> Refused:
        says = "; ".join(f"{name}, {self.by_name[name].says}" for name in names)
        needs = (Need("trait", name) for name in names)
        return Refused(self.clause, f"{this} must be given: {says}", None, at, missing=needs)

    def _check_case(self, case: When, read: Parts, at: str) -> None:
        if read.get(case.field, self.by_name[case.field].default) != case.has:
            return
        self._check_needed(read, case.needs, at)
        for name in (name for name in case.without if name in read):
            known = tuple(other for other in self.by_name if other not in case.without)
            raise unknown(name, known, inside(at, name), case.clause)
        for name, allowed in case.allowed.items():
            if name in read and read[name] not in allowed:
                why = f"with {case.field} {case.has}, {name} cannot be {read[name]}"
                raise Refused(case.clause, why, None, inside(at, name), legal=allowed)

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema; a record with a title is referred to."""
        needed: Schema = {"required": list(self.needed)} if self.needed else {}
        if not self.title:
            return self.body(defs) | needed
        part = defs.refer(self.title, lambda: self.body(defs))
        return {"allOf": [part], **needed} if needed else part

    def body(self, defs: Definitions) -> Schema:
        """Return the schema where it stands, without what is needed."""
        schema: Schema = {"title": self.title} if self.title else {}
        schema |= {"description": self.says} if self.says else {}
        schema |= {"type": "object", "additionalProperties": False}
        if self.fields:
            schema["properties"] = {field.name: field.schema(defs) for field in self.fields}
        if self.likes:
            schema["patternProperties"] = {
                f"^(?:{like.names})$": like.schema(defs) for like in self.likes
            }
        if self.other:
            schema["additionalProperties"] = self.other.schema(defs)
            schema["propertyNames"] = {"pattern": f"^(?:{self.other.names})$"}
        if self.either:
            schema["anyOf"] = [{"required": [name]} for name in self.either]
        if self.cases:
            usual = {name: field.default for name, field in self.by_name.items()}
            schema["allOf"] = [case.schema(usual[case.field]) for case in self.cases]
        return schema
