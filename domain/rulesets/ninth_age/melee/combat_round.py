"""A Round of Combat up to the last blow: fear, duels, initiative, blows step by step."""

from __future__ import annotations

from collections.abc import Iterator

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Slot, Until, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import discipline, rolls, states, units
from domain.rulesets.ninth_age.attacks.effects import both
from domain.rulesets.ninth_age.attacks.legality import NO_ROLL, blows_of, unfought
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.tables import NEVER
from domain.rulesets.ninth_age.turn import actor
from domain.step.step import Step

ROUND = Until(span="act")
"""A Round of Combat is an act."""

FIRST = 11
"""Above the first step of initiative."""


def participants(scene: Scene, fight: str) -> tuple[str, ...]:
    """9: All units of a Combat as its Round began, whether they still stand or not."""
    return tuple(c.subject for c in scene.combat.conditions.begun_by(fight, "melee"))


def left_of(scene: Scene, fight: str, side: str | None = None) -> tuple[str, ...]:
    """9: The units of a Combat that still stand, or those of a side."""
    found = (u for u in participants(scene, fight) if units.stands(scene, u))
    return tuple(u for u in found if side in (None, units.side_of(scene, u)))


def bodies_left(scene: Scene, fight: str, side: str | None = None) -> tuple[str, ...]:
    """9: The units of a Combat that still stand, each with the Characters who stand in it."""
    leaders = dict.fromkeys(units.leader(scene, u) for u in left_of(scene, fight, side))
    return tuple(one for unit in leaders for one in units.body(scene, unit))


def fighting(scene: Scene, fight: str) -> tuple[str, ...]:
    """9: The units of a Combat that still stand and touch an enemy."""
    return tuple(u for u in left_of(scene, fight) if units.is_engaged(scene, u))


@RULES.stage("combats")
def combats(step: Step) -> str | None:
    """9: The Active Player picks a Combat, fights its whole Round, then picks another."""
    _end_charges_without_contact(step)
    return step.ask("combats") if unfought(step, step.actors()[0]) else None


def _end_charges_without_contact(step: Step) -> None:
    """10: In the Melee Phase, units that are not Engaged are no longer Charging."""
    for unit in (u for side in units.sides(step) for u in units.army(step, side)):
        if not units.in_contact(step, unit):
            states.stop_charging(step, unit, "it is not engaged")


def combat_choosers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: The Active Player, as long as they have a Combat to fight."""
    return tuple(s for s in actor(scene, asking) if unfought(scene, s.who))


@RULES.stage("fight opens")
def fight_opens(step: Step) -> None:
    """9: Units linked by base contact are one Combat; who it was stays known for its Round."""
    for unit in units.combat_of(step, step.act.who):
        states.enter_combat(step, unit, step.on)


@RULES.stage("round effects")
def round_effects(step: Step) -> str | None:
    """9: At the start of the Round of Combat both may use what they have."""
    return step.ask("round effects", params={"at": "start of the round of combat"})


@RULES.stage("fear")
def fear(step: Step) -> None:
    """9: Units in contact with enemies that cause Fear take a Fear Test."""
    found = (u for u in participants(step, step.on) if units.leader(step, u) == u)
    discipline.test_all(
        step, "fear tests", "fear test", (u for u in found if is_afraid_of(step, u))
    )


def is_afraid_of(scene: Scene, unit: str) -> bool:
    """True for a unit that an enemy in contact frightens."""
    bold = units.is_bold(scene, unit) or units.is_dreadful(scene, unit)
    foes = (f for u in units.body(scene, unit) for f in units.engaged_with(scene, u))
    return not bold and any(units.is_(scene, f, "Fear", "Terror") for f in foes)


@RULES.stage("afraid")
def resolve_fear(step: Step) -> None:
    """9: A unit that fails is Shaken and afraid for this Round: -1 to hit, and easier to hit."""
    if not discipline.has_passed(step):
        unit, fight = discipline.tested_unit(step.act), step.act.on
        for one in units.body(step, unit):
            step.begin_condition(one, "afraid", act=fight)
            if not step.has(one, "shaken"):
                why = "failed a Fear Test"
                step.begin_condition(one, "shaken", key=why, until=ROUND, act=fight)


# --- initiative ----------------------------------------------------------------------------


@RULES.stage("initiative")
def initiative(step: Step) -> None:
    """9: The Initiative Order is set once, immediately before the first blow."""
    agility = {u: step.trait(u, "Agility") for u in fighting(step, step.on)}
    step.order_by("initiative", {u: min(10, max(0, value)) for u, value in agility.items()})


@RULES.stage("next step")
def next_step(step: Step) -> str | None:
    """9: Steps go from 10 down to 0; all blows of one step are simultaneous."""
    begun = step.combat.exchange.outcome(step.on, "step") is not None
    past = rolls.figure(step, step.on, "step", "at") if begun else FIRST
    steps = {at for _, _, at in _blows(step, step.on) if at < past}
    if not steps:
        return "score"
    step.resolve("initiative", stage="step", at=max(steps))
    return step.ask("strikes", params={"at": max(steps)})


def _blows(scene: Scene, fight: str) -> Iterator[tuple[str, str, int]]:
    """9: The blows of a Combat: unit, blow and initiative step; the shamed have none."""
    for unit in fighting(scene, fight):
        for blow, at in blows_of(scene, unit).items() if not scene.has(unit, "shamed") else ():
            yield unit, blow, at


def strikers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: A slot for each unit that has blows in this step."""
    return tuple(
        Slot(id=f"{unit} {blow}" if blow != "strike" else unit, who=unit, about=blow)
        for unit, blow, at in _blows(scene, asking.on)
        if at == asking.params.get("at")
    )


@RULES.stage("aimed blow")
def aimed_blow(step: Step) -> str | None:
    """9: The roll each blow needs; the afraid hit less easily and are hit more easily."""
    act, count = step.act, number(step.act.params, "attacks")
    if act.manoeuvre in NO_ROLL:
        step.resolve("hits", stage="hits", of=act.targets[0], hits=count)
        return "first hit"
    moved = int(step.has(act.who, "afraid")) - int(step.has(act.targets[0], "afraid"))
    moved -= step.trait(act.who, "to hit")
    need = min(6, max(2, number(act.params, "hits on", NEVER) + moved))
    step.resolve("strikes", stage="aim", of=act.targets[0], attacks=count, needs=need)
    return None


@RULES.stage("blows fall")
def blows_fall(step: Step) -> str:
    """9: Casualties come off after the step: who was killed in it has struck."""
    question = step.closed.id if step.closed else ""
    for act in tuple(step.combat.exchange.acts.values()):
        if act.slot[0] == question and act.targets:
            with states.caused_by(step, act.id):
                loss = rolls.figure(step, act.id, "unsaved", "wounds")
                states.take_off(step, act.targets[0], loss)
    return "next step"


RULES.asks(
    Window(
        "combats",
        "which combat is fought?",
        "9",
        combat_choosers,
        takes=("action",),
        then="combats",
        stale=True,
    ),
    Window(
        "round effects",
        "which abilities are used, in which order?",
        "2",
        both,
        takes=("reaction", "follow on"),
        declares=True,
        many=True,
        passes=True,
        in_order=True,
    ),
    Window(
        "strikes",
        "strike",
        "9",
        strikers,
        takes=("reaction", "follow on"),
        declares=True,
        passes=True,
        then="blows fall",
        in_order=True,
    ),
    Window("fear tests", "the tests of fear", "9"),
)
