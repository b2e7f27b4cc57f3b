"""More of what a rules lawyer tries: the dead, the fleeing, the engaged, the wrong side, twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rulesets.ninth_age import ARCHERS, KNIGHTS, SPEARS, WIZARD, Battle, battle, refused, so
from tests.rulesets.test_ninth_age_rules_lawyer import BLOWS, SHOT, advance, charge, shoot
from tests.rulesets.tries import Refusal, Tries, Try

PLAIN: dict[str, Any] = {**WIZARD, "Wizard": "Apprentice"}
TRICKS: dict[str, Any] = {
    "Call": {"at": "start of the magic phase", "tokens": 2, "gives": {"Agility": 1}},
    "Omen": {"at": "start of the magic phase", "once": True, "to": "enemy", "loses": 3},
    "Auto": {"at": "first hit", "mode": "mandatory"},
}
FIELD: dict[str, dict[str, Any]] = {
    "ann": {
        "knights": {**KNIGHTS, "effects": TRICKS},
        "spears": SPEARS,
        "bows": ARCHERS,
        "mage": PLAIN,
    },
    "bo": {"archers": ARCHERS, "guards": SPEARS, "seer": PLAIN},
}
Story = Callable[[], Battle]
NEEDS = so({"wounds on": 4, "armour on": 7})


def charging() -> Battle:
    return battle(FIELD)


def charged(target: str = "guards", arc: str = "front") -> Story:
    return lambda: charging().charges("knights", target, 9, arc)


def to_move() -> Battle:
    return charged()().answers("guards", "hold").until("charge-moves")


def ranging() -> Battle:
    return to_move().does("knights", "charge move", "guards", distance=9).agrees()


def fled() -> Battle:
    told = charged("archers")().does("archers", "flee").rolls(1, 1)
    return told.answers("bo", "straight ahead", edge=30).agrees()


def redirecting() -> Battle:
    return fled().does("knights", "redirect").rolls(1, 1)


def moving() -> Battle:
    return charging().until("moves")


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


def being(state: str, who: str, where: Story) -> Story:
    return lambda: where().fixes(what="condition", subject=who, name=state)


def touching(who: str, foe: str, where: Story) -> Story:
    return lambda: where().touches(who, foe)


def volley(who: str, at: str) -> Callable[[Battle], object]:
    return lambda told: told.does(who, "stand and shoot", at, **SHOT)


def strike(who: str, at: str, **more: Any) -> Callable[[Battle], object]:
    return lambda told: told.declares(who, "strike", at, **{"attacks": 1, **BLOWS, **more})


def use(what: str, who: str = "knights", **more: Any) -> Callable[[Battle], object]:
    return lambda told: told.declares(who, "use", using=what, **more)


def says(who: str, choice: str, **more: Any) -> Callable[[Battle], object]:
    return lambda told: told.answers(who, choice, **more)


def not_asked(about: str, whose: str) -> dict[str, int | str]:
    return {"open": about, "waits for": whose}


OTHERS = "spears, bows, mage"
GONE: dict[str, int | str] = {"state": "destroyed"}

CHARGES: Tries[Battle] = {
    "a charge by who flees": (
        Try(being("fleeing", "knights", charging), charge("knights", "guards")),
        Refusal("C2", numbers={"state": "fleeing", "legal": OTHERS}),
    ),
    "a charge by the Shaken": (
        Try(being("shaken", "knights", charging), charge("knights", "guards")),
        Refusal("C2", numbers={"state": "shaken", "legal": OTHERS}),
    ),
    "a charge by the Engaged": (
        Try(touching("knights", "guards", charging), charge("knights", "archers")),
        Refusal("C2", numbers={"with": "guards", "legal": OTHERS}),
    ),
    "a charge by the dead": (
        Try(being("destroyed", "knights", charging), charge("knights", "guards")),
        Refusal("10", numbers=GONE),
    ),
    "a charge at the dead": (
        Try(being("destroyed", "guards", charging), charge("knights", "guards")),
        Refusal("C2", numbers={"legal": "archers, seer"}),
    ),
    "a charge at two": (
        Try(
            charging,
            lambda told: told.does(
                "knights", "charge", "guards", "archers", distance=9, arc="front"
            ),
        ),
        Refusal("C2", numbers={"legal": "archers, guards, seer"}),
    ),
    "a charge from nowhere": (
        Try(charging, charge("knights", "guards", 0)),
        Refusal("C2", numbers={"least": "1/2", "most": 72, "in parts of": "1/2"}),
    ),
    "a charge without an arc": (
        Try(charging, lambda told: told.does("knights", "charge", "guards", distance=9)),
        Refusal("C2", numbers={"legal": "front, flank, rear"}),
    ),
    "no more charges, says the other": (
        Try(charging, says("bo", "no more charges")),
        Refusal("C2", numbers=not_asked("charges", "ann")),
    ),
    "the charger that holds": (
        Try(charged(), says("knights", "hold")),
        Refusal("C4", numbers=not_asked("reaction", "guards")),
    ),
    "a volley by who has no bow": (
        Try(charged(), volley("guards", "knights")),
        Refusal("C4", numbers={"shots": 0, "legal": "hold, flee"}),
    ),
    "a volley at another": (
        Try(charged("archers"), volley("archers", "spears")),
        Refusal("C4", numbers={"legal": "knights"}),
    ),
    "a volley to the flank": (
        Try(charged("archers", "flank"), volley("archers", "knights")),
        Refusal("C4", numbers={"arc": "flank", "legal": "hold, flee"}),
    ),
    "a volley by the Shaken": (
        Try(being("shaken", "archers", charged("archers")), volley("archers", "knights")),
        Refusal("C4", numbers={"legal": "hold, flee"}),
    ),
    "a redirection by who did not charge": (
        Try(fled, lambda told: told.does("spears", "redirect")),
        Refusal("C5", numbers=not_asked("redirect", "knights")),
    ),
    "a redirection at the same fleer": (
        Try(redirecting, charge("knights", "archers")),
        Refusal("C2", numbers={"target": "archers", "legal": "guards, seer"}),
    ),
    "a charge move at another": (
        Try(to_move, lambda told: told.does("knights", "charge move", "archers", distance=9)),
        Refusal("C6", numbers={"legal": "guards"}),
    ),
    "a charge move by who declared none": (
        Try(to_move, lambda told: told.does("spears", "charge move", "guards", distance=9)),
        Refusal("C6", numbers={"legal": "nobody"}),
    ),
    "a charge that is not moved": (
        Try(to_move, lambda told: told.passes("ann")),
        Refusal("C6", numbers={"open": "charge-moves", "waits for": "ann", "legal": "charge move"}),
    ),
    "a range of three dice without Swiftstride": (
        Try(ranging, lambda told: told.rolls(1, 2, 3)),
        Refusal("C6", numbers={"dice": 2, "typed": 3, "sides": 6}),
    ),
}

MOVES: Tries[Battle] = {
    "a march by who flees": (
        Try(
            being("fleeing", "spears", moving),
            lambda told: told.does("spears", "march", inches=5, nearest=20),
        ),
        Refusal("M3", numbers={"state": "fleeing", "legal": "knights, bows, mage"}),
    ),
    "a reform by the Shaken": (
        Try(being("shaken", "spears", moving), lambda told: told.does("spears", "reform", files=4)),
        Refusal("M3", numbers={"state": "shaken", "legal": "knights, bows, mage"}),
    ),
    "a march beyond the March Rate": (
        Try(moving, lambda told: told.does("spears", "march", inches=11, nearest=20)),
        Refusal("M3", numbers={"least": 0, "most": 10, "in parts of": "1/2"}),
    ),
    "a move upward": (
        Try(moving, advance("spears", 1, "up")),
        Refusal("M3", numbers={"usable": "forward, backward, sideways"}),
    ),
    "a move of the other side": (
        Try(moving, advance("guards", 1)),
        Refusal("M3", numbers=not_asked("moves", "ann")),
    ),
    "a rank wider than the unit": (
        Try(moving, lambda told: told.does("spears", "reform", files=21)),
        Refusal("M3", numbers={"least": 1, "most": 20}),
    ),
    "a flight of one's own will": (
        Try(moving, lambda told: told.does("spears", "flee")),
        Refusal("C4", numbers={"allowed as": "reaction"}),
    ),
}

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

TRIES = {**CHARGES, **MOVES, **MAGIC, **SHOTS, **FIGHTS, **EFFECTS}


@pytest.mark.parametrize("name", TRIES)
def test_it_is_refused_and_changes_nothing(name: str):
    one, said = TRIES[name]
    told = one.position()
    why = refused(told, lambda: one.tried(told))
    assert (why.clause, why.numbers) == (said.clause, said.numbers)


def test_no_two_are_the_same():
    assert len(TRIES) == 66
