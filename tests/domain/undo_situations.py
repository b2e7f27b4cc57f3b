"""Situations at the table, each with who must agree to going back, as a fair judge would say.

Ann, Ben and Cat sit there; whom nobody of them plays is the referee's. The labels were written down
by hand from what happened, not from what the code says: change one only with its reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain import commands as c
from tests.rulesets import age_of_magic, arq, kaiser, ninth_age
from tests.rulesets.test_planeswalker_casting import begun as mages
from tests.story import Story

ANN, BEN, CAT, REFEREE = "ann", "ben", "cat", "referee"
Plays = dict[str, tuple[str, ...]]


class Situation(NamedTuple):
    """What stood before, what was done since, who asks to take that back, and who must agree.

    `forward` asks to redo it instead; `barred` says that nobody can agree to it.
    """

    name: str
    plays: Plays
    before: Callable[[], Any]
    since: Callable[[Any], object]
    asker: str
    must: tuple[str, ...]
    policy: str = "consent"
    allowance: int = 0
    forward: bool = False
    barred: bool = False


# --- arq: three characters against the referee's orcs, in the movement phase ---------------------

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

# --- planeswalker: three mages, nobody is the referee's ------------------------------------------

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

# --- ninth-age-2e: two armies -------------------------------------------------------------------

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

# --- kaiser: a duel; intentions are sealed until the roll ----------------------------------------

DUEL: Plays = {ANN: ("xan",), BEN: ("yrsa",)}
PAIRS: Plays = {ANN: ("xan",), BEN: ("yrsa",), CAT: ("mage",)}


def intending(**points: str) -> Any:
    fight = kaiser.Fight(points={k.replace("_", "-"): v for k, v in points.items()})
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

# --- age-of-magic: Cogan strikes at Urlik; a bard stands by -------------------------------------

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

SITUATIONS = {
    "arq": ARQ,
    "planeswalker": PLANESWALKER,
    "ninth-age-2e": NINTH,
    "kaiser": KAISER,
    "age-of-magic": AGE,
}
