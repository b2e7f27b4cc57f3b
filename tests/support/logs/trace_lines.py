"""A story as the traces print it: a line for each event, indented by what is open around it."""

from __future__ import annotations

from textwrap import dedent

from domain import events as e
from domain.ruleset.windows import window_of
from tests.support.story import Story


def traced(story: Story, since: int = -1) -> str:
    """The lines of the steps from one on; `|` begins a step, deeper is on top."""
    lines, depth = [], 0
    first = since if since >= 0 else len(story.steps) + since
    asked: set[str] = set()
    for number, step in enumerate(story.steps):
        for place, draft in enumerate(step):
            depth -= isinstance(draft.event, e.Closed)
            said = f"{story.line(draft)}{_mode(story, draft.event)}"
            told = f"{' ' if place else '|'} {'  ' * depth}{said}"
            lines += [told] if number >= first else []
            depth += _opens(draft.event, asked)
    return "\n".join(lines)


def block(text: str) -> str:
    """An expected trace, written as a block of text."""
    return dedent(text).strip("\n")


def _mode(story: Story, event: e.Event) -> str:
    """What is special about how a question goes on: its declared acts run in order."""
    if not isinstance(event, e.Asked):
        return ""
    in_order = not event.slots or window_of(story.rules, event.about).in_order
    return " in-order" if in_order else ""


def _opens(event: e.Event, asked: set[str]) -> bool:
    """True where an event puts a frame on the stack; asked again, a question is there already."""
    if isinstance(event, e.Asked):
        known = event.question in asked
        asked.add(event.question)
        return not known
    return isinstance(event, e.Acted | e.Reacted)
