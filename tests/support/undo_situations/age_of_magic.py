"""Age of Magic: Cogan strikes at Urlik; a bard stands by."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from tests.support.fights import age_of_magic
from tests.support.story import Story
from tests.support.undo_situations.situation import ANN, BEN, CAT, REFEREE, Plays, Situation

TRIO: Plays = {ANN: ("cogan",), BEN: ("urlik",), CAT: ("bard",)}
WITH_ERIK: Plays = {**TRIO, ANN: ("cogan", "erik")}


def trio() -> Any:
    fight = age_of_magic.Fight().joins("cogan", side="heroes", **age_of_magic.COGAN)
    fight.joins("urlik", side="reavers", **age_of_magic.STOUT)
    fight.joins("bard", side="heroes", Combat=4, Tactics="-1")
    return fight.side_by_side("cogan urlik").begins("cogan")


def struck(fight: Any) -> Any:
    return fight.does("cogan", "stand and attack", "urlik", using="hand-&-half")


def parried(fight: Any) -> Any:
    return struck(fight).declares("urlik", "parry", using="axe")


def unanswered(fight: Any) -> Any:
    return struck(fight).everybody_passes()


def risked(fight: Any) -> Any:
    return unanswered(fight).rolls("cogan", faces=(5,))


def unrisked(fight: Any) -> Any:
    return unanswered(fight).rolls("cogan")


def ended(fight: Any) -> object:
    return fight.say(c.End())


def comes(story: Story) -> object:
    return story.joins("erik", side="heroes", **age_of_magic.URLIK)


AGE = (
    Situation("a blow nobody has answered", TRIO, trio, struck, ANN, ()),
    Situation("another's blow", TRIO, trio, struck, BEN, (ANN,)),
    Situation("a parry was declared: all have heard it", TRIO, trio, parried, ANN, (BEN, CAT)),
    Situation(
        "one's own parry",
        TRIO,
        lambda: struck(trio()),
        lambda f: f.declares("urlik", "parry", using="axe"),
        BEN,
        (),
    ),
    Situation(
        "another's parry alone",
        TRIO,
        lambda: struck(trio()),
        lambda f: f.declares("urlik", "parry", using="axe"),
        ANN,
        (BEN, CAT),
    ),
    Situation(
        "the target let it be himself", TRIO, trio, lambda f: struck(f).passes("urlik"), ANN, (BEN,)
    ),
    Situation("all let it be, by one word for all", TRIO, trio, unanswered, ANN, ()),
    Situation("a die was risked and fell", TRIO, trio, risked, ANN, (BEN, CAT)),
    Situation("no die was risked: nothing fell", TRIO, trio, unrisked, ANN, ()),
    Situation(
        "another risked no die: his decision, nothing fell",
        TRIO,
        trio,
        lambda f: unrisked(f).rolls("urlik"),
        ANN,
        (BEN,),
    ),
    Situation(
        "the same, strictly",
        TRIO,
        trio,
        lambda f: unrisked(f).rolls("urlik"),
        ANN,
        (BEN,),
        "strict",
    ),
    Situation("a die fell, strictly", TRIO, trio, risked, ANN, (), "strict", barred=True),
    Situation("a die fell, with a free move left", TRIO, trio, risked, ANN, (), allowance=1),
    Situation("a die fell, all free moves used", TRIO, trio, risked, ANN, (BEN, CAT), allowance=0),
    Situation("a die fell, the bystander asks", TRIO, trio, risked, CAT, (ANN, BEN)),
    Situation(
        "a parry was declared, the referee asks", TRIO, trio, parried, REFEREE, (ANN, BEN, CAT)
    ),
    Situation(
        "a parry was declared, the referee decides", TRIO, trio, parried, ANN, (REFEREE,), "referee"
    ),
    Situation("a blow and its parry come back", TRIO, trio, parried, ANN, (BEN,), forward=True),
    Situation(
        "a newcomer of the referee's amid the fight", TRIO, trio, comes, ANN, (REFEREE, BEN, CAT)
    ),
    Situation("the referee takes his newcomer back", TRIO, trio, comes, REFEREE, ()),
    # Who comes in is the referee's word, be it a player's own companion.
    Situation(
        "a player's companion was brought in by the referee",
        WITH_ERIK,
        trio,
        comes,
        ANN,
        (REFEREE,),
    ),
    Situation("the referee takes a player's companion back", WITH_ERIK, trio, comes, REFEREE, ()),
    Situation(
        "the referee ended it in a player's phase, and takes that back",
        TRIO,
        trio,
        ended,
        REFEREE,
        (),
    ),
    Situation(
        "somebody is put on the list before anything began",
        TRIO,
        lambda: age_of_magic.Fight().joins("cogan", side="heroes", **age_of_magic.COGAN),
        comes,
        ANN,
        (REFEREE,),
    ),
)
