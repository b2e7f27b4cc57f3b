"""Simultaneous effects: the Active Player declares, the other declares, then all is resolved.

What can be used once is spent when it is declared, unless the table plays it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.ruleset import Asking, Slot, Until, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import sheet, states, units
from domain.rulesets.ninth_age.abilities import bearers, cost, moment, spent, usable
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

from .casualties import suffer_loss, victim

UNTIL = {"phase": Until(span="phase"), "turn": Until(span="turn"), "round": Until(span="round")}


def both(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """2: First the Active Player, then the other; nobody where nothing can be used."""
    at = str(asking.params.get("at", ""))
    if not any(usable(scene, u, at) for side in units.sides(scene) for u in bearers(scene, side)):
        return ()
    order = units.active_first(scene)
    again = order[:1] if scene.setting("answer to reactive") == "yes" else ()
    return (
        *units.ranked_slots(order),
        *(Slot(id=f"{side} again", who=side, rank=2) for side in again),
    )


AFTER = {
    "start of the deployment phase": "deploy",
    "first army deployed": "deploy on",
    "both armies deployed": "scouts",
}
"""4: The stage that follows some of the moments of the Deployment Phase."""


def at_moment(step: Step, at: str) -> str | None:
    """2: A window in which both may use what they have for this moment."""
    return step.ask("effects", params={"at": at})


def after_moment(scene: Scene, asking: Asking) -> str:
    """2: After most moments play just goes on."""
    return AFTER.get(str(asking.params.get("at")), "")


@RULES.stage("start")
def start(step: Step) -> str | None:
    """2: At the start of a phase; that of the Charge Phase is the start of the Player Turn too."""
    return at_moment(step, f"start of the {step.combat.clock.path[-1].name} phase")


MOMENTS = {
    "deployment begins": "start of the deployment phase",
    "first deployed": "first army deployed",
    "all deployed": "both armies deployed",
    "before battle": "before the battle",
}
"""2: As the Deployment Phase begins, when one and when both have finished, and at its end."""


def _in_deployment(at: str) -> Callable[[Step], str | None]:
    return lambda step: at_moment(step, at)


for _stage, _at in MOMENTS.items():
    RULES.stage(_stage)(_in_deployment(_at))


# --- one use only --------------------------------------------------------------------------


@RULES.stage("declared use")
def declared_use(step: Step) -> None:
    """3: Spend a One Use Only effect as it is declared, and pay its Veil Tokens."""
    act = step.doing(str(getattr(step.event, "act", "")))
    if act is None or act.manoeuvre != "use":
        return
    if price := cost(step, act.who, act.using):
        step.pay(units.side_of(step, act.who), units.TOKENS, price)
        step.begin_condition(act.who, "paid", level=price, act=act.id)
    if step.setting("one use spent") == "declared":
        spend(step, act.who, act.using, act.id)


def spend(step: Step, unit: str, effect: str, act: str) -> None:
    """3: A One Use Only effect is spent for this game; its clock point is kept."""
    if sheet.number(step, unit, "effect", effect, "once"):
        step.begin_condition(
            unit,
            "spent",
            key=effect,
            at=units.clock_point(step),
            act=act,
            detail={"cap": sheet.word(step, unit, "effect", effect, "cap")},
            basis=step.basis_of("one use spent"),
        )


@RULES.stage("taken back")
def taken_back(step: Step) -> None:
    """3: Taken back before the other has declared, it was never used; its tokens return."""
    act = str(getattr(step.event, "act", ""))
    if getattr(step.event, "why", "") == "taken back":
        for condition in step.combat.conditions.begun_by(act, "spent", "paid"):
            step.end_condition(condition, "taken back")
            if condition.name == "paid":
                states.gain(
                    step, units.side_of(step, condition.subject), units.TOKENS, condition.level
                )


# --- what it does --------------------------------------------------------------------------


@RULES.stage("effect")
def effect(step: Step) -> None:
    """2: A declared effect comes about."""
    act = step.act
    if step.setting("one use spent") == "resolved":
        spend(step, act.who, act.using, act.id)
    apply(step, act.who, act.using, str(act.params.get("on", act.who)))


def apply(step: Step, unit: str, name: str, on: str) -> None:
    """Apply an effect: resolve it, alter traits for a while, or take Health Points off.

    2: What is born of that has a window of its own, or joins this one at its end.
    """
    said = sheet.word(step, unit, "effect", name, "says", "comes about")
    step.resolve(said, stage="effect", of=on)
    if mods := sheet.gives(step, unit, "effect", name):
        until = UNTIL[sheet.word(step, unit, "effect", name, "lasts", "turn")]
        step.begin_condition(on, "under", key=name, mods=mods, until=until, act=step.on)
    if loss := sheet.number(step, unit, "effect", name, "loses"):
        joins = step.setting("born effects") == "joins" and step.doing(step.on)
        suffer_loss(step, on, loss, step.act.slot[0] if joins else "")


@RULES.stage("automatic")
def automatic(step: Step) -> None:
    """3: At the start of Game Turn 1 some effects come about by themselves, or are lost.

    2: First all of the Active Player, then all of the other.
    """
    if step.combat.clock.rounds > 1 or len(step.combat.clock.path[0].done) > 1:
        return
    for unit in (u for side in units.active_first(step) for u in units.roster(step, side)):
        for name in moment(step, unit, "start of game turn 1"):
            if units.stands(step, unit):
                spend(step, unit, name, "")
                apply(step, unit, name, unit)
            else:
                step.begin_condition(unit, "expired", key=name, at=units.clock_point(step))


@RULES.stage("first hit")
def first_hit(step: Step) -> None:
    """3: Some must be used at the first hit, without a declaration; the second does nothing."""
    unit = victim(step.act)
    for name in moment(step, unit, "first hit"):
        if not spent(step, unit, name):
            spend(step, unit, name, step.on)
            apply(step, unit, name, unit)


RULES.asks(
    Window(
        "effects",
        "which abilities are used, in which order?",
        "2",
        both,
        takes=("action",),
        declares=True,
        many=True,
        passes=True,
        then=after_moment,
        in_order=True,
    )
)
