"""Steps of a preview: by which entry the story tells each, and where deciding them stops."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from api.combats.viewers.viewer_log import Sight
from api.pages.forms.fields import Field
from api.pages.layout.render import Trouble
from api.web.problems import Problem
from projections.changes.preview import QUIET, Preview, StepChange
from projections.wording.events import kind_of

UPTO = Field(
    "number:upto",
    "number",
    "Up to entry",
    least=1,
    most=2**31,
    hint="The last step that is still done; play goes on from there.",
)


def with_told_numbers(found: Preview, sight: Sight) -> Preview:
    """Return a preview that numbers each step by the first entry that is told of it."""
    steps = (step._replace(number=_told_number(step, sight)) for step in found.steps)
    return found._replace(steps=tuple(steps))


def _told_number(step: StepChange, sight: Sight) -> str | None:
    """Return the first entry of a step that its summary tells; questions and answers come first."""
    seen = sight.of_own_steps([step.step]) if step.step is not None else []
    told = (one.number for one in seen if kind_of(one.event) not in QUIET)
    return next(told, step.number)


def last_before_stop(found: Preview) -> str:
    """Return the entry of the last step that can be decided again, where a later one cannot."""
    decided = [step.number for step in found.of("kept", "changed", "dropped") if step.number]
    return decided[-1] if found.of("stopped") and decided else ""


def upto_field(found: Preview) -> Field | None:
    """Return the question up to where something is done that stops midway."""
    last = last_before_stop(found)
    return UPTO._replace(given=last) if last else None


def with_upto(given: MultiDict[str, str], asks: Field | None) -> MultiDict[str, str]:
    """Return what stands in a form, with the entry that is proposed where it is asked."""
    filled = MultiDict(given)
    if asks is not None:
        filled.add(asks.name, asks.given)
    return filled


def stop_trouble(found: Preview) -> Trouble:
    """Return why something cannot be done to its end, and what to do about it."""
    why = found.of("stopped")[0].why
    instead = "Say up to which entry it is done" if last_before_stop(found) else "Choose otherwise"
    said = f"Not all that follows can be decided again: {why}. {instead}. Nothing has changed."
    return Trouble(Problem("refused", said))
