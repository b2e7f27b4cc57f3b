"""The table of what can be done: when, at what cost, with what, at whom, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.ruleset.ruleset import Deed, Manoeuvre
from domain.ruleset.scene import Scene

from . import legality, preparing, squares
from .spells import legality as spells_legality
from .tables import ASK_AGAIN, whole
from .zones import enemies


def foes(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Every enemy, near or far."""
    return enemies(scene, deed.who)


def restore_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """What is channeled comes off what may be restored in this turn."""
    return {"restore": whole(deed.params.get("amount"), 1)}


Allows = Callable[[Scene, Deed], None]
ON_ITS_WAY = ("pay mana", "respond", "take effect", "bury")
FIGHT = ("intercept", "after intercept", "lock", "exchange", "part", "trample", "put off guard")
ANSWERED = ("cast", "instant", "answer", "use", "move", "engage")


def _action(
    name: str, says: str, clause: str, stages: tuple[str, ...], allows: Allows, **more: Any
) -> Manoeuvre:
    """What is done of one's own will alone."""
    return Manoeuvre(name, says, clause, ("action",), stages, allows=allows, **more)


ONE: dict[str, Any] = {"cost": legality.one_action}
AT_ONE: dict[str, Any] = {"target": True, "targets": foes, "target_is": "an enemy"}
PARTS: dict[str, Any] = {"answers": ("command", "engage", "fight"), **ONE}
"""4.3: What costs an action in one's own turn, is done to one enemy, or at a command as well."""

CHANNELING = (
    _action(
        "channel",
        "restore mana of a color",
        "4.1",
        ("restore",),
        legality.only_in("channeling", "4.1"),
        cost=restore_cost,
        usings=preparing.colors,
        blanks=preparing.amount,
    ),
    _action(
        "memorize",
        "add the next spell of the library to Memory",
        "4.1",
        ("memorize spell",),
        preparing.memorize,
    ),
    _action(
        "maintain",
        "give Focus to effects and creatures",
        "4.2",
        ("apply upkeep",),
        legality.only_in("upkeep", "4.2"),
        cost=preparing.upkeep_cost,
        blanks=preparing.on_what,
    ),
    _action("delay", "wait, and act later", "3.3", ("waiting",), preparing.delay, any_time=True),
    _action(
        ASK_AGAIN,
        "be asked again before phases pass",
        "5.3",
        ("asked again",),
        preparing.ask_again,
        any_time=True,
    ),
)

ACTIONS = (
    _action("command", "command one's creatures", "4.3", ("orders",), legality.command, **ONE),
    Manoeuvre(
        "move",
        "move from Close to Ranged, or from Ranged to Close",
        "4.3",
        ("action", "reaction", "follow on"),
        ("heed", "go"),
        aims=legality.moves_toward,
        targets=foes,
        target_is="an enemy",
        blanks=squares.destination,
        **PARTS,
        allows=legality.move,
    ),
    Manoeuvre(
        "engage",
        "lock with an enemy who is Close, and strike",
        "4.3",
        ("action", "reaction", "follow on"),
        ("heed", "close in", *FIGHT),
        **AT_ONE,
        **PARTS,
        allows=legality.engage,
    ),
    Manoeuvre(
        "fight",
        "fight the engagement of the Main phase",
        "4.4",
        (),
        FIGHT,
        allows=legality.only_in("combat phase", "4.4"),
        **AT_ONE,
    ),
    _action("flee", "flee", "7.1", ("run",), legality.flee, **ONE),
    _action(
        "fast flee",
        "outrun everybody at once",
        "7.2",
        ("outrun", "outran", "run"),
        legality.fast_flee,
        **ONE,
    ),
    Manoeuvre(
        "intercept",
        "take the fight for a character",
        "6.2",
        ("reaction",),
        ("step in",),
        answers=("engage", "fight"),
        allows=legality.intercept,
    ),
    Manoeuvre(
        "strike back",
        "strike back with one's own Power",
        "6.4",
        ("reaction",),
        ("swing",),
        answers=("engage", "fight"),
        allows=legality.strike_back,
    ),
)

AIMED: dict[str, Any] = {
    "aims": spells_legality.is_aimed,
    "targets": spells_legality.aimed_at,
    "target_is": "of the kind that the spell is for",
    "blanks": spells_legality.payment,
}
CASTING = (
    Manoeuvre(
        "cast",
        "cast a spell",
        "5.2",
        ("action",),
        ON_ITS_WAY,
        cost=lambda scene, deed: {"actions": 1, "focus": 1},
        **AIMED,
        usings=spells_legality.listed_spells("sorceries"),
        allows=spells_legality.cast,
    ),
    Manoeuvre(
        "instant",
        "cast an instant",
        "5.3",
        ("action", "reaction", "follow on"),
        ON_ITS_WAY,
        answers=("engage", "fight"),
        any_time=True,
        **AIMED,
        usings=spells_legality.listed_spells("instants"),
        allows=spells_legality.instant,
    ),
    Manoeuvre(
        "answer",
        "answer with an instant, if one is fast enough",
        "5.4",
        ("reaction",),
        ("race", "begin", *ON_ITS_WAY),
        answers=ANSWERED,
        **AIMED,
        usings=spells_legality.listed_spells("answers"),
        allows=spells_legality.answer,
    ),
    Manoeuvre(
        "use",
        "use an ability as a spell",
        "4.3",
        ("action", "reaction"),
        ("pay mana", "heed", "take effect"),
        answers=("command",),
        **ONE,
        **AIMED,
        usings=spells_legality.abilities,
        allows=spells_legality.use,
    ),
)

MANOEUVRES = (*CHANNELING, *ACTIONS, *CASTING)
