"""The windows that every game has: declare first, then react in turn; then follow on.

A ruleset's own window of the same name takes the place of one here.
"""

from __future__ import annotations

from domain.events import Slot
from domain.ruleset import Asking, Choice, Ruleset, Window
from domain.scene import Scene

REACT = "react"
"""The window in which declared reactions are carried out, rank by rank."""


def others(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for everybody but the doer of the act; who cannot act is barred with the clause."""
    doing = scene.doing(asking.on)
    return tuple(
        Slot(id=who, who=who, barred=scene.rules.able(scene, who))
        for who in scene.present()
        if doing is None or who != doing.who
    )


def doer(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """One slot, for the doer of the act."""
    act = scene.doing(asking.on)
    return (Slot(id=act.who, who=act.who, about=act.id),) if act else ()


def fighters(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for the doer of the act, and one for each who stands against it."""
    act = scene.doing(asking.on)
    acts = (act, *scene.combat.exchange.standing(asking.on)) if act else ()
    return tuple(Slot(id=a.who, who=a.who, about=a.id) for a in acts)


def _go(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return (Choice("go", "do as declared"),)


COMMON = {
    "declare": Window(
        "declare", "a reaction?", "", others, takes=("reaction",), declares=True, passes=True
    ),
    REACT: Window(REACT, "do what was declared, in turn", "", choices=_go, takes=("reaction",)),
    "follow": Window("follow", "go on with it?", "", doer, takes=("follow-on",), passes=True),
}


def window_of(rules: Ruleset, about: str) -> Window:
    """The window of that name: the ruleset's, or the one that every game has."""
    return rules.windows.get(about) or COMMON.get(about) or Window(about, about, "")
