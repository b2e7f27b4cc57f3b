"""What a step back or a correction would change, as people read it before they agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.cli.client.output import Json, styled, table

_PARTS = (("falls", "-", "red"), ("returns", "+", "green"), ("carried", "=", "cyan"))


def preview_lines(preview: Json) -> Iterator[Any]:
    """Yield what a move of the head would change, and who has to agree."""
    for part, sign, colour in _PARTS:
        for step in preview.get(part, ()):
            did = "; ".join(step["lines"]) or "nothing that is told"
            yield styled(f"{sign} {step['number']:>5}  {did}", colour)
    yield from change_table(preview)
    for part in ("order", "clock"):
        if preview[part]:
            becomes = ", ".join(preview[part]["becomes"]) or "nothing"
            yield f"{part.capitalize()}: {becomes}"
    yield from consent_lines(preview["receipt"])


def consent_lines(receipt: Json) -> Iterator[str]:
    """Yield who has to agree and why, or that nobody can, and what a judge would advise."""
    for one in receipt["must"]:
        yield f"Must agree: {one['who']} ({one['why']})"
    if any(cost := receipt["cost"].values()):
        yield "Cost: {} decisions, {} dice, {} other people, {} things learned".format(*cost)
    yield receipt["barred"] or receipt["advice"]


def change_table(preview: Json) -> Iterator[Any]:
    """Yield the table of what would stand differently."""
    yield from table(("who", "what", "was", "becomes"), changes(preview))


def changes(preview: Json) -> Iterator[tuple[str, ...]]:
    """Yield what would stand differently, a row each."""
    for pool in preview["pools"]:
        yield pool["name"], pool["says"], pool["was"], pool["becomes"]
    for condition in preview["conditions"]:
        yield condition["name"], condition["says"], "", condition["how"]
    for fact in preview["facts"]:
        yield fact["name"], fact_name(fact), fact_value(fact["was"]), fact_value(fact["becomes"])
    for use in preview.get("uses", ()):
        did = f"{use['manoeuvre']}, times in the {use['span']}"
        yield use["name"], did, str(use["was"]), str(use["becomes"])


def fact_name(fact: Json) -> str:
    """Return the name of a fact, with whom it is toward."""
    return f"{fact['says']} {fact['toward'] or ''}".rstrip()


def fact_value(value: Any) -> str:
    """Return the value of a fact in words."""
    return "as usual" if value is None else str(value)
