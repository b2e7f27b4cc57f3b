"""How long things last, recounted from the events alone, and what must never change it.

A condition that lasts until an edge of a span ends at that edge, and nowhere else: whoever comes in
late, leaves, or is put elsewhere in the order meanwhile.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Forbidden, Refused
from domain.step.draft import Draft
from tests.support.fights.random_play import keyed, pick

Edge = tuple[str, str, str, tuple[str, ...]]
"""The kind of a span, its name, which edge of it, and whose go it is in."""


def edges(steps: Sequence[Sequence[Draft]]) -> Iterator[tuple[int, e.Event, Edge | None]]:
    """Every event with its step, and the edge of the clock that it is."""
    actors: tuple[str, ...] = ()
    for number, step in enumerate(steps):
        for draft in step:
            match event := draft.event:
                case e.TurnBegan(who=who, resumes=resumes):
                    actors = who
                    yield number, event, None if resumes else ("turn", "turn", "begin", who)
                case e.TurnEnded(who=who, held=held):
                    yield number, event, None if held else ("turn", "turn", "end", who)
                    actors = ()
                case e.PhaseBegan(phase=name):
                    yield number, event, ("phase", name, "begin", actors)
                case e.PhaseEnded(phase=name):
                    yield number, event, ("phase", name, "end", actors)
                case e.RoundBegan(n=n):
                    yield number, event, ("round", str(n), "begin", actors)
                case e.RoundEnded(n=n):
                    yield number, event, ("round", str(n), "end", actors)
                case _:
                    yield number, event, None


def ends_at(until: e.Until, edge: Edge) -> bool:
    """Whether something lasts until edges such as this one."""
    kind, name, which, actors = edge
    named = until.name in ("", name) and (not until.whose or until.whose in actors)
    return (until.span, until.edge) == (kind, which) and named


def check_durations(story: Any) -> int:
    """Nothing outlasts its edge, and nothing ends at an edge that is not its own.

    Returns how many conditions ended by the clock.
    """
    lasting: dict[str, e.ConditionBegan] = {}
    began: dict[str, e.ConditionBegan] = {}
    touched: dict[str, int] = {}
    passed: dict[int, list[Edge]] = {}
    expired: list[tuple[int, e.ConditionBegan, str]] = []
    due: dict[str, tuple[int, Edge]] = {}
    for step, event, edge in edges(story.steps):
        check_due(due, lasting, touched, step)
        match event:
            case e.ConditionBegan(id=id, until=until):
                touched[id], began[id] = step, event
                if until is not None:
                    lasting[id] = event
            case e.ConditionChanged(id=id, until=until, endless=endless):
                touched[id] = step
                if until is not None and id in began:
                    lasting[id] = began[id].model_copy(update={"until": until})
                if endless:
                    lasting.pop(id, None)
            case e.ConditionEnded(id=id, why=why):
                if (ended := lasting.pop(id, None)) and why.startswith("until the "):
                    expired.append((step, ended, why))
        if edge is not None:
            passed.setdefault(step, []).append(edge)
            for id, begun in lasting.items():
                if begun.until is not None and ends_at(begun.until, edge):
                    due[id] = (step, edge)
    check_due(due, lasting, touched, len(story.steps))
    for step, begun, why in expired:
        check_edge(begun, why, passed.get(step, []))
    return len(expired)


def check_due(
    due: dict[str, tuple[int, Edge]],
    lasting: dict[str, e.ConditionBegan],
    touched: dict[str, int],
    now: int,
) -> None:
    """What an edge was to end or count down was so in the same step, before the edge or after."""
    for id, (step, edge) in tuple(due.items()):
        if id not in lasting or touched[id] == step:
            due.pop(id)
        else:
            assert now == step, f"{lasting[id]} outlasts {edge}"


def check_edge(begun: e.ConditionBegan, why: str, passed: list[Edge]) -> None:
    """What ended by the clock did so at an edge of its own."""
    until = begun.until
    assert until is not None
    if until.span in ("turn", "phase", "round"):
        own = any(ends_at(until, edge) for edge in passed)
        assert own, f"{begun} ended {why}, which was not its own"


# --- what must change nothing ----------------------------------------------------------------


def disturbed(story: Any, seed: int, steps: int) -> Any:
    """A fight at random in which people come late, leave, and the order is changed."""
    chance = Random(seed)
    story.dice = keyed(seed, story.rules.decks)
    joins = [x for x in story.commands if isinstance(x, c.Join)]
    late = itertools.count(1)
    for _ in range(steps):
        if chance.random() < 0.08:
            disturb(story, chance, joins, next(late))
        if not (offered := story.offered()):
            break
        story.say_plainly(pick(offered, chance))
    return story


def disturb(story: Any, chance: Random, joins: list[c.Join], number: int) -> None:
    """One of these, if the game takes it now."""
    order = next(iter(story.combat.clock.orders.items()), None)
    here = [member.subject for member in story.combat.roster.present("combatant")]
    kind = chance.choice(("joins", "leaves", "order"))
    command: c.Command | None = None
    if kind == "joins" and joins:
        command = chance.choice(joins).model_copy(update={"subject": f"late-{number}", "name": ""})
    elif kind == "leaves" and len(here) > 3:
        command = c.Leave(who=chance.choice(here))
    elif kind == "order" and order is not None:
        scope, line = order[0], list(order[1].line())
        fix = c.OrderFix(scope=scope, order=tuple(chance.sample(line, len(line))))
        command = c.Adjust(change=fix, note="thrown again")
    try:
        if command is not None:
            story.say(command)
    except (Refused, Forbidden):
        pass
