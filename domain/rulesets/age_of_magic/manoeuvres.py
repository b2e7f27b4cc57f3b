"""The table of basic manoeuvres: when, at what cost, with what, at whom, and what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domain.ruleset import Deed, Manoeuvre, Refused
from domain.scene import Scene

from . import allowed, arms
from .afar import AFAR
from .bare_hands import ANY, HOLDING, SEEN, STRUCK, SUFFERED, UNARMED
from .costs import ap, as_set, attack_speed, paid_when_declared, speech
from .handling import HANDLING, OTHERWISE, SCRATCH, first_level, impaled, stuck, wounds_with
from .positions import constrained, facing, footing, footing_back, footing_into, others, steps_back


def over(scene: Scene, deed: Deed) -> None:
    """Only once the referee has said that the fight is over; raises Refused."""
    if scene.setting("fight") != "is over":
        raise Refused("7.7", "that has its time when the fight is over", {"setting": "fight"})


def unborne(scene: Scene, who: str) -> tuple[Any, ...]:
    """The wounds of somebody, at first worse than a scratch, whose shock is still to come."""
    borne = wounds_with(scene, who, "borne")
    return tuple(
        w
        for w in scene.combat.conditions.on(who, "wound")
        if w.id not in borne and first_level(w) > SCRATCH
    )


def shaken(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Who has the shock of a wound before him: oneself, or anybody else who lives."""
    if scene.setting("fight") != "is over":
        return ()
    alive = [w for w in (deed.who, *others(scene, deed.who)) if not scene.has(w, "dead")]
    return tuple(w for w in alive if unborne(scene, w))


LATER = (
    Manoeuvre(
        "await the shock",
        "an hour later: roll against the shock of every wound",
        "7.7",
        ("action",),
        ("hour-later", "shock", "shocked"),
        target=True,
        targets=shaken,
        allows=over,
    ),
    Manoeuvre(
        "keep going",
        "roll to keep going with one's wounds",
        "7.2",
        ("action",),
        ("keep going", "kept-going"),
        allows=over,
    ),
    Manoeuvre(
        "pull out with care",
        "take a weapon out of a wound with care",
        "7.5",
        ("action",),
        ("careful hands", "taken-out"),
        target=True,
        usings=stuck,
        targets=impaled,
        allows=over,
    ),
)


def attacker(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Whoever made the attack that is answered."""
    return tuple(steps_back(scene, deed.who, deed.on))


RODE = (*SEEN, "ridden")

MOVES = (
    Manoeuvre(
        "move",
        "move up to 2 hexes forward or 1 back",
        "3.5",
        ("action",),
        RODE,
        cost=ap(1),
        blanks=footing_into,
        allows=allowed.afoot,
    ),
    Manoeuvre(
        "follow",
        "move along with the mover",
        "3.5",
        ("reaction",),
        RODE,
        answers=("move",),
        cost=as_set("follow-ap"),
        blanks=footing_into,
        allows=allowed.afoot,
    ),
    Manoeuvre(
        "turn",
        "turn in place",
        "3.5",
        ("action", "reaction"),
        SEEN,
        cost=ap(1),
        blanks=facing,
        allows=allowed.in_place,
    ),
    Manoeuvre(
        "speak",
        "speak, three words for each AP",
        "3.5",
        ANY,
        ("declare", "react"),
        cost=speech,
        blanks=allowed.words,
        allows=allowed.in_place,
    ),
)

ATTACKS = (
    Manoeuvre(
        "stand and attack",
        "strike from where one stands",
        "3.5",
        ANY,
        STRUCK,
        target=True,
        cost=attack_speed,
        blanks=allowed.aimed,
        usings=arms.strikes_with,
        targets=allowed.beside,
        allows=allowed.attack,
    ),
    Manoeuvre(
        "advance and attack",
        "step up and strike at +1/2",
        "3.5",
        ("action", "follow-on"),
        STRUCK,
        target=True,
        cost=attack_speed,
        blanks=allowed.aimed_advancing,
        usings=arms.strikes_with,
        targets=allowed.attackable,
        allows=allowed.attack,
    ),
    Manoeuvre(
        "stand and attack back",
        "answer the attack with one's own",
        "6.5",
        ("reaction",),
        (*SEEN, "stand", "counter", *SUFFERED),
        answers=allowed.ATTACKS,
        stands=True,
        target=True,
        cost=attack_speed,
        blanks=allowed.aimed,
        usings=arms.strikes_with,
        targets=attacker,
        allows=allowed.armed_defence,
    ),
)

DEFENCES = (
    Manoeuvre(
        "block",
        "block, which locks both weapons",
        "3.5",
        ("reaction",),
        (*SEEN, "stand", "lock", "riposte"),
        answers=allowed.DEFENDED,
        stands=True,
        cost=ap(1),
        blanks=facing,
        usings=arms.blocks_with,
        allows=allowed.armed_defence,
    ),
    Manoeuvre(
        "parry",
        "parry, stepping back a hex, at +3",
        "3.5",
        ("reaction",),
        (*SEEN, "stand", "riposte"),
        answers=allowed.DEFENDED,
        stands=True,
        cost=as_set("parry-ap"),
        blanks=footing_back,
        usings=arms.parries_with,
        allows=allowed.armed_defence,
    ),
    Manoeuvre(
        "jump back",
        "dodge a hex away, at +3",
        "3.5",
        ("reaction",),
        (*SEEN, "stand"),
        answers=allowed.DODGED,
        stands=True,
        cost=ap(1),
        blanks=footing_back,
        allows=allowed.defence,
    ),
    Manoeuvre(
        "side-step",
        "dodge a hex sideways, at +2",
        "3.5",
        ("reaction",),
        (*SEEN, "stand", "riposte"),
        answers=allowed.DODGED,
        stands=True,
        cost=ap(1),
        blanks=footing,
        allows=allowed.defence,
    ),
    Manoeuvre(
        "soak",
        "take the wound more lightly",
        "3.5",
        ("reaction", "follow-on"),
        ("brace", "soaked"),
        cost=ap(1),
        allows=allowed.soak,
    ),
)

BOOK = (*MOVES, *ATTACKS, *DEFENCES, *HANDLING, *UNARMED, *HOLDING, *OTHERWISE, *LATER, *AFAR)
MANOEUVRES = tuple(replace(constrained(m), prepaid=paid_when_declared) for m in BOOK)
