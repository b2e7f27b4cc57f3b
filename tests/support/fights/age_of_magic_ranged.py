"""Fighters who shoot, ride and cast, for stories under Age of Magic."""

from __future__ import annotations

from typing import Any, Self

from domain.ruleset.scene import Scene
from domain.rulesets.age_of_magic.positions import adjacent
from domain.rulesets.age_of_magic.tables import AREAS
from tests.support.fights.age_of_magic import AXE, COGAN, RULES, URLIK, Fight, Points
from tests.support.fights.short_sheets import stats

BOW: dict[str, Any] = {
    "skill": "Shooting",
    "specialism": 1,
    "attack": 1,
    "damage": 6,
    "ap": 2,
    "type": "impaling",
    "hand": "both",
    "adds ST": False,
}
SPEAR: dict[str, Any] = {
    **AXE,
    "thrown": {"specialism": "1/2", "attack": -1, "damage": 7, "ap": 2, "type": "impaling"},
}
STAR: dict[str, Any] = {"skill": "Throwing", "damage": 3, "ap": 1, "type": "impaling"}
ARCHER: dict[str, Any] = {
    **stats("ST 1, CO 1, PE 2, WP 1 1/2, Combat 8, Tactics 6, Shooting 6, Throwing 4"),
    "weapons": {"bow": BOW, "spear": {**SPEAR, "ready": False}, "star": STAR},
}
KNIGHT: dict[str, Any] = {**COGAN, "Riding": 2, "Riding specialism": 1, "Shooting": 3}
HORSE: dict[str, Any] = {
    **stats("ST 6, Combat 5, Melee 3, Mount bonus 2, Tack 1, Tactics 1"),
    "weapons": {"hooves": {"damage": 6, "ap": 2, "type": "blunt"}},
}
MAGE: dict[str, Any] = {**stats("WP 3, IQ 2, CO 1, Combat 7, Tactics 4, Fire 5, Enhancement 4")}
MAIL: dict[str, Any] = {"armour": dict.fromkeys(AREAS, 12)}


class Afar(Fight):
    """A fight at a distance."""

    def rides(self, rider: str, mount: str) -> Self:
        """The referee puts somebody in the saddle."""
        return self.adjusts(what="fact", of=rider, name="rides", value=mount)

    def near(self, one: str, other: str) -> bool:
        """True while two are side by side."""
        return adjacent(Scene(self.combat, RULES), one, other)


def at_a_distance(
    *faces: int,
    first: str = "archer",
    points: Points = None,
    archer: dict[str, Any] = ARCHER,
    urlik: dict[str, Any] = URLIK,
) -> Afar:
    """An archer and Urlik, far from each other."""
    fight = Afar(*faces, points=points)
    fight.joins("archer", side="heroes", **archer).joins("urlik", side="reavers", **urlik)
    fight.begins(first)
    return fight


def mounted(
    first: str = "knight",
    knight: dict[str, Any] = KNIGHT,
    points: Points = None,
    urlik: dict[str, Any] = URLIK,
) -> Afar:
    """A knight on his horse, beside Urlik."""
    fight = Afar(points=points).joins("knight", side="heroes", **knight)
    fight.say_plainly(
        {"type": "join", "subject": "horse", "kind": "creature", "side": "heroes", "traits": HORSE}
    )
    fight.joins("urlik", side="reavers", **urlik).rides("knight", "horse")
    fight.side_by_side("knight urlik").begins(first)
    return fight


def with_a_mage(
    first: str = "mage",
    mage: dict[str, Any] = MAGE,
    points: Points = None,
    urlik: dict[str, Any] = URLIK,
) -> Afar:
    """A mage against Urlik."""
    fight = Afar(points=points).joins("mage", side="heroes", **mage)
    fight.joins("urlik", side="reavers", **urlik).begins(first)
    return fight


def marksmen() -> Afar:
    """Two archers, one of whom is on foot beside a pony."""
    fight = Afar().joins("archer", side="heroes", **ARCHER, **MAIL)
    fight.joins(
        "sniper", side="reavers", **{**ARCHER, **MAIL, "Combat": 12, "weapons": {"bow": BOW}}
    )
    fight.say_plainly({"type": "join", "subject": "pony", "kind": "creature", "side": "reavers"})
    return fight.side_by_side("sniper pony")


def company(points: Points = None, mode: Any = "enforce") -> Afar:
    """An archer, a knight and his horse, and a mage against two, all well armoured."""
    fight = Afar(points=points, mode=mode).joins("archer", side="heroes", **ARCHER, **MAIL)
    fight.joins("knight", side="heroes", **KNIGHT | MAIL)
    fight.say_plainly(
        {
            "type": "join",
            "subject": "horse",
            "kind": "creature",
            "side": "heroes",
            "traits": HORSE | MAIL,
        }
    )
    fight.joins("mage", side="heroes", **MAGE, **MAIL)
    fight.joins("urlik", side="reavers", **URLIK | MAIL | ARMED)
    fight.joins("witch", side="reavers", **MAGE, **MAIL)
    return fight.rides("knight", "horse")


ARMED: dict[str, Any] = {
    "Shooting": 5,
    "Throwing": 5,
    "Riding": 9,
    "weapons": {"spear": SPEAR, "bow": BOW},
}
