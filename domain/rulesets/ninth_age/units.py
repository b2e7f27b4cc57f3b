"""Questions about sides and units: whose they are, what is left of them, what they are in."""

from __future__ import annotations

from collections.abc import Iterable

from domain.ruleset.ruleset import Slot
from domain.ruleset.scene import Scene

HP, DICE, TOKENS, COUNTERS = "hp", "dice", "veil", "counters"
"""Pools: Health Points of a unit; Magic Dice, Veil Tokens and objective counters of a side."""

ON_TABLE, IN_AMBUSH, OFF_TABLE = "on the table", "in ambush", "not deployed"


# --- sides ---------------------------------------------------------------------------------


def sides(scene: Scene) -> tuple[str, ...]:
    """The sides, in the order they came in."""
    return tuple(m.subject for m in scene.combat.roster.present("side"))


def side_of(scene: Scene, unit: str) -> str:
    """The side of a unit; a side is its own."""
    member = scene.member(unit)
    return "" if member is None else member.side or member.subject


def other_side(scene: Scene, side: str) -> str:
    """The other one."""
    return next((s for s in sides(scene) if s != side), "")


def active(scene: Scene) -> str:
    """2: The side in turn; before the battle, the first to finish, or the chooser of the zone."""
    if scene.actors():
        return scene.actors()[0]
    return side_with(scene, "finished", "first") or side_with(scene, "chose", "yes")


def side_with(scene: Scene, fact: str, value: str) -> str:
    """The side of which a fact has a value; empty where there is none."""
    return next((side for side in sides(scene) if scene.fact(fact, side) == value), "")


def in_order(scene: Scene, first: str) -> tuple[str, ...]:
    """Both sides, one of them first."""
    return tuple(sorted(sides(scene), key=lambda side: side != first))


def active_first(scene: Scene) -> tuple[str, ...]:
    """2: Both sides, the Active Player's first."""
    return in_order(scene, active(scene))


def each(units: Iterable[str]) -> tuple[Slot, ...]:
    """A slot for each unit or side, to be filled in any order."""
    return tuple(Slot(id=who, who=who) for who in units)


def ranked_slots(sides: Iterable[str]) -> tuple[Slot, ...]:
    """2: A slot for each side, the first before the other."""
    return tuple(Slot(id=side, who=side, rank=rank) for rank, side in enumerate(sides))


def name_of(scene: Scene, who: str) -> str:
    """How somebody is called; the referee is no member."""
    member = scene.member(who)
    return member.name if member else f"the {who}"


# --- armies --------------------------------------------------------------------------------


def roster(scene: Scene, side: str) -> tuple[str, ...]:
    """Every unit of a side that has come in, wherever it is."""
    members = scene.combat.roster.members
    return tuple(u for u in scene.present() if members[u].side == side)


def army(scene: Scene, side: str) -> tuple[str, ...]:
    """The units of a side that stand on the table."""
    return tuple(u for u in roster(scene, side) if stands(scene, u))


def stands(scene: Scene, unit: str) -> bool:
    """True for a unit on the table."""
    return is_at(scene, unit, ON_TABLE)


def is_at(scene: Scene, unit: str, place: str) -> bool:
    """4: True for a unit in a place: on the table, in ambush, or not deployed.

    The place of a unit that has left stays known, but nobody is there.
    """
    gone = unit not in scene.present() or scene.has(unit, "destroyed")
    return scene.fact("place", unit) == place and not gone


def is_deploying(scene: Scene, unit: str) -> bool:
    """4: True for a unit that is still to be placed in the Deployment Phase; not in ambush."""
    path = scene.combat.clock.path
    return is_at(scene, unit, OFF_TABLE) and bool(path) and path[-1].name == "deployment"


def friends(scene: Scene, unit: str) -> tuple[str, ...]:
    """The other units of a unit's side on the table."""
    return tuple(u for u in army(scene, side_of(scene, unit)) if u != unit)


def enemies(scene: Scene, unit: str) -> tuple[str, ...]:
    """The units of the other side on the table."""
    return army(scene, other_side(scene, side_of(scene, unit)))


def is_(scene: Scene, unit: str, *marks: str) -> bool:
    """True for a unit with any of these marks on its sheet: Champion, Standard, Terror."""
    return any(scene.trait(unit, mark) for mark in marks)


def is_in_state(scene: Scene, unit: str, *states: str) -> bool:
    """True for a unit in any of these states."""
    return any(scene.has(unit, state) for state in states)


def on_table_with(scene: Scene, side: str, mark: str) -> tuple[str, ...]:
    """10: The units of a side that have a mark, do not flee, and have not just failed to hold."""
    out = ("fleeing", "shamed") if mark == "BSB" else ("fleeing",)
    marked = (u for u in army(scene, side) if is_(scene, u, mark))
    steady = (u for u in marked if not scene.has(leader(scene, u), "broken"))
    return tuple(u for u in steady if not is_in_state(scene, u, *out))


def is_bold(scene: Scene, unit: str) -> bool:
    """10: True for a Fearless unit, where the table plays that such take no Panic or Fear Tests."""
    return is_(scene, unit, "Fearless") and scene.setting("fearless tests") == "no"


def is_dreadful(scene: Scene, unit: str) -> bool:
    """9: True for what causes Fear or Terror, where the table plays that such fear nobody's."""
    return is_(scene, unit, "Fear", "Terror") and scene.setting("dreadful tests") == "no"


# --- characters in units -------------------------------------------------------------------


def joined(scene: Scene, who: str) -> str:
    """The unit that a Character joined, even if it is gone; empty for others."""
    unit = str(scene.fact("joined", who) or "")
    if not unit or unit == who or not is_(scene, who, "Character"):
        return ""
    near = side_of(scene, unit) == side_of(scene, who) and not scene.fact("joined", unit)
    return unit if near and scene.setting("characters in units") == "one with the unit" else ""


def host(scene: Scene, who: str) -> str:
    """The unit that a Character stands in and acts with; empty for all others."""
    unit = joined(scene, who)
    return unit if unit and stands(scene, unit) else ""


def leader(scene: Scene, who: str) -> str:
    """The unit that acts for a combatant: the one it stands in, or itself."""
    return host(scene, who) or who


def within(scene: Scene, unit: str) -> tuple[str, ...]:
    """The Characters who stand in a unit."""
    own = roster(scene, side_of(scene, unit))
    return tuple(u for u in own if stands(scene, u) and host(scene, u) == unit)


def body(scene: Scene, unit: str) -> tuple[str, ...]:
    """All models of a unit, by whose sheet they are: the unit, then the Characters in it."""
    return (unit, *within(scene, unit))


def mostly(scene: Scene, unit: str, mark: str) -> bool:
    """C4: True where more than half the models of a unit have a mark, Characters among them."""
    count = {u: models(scene, u) for u in body(scene, unit)}
    return 2 * sum(n for u, n in count.items() if is_(scene, u, mark)) > sum(count.values())


def slowest(scene: Scene, unit: str, rate: str) -> int:
    """C6: The lowest rate of all models in a unit."""
    return min(scene.trait(u, rate) for u in body(scene, unit))


# --- what is left --------------------------------------------------------------------------


def hp(scene: Scene, unit: str) -> int:
    """Health Points left."""
    return scene.balance_of(unit, HP)


def models(scene: Scene, unit: str) -> int:
    """Models left: a wounded one still stands."""
    return -(-hp(scene, unit) // max(1, scene.trait(unit, "HP", 1)))


def carried_damage(scene: Scene, unit: str) -> int:
    """Health Points that are lost and have not removed a model."""
    return models(scene, unit) * max(1, scene.trait(unit, "HP", 1)) - hp(scene, unit)


def is_decimated(scene: Scene, unit: str) -> bool:
    """10: A quarter or less of the Health Points that it began the game with."""
    return 4 * hp(scene, unit) <= scene.trait(unit, "Models", 1) * scene.trait(unit, "HP", 1)


def full_ranks(scene: Scene, unit: str) -> int:
    """Full Ranks, by the models left and the files that the unit stands in."""
    return models(scene, unit) // files(scene, unit)


def files(scene: Scene, unit: str) -> int:
    """How many models stand in a rank: as last reformed, else as on the sheet."""
    set_to = scene.fact("files", unit)
    return int(set_to) if set_to else max(1, scene.trait(unit, "Files", 5))


# --- contact -------------------------------------------------------------------------------


def touched_by(scene: Scene, unit: str) -> tuple[str, ...]:
    """The enemy units in base contact with any model of a unit."""
    near = (leader(scene, foe) for u in body(scene, unit) for foe in engaged_with(scene, u))
    return tuple(dict.fromkeys(near))


def engaged_with(scene: Scene, unit: str) -> tuple[str, ...]:
    """The enemies in base contact."""
    return tuple(f for f in enemies(scene, unit) if scene.fact("engaged", unit, f) == "yes")


def is_engaged(scene: Scene, unit: str) -> bool:
    """True for a unit in base contact with an enemy."""
    return bool(engaged_with(scene, unit))


def in_contact(scene: Scene, who: str) -> bool:
    """10: True for an Engaged unit, and for a Character who stands in one."""
    return any(is_engaged(scene, u) for u in body(scene, leader(scene, who)))


def combat_of(scene: Scene, unit: str) -> tuple[str, ...]:
    """9: All units that are linked with one by base contact, it first."""
    found = [unit]
    for one in found:
        near = (*engaged_with(scene, one), leader(scene, one))
        inside = (c for c in within(scene, one) if is_engaged(scene, c))
        found += [u for u in dict.fromkeys((*near, *inside)) if u not in found]
    return tuple(found)


def round_of(scene: Scene, unit: str) -> str:
    """9: The Round of Combat, now being fought, that a unit takes part in; empty without one."""
    fights = (c.act for c in scene.combat.conditions.on(unit, "melee"))
    return next((fight for fight in fights if scene.doing(fight)), "")


def free(scene: Scene, unit: str) -> bool:
    """True for a unit that may decide for itself: not fleeing, shaken, engaged, or in another."""
    bound = is_in_state(scene, unit, "fleeing", "shaken") or in_contact(scene, unit)
    return not bound and not host(scene, unit)


# --- the clock -----------------------------------------------------------------------------


def clock_point(scene: Scene) -> str:
    """1: Where the clock stands, as the book counts: `game turn 2, player turn 3, magic`."""
    clock = scene.combat.clock
    gone = len(clock.path[0].done) - (clock.rounds == 1) if clock.path else 0
    k = 2 * (clock.rounds - 1) + gone + 1
    phase = clock.path[-1].name if clock.path else "between"
    if not scene.actors():
        return f"game turn {clock.rounds}, {phase}"
    return f"game turn {clock.rounds}, player turn {k}, {phase}"
