"""The Shooting Phase: units shoot one at a time, each at one target."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import number
from domain.ruleset.ruleset import Window
from domain.ruleset.scene import Scene
from domain.step.step import Step

from . import settings, units
from .attacks.legality import can_shoot
from .movement.moves import no_more
from .ruleset import RULES
from .tables import NEVER
from .turn import actor

POINTS = {
    "long range": "long range",
    "moved": "moving and shooting",
    "soft cover": "soft cover",
    "hard cover": "hard cover",
}
"""8: The hindrances of a shot, and the settings that say how much each adds."""


@RULES.stage("shots")
def shots(step: Step) -> str | None:
    """8: The Active Player picks units one at a time, until no more shoot."""
    side = step.actors()[0]
    foes = units.army(step, units.other_side(step, side))
    aims = any(not units.in_contact(step, foe) for foe in foes)
    if not aims or not any(can_shoot(step, u) for u in units.army(step, side)):
        return None
    return step.ask("shots")


@RULES.stage("aimed")
def resolve_aim(step: Step) -> None:
    """8: The roll each die needs: the Aim of the unit, and its hindrances."""
    act = step.act
    hindered: dict[str, Any] = hindrances(
        step, act.who, str(act.params.get("range")), str(act.params.get("cover"))
    )
    if act.manoeuvre == "stand and shoot":
        hindered.pop("moved", None)
    need = min(NEVER, max(2, step.trait(act.who, "Aim", NEVER) + sum(hindered.values())))
    for one in units.body(step, units.leader(step, act.who)) if act.manoeuvre == "shoot" else ():
        if one != act.who and not step.has(one, "volley"):
            step.begin_condition(one, "volley", toward=act.targets[0])
    shots, basis = number(act.params, "shots"), settings.basis(step, *(POINTS[n] for n in hindered))
    figures = {"attacks": shots, "needs": need, **hindered}
    step.resolve("aims", stage="aim", of=act.targets[0], basis=basis, **figures)


def hindrances(scene: Scene, unit: str, reach: str, cover: str) -> dict[str, int]:
    """8: Additions to the number needed; each is a setting, since 2E's are in no source."""
    found = {
        "long range": reach == "long",
        "moved": units.is_in_state(scene, unit, "moved", "feigned"),
        f"{cover} cover": f"{cover} cover" in POINTS,
    }
    return {name: int(scene.setting(POINTS[name])) for name, harder in found.items() if harder}


RULES.asks(
    Window("shots", "shoot with a unit", "8", actor, no_more, takes=("action",), then="shots again")
)
