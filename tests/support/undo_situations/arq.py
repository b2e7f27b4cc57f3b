"""ARQ: Three characters against the referee's orcs, in the movement phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.fights import arq
from tests.support.undo_situations.situation import ANN, BEN, CAT, REFEREE, Plays, Situation

PARTY: Plays = {ANN: ("c1",), BEN: ("c2",), CAT: ("c3",)}


def field() -> Any:
    return arq.on_the_grid().to_phase("movement")


def steps(*moves: str) -> Callable[[Any], object]:
    """Those named move, as `c1 1,1`."""

    def told(clash: Any) -> object:
        for move in moves:
            who, to = move.split()
            clash.does(who, "move", to=to)
        return clash

    return told


def dash(clash: Any) -> object:
    return clash.dash("c1", "o1", "wins", goal="the stone")


ARQ = (
    Situation("a move of one's own", PARTY, field, steps("c1 1,1"), ANN, ()),
    Situation("a move of another", PARTY, field, steps("c1 1,1"), BEN, (ANN,)),
    Situation(
        "the referee asks for a player's move", PARTY, field, steps("c1 1,1"), REFEREE, (ANN,)
    ),
    Situation("one's own and an ally's move", PARTY, field, steps("c1 1,1", "c2 2,1"), ANN, (BEN,)),
    Situation(
        "one's own and an orc's move", PARTY, field, steps("c1 1,1", "o1 0,5"), ANN, (REFEREE,)
    ),
    Situation("the referee's own orc", PARTY, field, steps("o1 0,5"), REFEREE, ()),
    Situation("an orc's move", PARTY, field, steps("o1 0,5"), ANN, (REFEREE,)),
    Situation(
        "three moves, the last one asks",
        PARTY,
        field,
        steps("c1 1,1", "c2 2,1", "c3 5,1"),
        CAT,
        (ANN, BEN),
    ),
    Situation("a test was drawn, the referee asks", PARTY, field, dash, REFEREE, (ANN, BEN, CAT)),
    Situation("a test was drawn, a player asks", PARTY, field, dash, ANN, (BEN, CAT, REFEREE)),
    Situation("a test was drawn, strictly", PARTY, field, dash, ANN, (), "strict", barred=True),
    Situation("a test was drawn, freely", PARTY, field, dash, ANN, (), "free"),
    Situation(
        "another's move, strictly, nothing learned",
        PARTY,
        field,
        steps("c1 1,1", "c2 2,1"),
        ANN,
        (BEN,),
        "strict",
    ),
    Situation(
        "another's move, the referee decides",
        PARTY,
        field,
        steps("c1 1,1", "c2 2,1"),
        ANN,
        (REFEREE,),
        "referee",
    ),
    Situation(
        "the referee decides and asks himself",
        PARTY,
        field,
        steps("c1 1,1", "c2 2,1"),
        REFEREE,
        (),
        "referee",
    ),
    Situation("one's own move comes back", PARTY, field, steps("c1 1,1"), ANN, (), forward=True),
    Situation(
        "another's move comes back", PARTY, field, steps("c1 1,1"), BEN, (ANN,), forward=True
    ),
    Situation("an ally let his move go", PARTY, field, lambda f: f.does("c2", "pass"), ANN, (BEN,)),
)
