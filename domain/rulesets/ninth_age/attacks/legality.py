"""Legality of attacks: who may shoot, cast, fight a Combat and strike in it."""

from __future__ import annotations

from domain.ruleset.ruleset import Blank, Deed, Need, Refused, by_name, free_of, not_yet
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import sheet, units
from domain.rulesets.ninth_age.legality import able_now, check_target, in_window, why_unarmed
from domain.rulesets.ninth_age.tables import attackers, halves, numbers, shooters


def can_shoot(scene: Scene, unit: str) -> bool:
    """True for a unit that may still shoot in this phase."""
    return _why_not(scene, unit) is None


def may_shoot(scene: Scene, deed: Deed) -> None:
    """8: Not who flees, is Shaken, fought, marched, reformed, or has shot; raises Refused.

    It is asked before the numbers of the shot: none of them could make it legal.
    """
    in_window(scene, deed, "8", "shots")
    if found := _why_not(scene, deed.who):
        why, *needs = found
        legal = able_now(scene, deed.who, can_shoot)
        raise Refused("8", why, None, "/who", missing=needs, legal=legal)
    check_target(scene, deed)


def _why_not(scene: Scene, unit: str) -> tuple[str, Need] | None:
    """8: Why a unit cannot shoot, and what is missing; None where it can."""
    if unarmed := why_unarmed(scene, unit):
        return unarmed
    for state in ("fleeing", "shaken", "has fought"):
        for who in (unit, units.leader(scene, unit)):
            if scene.has(who, state):
                return f"{by_name(unit)} cannot shoot: {state}", free_of(state, who)
    if units.in_contact(scene, unit):
        return f"{by_name(unit)} is engaged", free_of("engaged", unit)
    for moved in scene.combat.conditions.on(unit, "moved"):
        if moved.key in ("march", "reform", "charge"):
            why = f"{by_name(unit)} cannot shoot after its move: {moved.key}"
            return why, not_yet(moved.key, unit, 1, 0)
    if scene.combat.exchange.times("turn", unit, "shoot"):
        return f"{by_name(unit)} has shot in this phase", not_yet("shoot", unit)
    return None


def shoot(scene: Scene, deed: Deed) -> None:
    """8: At the target of its unit, and at no enemy that is engaged; raises Refused."""
    for volley in scene.combat.conditions.on(deed.who, "volley"):
        if volley.toward != deed.targets[0]:
            why = f"{by_name(deed.who)} shoots at one target with its unit"
            raise Refused("8", why, None, "/targets/0", legal=[volley.toward])
    if foes := units.touched_by(scene, deed.targets[0]):
        why = f"{by_name(deed.targets[0])} is engaged with {', '.join(map(by_name, foes))}"
        need = free_of("engaged", deed.targets[0])
        raise Refused("8", why, None, "/targets/0", missing=[need])


def shot_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many shoot, at which range, through which cover, and the numbers of the tables."""
    most = max(1, scene.trait(deed.who, "Shots") * shooters(scene, deed.who))
    return (
        Blank("shots", "number", least=1, most=most, says="models that see the target, by shots"),
        Blank("range", "one", reaches(scene, deed), says="long is beyond half the range"),
        Blank("cover", "one", ("none", "soft", "hard"), says="what the target stands behind"),
        *numbers(),
    )


def reaches(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8: Short or long; C4: of a charger beyond half the range only long."""
    act = scene.doing(deed.on)
    far = halves(act.params.get("distance")) if act and act.manoeuvre == "charge" else 0
    reach = scene.trait(deed.who, "Range")
    return ("long",) if reach and far > reach else ("short", "long")


# --- casting -------------------------------------------------------------------------------

MOST_DICE = 5
"""7: A Casting Attempt is made with one to five dice."""


def spells(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The spells of a Wizard."""
    return sheet.names(scene, deed.who, "spell")


def cast_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many dice, at whom, and which version; without one, the basic one."""
    dice = scene.supply(units.side_of(scene, deed.who), units.DICE)
    most = max(1, min(MOST_DICE, dice.left))
    aim = sheet.word(scene, deed.who, "spell", deed.using, "at", "self")
    at = (
        units.enemies(scene, deed.who)
        if aim == "enemy"
        else units.army(scene, units.side_of(scene, deed.who))
    )
    target = (Blank("on", "one", at, says="the target"),) if aim != "self" else ()
    return (
        Blank("dice", "number", least=1, most=most, says="Magic Dice", supply=dice),
        *target,
        *_version_said(scene, deed),
    )


def _version_said(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """7: Which version, of a spell that has several, or of nobody's spell."""
    known, says = sheet.versions(scene, deed.who, deed.using), "the basic one if nothing is said"
    several = known or not deed.who
    return (Blank("version", "one", known, optional=True, says=says),) if several else ()


def can_cast(scene: Scene, unit: str) -> bool:
    """7: True for who has spells and does not flee."""
    return bool(sheet.names(scene, unit, "spell")) and not scene.has(unit, "fleeing")


def cast(scene: Scene, deed: Deed) -> None:
    """7: A Wizard with dice left, and a spell not yet attempted; raises Refused."""
    in_window(scene, deed, "7", "casts")
    side = units.side_of(scene, deed.who)
    if scene.has(deed.who, "fleeing"):
        why, need = f"{by_name(deed.who)} is fleeing", free_of("fleeing", deed.who)
        legal = able_now(scene, deed.who, can_cast)
        raise Refused("7", why, None, "/who", missing=[need], legal=legal)
    if not (dice := scene.supply(side, units.DICE)).left:
        raise Refused("7", "no Magic Dice are left", None, "/params/dice", missing=[dice.need(1)])
    if any(c.key == deed.using for c in scene.combat.conditions.on(deed.who, "forgotten")):
        why, need = f"{deed.using} is forgotten for the game", free_of("forgotten", deed.who)
        raise Refused("7", why, None, "/using", missing=[need])
    _not_attempted(scene, deed, side)


def _not_attempted(scene: Scene, deed: Deed, side: str) -> None:
    """Refuse a second attempt of a side in a phase; a Replicable spell is once for each Wizard."""
    replicable = sheet.number(scene, deed.who, "spell", deed.using, "replicable")
    for unit in (deed.who,) if replicable else units.roster(scene, side):
        if any(c.key == deed.using for c in scene.combat.conditions.on(unit, "attempted")):
            why = f"{deed.using} was attempted by {by_name(unit)} in this phase"
            raise Refused("7", why, None, "/using", missing=[not_yet("attempts", unit)])


# --- blows ---------------------------------------------------------------------------------

SPECIAL = {
    "impact hits": "Impact Hits",
    "stomp": "Stomp",
    "crush attack": "Crush Attack",
    "grinding attacks": "Grinding Attacks",
}
"""The blows besides ordinary ones, each with the trait that says how many they are."""

FIXED = {"impact hits": 10, "stomp": 0, "crush attack": 0}
"""9: The steps of Impact Hits, Stomps and Crush Attacks; what grinds does it at its own Agility."""

NO_ROLL = ("impact hits", "stomp", "grinding attacks")
"""9: The blows that hit without a roll."""


def unfought(scene: Scene, side: str) -> tuple[str, ...]:
    """9: The Engaged units of a side whose Combat has not been fought in this phase."""
    engaged = (u for u in units.army(scene, side) if units.is_engaged(scene, u))
    return tuple(u for u in engaged if not scene.has(u, "melee"))


def fight(scene: Scene, deed: Deed) -> None:
    """9: A Combat not fought yet, named by one of the player's units in it; raises Refused."""
    in_window(scene, deed, "9", "combats")
    legal = unfought(scene, units.side_of(scene, deed.who))
    if not units.is_engaged(scene, deed.who):
        why = f"{by_name(deed.who)} is in no combat"
        need = Need("condition", "engaged", deed.who)
        raise Refused("9", why, None, "/who", missing=[need], legal=legal)
    if scene.has(deed.who, "melee"):
        why = f"{by_name(deed.who)} has fought in this phase"
        need = not_yet("rounds of combat", deed.who)
        raise Refused("9", why, None, "/who", missing=[need], legal=legal)


def blows_of(scene: Scene, unit: str) -> dict[str, int]:
    """9: The steps in which a unit strikes: with what, by step, as the order was fixed."""
    order = scene.combat.clock.orders.get("initiative")
    own = min(10, max(0, order.whole_scores.get(unit, 0))) if order else 0
    strikes = strikers_left(scene, unit) and scene.trait(unit, "Attacks", 1) > 0
    found = {"strike": own} if order and strikes else {}
    only_if = {"impact hits": "charging", "crush attack": "crushes"}
    for blow, trait in SPECIAL.items():
        if scene.trait(unit, trait) > 0 and (blow not in only_if or scene.has(unit, only_if[blow])):
            found[blow] = FIXED.get(blow, own)
    return found


def crushing(scene: Scene, unit: str) -> int:
    """9: How many models of a unit use their Crush Attack in this Round."""
    return sum(c.level for c in scene.combat.conditions.on(unit, "crushes"))


def strikers_left(scene: Scene, unit: str) -> int:
    """9: How many models of a unit strike: who crushes makes no other attack in this Round."""
    return max(0, attackers(scene, unit) - crushing(scene, unit))


def now(scene: Scene) -> int:
    """The step that is being fought."""
    question = scene.question()
    at = question.params.get("at") if question and question.about == "strikes" else -1
    return at if isinstance(at, int) else -1


def check_strike(scene: Scene, deed: Deed) -> None:
    """9: Blows fall in the step of the striker's Agility, once; raises Refused."""
    in_window(scene, deed, "9", "strikes")
    blows = blows_of(scene, deed.who)
    if deed.manoeuvre not in blows:
        why = f"{by_name(deed.who)} has no {deed.manoeuvre} now"
        raise Refused("9", why, None, "/manoeuvre", legal=blows)
    if (own := blows[deed.manoeuvre]) != now(scene):
        why = f"{by_name(deed.who)} does not strike in this step"
        need = Need("time", "step", deed.who, own, now(scene))
        raise Refused("9", why, missing=[need])
    question = scene.question()
    said = scene.combat.exchange.agenda(question.id) if question and question.open() else ()
    if any((a.who, a.manoeuvre) == (deed.who, deed.manoeuvre) for a in said):
        why, need = f"{by_name(deed.who)} has declared its blows", not_yet("blows", deed.who)
        raise Refused("9", why, missing=[need])


def contact_targets(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The enemies in base contact with a unit."""
    return units.engaged_with(scene, deed.who)


def struck_with(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many attacks, and what they need by the tables; a Stomp or Impact Hit needs no hit."""
    most = max(1, scene.trait(deed.who, "Attacks", 1) * strikers_left(scene, deed.who))
    hits: tuple[Blank, ...] = (Blank("hits on", "number", least=2, most=6),)
    if deed.manoeuvre in SPECIAL:
        most = max(1, scene.trait(deed.who, SPECIAL[deed.manoeuvre]))
    if deed.manoeuvre == "crush attack":
        most = max(1, min(crushing(scene, deed.who), attackers(scene, deed.who)))
    if deed.manoeuvre in NO_ROLL:
        hits = ()
    return (Blank("attacks", "number", least=1, most=most, says="attacks"), *hits, *numbers())
