"""What a sharp player tries and may not: turns, reactions, points and defences.

Each try is refused with its clause, and nothing happens.

A clause that is empty is the kernel's own: the order of turns and answers is no rule of one game.
"""

from __future__ import annotations

import pytest

from domain.rulesets import ruleset
from domain.state.combat import state_hash
from tests.support.fights.age_of_magic import (
    COGAN,
    HALF,
    STRIKE,
    SWORD,
    URLIK,
    Fight,
    duel,
    four,
    refused,
    with_erik,
    wounded,
)
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused


def attacked() -> Fight:
    """Cogan strikes at Urlik, with Erik beside both, and everybody may react."""
    fight = with_erik("cogan urlik", "cogan erik", urlik=URLIK, foes="foes")
    return fight.does("cogan", STRIKE, "urlik", using=HALF)


def moved_up() -> Fight:
    """The man has moved up to Cogan and Erik, who both have declared an attack; the bard waits."""
    fight = four().does("man", "move", beside=["cogan", "erik"])
    fight.declares("erik", STRIKE, "man", using="axe")
    return fight.declares("cogan", STRIKE, "man", using=HALF)


def unready() -> Fight:
    away = {"sword": {**SWORD, "ready": False}, "maul": {**SWORD, "ready": False, "size": "large"}}
    fight = Fight().joins("cogan", **{**COGAN, "weapons": away}).joins("thug", Combat=4)
    return fight.side_by_side("cogan thug").begins("cogan")


def soaked() -> Fight:
    return wounded().does("urlik", "soak").rolls("urlik")


TRIES: Tries[Fight] = {
    # turns and phases
    "acts in another's phase": (
        Try(four, lambda f: f.does("cogan", "move")),
        Refusal("2.3", "it is not cogan's turn", lacks="turn turn: man = cogan", at="/who"),
    ),
    "takes a second phase": (
        Try(lambda: duel().ends("cogan"), lambda f: f.does("cogan", "move")),
        Refusal("2.3", "it is not cogan's turn", lacks="turn turn: urlik = cogan", at="/who"),
    ),
    "ends the turn before everybody had a phase": (
        Try(duel, lambda f: f.round()),
        Refusal("2.5", "no round can begin now", {"round": 1}, at="/choice"),
    ),
    "passes on the phase that is his": (
        Try(duel, lambda f: f.answers("cogan", "pass")),
        Refusal("2.3", "the turn is open", legal="end", at="/choice"),
    ),
    "ends another's phase": (
        Try(duel, lambda f: f.ends("urlik")),
        Refusal("2.3", "it is not urlik's turn", lacks="turn turn: cogan = urlik", at="/who"),
    ),
    # the tree
    "reacts to nothing": (
        Try(four, lambda f: f.declares("cogan", "turn")),
        Refusal("2.3", "it is not cogan's turn", lacks="turn turn: man = cogan", at="/who"),
    ),
    "acts on while the tree is open": (
        Try(moved_up, lambda f: f.does("man", "move")),
        Refusal(
            "2.3",
            "man is not asked now; first the open question is answered",
            lacks="answer declare of bard: no = yes",
            at="/who",
        ),
    ),
    "reacts before everybody has declared": (
        Try(moved_up, lambda f: f.answers("bard", "go")),
        Refusal("5.1", "'go' is no answer here", legal="pass", at="/choice"),
    ),
    "reacts before those with more initiative have": (
        Try(
            lambda: moved_up().passes("bard").everybody_passes(), lambda f: f.answers("erik", "go")
        ),
        Refusal(
            "6.3",
            "erik is not asked now; first the open question is answered",
            lacks="answer strike of cogan: no = yes; answer strike of man: no = yes",
            at="/who",
        ),
    ),
    "does at once what is to be declared": (
        Try(attacked, lambda f: f.does("urlik", "side step")),
        Refusal(
            "5.1",
            "declare it first: everybody declares before anybody acts",
            lacks="answer declare of urlik: no = yes; answer declare of erik: no = yes",
            legal="declare",
            at="/type",
        ),
    ),
    "moves as a reaction": (
        Try(attacked, lambda f: f.declares("erik", "move")),
        Refusal(
            "3.5",
            "move is no reaction",
            lacks="time kind of deed of erik: reaction = action",
            at="/manoeuvre",
        ),
    ),
    "dodges as an action": (
        Try(duel, lambda f: f.does("cogan", "jump back")),
        Refusal(
            "3.5",
            "jump back is no action",
            lacks="time kind of deed of cogan: action = reaction",
            at="/manoeuvre",
        ),
    ),
    "follows where nobody moves": (
        Try(attacked, lambda f: f.declares("erik", "follow")),
        Refusal(
            "3.5",
            "follow does not answer stand and attack",
            lacks="time what it answers of erik: stand and attack = move",
            at="/manoeuvre",
        ),
    ),
    # points
    "spends more than is left": (
        Try(
            lambda: duel().tires("cogan", 3), lambda f: f.does("cogan", STRIKE, "urlik", using=HALF)
        ),
        Refusal(
            "3.3",
            "stand and attack costs 2 AP; 1 1/2 left",
            {"cost": 2, "left": 1.5},
            "points ap of cogan: 1 1/2 >= 2",
            at="/manoeuvre",
        ),
    ),
    "says more words than he has points for": (
        Try(lambda: duel().tires("cogan", 4), lambda f: f.does("cogan", "speak", words=7)),
        Refusal(
            "3.3",
            "speak costs 3 AP; 2 left",
            {"cost": 3, "left": 2},
            "points ap of cogan: 2 >= 3",
            at="/params/words",
        ),
    ),
    "draws fast without the points for a fumble": (
        Try(
            lambda: unready().tires("cogan", 5),
            lambda f: f.does("cogan", "fast draw", using="sword"),
        ),
        Refusal(
            "3.3",
            "a fast draw at worst costs 3 AP; 2 1/2 left",
            {"cost": 3, "left": 2.5},
            "points ap of cogan: 2 1/2 >= 3",
            at="/manoeuvre",
        ),
    ),
    "names a cost below nothing": (
        Try(duel, lambda f: f.does("cogan", "something else", what="runs off", ap=-2)),
        Refusal("3.5", "-2 does not fit ap", {"least": 0, "most": 8}, at="/params/ap"),
    ),
    # defences
    "blocks for a friend": (
        Try(attacked, lambda f: f.declares("erik", "block", using="shield")),
        Refusal("3.5", "erik is not the target of this attack", legal="urlik", at="/who"),
    ),
    "side-steps for a friend": (
        Try(attacked, lambda f: f.declares("erik", "side step")),
        Refusal("3.5", "erik is not the target of this attack", legal="urlik", at="/who"),
    ),
    "parries with a shield": (
        Try(attacked, lambda f: f.declares("urlik", "parry", using="shield")),
        Refusal("3.5", "urlik cannot use shield for this", legal="axe", at="/using"),
    ),
    "defends twice": (
        Try(
            lambda: attacked().declares("urlik", "block", using="axe"),
            lambda f: f.declares("urlik", "jump back"),
        ),
        Refusal(
            "5.1",
            "urlik is not asked now: that is answered already",
            lacks="answer declare of erik: no = yes",
            at="/who",
        ),
    ),
    "defends when the blow has fallen": (
        Try(wounded, lambda f: f.does("urlik", "jump back")),
        Refusal(
            "5.7",
            "the blow has fallen: it can only be soaked",
            lacks="time hit: hit = not known",
            at="/manoeuvre",
        ),
    ),
    "soaks twice": (
        Try(soaked, lambda f: f.does("urlik", "soak")),
        Refusal(
            "7.1",
            "urlik is asked about pain now, which no deed answers",
            lacks="answer pain of urlik: no = yes",
            at="/type",
        ),
    ),
    "soaks what did not hit": (
        Try(attacked, lambda f: f.declares("urlik", "soak")),
        Refusal(
            "3.5",
            "a soak answers a hit that is known and wounds",
            lacks="item hit that wounds of urlik: no = yes",
            at="/manoeuvre",
        ),
    ),
    "jumps back to where the attacker stands": (
        Try(attacked, lambda f: f.declares("urlik", "jump back", beside=["cogan"])),
        Refusal("3.5", "['cogan'] does not fit beside", legal="erik", at="/params/beside/0"),
    ),
}


def check(one: Try[Fight], said: Refusal) -> None:
    """Refused with its clause, and nothing has happened."""
    fight = one.position()
    before = state_hash(fight.combat), len(fight.steps), fight.offered()
    no = refused(lambda: one.tried(fight))
    check_refused(no, said, ruleset("age-of-magic"))
    assert (state_hash(fight.combat), len(fight.steps), fight.offered()) == before


@pytest.mark.parametrize("name", TRIES)
def test_it_is_refused_with_its_clause_and_nothing_has_happened(name: str):
    check(*TRIES[name])


def test_there_are_many_of_them():
    assert len(TRIES) > 20
