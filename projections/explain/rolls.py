"""Why a roll or a card came to what it did: dice and modifiers, with what vouches for them."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.events.measures import points
from projections.explain.results import Detail, Explained, ExplainedPart
from projections.explain.viewpoint import Look
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import in_points
from projections.wording.game_words import rule
from projections.wording.reports import rolled_by

PROOF = {
    "service": "rolled by the server with a key that it committed to when the fight was opened",
    "typed": "typed in, on the word of the person who typed it",
    "witnessed": "typed in and confirmed by a witness",
    "reported": "fell elsewhere, as it was reported from there",
}
"""What vouches for dice or a card, by the source of them."""


def roll(look: Look, seen: SeenEntry, event: e.DiceRolled) -> Explained:
    """A roll: its dice and its modifiers add up to the total."""
    said, value = points(event.total, look.rules.scale), in_points(look.rules, event.total)
    parts, details = terms(look, seen, event), tuple(_details(look, seen, event))
    return Explained(
        "roll", rolled_by(seen), look.sentence(seen), value, said, True, True, parts, details
    )


def terms(look: Look, seen: SeenEntry, event: e.DiceRolled) -> tuple[ExplainedPart, ...]:
    """The dice of each size that count, then every modifier: they come to the total."""
    parts = [(_dice(look, group), group.unit * sum(group.kept)) for group in event.groups]
    for each in event.modifiers:
        parts.append((each.source or "as it stands on the sheet", each.value))
    if unknown := event.total - event.reckoned:
        parts.append(("dice whose faces are unknown" if event.lost else "as reported", unknown))
    return tuple(
        ExplainedPart(
            seen.number, source, in_points(look.rules, value), _signed_points(look, value)
        )
        for source, value in parts
    )


def _dice(look: Look, group: e.DiceGroup) -> str:
    shown = f"{len(group.faces)}d{group.sides} [{', '.join(map(str, group.kept))}]"
    dropped = f" without {', '.join(map(str, group.dropped))}" if group.dropped else ""
    unit = points(group.unit, look.rules.scale)
    return shown + dropped + ("" if unit == "1" else f", times {unit}")


def _signed_points(look: Look, amount: int) -> str:
    sign = "-" if amount < 0 else "+"
    return sign + points(abs(amount), look.rules.scale)


def _details(look: Look, seen: SeenEntry, event: e.DiceRolled) -> Iterator[Detail]:
    meta = seen.entry.meta
    if because := look.because_of(seen):
        yield Detail("rolled for", because)
    if event.target is not None:
        yield Detail("against", points(event.target, look.rules.scale))
    if event.outcome:
        yield Detail("outcome", event.outcome)
    if event.text:
        yield Detail("as written", event.text)
    yield Detail("dice", PROOF[event.provenance])
    if meta.clause:
        yield Detail("clause", rule(meta.clause, look.rules.clause_title(meta.clause)))


def card(look: Look, seen: SeenEntry, event: e.CardDrawn) -> Explained:
    """A card that was drawn, and what it counts."""
    said, value = points(event.rank, look.rules.scale), in_points(look.rules, event.rank)
    parts = (ExplainedPart(seen.number, event.card, value, said),)
    details = (Detail("drawn for", look.because_of(seen) or event.purpose),)
    return Explained(
        "roll", event.who, look.sentence(seen), value, said, True, True, parts, details
    )
