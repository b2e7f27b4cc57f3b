"""After a hit: damage, soak, pain reaction and knock back, and only then the wound itself."""

from __future__ import annotations

from domain.ruleset.ruleset import END, STAND, Asking, Slot, Throw, Window
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.age_of_magic import attack, legality, riding, rolls, sheet, tables
from domain.rulesets.age_of_magic.magic import enchantments
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import AREAS, LEVELS, PAIN_BY_LEVEL, TYPES
from domain.rulesets.age_of_magic.unarmed import blows as unarmed_blows
from domain.rulesets.age_of_magic.weapons import weapons
from domain.step.step import Step


def level(scene: Scene, blow: Doing) -> int:
    """The level of the wound that a blow makes: as soaked, else as dealt."""
    return LEVELS.index(
        legality.result(scene, blow.id, "soak") or legality.result(scene, blow.id, "damage")
    )


def initially(scene: Scene, blow: Doing) -> tuple[int, int, int]:
    """The level that counts as a wound's first, as the table plays it; as dealt; as soaked."""
    dealt, soaked = LEVELS.index(legality.result(scene, blow.id, "damage")), level(scene, blow)
    return dealt if scene.setting("initially") == "before soak" else soaked, dealt, soaked


def kind_of(scene: Scene, blow: Doing) -> str:
    """The type of a blow's damage: its weapon's or spell's; of a bare hand blunt, or as it says."""
    if enchantments.is_bolt(blow):
        return rolls.word(blow, "damage", TYPES, "special")
    if unarmed_blows.blow(blow) is None:
        return weapons.word_of_act(scene, blow, "type")
    return "impaling" if blow.params.get("as") == "impaling" else "blunt"


def of_type(scene: Scene, blow: Doing) -> dict[str, int]:
    """The modifier of the damage type on the victim's rolls, by its name."""
    kind = kind_of(scene, blow)
    return {kind: TYPES.get(kind, 0)}


# --- damage --------------------------------------------------------------------------------


def who_hit(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each of the blows that hit."""
    struck = attack.hurting_blows(scene, asking.on)
    return tuple(Slot(id=blow.who, who=blow.who, about=blow.id) for blow in struck)


def damage_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """ST, the weapon, half of what it hit by, and the place that was hit."""
    blow = rolls.act_of(scene, slot.about)
    half = half_of(scene, legality.figure(scene, blow.id, "hit", "by"))
    if enchantments.is_bolt(blow):
        return enchantments.damage_roll(scene, blow, half, attack.area(blow))
    bare = unarmed_blows.blow(blow)
    adds = bare is not None or weapons.of_act(scene, blow, "adds ST", 1)
    rating = bare.damage if bare else weapons.of_act(scene, blow, "damage")
    basic = (
        *(rolls.traits(scene, blow.who, "ST") if adds else ()),
        *rolls.parts(**{blow.using or blow.manoeuvre: rating}),
        *rolls.parts(hit_by=half),
        *rolls.parts(**{attack.area(blow): AREAS[attack.area(blow)].damage}),
    )
    return rolls.risked_throw(scene, blow.who, "damage", "effect", "6.6", *basic)


def half_of(scene: Scene, by: int) -> int:
    """Half of a margin, rounded to a half-point as the table plays it."""
    return (by + (scene.setting("hit by half") == "up")) // 2


def resistance(scene: Scene, blow: Doing) -> int:
    """The resistance against damage: ST, armour at that place, tough skin and magic."""
    who = legality.target(scene, blow)
    armour = () if enchantments.ignores_armour(blow) else (f"armour {attack.area(blow)}",)
    own = sum(scene.trait(who, name) for name in ("ST", *armour, *sheet.PROTECTION))
    return own + enchantments.protection(scene, blow, who)


@RULES.stage("harm")
def harm(step: Step) -> str | None:
    """6.7: The damage above the resistance says how bad a wound would be."""
    for blow in attack.hurting_blows(step, step.on):
        basic = rolls.thrown(step, blow.who)
        if basic is not None:
            deal(step, blow, basic)
    return offer_soak(step)


def deal(step: Step, blow: Doing, basic: int, basis: str = "") -> None:
    """Say what wound a blow makes: by its damage above the resistance."""
    against = resistance(step, blow)
    net, whom = basic - against, legality.target(step, blow)
    figures = {"basic": basic, "resistance": against, "net": net}
    wound = LEVELS[tables.wound_level(net)]
    step.resolve(wound, act=blow.id, stage="damage", of=whom, basis=basis, **figures)


# --- soak ----------------------------------------------------------------------------------


def offer_soak(step: Step) -> str | None:
    """Ask the victim of the running blow to soak; after a defence as its follow-on."""
    blow, who = step.act, legality.target(step, step.act)
    if not legality.result(step, blow.id, "damage"):
        return "take hold" if legality.result(step, blow.id, "hit") == "hit" else END
    if level(step, blow) == 0 or who not in step.present():
        return "suffer"
    own = [a.id for a in step.combat.exchange.standing(blow.id) if a.who == who]
    return step.ask("wound", on=own[0] if own else blow.id, params={"who": who})


def after_soak(scene: Scene, asking: Asking) -> str:
    """6.8: A soak that follows a defence: that stands again, and the blow goes on."""
    own = rolls.act_of(scene, asking.on).who == asking.params["who"]
    return STAND if own else "suffer"


def victim_asked(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The victim; barred when unable to act or without AP."""
    who = str(asking.params["who"])
    return (Slot(id=who, who=who, about=asking.on, barred=legality.barring_clause(scene, who)),)


@RULES.stage("soaked")
def resolve_soak(step: Step) -> None:
    """6.8: The better the roll, the more levels the wound loses."""
    act, rolled = step.act, rolls.thrown(step, step.act.who)
    blow = legality.blow_answered(step, act.who, act.on)
    if blow is not None and rolled is not None and legality.result(step, blow.id, "damage"):
        was = level(step, blow)
        now = max(0, was - tables.levels_soaked(rolled))
        step.resolve(
            LEVELS[now], act=blow.id, stage="soak", of=act.who, soak=rolled, was=LEVELS[was]
        )


@RULES.stage("counter")
def counter(step: Step) -> str | None:
    """6.5: An attack back that hit is suffered like any other, and but once (5.7)."""
    return END if legality.result(step, step.on, "knock back") else offer_soak(step)


# --- what the victim suffers ---------------------------------------------------------------


def victim(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for the combatant who was hit."""
    who = legality.target(scene, rolls.act_of(scene, asking.on))
    return (Slot(id=who, who=who),)


def pain_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """WP, Combat, Toughness and Resist pain, by type, place and level of the wound."""
    blow = rolls.act_of(scene, asking.on)
    basic = (
        *rolls.traits(scene, slot.who, "WP", "Combat", "Toughness", "Resist pain"),
        *rolls.parts(**of_type(scene, blow)),
        *rolls.parts(**{attack.area(blow): AREAS[attack.area(blow)].pain}),
        *rolls.parts(**{LEVELS[level(scene, blow)]: PAIN_BY_LEVEL[level(scene, blow)]}),
    )
    return rolls.risked_throw(scene, slot.who, "pain", "resist", "7.1", *basic)


def knock_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """ST and Athletics with Acrobatics, mounted Riding, by type and place of the wound."""
    blow = rolls.act_of(scene, asking.on)
    basic = (
        *rolls.traits(scene, slot.who, "ST"),
        *riding.footing_of(scene, slot.who),
        *rolls.parts(**of_type(scene, blow)),
        *rolls.parts(**{attack.area(blow): _knocked_by(scene, slot.who, attack.area(blow))}),
    )
    return rolls.risked_throw(scene, slot.who, "knock back", "resist", "7.3", *basic)


def _knocked_by(scene: Scene, who: str, part: str) -> int:
    """The modifier of the hit place on a knock back; a leg counts on foot alone."""
    by = AREAS[part].knock_back
    return max(0, by) if riding.mount_of(scene, who) else by


RULES.asks(
    Window("damage", "roll damage", "6.6", who_hit, throw=damage_roll, then="harm"),
    Window(
        "wound",
        "soak the wound?",
        "6.8",
        victim_asked,
        takes=("reaction", "follow on"),
        passes=True,
        then=after_soak,
    ),
    rolls.of_traits(
        "soak", "roll to soak", "6.8", "resist", ("Combat", "Soak", "ST"), then="soaked"
    ),
    Window("pain", "roll the pain reaction", "7.1", victim, throw=pain_roll, then="pained"),
    Window(
        "knock back", "roll against the knock back", "7.3", victim, throw=knock_roll, then="knocked"
    ),
)
