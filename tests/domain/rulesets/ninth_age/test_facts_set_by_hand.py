"""Facts of the Ninth Age that a referee's hand may not set: each is refused where it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.rulesets import ruleset
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, WIZARD, Battle, battle, refused
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused

FIELD: dict[str, Any] = {
    "ann": {"knights": KNIGHTS, "lord": WIZARD},
    "bo": {"archers": ARCHERS, "guards": SPEARS},
}
OTHERS = "lord; archers; guards"
OWN = "knights"


def standing() -> Battle:
    return battle(FIELD)


def with_a_mage() -> Battle:
    """A second Character of Ann's stands in her knights."""
    told = battle({**FIELD, "ann": {**FIELD["ann"], "mage": WIZARD}})
    return told.fixes(what="fact", of="mage", name="joined", value="knights")


def sets(of: str, name: str, value: Any, toward: str = "") -> Callable[[Battle], object]:
    return lambda told: told.fixes(what="fact", of=of, name=name, value=value, toward=toward)


def no_value(name: str, value: str) -> str:
    return f"{value} is no value of the fact {name!r}"


WHOLE, HALVES = {"least": 0}, {"least": 0, "parts": 0.5}
FROM_0, BY_HALVES = ", which counts from 0", ", which counts from 0 by parts of 1/2"
SOMEBODY = ", which holds the id of somebody else who is here"
BETWEEN_TWO = "stands between two: say toward whom"

TRIES: Tries[Battle] = {
    "contact with nobody": (
        Try(standing, sets("knights", "engaged", "yes")),
        Refusal("10", f"the fact 'engaged' {BETWEEN_TWO}", legal=OTHERS, at="/change/toward"),
    ),
    "contact with a stranger": (
        Try(standing, sets("knights", "engaged", "yes", "nobody-here")),
        Refusal("10", "'nobody-here' is not in this combat", legal=OTHERS, at="/change/toward"),
    ),
    "contact with oneself": (
        Try(standing, sets("knights", "engaged", "yes", "knights")),
        Refusal("10", "knights cannot be tied to knights", legal=OTHERS, at="/change/toward"),
    ),
    "a facing toward nobody": (
        Try(standing, sets("knights", "facing", "flank")),
        Refusal("C3", f"the fact 'facing' {BETWEEN_TWO}", legal=OTHERS, at="/change/toward"),
    ),
    "an unknown arc": (
        Try(standing, sets("knights", "facing", "above", "guards")),
        Refusal(
            "C3",
            "'above' is no value of a fact called 'facing'",
            legal="front; flank; rear",
            at="/change/value",
        ),
    ),
    "a distance to nobody": (
        Try(standing, sets("knights", "distance", 9)),
        Refusal("C2", f"the fact 'distance' {BETWEEN_TWO}", legal=OTHERS, at="/change/toward"),
    ),
    "a distance in words": (
        Try(standing, sets("knights", "distance", "banana", "guards")),
        Refusal("C2", no_value("distance", "'banana'") + BY_HALVES, HALVES, at="/change/value"),
    ),
    "a distance below nothing": (
        Try(standing, sets("knights", "distance", -5, "guards")),
        Refusal("C2", no_value("distance", "-5") + BY_HALVES, HALVES, at="/change/value"),
    ),
    "a distance finer than half an inch": (
        Try(standing, sets("knights", "distance", "9 1/4", "guards")),
        Refusal("C2", no_value("distance", "'9 1/4'") + BY_HALVES, HALVES, at="/change/value"),
    ),
    "a distance of yes": (
        Try(standing, sets("knights", "distance", True, "guards")),
        Refusal("C2", no_value("distance", "True") + BY_HALVES, HALVES, at="/change/value"),
    ),
    "models in words": (
        Try(standing, sets("knights", "models", "many")),
        Refusal("10", no_value("models", "'many'") + FROM_0, WHOLE, at="/change/value"),
    ),
    "half a model": (
        Try(standing, sets("knights", "models", "2 1/2")),
        Refusal("10", no_value("models", "'2 1/2'") + FROM_0, WHOLE, at="/change/value"),
    ),
    "models toward somebody": (
        Try(standing, sets("knights", "models", 3, "guards")),
        Refusal(
            "10",
            "the fact 'models' is said of knights alone: leave out toward whom",
            at="/change/toward",
        ),
    ),
    "files in words": (
        Try(standing, sets("knights", "files", "wide")),
        Refusal("M3", no_value("files", "'wide'") + FROM_0, WHOLE, at="/change/value"),
    ),
    "a unit joined by toward": (
        Try(standing, sets("lord", "joined", "yes", "knights")),
        Refusal(
            "9",
            "the fact 'joined' is said of lord alone: leave out toward whom",
            at="/change/toward",
        ),
    ),
    "a unit that is a word": (
        Try(standing, sets("lord", "joined", "yes")),
        Refusal("9", no_value("joined", "'yes'") + SOMEBODY, legal=OWN, at="/change/value"),
    ),
    "a unit that is nobody": (
        Try(standing, sets("lord", "joined", "nobody-here")),
        Refusal("9", no_value("joined", "'nobody-here'") + SOMEBODY, legal=OWN, at="/change/value"),
    ),
    "a unit that is an army": (
        Try(standing, sets("lord", "joined", "ann")),
        Refusal("9", no_value("joined", "'ann'") + SOMEBODY, legal=OWN, at="/change/value"),
    ),
    "a unit that is the Character": (
        Try(standing, sets("lord", "joined", "lord")),
        Refusal("9", no_value("joined", "'lord'") + SOMEBODY, legal=OWN, at="/change/value"),
    ),
    "a unit joined by what is no Character": (
        Try(standing, sets("archers", "joined", "guards")),
        Refusal(
            "9",
            "archers is no Character by its sheet, and stands in no unit",
            legal="nothing",
            at="/change/value",
        ),
    ),
    "a unit of the other side": (
        Try(standing, sets("lord", "joined", "guards")),
        Refusal("9", "guards is not of the side of lord", legal=OWN, at="/change/value"),
    ),
    "a Character who stands in a unit": (
        Try(with_a_mage, sets("lord", "joined", "mage")),
        Refusal("9", "mage stands in knights: name that unit", legal=OWN, at="/change/value"),
    ),
    "a drawn card that is none": (
        Try(standing, sets("ann", "drawn", "yes")),
        Refusal(
            "7", "the fact 'drawn' is said of one thing each: say toward which", at="/change/toward"
        ),
    ),
}


@pytest.mark.parametrize("name", TRIES)
def test_a_fact_that_cannot_stand_is_refused(name: str):
    one, said = TRIES[name]
    told = one.position()
    why = refused(told, lambda: one.tried(told))
    check_refused(why, said, ruleset("ninth-age-2e"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [(10.5, "10 1/2"), ("10.5", "10 1/2"), ("10 1/2", "10 1/2"), (9, 9), ("9", 9), (0, 0)],
)
def test_a_distance_is_kept_in_one_form_however_it_is_written(said: Any, kept: Any):
    told = standing().fixes(what="fact", of="knights", name="distance", toward="guards", value=said)
    assert told.fact("distance", "knights", "guards") == kept


def test_yes_and_no_may_be_sent_as_true_and_false():
    contact = {"what": "fact", "of": "guards", "name": "engaged", "toward": "knights"}
    told = standing().fixes(**contact, value=True)
    assert told.fact("engaged", "guards", "knights") == "yes"
    assert told.fixes(**contact, value=False).fact("engaged", "guards", "knights") == "no"


def test_a_character_joins_a_unit_and_leaves_it():
    told = standing().fixes(what="fact", of="lord", name="joined", value="knights")
    assert told.fact("joined", "lord") == "knights"
    told.fixes(what="fact", of="lord", name="joined", value="")
    assert told.fact("joined", "lord") == ""


def test_contact_with_a_unit_that_has_left_can_be_taken_away():
    told = standing().touches("knights", "guards")
    told.say_plainly({"type": "leave", "who": "guards"})
    told.fixes(what="fact", of="knights", name="engaged", toward="guards", value="no")
    assert told.fact("engaged", "guards", "knights") == "no"
