"""Rider and mount: two combatants and one figure on the board, and what riding changes."""

from __future__ import annotations

from collections.abc import Collection

from domain.ruleset.ruleset import FactSet, Modifier
from domain.ruleset.scene import Scene
from domain.step.step import Step

from .rolls import parts, traits
from .tables import AGITATED, HEIGHT

RIDES = "rides"
OF_THE_FIGURE = ("adjacent", "close", "stands")
"""The facts that rider and mount have in common, as one figure."""


def is_here(scene: Scene, who: str) -> bool:
    """True for somebody openly in the combat."""
    member = scene.member(who)
    return member is not None and member.here and not member.hidden


def mount_of(scene: Scene, who: str) -> str:
    """The mount of a rider, while it is here; or empty."""
    mount = scene.combat.facts.get(who, RIDES)
    return str(mount) if mount and mount != who and is_here(scene, str(mount)) else ""


def rider_of(scene: Scene, mount: str) -> str:
    """The rider of a mount, or empty."""
    ridden = scene.combat.facts.everybodys(RIDES).items()
    riders = (who for who, by in ridden if by == mount != who)
    return next((who for who in riders if is_here(scene, who)), "")


def partner(scene: Scene, who: str) -> str:
    """The other half of a figure: the mount of a rider, or the rider of a mount; or nobody."""
    return scene.once(("partner", who), lambda: mount_of(scene, who) or rider_of(scene, who))


def whole(scene: Scene, some: Collection[str]) -> frozenset[str]:
    """Those named, and the other half of each figure."""
    return frozenset({*some, *(p for w in some if (p := partner(scene, w)))})


def set_for_partner(step: Step, event: FactSet) -> None:
    """3.2: A position set for a rider is set for the mount too, and the other way round.

    What stands by now counts, not what was set: both halves may have been set in one go.
    """
    if event.name == RIDES:
        _in_the_place_of(step, event.of, mount_of(step, event.of))
    if event.name not in OF_THE_FIGURE or partner(step, event.of) == event.toward:
        return
    now = step.fact(event.name, event.of, event.toward)
    for of, toward in (
        (partner(step, event.of), event.toward),
        (event.of, partner(step, event.toward)),
    ):
        if of and toward:
            step.set_fact(event.name, of, now, toward)


def _in_the_place_of(step: Step, rider: str, mount: str) -> None:
    """Give a rider the position of the mount."""
    for who in step.present() if mount else ():
        if who not in (rider, mount):
            for name in OF_THE_FIGURE:
                step.set_fact(name, rider, step.fact(name, mount, who), who)
            step.set_fact("stands", who, step.fact("stands", who, mount), rider)


# --- what riding changes -------------------------------------------------------------------

Parts = tuple[Modifier, ...]


def _riding(scene: Scene, who: str) -> Parts:
    return traits(scene, who, "Riding", "Riding specialism")


def with_mount(scene: Scene, who: str) -> Parts:
    """Riding with its specialism, and what mount and tack add to it."""
    mount = mount_of(scene, who)
    bonus, tack = scene.trait(mount, "Mount bonus"), scene.trait(mount, "Tack")
    return (*_riding(scene, who), *parts(mount=bonus, tack=tack))


def at_most_riding(scene: Scene, who: str, skill: Parts) -> Parts:
    """A skill with its specialisms; in the saddle Riding takes its place, if that is lower."""
    riding, own = (sum(part.value for part in parts) for parts in (_riding(scene, who), skill))
    return with_mount(scene, who) if mount_of(scene, who) and riding < own else skill


def in_the_saddle(scene: Scene, who: str, foe: str, skill: Parts) -> Parts:
    """The skill of a blow; from the saddle with its height, and what an unquiet mount costs."""
    mount = mount_of(scene, who)
    if not mount:
        return skill
    level = scene.setting("height counts") == "on foot" and mount_of(scene, foe)
    agitated = AGITATED if scene.has(mount, "agitated") else 0
    skilled = at_most_riding(scene, who, skill)
    return (*skilled, *parts(height=0 if level else HEIGHT, agitated=agitated))


def footing_of(scene: Scene, who: str) -> Parts:
    """The skill that keeps a combatant upright: Athletics with Acrobatics, mounted Riding."""
    on_foot = traits(scene, who, "Athletics", "Acrobatics")
    return with_mount(scene, who) if mount_of(scene, who) else on_foot


def throw_from_mount(step: Step, who: str) -> None:
    """7.3: Riders who would fall on foot are thrown from the mount."""
    if mount := mount_of(step, who):
        step.resolve("thrown from the mount", stage="unseated", of=who)
        step.set_fact(RIDES, who, "")
        step.set_fact("adjacent", who, "yes", mount, basis="default")


def part_from_absent(step: Step, who: str) -> None:
    """3.2: End the ride when the rider or the mount has left."""
    for rider, mount in step.combat.facts.everybodys(RIDES).items():
        if mount and who in (rider, mount):
            step.set_fact(RIDES, rider, "", basis="default", clause="3.2")
