"""Why an outcome came to what it did: its figures, each with the roll that it came of.

A roll may have led to an outcome where it fell for that act, or for a reaction to it. That a figure
is as large as the total of a roll is no reason to name that roll.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.events.measures import points
from projections.explain.results import Detail, Explained, ExplainedPart
from projections.explain.viewpoint import Look
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import in_points
from projections.wording.game_words import rule

Sources = dict[str, SeenEntry]
"""What the figures of an outcome came of, by their names: a roll, or an earlier outcome."""


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
        details=tuple(_details(look, seen, event, rolls)),
    )


def _acts(look: Look, act: str) -> tuple[str, ...]:
    """An act and the reactions to it; what merely went on from it has outcomes of its own."""
    answers = (seen.event for seen in look.all("answering", act))
    return act, *dict.fromkeys(event.act for event in answers if isinstance(event, e.Reacted))


def _rolls(look: Look, act: str, upto: int) -> tuple[SeenEntry, ...]:
    """The dice and cards that fell for an act, or for a reaction to it, before an outcome of it."""
    fell = (seen for each in _acts(look, act) for seen in look.all("rolled for", each))
    return tuple(sorted((x for x in fell if x.entry.seq < upto), key=lambda x: x.entry.seq))


def _figures(
    look: Look, seen: SeenEntry, event: e.Resolved, rolls: tuple[SeenEntry, ...]
) -> Iterator[ExplainedPart]:
    """Each figure of an outcome, with the roll or the earlier outcome that came to it."""
    sources = _sources(look, seen, event, rolls)
    for name, value in event.figures.items():
        amount = value if isinstance(value, int) else None
        shown = points(value, look.rules.scale) if isinstance(value, int) else value
        source = sources.get(name)
        number = source.number if source else seen.number
        given = None if amount is None else in_points(look.rules, amount)
        yield ExplainedPart(number, name, given, shown, because=_because(look, source))


def _sources(
    look: Look, seen: SeenEntry, event: e.Resolved, rolls: tuple[SeenEntry, ...]
) -> Sources:
    """What each figure came of: a roll for that, an earlier outcome, or the roll that led here."""
    own, *reactions = [look.all("outcome", act) for act in _acts(look, event.act)]
    before = [one for outcomes in (own, *reactions) for one in outcomes if one.seq < seen.seq]
    known = _carried(event, before) | _by_name(event, rolls)
    last = max((one.seq for one in own if one.seq < seen.seq), default=0)
    return known | _in_turn(event, known, [roll for roll in rolls if roll.seq > last])


def _by_name(event: e.Resolved, rolls: tuple[SeenEntry, ...]) -> Sources:
    """Figures called as a roll that came to them was rolled for: `range` of a `charge range`."""
    return {
        name: seen
        for seen in rolls
        for name, value in event.figures.items()
        if _came_to(seen.event) == value and _is_called(name, _purpose(seen.event))
    }


def _is_called(name: str, purpose: str) -> bool:
    """True where all words of a figure's name, or of what was rolled for, are in the other."""
    one, other = (set(words.casefold().split()) for words in (name, purpose))
    return bool(one and other) and (one <= other or other <= one)


def _carried(event: e.Resolved, before: list[SeenEntry]) -> Sources:
    """Figures that an earlier stage told of the same target, or a reaction of itself."""
    found: Sources = {}
    for seen in before:
        if isinstance(told := seen.event, e.Resolved) and told.stage != event.stage:
            same = told.figures.items() & event.figures.items()
            found |= {name: seen for name, _ in same if told.of in ("", event.of)}
    return found


def _in_turn(event: e.Resolved, known: Sources, rolls: list[SeenEntry]) -> Sources:
    """The rolls since the last outcome, in the order of the figures, up to one that none came to.

    Of a roll that was made again only the last counts; each is the source of one figure.
    """
    last = {(_roller(seen.event), _purpose(seen.event)): seen for seen in rolls}
    left = [seen for seen in last.values() if seen not in known.values()]
    found: Sources = {}
    for name, value in event.figures.items():
        if name in known:
            continue
        if not left or _came_to(left[0].event) != value:
            break
        found[name] = left.pop(0)
    return found


def _came_to(event: e.Event) -> int | None:
    if isinstance(event, e.DiceRolled):
        return event.total
    return event.rank if isinstance(event, e.CardDrawn) else None


def _purpose(event: e.Event) -> str:
    return event.purpose if isinstance(event, e.DiceRolled | e.CardDrawn) else ""


def _roller(event: e.Event) -> str:
    return event.who if isinstance(event, e.DiceRolled | e.CardDrawn) else ""


def _because(look: Look, source: SeenEntry | None) -> str:
    """The roll as a sentence, or the earlier outcome."""
    if source is None:
        return ""
    if isinstance(event := source.event, e.Resolved):
        return f"{look.act_words(event.act, answering=False)}: {event.outcome}"
    return look.sentence(source)


def _details(
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
