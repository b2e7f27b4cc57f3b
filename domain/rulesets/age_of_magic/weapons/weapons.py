"""Weapons and shields of a combatant: owned, ready, locked, stuck, loaded."""

from __future__ import annotations

import re
from collections.abc import Callable

from domain.ruleset.ruleset import Deed, Need, Refused, by_name
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.age_of_magic.disabilities import FAILS, LOST
from domain.rulesets.age_of_magic.sheet import FLYING, SHIELD, thrown
from domain.rulesets.age_of_magic.tables import THROWS

_PARRY = re.compile("weapon (.+) parry")
"""The one number that everything which can be held has on the sheet."""


def items_of(scene: Scene, who: str) -> tuple[str, ...]:
    """Everything on the sheet that can be held: weapons and the shield."""
    return scene.once(("owned", who), lambda: _on_the_sheet(scene, who))


def _on_the_sheet(scene: Scene, who: str) -> tuple[str, ...]:
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
    """The items that a hand holds, alone or with the other."""
    ready = (w for w in items_of(scene, who) if is_ready(scene, who, w))
    return tuple(w for w in ready if text(scene, who, w, "hand") in (hand, "both"))


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
    return scene.once(("useless", who), lambda: _useless(scene, who))


def _useless(scene: Scene, who: str) -> frozenset[str]:
    fails = FAILS if scene.setting("useless limb") == "fails" else LOST
    hurt = [c.at for c in scene.combat.conditions.on(who) if c.name in fails]
    return frozenset(at.split()[0] for at in hurt if at.endswith((" arm", " hand")))


def fit_for_use(scene: Scene, deed: Deed) -> None:
    """The weapon is in hand, and no block holds it; raises Refused."""
    if not is_ready(scene, deed.who, deed.using):
        why, need = f"{by_name(deed.who)}'s {deed.using} is not ready", _ready(deed)
        raise Refused("7.10", why, None, "/using", missing=[need])
    loose(scene, deed)


def _ready(deed: Deed, state: str = "not in hand") -> Need:
    """What is missing of a weapon that cannot be used now."""
    return Need("item", deed.using, deed.who, "ready", state)


def loose(scene: Scene, deed: Deed) -> None:
    """No block holds the weapon, and it sticks in nobody (but one may let go); raises Refused."""
    if deed.manoeuvre != "drop weapon" and is_stuck(scene, deed.who, deed.using):
        why = f"{by_name(deed.who)}'s {deed.using} is stuck in a wound"
        raise Refused("7.5", why, None, "/using", missing=[_ready(deed, "stuck in a wound")])
    if is_locked(scene, deed.who, deed.using):
        why = f"{by_name(deed.who)}'s {deed.using} is locked by the block"
        raise Refused("3.6", why, None, "/using", missing=[_ready(deed, "locked")])


def is_polearm(scene: Scene, who: str, weapon: str) -> bool:
    """True for what also strikes in the ring beyond the front hexes."""
    return bool(value(scene, who, weapon, "polearm"))


def bears_polearm(scene: Scene, who: str) -> bool:
    """True for who has a polearm in hand."""
    ready = (w for w in items_of(scene, who) if is_ready(scene, who, w))
    return any(is_polearm(scene, who, w) for w in ready)


# --- what flies ----------------------------------------------------------------------------


def shoots(scene: Scene, who: str, weapon: str) -> bool:
    """True for what is shot with."""
    return text(scene, who, weapon, "skill") == "Shooting"


def is_throwable(scene: Scene, who: str, weapon: str) -> bool:
    """True for what is made for throwing, or has values for being thrown."""
    made = text(scene, who, weapon, "skill") == "Throwing"
    return made or as_thrown(scene, who, weapon) != weapon


def as_thrown(scene: Scene, who: str, weapon: str) -> str:
    """Under which name a weapon has its values when it is thrown."""
    name = thrown(weapon)
    return name if value(scene, who, name, "ap") else weapon


def of_act(scene: Scene, act: Doing, field: str, default: int = 0) -> int:
    """A number of the weapon that an act is done with, in the way it is used."""
    return value(scene, act.who, _as_used(scene, act, field), field, default)


def word_of_act(scene: Scene, act: Doing, field: str) -> str:
    """A word of the weapon that an act is done with, in the way it is used."""
    return text(scene, act.who, _as_used(scene, act, field), field)


_SAME = ("adds ST", "impales as")
"""What is the same of a thrown weapon, where its values for being thrown do not say it."""


def _as_used(scene: Scene, act: Doing, field: str) -> str:
    """Under which name the weapon of an act has a value, in the way it is used."""
    name = as_thrown(scene, act.who, act.using) if act.manoeuvre in THROWS else act.using
    member = scene.member(act.who)
    left_out = member is None or f"weapon {name} {field}" not in member.traits
    return act.using if left_out and field in _SAME else name


def is_loaded(scene: Scene, who: str, weapon: str) -> bool:
    """True for what can be shot or thrown at once: as last set, else as the sheet has it."""
    if not shoots(scene, who, weapon) or not value(scene, who, weapon, "loads", 1):
        return True
    loaded = scene.fact("loaded", who, weapon)
    return loaded == "yes" if loaded else bool(value(scene, who, weapon, "loaded", 1))


# --- with what something may be done -------------------------------------------------------


def every(fits: Callable[[Scene, str, str], bool]) -> Callable[[Scene, Deed], tuple[str, ...]]:
    """List the items of the doer that fit, the shield among them."""
    return lambda scene, deed: tuple(
        w for w in items_of(scene, deed.who) if fits(scene, deed.who, w)
    )


def may_block(scene: Scene, who: str, weapon: str) -> bool:
    """True for weapons and the shield; not for what only flies."""
    return text(scene, who, weapon, "skill") not in FLYING


def may_parry(scene: Scene, who: str, weapon: str) -> bool:
    """True for weapons; a shield only blocks."""
    return weapon != SHIELD and may_block(scene, who, weapon)


def may_strike(scene: Scene, who: str, weapon: str) -> bool:
    """True for what has an attack speed."""
    return value(scene, who, weapon, "ap") > 0 and may_block(scene, who, weapon)


in_hand = every(is_ready)
put_away = every(lambda *weapon: not is_ready(*weapon))
unloaded = every(lambda *weapon: is_ready(*weapon) and not is_loaded(*weapon))
blocks_with, parries_with, strikes_with = every(may_block), every(may_parry), every(may_strike)
thrown_with, shot_with = every(is_throwable), every(shoots)
