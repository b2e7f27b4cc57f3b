"""Fields of a sheet and usual conditions, as forms ask for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from api.pages.forms.fields import Field
from domain.events.measures import MOST_POINTS
from domain.ruleset.ruleset import ConditionKind, Ruleset
from domain.ruleset.sheets.records import Field as SheetField
from domain.ruleset.sheets.values import Flag, Text
from projections.wording.game_words import capital

FIGHTER = "combatant"
"""The kind of subject that the form of a sheet is for."""

_PLURAL = {"rounds": "round", "turns": "turn"}


def sheet_fields(rules: Ruleset) -> Iterator[Field]:
    """Yield a field for each that the sheet of a game asks for; any of them may stay empty."""
    for field in rules.sheet_of(FIGHTER).asked:
        yield _sheet_field(field, capital(field.says))


def _sheet_field(field: SheetField, label: str) -> Field:
    where = f"traits.{field.name}"
    match field.value:
        case Text():
            return Field(f"one:{where}", "text", label, optional=True)
        case Flag():
            return Field(f"flag:{where}", "flag", label)
    return Field(
        f"number:{where}", "number", label, least=-MOST_POINTS, most=MOST_POINTS, optional=True
    )


def with_usual(name: str, brings: Mapping[str, Any]) -> str:
    """Return a condition with how it usually begins: `bless (10 rounds, concentration)`."""
    parts = [
        f"{brings[part]} {one}{'' if brings[part] == 1 else 's'}"
        for part, one in _PLURAL.items()
        if part in brings
    ]
    parts += [f"level {brings['level']}"] if brings.get("level") else []
    parts += ["concentration"] if brings.get("concentration") == "yes" else []
    return f"{name} ({', '.join(parts)})" if parts else name


def usual_of(kind: ConditionKind) -> Mapping[str, Any]:
    """Return how a condition of a game begins where nothing else is said."""
    until = kind.until
    counted = until is not None and until.span in ("round", "turn")
    lasts = {f"{until.span}s": until.left} if until and counted else {}
    kept_up = {"concentration": "yes"} if kind.concentration else {}
    return {**lasts, "level": kind.level, **kept_up}
