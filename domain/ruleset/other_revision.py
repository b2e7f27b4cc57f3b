"""Fights begun under other rules: what these do not know is asked of the referee, never guessed.

A ruleset that `takes_over` may meet names in the log that it lacks, or has under another name.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import TABLE_SUBJECT, Scene
from domain.ruleset.stage_list import NAMES
from domain.state.combat import Combat, evolve
from domain.state.exchange import Question
from domain.state.viewer import REFEREE

UNKNOWN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What rules raise that do not know any more what an old combat stands on."""

RULED = "rules of revision"
"""The fact of the table that says for which revision the referee has settled unknown names."""


def unknown_names(scene: Scene) -> tuple[str, ...]:
    """Say each name in a combat that its rules do not know, with what it holds."""
    rules, ruled = scene.rules, scene.combat.facts.get(TABLE_SUBJECT, RULED)
    if not rules.takes_over or ruled == rules.revision or scene.question_about() == NAMES:
        return ()
    found = (*_pools(scene), *_conditions(scene), *_facts(scene), *_settings(scene))
    return tuple(dict.fromkeys(found))


def asked_of_names(scene: Scene, question: str) -> e.Asked | None:
    """Return the question about unknown names, on what is open now; None where all are known."""
    names = unknown_names(scene)
    if not names:
        return None
    top, path = scene.combat.exchange.top(), scene.combat.clock.path
    under = top.on if isinstance(top, Question) else top.id if top else ""
    on = under or (path[-1].kind if path else "combat")
    slots = (e.Slot(id=REFEREE, who=REFEREE),)
    said: e.Params = {"names": list(names)}
    return e.Asked(question=question, on=on, about=NAMES, slots=slots, params=said)


def as_asked(combat: Combat, rules: Ruleset) -> Combat:
    """Return the combat with the question about unknown names open, before it is in the log."""
    if not rules.takes_over or not combat.roster.ruleset or combat.roster.ended:
        return combat
    asked = asked_of_names(Scene(combat, rules), NAMES)
    return combat if asked is None else evolve(combat, asked)


def _name(scene: Scene, who: str) -> str:
    member = scene.member(who)
    return member.name if member is not None else who


def _pools(scene: Scene) -> Iterator[str]:
    for who, mine in scene.combat.pools.of.items():
        for each, left in mine.items():
            if left and scene.rules.pool(each.partition("/")[0]) is None:
                yield f"the pool {each!r}: {_name(scene, who)} has {left}"


def _conditions(scene: Scene) -> Iterator[str]:
    for each in scene.combat.conditions.all.values():
        if scene.rules.condition(each.name) is None:
            yield f"the condition {each.name!r}: {_name(scene, each.subject)} is under it"


def _facts(scene: Scene) -> Iterator[str]:
    for who, mine in scene.combat.facts.of.items():
        for each, value in mine.items() if who != TABLE_SUBJECT else ():
            name, _, toward = each.partition(">")
            kind = scene.rules.fact(name)
            told = f"{_name(scene, who)}{f' to {_name(scene, toward)}' if toward else ''}"
            if kind is None and value is not None:
                yield f"the fact {name!r}: {told} is {value}"
            elif kind and kind.values and value not in (None, *kind.values):
                yield f"the value {value!r} of the fact {name!r}: so is {told}"


def _settings(scene: Scene) -> Iterator[str]:
    for each, value in scene.combat.facts.of.get(TABLE_SUBJECT, {}).items():
        key = each.partition(">")[0]
        point = scene.rules.point(key)
        if key != RULED and (point is None or not point.takes(value)):
            yield f"the table option {key!r}: it is {value!r} here"
