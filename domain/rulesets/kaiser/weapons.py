"""Weapons, spells and speed by the sheet; weapons in hand, captives, and targets in reach."""

from __future__ import annotations

from domain.ruleset.scene import Scene

from .tables import MOVES

MAGIC = ("mass", "innate", "transfer")
PREPARE = "prepare "
"""7: the ways of Magic; the fourth names the spell that is prepared."""

ENGAGED = "hand to hand"
"""The tie between two who fight hand to hand; positions are the table's word."""


def weapons(scene: Scene, who: str) -> tuple[str, ...]:
    """The names of somebody's weapons, as the sheet lists them."""
    return names_between(scene, who, "weapon ", " damage")


def spells(scene: Scene, who: str) -> tuple[str, ...]:
    """The names of somebody's spells."""
    return names_between(scene, who, "spell ", " mana")


def names_between(scene: Scene, who: str, start: str, end: str = "") -> tuple[str, ...]:
    """The names of the traits that begin and end so, without both."""
    member = scene.member(who)
    found = (t for t in member.traits if t.startswith(start) and t.endswith(end)) if member else ()
    return tuple(t.removeprefix(start).removesuffix(end) for t in found)


def value(scene: Scene, who: str, weapon: str, field: str) -> int:
    """A number of a weapon."""
    return scene.trait(who, f"weapon {weapon} {field}")


def spell(scene: Scene, who: str, name: str, field: str) -> int:
    """A number of a spell."""
    return scene.trait(who, f"spell {name} {field}")


def spell_word(scene: Scene, who: str, name: str, field: str) -> str:
    """A word of a spell."""
    return scene.word(who, f"spell {name} {field}")


def is_ranged(scene: Scene, who: str, weapon: str) -> bool:
    """True for a weapon with a range, shot or thrown."""
    return value(scene, who, weapon, "range") > 0


def for_hand_to_hand(scene: Scene, who: str) -> tuple[str, ...]:
    """Somebody's weapons that neither shoot nor are thrown."""
    return tuple(w for w in weapons(scene, who) if not is_ranged(scene, who, w))


def is_shield(scene: Scene, who: str, weapon: str) -> bool:
    """True for shields."""
    return scene.word(who, f"weapon {weapon} shield") == "True"


def shield_penalty(scene: Scene, who: str) -> int:
    """2.2: a shield weighs on initiative always; the worst of several."""
    carried = (w for w in weapons(scene, who) if is_shield(scene, who, w))
    return max((value(scene, who, w, "penalty") for w in carried), default=0)


def distance(scene: Scene, who: str, kind: str) -> int:
    """5: feet of a Run, Sprint or Dash: as the sheet has it, else by the table; 0 by neither."""
    return scene.trait(who, kind) or MOVES[kind].get(scene.trait(who, "agility"), 0)


def declared(scene: Scene, who: str) -> tuple[str, ...]:
    """The weapons that somebody has declared for this round."""
    held = scene.combat.conditions.on(who, "armed")
    return tuple(w for c in held for w in c.key.split(", ") if w)


def ready(scene: Scene, who: str) -> tuple[str, ...]:
    """The weapons that somebody has declared for this round, but for those struck away."""
    lost = [c.key for c in scene.combat.conditions.on(who, "disarmed")]
    return tuple(w for w in declared(scene, who) if not lost or not {w, ""} & set(lost))


def blades(scene: Scene, who: str) -> tuple[str, ...]:
    """The weapons in hand that neither shoot nor are thrown."""
    return tuple(w for w in ready(scene, who) if not is_ranged(scene, who, w))


def last_swung(scene: Scene, who: str) -> str:
    """5: The weapon of the last attack, where several are declared; or nothing."""
    for armed in scene.combat.conditions.on(who, "armed"):
        if armed.level:
            return armed.key.split(", ")[armed.level - 1]
    return ""


def struck_away(scene: Scene, who: str) -> str:
    """5: The weapon that a disarm takes: the one swung last, or the first in hand."""
    return last_swung(scene, who) or next(iter(ready(scene, who)), "empty hands")


def held_by(scene: Scene, who: str, state: str) -> tuple[str, ...]:
    """5, 8.5: The captives of somebody: trapped, or held at weapon's point."""
    held = (c for c in scene.combat.conditions.all.values() if (c.name, c.toward) == (state, who))
    return tuple(c.subject for c in held if c.subject in scene.present())


def engaged_with(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody who is hand to hand with a combatant."""
    return tuple(w for w in scene.present() if w != who and scene.fact(ENGAGED, who, w) == "yes")


def opposite(scene: Scene, who: str) -> tuple[str, ...]:
    """The foes who are hand to hand with a combatant."""
    foes = scene.foes(who)
    return tuple(w for w in engaged_with(scene, who) if w in foes)


def within_reach(scene: Scene, who: str, weapon: str) -> tuple[str, ...]:
    """The targets of a weapon: everybody hand to hand, or with a range everybody."""
    if is_ranged(scene, who, weapon):
        return tuple(w for w in scene.present() if w != who)
    return engaged_with(scene, who)
