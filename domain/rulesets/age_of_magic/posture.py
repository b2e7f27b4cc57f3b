"""What the prone, the held and those who hold a lock may not do, and what it weighs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domain.ruleset import Deed, Manoeuvre, Modifier, Refused, by_name
from domain.scene import Scene

from . import arms
from .figures import partner
from .rolls import parts
from .tables import SCALE

FOOTWORK = (
    "move",
    "follow",
    "advance and attack",
    "parry",
    "jump back",
    "side-step",
    "rolling dodge",
    "advance and throw",
    "mount",
    "dismount",
)
"""What leaves the hex."""
ON_FOOT = (
    *FOOTWORK,
    "stand and attack",
    "stand and attack back",
    "martial strike",
    "leg sweep",
    "arm grab",
    "arm lock",
    "head lock",
    "grapple",
    "throw weapon",
    "snapshot fire",
    "set and aim",
    "aimed fire",
    "trample",
)
"""What a prone figure does not do, unless the table says otherwise."""
WITH_ARMS = ("martial strike", "arm grab", "arm lock", "head lock", "grapple", "forearm block")
SIDES = ("right", "left")
WEIGHT = -2 * SCALE
"""What being held, or holding a lock, takes off attacks."""


def holds_on(scene: Scene, who: str) -> tuple[Any, ...]:
    """The holds somebody is in, of holders who are here."""
    held = scene.combat.conditions.on(who, "held")
    return tuple(c for c in held if c.toward in scene.present())


def holds_of(scene: Scene, who: str) -> tuple[Any, ...]:
    """The holds that somebody has on others who are here."""
    held = (c for c in scene.combat.conditions.all.values() if c.name == "held")
    return tuple(c for c in held if c.toward == who and c.subject in scene.present())


def held_sides(scene: Scene, who: str) -> frozenset[str]:
    """Which arms of somebody are held."""
    return scene.once(("held sides", who), lambda: _held_sides(scene, who))


def _held_sides(scene: Scene, who: str) -> frozenset[str]:
    keys = [c.key for c in holds_on(scene, who)]
    return frozenset(s for s in SIDES if f"{s} arm" in keys or "both arms" in keys)


def weighs(scene: Scene, who: str) -> tuple[Modifier, ...]:
    """What being held, holding a lock and lying down take off an attack."""
    held = bool(holds_on(scene, who))
    lock = scene.has(who, "locking") and scene.setting("lock-weighs") == "attacks"
    return (*parts(held=WEIGHT * held, **{"holds a lock": WEIGHT * lock}), *prone(scene, who))


def prone(scene: Scene, who: str) -> tuple[Modifier, ...]:
    """What lying down takes off attack and defence, as the table plays it."""
    down = scene.has(who, "prone")
    return parts(prone=int(scene.setting("prone-rolls")) * SCALE) if down else ()


# --- legality ------------------------------------------------------------------------------


def fits(scene: Scene, deed: Deed) -> None:
    """Nobody does what his posture or a hold keeps him from; raises Refused."""
    _upright(scene, deed)
    _free_to_go(scene, deed)
    _free_hands(scene, deed)


def _upright(scene: Scene, deed: Deed) -> None:
    may = scene.setting("prone-may")
    if deed.manoeuvre in ON_FOOT and may == "kick" and scene.has(deed.who, "prone"):
        raise Refused("7.4", f"{by_name(deed.who)} is prone: stand up first", {"attacks": "kicks"})


def _free_to_go(scene: Scene, deed: Deed) -> None:
    if deed.manoeuvre not in FOOTWORK:
        return
    for who in (deed.who, partner(scene, deed.who)):
        for hold in holds_on(scene, who):
            why = f"{by_name(who)} is held and cannot leave the hex"
            raise Refused("7.9", why, {"by": hold.toward})
        if scene.has(who, "locking"):
            raise Refused("7.9", f"{by_name(who)} holds a lock and cannot move: let go first")


def _free_hands(scene: Scene, deed: Deed) -> None:
    """No held arm is used, nor one that is of no use; raises Refused."""
    lacks = held_sides(scene, deed.who) | arms.useless(scene, deed.who)
    if not lacks or deed.manoeuvre == "drop weapon":
        return
    hand = arms.text(scene, deed.who, deed.using, "hand") if deed.using else ""
    needs = lacks & (set(SIDES) if hand == "both" else {hand})
    if needs or (deed.manoeuvre in WITH_ARMS and lacks.issuperset(SIDES)):
        arm = " and ".join(sorted(needs or lacks))
        clause = "7.9" if held_sides(scene, deed.who) & (needs or lacks) else "7.6"
        raise Refused(clause, f"{by_name(deed.who)} cannot use his {arm} arm")


def constrained(manoeuvre: Manoeuvre) -> Manoeuvre:
    """A manoeuvre that is judged by posture and holds before anything else of its own."""

    def allows(scene: Scene, deed: Deed) -> None:
        fits(scene, deed)
        manoeuvre.allows(scene, deed)

    return replace(manoeuvre, allows=allows)
