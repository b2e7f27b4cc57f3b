"""What a rules lawyer tries with spells, shots, blows and effects: refused, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.properties.rules_lawyer.test_ninth_age import BLOWS, shoot
from tests.properties.rules_lawyer.test_ninth_age_charges import (
    GONE,
    being,
    charging,
    check,
    not_asked,
    says,
    touching,
)
from tests.support.fights.ninth_age import SPEARS, Battle, battle, so
from tests.support.fights.rules_lawyer import Refusal, Tries, Try

NEEDS = so({"wounds on": 4, "armour on": 7})


def effects() -> Battle:
    return charging().until("effects")


def flux() -> Battle:
    return charging().until("flux")


def siphoning() -> Battle:
    return flux().draws("ann", 5, 4)


def casting() -> Battle:
    return siphoning().until("casts")


def cast(
    spell: str = "Fireball", dice: int = 2, on: str = "guards", who: str = "mage"
) -> Callable[[Battle], Battle]:
    return lambda told: told.does(who, "cast", using=spell, dice=dice, on=on)


def dispelling() -> Battle:
    return cast()(casting()).rolls(5, 5)


def wounding() -> Battle:
    return dispelling().answers("bo", "let it be")


def shooting() -> Battle:
    return charging().until("shots", "ann")


def fighting() -> Battle:
    return charging().touches("knights", "guards").until("combats")


def striking() -> Battle:
    return fighting().does("knights", "fight")


def pursuing() -> Battle:
    few = {**SPEARS, "Standard": False, "Models": 4, "Agility": 2}
    told = battle({"ann": {"a": SPEARS, "c": SPEARS}, "bo": {"b": few, "d": SPEARS}})
    told.touches("a", "b").touches("c", "b").touches("c", "d").until("combats").does("a", "fight")
    strike("a", "b", attacks=3)(told)
    told.passes("c", "d").agrees().rolls(6, 6, 6).rolls(6, 6, 6).passes("b")
    told.answers("bo", "order", units=["b", "d"]).rolls(6, 6).rolls(1, 1)
    return told.answers("ann", "away from", toward="b", foe="a")


def strike(who: str, at: str, **more: Any) -> Callable[[Battle], object]:
    return lambda told: told.declares(who, "strike", at, **{"attacks": 1, **BLOWS, **more})


def use(what: str, who: str = "knights", **more: Any) -> Callable[[Battle], object]:
    return lambda told: told.declares(who, "use", using=what, **more)


MAGIC: Tries[Battle] = {
    "a card of the other player": (
        Try(flux, says("bo", "draw", which="1", dice=5, tokens=5)),
        Refusal("7", numbers=not_asked("flux", "ann")),
    ),
    "a ninth card": (
        Try(flux, says("ann", "draw", which="9", dice=5, tokens=5)),
        Refusal("7", numbers={"legal": "1, 2, 3, 4, 5, 6, 7, 8"}),
    ),
    "more dice than the tokens buy": (
        Try(siphoning, says("ann", "convert", dice=2)),
        Refusal("7", numbers={"cost": "6", "left": "4"}),
    ),
    "tokens turned by the other": (
        Try(siphoning, says("bo", "convert", dice=1)),
        Refusal("7", numbers=not_asked("siphon", "ann")),
    ),
    "tokens turned twice": (
        Try(casting, says("ann", "convert", about="siphon", dice=1)),
        Refusal("7", numbers={"legal": "no more spells, cast"}),
    ),
    "a spell by who flees": (
        Try(being("fleeing", "mage", casting), cast()),
        Refusal("7", numbers={"state": "fleeing", "legal": "nobody"}),
    ),
    "a spell by who is no Wizard": (
        Try(casting, cast(who="knights")),
        Refusal("7", numbers={"usable": "nothing"}),
    ),
    "a spell by the other side": (
        Try(casting, cast(who="seer", on="knights")),
        Refusal("7", numbers=not_asked("casts", "ann")),
    ),
    "a spell by the dead": (
        Try(being("destroyed", "mage", casting), cast()),
        Refusal("10", numbers=GONE),
    ),
    "a spell at the dead": (
        Try(being("destroyed", "guards", casting), cast()),
        Refusal("7", numbers={"legal": "archers, seer"}),
    ),
    "a spell with six dice": (
        Try(casting, cast(dice=6)),
        Refusal("7", numbers={"cost": "6", "left": "5"}),
    ),
    "two dice rolled for one": (
        Try(lambda: cast(dice=1)(casting()), lambda told: told.rolls(3, 3)),
        Refusal("7", numbers={"dice": 1, "typed": 2, "sides": 6}),
    ),
    "more dispelling dice than there are": (
        Try(dispelling, says("bo", "dispel", dice=6)),
        Refusal("7", numbers={"cost": "6", "left": "5"}),
    ),
    "a dispelling without dice": (
        Try(dispelling, says("bo", "dispel", dice=0)),
        Refusal("7", numbers={"least": 1, "most": 5}),
    ),
    "the caster that dispels": (
        Try(dispelling, says("ann", "dispel", dice=1)),
        Refusal("7", numbers=not_asked("dispel", "bo")),
    ),
    "a spell before the dispelling": (
        Try(dispelling, cast("Shield", 1, "spears")),
        Refusal("7", numbers=not_asked("dispel", "bo")),
    ),
    "wounds on a natural one": (
        Try(wounding, says("ann", "numbers", **{**NEEDS, "wounds on": 1})),
        Refusal("8", numbers={"least": 2, "most": 6}),
    ),
}

SHOTS: Tries[Battle] = {
    "a shot into a combat": (
        Try(touching("knights", "guards", shooting), shoot("bows", "guards")),
        Refusal("8", numbers={"with": "knights"}),
    ),
    "a shot by the Engaged": (
        Try(touching("bows", "guards", shooting), shoot("bows", "archers")),
        Refusal("8", numbers={"state": "engaged", "legal": "nobody"}),
    ),
    **{
        f"a shot by who is {state}": (
            Try(being(state, "bows", shooting), shoot("bows", "archers")),
            Refusal("8", numbers={"state": state, "legal": "nobody"}),
        )
        for state in ("has fought", "fleeing", "shaken")
    },
    "a shot by the dead": (
        Try(being("destroyed", "bows", shooting), shoot("bows", "archers")),
        Refusal("10", numbers=GONE),
    ),
    "a shot at the dead": (
        Try(being("destroyed", "archers", shooting), shoot("bows", "archers")),
        Refusal("8", numbers={"legal": "guards, seer"}),
    ),
    "no shots at all": (
        Try(shooting, shoot("bows", "archers", shots=0)),
        Refusal("8", numbers={"least": 1, "most": 10}),
    ),
}

FIGHTS: Tries[Battle] = {
    "a combat that the other picks": (
        Try(fighting, lambda told: told.does("guards", "fight")),
        Refusal("9", numbers=not_asked("combats", "ann")),
    ),
    "a blow at a friend": (
        Try(striking, strike("knights", "spears")),
        Refusal("9", numbers={"legal": "guards"}),
    ),
    "blows declared twice": (
        Try(
            lambda: striking().declares("knights", "strike", "guards", attacks=1, **BLOWS),
            strike("knights", "guards"),
        ),
        Refusal("9", numbers=not_asked("strikes", "guards")),
    ),
    "a blow by who is elsewhere": (
        Try(striking, strike("spears", "guards")),
        Refusal("9", numbers=not_asked("strikes", "knights, guards")),
    ),
    "a blow that hits on a natural one": (
        Try(striking, strike("knights", "guards", **so({"hits on": 1}))),
        Refusal("9", numbers={"least": 2, "most": 6}),
    ),
    "a pursuit of who is not broken": (
        Try(pursuing, says("a", "pursue", whom="d")),
        Refusal("9", numbers={"legal": "b"}),
    ),
    "a pursuit by who fights on": (
        Try(pursuing, says("c", "pursue", whom="b")),
        Refusal("9", numbers=not_asked("pursuits", "a")),
    ),
    "a flight rolled before pursuits are declared": (
        Try(pursuing, lambda told: told.rolls(1, 1)),
        Refusal("9", numbers={"legal": "pursue, restrain"}),
    ),
}

EFFECTS: Tries[Battle] = {
    "an ability out of its window": (
        Try(charging, use("Omen", on="guards")),
        Refusal("C2", numbers={"legal": "act"}),
    ),
    "a curse on a friend": (
        Try(effects, use("Omen", on="spears")),
        Refusal("2", numbers={"legal": "archers, guards, seer"}),
    ),
    "an ability that comes by itself": (
        Try(effects, use("Auto")),
        Refusal("2", numbers={"usable": "Call, Omen"}),
    ),
    "an ability of who flees": (
        Try(being("fleeing", "knights", effects), use("Omen", on="guards")),
        Refusal("3", numbers={"state": "fleeing"}),
    ),
    "an ability of the dead": (
        Try(being("destroyed", "knights", effects), use("Omen", on="guards")),
        Refusal("10", numbers=GONE),
    ),
    "an ability without its tokens": (
        Try(effects, use("Call")),
        Refusal("7", numbers={"cost": "2", "left": "0"}),
    ),
}


BLOWS_AND_SPELLS = {**MAGIC, **SHOTS, **FIGHTS, **EFFECTS}


@pytest.mark.parametrize("name", BLOWS_AND_SPELLS)
def test_no_blow_or_spell_is_taken_and_nothing_changes(name: str):
    check(*BLOWS_AND_SPELLS[name])


def test_no_two_blows_or_spells_are_the_same():
    assert len(BLOWS_AND_SPELLS) == 39
