"""The table of mounted manoeuvres: on and off a mount, keeping it in hand, riding people down."""

from __future__ import annotations

from functools import partial

from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Need, Refused, by_name
from domain.ruleset.scene import Scene
from domain.rulesets.age_of_magic import costs, legality, positions, riding, tables


def free_mounts(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The living creatures beside somebody that nobody rides."""
    near = positions.neighbours(scene, deed.who)
    creatures = [m.subject for m in scene.combat.roster.present("creature") if m.subject in near]
    return tuple(c for c in creatures if not scene.has(c, "dead") and not riding.rider_of(scene, c))


def on_foot(scene: Scene, deed: Deed) -> None:
    """Nobody rides two; raises Refused."""
    if mount := riding.mount_of(scene, deed.who):
        why = f"{by_name(deed.who)} rides {by_name(mount)} already"
        need = Need("fact", "rides", deed.who, "", mount)
        raise Refused("3.2", why, missing=[need])


def mounted_already(scene: Scene, deed: Deed) -> None:
    """Only who rides; a reaction is to what the mount does; raises Refused."""
    legality.in_place(scene, deed)
    mount, parent = riding.mount_of(scene, deed.who), scene.doing(deed.on)
    if not mount:
        why = f"{by_name(deed.who)} rides nothing"
        raise Refused("3.2", why, missing=[Need("fact", "rides", deed.who, "a mount", "")])
    if parent is not None and parent.who != mount:
        why = f"control answers what the mount does, {by_name(mount)}"
        need = Need("time", "act of the mount", mount, has=False)
        raise Refused("3.2", why, missing=[need])


def ridden(scene: Scene, deed: Deed) -> None:
    """Only a mount tramples, under its rider; raises Refused."""
    if not riding.rider_of(scene, deed.who):
        why = f"nobody rides {by_name(deed.who)}: only a mount tramples"
        raise Refused("5.12", why, missing=[Need("fact", "rides", "", deed.who, "")])


def getting_off(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where one comes to stand: beside the mount, if nothing is said."""
    near, *rest = positions.footing(scene, deed)
    mount = tuple(filter(None, (riding.mount_of(scene, deed.who),)))
    return near._replace(values=(*mount, *near.values)), *rest


_ride = partial(Manoeuvre, clause="3.5", kinds=tables.ACTION, cost=costs.as_set("mounting ap"))

MOUNTED = (
    _ride(
        "mount",
        "get on a mount",
        stages=("mounts", *tables.ANSWERED),
        target=True,
        targets=free_mounts,
        target_is="a living creature beside, without a rider",
        allows=on_foot,
    ),
    _ride(
        "dismount",
        "get off the mount",
        stages=("dismounts", *tables.SEEN),
        blanks=getting_off,
        allows=mounted_already,
    ),
    _ride(
        "control mount",
        "keep the mount in hand",
        clause="3.2",
        kinds=tables.ACTION + tables.REACTION,
        stages=tables.ANSWERED,
        cost=costs.as_set("control ap"),
        allows=mounted_already,
    ),
    Manoeuvre(
        "trample",
        "ride somebody down",
        "5.12",
        tables.FOLLOW_ON,
        (*tables.ANSWERED, "trample", "trampled", *tables.SUFFERED),
        answers=("move", "follow"),
        target=True,
        targets=legality.beside,
        target_is="adjacent",
        allows=ridden,
    ),
)
