"""Duels: who may issue one, who answers, and what refusing costs."""

from __future__ import annotations

from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import settings, states, units
from domain.rulesets.ninth_age.declared import side_asked
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

from .combat_round import bodies_left

HEROES = ("Champion", "Character")


def duellists(scene: Scene, side: str, fight: str) -> tuple[str, ...]:
    """9: Units of a side in this Combat with a Champion or Character that faces another's."""
    own = (u for u in bodies_left(scene, fight) if units.side_of(scene, u) == side)
    return tuple(u for u in own if units.is_(scene, u, *HEROES) and acceptors(scene, u))


def challengers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: Sides that may issue a Duel; no source says the order, so it is a setting."""
    order = units.active_first(scene)[:: 1 if scene.setting("duels first") == "active" else -1]
    return units.ranked_slots(side for side in order if duellists(scene, side, asking.on))


def challenge(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Which unit's Champion or Character issues the Duel."""
    able = duellists(scene, slot.who, asking.on)
    return (Choice("issue", "issue a Duel", (Blank("challenger", "one", able),)),)


@RULES.stage("duels")
def duels(step: Step) -> str | None:
    """9: Duels may be issued, first by the Active Player."""
    with settings.based_on(step, "duels first"):
        return step.ask("duels")


@RULES.stage("duel issued")
def duel_issued(step: Step) -> str | None:
    """9: The other side accepts or refuses."""
    issued = [(slot.who, reply) for slot, reply in step.replies("duels") if reply.value == "issue"]
    if not issued:
        return None
    [(side, reply), *_] = issued
    unit = str(reply.params["challenger"])
    regains(step, unit, "issues a Duel")
    return step.ask(
        "duel answer", params={"side": units.other_side(step, side), "challenger": unit}
    )


def acceptors(scene: Scene, challenger: str) -> tuple[str, ...]:
    """9: Only in a unit that touches the challenger's can somebody accept, while they stand."""
    if not units.stands(scene, challenger):
        return ()
    found = units.touched_by(scene, units.leader(scene, challenger))
    return tuple(f for u in found for f in units.body(scene, u) if units.is_(scene, f, *HEROES))


def challenged(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: The side that was challenged, as long as somebody there can accept."""
    return side_asked(scene, asking) if acceptors(scene, _challenger(asking)) else ()


def duel_answers(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """9: The choice of a Champion or Character to accept, or to refuse."""
    able = acceptors(scene, _challenger(asking))
    return (Choice("accept", "accept", (Blank("with", "one", able),)), Choice("refuse", "refuse"))


def _challenger(asking: Asking) -> str:
    return str(asking.params.get("challenger", ""))


def shameable(scene: Scene, challenger: str) -> tuple[str, ...]:
    """9: The Characters that could have accepted."""
    return tuple(u for u in acceptors(scene, challenger) if units.is_(scene, u, "Character"))


def shamers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: The challenger's side, as long as a Character is left that could have accepted."""
    return side_asked(scene, asking) if shameable(scene, _challenger(asking)) else ()


def shames(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """9: The challenger names one of them."""
    able = shameable(scene, _challenger(asking))
    return (Choice("shame", "shame", (Blank("whom", "one", able),)),)


@RULES.stage("duel answered")
def duel_answered(step: Step) -> str | None:
    """9: Accepted, they fight each other; refused, the challenger names who is shamed."""
    question = step.closed
    challenger = str(question.params["challenger"]) if question else ""
    for _, reply in step.replies():
        if reply.value == "accept":
            other = str(reply.params["with"])
            regains(step, other, "accepts a Duel")
            step.begin_condition(challenger, "duel", toward=other, act=step.on)
            step.begin_condition(other, "duel", toward=challenger, act=step.on)
            _meet(step, challenger, other)
        elif shameable(step, challenger):
            side = units.side_of(step, challenger)
            return step.ask("duel shame", params={"side": side, "challenger": challenger})
    return None


def _meet(step: Step, *both: str) -> None:
    """9: Duellists who stand in a unit touch each other, and are in this Combat."""
    if any(units.leader(step, one) != one for one in both):
        step.set_fact("engaged", both[0], "yes", both[1], basis=step.basis_of("make way"))
    for one in both:
        if not step.has(one, "melee"):
            states.enter_combat(step, one, step.on)


@RULES.stage("duel shamed")
def duel_shamed(step: Step) -> None:
    """9: The Character named by the challenger is shamed."""
    for _, reply in step.replies():
        step.begin_condition(str(reply.params["whom"]), "shamed", act=step.on)


def regains(step: Step, unit: str, why: str) -> None:
    """9: End the shame of a unit that issues or accepts a Duel."""
    for condition in step.combat.conditions.on(unit, "shamed"):
        step.end_condition(condition, why)


RULES.asks(
    Window(
        "duels",
        "issue a Duel?",
        "9",
        challengers,
        challenge,
        until="first",
        passes=True,
        then="duel issued",
    ),
    Window(
        "duel shame",
        "which Character is shamed?",
        "9",
        shamers,
        shames,
        then="duel shamed",
        stale=True,
    ),
    Window(
        "duel answer",
        "accept the Duel?",
        "9",
        challenged,
        duel_answers,
        then="duel answered",
        stale=True,
    ),
)
