"""The table of unarmed manoeuvres, and who may do them where."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Need, Refused, by_name, free_of
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.age_of_magic import costs, legality, positions, riding, tables

from . import blows

# --- who and where -------------------------------------------------------------------------


def is_trained(scene: Scene, who: str) -> bool:
    """True for who may use the unarmed module at this table."""
    member, played = scene.member(who), scene.setting("unarmed")
    knows = member is not None and "Martial arts" in member.traits
    return played == "everybody" or (played == "trained" and knows)


def check_training(scene: Scene, deed: Deed) -> None:
    """The doer knows Martial arts, as the table plays it; raises Refused."""
    if not is_trained(scene, deed.who):
        why = f"{by_name(deed.who)} has no Martial arts"
        need = Need("trait", "Martial arts", deed.who)
        raise Refused("3.7", why, None, "/manoeuvre", missing=[need])


def in_reach(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The targets of an unarmed blow: those adjacent, in the same hex, or by the arm."""
    if not is_trained(scene, deed.who):
        return ()
    may = legality.attackable(scene, deed)
    if deed.manoeuvre == blows.ARM_LOCK and not _locks_too_late(scene, deed):
        held = [hold.subject for hold in last_arm_hold(scene, deed.who)]
        return tuple(w for w in may if w in held)
    near = positions.close if blows.BLOWS[deed.manoeuvre].close else positions.adjacent
    return tuple(w for w in may if near(scene, deed.who, w))


def last_arm_hold(scene: Scene, who: str) -> tuple[Any, ...]:
    """The arm that somebody has grabbed last and still holds, as the hold on it; or nothing."""
    holds = positions.holds_of(scene, who)
    return tuple(h for h in holds if blows.held_part(h) in blows.ARMS)[-1:]


def _locks_too_late(scene: Scene, deed: Deed) -> bool:
    """True for a lock by itself where the table has it follow a grab at once."""
    later = deed.manoeuvre == blows.ARM_LOCK and deed.kind == "action"
    return later and scene.setting("arm lock") == "follow on"


def _as_it_is_grabbed(scene: Scene, deed: Deed) -> None:
    """An arm is locked as it is grabbed; later only where the table plays it so; or Refused."""
    if _locks_too_late(scene, deed):
        why = "an arm lock follows an arm grab at once"
        need = Need("time", "kind of deed", deed.who, "follow on", deed.kind)
        raise Refused("3.7", why, None, "/manoeuvre", missing=[need])


def blow(scene: Scene, deed: Deed) -> None:
    """An unarmed blow in its place in the tree; raises Refused."""
    check_training(scene, deed)
    _as_it_is_grabbed(scene, deed)
    legality.in_place(scene, deed)
    parent = scene.doing(deed.on)
    if parent is not None and deed.kind == "follow on":
        legality.follows(deed, parent)
    if parent is not None and deed.kind == "reaction":
        _closed_upon(scene, deed, parent)
    _not_out_of(scene, deed)
    _not_mounted(scene, deed)


def _closed_upon(scene: Scene, deed: Deed, parent: Doing) -> None:
    """A kick answers a move into reach; what needs one hex answers who closed into it."""
    if deed.manoeuvre == "martial kick":
        legality.moved_into_reach(scene, deed, parent)
    elif deed.who not in legality.said_of(scene, parent.id, "close"):
        why = f"{by_name(parent.who)} did not close into the hex of {by_name(deed.who)}"
        need = Need("distance", "closing into the hex", parent.who)
        raise Refused("3.7", why, missing=[need])


def _not_out_of(scene: Scene, deed: Deed) -> None:
    """A strike closes in; those who are held or hold another stay in the hex; raises Refused."""
    target = next(iter(deed.targets), "")
    if deed.manoeuvre != "martial strike" or not target or positions.close(scene, deed.who, target):
        return
    if bound := (*holders(scene, deed), *held_targets(scene, deed)):
        why = (
            f"{by_name(deed.who)} holds, or is held by, {by_name(bound[0])}: nobody leaves the hex"
        )
        raise Refused("7.9", why, missing=[free_of("held", deed.who)])


def _not_mounted(scene: Scene, deed: Deed) -> None:
    """No legs are swept from the saddle, nor of who is in one; raises Refused."""
    if deed.manoeuvre != "leg sweep":
        return
    for who in (deed.who, *deed.targets):
        if mount := riding.mount_of(scene, who):
            why = f"{by_name(who)} rides {by_name(mount)}: no leg sweep"
            need = Need("fact", "rides", who, "", mount)
            raise Refused("3.7", why, missing=[need])


def dodge(scene: Scene, deed: Deed) -> None:
    """A martial defence of the target; raises Refused."""
    check_training(scene, deed)
    legality.defence(scene, deed)


# --- what is left open ---------------------------------------------------------------------


def aim_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where a blow is aimed; a lock goes for the arm that was grabbed."""
    aims = blows.BLOWS[deed.manoeuvre].aims
    parent = scene.doing(deed.on)
    if deed.manoeuvre == blows.ARM_LOCK:
        held = tuple(blows.held_part(hold) for hold in last_arm_hold(scene, deed.who))
        said = (str(parent.params.get("aim", aims[0])),) if parent is not None else held
        return (Blank("aim", "one", said or aims, optional=not said),)
    aim = (Blank("aim", "one", aims, optional=True),) if len(aims) > 1 else ()
    return (*aim, *positions.facing_target(scene, deed))


def aimed_with(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where a strike is aimed, and whether it is blunt or impaling."""
    kind = Blank("as", "one", ("blunt", "impaling"), optional=True, says="the type of damage")
    return (*aim_blanks(scene, deed), kind)


def dodge_bonus_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The bonus of a drop dodge by the type of attack: the list is lost, so the referee says."""
    return (
        Blank("bonus", "number", most=blows.MOST_BY_ATTACK, says="0 to 4 by the attack, as ruled"),
    )


_blow = partial(
    Manoeuvre,
    clause="3.7",
    stages=tables.STRUCK,
    target=True,
    cost=costs.unarmed_cost,
    blanks=aim_blanks,
    targets=in_reach,
    target_is="in reach of a bare hand",
    allows=blow,
)
_defence = partial(
    Manoeuvre,
    clause="3.7",
    kinds=tables.REACTION,
    stages=tables.DEFENDING,
    answers=legality.DEFENDED,
    stands=True,
    cost=costs.unarmed_cost,
    allows=dodge,
)

UNARMED = (
    _blow(
        "martial strike", "strike with the hand, closing in", kinds=tables.ANY, blanks=aimed_with
    ),
    _blow("martial kick", "kick", kinds=tables.ANY),
    _blow("leg sweep", "sweep the legs away", kinds=tables.ACTION + tables.FOLLOW_ON),
    _blow("arm grab", "grab an arm and hold it", kinds=tables.ANY),
    _blow(blows.ARM_LOCK, "lock the arm that was grabbed", kinds=tables.ACTION + tables.FOLLOW_ON),
    _blow("head lock", "take in a head lock", kinds=tables.FOLLOW_ON),
    _blow("grapple", "hold both arms", kinds=tables.ACTION),
    _defence("rolling dodge", "roll a hex toward the attack, at +2", blanks=positions.footing_into),
    _defence("drop dodge", "drop below the attack", blanks=dodge_bonus_blanks),
    _defence(
        "forearm block",
        "block with the forearm",
        stages=(*tables.SEEN, "stand"),
        answers=legality.ATTACKS,
    ),
)


# --- held and holding ----------------------------------------------------------------------


def holders(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The holders of the doer."""
    return tuple(dict.fromkeys(h.toward for h in positions.holds_on(scene, deed.who)))


def held_targets(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The combatants whom the doer holds."""
    return tuple(dict.fromkeys(h.subject for h in positions.holds_of(scene, deed.who)))


def lock_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Which lock it is, and where."""
    return (Blank("lock", "one", blows.LOCKS), Blank("aim", "one", (*blows.ARMS, "head")))


_hold = partial(
    Manoeuvre,
    clause="7.9",
    kinds=tables.ACTION,
    target=True,
    targets=held_targets,
    target_is="held by the doer",
)

HOLDING = (
    _hold(
        "break hold",
        "break the hold one is in",
        stages=(*tables.ANSWERED, "wrench", "wrenched"),
        cost=costs.unarmed_cost,
        targets=holders,
        target_is="holding the doer",
    ),
    _hold("let go", "let go of whom one holds", stages=("let go", *tables.ANSWERED)),
    _hold(
        "tighten lock",
        "a lock hurts anew",
        kinds=(),
        stages=("tighten", *tables.HARMED),
        blanks=lock_blanks,
    ),
)
