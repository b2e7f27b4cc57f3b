"""More of what a rules lawyer tries: the dead, the fleeing, the engaged, the wrong side, twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rulesets.ninth_age import ARCHERS, KNIGHTS, SPEARS, WIZARD, Battle, battle, refused, so
from tests.rulesets.test_ninth_age_rules_lawyer import BLOWS, SHOT, Try, advance, charge, shoot

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

CHARGES = [
    Try(
        "a charge by who flees",
        being("fleeing", "knights", charging),
        charge("knights", "guards"),
        "C2",
        {"state": "fleeing", "legal": OTHERS},
    ),
    Try(
        "a charge by the Shaken",
        being("shaken", "knights", charging),
        charge("knights", "guards"),
        "C2",
        {"state": "shaken", "legal": OTHERS},
    ),
    Try(
        "a charge by the Engaged",
        touching("knights", "guards", charging),
        charge("knights", "archers"),
        "C2",
        {"with": "guards", "legal": OTHERS},
    ),
    Try(
        "a charge by the dead",
        being("destroyed", "knights", charging),
        charge("knights", "guards"),
        "10",
        GONE,
    ),
    Try(
        "a charge at the dead",
        being("destroyed", "guards", charging),
        charge("knights", "guards"),
        "C2",
        {"legal": "archers, seer"},
    ),
    Try(
        "a charge at two",
        charging,
        lambda told: told.does("knights", "charge", "guards", "archers", distance=9, arc="front"),
        "C2",
        {"legal": "archers, guards, seer"},
    ),
    Try(
        "a charge from nowhere",
        charging,
        charge("knights", "guards", 0),
        "C2",
        {"least": "1/2", "most": 72, "in parts of": "1/2"},
    ),
    Try(
        "a charge without an arc",
        charging,
        lambda told: told.does("knights", "charge", "guards", distance=9),
        "C2",
        {"legal": "front, flank, rear"},
    ),
    Try(
        "no more charges, says the other",
        charging,
        says("bo", "no more charges"),
        "C2",
        not_asked("charges", "ann"),
    ),
    Try(
        "the charger that holds",
        charged(),
        says("knights", "hold"),
        "C4",
        not_asked("reaction", "guards"),
    ),
    Try(
        "a volley by who has no bow",
        charged(),
        volley("guards", "knights"),
        "C4",
        {"shots": 0, "legal": "hold, flee"},
    ),
    Try(
        "a volley at another",
        charged("archers"),
        volley("archers", "spears"),
        "C4",
        {"legal": "knights"},
    ),
    Try(
        "a volley to the flank",
        charged("archers", "flank"),
        volley("archers", "knights"),
        "C4",
        {"arc": "flank", "legal": "hold, flee"},
    ),
    Try(
        "a volley by the Shaken",
        being("shaken", "archers", charged("archers")),
        volley("archers", "knights"),
        "C4",
        {"legal": "hold, flee"},
    ),
    Try(
        "a redirection by who did not charge",
        fled,
        lambda told: told.does("spears", "redirect"),
        "C5",
        not_asked("redirect", "knights"),
    ),
    Try(
        "a redirection at the same fleer",
        redirecting,
        charge("knights", "archers"),
        "C2",
        {"target": "archers", "legal": "guards, seer"},
    ),
    Try(
        "a charge move at another",
        to_move,
        lambda told: told.does("knights", "charge move", "archers", distance=9),
        "C6",
        {"legal": "guards"},
    ),
    Try(
        "a charge move by who declared none",
        to_move,
        lambda told: told.does("spears", "charge move", "guards", distance=9),
        "C6",
        {"legal": "nobody"},
    ),
    Try(
        "a charge that is not moved",
        to_move,
        lambda told: told.passes("ann"),
        "C6",
        {"open": "charge-moves", "waits for": "ann", "legal": "charge move"},
    ),
    Try(
        "a range of three dice without Swiftstride",
        ranging,
        lambda told: told.rolls(1, 2, 3),
        "C6",
        {"dice": 2, "typed": 3, "sides": 6},
    ),
]

MOVES = [
    Try(
        "a march by who flees",
        being("fleeing", "spears", moving),
        lambda told: told.does("spears", "march", inches=5, nearest=20),
        "M3",
        {"state": "fleeing", "legal": "knights, bows, mage"},
    ),
    Try(
        "a reform by the Shaken",
        being("shaken", "spears", moving),
        lambda told: told.does("spears", "reform", files=4),
        "M3",
        {"state": "shaken", "legal": "knights, bows, mage"},
    ),
    Try(
        "a march beyond the March Rate",
        moving,
        lambda told: told.does("spears", "march", inches=11, nearest=20),
        "M3",
        {"least": 0, "most": 10, "in parts of": "1/2"},
    ),
    Try(
        "a move upward",
        moving,
        advance("spears", 1, "up"),
        "M3",
        {"usable": "forward, backward, sideways"},
    ),
    Try("a move of the other side", moving, advance("guards", 1), "M3", not_asked("moves", "ann")),
    Try(
        "a rank wider than the unit",
        moving,
        lambda told: told.does("spears", "reform", files=21),
        "M3",
        {"least": 1, "most": 20},
    ),
    Try(
        "a flight of one's own will",
        moving,
        lambda told: told.does("spears", "flee"),
        "C4",
        {"allowed as": "reaction"},
    ),
]

MAGIC = [
    Try(
        "a card of the other player",
        flux,
        says("bo", "draw", which="1", dice=5, tokens=5),
        "7",
        not_asked("flux", "ann"),
    ),
    Try(
        "a ninth card",
        flux,
        says("ann", "draw", which="9", dice=5, tokens=5),
        "7",
        {"legal": "1, 2, 3, 4, 5, 6, 7, 8"},
    ),
    Try(
        "more dice than the tokens buy",
        siphoning,
        says("ann", "convert", dice=2),
        "7",
        {"cost": "6", "left": "4"},
    ),
    Try(
        "tokens turned by the other",
        siphoning,
        says("bo", "convert", dice=1),
        "7",
        not_asked("siphon", "ann"),
    ),
    Try(
        "tokens turned twice",
        casting,
        says("ann", "convert", about="siphon", dice=1),
        "7",
        {"legal": "no more spells, cast"},
    ),
    Try(
        "a spell by who flees",
        being("fleeing", "mage", casting),
        cast(),
        "7",
        {"state": "fleeing", "legal": "nobody"},
    ),
    Try("a spell by who is no Wizard", casting, cast(who="knights"), "7", {"usable": "nothing"}),
    Try(
        "a spell by the other side",
        casting,
        cast(who="seer", on="knights"),
        "7",
        not_asked("casts", "ann"),
    ),
    Try("a spell by the dead", being("destroyed", "mage", casting), cast(), "10", GONE),
    Try(
        "a spell at the dead",
        being("destroyed", "guards", casting),
        cast(),
        "7",
        {"legal": "archers, seer"},
    ),
    Try("a spell with six dice", casting, cast(dice=6), "7", {"cost": "6", "left": "5"}),
    Try(
        "two dice rolled for one",
        lambda: cast(dice=1)(casting()),
        lambda told: told.rolls(3, 3),
        "7",
        {"dice": 1, "typed": 2, "sides": 6},
    ),
    Try(
        "more dispelling dice than there are",
        dispelling,
        says("bo", "dispel", dice=6),
        "7",
        {"cost": "6", "left": "5"},
    ),
    Try(
        "a dispelling without dice",
        dispelling,
        says("bo", "dispel", dice=0),
        "7",
        {"least": 1, "most": 5},
    ),
    Try(
        "the caster that dispels",
        dispelling,
        says("ann", "dispel", dice=1),
        "7",
        not_asked("dispel", "bo"),
    ),
    Try(
        "a spell before the dispelling",
        dispelling,
        cast("Shield", 1, "spears"),
        "7",
        not_asked("dispel", "bo"),
    ),
    Try(
        "wounds on a natural one",
        wounding,
        says("ann", "numbers", **{**NEEDS, "wounds on": 1}),
        "8",
        {"least": 2, "most": 6},
    ),
]

SHOTS = [
    Try(
        "a shot into a combat",
        touching("knights", "guards", shooting),
        shoot("bows", "guards"),
        "8",
        {"with": "knights"},
    ),
    Try(
        "a shot by the Engaged",
        touching("bows", "guards", shooting),
        shoot("bows", "archers"),
        "8",
        {"state": "engaged", "legal": "nobody"},
    ),
    *(
        Try(
            f"a shot by who is {state}",
            being(state, "bows", shooting),
            shoot("bows", "archers"),
            "8",
            {"state": state, "legal": "nobody"},
        )
        for state in ("has fought", "fleeing", "shaken")
    ),
    Try(
        "a shot by the dead",
        being("destroyed", "bows", shooting),
        shoot("bows", "archers"),
        "10",
        GONE,
    ),
    Try(
        "a shot at the dead",
        being("destroyed", "archers", shooting),
        shoot("bows", "archers"),
        "8",
        {"legal": "guards, seer"},
    ),
    Try(
        "no shots at all",
        shooting,
        shoot("bows", "archers", shots=0),
        "8",
        {"least": 1, "most": 10},
    ),
]

FIGHTS = [
    Try(
        "a combat that the other picks",
        fighting,
        lambda told: told.does("guards", "fight"),
        "9",
        not_asked("combats", "ann"),
    ),
    Try("a blow at a friend", striking, strike("knights", "spears"), "9", {"legal": "guards"}),
    Try(
        "blows declared twice",
        lambda: striking().declares("knights", "strike", "guards", attacks=1, **BLOWS),
        strike("knights", "guards"),
        "9",
        not_asked("strikes", "guards"),
    ),
    Try(
        "a blow by who is elsewhere",
        striking,
        strike("spears", "guards"),
        "9",
        not_asked("strikes", "knights, guards"),
    ),
    Try(
        "a blow that hits on a natural one",
        striking,
        strike("knights", "guards", **so({"hits on": 1})),
        "9",
        {"least": 2, "most": 6},
    ),
    Try(
        "a pursuit of who is not broken",
        pursuing,
        says("a", "pursue", whom="d"),
        "9",
        {"legal": "b"},
    ),
    Try(
        "a pursuit by who fights on",
        pursuing,
        says("c", "pursue", whom="b"),
        "9",
        not_asked("pursuits", "a"),
    ),
    Try(
        "a flight rolled before pursuits are declared",
        pursuing,
        lambda told: told.rolls(1, 1),
        "9",
        {"legal": "pursue, restrain"},
    ),
]

EFFECTS = [
    Try("an ability out of its window", charging, use("Omen", on="guards"), "C2", {"legal": "act"}),
    Try(
        "a curse on a friend",
        effects,
        use("Omen", on="spears"),
        "2",
        {"legal": "archers, guards, seer"},
    ),
    Try("an ability that comes by itself", effects, use("Auto"), "2", {"usable": "Call, Omen"}),
    Try(
        "an ability of who flees",
        being("fleeing", "knights", effects),
        use("Omen", on="guards"),
        "3",
        {"state": "fleeing"},
    ),
    Try(
        "an ability of the dead",
        being("destroyed", "knights", effects),
        use("Omen", on="guards"),
        "10",
        GONE,
    ),
    Try("an ability without its tokens", effects, use("Call"), "7", {"cost": "2", "left": "0"}),
]

TRIES = [*CHARGES, *MOVES, *MAGIC, *SHOTS, *FIGHTS, *EFFECTS]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in TRIES])
def test_it_is_refused_and_changes_nothing(case: Try):
    told = case.where()
    why = refused(told, lambda: case.tried(told))
    assert (why.clause, why.numbers) == (case.clause, case.numbers)


def test_no_two_are_the_same():
    assert len({case.name for case in TRIES}) == len(TRIES) == 66
