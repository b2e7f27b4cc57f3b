"""Why a roll came to what it did: the dice that count, and every modifier with its source."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.events.measures import points
from projections.explain.results import Detail, Explained, ExplainedPart
from projections.explain.viewpoint import Look
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import in_points

_SOURCES = {
    "service": "the service's",
    "typed": "typed in",
    "witnessed": "typed in and vouched for",
}


def roll(look: Look, seen: SeenEntry, event: e.DiceRolled) -> Explained:
    """A roll: its dice and its modifiers add up to the total."""
    said, value = points(event.total, look.rules.scale), in_points(look.rules, event.total)
    parts, details = terms(look, seen, event), tuple(_details(look, seen, event))
    return Explained(
        "roll", event.who, look.sentence(seen), value, said, True, True, parts, details
    )


def terms(look: Look, seen: SeenEntry, event: e.DiceRolled) -> tuple[ExplainedPart, ...]:
    """The dice that count as one part, then every modifier: they come to the total."""
    dice = event.unit * sum(event.kept)
    parts = [(_dice(look, event), dice)] if event.faces else []
    for each in event.modifiers:
        parts.append((each.source or "as it stands on the sheet", each.value))
    return tuple(
        ExplainedPart(
            seen.number, source, in_points(look.rules, value), _signed_points(look, value)
        )
        for source, value in parts
    )


def _dice(look: Look, event: e.DiceRolled) -> str:
    shown = f"{len(event.faces)}d{event.sides} [{', '.join(map(str, event.kept))}]"
    dropped = f" without {', '.join(map(str, event.dropped))}" if event.dropped else ""
    unit = points(event.unit, look.rules.scale)
    return shown + dropped + ("" if unit == "1" else f", times {unit}")


def _signed_points(look: Look, amount: int) -> str:
    sign = "-" if amount < 0 else "+"
    return sign + points(abs(amount), look.rules.scale)


def _details(look: Look, seen: SeenEntry, event: e.DiceRolled) -> Iterator[Detail]:
    meta = seen.entry.meta
    if because := look.because_of(seen):
        yield Detail("rolled for", because)
    yield Detail("dice", _SOURCES[event.provenance])
    if meta.clause:
        yield Detail("clause", meta.clause)


def card(look: Look, seen: SeenEntry, event: e.CardDrawn) -> Explained:
    """A card that was drawn, and what it counts."""
    said, value = points(event.rank, look.rules.scale), in_points(look.rules, event.rank)
    parts = (ExplainedPart(seen.number, event.card, value, said),)
    details = (Detail("drawn for", look.because_of(seen) or event.purpose),)
    return Explained(
        "roll", event.who, look.sentence(seen), value, said, True, True, parts, details
    )
