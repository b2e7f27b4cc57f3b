"""The table of basic manoeuvres: when, at what cost, with what, at whom, and what follows."""

from __future__ import annotations

from dataclasses import replace

from domain.ruleset import Deed, Manoeuvre
from domain.scene import Scene

from . import allowed, arms
from .afar import AFAR
from .bare_hands import ANY, HOLDING, SEEN, STRUCK, SUFFERED, UNARMED
from .costs import ap, as_set, attack_speed, paid_when_declared, speech
from .handling import HANDLING, OTHERWISE
from .later import LATER
from .positions import facing, footing, footing_back, footing_into, steps_back
from .posture import constrained


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
