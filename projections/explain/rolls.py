"""Why a roll or an outcome came to what it did: dice, modifiers and figures, with their sources."""

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


# --- outcomes ----------------------------------------------------------------------------------


def outcome(look: Look, seen: SeenEntry, event: e.Resolved) -> Explained:
    """An outcome: each figure in it, linked to the roll that came to it where one did."""
    rolls = _rolls(look, event.act, seen.seq)
    said = look.last("act", event.act)
    act = look.entry(said).event if said else None
    return Explained(
        "outcome",
        act.who if isinstance(act, e.Said) else "",
        look.sentence(seen),
        points=event.outcome,
        parts=tuple(_figures(look, seen, event, rolls)),
        details=tuple(_outcome_details(look, seen, event, rolls)),
    )


def _acts(look: Look, act: str) -> tuple[str, ...]:
    """An act, and those that answered it or went on from it."""
    answers = (seen.event for seen in look.all("answering", act))
    return act, *dict.fromkeys(event.act for event in answers if isinstance(event, e.Said))


def _rolls(look: Look, act: str, upto: int) -> tuple[SeenEntry, ...]:
    """The dice and cards that fell for an act, or for an answer to it, before an outcome of it."""
    fell = (seen for each in _acts(look, act) for seen in look.all("rolled for", each))
    return tuple(sorted((x for x in fell if x.entry.seq < upto), key=lambda x: x.entry.seq))


def _figures(
    look: Look, seen: SeenEntry, event: e.Resolved, rolls: tuple[SeenEntry, ...]
) -> Iterator[ExplainedPart]:
    """Each figure of an outcome, with the roll or the earlier outcome that came to it."""
    earlier = [
        found
        for act in _acts(look, event.act)
        for found in look.all("outcome", act)
        if found.entry.seq < seen.entry.seq
    ]
    for name, value in event.figures.items():
        amount = value if isinstance(value, int) else None
        shown = points(value, look.rules.scale) if isinstance(value, int) else value
        source = _roll_of(name, amount, rolls) or _outcome_of(name, value, earlier)
        number = source.number if source else seen.number
        given = None if amount is None else in_points(look.rules, amount)
        yield ExplainedPart(number, name, given, shown, because=_because(look, source))


def _roll_of(name: str, amount: int | None, rolls: tuple[SeenEntry, ...]) -> SeenEntry | None:
    """The latest roll of that total, rather one for a purpose of that name."""
    fitting = [seen for seen in reversed(rolls) if _came_to(seen.event) == amount]
    named = (seen for seen in fitting if getattr(seen.event, "purpose", "") == name)
    return next(named, fitting[0] if fitting else None)


def _outcome_of(name: str, value: int | str, earlier: list[SeenEntry]) -> SeenEntry | None:
    """The latest outcome before with the very same figure."""
    for seen in reversed(earlier):
        if isinstance(seen.event, e.Resolved) and seen.event.figures.get(name) == value:
            return seen
    return None


def _came_to(event: e.Event) -> int | None:
    if isinstance(event, e.DiceRolled):
        return event.total
    return event.rank if isinstance(event, e.CardDrawn) else None


def _because(look: Look, source: SeenEntry | None) -> str:
    """The roll as a sentence, or the earlier outcome."""
    if source is None:
        return ""
    if isinstance(event := source.event, e.Resolved):
        return f"{look.act_words(event.act, answering=False)}: {event.outcome}"
    return look.sentence(source)


def _outcome_details(
    look: Look, seen: SeenEntry, event: e.Resolved, rolls: tuple[SeenEntry, ...]
) -> Iterator[Detail]:
    if done := look.last("act", event.act):
        yield Detail("of", look.act_words(event.act), look.number(done))
    for each in rolls:
        yield Detail("roll", look.sentence(each), each.number)
    clause = seen.entry.meta.clause or look.clause_of(event.act)
    if clause:
        yield Detail("clause", rule(clause, look.rules.clause_title(clause)), seen.number)
    if seen.entry.meta.basis not in ("", "stated"):
        yield Detail("basis", seen.entry.meta.basis, seen.number)
