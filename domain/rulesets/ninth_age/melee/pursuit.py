"""After the Break Tests: panic nearby, who pursues or restrains, and how far they all run."""

from __future__ import annotations

from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import discipline, flight, rolls, settings, states, units
from domain.rulesets.ninth_age.declared import unit_asked
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

from .combat_round import left_of, participants


def broken(scene: Scene, fight: str) -> tuple[str, ...]:
    """The units that broke in a Combat and are still there."""
    return tuple(u for u in left_of(scene, fight) if scene.has(u, "broken"))


@RULES.stage("panic nearby")
def panic_nearby(step: Step) -> None:
    """9: Friends near a unit that breaks, or was destroyed, test for panic.

    Who fell with the unit in whose ranks they stood is not asked about again.
    """
    fought = [u for u in participants(step, step.on) if not units.host(step, u)]
    gone = [u for u in fought if step.has(u, "destroyed")]
    alone = [u for u in gone if units.joined(step, u) not in gone]
    lost = [*alone, *broken(step, step.on)]
    if lost:
        agenda = step.queue("panic")
        for unit in lost:
            flight.alarm(step, agenda, unit, "destroyed" if unit in gone else "breaks")


# --- the way they flee ---------------------------------------------------------------------


def flee_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: A slot of the winner for each Broken unit that several winning units touch."""
    return tuple(
        Slot(id=f"{side} {u}", who=side, about=u)
        for u in broken(scene, asking.on)
        if len(foes := units.touched_by(scene, u)) > 1 and (side := units.side_of(scene, foes[0]))
    )


def directions(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Which of the units that touch it."""
    foes = Blank("foe", "one", units.touched_by(scene, slot.about))
    who = units.name_of(scene, slot.about) if slot.about else "it"
    return (Choice("away from", f"from whom {who} flees", (foes,)),)


@RULES.stage("flee directions")
def flee_directions(step: Step) -> str | None:
    """9: Where several units touch a Broken one, their owner picks the way it flees."""
    return step.ask("flee direction")


@RULES.stage("directed")
def record_direction(step: Step) -> None:
    """9: It will flee away from that unit."""
    for slot, reply in step.replies("flee direction"):
        stage, foe = f"direction {slot.about}", {"from": str(reply.params["foe"])}
        step.resolve("turns to flee", stage=stage, of=slot.about, **foe)


def _away_from(scene: Scene, fight: str, unit: str) -> str:
    said = scene.combat.exchange.outcome(fight, f"direction {unit}")
    return str(said.figures.get("from", "")) if said else ""


# --- pursue or restrain --------------------------------------------------------------------


def broken_near(scene: Scene, unit: str) -> tuple[str, ...]:
    """9: The Broken units that a unit touches."""
    return tuple(f for f in units.touched_by(scene, unit) if scene.has(f, "broken"))


def pursuers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: Each unit that touches a Broken unit and no enemy that is not."""
    fled = broken(scene, asking.on)
    near = dict.fromkeys(foe for u in fled for foe in units.touched_by(scene, u))
    free = (u for u in near if not scene.has(u, "shaken"))
    return units.each(u for u in free if all(f in fled for f in units.touched_by(scene, u)))


def pursuing(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """9: A Pursuit of one Broken unit, or none."""
    fled = Blank("whom", "one", broken_near(scene, slot.who))
    return (Choice("pursue", "pursue", (fled,)), Choice("restrain", "hold back"))


@RULES.stage("pursuits")
def pursuits(step: Step) -> str | None:
    """9: Pursuits are declared before any distance is rolled."""
    return step.ask("pursuits") if broken(step, step.on) else "post combat"


@RULES.stage("pursuits declared")
def pursuits_declared(step: Step) -> str | None:
    """9: A unit that declines takes a Restrain Pursuit Test."""
    declining = []
    for slot, reply in step.replies("pursuits"):
        if reply.value == "pursue":
            whom = str(reply.params["whom"])
            step.begin_condition(slot.who, "pursues", toward=whom, act=step.on)
        elif reply.value == "restrain":
            declining.append(slot.who)
    discipline.test_all(step, "restrain tests", "restrain test", declining)
    return None if declining else "flee distance"


@RULES.stage("restrained")
def resolve_restraint(step: Step) -> str | None:
    """9: A unit that fails must pursue, and its owner says whom; others may pivot or reform."""
    unit, fight = discipline.tested_unit(step.act), step.act.on
    if discipline.has_passed(step):
        step.begin_condition(unit, "restrained", act=fight)
        return None
    fled = broken_near(step, unit)
    if len(fled) > 1:
        return step.ask("must pursue", params={"unit": unit})
    for whom in fled:
        step.begin_condition(unit, "pursues", toward=whom, act=fight)
    return None


def compelled(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: The unit that has to pursue, as long as it touches a Broken unit."""
    return tuple(s for s in unit_asked(scene, asking) if broken_near(scene, s.who))


@RULES.stage("whom pursued")
def whom_pursued(step: Step) -> None:
    """9: It pursues one Broken unit."""
    for slot, reply in step.replies():
        whom = str(reply.params["whom"])
        step.begin_condition(slot.who, "pursues", toward=whom, act=step.act.on)


# --- distances -----------------------------------------------------------------------------


def fleers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The unit that the question names, else those that broke in this Combat."""
    named = "unit" in asking.params
    return unit_asked(scene, asking) if named else units.each(broken(scene, asking.on))


def after_flee_distance(scene: Scene, asking: Asking) -> str:
    """10, 9: One unit flees at once; those that broke flee when their pursuers have rolled."""
    return "flee path" if "unit" in asking.params else "flee rolled"


def chasers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The units that pursue."""
    return units.each(u for u in left_of(scene, asking.on) if scene.has(u, "pursues"))


def pursuit_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """9: 2D6, of which Swiftstride may keep the best of three."""
    swift = scene.setting("swiftstride") == "charges and pursuits"
    dice = 3 if swift and units.is_(scene, slot.who, "Swiftstride") else 2
    return rolls.plain(slot.who, "pursuit distance", "move", dice, "9", keep=2)


@RULES.stage("flee rolled")
def flee_rolled(step: Step) -> str | None:
    """9: 2D6 for each Broken unit, then 2D6 for each pursuer."""
    for slot, reply in step.replies():
        step.resolve("flees", stage=f"flee distance {slot.who}", of=slot.who, inches=reply.total)
    swift = any(units.is_(step, s.who, "Swiftstride") for s in chasers(step, Asking(step.on, "")))
    with settings.based_on(step, *("swiftstride",) if swift else ()):
        return step.ask("pursuit distance")


@RULES.stage("caught")
def resolve_pursuit(step: Step) -> None:
    """9: A pursuit of the flee distance or more destroys the fleer; the others get away."""
    chases = _chases(step)
    fled = broken(step, step.on)
    away = [u for u in fled if not _run_down(step, u, chases)]
    for unit in away:
        states.start_fleeing(step, unit, "broken")
    for chaser in chases:
        step.begin_condition(chaser, "pursued", act=step.on)
    for condition in step.combat.conditions.begun_by(step.on, "broken", "pursues"):
        step.end_condition(condition, "the pursuit is over")
    agenda = step.queue("flights")
    for unit in away:
        inches = rolls.figure(step, step.on, f"flee distance {unit}", "inches")
        flight.flee(step, agenda, unit, _away_from(step, step.on, unit), inches)
    for unit in fled:
        if unit not in away:
            flight.alarm(step, agenda, unit, "destroyed")


def _chases(step: Step) -> dict[str, tuple[str, int]]:
    """The target and distance of each pursuer; empty where no pursuit was rolled."""
    return {
        slot.who: (step.combat.conditions.on(slot.who, "pursues")[0].toward, reply.total)
        for slot, reply in step.replies("pursuit distance")
        if step.has(slot.who, "pursues")
    }


def _run_down(step: Step, unit: str, chases: dict[str, tuple[str, int]]) -> bool:
    fled = rolls.figure(step, step.on, f"flee distance {unit}", "inches")
    for chaser, (whom, inches) in chases.items():
        if whom == unit and inches >= fled:
            step.resolve("runs it down", stage="pursuit", of=unit, pursuit=inches, flight=fled)
            states.stop_charging(step, chaser, "it pursued")
            states.take_all(step, *reversed(units.body(step, unit)))
            return True
    return False


RULES.asks(
    Window("restrain tests", "the tests to restrain a pursuit", "9"),
    Window("flights", "who flees, and how far", "9"),
    Window(
        "pursuits",
        "pursue or restrain?",
        "9",
        pursuers,
        pursuing,
        then="pursuits declared",
        stale=True,
    ),
    Window(
        "flee direction",
        "from whom does it flee?",
        "9",
        flee_slots,
        directions,
        then="directed",
        stale=True,
    ),
    Window(
        "must pursue",
        "whom must it pursue?",
        "9",
        compelled,
        lambda scene, asking, slot: pursuing(scene, asking, slot)[:1],
        then="whom pursued",
        stale=True,
    ),
    rolls.window(
        "flee distance", "roll the flee distance", "6", fleers, "move", after_flee_distance, 2
    ),
    Window(
        "pursuit distance",
        "roll the pursuit distance",
        "9",
        chasers,
        throw=pursuit_roll,
        then="caught",
    ),
)
