"""Why a roll came to what it did: the dice that count, and every modifier with its source."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.measures import points
from projections import figures
from projections.displayed import in_points
from projections.explaining.look import Look
from projections.explaining.shapes import Detail, Explained, ExplainedPart
from projections.telling import Telling
from projections.views import SeenEntry


def rolled(look: Look, seen: SeenEntry) -> str:
    """A roll as a sentence: `Cogan rolls attack 17 = 2d6 [3, 5] + 7 + 2 riposte`."""
    event, t = seen.event, telling(look, seen)
    if isinstance(event, e.DiceRolled):
        return figures.rolled(t, event)
    assert isinstance(event, e.CardDrawn)
    return figures.drawn(t, event)


def telling(look: Look, seen: SeenEntry) -> Telling:
    """An entry to be told with the names of the moment."""
    return Telling(look.rules, look.combat, look.combat, seen)


def roll(look: Look, seen: SeenEntry) -> Explained:
    """A roll: its dice and its modifiers add up to the total."""
    event = seen.event
    assert isinstance(event, e.DiceRolled)
    return Explained(
        "roll",
        event.who,
        rolled(look, seen),
        in_points(look.rules, event.total),
        points(event.total, look.rules.scale),
        True,
        True,
        terms(look, seen, event),
        tuple(_details(look, seen, event)),
    )


def terms(look: Look, seen: SeenEntry, event: e.DiceRolled) -> tuple[ExplainedPart, ...]:
    """The dice that count as one part, then every modifier: they come to the total."""
    dice = event.unit * sum(event.kept)
    parts = [(_dice(look, event), dice)] if event.faces else []
    for each in event.modifiers:
        parts.append((each.source or "as it stands on the sheet", each.value))
    return tuple(
        ExplainedPart(seen.number, source, in_points(look.rules, value), _signed(look, value))
        for source, value in parts
    )


def _dice(look: Look, event: e.DiceRolled) -> str:
    shown = f"{len(event.faces)}d{event.sides} [{', '.join(map(str, event.kept))}]"
    dropped = f" without {', '.join(map(str, event.dropped))}" if event.dropped else ""
    unit = points(event.unit, look.rules.scale)
    return shown + dropped + ("" if unit == "1" else f", times {unit}")


def _signed(look: Look, amount: int) -> str:
    sign = "-" if amount < 0 else "+"
    return sign + points(abs(amount), look.rules.scale)


def _details(look: Look, seen: SeenEntry, event: e.DiceRolled) -> Iterator[Detail]:
    meta = seen.entry.meta
    if because := look.because_of(seen):
        yield Detail("rolled for", because)
    yield Detail(
        "dice",
        {"service": "the service's", "typed": "typed in", "witnessed": "typed in and vouched for"}[
            event.provenance
        ],
    )
    if meta.clause:
        yield Detail("clause", meta.clause)


def card(look: Look, seen: SeenEntry) -> Explained:
    """A card that was drawn, and what it counts."""
    event = seen.event
    assert isinstance(event, e.CardDrawn)
    said, value = points(event.rank, look.rules.scale), in_points(look.rules, event.rank)
    drawn = ExplainedPart(seen.number, event.card, value, said)
    return Explained(
        "roll",
        event.who,
        rolled(look, seen),
        value,
        said,
        True,
        True,
        (drawn,),
        (Detail("drawn for", look.because_of(seen) or event.purpose),),
    )
