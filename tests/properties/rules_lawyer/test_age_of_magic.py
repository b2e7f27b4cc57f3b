"""What a sharp player tries and may not: turns, reactions, points and defences.

Each try is refused with its clause, and nothing happens.

A clause that is empty is the kernel's own: the order of turns and answers is no rule of one game.
"""

from __future__ import annotations

import pytest

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
from tests.support.fights.rules_lawyer import Refusal, Tries, Try


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
        Refusal("2.3", "it is not cogan's turn"),
    ),
    "takes a second phase": (
        Try(lambda: duel().ends("cogan"), lambda f: f.does("cogan", "move")),
        Refusal("2.3", "it is not cogan's turn"),
    ),
    "ends the turn before everybody had a phase": (
        Try(duel, lambda f: f.round()),
        Refusal("2.5", "no round can begin now"),
    ),
    "passes on the phase that is his": (
        Try(duel, lambda f: f.answers("cogan", "pass")),
        Refusal("2.3", "the turn is open"),
    ),
    "ends another's phase": (
        Try(duel, lambda f: f.ends("urlik")),
        Refusal("2.3", "it is not urlik's turn"),
    ),
    # the tree
    "reacts to nothing": (
        Try(four, lambda f: f.declares("cogan", "turn")),
        Refusal("2.3", "it is not cogan's turn"),
    ),
    "acts on while the tree is open": (
        Try(moved_up, lambda f: f.does("man", "move")),
        Refusal("5.1", "man is not asked now"),
    ),
    "reacts before everybody has declared": (
        Try(moved_up, lambda f: f.answers("bard", "go")),
        Refusal("5.1", "'go' is no answer here"),
    ),
    "reacts before those with more initiative have": (
        Try(
            lambda: moved_up().passes("bard").everybody_passes(), lambda f: f.answers("erik", "go")
        ),
        Refusal("6.3", "erik is not asked now"),
    ),
    "does at once what is to be declared": (
        Try(attacked, lambda f: f.does("urlik", "side step")),
        Refusal("5.1", "declare it first"),
    ),
    "moves as a reaction": (
        Try(attacked, lambda f: f.declares("erik", "move")),
        Refusal("3.5", "move is no reaction"),
    ),
    "dodges as an action": (
        Try(duel, lambda f: f.does("cogan", "jump back")),
        Refusal("3.5", "jump back is no action"),
    ),
    "follows where nobody moves": (
        Try(attacked, lambda f: f.declares("erik", "follow")),
        Refusal("3.5", "follow does not answer stand and attack"),
    ),
    # points
    "spends more than is left": (
        Try(
            lambda: duel().tires("cogan", 3), lambda f: f.does("cogan", STRIKE, "urlik", using=HALF)
        ),
        Refusal("3.5", "stand and attack costs 2 AP; 1 1/2 left"),
    ),
    "says more words than he has points for": (
        Try(lambda: duel().tires("cogan", 4), lambda f: f.does("cogan", "speak", words=7)),
        Refusal("3.5", "speak costs 3 AP; 2 left"),
    ),
    "draws fast without the points for a fumble": (
        Try(
            lambda: unready().tires("cogan", 5),
            lambda f: f.does("cogan", "fast draw", using="sword"),
        ),
        Refusal("3.5", "a fast draw at worst costs 3 AP; 2 1/2 left"),
    ),
    "names a cost below nothing": (
        Try(duel, lambda f: f.does("cogan", "something else", what="runs off", ap=-2)),
        Refusal("3.5", "-2 does not fit ap"),
    ),
    # defences
    "blocks for a friend": (
        Try(attacked, lambda f: f.declares("erik", "block", using="shield")),
        Refusal("3.5", "erik is not the target of this attack"),
    ),
    "side-steps for a friend": (
        Try(attacked, lambda f: f.declares("erik", "side step")),
        Refusal("3.5", "erik is not the target of this attack"),
    ),
    "parries with a shield": (
        Try(attacked, lambda f: f.declares("urlik", "parry", using="shield")),
        Refusal("3.5", "urlik cannot use shield for this"),
    ),
    "defends twice": (
        Try(
            lambda: attacked().declares("urlik", "block", using="axe"),
            lambda f: f.declares("urlik", "jump back"),
        ),
        Refusal("5.1", "urlik is not asked now"),
    ),
    "defends when the blow has fallen": (
        Try(wounded, lambda f: f.does("urlik", "jump back")),
        Refusal("5.7", "the blow has fallen"),
    ),
    "soaks twice": (Try(soaked, lambda f: f.does("urlik", "soak")), Refusal("7.1", "urlik")),
    "soaks what did not hit": (
        Try(attacked, lambda f: f.declares("urlik", "soak")),
        Refusal("3.5", "a soak answers a hit"),
    ),
    "jumps back to where the attacker stands": (
        Try(attacked, lambda f: f.declares("urlik", "jump back", beside=["cogan"])),
        Refusal("3.5", "['cogan'] does not fit beside"),
    ),
}


def check(one: Try[Fight], said: Refusal) -> None:
    """Refused with its clause, and nothing has happened."""
    fight = one.position()
    before = state_hash(fight.combat), len(fight.steps), fight.offered()
    no = refused(lambda: one.tried(fight))
    assert (no.clause, no.why[: len(said.why)]) == (said.clause, said.why)
    assert (state_hash(fight.combat), len(fight.steps), fight.offered()) == before


@pytest.mark.parametrize("name", TRIES)
def test_it_is_refused_with_its_clause_and_nothing_has_happened(name: str):
    check(*TRIES[name])


def test_there_are_many_of_them():
    assert len(TRIES) > 20
