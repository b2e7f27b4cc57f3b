"""What is said otherwise of somebody who is here: name, side, player, and what of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from projections.wording.context import Telling
from projections.wording.displayed_points import traits_in_points
from projections.wording.game_words import capital, name_of, value_word


def editing_sentence(t: Telling, event: e.Edited) -> str:
    """What is said otherwise of somebody: `Goblin 2: called Grub, armour class 15, not 13`."""
    said = [f"called {event.name}"] if event.name is not None else []
    if event.side is not None:
        said.append(f"for {t.name(event.side)}" if event.side else "on no side")
    if event.controller is not None:
        said.append(f"in the hands of {t.name(event.controller or 'nobody')}")
    was = name_of(t.before)(event.subject)
    return capital(f"{was}: {', '.join((*said, *_sheet_changes(t, event)))}")


def _sheet_changes(t: Telling, event: e.Edited) -> Iterator[str]:
    """What of a sheet is another, in displayed points: `armour class 15, not 13`."""
    if event.traits is None:
        return
    member = t.before.roster.get(event.subject)
    before = traits_in_points(t.rules, event.kind, member.traits if member else {})
    after = traits_in_points(t.rules, event.kind, event.traits)
    for trait in dict.fromkeys((*after, *before)):
        name = _trait_name(t, trait)
        if trait not in after:
            yield f"{name} no longer {_trait_value(before[trait])}"
        elif before.get(trait) != after[trait]:
            was = f", not {_trait_value(before[trait])}" if trait in before else ""
            yield f"{name} {_trait_value(after[trait])}{was}"


def _trait_value(value: int | float | str | bool) -> str:
    return value_word(value) if isinstance(value, bool) else str(value)


def _trait_name(t: Telling, trait: str) -> str:
    """What a trait is called: a fact by its word; `pool/hp/most` by that of the pool: `HP most`."""
    kind, pool, part = (*trait.split("/"), "", "")[:3]
    if kind == "pool" and part:
        return f"{t.rules.pool_word(pool)} {part}"
    return t.rules.fact_word(trait)
