"""The sheet of a kind of subject: what its traits may be, and how they are kept.

What no schema can say, such as a sum over fields, is a rule of the sheet with its sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.events import Traits
from domain.ruleset.refusals import Need, Numbers, Refused
from domain.ruleset.sheets.records import Field, Other, Parts, Record
from domain.ruleset.sheets.refusals import inside
from domain.ruleset.sheets.values import Definitions, Either, Flag, Schema, Text, Whole

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TRAITS = "/traits"
"""Where the sheet stands in a command."""


class Breach(NamedTuple):
    """Where in a sheet a rule is broken, and what is missing or may stand there.

    `why` says it for this sheet where the sentence of the rule is not enough.
    """

    at: str
    missing: tuple[Need, ...] = ()
    legal: tuple[str, ...] | None = None
    numbers: Numbers = {}
    why: str = ""


class SheetRule(NamedTuple):
    """What holds between the parts of a sheet, and no schema can say."""

    says: str
    clause: str
    broken: Callable[[Parts], Breach | None]

    def check(self, parts: Parts) -> None:
        """Raise Refused for a sheet that breaks it."""
        if found := self.broken(parts):
            at, more = f"{TRAITS}{found.at}", {"missing": found.missing, "legal": found.legal}
            why = found.why or self.says
            raise Refused(self.clause, why, found.numbers, at).but(**more)


@dataclass(frozen=True)
class Sheet:
    """What the traits of a kind of subject may be, and how they are kept.

    `completed` adds to what was read, or names it otherwise, before that is kept. Forms ask for
    the fields that are `asked`.
    """

    record: Record
    rules: tuple[SheetRule, ...] = ()
    completed: Callable[[Parts], Parts] = dict
    asked: tuple[Field, ...] = ()

    def read(self, given: Mapping[str, Any]) -> Traits:
        """Return the traits as they are kept, flat; raises Refused with the pointer to a trait."""
        parts = self.record.read(given, TRAITS)
        for rule in self.rules:
            rule.check(parts)
        return self.flatten(self.completed(parts))

    def flatten(self, parts: Parts) -> Traits:
        """Return parts under names that say where they stand: `weapon dagger damage`."""
        under = {field.name: field.under or field.name for field in self.record.fields}
        return {
            key: value
            for name, part in parts.items()
            for key, value in flattened(under.get(name, name), part)
        }

    def noted(self, given: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the pointers to those traits that are kept, and that no rule reads."""
        record = self.record
        if record.other is None or not record.other.noted:
            return ()
        return tuple(inside(TRAITS, name) for name in given if name not in record.by_name)

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of the traits; the rules that it cannot say stand beside it."""
        needed: Schema = {"required": [*self.record.needed]} if self.record.needed else {}
        schema = self.record.body(defs) | needed
        if not self.rules:
            return schema
        said = [f"{rule.says} ({rule.clause})" if rule.clause else rule.says for rule in self.rules]
        return schema | {"x-rules": said}

    def alone(self) -> Schema:
        """Return the schema as a document of its own."""
        defs = Definitions()
        schema = {"$schema": DIALECT, **self.schema(defs)}
        return schema | ({"$defs": defs.found} if defs.found else {})


def flattened(name: str, part: Any) -> Iterator[tuple[str, int | str | bool]]:
    """Yield what stands under a name: the parts of a record after its name, a list as one text."""
    if isinstance(part, Mapping):
        for inner, value in part.items():
            yield from flattened(f"{name} {inner}", value)
    else:
        yield name, ", ".join(part) if isinstance(part, tuple) else part


TRAIT = Either((Whole(), Text(), Flag()))
"""A number, a word, yes or no."""

NOTED = Sheet(
    Record(
        other=Other(TRAIT, "what the table notes: it is kept and shown", noted=True),
        title="Notes",
        says="Traits of any name, for people to read. No rule of this game reads them.",
    )
)
"""The sheet of those of whom a game says nothing, where it has sheets of others."""

UNDECLARED = Sheet(
    Record(
        other=Other(TRAIT, "a trait: this game says only in its rules what it means"),
        title="Traits",
        says="Traits of any name. This game does not declare its sheets.",
    )
)
"""The sheet of anybody and anything in a game that declares none."""
