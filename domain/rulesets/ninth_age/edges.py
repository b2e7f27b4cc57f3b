"""What the chooser of a Deployment Zone picks besides, in two types of deployment."""

from __future__ import annotations

from domain.ruleset import Asking, Choice, Slot, Window
from domain.scene import Scene
from domain.step import Step

from .book import RULES
from .declared import side_asked
from .units import sides

PICKS = {
    "dawn assault": {
        "left edge": "the short edge on the left",
        "right edge": "the short edge on the right",
    },
    "encircle": {"attacker": "attack", "defender": "defend"},
}
"""4: In a Dawn Assault he also picks a short edge, in an Encircle whether he attacks."""


def picks(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """4: What there is to pick in this type of deployment."""
    found = PICKS.get(str(scene.fact("deployment type", slot.who)), {})
    return tuple(Choice(name, says) for name, says in found.items())


@RULES.stage("zone-choice")
def zone_choice(step: Step) -> str | None:
    """4: Whoever chose a zone picks what comes with it."""
    for side in sides(step):
        chose = step.fact("chose", side) == "yes"
        if chose and step.fact("deployment type", side) in PICKS:
            return step.ask("zone-choice", params={"side": side})
    return "special-deployment"


@RULES.stage("zone-picked")
def zone_picked(step: Step) -> str:
    """4: It is kept with his zone."""
    for slot, reply in step.replies():
        if reply.how == "answered":
            step.set_fact("zone", slot.who, reply.value)
    return "special-deployment"


RULES.asks(
    Window("zone-choice", "what comes with the zone?", "4", side_asked, picks, then="zone-picked")
)
