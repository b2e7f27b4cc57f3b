"""Before the blows of a Round of Combat: weapons, making way, and Crush Attacks after the Duels."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Until, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import sheet, states, units
from domain.rulesets.ninth_age.declared import confirm
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.tables import attackers
from domain.step.step import Step

from .combat_round import fighting, left_of

ROUND = Until(span="act")
MADE_WAY = "made way"


def by_side(scene: Scene, asked: tuple[str, ...]) -> tuple[Slot, ...]:
    """2: The Active Player says first, then the other, knowing it."""
    order = units.active_first(scene)
    ranks = {u: order.index(side) for u in asked if (side := units.side_of(scene, u)) in order}
    return tuple(Slot(id=u, who=u, rank=ranks[u]) for u in sorted(ranks, key=ranks.__getitem__))


# --- weapons -------------------------------------------------------------------------------


def armed_units(scene: Scene, fight: str) -> tuple[str, ...]:
    """Who still fights in a Combat, or may make way into it, and has weapons on the sheet."""
    there = (*fighting(scene, fight), *behind(scene, fight))
    return tuple(u for u in there if sheet.weapons(scene, u))


def choosers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: A slot for each unit that has more than one weapon."""
    several = (u for u in armed_units(scene, asking.on) if len(sheet.weapons(scene, u)) > 1)
    return by_side(scene, tuple(several))


def weapon_choice(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """One of the unit's weapons."""
    blank = Blank("weapon", "one", sheet.weapons(scene, slot.who))
    return (Choice("wield", "fight with", (blank,)),)


@RULES.stage("weapons")
def weapons(step: Step) -> str | None:
    """9: The second step of a Round: each unit chooses what it fights with; one weapon is that."""
    for unit in armed_units(step, step.on):
        if len(names := sheet.weapons(step, unit)) == 1:
            wield(step, unit, names[0])
    return step.ask("weapons")


@RULES.stage("weapons chosen")
def weapons_chosen(step: Step) -> None:
    """9: It is used for this Round."""
    for slot, reply in step.replies("weapons"):
        if reply.value == "wield":
            wield(step, slot.who, str(reply.params["weapon"]))


def wield(step: Step, unit: str, weapon: str) -> None:
    """9: Give a unit the modifiers of a weapon for the Round."""
    mods = sheet.gives(step, unit, "weapon", weapon)
    step.begin_condition(unit, "wields", key=weapon, mods=mods, until=ROUND, act=step.on)


# --- make way ------------------------------------------------------------------------------


def may_make_way(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: A slot for each who may step into contact."""
    return by_side(scene, behind(scene, asking.on))


def behind(scene: Scene, fight: str) -> tuple[str, ...]:
    """9: Characters who stand in a unit of this Combat, and touch no enemy themselves."""
    if scene.setting("make way") == "not played":
        return ()
    found = left_of(scene, fight)
    free = (u for u in scene.present() if units.is_(scene, u, "Character") and _is_free(scene, u))
    return tuple(u for u in free if any(_stands_in(scene, u, w) for w in found))


def _is_free(scene: Scene, who: str) -> bool:
    """True for one who is neither engaged nor fleeing, and in no Combat yet."""
    kept_out = units.is_engaged(scene, who) or units.is_in_state(scene, who, "fleeing", "melee")
    return units.stands(scene, who) and not kept_out


def _stands_in(scene: Scene, who: str, unit: str) -> bool:
    own = units.side_of(scene, who) == units.side_of(scene, unit)
    return own and scene.fact("joined", who) == unit and bool(units.engaged_with(scene, unit))


def foe_choices(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """One of the enemies that the Character's unit touches."""
    foes = units.engaged_with(scene, str(scene.fact("joined", slot.who)))
    return (Choice("make way", "step into contact with", (Blank("foe", "one", foes),)),)


@RULES.stage("make way")
def make_way(step: Step) -> str | None:
    """9: The third step of a Round: a Character in the first rank may step into contact.

    No source that we have says how; what it does is a setting.
    """
    return step.ask("make way")


@RULES.stage("made way")
def made_way(step: Step) -> str | None:
    """9: A Character who steps in touches the enemy, and is in this Combat."""
    for slot, reply in step.replies("make way"):
        if reply.value == "make way":
            basis = step.basis_of("make way")
            step.set_fact("engaged", slot.who, "yes", str(reply.params["foe"]), basis=basis)
            states.enter_combat(step, slot.who, step.on, basis, key=MADE_WAY)
    asked = step.closed is not None and step.closed.about == "make way"
    return _confirm_first_rank(step, 0) if asked else None


@RULES.stage("way seen")
def way_seen(step: Step) -> str | None:
    """12: The other player confirms or contests that the Character stands in the first rank."""
    return _confirm_first_rank(step, 1)


def _confirm_first_rank(step: Step, place: int) -> str | None:
    side = (*units.in_order(step, step.actors()[0]), "", "")[place]
    came = [
        c.subject
        for c in step.combat.conditions.begun_by(step.on, "melee")
        if c.key == MADE_WAY and units.side_of(step, c.subject) == side
    ]
    return confirm(step, side, {"in the first rank": came}) if came else None


# --- crush attacks -------------------------------------------------------------------------


def crushers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: A slot for each unit that has Crush Attacks; the shamed may not attack."""
    able = (u for u in fighting(scene, asking.on) if scene.trait(u, "Crush Attack") > 0)
    return by_side(scene, tuple(u for u in able if not scene.has(u, "shamed")))


def crush_choice(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """How many models use it: one attack each, so no more than the unit has."""
    most = min(scene.trait(slot.who, "Crush Attack"), attackers(scene, slot.who))
    blank = Blank("models", "number", least=1, most=max(1, most), says="models that crush")
    return (Choice("crush", "crush, and strike no other blow", (blank,)),)


@RULES.stage("crush attacks")
def crush_attacks(step: Step) -> str | None:
    """9: At the end of the fourth step of a Round, after the Duels, Crush Attacks are declared."""
    return step.ask("crush attacks")


@RULES.stage("crush declared")
def crush_declared(step: Step) -> None:
    """9: Models that crush do not strike as well in this Round."""
    for slot, reply in step.replies("crush attacks"):
        if count := number(reply.params, "models"):
            step.begin_condition(slot.who, "crushes", level=count, until=ROUND, act=step.on)


RULES.asks(
    Window(
        "weapons",
        "which weapon is used?",
        "9",
        choosers,
        weapon_choice,
        then="weapons chosen",
        stale=True,
    ),
    Window(
        "make way",
        "step into contact?",
        "9",
        may_make_way,
        foe_choices,
        passes=True,
        then="made way",
    ),
    Window(
        "crush attacks",
        "use a Crush Attack?",
        "9",
        crushers,
        crush_choice,
        passes=True,
        then="crush declared",
    ),
)
