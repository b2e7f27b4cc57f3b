"""A rules lawyer tries everything: each is refused by its clause, with numbers, and is in vain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Forbidden
from domain.rulesets import ruleset
from domain.state.viewer import Viewer
from tests.support.fights.kaiser import BOW, MAGE, XAN, YRSA, Fight, duel, refused
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused

SWORD = "long sword"
Deed = Callable[[Fight], object]


def declaring() -> Fight:
    fight = Fight().joins("xan", side="a", **{**MAGE, **XAN}).joins("yrsa", side="b", **YRSA)
    return fight.round().intends("xan", "attack intention", using=SWORD)


def striking() -> Fight:
    """Xan has the turn, hand to hand with Yrsa; both intended to attack."""
    return duel(xan={**XAN, "weapons": {SWORD: {}, "dagger": {}, **BOW}})


def running() -> Fight:
    """Xan runs, with fifty feet to go."""
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA).round()
    return fight.intends("xan", "run").all_declared().initiative("xan", "yrsa")


def spent() -> Fight:
    """Both attacks of the round are made."""
    fight = duel(yrsa={**YRSA, "av": 40})
    for _ in range(2):
        fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(1, 2)).passes()
    return fight


def struck_at() -> Fight:
    return striking().does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(1, 2))


def missed() -> Fight:
    """Yrsa has parried, and may counter; she has no AP."""
    fight = duel().pool("yrsa", "ap", -3).does("xan", "attack", "yrsa", using=SWORD)
    return fight.rolls(xan=(1, 2)).does("yrsa", "block").rolls(yrsa=(3, 4))


def mage() -> Fight:
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "magic", how="mass").all_declared()
    return fight.rolls(mage=(6, 5), yrsa=(1, 2))


def flat() -> Fight:
    return striking().state("xan", "flat footed")


def defending() -> Fight:
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.close_together("xan yrsa").round().intends("xan", "attack intention", using=SWORD)
    fight.intends("xan", "total defense").all_declared()
    return fight.initiative("xan", "yrsa")


def does(who: str, what: str, *targets: str, using: str = "", **said: Any) -> Deed:
    return lambda fight: fight.does(who, what, *targets, using=using, **said)


def intends(who: str, what: str, using: str = "", **said: Any) -> Deed:
    return lambda fight: fight.intends(who, what, using=using, **said)


TRIES: Tries[Fight] = {
    "out of turn": (
        Try(striking, does("yrsa", "dash")),
        Refusal("2.4.1", "it is not yrsa's turn", lacks="turn turn: xan = yrsa", at="/who"),
    ),
    "before the roll": (
        Try(declaring, does("xan", "attack", "yrsa", using=SWORD)),
        Refusal(
            "2.1.2",
            "declare it first: everybody declares before anybody acts",
            lacks="answer intentions of xan: no = yes; answer intentions of yrsa: no = yes",
            legal="declare",
            at="/type",
        ),
    ),
    "an action as an intention": (
        Try(declaring, intends("xan", "dash")),
        Refusal(
            "2.1.2",
            "dash is done in the Action phase, on your own turn",
            lacks="time phase: intention = action",
            at="/manoeuvre",
        ),
    ),
    "twice": (
        Try(declaring, intends("xan", "attack intention", SWORD)),
        Refusal(
            "2.1.2",
            "attack intention is intended already: each at most once a round",
            {"most": 1, "done": 1},
            "limit attack intention of xan: 1 < 1",
            at="/manoeuvre",
        ),
    ),
    "out of budget": (
        Try(declaring, intends("xan", "charge intention", SWORD)),
        Refusal(
            "3.1",
            "charge intention costs 5 AP; 3 left",
            {"cost": 5, "left": 3, "declared": 3},
            "points ap of xan: 3 >= 5",
            at="/manoeuvre",
        ),
    ),
    "complete after spending": (
        Try(declaring, intends("xan", "sprint")),
        Refusal(
            "3.2",
            "sprint is Complete: no AP may have been spent this round",
            {"most": 0, "done": 3, "left": 3},
            "limit ap spent of xan: 3 <= 0",
            at="/manoeuvre",
        ),
    ),
    "too late to intend": (
        Try(striking, does("xan", "run")),
        Refusal(
            "2.1.2",
            "intentions are declared in the Intention phase, before initiative",
            lacks="time phase: action = intention",
            at="/manoeuvre",
        ),
    ),
    "out of reach": (
        Try(mage, does("mage", "attack", "yrsa", using="dagger")),
        Refusal("5", "mage cannot use dagger for this", legal="nothing", at="/using"),
    ),
    "with what was not declared": (
        Try(striking, does("xan", "attack", "yrsa", using="dagger")),
        Refusal("5", "xan cannot use dagger for this", legal="long sword", at="/using"),
    ),
    "at the wrong one": (
        Try(striking, does("xan", "attack", "xan", using=SWORD)),
        Refusal(
            "5",
            "xan is no legal target of attack",
            lacks="target hand to hand, or in range of a shot of xan: no = yes",
            legal="yrsa",
            at="/targets/0",
        ),
    ),
    "once too often": (
        Try(spent, does("xan", "attack", "yrsa", using=SWORD)),
        Refusal(
            "4",
            "xan has no attack left this round",
            {"cost": 1, "left": 0, "made": 2},
            "points attacks of xan: 0 >= 1",
            at="/manoeuvre",
        ),
    ),
    "complete after an attack": (
        Try(
            lambda: (
                duel(yrsa={**YRSA, "av": 40})
                .does("xan", "attack", "yrsa", using=SWORD)
                .rolls(xan=(1, 2))
                .passes()
            ),
            does("xan", "complete attack", "yrsa", using=SWORD),
        ),
        Refusal(
            "5",
            "a Complete Attack excludes every other attack",
            {"most": 0, "done": 1},
            "limit attacks of xan: 1 <= 0",
            at="/manoeuvre",
        ),
    ),
    "without a foot left": (
        Try(striking, does("xan", "move", feet=5)),
        Refusal(
            "5",
            "xan has no feet left to move",
            {"cost": 1, "left": 0},
            "points movement of xan: 0 >= 1",
            legal="dash",
            at="/manoeuvre",
        ),
    ),
    "farther than one may": (
        Try(running, does("xan", "move", feet=51)),
        Refusal(
            "5",
            "move costs 51 feet; 50 left",
            {"cost": 51, "left": 50},
            "points movement of xan: 50 >= 51",
            at="/params/feet",
        ),
    ),
    "not a foot far": (
        Try(running, does("xan", "move", feet=0, beside=["yrsa"])),
        Refusal("5", "0 does not fit feet", {"least": 1, "most": 50}, at="/params/feet"),
    ),
    "a special attack as an intention": (
        Try(declaring, intends("xan", "disarm", SWORD)),
        Refusal(
            "2.1.2",
            "disarm is done in the Action phase, on your own turn",
            lacks="time phase: intention = action",
            at="/manoeuvre",
        ),
    ),
    "a special attack as an intention, at somebody, with what he has not": (
        Try(declaring, lambda fight: fight.declares("xan", "trap", "yrsa", using="net")),
        Refusal(
            "2.1.2",
            "trap is done in the Action phase, on your own turn",
            lacks="time phase: intention = action",
            at="/manoeuvre",
        ),
    ),
    "an intention too late, with nothing": (
        Try(striking, does("xan", "attack intention")),
        Refusal(
            "2.1.2",
            "intentions are declared in the Intention phase, before initiative",
            lacks="time phase: action = intention",
            at="/manoeuvre",
        ),
    ),
    "a special attack when all turns are over": (
        Try(
            lambda: striking().ends("xan").ends("yrsa"),
            does("xan", "disarm", "yrsa", using="dagger"),
        ),
        Refusal(
            "2.4.4",
            "disarm is done on your own turn, and all turns are over",
            lacks="turn turn: nothing = xan",
            at="/manoeuvre",
        ),
    ),
    "a counter with what is not in hand, at no time": (
        Try(struck_at, does("yrsa", "counter", "xan", using="dagger")),
        Refusal(
            "8",
            "a Counter answers an attack that was defended by 1 or more",
            lacks="time question: defend = counter",
            at="/manoeuvre",
        ),
    ),
    "an opening that is none": (
        Try(struck_at, does("yrsa", "attack an opening", "xan")),
        Refusal(
            "8",
            "there is no opening: nobody leaves hand to hand or shoots past you",
            lacks="time question: defend = opening",
            at="/manoeuvre",
        ),
    ),
    "a defence against a withdrawn chance": (
        Try(missed, does("yrsa", "dodge")),
        Refusal(
            "6.1",
            "dodge answers an attack",
            lacks="time question: counter = defend",
            at="/manoeuvre",
        ),
    ),
    "flat footed": (
        Try(flat, does("xan", "attack", "yrsa", using=SWORD)),
        Refusal(
            "3.4",
            "xan is Flat-Footed: no Active actions this round",
            lacks="condition flat footed of xan: yes = no",
            at="/manoeuvre",
        ),
    ),
    "for another's blow": (
        Try(struck_at, does("xan", "block")),
        Refusal(
            "6.1",
            "xan is not asked now; first the open question is answered",
            lacks="answer defend of yrsa: no = yes",
            at="/who",
        ),
    ),
    "a counter out of its order": (
        Try(struck_at, does("yrsa", "counter", "xan", using=SWORD)),
        Refusal(
            "8",
            "a Counter answers an attack that was defended by 1 or more",
            lacks="time question: defend = counter",
            at="/manoeuvre",
        ),
    ),
    "a counter without AP": (
        Try(missed, does("yrsa", "counter", "xan", using=SWORD)),
        Refusal(
            "3.1",
            "counter costs 1 AP; 0 left",
            {"cost": 1, "left": 0},
            "points ap of yrsa: 0 >= 1",
            at="/manoeuvre",
        ),
    ),
    "amid another's deed": (
        Try(struck_at, does("xan", "dash")),
        Refusal(
            "2.4.1",
            "xan is not asked now; first the open question is answered",
            lacks="answer defend of yrsa: no = yes",
            at="/who",
        ),
    ),
    "a spell that is not paid": (
        Try(mage, does("mage", "cast", "yrsa", using="nothing")),
        Refusal(
            "7",
            "mage cannot use nothing for this",
            legal="hypnotic display; flare; firebolt",
            at="/using",
        ),
    ),
    "all for defense, and attack": (
        Try(defending, does("xan", "attack", "yrsa", using=SWORD)),
        Refusal(
            "4",
            "xan: total defense leaves no Active action",
            lacks="condition total defense of xan: yes = no",
            at="/manoeuvre",
        ),
    ),
    "a boost beyond the Stamina": (
        Try(lambda: striking().pool("xan", "stamina", -13), does("xan", "increase action")),
        Refusal(
            "3.5",
            "increase action costs 1 Stamina; 0 left",
            {"cost": 1, "left": 0},
            "points stamina of xan: 0 >= 1",
            at="/manoeuvre",
        ),
    ),
    "no such thing": (
        Try(striking, does("xan", "fly")),
        Refusal(
            "",
            "no manoeuvre is called 'fly'",
            legal="alert to danger; delay; attack; complete attack; dash; secondary damage;"
            " 21 more",
            at="/manoeuvre",
        ),
    ),
    "nobody waits": (
        Try(striking, does("yrsa", "release", "xan", using=SWORD)),
        Refusal(
            "5",
            "yrsa holds no attack",
            lacks="condition holding of yrsa: no = yes",
            legal="prepare",
            at="/manoeuvre",
        ),
    ),
}


@pytest.mark.parametrize("name", TRIES)
def test_it_is_refused(name: str):
    one, said = TRIES[name]
    fight = one.position()
    found = refused(fight, lambda: one.tried(fight))
    check_refused(found, said, ruleset("kaiser"))


def test_somebody_else_s_fighter_is_not_one_s_own():
    fight = striking()
    with pytest.raises(Forbidden):
        fight.say(c.Act(who="xan", manoeuvre="dash"), Viewer("p2", "player", ("yrsa",)))
