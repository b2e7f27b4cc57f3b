"""Kaiser: A duel; intentions are sealed until the roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.fights import kaiser
from tests.support.undo_situations.situation import ANN, BEN, CAT, REFEREE, Plays, Situation

DUEL: Plays = {ANN: ("xan",), BEN: ("yrsa",)}
PAIRS: Plays = {ANN: ("xan",), BEN: ("yrsa",), CAT: ("mage",)}


def intending(**points: str) -> Any:
    fight = kaiser.Fight(points={k.replace("_", " "): v for k, v in points.items()})
    fight.joins("xan", side="a", **kaiser.XAN).joins("yrsa", side="b", **kaiser.YRSA)
    return fight.round()


def openly() -> Any:
    return intending(intentions_revealed="declared")


def intends(*whose: str) -> Callable[[Any], Any]:
    def told(fight: Any) -> Any:
        for who in whose:
            fight.intends(who, "attack intention", using="long sword")
        return fight

    return told


def strikes(fight: Any) -> Any:
    return fight.does("xan", "attack", "yrsa", using="long sword")


def blocked(fight: Any) -> Any:
    return strikes(fight).rolls(xan=(2, 1)).does("yrsa", "block")


def prone(fight: Any) -> object:
    return fight.pool("xan", "ap", -1)


KAISER = (
    Situation("a sealed intention of one's own", DUEL, intending, intends("xan"), ANN, ()),
    Situation(
        "two sealed intentions: nobody can see them",
        DUEL,
        intending,
        intends("xan", "yrsa"),
        ANN,
        (),
    ),
    Situation("an open intention of one's own", DUEL, openly, intends("xan"), ANN, ()),
    Situation("another's open intention", DUEL, openly, intends("xan"), BEN, (ANN,)),
    Situation("two open intentions", DUEL, openly, intends("xan", "yrsa"), ANN, (BEN,)),
    Situation(
        "sealed intentions were opened",
        DUEL,
        lambda: intends("xan", "yrsa")(intending()),
        lambda f: f.all_declared(),
        ANN,
        (BEN,),
    ),
    Situation(
        "sealed intentions were opened, the referee asks",
        DUEL,
        lambda: intends("xan", "yrsa")(intending()),
        lambda f: f.all_declared(),
        REFEREE,
        (ANN, BEN),
    ),
    Situation(
        "sealed intentions were opened, strictly",
        DUEL,
        lambda: intends("xan", "yrsa")(intending()),
        lambda f: f.all_declared(),
        ANN,
        (),
        "strict",
        barred=True,
    ),
    Situation(
        "initiative was rolled",
        DUEL,
        lambda: intending().all_declared(),
        lambda f: f.initiative("xan", "yrsa"),
        ANN,
        (BEN,),
    ),
    Situation(
        "initiative was rolled among four",
        PAIRS,
        lambda: kaiser.four().round().all_declared(),
        lambda f: f.initiative("xan", "yrsa"),
        ANN,
        (BEN, CAT, REFEREE),
    ),
    Situation("an attack, not yet rolled for", DUEL, kaiser.duel, strikes, ANN, ()),
    Situation("an attack that was blocked", DUEL, kaiser.duel, blocked, ANN, (BEN,)),
    Situation(
        "an attack rolled for",
        DUEL,
        kaiser.duel,
        lambda f: strikes(f).rolls(xan=(2, 1)),
        ANN,
        (BEN,),
    ),
    Situation(
        "an attack rolled for, with a free move left",
        DUEL,
        kaiser.duel,
        lambda f: strikes(f).rolls(xan=(2, 1)),
        ANN,
        (),
        allowance=2,
    ),
    Situation("the referee's own hand", DUEL, kaiser.duel, prone, ANN, (REFEREE,)),
    Situation("the end of one's own turn", DUEL, kaiser.duel, lambda f: f.ends("xan"), ANN, ()),
    Situation(
        "an attack and its block come back", DUEL, kaiser.duel, blocked, ANN, (BEN,), forward=True
    ),
)
