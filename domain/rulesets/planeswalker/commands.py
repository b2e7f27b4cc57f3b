"""Commands: the first comes before every other action, a second one is for Haste (4.3)."""

from __future__ import annotations

from domain.scene import Scene

from .turn_state import actions_used, has_keyword, phase, times
from .zones import master

MOST = 2
"""Commands in a turn: one, and one for Haste."""


def next_command(scene: Scene, mage: str) -> int:
    """The number of the late Command that reaches a creature summoned now; 0 for the first."""
    given = _given(scene, mage)
    late = _is_in_main(scene, mage) and (given or actions_used(scene, mage))
    return given + 1 if late else 0


def _is_in_main(scene: Scene, mage: str) -> bool:
    """True in one's own Main phase, also while what is left of it is delayed."""
    waits = scene.combat.conditions.on(mage, "delaying")
    own = mage in scene.actors() and phase(scene) == "main"
    return own or any(each.key == "main" for each in waits)


def _given(scene: Scene, mage: str) -> int:
    """Commands given in a turn, also in the part of it before a delay."""
    waits = (each.detail.get("done") for each in scene.combat.conditions.on(mage, "delaying"))
    before = (done.get(f"{mage} command") for done in waits if isinstance(done, dict))
    return times(scene, mage, "command") + sum(n for n in before if isinstance(n, int))


def is_hasty(scene: Scene, creature: str) -> bool:
    """True for creatures that a late Command, given now, reaches."""
    given = times(scene, master(scene, creature), "command")
    return _reached_by(scene, creature, given + 1) and not scene.has(creature, "spent")


def _reached_by(scene: Scene, creature: str, number: int) -> bool:
    if scene.setting("haste") != "second command" or not has_keyword(scene, creature, "haste"):
        return False
    sick = scene.combat.conditions.on(creature, "summoned")
    return any(each.detail.get("command") == number for each in sick)


def summoning_sick(scene: Scene, creature: str) -> bool:
    """True for creatures without haste until the next turn of their controller."""
    return scene.has(creature, "summoned") and not has_keyword(scene, creature, "haste")


def unready(scene: Scene, creature: str) -> str:
    """The clause that keeps a creature from acting on a Command, or nothing."""
    if summoning_sick(scene, creature):
        return "4.3"
    return "4.2" if scene.has(creature, "spent") else ""


def is_reached(scene: Scene, mage: str, creature: str) -> bool:
    """True where the Command being given reaches a creature: the first reaches all."""
    number = times(scene, mage, "command")
    is_first = number == 1 and actions_used(scene, mage) <= 1
    return is_first or _reached_by(scene, creature, number)
