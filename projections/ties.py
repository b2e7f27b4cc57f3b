"""Ties: facts between two or of one that are not as usual, where everybody is, and the settings."""

from __future__ import annotations

from typing import NamedTuple

from domain.facets.facts import Value
from domain.ruleset import Ruleset
from domain.scene import TABLE_SUBJECT, Scene
from projections.moment import Moment
from projections.words import name_of


class Tie(NamedTuple):
    """A fact that was set and is not its default; `toward` is empty for a property of one."""

    of: str
    name: str
    fact: str
    says: str
    toward: str
    toward_name: str
    value: Value


class Place(NamedTuple):
    """Where a subject is."""

    who: str
    name: str
    place: str


class Setting(NamedTuple):
    """How the table plays an open point of the rules."""

    key: str
    says: str
    value: str
    is_default: bool
    clause: str


def ties(moment: Moment, rules: Ruleset) -> tuple[Tie, ...]:
    """Every tie and property that is not as usual, in the order in which they were first set."""
    name = name_of(moment.combat)
    found = []
    for of, mine in moment.combat.facts.of.items():
        for both, value in mine.items():
            fact, _, toward = both.partition(">")
            kind = rules.fact(fact)
            if of != TABLE_SUBJECT and value != (kind.default if kind else None):
                says = kind.says if kind else fact
                ends = name(toward) if toward else ""
                found.append(Tie(of, name(of), fact, says, toward, ends, value))
    return tuple(found)


def places(moment: Moment, rules: Ruleset) -> tuple[Place, ...]:
    """Where everybody in the combat is, as far as it was said."""
    scene = Scene(moment.combat, rules)
    return tuple(
        Place(m.subject, m.name, place)
        for m in moment.combat.roster.members.values()
        if m.here and (place := rules.where(scene, m.subject))
    )


def settings(moment: Moment, rules: Ruleset) -> tuple[Setting, ...]:
    """Every open point of the rules, as this table plays it."""
    scene = Scene(moment.combat, rules)
    return tuple(
        Setting(p.key, p.says, scene.setting(p.key), scene.is_default(p.key), p.clause)
        for p in rules.points
    )
