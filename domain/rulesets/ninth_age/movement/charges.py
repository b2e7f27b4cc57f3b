"""The Charge Phase up to the moves: declarations, reactions resolved at once, redirections."""

from __future__ import annotations

from domain.ruleset.params import names
from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import discipline, flight, settings, states, units
from domain.rulesets.ninth_age.declared import confirm, unit_asked
from domain.rulesets.ninth_age.legality import can_charge, charged_by, must_flee
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.tables import ARCS
from domain.rulesets.ninth_age.turn import actor
from domain.step.step import Step

# --- frenzy --------------------------------------------------------------------------------


@RULES.stage("frenzy")
def frenzy(step: Step) -> None:
    """C1: Frenzied units that could charge take their test; which could, their owner says."""
    side = step.actors()[0]
    if _frenzied_units(step, side):
        step.ask("frenzy", params={"side": side})


def within_reach(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """C1: Those that could charge an enemy within their Advance Rate and 7"."""
    blank = Blank("units", "some", _frenzied_units(scene, slot.who))
    return (Choice("near", 'an enemy is within Advance Rate and 7"', (blank,)),)


def _frenzied_units(scene: Scene, side: str) -> tuple[str, ...]:
    return tuple(
        u for u in units.army(scene, side) if units.is_(scene, u, "Frenzy") and can_charge(scene, u)
    )


@RULES.stage("frenzied")
def declare_frenzy_tests(step: Step) -> str | None:
    """C1: A Discipline Test for each, with a Maximised roll; what was seen is confirmed."""
    named = [u for _, reply in step.replies() for u in names(reply.params, "units")]
    discipline.test_all(step, "frenzy tests", "frenzy test", named)
    return confirm(step, step.actors()[0], {"within reach": named})


@RULES.stage("enraged")
def resolve_frenzy(step: Step) -> None:
    """C1: A unit that fails must declare a charge this turn, if it can."""
    if not discipline.has_passed(step):
        step.begin_condition(discipline.tested_unit(step.act), "must charge", act=step.on)


# --- declarations --------------------------------------------------------------------------


@RULES.stage("charges")
def charges(step: Step) -> str | None:
    """C2: Declare charges one by one, one unit at one target, until the player declares no more."""
    could = any(can_charge(step, u) for u in units.army(step, step.actors()[0]))
    return step.ask("charges") if could else None


def no_more_charges(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """C1: Not while a unit that failed its Frenzy Test can still charge."""
    bound = [
        u
        for u in units.army(scene, slot.who)
        if scene.has(u, "must charge") and can_charge(scene, u)
    ]
    return () if bound else (Choice("no more charges", "no more charges"),)


@RULES.stage("charge")
def begin_charge(step: Step) -> None:
    """C3: The unit is Charging; the facing to be charged is fixed before the reaction."""
    who, target, params = step.act.who, step.act.targets[0], step.act.params
    for one in units.body(step, who):
        step.begin_condition(one, "charging", toward=target, act=step.on)
    step.set_fact("distance", who, params.get("distance"), target, basis="table")
    if (arc := params.get("arc")) in ARCS:  # an older revision may have called it otherwise
        step.set_fact("facing", who, arc, target, basis="table")
    for bound in step.combat.conditions.on(who, "must charge"):
        step.end_condition(bound, "it charges")


@RULES.stage("terror")
def terror(step: Step) -> None:
    """C3: The target of a Terror unit takes a Panic Test before it reacts."""
    target = step.act.targets[0]
    calm = units.is_dreadful(step, target) or not flight.may_panic(step, target)
    if units.is_(step, step.act.who, "Terror") and not calm:
        discipline.test_all(step, "terror", "terror test", (target,))


@RULES.stage("terrified")
def resolve_terror(step: Step) -> None:
    """C3: A unit that fails must flee if it can; after a pass it takes no more Panic Tests.

    10: A War Machine that fails a Panic Test is Shaken.
    """
    if not flight.stays_calm(step):
        step.begin_condition(discipline.tested_unit(step.act), "terrified", act=step.act.on)


# --- reactions -----------------------------------------------------------------------------


@RULES.stage("reaction")
def reaction(step: Step) -> str | None:
    """C4: The target reacts, and that is resolved before any other charge is declared."""
    return step.ask("reaction", params={"unit": step.act.targets[0]})


def standing(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """C4: The unit that a question says, as long as it stands."""
    return tuple(s for s in unit_asked(scene, asking) if units.stands(scene, s.who))


def holding(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """C4: Hold does nothing; units that must flee cannot choose it."""
    return () if must_flee(scene, slot.who) else (Choice("hold", "hold"),)


# --- redirecting ---------------------------------------------------------------------------


def chargers_of(scene: Scene, target: str) -> tuple[str, ...]:
    """The units that have declared a charge at one."""
    found = (u for u in units.enemies(scene, target) if units.leader(scene, u) == u)
    return tuple(u for u in found if target in charged_by(scene, u))


@RULES.stage("redirects")
def redirects(step: Step) -> str | None:
    """C5: After a Flee reaction each unit that charged the fleer may try another target."""
    target = step.act.targets[0]
    if not step.has(target, "fleeing"):
        if step.act.on:
            states.stop_charging(step, step.act.who, "redirected", but=target)
        return None
    return step.ask("redirect")


def redirectors(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """C5: In any order that the Active Player likes; once for each unit in a Player Turn."""
    act = scene.doing(asking.on)
    charging = chargers_of(scene, act.targets[0]) if act else ()
    able = (u for u in charging if not scene.combat.exchange.times("turn", u, "redirect"))
    return units.each(u for u in able if has_another_target(scene, u))


def has_another_target(scene: Scene, unit: str) -> bool:
    """True where there is an enemy that a unit does not charge yet."""
    charged = charged_by(scene, unit)
    return any(units.leader(scene, foe) not in charged for foe in units.enemies(scene, unit))


@RULES.stage("redirected")
def resolve_redirect(step: Step) -> str | None:
    """C5: Passed, it declares a new charge before any other unit; failed, it goes on as it was."""
    if not discipline.has_passed(step):
        return None
    with settings.based_on(step, "redirect declined"):
        return step.ask("new charge", params={"unit": step.act.who})


def redirecting(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """C5: The unit that passed its test, as long as it can charge anybody else."""
    slots = standing(scene, asking)
    return tuple(s for s in slots if units.free(scene, s.who) and has_another_target(scene, s.who))


def declining(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """C5: It has to declare a new charge, unless the table lets it decline."""
    may = scene.setting("redirect declined") != "no"
    return (Choice("decline", "charge as declared before"),) if may else ()


RULES.asks(
    Window("frenzy tests", "the tests of Frenzy", "C1"),
    Window("terror", "the Terror Test", "C3"),
    Window(
        "frenzy",
        "which Frenzied units could charge an enemy within reach?",
        "C1",
        actor,
        within_reach,
        then="frenzied",
    ),
    Window(
        "charges",
        "declare a charge",
        "C2",
        actor,
        no_more_charges,
        takes=("action",),
        then="charges again",
    ),
    Window(
        "reaction", "react to the charge", "C4", standing, holding, takes=("reaction",), stale=True
    ),
    Window(
        "redirect",
        "try to redirect the charge?",
        "C5",
        redirectors,
        takes=("follow on", "reaction"),
        passes=True,
    ),
    Window(
        "new charge",
        "at whom instead?",
        "C5",
        redirecting,
        declining,
        takes=("follow on",),
        stale=True,
    ),
)
