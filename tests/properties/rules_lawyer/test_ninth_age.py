"""What a rules lawyer tries: each is refused for the right clause, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Forbidden
from domain.state.viewer import Viewer
from tests.support.fights.ninth_age import (
    ARCHERS,
    KNIGHTS,
    SPEARS,
    WIZARD,
    Battle,
    battle,
    mustered,
    refused,
)
from tests.support.fights.rules_lawyer import Refusal, Tries, Try

SHOT: dict[str, Any] = {
    "shots": 1,
    "range": "short",
    "cover": "none",
    "wounds on": 4,
    "armour on": 7,
}
FIELD = {
    "ann": {
        "knights": KNIGHTS,
        "spears": SPEARS,
        "bows": ARCHERS,
        "mage": {**WIZARD, "Wizard": "Apprentice"},
    },
    "bo": {"archers": ARCHERS, "guards": SPEARS},
}

BLOWS: dict[str, Any] = {"hits on": 4, "wounds on": 4, "armour on": 7}
STOMP: dict[str, Any] = {"wounds on": 4, "armour on": 7}


def charging() -> Battle:
    return battle(FIELD)


def charged() -> Battle:
    return battle(FIELD).charges("knights", "guards", 9).answers("guards", "hold")


def moving() -> Battle:
    return battle(FIELD).until("moves")


def casting() -> Battle:
    return battle(FIELD).until("flux").draws("ann", 3, 2).until("casts")


def shooting() -> Battle:
    return battle(FIELD).until("shots", "ann")


def fighting() -> Battle:
    return battle(FIELD).touches("knights", "guards").until("combats")


def striking() -> Battle:
    return fighting().does("knights", "fight")


def charge(who: str, at: str, distance: int = 9) -> Callable[[Battle], object]:
    return lambda told: told.does(who, "charge", at, distance=distance, arc="front")


def advance(who: str, inches: int, using: str = "forward") -> Callable[[Battle], object]:
    return lambda told: told.does(who, "advance", using=using, inches=inches)


def shoot(who: str, at: str, **more: Any) -> Callable[[Battle], object]:
    return lambda told: told.does(who, "shoot", at, **{**SHOT, **more})


def cast(dice: int, spell: str = "Fireball", on: str = "guards") -> Callable[[Battle], object]:
    return lambda told: told.does("mage", "cast", using=spell, dice=dice, on=on)


TRIES: Tries[Battle] = {
    "a Player Turn ended before the battle": (
        Try(lambda: mustered(FIELD), lambda told: told.answers("ann", "end", about="turn")),
        Refusal("1", numbers={"waits for": "the referee, who begins the game turn"}),
    ),
    "a stomp by who has none": (
        Try(striking, lambda told: told.declares("knights", "stomp", "guards", attacks=1, **STOMP)),
        Refusal("9", numbers={"legal": "strike"}),
    ),
    "a charge out of turn": (
        Try(charging, charge("guards", "knights")),
        Refusal("C2", numbers={"open": "charges", "waits for": "ann"}),
    ),
    "a charge at a friend": (
        Try(charging, charge("knights", "spears")),
        Refusal("C2", numbers={"legal": "archers, guards"}),
    ),
    "a charge from farther than any table": (
        Try(charging, charge("knights", "guards", 90)),
        Refusal("C2", numbers={"least": "1/2", "most": 72, "in parts of": "1/2"}),
    ),
    "a second charge by one unit": (
        Try(charged, charge("knights", "archers")),
        Refusal("C2", numbers={"target": "guards", "legal": "spears, bows, mage"}),
    ),
    "a charge in the Movement Phase": (
        Try(moving, charge("knights", "guards")),
        Refusal("C2", numbers={"now": "game turn 1, player turn 1, movement", "open": "moves"}),
    ),
    "a move in the Charge Phase": (
        Try(charging, advance("knights", 3)),
        Refusal("M3", numbers={"now": "game turn 1, player turn 1, charge", "open": "charges"}),
    ),
    "a move beyond the Advance Rate": (
        Try(moving, advance("spears", 6)),
        Refusal("M3", numbers={"least": 0, "most": 5, "in parts of": "1/2"}),
    ),
    "half the rate backward, and no more": (
        Try(moving, advance("spears", 3, "backward")),
        Refusal("M3", numbers={"least": 0, "most": "2 1/2", "in parts of": "1/2"}),
    ),
    "a second move of one unit": (
        Try(
            lambda: moving().does("spears", "advance", using="forward", inches=5).agrees(),
            advance("spears", 1),
        ),
        Refusal("M3", numbers={"how": "advance", "legal": "knights, bows, mage"}),
    ),
    "a charge move in another order of steps": (
        Try(charged, lambda told: told.does("knights", "charge move", "guards", distance=9)),
        Refusal("C6", numbers={"now": "game turn 1, player turn 1, charge", "open": "charges"}),
    ),
    "a shot in the Magic Phase": (
        Try(casting, shoot("bows", "archers")),
        Refusal("8", numbers={"now": "game turn 1, player turn 1, magic", "open": "casts"}),
    ),
    "a shot by who has no bow": (
        Try(shooting, shoot("spears", "archers")),
        Refusal("8", numbers={"shots": 0, "legal": "bows"}),
    ),
    "more shots than models": (
        Try(shooting, shoot("bows", "archers", shots=11)),
        Refusal("8", numbers={"least": 1, "most": 10}),
    ),
    "a shot from the third rank": (
        Try(
            lambda: battle(
                {**FIELD, "ann": {**FIELD["ann"], "bows": {**ARCHERS, "Files": 4}}}
            ).until("shots", "ann"),
            shoot("bows", "archers", shots=9),
        ),
        Refusal("8", numbers={"least": 1, "most": 8}),
    ),
    "a shot at one's own": (
        Try(shooting, shoot("bows", "knights")),
        Refusal("8", numbers={"legal": "archers, guards"}),
    ),
    "a shot by the other side": (
        Try(shooting, shoot("archers", "knights")),
        Refusal("8", numbers={"open": "shots", "waits for": "ann"}),
    ),
    "a casting with more dice than there are": (
        Try(casting, cast(4)),
        Refusal("7", numbers={"cost": "4", "left": "3"}),
    ),
    "a spell that he does not know": (
        Try(casting, cast(1, "Earthquake")),
        Refusal("7", numbers={"usable": "Fireball, Shield"}),
    ),
    "a spell at the wrong side": (
        Try(casting, cast(1, "Fireball", "knights")),
        Refusal("7", numbers={"legal": "archers, guards"}),
    ),
    "a fight by who is not engaged": (
        Try(fighting, lambda told: told.does("spears", "fight")),
        Refusal("9", numbers={"state": "not engaged", "legal": "knights"}),
    ),
    "passing over a combat": (
        Try(fighting, lambda told: told.passes("ann")),
        Refusal("9", numbers={"open": "combats", "waits for": "ann", "legal": "fight"}),
    ),
    "a blow at who is not touched": (
        Try(
            striking, lambda told: told.declares("knights", "strike", "archers", attacks=1, **BLOWS)
        ),
        Refusal("9", numbers={"legal": "guards"}),
    ),
    "more attacks than models": (
        Try(
            striking, lambda told: told.declares("knights", "strike", "guards", attacks=9, **BLOWS)
        ),
        Refusal("9", numbers={"least": 1, "most": 8}),
    ),
    "an engaged unit that moves": (
        Try(lambda: moving().touches("knights", "guards"), advance("knights", 1)),
        Refusal("M3", numbers={"with": "guards", "legal": "spears, bows, mage"}),
    ),
    "an order that leaves out the other's answer": (
        Try(lambda: battle(FIELD).charges("knights", "guards", 9), charge("spears", "guards")),
        Refusal("C4", numbers={"open": "reaction", "waits for": "guards"}),
    ),
    "a reaction by who was not charged": (
        Try(
            lambda: battle(FIELD).charges("knights", "guards", 9),
            lambda told: told.does("archers", "flee"),
        ),
        Refusal("C4", numbers={"open": "reaction", "waits for": "guards"}),
    ),
    "a unit deployed twice": (
        Try(
            lambda: (
                mustered(FIELD)
                .prepares()
                .answers("ann", "deploy", unit="spears")
                .answers("bo", "deploy", unit="guards")
            ),
            lambda told: told.answers("ann", "deploy", unit="spears"),
        ),
        Refusal("4", numbers={"legal": "knights, bows, mage"}),
    ),
    "a flux card drawn before its step": (
        Try(
            charging,
            lambda told: told.answers("ann", "draw", about="flux", which="1", dice=5, tokens=5),
        ),
        Refusal("C2", numbers={"legal": "no more charges, charge"}),
    ),
    "a roll of three dice where two fall": (
        Try(
            lambda: moving().does("knights", "march", inches=9, nearest=5).agrees(),
            lambda told: told.rolls(1, 1, 1),
        ),
        Refusal("10", numbers={"dice": 2, "typed": 3, "sides": 6}),
    ),
    "a thirteenth Flux die that does not exist": (
        Try(casting, cast(0)),
        Refusal("7", numbers={"least": 1, "most": 3}),
    ),
}


@pytest.mark.parametrize("name", TRIES)
def test_it_is_refused_for_the_right_clause_with_the_numbers(name: str):
    one, said = TRIES[name]
    told = one.position()
    why = refused(told, lambda: one.tried(told))
    assert (why.clause, why.numbers) == (said.clause, said.numbers)


def test_a_player_speaks_for_his_own_side_alone():
    told = charging()
    bo = Viewer("p2", "player", ("bo",))
    move = c.Act(
        who="knights",
        manoeuvre="charge",
        targets=("guards",),
        params={"distance": 9, "arc": "front"},
    )
    with pytest.raises(Forbidden):
        told.say(move, bo)
    told.say(move, Viewer("p1", "player", ("ann",)))
    told.say(c.Answer(who="bo", about="confirm", choice="agree"), bo)
    told.say(c.Answer(who="guards", about="reaction", choice="hold"), bo)


def test_there_is_room_for_fifteen_and_more():
    assert len(TRIES) >= 15
