"""What a rules lawyer tries with spells, shots, blows and effects: refused, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.properties.rules_lawyer.test_ninth_age import BLOWS, shoot
from tests.properties.rules_lawyer.test_ninth_age_charges import (
    being,
    charging,
    check,
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
        Refusal(
            "7",
            "bo is not asked now; first the open question is answered",
            lacks="answer flux of ann: no = yes",
            at="/who",
        ),
    ),
    "a ninth card": (
        Try(flux, says("ann", "draw", which="9", dice=5, tokens=5)),
        Refusal(
            "7", "'9' does not fit which", legal="1; 2; 3; 4; 5; 6; 2 more", at="/params/which"
        ),
    ),
    "more dice than the tokens buy": (
        Try(siphoning, says("ann", "convert", dice=2)),
        Refusal(
            "7",
            "dice 2 costs 6 veil tokens; 4 left",
            {"cost": 6, "left": 4},
            "points veil of ann: 4 >= 6",
            at="/params/dice",
        ),
    ),
    "tokens kept that were spent": (
        Try(siphoning, says("ann", "convert", dice=1, keep=3)),
        Refusal(
            "7",
            "keep 3 costs 3 veil tokens; 1 left",
            {"cost": 3, "left": 1},
            "points veil of ann: 1 >= 3",
            at="/params/keep",
        ),
    ),
    "tokens turned by the other": (
        Try(siphoning, says("bo", "convert", dice=1)),
        Refusal(
            "7",
            "bo is not asked now; first the open question is answered",
            lacks="answer siphon of ann: no = yes",
            at="/who",
        ),
    ),
    "tokens turned twice": (
        Try(casting, says("ann", "convert", about="siphon", dice=1)),
        Refusal("7", "'convert' is no answer here", legal="no more spells", at="/choice"),
    ),
    "a spell by who flees": (
        Try(being("fleeing", "mage", casting), cast()),
        Refusal(
            "7",
            "mage is fleeing",
            lacks="condition fleeing of mage: yes = no",
            legal="nothing",
            at="/who",
        ),
    ),
    "a spell by who is no Wizard": (
        Try(casting, cast(who="knights")),
        Refusal("7", "knights cannot use Fireball for this", legal="nothing", at="/using"),
    ),
    "a spell by the other side": (
        Try(casting, cast(who="seer", on="knights")),
        Refusal(
            "7",
            "seer is not asked now; first the open question is answered",
            lacks="answer casts of ann: no = yes",
            at="/who",
        ),
    ),
    "a spell by the dead": (
        Try(being("destroyed", "mage", casting), cast()),
        Refusal(
            "10",
            "mage cannot act: destroyed",
            lacks="condition destroyed of mage: yes = no",
            at="/who",
        ),
    ),
    "a spell at the dead": (
        Try(being("destroyed", "guards", casting), cast()),
        Refusal("7", "'guards' does not fit on", legal="archers; seer", at="/params/on"),
    ),
    "a spell with six dice": (
        Try(casting, cast(dice=6)),
        Refusal(
            "7",
            "dice 6 costs 6 magic dice; 5 left",
            {"cost": 6, "left": 5},
            "points dice of ann: 5 >= 6",
            at="/params/dice",
        ),
    ),
    "two dice rolled for one": (
        Try(lambda: cast(dice=1)(casting()), lambda told: told.rolls(3, 3)),
        Refusal(
            "7",
            "type one face for each die rolled",
            {"dice": 1, "typed": 2, "sides": 6},
            at="/faces/casting",
        ),
    ),
    "more dispelling dice than there are": (
        Try(dispelling, says("bo", "dispel", dice=6)),
        Refusal(
            "7",
            "dice 6 costs 6 magic dice; 5 left",
            {"cost": 6, "left": 5},
            "points dice of bo: 5 >= 6",
            at="/params/dice",
        ),
    ),
    "a dispelling without dice": (
        Try(dispelling, says("bo", "dispel", dice=0)),
        Refusal("7", "0 does not fit dice", {"least": 1, "most": 5}, at="/params/dice"),
    ),
    "the caster that dispels": (
        Try(dispelling, says("ann", "dispel", dice=1)),
        Refusal(
            "7",
            "ann is not asked now; first the open question is answered",
            lacks="answer dispel of bo: no = yes",
            at="/who",
        ),
    ),
    "a spell before the dispelling": (
        Try(dispelling, cast("Shield", 1, "spears")),
        Refusal(
            "7",
            "mage is not asked now; first the open question is answered",
            lacks="answer dispel of bo: no = yes",
            at="/who",
        ),
    ),
    "wounds on a natural one": (
        Try(wounding, says("ann", "numbers", **{**NEEDS, "wounds on": 1})),
        Refusal("8", "1 does not fit wounds on", {"least": 2, "most": 6}, at="/params/wounds on"),
    ),
}

SHOTS: Tries[Battle] = {
    "a shot into a combat": (
        Try(touching("knights", "guards", shooting), shoot("bows", "guards")),
        Refusal(
            "8",
            "guards is engaged with knights",
            lacks="condition engaged of guards: yes = no",
            at="/targets/0",
        ),
    ),
    "a shot by the Engaged": (
        Try(touching("bows", "guards", shooting), shoot("bows", "archers")),
        Refusal(
            "8",
            "bows is engaged",
            lacks="condition engaged of bows: yes = no",
            legal="nothing",
            at="/who",
        ),
    ),
    **{
        f"a shot by who is {state}": (
            Try(being(state, "bows", shooting), shoot("bows", "archers")),
            Refusal(
                "8",
                f"bows cannot shoot: {state}",
                lacks=f"condition {state} of bows: yes = no",
                legal="nothing",
                at="/who",
            ),
        )
        for state in ("has fought", "fleeing", "shaken")
    },
    "a shot by the dead": (
        Try(being("destroyed", "bows", shooting), shoot("bows", "archers")),
        Refusal(
            "10",
            "bows cannot act: destroyed",
            lacks="condition destroyed of bows: yes = no",
            at="/who",
        ),
    ),
    "a shot at the dead": (
        Try(being("destroyed", "archers", shooting), shoot("bows", "archers")),
        Refusal(
            "8",
            "archers is no legal target of shoot",
            lacks="target an enemy unit of archers: no = yes",
            legal="guards; seer",
            at="/targets/0",
        ),
    ),
    "no shots at all": (
        Try(shooting, shoot("bows", "archers", shots=0)),
        Refusal("8", "0 does not fit shots", {"least": 1, "most": 10}, at="/params/shots"),
    ),
}

FIGHTS: Tries[Battle] = {
    "a combat that the other picks": (
        Try(fighting, lambda told: told.does("guards", "fight")),
        Refusal(
            "9",
            "guards is not asked now; first the open question is answered",
            lacks="answer combats of ann: no = yes",
            at="/who",
        ),
    ),
    "a blow at a friend": (
        Try(striking, strike("knights", "spears")),
        Refusal(
            "9",
            "spears is no legal target of strike",
            lacks="target an enemy in base contact of spears: no = yes",
            legal="guards",
            at="/targets/0",
        ),
    ),
    "blows declared twice": (
        Try(
            lambda: striking().declares("knights", "strike", "guards", attacks=1, **BLOWS),
            strike("knights", "guards"),
        ),
        Refusal(
            "9",
            "knights is not asked now: that is answered already",
            lacks="answer strikes of guards: no = yes",
            at="/who",
        ),
    ),
    "a blow by who is elsewhere": (
        Try(striking, strike("spears", "guards")),
        Refusal(
            "9",
            "spears is not asked now; first the open question is answered",
            lacks="answer strikes of knights: no = yes; answer strikes of guards: no = yes",
            at="/who",
        ),
    ),
    "a blow that hits on a natural one": (
        Try(striking, strike("knights", "guards", **so({"hits on": 1}))),
        Refusal("9", "1 does not fit hits on", {"least": 2, "most": 6}, at="/params/hits on"),
    ),
    "a pursuit of who is not broken": (
        Try(pursuing, says("a", "pursue", whom="d")),
        Refusal("9", "'d' does not fit whom", legal="b", at="/params/whom"),
    ),
    "a pursuit by who fights on": (
        Try(pursuing, says("c", "pursue", whom="b")),
        Refusal(
            "9",
            "c is not asked now; first the open question is answered",
            lacks="answer pursuits of a: no = yes",
            at="/who",
        ),
    ),
    "a flight rolled before pursuits are declared": (
        Try(pursuing, lambda told: told.rolls(1, 1)),
        Refusal("9", "'roll' is no answer here", legal="pursue; restrain", at="/choice"),
    ),
}

EFFECTS: Tries[Battle] = {
    "an ability out of its window": (
        Try(charging, use("Omen", on="guards")),
        Refusal("C2", "nothing is declared now; do it with `act`", legal="act", at="/type"),
    ),
    "a curse on a friend": (
        Try(effects, use("Omen", on="spears")),
        Refusal("2", "'spears' does not fit on", legal="archers; guards; seer", at="/params/on"),
    ),
    "an ability that comes by itself": (
        Try(effects, use("Auto")),
        Refusal("2", "knights cannot use Auto for this", legal="Call; Omen", at="/using"),
    ),
    "an ability of who flees": (
        Try(being("fleeing", "knights", effects), use("Omen", on="guards")),
        Refusal(
            "3",
            "knights flees and uses nothing of its own will",
            lacks="condition fleeing of knights: yes = no",
            at="/who",
        ),
    ),
    "an ability of the dead": (
        Try(being("destroyed", "knights", effects), use("Omen", on="guards")),
        Refusal(
            "10",
            "knights cannot act: destroyed",
            lacks="condition destroyed of knights: yes = no",
            at="/who",
        ),
    ),
    "an ability without its tokens": (
        Try(effects, use("Call")),
        Refusal(
            "7",
            "Call costs 2 veil tokens; 0 left",
            {"cost": 2, "left": 0},
            "points veil of ann: 0 >= 2",
            at="/using",
        ),
    ),
}


BLOWS_AND_SPELLS = {**MAGIC, **SHOTS, **FIGHTS, **EFFECTS}


@pytest.mark.parametrize("name", BLOWS_AND_SPELLS)
def test_no_blow_or_spell_is_taken_and_nothing_changes(name: str):
    check(*BLOWS_AND_SPELLS[name])


def test_no_two_blows_or_spells_are_the_same():
    assert len(BLOWS_AND_SPELLS) == 40
