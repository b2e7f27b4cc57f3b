"""Weapons and shields in somebody's hands: what he has, what is ready, what is locked."""

from __future__ import annotations

import re

from domain.ruleset import Deed, Refused
from domain.scene import Scene

from .disabilities import FAILS, LOST
from .sheet import SHIELD

_PARRY = re.compile("weapon (.+) parry")
"""The one number that everything which can be held has on the sheet."""


def owned(scene: Scene, who: str) -> tuple[str, ...]:
    """Everything on the sheet that can be held: weapons and the shield."""
    member = scene.member(who)
    found = map(_PARRY.fullmatch, member.traits if member else ())
    return tuple(name[1] for name in found if name)


def value(scene: Scene, who: str, weapon: str, field: str, default: int = 0) -> int:
    """A number of a weapon."""
    return scene.trait(who, f"weapon {weapon} {field}", default)


def text(scene: Scene, who: str, weapon: str, field: str) -> str:
    """A word of a weapon: its skill, its type, the hand that holds it."""
    return scene.word(who, f"weapon {weapon} {field}")


def is_ready(scene: Scene, who: str, weapon: str) -> bool:
    """True while a weapon is in hand: as last set, else as the sheet has it."""
    borne = scene.fact("bears", who, weapon)
    return borne == "yes" if borne else bool(value(scene, who, weapon, "ready"))


def held_in(scene: Scene, who: str, hand: str) -> tuple[str, ...]:
    """What a hand holds, alone or with the other."""
    return tuple(
        w
        for w in owned(scene, who)
        if is_ready(scene, who, w) and text(scene, who, w, "hand") in (hand, "both")
    )


def is_locked(scene: Scene, who: str, weapon: str) -> bool:
    """True while a block holds the weapon fast."""
    return any(c.key == weapon for c in scene.combat.conditions.on(who, "locked"))


def is_stuck(scene: Scene, who: str, weapon: str) -> bool:
    """True while a weapon is stuck in somebody who is here."""
    return any(
        c.name == "impaled" and (c.toward, c.key) == (who, weapon) and c.subject in scene.present()
        for c in scene.combat.conditions.all.values()
    )


def is_fit(scene: Scene, who: str, weapon: str) -> bool:
    """True while a weapon is in hand, no block holds it, and it sticks in nobody."""
    loose = not is_locked(scene, who, weapon) and not is_stuck(scene, who, weapon)
    return is_ready(scene, who, weapon) and loose


def useless(scene: Scene, who: str) -> frozenset[str]:
    """Which arms of somebody are of no use: lost, or broken where the table plays it so."""
    fails = FAILS if scene.setting("useless-limb") == "fails" else LOST
    hurt = [c.at for c in scene.combat.conditions.on(who) if c.name in fails]
    return frozenset(at.split()[0] for at in hurt if at.endswith((" arm", " hand")))


def fit_for_use(scene: Scene, deed: Deed) -> None:
    """The weapon is in hand, and no block holds it; raises Refused."""
    if not is_ready(scene, deed.who, deed.using):
        raise Refused("7.10", f"{deed.who}'s {deed.using} is not ready", None, "/using")
    loose(scene, deed)


def loose(scene: Scene, deed: Deed) -> None:
    """No block holds the weapon, and it sticks in nobody (but one may let go); raises Refused."""
    if deed.manoeuvre != "drop weapon" and is_stuck(scene, deed.who, deed.using):
        raise Refused("7.5", f"{deed.who}'s {deed.using} is stuck in a wound", None, "/using")
    if is_locked(scene, deed.who, deed.using):
        raise Refused("3.6", f"{deed.who}'s {deed.using} is locked by the block", None, "/using")


def parries_with(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Weapons may parry; a shield only blocks."""
    return tuple(w for w in owned(scene, deed.who) if w != SHIELD)


def blocks_with(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Weapons and the shield may block."""
    return owned(scene, deed.who)


def strikes_with(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """What has an attack speed may strike."""
    return tuple(w for w in owned(scene, deed.who) if value(scene, deed.who, w, "ap"))


def put_away(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """What is not in hand and may be made ready."""
    return tuple(w for w in owned(scene, deed.who) if not is_ready(scene, deed.who, w))


def in_hand(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """What is in hand and may be sheathed or dropped."""
    return tuple(w for w in owned(scene, deed.who) if is_ready(scene, deed.who, w))
