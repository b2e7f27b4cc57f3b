"""Planeswalker: Three mages; none of them is the referee's."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from tests.domain.rulesets.planeswalker.spells.test_casting import begun as mages
from tests.support.undo_situations.situation import ANN, BEN, CAT, REFEREE, Plays, Situation

MAGES: Plays = {ANN: ("mira",), BEN: ("nils",), CAT: ("otto",)}


def bolt(mages: Any) -> Any:
    return mages.casts("mira", "bolt", "nils")


def countered(mages: Any) -> Any:
    return bolt(mages).does("nils", "answer", using="counter")


def raced(mages: Any) -> Any:
    return countered(mages).rolls("nils", "mira", nils=(2, 3, 4), mira=(4, 5))


def luck(mages: Any) -> object:
    return mages.say(c.Roll(who="mira", purpose="luck", sides=20))


def mended(mages: Any) -> object:
    return mages.mana("mira", red=1)


PLANESWALKER = (
    Situation("a spell nobody has answered", MAGES, mages, bolt, ANN, ()),
    Situation("another's spell", MAGES, mages, bolt, CAT, (ANN,)),
    Situation(
        "a spell let through by a pass for all", MAGES, mages, lambda m: bolt(m).resolves(), ANN, ()
    ),
    Situation(
        "a spell that its target let through himself",
        MAGES,
        mages,
        lambda m: bolt(m).passes("nils"),
        ANN,
        (BEN,),
    ),
    # An answer is declared and then raced for: it is said, not yet done, and all have heard it.
    Situation("a counter was declared, no die yet", MAGES, mages, countered, ANN, (BEN, CAT)),
    Situation(
        "the counter alone, its caster asks",
        MAGES,
        lambda: bolt(mages()),
        lambda m: m.does("nils", "answer", using="counter"),
        BEN,
        (),
    ),
    Situation("the race was rolled", MAGES, mages, raced, ANN, (BEN, CAT)),
    Situation(
        "only the race falls: dice are nobody's decision, but seen",
        MAGES,
        lambda: countered(mages()),
        lambda m: m.rolls("nils", "mira", nils=(2, 3, 4), mira=(4, 5)),
        ANN,
        (BEN, CAT),
    ),
    Situation("a loose roll of one's own", MAGES, mages, luck, ANN, (BEN, CAT)),
    Situation("a loose roll, with a free move left", MAGES, mages, luck, ANN, (), allowance=1),
    Situation(
        "a free move does not take another's decision",
        MAGES,
        mages,
        raced,
        ANN,
        (BEN, CAT),
        allowance=1,
    ),
    Situation("a loose roll, strictly", MAGES, mages, luck, ANN, (), "strict", barred=True),
    Situation("a loose roll, the referee decides", MAGES, mages, luck, ANN, (REFEREE,), "referee"),
    Situation("the end of one's own phase", MAGES, mages, lambda m: m.ends_phase(), ANN, ()),
    Situation("the end of another's phase", MAGES, mages, lambda m: m.ends_phase(), BEN, (ANN,)),
    Situation("the referee's own hand, a player asks", MAGES, mages, mended, ANN, (REFEREE,)),
    Situation("the referee's own hand, he asks", MAGES, mages, mended, REFEREE, ()),
    Situation("one's own spell comes back", MAGES, mages, bolt, ANN, (), forward=True),
    Situation(
        "one's spell and its counter come back", MAGES, mages, countered, ANN, (BEN,), forward=True
    ),
)
