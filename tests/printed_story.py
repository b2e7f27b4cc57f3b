"""The story of a whole log, as lines and as a text."""

from __future__ import annotations

from collections.abc import Iterable

from domain.log.codec import Entry
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import TABLE, Viewer
from projections.story.timeline import StoryLine, story
from tests.support.logs.whole_logs import seen_entries


def timeline(
    log: Iterable[Entry], rules: Ruleset, viewer: Viewer = TABLE, full: bool = False
) -> tuple[StoryLine, ...]:
    """The story of a whole log as a viewer sees it."""
    return story(seen_entries(log, viewer), rules, full)


def transcript(
    log: Iterable[Entry], rules: Ruleset, viewer: Viewer = TABLE, full: bool = False
) -> str:
    """The story as a text: number, indented line; undone ones begin with `~` and say so."""
    return "".join(printed(line) for line in timeline(log, rules, viewer, full))


def printed(line: StoryLine) -> str:
    """A line of a transcript."""
    mark, undone = ("~", " (undone)") if line.undone else (" ", "")
    return f"{mark}{line.number:>6}  {'  ' * line.depth}{line.text}{undone}\n"
