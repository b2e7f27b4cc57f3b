"""Stories decided again: their steps as they were kept, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable

from domain import commands as c
from domain.rerun.rerun import Judged, Played, again
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.viewer import TABLE
from domain.step.rolling import Dice
from tests.support.story import Story


def kept_steps(story: Story) -> list[Played]:
    """Every step of a story, numbered from 1."""
    steps = zip(story.commands, story.steps, strict=True)
    return [Played(n, said, TABLE, tuple(drafts)) for n, (said, drafts) in enumerate(steps, 1)]


def state_after(steps: Iterable[Played], start: Combat = EMPTY) -> Combat:
    """The combat after some steps as they were."""
    for played in steps:
        for draft in played.drafts:
            start = evolve(start, draft.event, draft.answers)
    return start


def told_again(
    story: Story,
    *gone: int,
    instead: dict[int, c.Command] | None = None,
    rules: Ruleset | None = None,
    fresh: Dice | None = None,
) -> list[Judged]:
    """The story from its first change on, without some steps or with others in their place."""
    steps, changed = kept_steps(story), {*gone, *(instead or {})}
    first = min(changed, default=1)
    later = [
        p._replace(command=(instead or {}).get(p.origin, p.command))
        for p in steps[first - 1 :]
        if p.origin not in gone
    ]
    start = state_after(steps[: first - 1])
    taken_back = [(p.origin, p.drafts) for p in steps if p.origin in gone]
    return list(again(start, later, rules or story.rules, fresh, taken_back))


def in_short(judged: Iterable[Judged]) -> list[str]:
    """Each step by its number, verdict and reason; those that were kept are left out."""
    return [
        f"{one.played.origin} {one.verdict} {one.reason}".rstrip()
        for one in judged
        if one.verdict != "kept"
    ]
