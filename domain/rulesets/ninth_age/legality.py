"""Legality: what a unit may do now. Everything refused cites the section of the rules."""

from __future__ import annotations

from collections.abc import Callable

from domain.events.measures import decimal
from domain.ruleset.ruleset import Blank, Deed, Need, Refused, by_name, free_of, not_yet
from domain.ruleset.scene import Doing, Scene

from . import units
from .tables import ARCS, HALVES, distance, distance_in_halves

MOST_FILES = 30
"""Models that no rank is wider than."""


def able(scene: Scene, who: str) -> str:
    """The clause by which a unit can do nothing at all, or nothing."""
    if scene.has(who, "destroyed") or units.hp(scene, who) == 0:
        declared = any(a.who == who and not a.kind for a in scene.combat.exchange.acts.values())
        return "" if declared and scene.setting("bearer gone") == "yes" else "10"
    return "" if units.stands(scene, who) or units.is_deploying(scene, who) else "4"


def why_not_joined(scene: Scene, who: str, unit: str) -> str:
    """9: Why somebody cannot stand in a unit: only a Character does, in one of their own side."""
    if not units.is_(scene, who, "Character"):
        return f"{by_name(who)} is no Character by its sheet, and stands in no unit"
    if units.side_of(scene, unit) != units.side_of(scene, who):
        return f"{by_name(unit)} is not of the side of {by_name(who)}"
    if other := scene.fact("joined", unit):
        return f"{by_name(unit)} stands in {by_name(str(other))}: name that unit"
    return ""


def in_window(scene: Scene, deed: Deed, clause: str, *abouts: str) -> None:
    """A deed only in its own window; raises Refused saying where the battle stands."""
    if scene.question_about() not in abouts:
        why = f"this is not the moment for {deed.manoeuvre}: it is {units.clock_point(scene)}"
        need = Need("time", "question", "", abouts, scene.question_about())
        raise Refused(clause, why, None, "/manoeuvre", missing=[need])


def check_target(scene: Scene, deed: Deed) -> None:
    """9: Who stands in an enemy unit is met with all of it; raises Refused naming the unit."""
    for place, target in enumerate(deed.targets):
        unit = units.host(scene, target)
        if unit and units.side_of(scene, unit) != units.side_of(scene, deed.who):
            why = f"{by_name(target)} stands in {by_name(unit)}: name {by_name(unit)} as the target"
            raise Refused("9", why, None, f"/targets/{place}", legal=[unit])


def check_alone(scene: Scene, deed: Deed) -> None:
    """9: Refuse a Character who stands in a unit what only the unit does; raises Refused."""
    if unit := units.host(scene, deed.who):
        why = f"{by_name(deed.who)} stands in {by_name(unit)}"
        raise Refused("9", why, None, "/who", legal=[unit])


def check_free(scene: Scene, deed: Deed, clause: str, could: Callable[[Scene, str], bool]) -> None:
    """Only a unit that is not fleeing, shaken, engaged or in another; raises Refused.

    What is refused names the units that `could` do it now.
    """
    check_alone(scene, deed)
    legal = able_now(scene, deed.who, could)
    for state in ("fleeing", "shaken"):
        if scene.has(deed.who, state):
            why, need = f"{by_name(deed.who)} is {state}", free_of(state, deed.who)
            raise Refused(clause, why, None, "/who", missing=[need], legal=legal)
    if foes := units.touched_by(scene, deed.who):
        why = f"{by_name(deed.who)} is engaged with {', '.join(map(by_name, foes))}"
        need = free_of("engaged", deed.who)
        raise Refused(clause, why, None, "/who", missing=[need], legal=legal)


def able_now(scene: Scene, unit: str, could: Callable[[Scene, str], bool]) -> tuple[str, ...]:
    """The units of a unit's side that could do a thing now."""
    side = units.side_of(scene, unit)
    return scene.once(
        ("able now", side, could.__name__),
        lambda: tuple(u for u in units.army(scene, side) if could(scene, u)),
    )


# --- charging ------------------------------------------------------------------------------


def can_charge(scene: Scene, unit: str) -> bool:
    """True for a unit that may still declare a charge."""
    out = units.is_in_state(scene, unit, "charging", "held back")
    return units.free(scene, unit) and not out and bool(units.enemies(scene, unit))


def charge(scene: Scene, deed: Deed) -> None:
    """C2: A free unit, once in a turn but for redirection; raises Refused."""
    in_window(scene, deed, "C2", "charges", "new charge")
    check_free(scene, deed, "C2", can_charge)
    if scene.has(deed.who, "held back"):
        why = f"{by_name(deed.who)} may not charge in the first Player Turn"
        raise Refused("4", why, None, "/who", missing=[free_of("held back", deed.who)])
    charged = charged_by(scene, deed.who)
    if charged and (deed.kind == "action" or deed.targets[0] in charged):
        why = f"{by_name(deed.who)} charges {', '.join(map(by_name, charged))} already"
        at, legal = _instead(scene, deed, charged)
        raise Refused("C2", why, None, at, missing=[not_yet("charge", deed.who)], legal=legal)


def _instead(scene: Scene, deed: Deed, charged: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """C5: Targets left for a redirected charge; C2: else the units that could charge."""
    if deed.kind == "action":
        return "/who", able_now(scene, deed.who, can_charge)
    foes = (u for u in units.enemies(scene, deed.who) if units.leader(scene, u) == u)
    return "/targets/0", tuple(u for u in foes if u not in charged)


def charge_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Blanks for the distance of a charge and the arc it comes from."""
    return (
        distance("distance", "inches"),
        Blank("arc", "one", ARCS, says="the target's arc one stands in"),
    )


def charged_by(scene: Scene, unit: str) -> tuple[str, ...]:
    """The targets at which a unit has declared a charge."""
    return tuple(c.toward for c in scene.combat.conditions.on(unit, "charging"))


def charge_targets(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """C6: The standing targets at which the unit has declared a charge."""
    return tuple(target for target in charged_by(scene, deed.who) if units.stands(scene, target))


def charge_move(scene: Scene, deed: Deed) -> None:
    """C6: In the step of the charge moves, once, by a unit with all in it; raises Refused."""
    in_window(scene, deed, "C6", "charge moves")
    check_alone(scene, deed)
    if scene.has(deed.who, "moved"):
        why = f"{by_name(deed.who)} has moved its charge"
        raise Refused("C6", why, None, "/who", missing=[not_yet("charge move", deed.who)])


def charge_move_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How far it is now, and whether there is room."""
    return (
        distance("distance", "inches"),
        Blank("room", "one", ("yes", "no"), optional=True, says="is there room?"),
    )


# --- reactions -----------------------------------------------------------------------------


def why_no_flight(scene: Scene, unit: str) -> str:
    """C4: Why a unit cannot declare Flee; empty where it can."""
    if scene.has(unit, "fleeing"):
        return ""
    if units.in_contact(scene, unit):
        return "an Engaged unit can only hold"
    marks = [m for m in ("War Machine", "Undead") if units.is_(scene, unit, m)]
    marks = ["Fearless", *marks] if units.mostly(scene, unit, "Fearless") else marks
    return f"{marks[0]} units cannot declare Flee" if marks else ""


def must_flee(scene: Scene, unit: str) -> bool:
    """C3: A unit that flees, or has failed against Terror, must flee if it can."""
    return units.is_in_state(scene, unit, "fleeing", "terrified") and not why_no_flight(scene, unit)


def flee(scene: Scene, deed: Deed) -> None:
    """C4: Refuse Flee to units that cannot declare it; raises Refused."""
    in_window(scene, deed, "C4", "reaction")
    if why := why_no_flight(scene, deed.who):
        raise Refused("C4", why, None, "/manoeuvre")


def stand_and_shoot(scene: Scene, deed: Deed) -> None:
    """C4: At a charger in front and beyond its Advance Rate, once in a Player Turn.

    Who is not charged is refused as anybody is who is not asked.
    """
    in_window(scene, deed, "C4", "reaction")
    charge = scene.doing(deed.on)
    if charge is None or deed.who not in charge.targets:
        return
    legal = None if why_no_flight(scene, deed.who) else ["flee"]
    if found := _why_no_shot(scene, deed.who, charge):
        why, *needs = found
        raise Refused("C4", why, None, "/manoeuvre", missing=needs, legal=legal)


def _why_no_shot(scene: Scene, unit: str, charge: Doing) -> tuple[str, Need] | None:
    """C4: Why a unit cannot stand and shoot, and what is missing; None where it can."""
    if must_flee(scene, unit):
        return f"{by_name(unit)} has to flee", free_of("fleeing", unit)
    if units.is_(scene, unit, "Undead"):
        return "Undead units can only hold", Need("trait", "Undead", unit, wanted=False, has=True)
    if not units.free(scene, unit):
        return f"{by_name(unit)} is not free to stand and shoot", Need("fact", "free", unit)
    if unarmed := why_unarmed(scene, unit):
        return unarmed
    if scene.combat.exchange.times("turn", unit, "stand and shoot"):
        return "a unit stands and shoots once in a Player Turn", not_yet("stand and shoot", unit)
    if (arc := charge.params.get("arc")) != "front":
        need = Need("fact", "arc", charge.who, "front", str(arc))
        return "the charger is not in the front arc", need
    far = distance_in_halves(charge.params, "distance")
    advance = units.slowest(scene, charge.who, "Advance")
    if far <= advance * HALVES:
        need = Need("distance", "inches", charge.who, advance, decimal(far, HALVES), ">")
        return "the charger must be farther than its Advance Rate", need
    return None


def the_charger(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The unit that charges."""
    act = scene.doing(deed.on)
    return (act.who,) if act else ()


def redirect(scene: Scene, deed: Deed) -> None:
    """C5: Once for each unit in a Player Turn; raises Refused."""
    in_window(scene, deed, "C5", "redirect")
    if scene.combat.exchange.times("turn", deed.who, "redirect"):
        why = f"{by_name(deed.who)} has tried to redirect"
        raise Refused("C5", why, None, "/who", missing=[not_yet("redirect", deed.who)])


# --- moving --------------------------------------------------------------------------------


def can_move(scene: Scene, unit: str) -> bool:
    """True for a unit that may still move in this phase."""
    return units.free(scene, unit) and not units.is_in_state(scene, unit, "moved", "charging")


def move(scene: Scene, deed: Deed) -> None:
    """M3: A unit that is not Charging, Engaged, Fleeing or Shaken, once; raises Refused."""
    in_window(scene, deed, "M3", "moves")
    check_free(scene, deed, "M3", can_move)
    if moved := scene.combat.conditions.on(deed.who, "moved"):
        why = f"{by_name(deed.who)} has moved in this turn: {moved[0].key}"
        legal, need = able_now(scene, deed.who, can_move), not_yet("moves", deed.who)
        raise Refused("M3", why, None, "/who", missing=[need], legal=legal)
    if deed.manoeuvre == "march" and scene.has(deed.who, "no march"):
        why = f"{by_name(deed.who)} failed its March Test; any other move is legal"
        need, other = free_of("no march", deed.who), ["advance", "reform"]
        raise Refused("M3", why, None, "/manoeuvre", missing=[need], legal=other)


DIRECTIONS = ("forward", "backward", "sideways")


def directions(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """M3: An Advance Move goes in one direction only."""
    return DIRECTIONS


def advance_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """M3: Forward up to the Advance Rate; backward or sideways up to exactly half of it."""
    rate = units.slowest(scene, deed.who, "Advance")
    most = rate * HALVES if deed.using == "forward" else rate * HALVES // 2
    return (distance("inches", "how far", 0, most),)


def march_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How far, and how near the nearest enemy is that does not flee."""
    return (
        distance("inches", "how far", 0, units.slowest(scene, deed.who, "March") * HALVES),
        distance("nearest", "inches to the nearest standing enemy"),
    )


def reform_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many models stand in a rank from now on."""
    return (rank(scene, deed.who),)


def rank(scene: Scene, unit: str) -> Blank:
    """M3: How wide a unit stands after a Reform; no rank is wider than the unit."""
    most = max(1, min(MOST_FILES, units.models(scene, unit)))
    return Blank("files", "number", least=1, most=most, optional=True, says="models in a rank")


def why_unarmed(scene: Scene, unit: str) -> tuple[str, Need] | None:
    """8: What a unit lacks to shoot with: Shots, or the Range for them; None where it has both."""
    for trait in ("Shots", "Range"):
        if scene.trait(unit, trait) <= 0:
            lacks = Need("trait", trait, unit, 1, 0, ">=")
            return f"{by_name(unit)} has nothing to shoot with", lacks
    return None
