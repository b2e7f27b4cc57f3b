"""The ground: where everybody is, how each two stand to each other, and how the table plays.

Zones, pairings, base contact, distances: a game declares them as facts, and may say how a fact
follows from places (`Ruleset.between`). Nothing here knows which game it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from domain.events import FactSet
from domain.ruleset.ruleset import FactKind, Ruleset
from domain.ruleset.scene import TABLE_SUBJECT, Scene
from domain.state.facts import Value
from domain.state.places import is_drawn_pile
from projections.visibility.snapshot import Moment
from projections.wording.game_words import NameOf, capital, fact_words, name_of


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
    """Where somebody is, or what lies in a pile: a spell in Memory."""

    who: str
    name: str
    place: str


class Setting(NamedTuple):
    """How the table plays an open point of the rules; a default while nobody has set it."""

    key: str
    says: str
    value: str
    is_default: bool
    clause: str


class Figure(NamedTuple):
    """A combatant on the ground; `place` is empty where it was never declared."""

    who: str
    name: str
    side: str
    place: str


class Bond(NamedTuple):
    """How two stand to each other: `mutual`, or the first toward the other.

    `toward` is whom the fact itself is toward: empty for a property such as a mount. `degree`
    counts the values that a fact has for each pair, in the order in which the game declares them,
    such as zones; None for what there either is or is not.
    """

    one: str
    other: str
    fact: str
    toward: str
    says: str
    value: Value
    mutual: bool
    degree: int | None
    words: str


class Ground(NamedTuple):
    """Everybody who is here and can act, in the order they joined, and all bonds among them."""

    figures: tuple[Figure, ...]
    bonds: tuple[Bond, ...]


def ties(moment: Moment, rules: Ruleset) -> tuple[Tie, ...]:
    """Every tie and property that is not as usual, in the order in which they were first set."""
    name = name_of(moment.combat)
    found = []
    for (of, both), value in _facts(moment, rules).items():
        fact, _, toward = both.partition(">")
        kind = rules.fact(fact)
        if of != TABLE_SUBJECT and value != (kind.default if kind else None):
            says, ends = rules.fact_word(fact), name(toward) if toward else ""
            found.append(Tie(of, name(of), fact, says, toward, ends, value))
    return tuple(found)


def _facts(moment: Moment, rules: Ruleset) -> dict[tuple[str, str], Value]:
    """Every fact as it stands: what was set, and what sheets say where that is a fact."""
    begun = {
        (m.subject, f"{trait}>"): value
        for m in moment.combat.roster.members.values()
        for trait, value in m.traits.items()
        if (kind := rules.fact(trait)) is not None and kind.trait
    }
    since = moment.combat.facts.of.items()
    return begun | {(of, both): value for of, mine in since for both, value in mine.items()}


def places(moment: Moment, rules: Ruleset) -> tuple[Place, ...]:
    """Where everybody in the combat is, as far as it was said, and what lies in piles of theirs."""
    scene, members = Scene(moment.combat, rules), moment.combat.roster.members
    people = (
        Place(m.subject, m.name, place)
        for m in members.values()
        if m.here and (place := rules.where(scene, m.subject))
    )
    lying = moment.combat.places.at.items()
    things = (
        Place(x, capital(x), at) for x, at in lying if x not in members and not is_drawn_pile(at)
    )
    return *people, *things


def settings(moment: Moment, rules: Ruleset) -> tuple[Setting, ...]:
    """Every open point of the rules, as this table plays it."""
    scene = Scene(moment.combat, rules)
    return tuple(
        Setting(p.key, p.says, scene.setting(p.key), scene.is_default(p.key), p.clause)
        for p in rules.points
    )


def ground(moment: Moment, rules: Ruleset) -> Ground:
    """The ground at a moment, as its viewer may know it."""
    scene, name = Scene(moment.combat, rules), name_of(moment.combat)
    figures = tuple(_figure(scene, name, who) for who in scene.present())
    return Ground(figures, tuple(b for kind in rules.facts for b in _bonds(scene, name, kind)))


def _figure(scene: Scene, name: NameOf, who: str) -> Figure:
    member = scene.combat.roster.members[who]
    side = name(member.side) if member.side else ""
    return Figure(who, member.name, side, scene.rules.where(scene, who))


def _bonds(scene: Scene, name: NameOf, kind: FactKind) -> Iterator[Bond]:
    """The bonds of one kind: what is not as usual between two who are here."""
    found = _derived_facts(scene, kind) if kind.name in scene.rules.between else _set(scene, kind)
    for one, other, toward, value in found:
        if value is not None and value not in ("", kind.default):
            said = FactSet(of=one, name=kind.name, toward=other, value=value)
            yield _bond(kind, said, toward, fact_words(scene.rules, name, said))


def _derived_facts(scene: Scene, kind: FactKind) -> Iterator[tuple[str, str, str, Value]]:
    """What the game says of each two: both, whom it is toward, and its value."""
    for one, other in combinations(scene.present(), 2):
        yield one, other, other, scene.rules.between[kind.name](scene, one, other)


def _set(scene: Scene, kind: FactKind) -> Iterator[tuple[str, str, str, Value]]:
    """What was set between two, and properties that name somebody, such as a mount."""
    here = scene.present()
    for one in here:
        for toward, value in scene.combat.facts.toward(one, kind.name).items():
            if toward in here:
                yield one, toward, toward, value
            elif not toward and not kind.values and value in here and value != one:
                yield one, str(value), "", "yes"


def _bond(kind: FactKind, said: FactSet, toward: str, words: str) -> Bond:
    graded = kind.symmetric and len(kind.values) > 2 and said.value in kind.values
    return Bond(
        said.of,
        said.toward,
        kind.name,
        toward,
        kind.says,
        said.value,
        kind.symmetric,
        kind.values.index(str(said.value)) if graded else None,
        words,
    )
