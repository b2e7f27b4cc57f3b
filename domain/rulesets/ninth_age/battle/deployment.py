"""Before the first turn: the type of deployment, zones, who deploys when, and who comes first."""

from __future__ import annotations

from domain.ruleset.params import names
from domain.ruleset.ruleset import REFEREE, Asking, Blank, Choice, Refused, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.rulesets.ninth_age import rolls, settings, units
from domain.rulesets.ninth_age.declared import side_asked, side_asked_while, side_in_turn
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

TABLES = {
    "objective": ("hold the ground", "breakthrough", "spoils of war"),
    "deployment type": ("frontline clash", "dawn assault", "counterthrust", "encircle"),
}
"""4, 13: The rows of the two D6 tables that the sources still have; the others are cut off."""

SINGLE_TURNS = 3
"""4: In a Counterthrust each of the first three deployment turns brings one unit."""


# --- the tables of the battle --------------------------------------------------------------


@RULES.stage("armies")
def armies(step: Step) -> None:
    """1: Two sides with at least a unit each; raises Refused."""
    found = {side: len(units.roster(step, side)) for side in units.sides(step)}
    strays = [u for u in step.present() if step.combat.roster.members[u].side not in found]
    if len(found) != 2 or not all(found.values()) or strays:
        numbers = {"sides": len(found), "units": sum(found.values()), "without a side": len(strays)}
        raise Refused("1", "a battle is between two sides (kind side) with units on each", numbers)


def _table(name: str, rows: tuple[str, ...]) -> Window:
    """A D6 table: rolled, or its row named; the rows that are cut off are the table's to name."""

    def throw(scene: Scene, asking: Asking, slot: Slot) -> Throw:
        return rolls.plain(REFEREE, name, "set up", 1, "4")

    def choices(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
        other = Choice("other", "another, by name", (Blank("name", "text"),))
        return (*(Choice(row, row) for row in rows), other)

    return Window(
        name, f"which {name}? roll or say", "4", the_referee, choices, throw, then="table row"
    )


@RULES.stage("deployment type")
def deployment_type(step: Step) -> str | None:
    """4: The type of deployment, by a D6 where nobody dictates one."""
    return step.ask("deployment type")


@RULES.stage("table row")
def table_row(step: Step) -> str | None:
    """4: The row that was rolled or named; of a row that is cut off the table says what it is."""
    question, reply = step.closed, step.reply(REFEREE)
    if question is None or reply is None:
        return None
    rows = TABLES[question.about]
    if reply.how == "rolled" and reply.total > len(rows):
        return step.ask(question.about)
    row = rows[reply.total - 1] if reply.how == "rolled" else reply.value
    if row == "other":
        row = str(reply.params.get("name", "")) or row
    basis = "ruled" if reply.value == "other" else "stated"
    for side in units.sides(step):
        step.set_fact(question.about, side, row, basis=basis)
    return "deployment type" if question.about == "objective" else "zones"


# --- zones ---------------------------------------------------------------------------------


def choosing(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """4: One of the sides; who chooses a zone is in no source, so the table says it."""
    return (Choice("zone", "who chooses", (Blank("chooser", "one", units.sides(scene)),)),)


@RULES.stage("zones chosen")
def zones_chosen(step: Step) -> str | None:
    """4: The side that chose its zone is the Active Player until a side has deployed."""
    for _, reply in step.replies():
        step.set_fact("chose", str(reply.params["chooser"]), "yes", basis="ruled")
    return "zone choice"


def _chooser(scene: Scene) -> str:
    return units.side_with(scene, "chose", "yes")


def special_sides(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each side that has anything to declare, the zone's chooser first."""
    able = [s for s in units.in_order(scene, _chooser(scene)) if _able(scene, s, "Scout", "Ambush")]
    return units.ranked_slots(able)


def _able(scene: Scene, side: str, *marks: str) -> tuple[str, ...]:
    return tuple(u for u in units.roster(scene, side) if units.is_(scene, u, *marks))


def special_units(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Which units scout, and which lie in ambush."""
    blanks = tuple(
        Blank(name, "some", _able(scene, slot.who, mark), optional=True)
        for name, mark in (("scouts", "Scout"), ("ambushers", "Ambush"))
    )
    return (Choice("declare", "who deploys specially", blanks),)


@RULES.stage("special declared")
def special_declared(step: Step) -> str | None:
    """4: Declared Scouts wait for their own step, Ambushers for a later turn."""
    for _, reply in step.replies():
        for name, value in (("scouts", "scout"), ("ambushers", "ambush")):
            for unit in names(reply.params, name):
                if step.fact("deploys", unit) == "normally":
                    step.set_fact("deploys", unit, value)
                    if value == "ambush":
                        step.set_fact("place", unit, units.IN_AMBUSH)
    return "deployment begins"


# --- normal deployment ---------------------------------------------------------------------


def still_off(scene: Scene, side: str, how: str = "normally") -> tuple[str, ...]:
    """The units of a side that deploy in a way and have not yet."""
    found = (u for u in units.roster(scene, side) if scene.fact("deploys", u) == how)
    return tuple(u for u in found if scene.fact("place", u) == units.OFF_TABLE)


@RULES.stage("deploy")
def deploy(step: Step) -> str | None:
    """4: They deploy in turn; who begins is in no source, so the table's setting says it."""
    chooser = _chooser(step)
    begins = (
        chooser if step.setting("deploys first") == "chooser" else units.other_side(step, chooser)
    )
    with settings.based_on(step, "deploys first"):
        return _next_still_off(step, begins)


def _next_still_off(step: Step, side: str) -> str | None:
    """That side, or the other where it has nothing left; then Scouts."""
    for who in (side, units.other_side(step, side)):
        if still_off(step, who):
            return step.ask("deploy", params={"side": who})
    return "all deployed" if first_to_finish(step) else "finish"


def placing(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """A unit, and others with it; at first in a Counterthrust one alone that is no Character."""
    waiting, turns = still_off(scene, slot.who), len(units.army(scene, slot.who))
    also = "and in the same turn"
    others = Blank("with", "some", waiting, optional=True, says=also, besides="unit")
    blanks: tuple[Blank, ...] = (others,)
    if scene.fact("deployment type", slot.who) == "counterthrust" and turns < SINGLE_TURNS:
        plain_units = tuple(u for u in waiting if not units.is_(scene, u, "Character"))
        waiting, blanks = plain_units or waiting, ()
    return (Choice("deploy", "place a unit", (Blank("unit", "one", waiting), *blanks)),)


@RULES.stage("deployed")
def place_units(step: Step) -> str | None:
    """4: Place units; the side that first has all on the table has finished deploying."""
    side = side_in_turn(step)
    for _, reply in step.replies():
        unit = str(reply.params["unit"])
        for one in dict.fromkeys((unit, *names(reply.params, "with"))):
            step.set_fact("place", one, units.ON_TABLE)
    if not still_off(step, side) and not first_to_finish(step):
        return _finish(step, side)
    if not still_off(step, side) and step.fact("finished", side) == "no":
        step.set_fact("finished", side, "last")
    return _next_still_off(step, units.other_side(step, side))


def first_to_finish(scene: Scene) -> str:
    """4: The side that finished normal deployment first; empty while none has."""
    return units.side_with(scene, "finished", "first")


@RULES.stage("finish")
def finish(step: Step) -> str | None:
    """4: Where nobody deploys normally, who chose the zone counts as the first to finish."""
    return _finish(step, _chooser(step))


def _finish(step: Step, side: str) -> str | None:
    step.set_fact("finished", side, "first")
    asked = REFEREE if step.setting("first turn") == "the table" else side
    with settings.based_on(step, "first turn"):
        return step.ask("first turn", params={"side": asked})


def first_or_second(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Which side has the first Player Turn."""
    return (Choice("first turn", "whose it is", (Blank("of", "one", units.sides(scene)),)),)


@RULES.stage("first turn taken")
def first_turn_taken(step: Step) -> str | None:
    """4: The first Player Turn of the game is decided."""
    for slot, reply in step.replies():
        first = str(reply.params["of"])
        order = tuple((side,) for side in units.in_order(step, first))
        with settings.based_on(step, "first turn"):
            step.set_order("player turns", order, why=f"decided by {units.name_of(step, slot.who)}")
    return "first deployed"


@RULES.stage("deploy on")
def deploy_on(step: Step) -> str | None:
    """4: The other deploys what is left, then Scouts come."""
    return _next_still_off(step, units.other_side(step, first_to_finish(step)))


RULES.asks(
    *(_table(name, rows) for name, rows in TABLES.items()),
    Window(
        "zones", "who chooses a Deployment Zone?", "4", the_referee, choosing, then="zones chosen"
    ),
    Window(
        "special deployment",
        "who deploys specially?",
        "4",
        special_sides,
        special_units,
        then="special declared",
    ),
    Window(
        "deploy",
        "deploy a unit",
        "4",
        side_asked_while(still_off),
        placing,
        then="deployed",
        stale=True,
    ),
    Window(
        "first turn",
        "who has the first Player Turn?",
        "4",
        side_asked,
        first_or_second,
        then="first turn taken",
    ),
)
