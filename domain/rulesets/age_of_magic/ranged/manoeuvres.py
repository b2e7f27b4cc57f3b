"""The table of what is thrown and shot: with what, at whom, when, and how difficult it is."""

from __future__ import annotations

from functools import partial

from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Need, Refused, by_name
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.age_of_magic import costs, legality, rolls, tables
from domain.rulesets.age_of_magic.positions import FOOTWORK, facing_target, footing
from domain.rulesets.age_of_magic.riding import mount_of
from domain.rulesets.age_of_magic.weapons import weapons
from domain.step.step import Step

# --- being set to aim ----------------------------------------------------------------------

UNSETTLING = ("stunned", "staggered", "unconscious", "dead", "prone")
"""The conditions under which nobody stays set."""


def is_set(scene: Scene, who: str) -> bool:
    """True while a combatant is set: the defence is 0, without a roll."""
    return scene.has(who, "set")


def aimed_at(scene: Scene, who: str, weapon: str) -> str:
    """At whom somebody has set and aimed a weapon, or nobody."""
    return next((c.toward for c in scene.combat.conditions.on(who, "set") if c.key == weapon), "")


def aim_bonus(scene: Scene, who: str, weapon: str) -> int:
    """The bonus gained by aiming a weapon."""
    return (
        sum(c.level for c in scene.combat.conditions.on(who, "set") if c.key == weapon)
        * tables.SCALE
    )


def set_bonus(step: Step, who: str, level: int) -> None:
    """Keep a bonus of so many points."""
    for condition in step.combat.conditions.on(who, "set"):
        if condition.level != level:
            step.change_condition(condition, level, condition.left)


def unsettle(step: Step, who: str, why: str) -> None:
    """Somebody is set no longer."""
    for condition in step.combat.conditions.on(who, "set"):
        step.end_condition(condition, why)


ADVANCING = "advance and throw"
AIMED = "aimed fire"
MOST_MORE, FARTHEST = 40, 1000


def is_missile(act: Doing | None) -> bool:
    """True for what is thrown or shot."""
    return act is not None and act.manoeuvre in tables.MISSILES


# --- with what, and at whom ----------------------------------------------------------------


def aimed_targets(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The target of aimed fire: the one at whom the weapon is aimed."""
    aim = aimed_at(scene, deed.who, deed.using)
    return tuple(w for w in legality.attackable(scene, deed) if w == aim)


# --- when ----------------------------------------------------------------------------------


def fit_to_let_fly(scene: Scene, deed: Deed) -> None:
    """In its place in the tree, with what is in hand and loaded; raises Refused."""
    legality.in_place(scene, deed)
    parent = scene.doing(deed.on)
    if deed.kind == "follow on" and parent is not None:
        legality.follows(deed, parent)
    if deed.kind == "reaction" and parent is not None and not _moved(scene, parent):
        why = f"a shot answers the movement of its target, not {parent.manoeuvre}"
        need = Need("time", "what it answers", deed.who, FOOTWORK, parent.manoeuvre)
        raise Refused("3.8", why, missing=[need])
    weapons.fit_for_use(scene, deed)
    if not weapons.is_loaded(scene, deed.who, deed.using):
        why = f"{by_name(deed.who)}'s {deed.using} is not loaded"
        need = Need("item", deed.using, deed.who, "loaded", "not loaded")
        raise Refused("3.8", why, None, "/using", missing=[need])


def _moved(scene: Scene, act: Doing) -> bool:
    """True for an act that leaves the hex, among them a blow that has closed into another's."""
    return act.manoeuvre in FOOTWORK or bool(legality.said_of(scene, act.id, "close"))


def steady(scene: Scene, deed: Deed) -> None:
    """Aimed fire is for those on foot and set; raises Refused."""
    if mount := mount_of(scene, deed.who):
        why = f"{by_name(deed.who)} rides {by_name(mount)}: nobody mounted fires aimed"
        need = Need("fact", "rides", deed.who, "", mount)
        raise Refused("3.8", why, missing=[need])
    fit_to_let_fly(scene, deed)


def fit_to_aim(scene: Scene, deed: Deed) -> None:
    """One aims with what is in hand; raises Refused."""
    legality.in_place(scene, deed)
    weapons.fit_for_use(scene, deed)


# --- what the table says -------------------------------------------------------------------


def shot_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where a shot is aimed, and what makes it difficult."""
    return (
        Blank("range", "one", tuple(tables.RANGES), says="how far the target is"),
        legality.AIM,
        Blank(
            "size", "one", tuple(tables.MARKS), optional=True, says="what is shot at: man or hex"
        ),
        Blank("item", "one", ("0", "1", "2"), optional=True, says="how awkward the item is: 0"),
        Blank("more", "number", most=MOST_MORE, optional=True, says="what else counts, in points"),
        Blank(
            "beyond", "number", most=FARTHEST, optional=True, says="metres beyond effective range"
        ),
    )


def thrown_from_here(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The difficulty, and who is at the doer's back after a turn on the spot."""
    return (*shot_blanks(scene, deed), *facing_target(scene, deed))


def thrown_advancing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The difficulty, and where one comes to stand."""
    return (*shot_blanks(scene, deed), *footing(scene, deed))


def snapshot_fire_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The difficulty, whether the doer turns, and who is then at the doer's back."""
    turns = Blank("turns", "one", ("no", "yes"), optional=True, says="at -1")
    return (*shot_blanks(scene, deed), turns, *facing_target(scene, deed))


def difficulty(shot: Doing) -> dict[str, int]:
    """The difficulty of a shot by parts: range, item, size, and more."""
    return {
        "range": tables.RANGES[rolls.word(shot, "range", tables.RANGES, "point blank")],
        "item": tables.SCALE * int(rolls.word(shot, "item", ("0", "1", "2"), "0")),
        "size": tables.MARKS[rolls.word(shot, "size", tables.MARKS, "man or hex")],
        "more": tables.SCALE * rolls.number(shot, "more", MOST_MORE),
    }


def aim_modifier(scene: Scene, blow: Doing, area: str) -> int:
    """The modifier for aiming at an area, as far as the table counts it."""
    one, other = mount_of(scene, blow.who), mount_of(scene, legality.target(scene, blow))
    if bool(one) != bool(other) and scene.setting("aim mounted") == "none":
        return 0
    if is_missile(blow) and scene.setting("aim of shots") == "size":
        return 0
    return tables.AREAS[area].attack


# --- the table -----------------------------------------------------------------------------

_shot = partial(
    Manoeuvre,
    clause="3.8",
    kinds=tables.ANY,
    stages=tables.SHOT,
    target=True,
    targets=legality.attackable,
    target_is="alive; in an answer, the opponent",
    allows=fit_to_let_fly,
)
_throw = partial(_shot, cost=costs.throwing_speed, usings=weapons.thrown_with)
_fire = partial(_shot, cost=costs.attack_speed, usings=weapons.shot_with)

RANGED = (
    _throw("throw weapon", "throw a weapon", blanks=thrown_from_here),
    _throw(ADVANCING, "step up a hex and throw at +1", blanks=thrown_advancing),
    _fire("snapshot fire", "shoot at once, at -1 after a turn", blanks=snapshot_fire_blanks),
    _fire(
        "set and aim",
        "stand set and aim, for one more each time",
        kinds=tables.ACTION,
        stages=("steady", "aimed", *tables.ANSWERED),
        cost=costs.ap(3),
        allows=fit_to_aim,
    ),
    _fire(
        AIMED,
        "shoot at whom one has aimed at",
        kinds=tables.ACTION + tables.REACTION,
        blanks=shot_blanks,
        targets=aimed_targets,
        target_is="aimed at",
        allows=steady,
    ),
    Manoeuvre(
        "load weapon",
        "make a weapon ready to shoot",
        "3.8",
        tables.ACTION + tables.REACTION,
        ("loaded", *tables.ANSWERED),
        cost=costs.ap(3),
        usings=weapons.unloaded,
        allows=legality.check_handling,
    ),
)
