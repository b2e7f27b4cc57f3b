"""What a rules lawyer tries: each is refused for the right clause, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Forbidden
from domain.rulesets import ruleset
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
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused

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
        Refusal(
            "1",
            "no game turn has begun",
            lacks="answer to begin the game turn of referee: no = yes",
            at="/who",
        ),
    ),
    "a stomp by who has none": (
        Try(striking, lambda told: told.declares("knights", "stomp", "guards", attacks=1, **STOMP)),
        Refusal("9", "knights has no stomp now", legal="strike", at="/manoeuvre"),
    ),
    "a charge out of turn": (
        Try(charging, charge("guards", "knights")),
        Refusal(
            "C2",
            "guards is not asked now; first the open question is answered",
            lacks="answer charges of ann: no = yes",
            at="/who",
        ),
    ),
    "a charge at a friend": (
        Try(charging, charge("knights", "spears")),
        Refusal(
            "C2",
            "spears is no legal target of charge",
            lacks="target an enemy unit of spears: no = yes",
            legal="archers; guards",
            at="/targets/0",
        ),
    ),
    "a charge from farther than any table": (
        Try(charging, charge("knights", "guards", 90)),
        Refusal(
            "C2",
            "90 does not fit distance",
            {"least": 0.5, "most": 72, "parts": 0.5},
            at="/params/distance",
        ),
    ),
    "a second charge by one unit": (
        Try(charged, charge("knights", "archers")),
        Refusal(
            "C2",
            "knights charges guards already",
            {"most": 1, "done": 1},
            "limit charge of knights: 1 < 1",
            legal="spears; bows; mage",
            at="/who",
        ),
    ),
    "a charge in the Movement Phase": (
        Try(moving, charge("knights", "guards")),
        Refusal(
            "C2",
            ("this is not the moment for charge: it is game turn 1, player turn 1, movement"),
            lacks="time question: moves = charges|new charge",
            at="/manoeuvre",
        ),
    ),
    "a move in the Charge Phase": (
        Try(charging, advance("knights", 3)),
        Refusal(
            "M3",
            ("this is not the moment for advance: it is game turn 1, player turn 1, charge"),
            lacks="time question: charges = moves",
            at="/manoeuvre",
        ),
    ),
    "a move beyond the Advance Rate": (
        Try(moving, advance("spears", 6)),
        Refusal(
            "M3",
            "6 does not fit inches",
            {"least": 0, "most": 5, "parts": 0.5},
            at="/params/inches",
        ),
    ),
    "half the rate backward, and no more": (
        Try(moving, advance("spears", 3, "backward")),
        Refusal(
            "M3",
            "3 does not fit inches",
            {"least": 0, "most": 2.5, "parts": 0.5},
            at="/params/inches",
        ),
    ),
    "a second move of one unit": (
        Try(
            lambda: moving().does("spears", "advance", using="forward", inches=5).agrees(),
            advance("spears", 1),
        ),
        Refusal(
            "M3",
            "spears has moved in this turn: advance",
            {"most": 1, "done": 1},
            "limit moves of spears: 1 < 1",
            legal="knights; bows; mage",
            at="/who",
        ),
    ),
    "a charge move in another order of steps": (
        Try(charged, lambda told: told.does("knights", "charge move", "guards", distance=9)),
        Refusal(
            "C6",
            ("this is not the moment for charge move: it is game turn 1, player turn 1, charge"),
            lacks="time question: charges = charge moves",
            at="/manoeuvre",
        ),
    ),
    "a shot in the Magic Phase": (
        Try(casting, shoot("bows", "archers")),
        Refusal(
            "8",
            "this is not the moment for shoot: it is game turn 1, player turn 1, magic",
            lacks="time question: casts = shots",
            at="/manoeuvre",
        ),
    ),
    "a shot by who has no bow": (
        Try(shooting, shoot("spears", "archers")),
        Refusal(
            "8",
            "spears has nothing to shoot with",
            {"wanted": 1, "Shots": 0},
            "trait Shots of spears: 0 >= 1",
            legal="bows",
            at="/who",
        ),
    ),
    "more shots than models": (
        Try(shooting, shoot("bows", "archers", shots=11)),
        Refusal("8", "11 does not fit shots", {"least": 1, "most": 10}, at="/params/shots"),
    ),
    "a shot from the third rank": (
        Try(
            lambda: battle(
                {**FIELD, "ann": {**FIELD["ann"], "bows": {**ARCHERS, "Files": 4}}}
            ).until("shots", "ann"),
            shoot("bows", "archers", shots=9),
        ),
        Refusal("8", "9 does not fit shots", {"least": 1, "most": 8}, at="/params/shots"),
    ),
    "a shot at one's own": (
        Try(shooting, shoot("bows", "knights")),
        Refusal(
            "8",
            "knights is no legal target of shoot",
            lacks="target an enemy unit of knights: no = yes",
            legal="archers; guards",
            at="/targets/0",
        ),
    ),
    "a shot by the other side": (
        Try(shooting, shoot("archers", "knights")),
        Refusal(
            "8",
            "archers is not asked now; first the open question is answered",
            lacks="answer shots of ann: no = yes",
            at="/who",
        ),
    ),
    "a casting with more dice than there are": (
        Try(casting, cast(4)),
        Refusal(
            "7",
            "dice 4 costs 4 magic dice; 3 left",
            {"cost": 4, "left": 3},
            "points dice of ann: 3 >= 4",
            at="/params/dice",
        ),
    ),
    "a spell that he does not know": (
        Try(casting, cast(1, "Earthquake")),
        Refusal("7", "mage cannot use Earthquake for this", legal="Fireball; Shield", at="/using"),
    ),
    "a spell at the wrong side": (
        Try(casting, cast(1, "Fireball", "knights")),
        Refusal("7", "'knights' does not fit on", legal="archers; guards", at="/params/on"),
    ),
    "a fight by who is not engaged": (
        Try(fighting, lambda told: told.does("spears", "fight")),
        Refusal(
            "9",
            "spears is in no combat",
            lacks="condition engaged of spears: no = yes",
            legal="knights",
            at="/who",
        ),
    ),
    "passing over a combat": (
        Try(fighting, lambda told: told.passes("ann")),
        Refusal(
            "9", "combats cannot be passed", lacks="answer combats of ann: no = yes", at="/type"
        ),
    ),
    "a blow at who is not touched": (
        Try(
            striking, lambda told: told.declares("knights", "strike", "archers", attacks=1, **BLOWS)
        ),
        Refusal(
            "9",
            "archers is no legal target of strike",
            lacks="target an enemy in base contact of archers: no = yes",
            legal="guards",
            at="/targets/0",
        ),
    ),
    "more attacks than models": (
        Try(
            striking, lambda told: told.declares("knights", "strike", "guards", attacks=9, **BLOWS)
        ),
        Refusal("9", "9 does not fit attacks", {"least": 1, "most": 8}, at="/params/attacks"),
    ),
    "an engaged unit that moves": (
        Try(lambda: moving().touches("knights", "guards"), advance("knights", 1)),
        Refusal(
            "M3",
            "knights is engaged with guards",
            lacks="condition engaged of knights: yes = no",
            legal="spears; bows; mage",
            at="/who",
        ),
    ),
    "an order that leaves out the other's answer": (
        Try(lambda: battle(FIELD).charges("knights", "guards", 9), charge("spears", "guards")),
        Refusal(
            "5",
            "spears is not asked now; first the open question is answered",
            lacks="answer reaction of guards: no = yes",
            at="/who",
        ),
    ),
    "a reaction by who was not charged": (
        Try(
            lambda: battle(FIELD).charges("knights", "guards", 9),
            lambda told: told.does("archers", "flee"),
        ),
        Refusal(
            "C4",
            "archers is not asked now; first the open question is answered",
            lacks="answer reaction of guards: no = yes",
            at="/who",
        ),
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
        Refusal("4", "'spears' does not fit unit", legal="knights; bows; mage", at="/params/unit"),
    ),
    "a flux card drawn before its step": (
        Try(
            charging,
            lambda told: told.answers("ann", "draw", about="flux", which="1", dice=5, tokens=5),
        ),
        Refusal("C2", "'draw' is no answer here", legal="no more charges", at="/choice"),
    ),
    "a roll of three dice where two fall": (
        Try(
            lambda: moving().does("knights", "march", inches=9, nearest=5).agrees(),
            lambda told: told.rolls(1, 1, 1),
        ),
        Refusal(
            "10",
            "type one face for each die rolled",
            {"dice": 2, "typed": 3, "sides": 6},
            at="/faces/march",
        ),
    ),
    "a thirteenth Flux die that does not exist": (
        Try(casting, cast(0)),
        Refusal("7", "0 does not fit dice", {"least": 1, "most": 3}, at="/params/dice"),
    ),
}


@pytest.mark.parametrize("name", TRIES)
def test_it_is_refused_for_the_right_clause_with_the_numbers(name: str):
    one, said = TRIES[name]
    told = one.position()
    why = refused(told, lambda: one.tried(told))
    check_refused(why, said, ruleset("ninth-age-2e"))


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
