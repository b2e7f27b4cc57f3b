"""The table of what can be done: when, at what cost, with what, at whom, and what follows."""

from __future__ import annotations

from domain.ruleset import Deed, Manoeuvre
from domain.scene import Scene

from . import allowed, casts, modified, preparing
from .tables import ASK_AGAIN
from .zones import enemies


def foes(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Every enemy, near or far."""
    return enemies(scene, deed.who)


def cast_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """An action, and a unit of the Focus that the Upkeep has left."""
    return {"actions": 1, "focus": 1}


def restored(scene: Scene, deed: Deed) -> dict[str, int]:
    """What is channeled comes off what may be restored in this turn."""
    amount = deed.params.get("amount", 1)
    return {"restore": amount if isinstance(amount, int) else 1}


ON_ITS_WAY = ("pay-mana", "respond", "take-effect", "bury")
FIGHT = ("intercept", "lock", "exchange", "part", "trample", "repelled")
ANSWERED = ("cast", "instant", "answer", "use", "move", "engage")

CHANNELING = (
    Manoeuvre(
        "channel",
        "restore mana of a color",
        "4.1",
        ("action",),
        ("restore",),
        cost=restored,
        usings=preparing.colors,
        blanks=preparing.amount,
        allows=preparing.channel,
    ),
    Manoeuvre(
        "memorize",
        "add the next spell of the library to Memory",
        "4.1",
        ("action",),
        ("memorized",),
        allows=preparing.memorize,
    ),
    Manoeuvre(
        "maintain",
        "give Focus to effects and creatures",
        "4.2",
        ("action",),
        ("maintained",),
        cost=preparing.upkeep_cost,
        blanks=preparing.on_what,
        allows=preparing.maintain,
    ),
    Manoeuvre(
        "delay",
        "wait, and act later",
        "3.3",
        ("action",),
        ("waiting",),
        allows=preparing.delay,
        any_time=True,
    ),
    Manoeuvre(
        ASK_AGAIN,
        "be asked again before phases pass",
        "5.3",
        ("action",),
        ("asked again",),
        allows=preparing.ask_again,
        any_time=True,
    ),
)

ACTIONS = (
    Manoeuvre(
        "command",
        "command one's creatures",
        "4.3",
        ("action",),
        ("orders",),
        cost=allowed.one_action,
        allows=allowed.command,
    ),
    Manoeuvre(
        "move",
        "move from Close to Ranged, or from Ranged to Close",
        "4.3",
        ("action", "reaction", "follow-on"),
        ("heed", "go"),
        aims=allowed.moves_toward,
        targets=foes,
        blanks=modified.destination,
        answers=("command", "engage", "fight"),
        cost=allowed.one_action,
        allows=allowed.move,
    ),
    Manoeuvre(
        "engage",
        "lock with an enemy who is Close, and strike",
        "4.3",
        ("action", "reaction", "follow-on"),
        ("heed", "close-in", *FIGHT),
        target=True,
        targets=foes,
        answers=("command", "engage", "fight"),
        cost=allowed.one_action,
        allows=allowed.engage,
    ),
    Manoeuvre(
        "fight",
        "fight the engagement of the Main phase",
        "4.4",
        ("action",),
        FIGHT,
        target=True,
        targets=foes,
        allows=allowed.fight,
    ),
    Manoeuvre(
        "flee", "flee", "7.1", ("action",), ("run",), cost=allowed.one_action, allows=allowed.flee
    ),
    Manoeuvre(
        "fast flee",
        "outrun everybody at once",
        "7.2",
        ("action",),
        ("outrun", "outran", "run"),
        cost=allowed.one_action,
        allows=allowed.fast_flee,
    ),
    Manoeuvre(
        "intercept",
        "take the fight for a character",
        "6.2",
        ("reaction",),
        ("step-in",),
        answers=("engage", "fight"),
        allows=allowed.intercept,
    ),
    Manoeuvre(
        "strike back",
        "strike back with one's own Power",
        "6.4",
        ("reaction",),
        ("swing",),
        answers=("engage", "fight"),
        allows=allowed.strike_back,
    ),
)

CASTING = (
    Manoeuvre(
        "cast",
        "cast a spell",
        "5.2",
        ("action",),
        ON_ITS_WAY,
        cost=cast_cost,
        usings=casts.sorceries,
        aims=casts.is_aimed,
        targets=casts.aimed_at,
        blanks=casts.payment,
        allows=casts.cast,
    ),
    Manoeuvre(
        "instant",
        "cast an instant",
        "5.3",
        ("action", "reaction", "follow-on"),
        ON_ITS_WAY,
        answers=("engage", "fight"),
        any_time=True,
        usings=casts.instants,
        aims=casts.is_aimed,
        targets=casts.aimed_at,
        blanks=casts.payment,
        allows=casts.instant,
    ),
    Manoeuvre(
        "answer",
        "answer with an instant, if one is fast enough",
        "5.4",
        ("reaction",),
        ("race", "begin", *ON_ITS_WAY),
        answers=ANSWERED,
        usings=casts.answers,
        aims=casts.is_aimed,
        targets=casts.aimed_at,
        blanks=casts.payment,
        allows=casts.answer,
    ),
    Manoeuvre(
        "use",
        "use an ability as a spell",
        "4.3",
        ("action", "reaction"),
        ("pay-mana", "heed", "take-effect"),
        answers=("command",),
        cost=allowed.one_action,
        usings=casts.abilities,
        aims=casts.is_aimed,
        targets=casts.aimed_at,
        blanks=casts.payment,
        allows=casts.use,
    ),
)

MANOEUVRES = (*CHANNELING, *ACTIONS, *CASTING)
