"""The Movement Phase after the rallying: random moves, Ambushers, then units one by one."""

from __future__ import annotations

from domain.ruleset.ruleset import BEGIN, END, Asking, Choice, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import discipline, rolls, settings, states, units
from domain.rulesets.ninth_age.legality import can_move
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.tables import HALVES, distance_in_halves
from domain.rulesets.ninth_age.turn import actor
from domain.step.step import Step

MARCH_TEST = 8
"""M3: A unit within so many inches of an enemy that does not flee tests before it marches."""

ARRIVES, LATE = 3, 4
"""M2: The roll with which an Ambusher arrives, and the Game Turn from which that costs Scoring."""


NOBODY = Asking("", "")
"""In place of a question, where its slots are looked at before it is asked."""


# --- random movement -----------------------------------------------------------------------


def movers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """M2: The units of the Active Player that move by dice, at the end of the second step."""
    found = (u for side in scene.actors() for u in units.army(scene, side))
    by_dice = (u for u in found if scene.trait(u, "Random Movement") > 0)
    return units.each(u for u in by_dice if can_move(scene, u))


def move_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """So many dice as its sheet says."""
    dice = scene.trait(slot.who, "Random Movement")
    return rolls.plain(slot.who, "random movement", "move", dice, "M2")


@RULES.stage("random movement")
def random_moves(step: Step) -> str | None:
    """M2: Random Movement comes after the rallying, before Ambushers arrive."""
    return step.ask("random movement") if movers(step, NOBODY) else None


@RULES.stage("random moved")
def random_moved(step: Step) -> None:
    """M2: They have moved as far as their dice say."""
    for slot, _ in step.replies("random movement"):
        states.move(step, slot.who, "random movement")


# --- ambush --------------------------------------------------------------------------------


def in_ambush(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """M2: From its owner's second Player Turn a die for each unit, all rolled first."""
    if scene.combat.clock.rounds < 2:
        return ()
    found = (u for side in scene.actors() for u in units.roster(scene, side))
    return units.each(u for u in found if units.is_at(scene, u, units.IN_AMBUSH))


@RULES.stage("ambush")
def ambush(step: Step) -> str | None:
    """M2: Ambushers roll to arrive, after the rallying."""
    return step.ask("ambush") if in_ambush(step, NOBODY) else None


@RULES.stage("arrivals")
def arrivals(step: Step) -> None:
    """M2: On 3 or more it arrives; from Game Turn 4 on it scores no more."""
    for slot, reply in step.replies("ambush"):
        if reply.total >= ARRIVES:
            step.set_fact("place", slot.who, units.ON_TABLE)
            if step.setting("ambush moves") == "no":
                with settings.based_on(step, "ambush moves"):
                    states.move(step, slot.who, "arrived")
            if step.combat.clock.rounds >= LATE:
                step.begin_condition(slot.who, "not scoring", key="late ambush", until=None)


# --- moving --------------------------------------------------------------------------------


@RULES.stage("moves")
def moves(step: Step) -> str | None:
    """M3: The Active Player moves units one by one, in any order, until no more move."""
    could = any(can_move(step, u) for u in units.army(step, step.actors()[0]))
    return step.ask("moves") if could else None


@RULES.stage("march near")
def march_near(step: Step) -> str | None:
    """M3: Near an enemy a March Test is taken immediately before the move."""
    nearest = distance_in_halves(step.act.params, "nearest")
    return None if 0 < nearest <= MARCH_TEST * HALVES else BEGIN


@RULES.stage("may march")
def may_march(step: Step) -> str | None:
    """M3: A unit that fails makes no March Move in this phase; any other move stays legal."""
    if discipline.has_passed(step):
        return None
    step.begin_condition(step.act.who, "no march")
    return END


@RULES.stage("go")
def record_move(step: Step) -> None:
    """M3: The unit has moved; a Reform may change its files."""
    states.move(step, step.act.who, step.act.manoeuvre)
    states.set_files(step, step.act.who, step.act.params.get("files"))


def no_more(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """End the moves, shots or spells of the Active Player in this phase."""
    word = NO_MORE[asking.about]
    return (Choice(word, word),)


NO_MORE = {"moves": "no more moves", "shots": "no more shooting", "casts": "no more spells"}

RULES.asks(
    Window(
        "random movement",
        "how far does it move?",
        "M2",
        movers,
        throw=move_roll,
        then="random moved",
    ),
    rolls.window("ambush", "does it arrive?", "M2", in_ambush, "chance", "arrivals", 1),
    Window("moves", "move a unit", "M3", actor, no_more, takes=("action",), then="moves again"),
)
