"""The unarmed module as data: what each blow and hold adds and does, and what it is aimed at."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.ruleset.scene import Doing
from domain.rulesets.age_of_magic.tables import CHEST, EVERYWHERE, SCALE

ARMS = ("right arm", "left arm")
LEGS = ("right leg", "left leg")


class Blow(NamedTuple):
    """A blow without a weapon: its attack and damage modifiers, and the places it may hit.

    `close` ones need the target in the same hex; without `damage` nothing is rolled for it.
    """

    attack: int
    damage: int
    aims: tuple[str, ...]
    close: bool = False
    knocks: bool = True


BLOWS = {
    "martial strike": Blow(1 * SCALE, 5 * SCALE, EVERYWHERE),
    "martial kick": Blow(1 * SCALE, 6 * SCALE, EVERYWHERE),
    "leg sweep": Blow(0, 4 * SCALE, LEGS),
    "arm grab": Blow(0, 0, ARMS, close=True),
    "arm lock": Blow(3 * SCALE, 4 * SCALE, ARMS, close=True, knocks=False),
    "head lock": Blow(0, 5 * SCALE, ("head",), close=True, knocks=False),
    "grapple": Blow(-2 * SCALE, 0, (CHEST,), close=True),
}
ARM_LOCK = "arm lock"
HOLDS = ("arm grab", "arm lock", "head lock", "grapple")
LOCKS = ("arm lock", "head lock")
"""Holds that go on hurting, turn by turn."""

ANSWERED = tuple(name for name in BLOWS if name != "arm lock")
"""Blows that a target may defend against: an arm lock leaves no defensive reaction."""

DODGES = {"rolling dodge": 2 * SCALE, "drop dodge": 0}
"""Bonuses of the dodges; that of a drop dodge is said with it."""
MOST_BY_ATTACK = 4
"""The most that the referee may say of a drop dodge, by the type of attack."""
MARTIAL_DEFENCES = (*DODGES, "forearm block")

FOLLOW_ONS = {
    "martial strike": ("martial strike", "arm grab", "head lock"),
    "martial kick": ("leg sweep",),
    "leg sweep": ("martial kick",),
    "arm grab": ("arm lock",),
    "rolling dodge": ("martial strike", "martial kick"),
    "drop dodge": ("martial kick", "leg sweep"),
}
"""The follow-ons that a success allows."""


def blow(act: Doing) -> Blow | None:
    """The row of an unarmed blow; a lock that is held goes on as it began."""
    return BLOWS.get(str(act.params.get("lock", act.manoeuvre)))


def aims(act: Doing) -> tuple[str, ...]:
    """The places that a blow may be aimed at, the plainest first."""
    bare = blow(act)
    return bare.aims if bare else EVERYWHERE


def held_part(hold: Any) -> str:
    """The part of the body that a hold is on: as it was taken, or as the referee set it."""
    return str(hold.key or hold.at)


def hurts(act: Doing) -> bool:
    """True for a blow whose damage is rolled."""
    bare = blow(act)
    return bare is None or bare.damage > 0


def knocks(act: Doing) -> bool:
    """True for a blow that may knock back."""
    bare = blow(act)
    return bare is None or bare.knocks
