"""Orders, moves and engagements: who is commanded, who steps in, and when it is fought."""

from __future__ import annotations

from domain.ruleset.ruleset import END, Asking, Deed, Refused, Slot, Window
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.planeswalker import zones
from domain.rulesets.planeswalker.ending import end_flight
from domain.rulesets.planeswalker.legality import intercept
from domain.rulesets.planeswalker.ruleset import RULES
from domain.rulesets.planeswalker.spells.legality import could_cast_an_instant
from domain.rulesets.planeswalker.squares import is_in_reach
from domain.rulesets.planeswalker.tables import REACTS, each, out, passed_since, whose
from domain.rulesets.planeswalker.turn_state import is_reached, unready
from domain.step.step import Step

# --- orders --------------------------------------------------------------------------------


def own(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each creature of the mage; who cannot act on it is barred with the clause."""
    order = scene.doing(asking.on)
    mage = order.who if order else ""
    return tuple(
        Slot(id=creature, who=creature, barred=_kept_from_acting(scene, mage, creature))
        for creature in zones.own_creatures(scene, mage)
    )


def _kept_from_acting(scene: Scene, mage: str, creature: str) -> str:
    """4.3: Unready, or not reached by a second Command; the clause."""
    return unready(scene, creature) or ("" if is_reached(scene, mage, creature) else "4.3")


@RULES.stage("heed")
def heed(step: Step) -> str | None:
    """4.3: A commanded creature has acted, and may be answered; a spell may always be."""
    act = step.act
    if act.kind == "reaction":
        step.begin_condition(act.who, "spent", act=step.on)
    answered = act.kind == "reaction" or bool(act.using)
    return step.ask("respond") if answered else None


@RULES.stage("go")
def go(step: Step) -> None:
    """4.3: From Close to Ranged, or from Ranged to Close, toward each enemy who is named.

    6.9: Who has a square moves to another.
    """
    who = step.act.who
    if to := step.act.params.get("to"):
        step.move(who, str(to))
        return
    for target in dict.fromkeys(step.act.targets):
        if zones.is_in(step, who) and zones.is_in(step, target):
            other = zones.CLOSE if zones.zone(step, who, target) == zones.RANGED else zones.RANGED
            step.set_fact("zone", who, other, target)


# --- engagement and intercept --------------------------------------------------------------


@RULES.stage("close in")
def close_in(step: Step) -> str | None:
    """4.4: An engagement is fought at once, or waits for the Combat phase."""
    act = step.act
    if step.setting("combat timing") == "immediate" or act.kind == "follow on":
        return None
    step.begin_condition(act.who, "engaging", "ruled", toward=act.targets[0], act=step.on)
    return END


@RULES.stage("fights")
def fights(step: Step) -> None:
    """4.4: What was engaged in the Main phase is fought now."""
    waiting = [c for c in step.combat.conditions.all.values() if c.name == "engaging"]
    here = [c for c in waiting if zones.is_in(step, c.subject) and zones.is_in(step, c.toward)]
    mine = [c for c in here if zones.master(step, c.subject) == whose(step)]
    if mine:
        agenda = step.queue("fights")
        for each in mine:
            step.declare("fight", agenda, who=each.subject, targets=(each.toward,))


def who_may_intercept(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Every character, for instants and stepping in, and the creatures of the one attacked.

    Nobody, where either of the two has gone before they fight. After a cast or stepping in, those
    who have not passed since and could do more.
    """
    attack = scene.doing(asking.on)
    if attack is None or not all(zones.is_in(scene, w) for w in (attack.who, *attack.targets)):
        return ()
    creatures = zones.own_creatures(scene, zones.master(scene, attack.targets[0]))
    asked = (
        *each(zones.mages(scene)),
        *(Slot(id=c, who=c, barred=_barring_clause(scene, c, attack)) for c in creatures),
    )
    if "passed" not in asking.params:
        return asked
    able = (slot for slot in asked if not slot.barred and slot.id not in out(asking))
    return tuple(slot for slot in able if _could_do_more(scene, slot.who, attack))


def _could_do_more(scene: Scene, who: str, attack: Doing) -> bool:
    """5.3: True for those who could cast or step in; for everybody where the table asks so."""
    every = scene.setting("ask for instants") == "every mage"
    return every or could_cast_an_instant(scene, who) or not _barring_clause(scene, who, attack)


def _barring_clause(scene: Scene, who: str, attack: Doing) -> str:
    try:
        intercept(scene, Deed(who, "intercept", "reaction", attack.id))
    except Refused as refused:
        return refused.clause
    return ""


@RULES.stage("after intercept")
def after_intercept(step: Step) -> str | None:
    """5.3: After a cast or stepping in, those who could do more are asked until all have passed."""
    acted, passed = passed_since(step, "intercept")
    step.closed = None
    return step.ask("intercept", params={"passed": [*passed]}) if acted else None


@RULES.stage("step in")
def step_in(step: Step) -> None:
    """6.2: The fight is with the one who steps in; the target stays where it is."""
    step.resolve("intercepted", act=step.act.on, stage="intercept", of=step.act.who)


def defender(scene: Scene, act: Doing) -> str:
    """With whom the fight is: who stepped in, else the target."""
    stepped_in = scene.combat.exchange.outcome(act.id, "intercept")
    return stepped_in.of if stepped_in else act.targets[0]


@RULES.stage("lock")
def lock(step: Step) -> str | None:
    """2: The two are Locked for as long as they fight; who is engaged does not get away."""
    who, other = step.act.who, defender(step, step.act)
    here = zones.is_in(step, who) and zones.is_in(step, other)
    near = zones.zone(step, who, other) == zones.CLOSE or is_in_reach(step, who, other)
    if not (here and near) or zones.master(step, who) == zones.master(step, other):
        step.resolve("comes to nothing", stage="lock")
        return END
    step.set_fact("zone", who, zones.LOCKED, other)
    for one in (who, other):
        end_flight(step, one, "engaged")
    return None


RULES.asks(
    Window("fights", "what was engaged in is fought", "4.4"),
    Window("orders", "what do they do?", "4.3", own, **REACTS, stale=True),
    Window(
        "intercept",
        "step in, or cast an instant?",
        "6.2",
        who_may_intercept,
        takes=("reaction", "follow on"),
        passes=True,
        stale=True,
        then="after intercept",
    ),
)
