"""5: captives and sleepers: woken, freed, held for another round, strangled."""

from __future__ import annotations

from domain.ruleset import Deed, Stage, Until, Window, by_name
from domain.scene import Scene
from domain.step import Step

from .actions import active_action, by_ruling, referee
from .checks import refuse


def _asleep(scene: Scene, deed: Deed) -> tuple[str, ...]:
    return tuple(w for w in scene.present() if scene.has(w, "asleep") and w != deed.who)


def _trapped(scene: Scene, deed: Deed) -> None:
    if not scene.has(deed.who, "trapped"):
        raise refuse("5", f"{by_name(deed.who)} is in no trap")


def _my_trapped(scene: Scene, deed: Deed) -> tuple[str, ...]:
    held = (c for c in scene.combat.conditions.all.values() if c.name == "trapped")
    return tuple(c.subject for c in held if c.toward == deed.who and c.subject in scene.present())


def woken(step: Step) -> None:
    """5: The sleeper wakes."""
    for asleep in step.combat.conditions.on(step.act.targets[0], "asleep"):
        step.end_condition(asleep, "woken")


def freed(step: Step) -> None:
    """5: Whether the trap gives way is the table's word."""
    for _, reply in step.replies():
        step.resolve(reply.value, stage="escape", basis="ruled")
        if reply.value == "free":
            for held in step.combat.conditions.on(step.act.who, "trapped"):
                step.end_condition(held, "free")


def kept(step: Step) -> None:
    """5: The trap is held for the round."""
    step.begin_condition(step.act.who, "kept", key="trap", until=Until(span="round"))


MANOEUVRES = (
    active_action("wake", "wake a sleeper", 2, "woken", target=True, targets=_asleep),
    active_action("escape", "try to get out of a trap", 2, "escape", "freed", allows=_trapped),
    active_action(
        "maintain trap", "hold whom one has caught", 2, "kept", target=True, targets=_my_trapped
    ),
    active_action(
        "strangle", "strangle whom one has caught", 2, "ruling-of", target=True, targets=_my_trapped
    ),
)

WINDOWS = (Window("escape", "does the trap give way?", "5", referee, by_ruling("free", "held")),)

STAGES: dict[str, Stage] = {"woken": woken, "freed": freed, "kept": kept}
