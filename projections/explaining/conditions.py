"""Why somebody stands under something: who, since when, until what, and whose doing it was."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from projections.conditions import Standing, conditions
from projections.explaining.look import Look
from projections.explaining.shapes import Detail, Explained, ExplainedPart, Unclear
from projections.figures import condition_began, condition_changed, condition_ended
from projections.telling import Telling
from projections.views import SeenEntry
from projections.words import capital


def condition(look: Look, condition: str) -> Explained:
    """One instance, standing or over: its parts are the entries that began and changed it.

    Raises Unclear where no condition of that id ever stood here.
    """
    told = look.all("condition", condition)
    if not told or not isinstance(began := told[0].event, e.ConditionBegan):
        raise Unclear(f"there is no condition {condition}")
    standing = _standing(look, condition)
    what = standing.words if standing else _says(look, began.name)
    over = "" if standing else " (over)"
    return Explained(
        "condition",
        began.subject,
        f"{capital(look.name(began.subject))}: {what}{over}",
        began.level or None,
        str(began.level or ""),
        True,
        False,
        tuple(_part(look, seen) for seen in told),
        tuple(_details(look, began, told, standing)),
    )


def _says(look: Look, name: str) -> str:
    kind = look.rules.condition(name)
    return kind.says if kind else name


def _standing(look: Look, condition: str) -> Standing | None:
    rows = conditions(look.moment(look.node), look.rules)
    return next((c for row in rows for c in row.conditions if c.id == condition), None)


def _part(look: Look, seen: SeenEntry) -> ExplainedPart:
    """An entry of the story of a condition."""
    meta = seen.entry.meta
    return ExplainedPart(
        seen.number,
        _told(look, seen),
        None,
        "",
        meta.cause,
        look.because_of(seen),
        look.when(look.ledger.when(meta.seq)),
        meta.clause or look.clause_of(meta.cause),
        meta.basis,
    )


def _told(look: Look, seen: SeenEntry) -> str:
    """The entry as a sentence, with the state right before it."""
    before = look.moment(seen.entry.meta.parent or 0).combat
    t = Telling(look.rules, before, look.combat, seen)
    match seen.event:
        case e.ConditionBegan() as began:
            return condition_began(t, began)
        case e.ConditionChanged() as changed:
            return condition_changed(t, changed)
        case e.ConditionEnded() as ended:
            return condition_ended(t, ended)
    raise ValueError(f"entry {seen.number} is about no condition")


def _details(
    look: Look, began: e.ConditionBegan, told: tuple[SeenEntry, ...], standing: Standing | None
) -> Iterator[Detail]:
    first, last = told[0], told[-1]
    yield Detail("who", look.name(began.subject))
    since = look.when(look.ledger.when(first.entry.seq)) or "before the first round"
    yield Detail("since", since, first.number)
    if standing is not None:
        yield Detail("until", standing.until)
    elif isinstance(last.event, e.ConditionEnded):
        yield Detail("ended", last.event.why or "it is over", last.number)
    if began.source and (deed := look.last("act", began.source)):
        yield Detail("by", look.called(began.source), look.number(deed))
    elif because := look.because_of(first):
        yield Detail("by", because)
    if standing is not None and standing.effects:
        yield Detail("does", ", ".join(standing.effects), first.number)
    if began.toward:
        yield Detail("toward", look.name(began.toward))
