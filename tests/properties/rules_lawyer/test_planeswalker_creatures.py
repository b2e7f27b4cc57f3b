"""What a rules lawyer tries under Planeswalker with creatures, answers, Focus and delays."""

from __future__ import annotations

import pytest

from domain import commands as c
from tests.properties.rules_lawyer.test_planeswalker import check, table
from tests.support.fights.planeswalker import Combat
from tests.support.fights.rules_lawyer import Refusal, Tries, Try


def ignited() -> Combat:
    return table().goes_to("mira", "channeling")


def burning() -> Combat:
    """Mira's pool is ignited, and her End phase is about to pass."""
    combat = ignited().does("mira", "channel", using="colorless", amount=4).goes_to("mira")
    combat.say(c.Answer(who="mira", about="phase", choice="end")).passes()
    assert combat.stands() == ("mira", "end")
    return combat


def bolted() -> Combat:
    """Mira's bolt is on its way to Nils."""
    return table().casts("mira", "bolt", "nils")


def commanded() -> Combat:
    return table().does("mira", "command")


def attacked() -> Combat:
    """The ogre engages Mira."""
    return table().goes_to("ogre").does("ogre", "engage", "mira")


def attacking() -> Combat:
    """Mira engages the ogre, and may cast an instant while others may step in."""
    return table().does("mira", "engage", "ogre")


CREATURES: Tries[Combat] = {
    "a creature without orders": (
        Try(table, lambda x: x.does("wolf", "engage", "ogre")),
        Refusal("3.2", "it is not wolf's turn", lacks="turn turn: mira = wolf", at="/who"),
    ),
    "one's creature after it has acted": (
        Try(
            lambda: (
                table()
                .fixes(what="condition", subject="wolf", name="spent")
                .does("mira", "command")
            ),
            lambda x: x.does("wolf", "engage", "ogre"),
        ),
        Refusal(
            "4.2",
            "wolf has acted, and no Focus has refreshed it since",
            {"cost": 1, "left": 0},
            "points focus of mira: 0 >= 1",
            at="/who",
        ),
    ),
    "one's creature in the turn it is summoned": (
        Try(
            lambda: (
                table()
                .fixes(what="condition", subject="wolf", name="summoned")
                .does("mira", "command")
            ),
            lambda x: x.does("wolf", "move", "ogre"),
        ),
        Refusal(
            "4.3",
            "wolf was summoned this turn and has no haste",
            lacks="condition summoned of wolf: yes = no",
            at="/manoeuvre",
        ),
    ),
    "a creature of the enemy": (
        Try(commanded, lambda x: x.does("ogre", "move", "mira")),
        Refusal(
            "4.3",
            "ogre is not asked now; first the open question is answered",
            lacks="answer orders of wolf: no = yes; answer orders of fox: no = yes",
            at="/who",
        ),
    ),
    "an answer to one's own spell": (
        Try(bolted, lambda x: x.does("mira", "answer", using="counter")),
        Refusal(
            "5.4",
            "mira is not asked now; first the open question is answered",
            lacks="answer respond of nils: no = yes",
            at="/who",
        ),
    ),
    "an instant in place of an answer": (
        Try(bolted, lambda x: x.does("nils", "instant", "mira", using="flash")),
        Refusal(
            "5.3",
            "instant does not answer cast",
            lacks="time what it answers of nils: cast = engage|fight",
            at="/manoeuvre",
        ),
    ),
    "a counter against a command": (
        Try(
            lambda: commanded().does("wolf", "move", "nils"),
            lambda x: x.does("nils", "answer", using="counter"),
        ),
        Refusal(
            "5.4",
            "counter counters spells, and this is none",
            lacks="time what it answers of nils: move = cast|instant|answer|use",
            at="/using",
        ),
    ),
    "an intercept from afar": (
        Try(attacked, lambda x: x.does("fox", "intercept")),
        Refusal(
            "6.2",
            "fox is not Close to ogre",
            lacks="distance zone of ogre: ranged = close",
            at="/who",
        ),
    ),
    "an intercept for oneself": (
        Try(attacked, lambda x: x.does("mira", "intercept")),
        Refusal(
            "6.2",
            "mira cannot step in for mira",
            lacks="fact the creature of the target, or another character of mira: no = yes",
            at="/who",
        ),
    ),
    "a second engagement while the first waits for intercepts": (
        Try(attacking, lambda x: x.does("mira", "engage", "ogre")),
        Refusal(
            "6.8",
            "mira goes on to engage only by trampling",
            lacks="time question: intercept = trample",
            at="/manoeuvre",
        ),
    ),
    "a move while the engagement waits for intercepts": (
        Try(attacking, lambda x: x.does("mira", "move", "ogre")),
        Refusal(
            "6.8",
            "mira goes on to move only by trampling",
            lacks="time question: intercept = trample",
            at="/manoeuvre",
        ),
    ),
    "an attack while off guard": (
        Try(
            lambda: table().fixes(what="condition", subject="mira", name="off guard"),
            lambda x: x.does("mira", "engage", "ogre"),
        ),
        Refusal(
            "6.7",
            "mira is off guard until refreshed",
            lacks="condition off guard of mira: yes = no",
            at="/manoeuvre",
        ),
    ),
    "more Focus than one has": (
        Try(
            lambda: (
                table()
                .casts("mira", "anthem")
                .resolves()
                .fixes(what="condition", subject="wolf", name="spent")
                .fixes(what="condition", subject="fox", name="spent")
                .goes_to("mira", "channeling")
                .ends_phase()
            ),
            lambda x: x.does("mira", "maintain", on=["anthem", "wolf", "fox"]),
        ),
        Refusal(
            "4.2",
            "maintain costs 3 Focus; 2 left",
            {"cost": 3, "left": 2},
            "points focus of mira: 2 >= 3",
            at="/params/on/2",
        ),
    ),
    "a delay after something was done, where the table wants whole turns": (
        Try(
            lambda: (
                ignited()
                .does("mira", "channel", using="colorless", amount=1)
                .says("delay", "before anything is done")
            ),
            lambda x: x.does("mira", "delay"),
        ),
        Refusal(
            "3.3",
            "a turn is delayed before anything is done in it",
            {"most": 0, "done": 1},
            "limit deeds of the turn of mira: 1 <= 0",
            at="/manoeuvre",
        ),
    ),
    "a delay to put off the mana burn": (
        Try(burning, lambda x: x.does("mira", "delay")),
        Refusal("5.3", "delay is not what is asked for now", legal="instant", at="/manoeuvre"),
    ),
    "a delay to get out of a fight": (
        Try(
            lambda: (
                table()
                .says("combat timing", "after main")
                .does("mira", "engage", "ogre")
                .resolves()
            ),
            lambda x: x.does("mira", "delay"),
        ),
        Refusal(
            "4.4",
            "who has engaged fights before the turn is delayed",
            lacks="condition engaging of mira: yes = no",
            at="/manoeuvre",
        ),
    ),
    "a second move after a delay": (
        Try(
            lambda: (
                table()
                .does("mira", "move", "ogre")
                .does("mira", "delay")
                .ends_turn_of("nils")
                .answers("mira", "now")
                .goes_to("mira")
            ),
            lambda x: x.does("mira", "move", "nils"),
        ),
        Refusal(
            "4.3",
            "mira has moved in this turn",
            {"most": 1, "done": 1},
            "limit move of mira: 1 < 1",
            at="/manoeuvre",
        ),
    ),
    "who has lost": (
        Try(
            lambda: (
                ignited()
                .fixes(what="condition", subject="mira", name="lost")
                .fixes(what="condition", subject="nils", name="lost")
                .goes_to("ogre")
            ),
            lambda x: x.does("mira", "instant", "ogre", using="flash"),
        ),
        Refusal(
            "7.3", "mira cannot act: has lost", lacks="condition lost of mira: yes = no", at="/who"
        ),
    ),
}


@pytest.mark.parametrize("name", CREATURES)
def test_what_no_creature_or_answer_may_is_refused_and_changes_nothing(name: str):
    check(*CREATURES[name])
