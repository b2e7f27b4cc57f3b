"""What a rules lawyer tries under Planeswalker: each try is refused for the right clause.

The refusal says the numbers and what would be legal, and leaves state and log as they were.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.rulesets import ruleset
from tests.support.fights.planeswalker import (
    ANTHEM,
    BOLT,
    COUNTER,
    DENIAL,
    DOOM,
    FLASH,
    OGRE,
    Combat,
    duel,
)
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused
from tests.support.logs.refused_fights import refused

BOOK = {
    "bolt": BOLT,
    "flash": FLASH,
    "counter": COUNTER,
    "denial": DENIAL,
    "doom": DOOM,
    "anthem": ANTHEM,
    "big": {**BOLT, "cost": "3R"},
}
FULL: dict[str, Any] = {
    "Memory": 14,
    "Channeling": 6,
    "Life": 9,
    "mana": {"red": 4, "blue": 2},
    "spells": BOOK,
    "memory": list(BOOK),
    "Speed": 3,
    "Focus": 2,
}


def table() -> Combat:
    """Mira and Nils with full books, Mira's wolf and fox, a free ogre; Mira is in her Main."""
    combat = duel(m=FULL, n={**FULL, "Speed": 2}).creature("wolf", "mira", Power=2)
    combat.creature("fox", "mira", Power=1).creature("ogre", side="west", **OGRE)
    return combat.close("mira ogre", "wolf ogre").goes_to("mira")


def fled() -> Combat:
    return far().does("mira", "flee")


def far() -> Combat:
    """The same, with the ogre far from Mira."""
    return table().zones("ranged", "mira ogre")


TRIES: Tries[Combat] = {
    "out of turn": (
        Try(table, lambda x: x.casts("nils", "bolt", "mira")),
        Refusal("3.2", "it is not nils's turn", lacks="turn turn: mira = nils", at="/who"),
    ),
    "a sorcery as an instant": (
        Try(table, lambda x: x.does("nils", "instant", "mira", using="bolt")),
        Refusal("5.3", "nils cannot use bolt for this", legal="flash", at="/using"),
    ),
    "in the wrong phase": (
        Try(table, lambda x: x.does("mira", "memorize")),
        Refusal(
            "4.1",
            "this is done in the channeling phase",
            lacks="time phase: main = channeling",
            at="/manoeuvre",
        ),
    ),
    "out of Mastery": (
        Try(table, lambda x: x.casts("mira", "big", "nils")),
        Refusal(
            "5.2",
            "big is beyond mira's Mastery: it costs 4",
            {"wanted": 4, "Mastery": 3},
            "trait Mastery of mira: 3 >= 4",
            at="/using",
        ),
    ),
    "out of mana": (
        Try(lambda: table().mana("mira", red=-4), lambda x: x.casts("mira", "bolt", "nils")),
        Refusal(
            "5.2",
            "bolt costs 1R and cannot be paid from the pool, which has 2 blue",
            lacks="points mana of mira: 2 blue >= 1R",
            at="/using",
        ),
    ),
    "out of Focus": (
        Try(
            lambda: table().fixes(what="pool", subject="mira", pool="focus", delta=-2),
            lambda x: x.casts("mira", "bolt", "nils"),
        ),
        Refusal(
            "5.2",
            "cast costs 1 Focus; 0 left",
            {"cost": 1, "left": 0},
            "points focus of mira: 0 >= 1",
            at="/manoeuvre",
        ),
    ),
    "out of actions": (
        Try(
            lambda: table().fixes(what="pool", subject="mira", pool="actions", delta=-3),
            lambda x: x.does("mira", "engage", "ogre"),
        ),
        Refusal(
            "4.3",
            "engage costs 1 Speed; 0 left",
            {"cost": 1, "left": 0},
            "points actions of mira: 0 >= 1",
            at="/manoeuvre",
        ),
    ),
    "out of range": (
        Try(table, lambda x: x.does("mira", "engage", "nils")),
        Refusal(
            "6.1",
            "nils is not Close to mira",
            lacks="distance zone of nils: ranged = close",
            at="/targets/0",
        ),
    ),
    "out of range with a spell for creatures": (
        Try(table, lambda x: x.casts("mira", "doom", "nils")),
        Refusal(
            "2",
            "doom reaches only targets that are Close; nils is not",
            lacks="distance zone of nils: ranged = close",
            legal="mira; wolf; fox; ogre",
            at="/targets/0",
        ),
    ),
    "a spell twice a day": (
        Try(
            lambda: table().casts("mira", "bolt", "nils").resolves(),
            lambda x: x.casts("mira", "bolt", "nils"),
        ),
        Refusal(
            "5.2",
            "bolt is in the graveyard, not in Memory",
            lacks="item bolt of mira: graveyard = in Memory",
            legal="flash; counter; denial; doom; anthem; big",
            at="/using",
        ),
    ),
    "a move twice": (
        Try(lambda: table().does("mira", "move", "ogre"), lambda x: x.does("mira", "move", "nils")),
        Refusal(
            "4.3",
            "mira has moved in this turn",
            {"most": 1, "done": 1},
            "limit move of mira: 1 < 1",
            at="/manoeuvre",
        ),
    ),
    "engage after a move": (
        Try(
            lambda: table().does("mira", "move", "nils"), lambda x: x.does("mira", "engage", "ogre")
        ),
        Refusal(
            "4.3",
            "move and engage exclude each other in one turn",
            {"most": 0, "done": 1},
            "limit move of mira: 1 <= 0",
            at="/manoeuvre",
        ),
    ),
    "a command too late": (
        Try(lambda: table().does("mira", "move", "ogre"), lambda x: x.does("mira", "command")),
        Refusal(
            "4.3",
            "command comes before every other action",
            {"most": 0, "done": 1},
            "limit actions of mira: 1 <= 0",
            at="/manoeuvre",
        ),
    ),
    "flight too late": (
        Try(lambda: table().does("mira", "move", "ogre"), lambda x: x.does("mira", "flee")),
        Refusal(
            "7.1",
            "flee comes before every other action",
            {"most": 0, "done": 1},
            "limit actions of mira: 1 <= 0",
            at="/manoeuvre",
        ),
    ),
    "flight from an enemy who is Close": (
        Try(table, lambda x: x.does("mira", "flee")),
        Refusal(
            "2",
            "mira flees only where every enemy is Ranged",
            lacks="distance zone of ogre: close = ranged",
            at="/manoeuvre",
        ),
    ),
    "too slow for a fast flee": (
        Try(far, lambda x: x.does("mira", "fast flee")),
        Refusal(
            "7.2",
            "mira is not fast enough to be gone at once",
            {"wanted": 4, "Speed": 3, "fastest other": 2},
            "trait Speed of mira: 3 >= 4",
            at="/manoeuvre",
        ),
    ),
    "more after a flight": (
        Try(fled, lambda x: x.does("mira", "engage", "ogre")),
        Refusal("3.2", "it is not mira's turn", lacks="turn turn: nils = mira", at="/who"),
    ),
    "at the wrong target": (
        Try(table, lambda x: x.does("mira", "engage", "wolf")),
        Refusal(
            "4.3",
            "wolf is no legal target of engage",
            lacks="target an enemy of wolf: no = yes",
            legal="nils; ogre",
            at="/targets/0",
        ),
    ),
    "at a target that a spell does not have": (
        Try(table, lambda x: x.casts("mira", "anthem", "mira")),
        Refusal(
            "5.2",
            "cast wants no target",
            {"most": 0, "done": 1},
            "limit targets: 1 <= 0",
            legal="nothing",
            at="/targets/0",
        ),
    ),
}


def check(one: Try[Combat], no: Refusal) -> None:
    """Refused as is said, with state and log as they were."""
    combat = one.position()
    entries = sum(map(len, combat.steps))
    said = refused(combat, lambda: one.tried(combat))
    check_refused(said, no, ruleset("planeswalker"))
    assert sum(map(len, combat.steps)) == entries


@pytest.mark.parametrize("name", TRIES)
def test_what_is_against_the_rules_is_refused_and_changes_nothing(name: str):
    check(*TRIES[name])
