"""Flight: panic that spreads, flee moves and their path, and rallying."""

from __future__ import annotations

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import END, Asking, Blank, Choice, Slot, Window
from domain.ruleset.scene import Doing, Scene
from domain.step.step import Step

from . import discipline, rolls, states, units
from .declared import confirm, question_facts, side_asked
from .ruleset import RULES
from .tables import FAR, HALVES, distance, halves

FEIGNED = "from a charge"
"""M2: The flight that was of a unit's own will, and that it may have feigned."""


# --- panic ---------------------------------------------------------------------------------


def may_panic(scene: Scene, unit: str) -> bool:
    """10: Not when Engaged, Fleeing, or steady since an earlier test of this phase.

    Who stands in a unit tests with it.
    """
    out = units.is_in_state(scene, unit, "fleeing", "steady") or units.in_contact(scene, unit)
    return not out and not units.is_bold(scene, unit) and not units.host(scene, unit)


def alarm(step: Step, agenda: str, unit: str, why: str) -> None:
    """10: A friend was destroyed, breaks, or flees through: those near it test."""
    if any(may_panic(step, u) for u in units.friends(step, unit)):
        step.declare("alarm", agenda, targets=(unit,), params={"why": why})


def panic(step: Step, agenda: str, unit: str, cause: str) -> None:
    """10: One Panic Test is due."""
    tests = step.combat.exchange.agenda(agenda)
    due = any(a.manoeuvre == "panic test" and unit in a.targets for a in tests)
    if may_panic(step, unit) and not due:
        step.declare("panic test", agenda, targets=(unit,), params={"from": cause})


@RULES.stage("alarm")
def who_is_near(step: Step) -> str | None:
    """10: Which friends are within 6" is the table's to see."""
    side = units.side_of(step, step.act.targets[0])
    near = [u for u in units.friends(step, step.act.targets[0]) if may_panic(step, u)]
    return step.ask("near", params={"side": side}) if near else END


def near(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The friends that could be near."""
    act = scene.doing(asking.on)
    gone = act.targets if act else ()
    found = tuple(u for u in units.army(scene, slot.who) if may_panic(scene, u) and u not in gone)
    blank = Blank("units", "some", found, says='friends within 6"')
    return (Choice("near", 'who is within 6"', (blank,)),)


@RULES.stage("alarmed")
def declare_panic_tests(step: Step) -> str | None:
    """10: They test, all of them before anybody flees."""
    found = [unit for _, reply in step.replies() for unit in names(reply.params, "units")]
    for unit in found:
        panic(step, step.act.slot[0], unit, step.act.targets[0])
    return confirm(step, units.side_of(step, step.act.targets[0]), {"within 6 inches": found})


def stays_calm(step: Step) -> bool:
    """10: A unit that passes is steady for this phase; a War Machine that fails is Shaken."""
    unit = discipline.tested_unit(step.act)
    if discipline.has_passed(step):
        step.begin_condition(unit, "steady", act=step.on)
    elif units.is_(step, unit, "War Machine"):
        states.shake(step, unit, "a War Machine that panics")
    return discipline.has_passed(step) or units.is_(step, unit, "War Machine")


@RULES.stage("panicked")
def resolve_panic(step: Step) -> None:
    """10: A unit that fails flees after all tests; one that passes is steady for this phase."""
    unit = discipline.tested_unit(step.act)
    if not stays_calm(step):
        states.start_fleeing(step, unit, "in panic")
        flee(step, step.act.slot[0], unit, str(step.act.params.get("from", "")))


# --- the flee move -------------------------------------------------------------------------


def flee(step: Step, agenda: str, unit: str, cause: str, rolled: int = 0) -> None:
    """10: A Flee Move is due, away from the cause; its distance may be rolled already."""
    params: dict[str, str | int] = {"from": cause} | ({"rolled": rolled} if rolled else {})
    step.declare("flee", agenda, targets=(unit,), params=params)


def runner(act: Doing) -> str:
    """The unit that flees: of its own will, or because it must."""
    return act.who or act.targets[0]


@RULES.stage("flees")
def begin_flight(step: Step) -> str | None:
    """10: The unit turns away and flees 2D6 inches."""
    terrified = step.has(runner(step.act), "terrified")
    states.start_fleeing(step, runner(step.act), "in terror" if terrified else FEIGNED)
    if "rolled" in step.act.params:
        return "flee path"
    return step.ask("flee distance", params={"unit": runner(step.act)})


@RULES.stage("flee path")
def flee_path(step: Step) -> str | None:
    """6: Where the way leads is the table's to see."""
    unit = runner(step.act)
    far = number(step.act.params, "rolled") or rolls.total(step, unit)
    step.resolve("flees", stage="flee distance", of=unit, inches=far)
    return step.ask("flight", params={"side": units.side_of(step, unit), "of": unit})


def ways(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """How far the edge is, and through whom the way leads."""
    unit = str(asking.params.get("of", ""))
    met = tuple(u for u in units.friends(scene, unit) if not units.host(scene, u))
    says = "Health Points lost to Dangerous Terrain"
    blanks = (
        distance("edge", "inches to the edge"),
        Blank("through", "some", met, optional=True, says="friends on the way"),
        Blank("lost", "number", (), 0, units.hp(scene, unit), True, says),
    )
    return (Choice("straight ahead", "the way it flees", blanks),)


@RULES.stage("fled")
def confirm_flight(step: Step) -> str | None:
    """6: Have the declared path confirmed or contested; Dangerous Terrain takes its toll."""
    unit = runner(step.act)
    [said] = [reply.params for _, reply in step.replies()] or [{}]
    if lost := number(said, "lost"):
        states.take_off(step, unit, lost)
    toll = {"lost": lost} if lost else {}
    facts = {"edge": said.get("edge", FAR), "through": said.get("through", []), **toll}
    return confirm(step, unit, facts)


@RULES.stage("flight over")
def flight_over(step: Step) -> str | None:
    """6: A unit that reaches the edge is gone; friends fled through test for panic."""
    unit, facts = runner(step.act), question_facts(step.closed.params if step.closed else {})
    edge, through = halves(facts.get("edge", FAR)), str(facts.get("through", ""))
    if rolls.figure(step, step.on, "flee distance", "inches") * HALVES >= edge:
        for one in _left_of_the_fleer(step, unit):
            states.destroy(step, one, "fled off the table")
    gone = step.has(unit, "destroyed")
    met = [u for u in through.split(", ") if may_panic(step, u)] if through else []
    if gone or met:
        agenda = step.queue("panic") if step.act.who else step.act.slot[0]
        for friend in met:
            panic(step, agenda, friend, unit)
        if gone:
            alarm(step, agenda, unit, "destroyed")
    return None if step.act.who else END


def _left_of_the_fleer(scene: Scene, unit: str) -> list[str]:
    """6: What still stands of a unit that fled: Characters first, also where it fell itself."""
    own = units.army(scene, units.side_of(scene, unit))
    return sorted((u for u in own if unit in (u, units.joined(scene, u))), key=lambda u: u == unit)


# --- rallying ------------------------------------------------------------------------------


@RULES.stage("rally")
def rally(step: Step) -> None:
    """M2: Every Fleeing unit of the Active Player tests to rally."""
    own = (u for u in units.army(step, step.actors()[0]) if not units.host(step, u))
    discipline.test_all(step, "rally", "rally test", (u for u in own if step.has(u, "fleeing")))


@RULES.stage("rallied")
def resolve_rally(step: Step) -> None:
    """M2: Passed, it flees no more, reforms and is Shaken; failed, it flees again.

    Who feigned its flight and rallies in its next own turn may move and shoot as having moved.
    """
    unit = discipline.tested_unit(step.act)
    fleeing = step.combat.conditions.on(unit, "fleeing")
    if not fleeing:  # ended by the referee while the test was open
        return
    for one in units.body(step, unit):
        for fled in step.combat.conditions.on(one, "fleeing"):
            step.end_condition(fled, "rallied" if discipline.has_passed(step) else "flees on")
    if not discipline.has_passed(step):
        states.start_fleeing(step, unit, "failed to rally")
        flee(step, step.act.slot[0], unit, "")
    elif units.is_(step, unit, "Feigned Flight") and fleeing[0].key == FEIGNED:
        for one in units.body(step, unit):
            step.begin_condition(one, "feigned", act=step.on)
    else:
        states.shake(step, unit, "rallied")


RULES.asks(
    Window("panic", "the Panic Tests", "10"),
    Window("rally", "the Rally Tests", "M2"),
    Window("near", 'which friends are within 6"?', "10", side_asked, near, then="alarmed"),
    Window("flight", "where does it flee?", "6", side_asked, ways, then="fled"),
)
