"""What riding changes: AP, the attack from the saddle, and what it takes to be thrown."""

from __future__ import annotations

from domain.ruleset import Modifier
from domain.scene import Scene
from domain.step import Step

from .figures import RIDES, mount_of
from .rolls import parts, traits
from .tables import AGITATED, HEIGHT

Parts = tuple[Modifier, ...]


def _sum(skill: Parts) -> int:
    return sum(part.value for part in skill)


def _riding(scene: Scene, who: str) -> Parts:
    return traits(scene, who, "Riding", "Riding specialism")


def with_mount(scene: Scene, who: str) -> Parts:
    """Riding with its specialism, and what mount and tack add to it."""
    mount = mount_of(scene, who)
    bonuses = {"mount": scene.trait(mount, "Mount bonus"), "tack": scene.trait(mount, "Tack")}
    return (*_riding(scene, who), *parts(**bonuses))


def at_most_riding(scene: Scene, who: str, skill: Parts) -> Parts:
    """A skill with its specialisms; in the saddle Riding takes its place, if that is lower."""
    if mount_of(scene, who) and _sum(_riding(scene, who)) < _sum(skill):
        return with_mount(scene, who)
    return skill


def in_the_saddle(scene: Scene, who: str, foe: str, skill: Parts) -> Parts:
    """The skill of a blow; from the saddle with its height, and what an unquiet mount costs."""
    mount = mount_of(scene, who)
    if not mount:
        return skill
    level = scene.setting("height-counts") == "on foot" and mount_of(scene, foe)
    agitated = AGITATED if scene.has(mount, "agitated") else 0
    skilled = at_most_riding(scene, who, skill)
    return (*skilled, *parts(height=0 if level else HEIGHT, agitated=agitated))


def footing_of(scene: Scene, who: str) -> Parts:
    """What keeps somebody upright: Athletics with Acrobatics, in the saddle Riding."""
    if mount_of(scene, who):
        return with_mount(scene, who)
    return traits(scene, who, "Athletics", "Acrobatics")


def unseat(step: Step, who: str) -> None:
    """7.3: Who would fall on foot is thrown from his mount."""
    if mount := mount_of(step, who):
        step.resolve("thrown from the mount", stage="unseated", of=who)
        step.set_fact(RIDES, who, "")
        step.set_fact("adjacent", who, "yes", mount, basis="default")
