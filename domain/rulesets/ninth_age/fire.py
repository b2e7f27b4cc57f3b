"""Legality of shooting and of casting."""

from __future__ import annotations

from domain.ruleset import Blank, Deed, Refused, by_name
from domain.scene import Scene

from . import listed
from .allowed import able_now, can_fire, in_window
from .inches import halves
from .numbers import numbers, shooters
from .units import DICE, enemies, in_contact, leader, roster, side_of, stands, touched_by


def can_shoot(scene: Scene, unit: str) -> bool:
    """True for a unit that may still shoot in this phase."""
    return _why_not(scene, unit) is None


def may_shoot(scene: Scene, unit: str) -> None:
    """8: Not who flees, is Shaken, fought, marched, reformed, or has shot; raises Refused."""
    if why := _why_not(scene, unit):
        raise Refused("8", why[0], why[1] | {"legal": able_now(scene, unit, can_shoot)}, "/who")


def _why_not(scene: Scene, unit: str) -> tuple[str, dict[str, int | str]] | None:
    """8: What keeps a unit from shooting, in words and numbers."""
    if not can_fire(scene, unit):
        return f"{by_name(unit)} has nothing to shoot with", {"shots": 0}
    for state in ("fleeing", "shaken", "has fought"):
        if scene.has(unit, state) or scene.has(leader(scene, unit), state):
            return f"{by_name(unit)} cannot shoot", {"state": state}
    if in_contact(scene, unit):
        return f"{by_name(unit)} is engaged", {"state": "engaged"}
    for moved in scene.combat.conditions.on(unit, "moved"):
        if moved.key in ("march", "reform", "charge"):
            return f"{by_name(unit)} cannot shoot after its move", {"move": moved.key}
    if scene.combat.exchange.times("turn", unit, "shoot"):
        return f"{by_name(unit)} has shot in this phase", {"done": 1, "most": 1}
    return None


def shoot(scene: Scene, deed: Deed) -> None:
    """8: A unit that may, at an enemy that is not engaged; raises Refused."""
    in_window(scene, deed, "8", "shots")
    may_shoot(scene, deed.who)
    for volley in scene.combat.conditions.on(deed.who, "volley"):
        if volley.toward != deed.targets[0]:
            raise Refused(
                "8",
                f"{by_name(deed.who)} shoots at one target with its unit",
                {"legal": volley.toward},
                "/targets",
            )
    if foes := touched_by(scene, deed.targets[0]):
        why = f"{by_name(deed.targets[0])} is engaged"
        raise Refused("8", why, {"with": ", ".join(foes)}, "/targets")


def shot_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many shoot, at which range, through which cover, and the numbers of the tables."""
    most = max(1, scene.trait(deed.who, "Shots") * shooters(scene, deed.who))
    return (
        Blank("shots", "number", least=1, most=most, says="models that see the target, by shots"),
        Blank("range", "one", reaches(scene, deed), says="long is beyond half the range"),
        Blank("cover", "one", ("none", "soft", "hard"), says="what the target stands behind"),
        *numbers(),
    )


def reaches(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8: Short or long; C4: of a charger beyond half the range only long."""
    act = scene.doing(deed.on)
    far = halves(act.params.get("distance")) if act and act.manoeuvre == "charge" else 0
    reach = scene.trait(deed.who, "Range")
    return ("long",) if reach and far > reach else ("short", "long")


# --- casting -------------------------------------------------------------------------------

MOST_DICE = 5
"""7: A Casting Attempt is made with one to five dice."""


def spells(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The spells of a Wizard."""
    return listed.names(scene, deed.who, "spell")


def cast_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many dice, at whom, and which version; without one, the basic one."""
    dice = scene.supply(side_of(scene, deed.who), DICE)
    most = max(1, min(MOST_DICE, dice.left))
    aim = listed.word(scene, deed.who, "spell", deed.using, "at", "self")
    units = enemies(scene, deed.who) if aim == "enemy" else own(scene, deed.who)
    target = (Blank("on", "one", units, says="the target"),) if aim != "self" else ()
    known, says = listed.versions(scene, deed.who, deed.using), "the basic one if nothing is said"
    return (
        Blank("dice", "number", least=1, most=most, says="Magic Dice", supply=dice),
        *target,
        Blank("version", "one" if known else "text", known, optional=True, says=says),
    )


def own(scene: Scene, unit: str) -> tuple[str, ...]:
    """A unit and its friends on the table."""
    return tuple(
        u for u in scene.present() if side_of(scene, u) == side_of(scene, unit) and stands(scene, u)
    )


def can_cast(scene: Scene, unit: str) -> bool:
    """7: True for who has spells and does not flee."""
    return bool(listed.names(scene, unit, "spell")) and not scene.has(unit, "fleeing")


def cast(scene: Scene, deed: Deed) -> None:
    """7: A Wizard with dice left, and a spell that he may still attempt; raises Refused."""
    in_window(scene, deed, "7", "casts")
    side = side_of(scene, deed.who)
    if scene.has(deed.who, "fleeing"):
        numbers = {"state": "fleeing", "legal": able_now(scene, deed.who, can_cast)}
        raise Refused("7", f"{by_name(deed.who)} is fleeing", numbers, "/who")
    if not scene.left(side, DICE):
        raise Refused("7", "no Magic Dice are left", {"cost": 1, "left": 0}, "/params/dice")
    if any(c.key == deed.using for c in scene.combat.conditions.on(deed.who, "forgotten")):
        raise Refused("7", f"{deed.using} is forgotten for the game", None, "/using")
    _not_attempted(scene, deed, side)


def _not_attempted(scene: Scene, deed: Deed, side: str) -> None:
    """Once in a phase, by whoever of the side, gone or not; a Replicable spell once for each."""
    replicable = listed.number(scene, deed.who, "spell", deed.using, "replicable")
    for unit in (deed.who,) if replicable else roster(scene, side):
        if any(c.key == deed.using for c in scene.combat.conditions.on(unit, "attempted")):
            raise Refused(
                "7", f"{deed.using} was attempted in this phase", {"by": unit, "most": 1}, "/using"
            )
