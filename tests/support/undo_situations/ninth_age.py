"""The Ninth Age: two armies, and a charge."""

from __future__ import annotations

from typing import Any

from tests.support.fights import ninth_age
from tests.support.undo_situations.situation import ANN, BEN, REFEREE, Plays, Situation

ARMIES: Plays = {ANN: ("ann",), BEN: ("bo",)}


def declared(battle: Any) -> Any:
    return battle.does("knights", "charge", "archers", distance=8, arc="front")


def held(battle: Any) -> Any:
    return declared(battle).agrees().answers("archers", "hold").answers("ann", "no more charges")


def charged(battle: Any) -> Any:
    return held(battle).moves_charge("knights", "archers", 8, 6, 6)


def blessed(battle: Any) -> object:
    return battle.fixes(what="fact", of="knights", name="engaged", toward="guards", value="yes")


NINTH = (
    Situation("a charge, its distance not yet agreed", ARMIES, ninth_age.battle, declared, ANN, ()),
    Situation("another's charge", ARMIES, ninth_age.battle, declared, BEN, (ANN,)),
    Situation(
        "a charge whose distance was agreed",
        ARMIES,
        ninth_age.battle,
        lambda b: declared(b).agrees(),
        ANN,
        (BEN,),
    ),
    Situation(
        "only the agreement, by who gave it",
        ARMIES,
        lambda: declared(ninth_age.battle()),
        lambda b: b.agrees(),
        BEN,
        (),
    ),
    Situation("a charge and the reaction to it", ARMIES, ninth_age.battle, held, ANN, (BEN,)),
    Situation(
        "the reaction, the referee asks", ARMIES, ninth_age.battle, held, REFEREE, (ANN, BEN)
    ),
    Situation(
        "no more charges",
        ARMIES,
        ninth_age.battle,
        lambda b: b.answers("ann", "no more charges"),
        ANN,
        (),
    ),
    Situation("a charge range was rolled", ARMIES, ninth_age.battle, charged, ANN, (BEN,)),
    Situation(
        "the roll alone",
        ARMIES,
        lambda: (
            held(ninth_age.battle()).does("knights", "charge move", "archers", distance=8).agrees()
        ),
        lambda b: b.rolls(6, 6),
        ANN,
        (BEN,),
    ),
    Situation(
        "a charge range was rolled, strictly",
        ARMIES,
        ninth_age.battle,
        charged,
        ANN,
        (),
        "strict",
        barred=True,
    ),
    Situation(
        "a charge range was rolled, the referee decides",
        ARMIES,
        ninth_age.battle,
        charged,
        ANN,
        (REFEREE,),
        "referee",
    ),
    Situation(
        "a charge range was rolled, freely", ARMIES, ninth_age.battle, charged, BEN, (), "free"
    ),
    Situation("the referee's own hand", ARMIES, ninth_age.battle, blessed, BEN, (REFEREE,)),
    Situation("a charge comes back", ARMIES, ninth_age.battle, declared, ANN, (), forward=True),
    Situation(
        "a charge and its reaction come back",
        ARMIES,
        ninth_age.battle,
        held,
        BEN,
        (ANN,),
        forward=True,
    ),
)
