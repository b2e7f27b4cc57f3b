"""What a rules lawyer tries: each is refused for the right clause, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from domain import commands as c
from domain.ruleset import Forbidden
from domain.seats import Viewer
from tests.rulesets.ninth_age import (
    ARCHERS,
    KNIGHTS,
    SPEARS,
    WIZARD,
    Battle,
    battle,
    mustered,
    refused,
)

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


class Try(NamedTuple):
    """What is tried, where; the clause it is refused for, and the numbers that are told."""

    name: str
    where: Callable[[], Battle]
    tried: Callable[[Battle], object]
    clause: str
    numbers: dict[str, int | str]


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


TRIES = [
    Try(
        "a Player Turn ended before the battle",
        lambda: mustered(FIELD),
        lambda told: told.answers("ann", "end", about="turn"),
        "1",
        {"waits for": "the referee, who begins the game turn"},
    ),
    Try(
        "a stomp by who has none",
        striking,
        lambda told: told.declares("knights", "stomp", "guards", attacks=1, **STOMP),
        "9",
        {"legal": "strike"},
    ),
    Try(
        "a charge out of turn",
        charging,
        charge("guards", "knights"),
        "C2",
        {"open": "charges", "waits for": "ann"},
    ),
    Try(
        "a charge at a friend",
        charging,
        charge("knights", "spears"),
        "C2",
        {"legal": "archers, guards"},
    ),
    Try(
        "a charge from farther than any table",
        charging,
        charge("knights", "guards", 90),
        "C2",
        {"least": "1/2", "most": 72, "in parts of": "1/2"},
    ),
    Try(
        "a second charge by one unit",
        charged,
        charge("knights", "archers"),
        "C2",
        {"target": "guards", "legal": "spears, bows, mage"},
    ),
    Try(
        "a charge in the Movement Phase",
        moving,
        charge("knights", "guards"),
        "C2",
        {"now": "game turn 1, player turn 1, movement", "open": "moves"},
    ),
    Try(
        "a move in the Charge Phase",
        charging,
        advance("knights", 3),
        "M3",
        {"now": "game turn 1, player turn 1, charge", "open": "charges"},
    ),
    Try(
        "a move beyond the Advance Rate",
        moving,
        advance("spears", 6),
        "M3",
        {"least": 0, "most": 5, "in parts of": "1/2"},
    ),
    Try(
        "half the rate backward, and no more",
        moving,
        advance("spears", 3, "backward"),
        "M3",
        {"least": 0, "most": "2 1/2", "in parts of": "1/2"},
    ),
    Try(
        "a second move of one unit",
        lambda: moving().does("spears", "advance", using="forward", inches=5).agrees(),
        advance("spears", 1),
        "M3",
        {"how": "advance", "legal": "knights, bows, mage"},
    ),
    Try(
        "a charge move in another order of steps",
        charged,
        lambda told: told.does("knights", "charge move", "guards", distance=9),
        "C6",
        {"now": "game turn 1, player turn 1, charge", "open": "charges"},
    ),
    Try(
        "a shot in the Magic Phase",
        casting,
        shoot("bows", "archers"),
        "8",
        {"now": "game turn 1, player turn 1, magic", "open": "casts"},
    ),
    Try(
        "a shot by who has no bow",
        shooting,
        shoot("spears", "archers"),
        "8",
        {"shots": 0, "legal": "bows"},
    ),
    Try(
        "more shots than models",
        shooting,
        shoot("bows", "archers", shots=11),
        "8",
        {"least": 1, "most": 10},
    ),
    Try(
        "a shot from the third rank",
        lambda: battle({**FIELD, "ann": {**FIELD["ann"], "bows": {**ARCHERS, "Files": 4}}}).until(
            "shots", "ann"
        ),
        shoot("bows", "archers", shots=9),
        "8",
        {"least": 1, "most": 8},
    ),
    Try(
        "a shot at one's own", shooting, shoot("bows", "knights"), "8", {"legal": "archers, guards"}
    ),
    Try(
        "a shot by the other side",
        shooting,
        shoot("archers", "knights"),
        "8",
        {"open": "shots", "waits for": "ann"},
    ),
    Try(
        "a casting with more dice than there are", casting, cast(4), "7", {"cost": "4", "left": "3"}
    ),
    Try(
        "a spell that he does not know",
        casting,
        cast(1, "Earthquake"),
        "7",
        {"usable": "Fireball, Shield"},
    ),
    Try(
        "a spell at the wrong side",
        casting,
        cast(1, "Fireball", "knights"),
        "7",
        {"legal": "archers, guards"},
    ),
    Try(
        "a fight by who is not engaged",
        fighting,
        lambda told: told.does("spears", "fight"),
        "9",
        {"state": "not engaged", "legal": "knights"},
    ),
    Try(
        "passing over a combat",
        fighting,
        lambda told: told.passes("ann"),
        "9",
        {"open": "combats", "waits for": "ann", "legal": "fight"},
    ),
    Try(
        "a blow at who is not touched",
        striking,
        lambda told: told.declares("knights", "strike", "archers", attacks=1, **BLOWS),
        "9",
        {"legal": "guards"},
    ),
    Try(
        "more attacks than models",
        striking,
        lambda told: told.declares("knights", "strike", "guards", attacks=9, **BLOWS),
        "9",
        {"least": 1, "most": 8},
    ),
    Try(
        "an engaged unit that moves",
        lambda: moving().touches("knights", "guards"),
        advance("knights", 1),
        "M3",
        {"with": "guards", "legal": "spears, bows, mage"},
    ),
    Try(
        "an order that leaves out the other's answer",
        lambda: battle(FIELD).charges("knights", "guards", 9),
        charge("spears", "guards"),
        "C4",
        {"open": "reaction", "waits for": "guards"},
    ),
    Try(
        "a reaction by who was not charged",
        lambda: battle(FIELD).charges("knights", "guards", 9),
        lambda told: told.does("archers", "flee"),
        "C4",
        {"open": "reaction", "waits for": "guards"},
    ),
    Try(
        "a unit deployed twice",
        lambda: (
            mustered(FIELD)
            .prepares()
            .answers("ann", "deploy", unit="spears")
            .answers("bo", "deploy", unit="guards")
        ),
        lambda told: told.answers("ann", "deploy", unit="spears"),
        "4",
        {"legal": "knights, bows, mage"},
    ),
    Try(
        "a flux card drawn before its step",
        charging,
        lambda told: told.answers("ann", "draw", about="flux", which="1", dice=5, tokens=5),
        "C2",
        {"legal": "no more charges, charge"},
    ),
    Try(
        "a roll of three dice where two fall",
        lambda: moving().does("knights", "march", inches=9, nearest=5).agrees(),
        lambda told: told.rolls(1, 1, 1),
        "10",
        {"dice": 2, "typed": 3, "sides": 6},
    ),
    Try(
        "a thirteenth Flux die that does not exist", casting, cast(0), "7", {"least": 1, "most": 3}
    ),
]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in TRIES])
def test_it_is_refused_for_the_right_clause_with_the_numbers(case: Try):
    told = case.where()
    why = refused(told, lambda: case.tried(told))
    assert (why.clause, why.numbers) == (case.clause, case.numbers)


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
    assert len({case.name for case in TRIES}) == len(TRIES) >= 15
