"""AP that the book does not print: each value that a table may set, paid to the half-point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.support.fights.age_of_magic import (
    BOXER,
    HALF,
    RULES,
    STOUT,
    STRIKE,
    Fight,
    Points,
    boxers,
    duel,
    four,
    hits,
    suffers,
)
from tests.support.fights.age_of_magic_ranged import mounted, with_a_mage

STRONG = {**BOXER, "Combat": 12}


class Price(NamedTuple):
    """Who pays, the scene before it, and the deed."""

    who: str
    scene: Callable[[Points], Fight]
    deed: Callable[[Fight], Any]


def does(who: str, *deed: str, **said: Any) -> Callable[[Fight], Any]:
    return lambda fight: fight.does(who, *deed, **said)


def reacts(who: str, *deed: str, **said: Any) -> Callable[[Fight], Any]:
    return lambda fight: fight.declares(who, *deed, **said).everybody_passes()


def struck_at(points: Points) -> Fight:
    return duel(urlik=STOUT, points=points).does("cogan", STRIKE, "urlik", using=HALF)


def moved_up(points: Points) -> Fight:
    return four(points=points).does("man", "move", beside=["cogan"])


def in_state(who: str, name: str, level: int = 0) -> Callable[[Points], Fight]:
    def scene(points: Points) -> Fight:
        change = {"what": "condition", "subject": who, "name": name, "level": level}
        return duel(points=points).adjusts(**change, at="chest")

    return scene


def fists(points: Points) -> Fight:
    return boxers(points=points, ana=STRONG, bo=STRONG)


def punched(points: Points) -> Fight:
    return fists(points).does("ana", "martial strike", "bo")


def after(deed: str, **said: Any) -> Callable[[Points], Fight]:
    """Ana has hit Bo with that, and may go on."""
    return lambda points: suffers(hits(fists(points), "ana", deed, "bo", **said), "bo")


def held(points: Points) -> Fight:
    return after("arm grab", aim="right arm")(points).passes("ana").ends("ana").polls("bo")


PRICES = {
    "follow ap": Price("cogan", moved_up, reacts("cogan", "follow")),
    "parry ap": Price("urlik", struck_at, reacts("urlik", "parry", using="axe")),
    "treat ap": Price("cogan", in_state("urlik", "wound", 2), does("cogan", "treat", "urlik")),
    "stand up ap": Price("cogan", in_state("cogan", "prone"), does("cogan", "stand up")),
    "arm grab ap": Price("ana", fists, does("ana", "arm grab", "bo")),
    "arm lock ap": Price(
        "ana", after("arm grab", aim="left arm"), does("ana", "arm lock", "bo", aim="left arm")
    ),
    "head lock ap": Price("ana", after("martial strike"), does("ana", "head lock", "bo")),
    "forearm block ap": Price("bo", punched, reacts("bo", "forearm block")),
    "break hold ap": Price("bo", held, does("bo", "break hold", "ana")),
    "mounting ap": Price(
        "knight", lambda points: mounted(points=points), does("knight", "dismount")
    ),
    "control ap": Price(
        "knight", lambda points: mounted(points=points), does("knight", "control mount")
    ),
    "ap if prepared before": Price(
        "mage",
        lambda points: with_a_mage(points=points),
        does("mage", "cast magic", mode="1 min", skill="Fire"),
    ),
}
VALUES = {point.key: point.values for point in RULES.points}


def test_every_price_that_a_table_may_set_is_here():
    assert set(PRICES) == {key for key in VALUES if key.endswith(" ap") and key != "half ap"} | {
        "ap if prepared before"
    }


@pytest.mark.parametrize(("key", "value"), [(k, v) for k in PRICES for v in VALUES[k]])
def test_it_costs_what_the_table_says(key: str, value: str):
    who, scene, deed = PRICES[key]
    fight = scene({key: value})
    before = fight.left(who, "ap")
    deed(fight)
    assert before - fight.left(who, "ap") == 2 * int(value)


@pytest.mark.parametrize("key", PRICES)
def test_where_nothing_is_agreed_it_costs_the_default(key: str):
    point = RULES.point(key)
    who, scene, deed = PRICES[key]
    fight = scene(None)
    before = fight.left(who, "ap")
    deed(fight)
    assert point is not None
    assert before - fight.left(who, "ap") == 2 * int(point.default)
