"""Why somebody stands under something: who, since when, until what, and whose doing it was."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from projections.explain.results import Detail, Explained, Unclear
from projections.explain.viewpoint import Look
from projections.state.conditions import StandingCondition, conditions
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import capital


def condition(look: Look, condition: str) -> Explained:
    """One instance, standing or over: its parts are the entries that began and changed it.

    Raises Unclear where no condition of that id ever stood here.
    """
    told = look.all("condition", condition)
    if not told or not isinstance(began := told[0].event, e.ConditionBegan):
        raise Unclear(f"there is no condition {condition}")
    standing = _standing(look, condition)
    over = f"{look.rules.condition_word(began.name)} (over)"
    what = standing.words if standing else over
    return Explained(
        "condition",
        began.subject,
        f"{capital(look.name(began.subject))}: {what}",
        began.level or None,
        str(began.level or ""),
        parts=tuple(look.part(seen, look.sentence(seen)) for seen in told),
        details=tuple(_details(look, began, told, standing)),
    )


def _standing(look: Look, condition: str) -> StandingCondition | None:
    rows = conditions(look.moment(look.node), look.rules)
    return next((c for row in rows for c in row.conditions if c.id == condition), None)


def _details(
    look: Look,
    began: e.ConditionBegan,
    told: tuple[SeenEntry, ...],
    standing: StandingCondition | None,
) -> Iterator[Detail]:
    first, last = told[0], told[-1]
    yield Detail("who", look.name(began.subject))
    since = look.when(look.ledger.when(first.entry.seq)) or "before the first round"
    yield Detail("since", since, first.number)
    if standing is not None:
        yield Detail("until", standing.until)
    elif isinstance(last.event, e.ConditionEnded):
        yield Detail("ended", last.event.why or "it is over", last.number)
    yield from _causes(look, began, first)
    if began.concentration:
        yield Detail("takes", "concentration", first.number)
    if standing is not None and standing.effects:
        yield Detail("does", ", ".join(standing.effects), first.number)
    if toward := _toward(told):
        yield Detail("toward", look.name(toward))


def _causes(look: Look, began: e.ConditionBegan, first: SeenEntry) -> Iterator[Detail]:
    """By what it came about, and who caused it."""
    if began.act and (deed := look.last("act", began.act)):
        yield Detail("by", look.act_words(began.act), look.number(deed))
    elif because := look.because_of(first):
        yield Detail("by", because)
    if began.source:
        yield Detail("caused by", look.name(began.source))


def _toward(told: tuple[SeenEntry, ...]) -> str:
    """Toward whom it was last."""
    said = (getattr(seen.event, "toward", None) for seen in reversed(told))
    return next(str(toward) for toward in said if toward is not None)
