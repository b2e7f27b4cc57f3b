"""The table of enchantments: how they are cast, how difficult they are, and what they do."""

from __future__ import annotations

from functools import partial

from domain.ruleset.ruleset import (
    Asking,
    Blank,
    Deed,
    Manoeuvre,
    Need,
    Refused,
    Slot,
    Throw,
    by_name,
)
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.age_of_magic import costs, legality, positions, sheet, tables
from domain.rulesets.age_of_magic.rolls import act_of, number, parts, risked_throw, traits, word

MOST_PART, MOST_BONUS, MOST_TURNS = 100, 100, 1000
PRICES = "how it is prepared: snapshot 2 AP, normal 3, prepared 5; the rest before the combat"
COUNTS = ("counts", "does not count")


def is_bolt(act: Doing) -> bool:
    """True for an attack enchantment."""
    return act.manoeuvre == tables.BOLT


def element(act: Doing) -> str:
    """The skill with which an enchantment is cast."""
    return word(act, "skill", tables.MAGIC, "")


# --- what the table says -------------------------------------------------------------------


def casting_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How it is cast, with which skill, and the parts of its difficulty."""
    left, who = scene.balance_of(deed.who, "ap"), deed.who
    modes = tuple(mode for mode in tables.CASTINGS if costs.of_casting(scene, mode) <= left)
    skills = tuple(skill for skill in tables.MAGIC if scene.trait(who, skill))
    difficulty = (
        Blank(part, "number", most=MOST_PART, optional=True, says="part of the difficulty")
        for part in tables.DIFFICULTY
    )
    return (
        Blank("mode", "one", modes or tuple(tables.CASTINGS), says=PRICES),
        Blank("skill", "one", skills),
        Blank("characteristic", "one", sheet.CHARACTERISTICS, optional=True, says="WP"),
        *difficulty,
        Blank("bonus", "number", most=MOST_BONUS, optional=True, says="other bonuses, in points"),
    )


def said_of_a_bolt(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The blanks of any enchantment, and the aim and element of an attack."""
    return (
        *casting_blanks(scene, deed),
        legality.AIM,
        Blank("armour", "one", COUNTS, says="whether armour helps against this element"),
        Blank(
            "damage", "one", tuple(tables.TYPES), optional=True, says="the type of damage: special"
        ),
    )


def said_of_resistance(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The blanks of any enchantment, and the element and duration of a resistance."""
    return (
        *casting_blanks(scene, deed),
        Blank(
            "element", "one", tables.MAGIC, optional=True, says="the only element it helps against"
        ),
        Blank("turns", "number", least=1, most=MOST_TURNS, optional=True, says="combat turns"),
    )


def check_magic_skill(scene: Scene, deed: Deed) -> None:
    """Only who has a skill of magic casts; raises Refused."""
    if not any(scene.trait(deed.who, skill) for skill in tables.MAGIC):
        why = f"{by_name(deed.who)} has no skill of magic"
        skills = (Need("trait", skill, deed.who, 1, 0, ">=") for skill in tables.MAGIC)
        raise Refused("8.7", why, missing=skills)


# --- rolls ---------------------------------------------------------------------------------


def takes_preparation(spell: Doing) -> bool:
    """True for a spell prepared in the fight itself, not at once and not before the fight."""
    return spell.params.get("mode") == "prepared"


def is_disturbed(scene: Scene, spell: Doing) -> bool:
    """True where the caster has done anything else while preparing."""
    acts = scene.combat.exchange.acts.values() if takes_preparation(spell) else ()
    return any(a.who == spell.who and a.id != spell.id and a.kind for a in acts)


def casting_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """The skill, WP or what the effect wants, and bonuses up to their cap."""
    spell = act_of(scene, asking.on)
    skill = element(spell)
    characteristic = word(spell, "characteristic", sheet.CHARACTERISTICS, "WP")
    basic = (*traits(scene, spell.who, skill, characteristic), *parts(**bonuses(scene, spell)))
    return risked_throw(scene, spell.who, "casting", "magic", "8.4", *basic)


def bonuses(scene: Scene, spell: Doing) -> dict[str, int]:
    """The bonuses of casting and other sources, less the part over the cap."""
    way = tables.CASTINGS[word(spell, "mode", tables.CASTINGS, "normal")]
    mode = 0 if is_disturbed(scene, spell) else way.bonus
    other = tables.SCALE * number(spell, "bonus", MOST_BONUS)
    over = mode + other - way.cap * max(0, scene.trait(spell.who, element(spell)))
    return {"casting": mode, "bonus": other, "over the cap": -max(0, over)}


def difficulty(spell: Doing) -> dict[str, int]:
    """The parts of the difficulty, as the table says them."""
    return {part: tables.SCALE * number(spell, part, MOST_PART) for part in tables.DIFFICULTY}


def attack_roll(scene: Scene, bolt: Doing, aim: int) -> Throw:
    """Twice the finesse, and the aim."""
    finesse = 2 * tables.SCALE * number(bolt, "finesse", MOST_PART)
    basic = (*parts(finesse=finesse, aim=aim), *positions.attack_penalties(scene, bolt.who))
    return risked_throw(scene, bolt.who, "attack", "attempt", "8.5", *basic)


def damage_roll(scene: Scene, bolt: Doing, hit_by: int, area: str) -> Throw:
    """Twice the power, half of what it hit by, and the place that was hit."""
    power = 2 * tables.SCALE * number(bolt, "power", MOST_PART)
    basic = parts(power=power, hit_by=hit_by, **{area: tables.AREAS[area].damage})
    return risked_throw(scene, bolt.who, "damage", "effect", "8.5", *basic)


def ignores_armour(act: Doing) -> bool:
    """True for an enchantment against whose element armour is no help."""
    return is_bolt(act) and act.params.get("armour") == "does not count"


# --- resistance ----------------------------------------------------------------------------


def enchantments(scene: Scene, who: str) -> dict[str, int]:
    """Those that protect somebody, by name, each with its points of resistance."""
    found = scene.combat.conditions.on(who, "resistance")
    return {f"{c.key or 'resistance'} {c.level}": c.level for c in found}


def is_choice(scene: Scene, who: str) -> bool:
    """True where it is not plain which counts: there are several, or one for some cases alone."""
    found = scene.combat.conditions.on(who, "resistance")
    return len(enchantments(scene, who)) > 1 or any(c.key for c in found)


def protection(scene: Scene, blow: Doing, who: str) -> int:
    """The resistance that enchantments add against a blow, in half-points.

    Where the target was not asked, the best of those that help against everything counts.
    """
    if legality.result(scene, blow.id, "resistance"):
        return legality.figure(scene, blow.id, "resistance", "level")
    found = scene.combat.conditions.on(who, "resistance")
    return tables.SCALE * max((c.level for c in found if not c.key), default=0)


# --- the table -----------------------------------------------------------------------------


def everybody(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Targets that an enchantment may protect: the living, the caster among them."""
    return tuple(who for who in scene.present() if not scene.has(who, "dead"))


_cast = partial(
    Manoeuvre,
    kinds=tables.ACTION,
    stages=tables.CAST,
    target=True,
    cost=costs.casting,
    allows=check_magic_skill,
)

SPELLS = (
    _cast("cast magic", "cast an enchantment", "3.5", target=False, blanks=casting_blanks),
    _cast(
        tables.BOLT,
        "cast an attack enchantment",
        "8.5",
        stages=tables.HURLED,
        blanks=said_of_a_bolt,
        targets=legality.attackable,
        target_is="alive; in an answer, the opponent",
    ),
    _cast(
        "cast resistance",
        "cast a resistance enchantment",
        "8.6",
        blanks=said_of_resistance,
        targets=everybody,
        target_is="alive",
    ),
)
