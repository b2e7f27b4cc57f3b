"""The table of mounted manoeuvres: on and off a mount, keeping it in hand, riding people down."""

from __future__ import annotations

from functools import partial

from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Refused, by_name
from domain.ruleset.scene import Scene
from domain.rulesets.age_of_magic.costs import as_set
from domain.rulesets.age_of_magic.legality import beside, in_place
from domain.rulesets.age_of_magic.positions import footing, neighbours
from domain.rulesets.age_of_magic.riding import mount_of, rider_of
from domain.rulesets.age_of_magic.tables import (
    ACTION,
    ANSWERED,
    FOLLOW_ON,
    REACTION,
    SEEN,
    SUFFERED,
)


def free_mounts(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The living creatures beside somebody that nobody rides."""
    near = neighbours(scene, deed.who)
    creatures = [m.subject for m in scene.combat.roster.present("creature") if m.subject in near]
    return tuple(c for c in creatures if not scene.has(c, "dead") and not rider_of(scene, c))


def on_foot(scene: Scene, deed: Deed) -> None:
    """Nobody rides two; raises Refused."""
    if mount := mount_of(scene, deed.who):
        raise Refused("3.2", f"{by_name(deed.who)} rides already", {"mount": mount})


def mounted_already(scene: Scene, deed: Deed) -> None:
    """Only who rides; a reaction is to what the mount does; raises Refused."""
    in_place(scene, deed)
    mount, parent = mount_of(scene, deed.who), scene.doing(deed.on)
    if not mount:
        raise Refused("3.2", f"{by_name(deed.who)} rides nothing")
    if parent is not None and parent.who != mount:
        raise Refused("3.2", "control answers what the mount does", {"mount": mount})


def ridden(scene: Scene, deed: Deed) -> None:
    """Only a mount tramples, under its rider; raises Refused."""
    if not rider_of(scene, deed.who):
        raise Refused("5.12", f"nobody rides {by_name(deed.who)}: only a mount tramples")


def getting_off(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where one comes to stand: beside the mount, if nothing is said."""
    near, *rest = footing(scene, deed)
    mount = tuple(filter(None, (mount_of(scene, deed.who),)))
    return near._replace(values=(*mount, *near.values)), *rest


_ride = partial(Manoeuvre, clause="3.5", kinds=ACTION, cost=as_set("mounting-ap"))

MOUNTED = (
    _ride(
        "mount",
        "get on a mount",
        stages=("mounts", *ANSWERED),
        target=True,
        targets=free_mounts,
        allows=on_foot,
    ),
    _ride(
        "dismount",
        "get off the mount",
        stages=("dismounts", *SEEN),
        blanks=getting_off,
        allows=mounted_already,
    ),
    _ride(
        "control mount",
        "keep the mount in hand",
        clause="3.2",
        kinds=ACTION + REACTION,
        stages=ANSWERED,
        cost=as_set("control-ap"),
        allows=mounted_already,
    ),
    Manoeuvre(
        "trample",
        "ride somebody down",
        "5.12",
        FOLLOW_ON,
        (*ANSWERED, "trample", "trampled", *SUFFERED),
        answers=("move", "follow"),
        target=True,
        targets=beside,
        allows=ridden,
    ),
)
