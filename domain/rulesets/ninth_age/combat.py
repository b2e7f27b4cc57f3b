"""A Round of Combat up to the last blow: fear, duels, initiative, blows step by step."""

from __future__ import annotations

from domain.ruleset import Asking, Slot, Until, Window
from domain.scene import Scene
from domain.step import Step

from .book import RULES
from .discipline import passed, tested
from .effects import both
from .fire import NO_ROLL, blows_of, unfought
from .rolls import figure
from .states import take_off
from .turn import actor
from .units import (
    body,
    combat_of,
    engaged_with,
    is_,
    is_bold,
    is_dreadful,
    is_engaged,
    leader,
    stands,
)

ROUND = Until(span="act")
"""A Round of Combat is an act."""

FIRST = 11
"""Above the first step of initiative."""


def participants(scene: Scene, fight: str) -> tuple[str, ...]:
    """9: All units of a Combat as its Round began, whether they still stand or not."""
    return tuple(
        c.subject
        for c in scene.combat.conditions.all.values()
        if c.name == "melee" and c.source == fight
    )


@RULES.stage("combats")
def combats(step: Step) -> str | None:
    """9: The Active Player picks a Combat, fights its whole Round, then picks another."""
    return step.ask("combats") if unfought(step, step.actors()[0]) else None


@RULES.stage("fight-opens")
def fight_opens(step: Step) -> None:
    """9: Units linked by base contact are one Combat; who it was stays known for its Round."""
    for unit in combat_of(step, step.act.who):
        step.begin_condition(unit, "melee", source=step.on)


@RULES.stage("round-effects")
def round_effects(step: Step) -> str | None:
    """9: At the start of the Round of Combat both may use what they have."""
    return step.ask("round-effects", params={"at": "start of the round of combat"})


@RULES.stage("fear")
def fear(step: Step) -> None:
    """9: Who is in contact with what causes Fear takes a Fear Test."""
    fighting = [u for u in participants(step, step.on) if leader(step, u) == u]
    units = [u for u in fighting if is_afraid_of(step, u)]
    if units:
        agenda = step.queue("fear tests")
        for unit in units:
            step.declare("fear test", agenda, targets=(unit,))


def is_afraid_of(scene: Scene, unit: str) -> bool:
    """True for a unit that an enemy in contact frightens."""
    bold = is_bold(scene, unit) or is_dreadful(scene, unit)
    foes = [f for u in body(scene, unit) for f in engaged_with(scene, u)]
    return not bold and any(is_(scene, f, "Fear") or is_(scene, f, "Terror") for f in foes)


@RULES.stage("afraid")
def afraid(step: Step) -> None:
    """9: Who fails is Shaken and afraid for this Round: -1 to hit, and is hit more easily."""
    if not passed(step):
        unit, fight = tested(step.act), step.act.on
        for one in body(step, unit):
            step.begin_condition(one, "afraid", source=fight)
            if not step.has(one, "shaken"):
                step.begin_condition(
                    one, "shaken", key="failed a Fear Test", until=ROUND, source=fight
                )


# --- initiative ----------------------------------------------------------------------------


@RULES.stage("initiative")
def initiative(step: Step) -> None:
    """9: The Initiative Order is set once, immediately before the first blow."""
    scores = {
        u: min(10, max(0, step.trait(u, "Agility")))
        for u in participants(step, step.on)
        if stands(step, u) and is_engaged(step, u)
    }
    step.order_by("initiative", scores)


@RULES.stage("next-step")
def next_step(step: Step) -> str | None:
    """9: Steps go from 10 down to 0; all blows of one step are simultaneous."""
    past = figure(step, step.on, "step", "at") if _begun(step) else FIRST
    steps = {
        at
        for u in participants(step, step.on)
        if stands(step, u) and is_engaged(step, u) and not step.has(u, "shamed")
        for at in blows_of(step, u).values()
        if at < past
    }
    if not steps:
        return "score"
    step.resolve("initiative", stage="step", at=max(steps))
    return step.ask("strikes", params={"at": max(steps)})


def _begun(step: Step) -> bool:
    return step.combat.exchange.outcome(step.on, "step") is not None


def strikers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: A slot for each unit that has blows in this step."""
    at = asking.params.get("at")
    return tuple(
        Slot(id=f"{u} {blow}" if blow != "strike" else u, who=u, about=blow)
        for u in participants(scene, asking.on)
        if stands(scene, u) and is_engaged(scene, u)
        for blow, when in blows_of(scene, u).items()
        if when == at and not scene.has(u, "shamed")
    )


@RULES.stage("aimed-blow")
def aimed_blow(step: Step) -> str | None:
    """9: What each blow needs; fear makes it harder, and the fearful easier to hit."""
    act = step.act
    attacks = act.params.get("attacks", 0)
    count = attacks if isinstance(attacks, int) else 0
    if act.manoeuvre in NO_ROLL:
        step.resolve("hits", stage="hits", of=act.targets[0], hits=count)
        return "first-hit"
    base = act.params.get("hits on", 7)
    moved = int(step.has(act.who, "afraid")) - int(step.has(act.targets[0], "afraid"))
    moved -= step.trait(act.who, "to hit")
    need = min(6, max(2, (base if isinstance(base, int) else 7) + moved))
    step.resolve("strikes", stage="aim", of=act.targets[0], attacks=count, needs=need)
    return None


@RULES.stage("blows-fall")
def blows_fall(step: Step) -> str:
    """9: Casualties come off after the step: who was killed in it has struck."""
    question = step.closed.id if step.closed else ""
    losses: dict[str, int] = {}
    for act in step.combat.exchange.acts.values():
        if act.slot[0] == question and act.targets:
            found = figure(step, act.id, "unsaved", "wounds")
            losses[act.targets[0]] = losses.get(act.targets[0], 0) + found
    for unit, loss in losses.items():
        take_off(step, unit, loss)
    return "next-step"


RULES.asks(
    Window("combats", "which combat is fought?", "9", actor, takes=("action",), then="combats"),
    Window(
        "round-effects",
        "which abilities are used, in which order?",
        "2",
        both,
        takes=("reaction", "follow-on"),
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
        takes=("reaction", "follow-on"),
        declares=True,
        passes=True,
        then="blows-fall",
        in_order=True,
    ),
    Window("fear tests", "the tests of fear", "9"),
)
