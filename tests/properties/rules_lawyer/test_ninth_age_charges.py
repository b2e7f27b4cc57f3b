"""More of what a rules lawyer tries with charges and moves: refused, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.rulesets import ruleset
from tests.properties.rules_lawyer.test_ninth_age import SHOT, advance, charge
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, WIZARD, Battle, battle, refused
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused

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


def charging() -> Battle:
    return battle(FIELD)


def charged(target: str = "guards", arc: str = "front") -> Story:
    return lambda: charging().charges("knights", target, 9, arc)


def to_move() -> Battle:
    return charged()().answers("guards", "hold").until("charge moves")


def ranging() -> Battle:
    return to_move().does("knights", "charge move", "guards", distance=9).agrees()


def fled() -> Battle:
    told = charged("archers")().does("archers", "flee").rolls(1, 1)
    return told.answers("bo", "straight ahead", edge=30).agrees()


def redirecting() -> Battle:
    return fled().does("knights", "redirect").rolls(1, 1)


def moving() -> Battle:
    return charging().until("moves")


def being(state: str, who: str, where: Story) -> Story:
    return lambda: where().fixes(what="condition", subject=who, name=state)


def touching(who: str, foe: str, where: Story) -> Story:
    return lambda: where().touches(who, foe)


def volley(who: str, at: str) -> Callable[[Battle], object]:
    return lambda told: told.does(who, "stand and shoot", at, **SHOT)


def says(who: str, choice: str, **more: Any) -> Callable[[Battle], object]:
    return lambda told: told.answers(who, choice, **more)


def not_asked(about: str, whose: str) -> dict[str, int | str]:
    return {"open": about, "waits for": whose}


OTHERS = "spears, bows, mage"
GONE: dict[str, int | str] = {"state": "destroyed"}

CHARGES: Tries[Battle] = {
    "a charge by who flees": (
        Try(being("fleeing", "knights", charging), charge("knights", "guards")),
        Refusal(
            "C2",
            "knights is fleeing",
            lacks="condition fleeing of knights: yes = no",
            legal="spears; bows; mage",
            at="/who",
        ),
    ),
    "a charge by the Shaken": (
        Try(being("shaken", "knights", charging), charge("knights", "guards")),
        Refusal(
            "C2",
            "knights is shaken",
            lacks="condition shaken of knights: yes = no",
            legal="spears; bows; mage",
            at="/who",
        ),
    ),
    "a charge by the Engaged": (
        Try(touching("knights", "guards", charging), charge("knights", "archers")),
        Refusal(
            "C2",
            "knights is engaged with guards",
            lacks="condition engaged of knights: yes = no",
            legal="spears; bows; mage",
            at="/who",
        ),
    ),
    "a charge by the dead": (
        Try(being("destroyed", "knights", charging), charge("knights", "guards")),
        Refusal(
            "10",
            "knights cannot act: destroyed",
            lacks="condition destroyed of knights: yes = no",
            at="/who",
        ),
    ),
    "a charge at the dead": (
        Try(being("destroyed", "guards", charging), charge("knights", "guards")),
        Refusal(
            "C2",
            "guards is no legal target of charge",
            lacks="target an enemy unit of guards: no = yes",
            legal="archers; seer",
            at="/targets/0",
        ),
    ),
    "a charge at two": (
        Try(
            charging,
            lambda told: told.does(
                "knights", "charge", "guards", "archers", distance=9, arc="front"
            ),
        ),
        Refusal(
            "C2",
            "charge wants one target",
            {"most": 1, "done": 2},
            "limit targets: 2 <= 1",
            legal="nothing",
            at="/targets/1",
        ),
    ),
    "a charge from nowhere": (
        Try(charging, charge("knights", "guards", 0)),
        Refusal(
            "C2",
            "0 does not fit distance",
            {"least": 0.5, "most": 72, "parts": 0.5},
            at="/params/distance",
        ),
    ),
    "a charge without an arc": (
        Try(charging, lambda told: told.does("knights", "charge", "guards", distance=9)),
        Refusal("C2", "arc is missing", legal="front; flank; rear", at="/params/arc"),
    ),
    "no more charges, says the other": (
        Try(charging, says("bo", "no more charges")),
        Refusal(
            "C2",
            "bo is not asked now; first the open question is answered",
            lacks="answer charges of ann: no = yes",
            at="/who",
        ),
    ),
    "the charger that holds": (
        Try(charged(), says("knights", "hold")),
        Refusal(
            "C4",
            "knights is not asked now; first the open question is answered",
            lacks="answer reaction of guards: no = yes",
            at="/who",
        ),
    ),
    "a volley by who has no bow": (
        Try(charged(), volley("guards", "knights")),
        Refusal(
            "C4",
            "guards has nothing to shoot with",
            {"wanted": 1, "Shots": 0},
            "trait Shots of guards: 0 >= 1",
            legal="flee",
            at="/manoeuvre",
        ),
    ),
    "a volley at another": (
        Try(charged("archers"), volley("archers", "spears")),
        Refusal(
            "C4",
            "spears is no legal target of stand and shoot",
            lacks="target the unit that charges of spears: no = yes",
            legal="knights",
            at="/targets/0",
        ),
    ),
    "a volley to the flank": (
        Try(charged("archers", "flank"), volley("archers", "knights")),
        Refusal(
            "C4",
            "the charger is not in the front arc",
            lacks="fact arc of knights: flank = front",
            legal="flee",
            at="/manoeuvre",
        ),
    ),
    "a volley by the Shaken": (
        Try(being("shaken", "archers", charged("archers")), volley("archers", "knights")),
        Refusal(
            "C4",
            "archers is not free to stand and shoot",
            lacks="fact free of archers: no = yes",
            legal="flee",
            at="/manoeuvre",
        ),
    ),
    "a redirection by who did not charge": (
        Try(fled, lambda told: told.does("spears", "redirect")),
        Refusal(
            "C5",
            "spears is not asked now; first the open question is answered",
            lacks="answer redirect of knights: no = yes",
            at="/who",
        ),
    ),
    "a redirection at the same fleer": (
        Try(redirecting, charge("knights", "archers")),
        Refusal(
            "C2",
            "knights charges archers already",
            {"most": 1, "done": 1},
            "limit charge of knights: 1 < 1",
            legal="guards; seer",
            at="/targets/0",
        ),
    ),
    "a charge move at another": (
        Try(to_move, lambda told: told.does("knights", "charge move", "archers", distance=9)),
        Refusal(
            "C6",
            "archers is no legal target of charge move",
            lacks="target charged by the unit of archers: no = yes",
            legal="guards",
            at="/targets/0",
        ),
    ),
    "a charge move by who declared none": (
        Try(to_move, lambda told: told.does("spears", "charge move", "guards", distance=9)),
        Refusal(
            "C6",
            "guards is no legal target of charge move",
            lacks="target charged by the unit of guards: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "a charge that is not moved": (
        Try(to_move, lambda told: told.passes("ann")),
        Refusal(
            "C6",
            "charge moves cannot be passed",
            lacks="answer charge moves of ann: no = yes",
            at="/type",
        ),
    ),
    "a range of three dice without Swiftstride": (
        Try(ranging, lambda told: told.rolls(1, 2, 3)),
        Refusal(
            "C6",
            "type one face for each die rolled",
            {"dice": 2, "typed": 3, "sides": 6},
            at="/faces/charge range",
        ),
    ),
}

MOVES: Tries[Battle] = {
    "a march by who flees": (
        Try(
            being("fleeing", "spears", moving),
            lambda told: told.does("spears", "march", inches=5, nearest=20),
        ),
        Refusal(
            "M3",
            "spears is fleeing",
            lacks="condition fleeing of spears: yes = no",
            legal="knights; bows; mage",
            at="/who",
        ),
    ),
    "a reform by the Shaken": (
        Try(being("shaken", "spears", moving), lambda told: told.does("spears", "reform", files=4)),
        Refusal(
            "M3",
            "spears is shaken",
            lacks="condition shaken of spears: yes = no",
            legal="knights; bows; mage",
            at="/who",
        ),
    ),
    "a march beyond the March Rate": (
        Try(moving, lambda told: told.does("spears", "march", inches=11, nearest=20)),
        Refusal(
            "M3",
            "11 does not fit inches",
            {"least": 0, "most": 10, "parts": 0.5},
            at="/params/inches",
        ),
    ),
    "a move upward": (
        Try(moving, advance("spears", 1, "up")),
        Refusal(
            "M3", "spears cannot use up for this", legal="forward; backward; sideways", at="/using"
        ),
    ),
    "a move of the other side": (
        Try(moving, advance("guards", 1)),
        Refusal(
            "M3",
            "guards is not asked now; first the open question is answered",
            lacks="answer moves of ann: no = yes",
            at="/who",
        ),
    ),
    "a rank wider than the unit": (
        Try(moving, lambda told: told.does("spears", "reform", files=21)),
        Refusal("M3", "21 does not fit files", {"least": 1, "most": 20}, at="/params/files"),
    ),
    "a flight of one's own will": (
        Try(moving, lambda told: told.does("spears", "flee")),
        Refusal(
            "C4",
            "flee is no action",
            lacks="time kind of deed of spears: action = reaction",
            at="/manoeuvre",
        ),
    ),
}


TRIES = {**CHARGES, **MOVES}


def check(one: Try[Battle], said: Refusal) -> None:
    """Refused as is said, and nothing is changed by it."""
    told = one.position()
    why = refused(told, lambda: one.tried(told))
    check_refused(why, said, ruleset("ninth-age-2e"))


@pytest.mark.parametrize("name", TRIES)
def test_it_is_refused_and_changes_nothing(name: str):
    check(*TRIES[name])


def test_no_two_are_the_same():
    assert len(TRIES) == 27
