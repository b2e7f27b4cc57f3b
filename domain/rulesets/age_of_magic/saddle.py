"""Getting on and off a mount, keeping it in hand, riding people down: when, and at what cost."""

from __future__ import annotations

from domain.ruleset import Blank, Deed, Refused, by_name
from domain.scene import Scene

from .allowed import in_place
from .positions import footing, neighbours
from .riding import mount_of, rider_of


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
    beside, *rest = footing(scene, deed)
    mount = tuple(filter(None, (mount_of(scene, deed.who),)))
    return beside._replace(values=(*mount, *beside.values)), *rest
