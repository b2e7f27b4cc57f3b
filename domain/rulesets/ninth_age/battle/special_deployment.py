"""Special deployment: what comes with a zone, Scouts after everybody, Vanguard moves in turn."""

from __future__ import annotations

from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Until, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import units
from domain.rulesets.ninth_age.declared import side_asked, side_asked_while, side_in_turn
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

from .deployment import first_to_finish, still_off

GAME_TURN = Until(span="round")


# --- what comes with a zone ------------------------------------------------------------------

EDGES = ("left", "right")
PICKS = {
    "dawn assault": {f"{edge} edge": f"the short edge on the {edge}" for edge in EDGES},
    "encircle": {"attacker": "attack", "defender": "defend"},
}
"""4: In a Dawn Assault the chooser also picks a short edge, in an Encircle attack or defence."""


def picks(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """4: The choices that this type of deployment offers."""
    found = PICKS.get(str(scene.fact("deployment type", slot.who)), {})
    return tuple(Choice(name, says) for name, says in found.items())


@RULES.stage("zone choice")
def zone_choice(step: Step) -> str | None:
    """4: The side that chose a zone picks the edge or role that comes with it."""
    side = units.side_with(step, "chose", "yes")
    picks = side and step.fact("deployment type", side) in PICKS
    return step.ask("zone choice", params={"side": side}) if picks else "special deployment"


@RULES.stage("zone picked")
def zone_picked(step: Step) -> str:
    """4: Record the picked edge or role with the zone."""
    for slot, reply in step.replies():
        if reply.how == "answered":
            step.set_fact("zone", slot.who, reply.value)
    return "special deployment"


# --- Scouts and Vanguard ---------------------------------------------------------------------


@RULES.stage("scouts")
def scouts(step: Step) -> str | None:
    """4: Scouts come in turn, from who finished normal deployment first."""
    for side in units.in_order(step, first_to_finish(step)):
        if step.fact("finished", side) == "no":
            step.set_fact("finished", side, "last")
    return _next_scout(step, first_to_finish(step))


def _scouts(scene: Scene, side: str) -> tuple[str, ...]:
    return still_off(scene, side, "scout")


def _next_scout(step: Step, side: str) -> str | None:
    for who in (side, units.other_side(step, side)):
        if _scouts(step, who):
            return step.ask("scouts", params={"side": who})
    return "vanguard"


def scouting(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """A unit in its own zone, or outside of it."""
    unit = Blank("unit", "one", _scouts(scene, slot.who))
    return (Choice("scout", "place a Scout", (unit, Blank("zone", "one", ("own", "outside")))),)


@RULES.stage("scouted")
def place_scouts(step: Step) -> str | None:
    """4: Scouts outside their own zone declare no charges in the first Player Turn."""
    for _, reply in step.replies():
        unit = str(reply.params["unit"])
        step.set_fact("place", unit, units.ON_TABLE)
        if reply.params["zone"] == "outside":
            step.begin_condition(unit, "held back", key="scouted")
    return _next_scout(step, units.other_side(step, side_in_turn(step)))


@RULES.stage("vanguard")
def vanguard(step: Step) -> str | None:
    """4: Vanguard moves alternate unit by unit, from who finished deploying last."""
    return _next_vanguard(step, units.other_side(step, first_to_finish(step)))


def _vanguard(scene: Scene, side: str) -> tuple[str, ...]:
    if scene.fact("vanguard", side) == "done":
        return ()
    found = (u for u in units.army(scene, side) if units.is_(scene, u, "Vanguard"))
    held = scene.combat.conditions.on
    return tuple(u for u in found if all(c.key != "vanguard" for c in held(u, "held back")))


def _next_vanguard(step: Step, side: str) -> str | None:
    for who in (side, units.other_side(step, side)):
        if _vanguard(step, who):
            return step.ask("vanguard", params={"side": who})
    return None


def vanguarding(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """A unit that moves, or the word that no more do."""
    blanks = (Blank("unit", "one", _vanguard(scene, slot.who)),)
    return (Choice("vanguard", "a Vanguard move", blanks), Choice("no more", "no more of them"))


@RULES.stage("vanguarded")
def record_vanguard(step: Step) -> str | None:
    """4: A unit that made it does not charge in the first Player Turn, nor score in Game Turn 1."""
    side = side_in_turn(step)
    for _, reply in step.replies():
        if reply.value == "no more":
            step.set_fact("vanguard", side, "done")
        else:
            unit = str(reply.params["unit"])
            step.begin_condition(unit, "held back", key="vanguard")
            step.begin_condition(unit, "not scoring", key="vanguard", until=GAME_TURN)
    return _next_vanguard(step, units.other_side(step, side))


RULES.asks(
    Window("zone choice", "what comes with the zone?", "4", side_asked, picks, then="zone picked"),
    Window(
        "scouts",
        "place a Scout",
        "4",
        side_asked_while(_scouts),
        scouting,
        then="scouted",
        stale=True,
    ),
    Window(
        "vanguard",
        "a Vanguard move?",
        "4",
        side_asked_while(_vanguard),
        vanguarding,
        then="vanguarded",
        stale=True,
    ),
)
