"""The fights that are played at random, in tests a few times and in the soak a thousand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.rulesets.age_of_magic.tables import AREAS
from tests.rulesets import ninth_age, planeswalker
from tests.rulesets.age_of_magic import AXE, COGAN, URLIK, Fight, Points
from tests.rulesets.toy import TOY
from tests.story import Story


def keeps_to_nothing_else(story: Any) -> None:
    """A game with no more to check than holds in every one."""


class Tale(NamedTuple):
    """How a fight of a game begins, and what must hold in it besides."""

    game: str
    begins: Callable[[], Story]
    keeps: Callable[[Any], None] = keeps_to_nothing_else


# --- the toy and Age of Magic ----------------------------------------------------------------

DAGGER = {"ap": 1, "type": "impaling", "damage": 4, "hand": "left"}
MAIL = {"armour": dict.fromkeys(AREAS, 12)}


def toy() -> Story:
    return Story(TOY).joins("ana", "bo", side="a").joins("cy", "di", side="b")


def age_of_magic(points: Points = None) -> Story:
    armed = {**URLIK, **MAIL, "weapons": {"axe": AXE, "dagger": DAGGER}}
    fight = Fight(points=points).joins("cogan", side="heroes", **COGAN | MAIL)
    fight.joins("urlik", "thug", side="reavers", **armed)
    return fight.joins("erik", side="heroes", **armed)


def age_of_magic_otherwise() -> Story:
    """Every open point settled against its default."""
    return age_of_magic(
        {
            "points-per-die": "3 1/2", "tie": "defence", "lock-lasts": "turn", "pain-gap": "better",
            "knock-back-gap": "worse", "first-suffered": "knock-back", "carry-over": "yes",
            "disabled-actor": "continues", "hit-by-half": "up", "parry-ap": "2", "most-dice": "5",
        }
    )  # fmt: skip


WRESTLER = {
    "ST": 4, "WP": 9, "Combat": 6, "Combat speed": 8, "Athletics": 9, "Tactics": 3, "Melee": 9,
    "Martial arts": 12, "Medicine": 5, "Sleight of hand": 4, "armour": dict.fromkeys(AREAS, 5),
    "weapons": {
        "spear": {**AXE, "type": "impaling", "impales as": "spear", "damage": 11},
        "knife": {**DAGGER, "size": "small", "worn": "concealed", "ready": False, "damage": 9},
    },
}  # fmt: skip


def wrestlers(points: Points = None) -> Fight:
    fight = Fight(points=points).joins("ana", "bo", side="heroes", **WRESTLER)
    fight.joins("cy", "di", side="reavers", **WRESTLER)
    return fight.side_by_side("ana cy", "ana bo", "bo di", "cy di")


def wrestlers_otherwise() -> Fight:
    """The open points of the unarmed, the prone and the wounded against their defaults."""
    return wrestlers(
        {
            "unarmed": "everybody", "prone-may": "anything", "prone-rolls": "-2",
            "break-hold": "referee", "lock-weighs": "all rolls",
            "initially": "before soak", "useless-limb": "serves",
            "fast-draw-fumble": "dropped", "fast-draw-otherwise": "-1", "impaled-otherwise": "0",
            "fight": "is over",
        }
    )  # fmt: skip


TALES = (
    Tale("the toy", toy),
    Tale("Age of Magic", age_of_magic),
    Tale("Age of Magic", age_of_magic_otherwise),
    Tale("Age of Magic", wrestlers),
    Tale("Age of Magic", wrestlers_otherwise),
    Tale("the Ninth Age", ninth_age.from_the_start),
    Tale("the Ninth Age", ninth_age.pitched),
    Tale("the Ninth Age", ninth_age.pitched_otherwise),
    Tale("Planeswalker", planeswalker.playout, planeswalker.check_piles),
    Tale("Planeswalker", planeswalker.playout_otherwise, planeswalker.check_piles),
)
"""A game adds lines here, with builders of its own."""
