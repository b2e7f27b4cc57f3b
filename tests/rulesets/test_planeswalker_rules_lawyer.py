"""What a rules lawyer tries under Planeswalker: each try is refused for the right clause.

The refusal says the numbers and what would be legal, and leaves state and log as they were.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.domain.fights import refused
from tests.rulesets.planeswalker import (
    ANTHEM,
    BOLT,
    COUNTER,
    DENIAL,
    DOOM,
    FLASH,
    OGRE,
    Combat,
    duel,
)
from tests.rulesets.tries import Refusal, Tries, Try

BOOK = {
    "bolt": BOLT,
    "flash": FLASH,
    "counter": COUNTER,
    "denial": DENIAL,
    "doom": DOOM,
    "anthem": ANTHEM,
    "big": {**BOLT, "cost": "3R"},
}
FULL: dict[str, Any] = {
    "Memory": 14,
    "Channeling": 6,
    "Life": 9,
    "mana": {"red": 4, "blue": 2},
    "spells": BOOK,
    "memory": list(BOOK),
    "Speed": 3,
    "Focus": 2,
}


def table() -> Combat:
    """Mira and Nils with full books, Mira's wolf and fox, a free ogre; Mira is in her Main."""
    combat = duel(m=FULL, n={**FULL, "Speed": 2}).creature("wolf", "mira", Power=2)
    combat.creature("fox", "mira", Power=1).creature("ogre", side="west", **OGRE)
    return combat.close("mira ogre", "wolf ogre").goes_to("mira")


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


def fled() -> Combat:
    return far().does("mira", "flee")


def far() -> Combat:
    """The same, with the ogre far from Mira."""
    return table().zones("ranged", "mira ogre")


def attacked() -> Combat:
    """The ogre engages Mira."""
    return table().goes_to("ogre").does("ogre", "engage", "mira")


TRIES: Tries[Combat] = {
    "out of turn": (
        Try(table, lambda x: x.casts("nils", "bolt", "mira")),
        Refusal("3.2", "it is not nils's turn", {"turn of": "mira"}),
    ),
    "a sorcery as an instant": (
        Try(table, lambda x: x.does("nils", "instant", "mira", using="bolt")),
        Refusal("5.3", "nils cannot use bolt for this", {"usable": "flash"}),
    ),
    "in the wrong phase": (
        Try(table, lambda x: x.does("mira", "memorize")),
        Refusal(
            "4.1", "this is done in the channeling phase", {"phase": "main", "wanted": "channeling"}
        ),
    ),
    "out of Mastery": (
        Try(table, lambda x: x.casts("mira", "big", "nils")),
        Refusal("5.2", "big is beyond mira's Mastery", {"cost": 4, "Mastery": 3}),
    ),
    "out of mana": (
        Try(lambda: table().mana("mira", red=-4), lambda x: x.casts("mira", "bolt", "nils")),
        Refusal("5.2", "bolt cannot be paid from the pool", {"cost": "1R", "left": "2 blue"}),
    ),
    "out of Focus": (
        Try(
            lambda: table().fixes(what="pool", subject="mira", pool="focus", delta=-2),
            lambda x: x.casts("mira", "bolt", "nils"),
        ),
        Refusal("5.2", "cast costs 1 Focus; 0 left", {"cost": "1", "left": "0"}),
    ),
    "out of actions": (
        Try(
            lambda: table().fixes(what="pool", subject="mira", pool="actions", delta=-3),
            lambda x: x.does("mira", "engage", "ogre"),
        ),
        Refusal("4.3", "engage costs 1 Speed; 0 left", {"cost": "1", "left": "0"}),
    ),
    "out of range": (
        Try(table, lambda x: x.does("mira", "engage", "nils")),
        Refusal("6.1", "nils is not Close to mira", {"zone": "ranged", "wanted": "close"}),
    ),
    "out of range with a spell for creatures": (
        Try(table, lambda x: x.casts("mira", "doom", "nils")),
        Refusal(
            "2",
            "doom is for creatures, and for whoever is Close; nils is not",
            {"zone": "ranged", "wanted": "close"},
        ),
    ),
    "a spell twice a day": (
        Try(
            lambda: table().casts("mira", "bolt", "nils").resolves(),
            lambda x: x.casts("mira", "bolt", "nils"),
        ),
        Refusal(
            "5.2",
            "bolt is in the graveyard, not in Memory",
            {"in Memory": "flash, counter, denial, doom, anthem, big"},
        ),
    ),
    "a move twice": (
        Try(lambda: table().does("mira", "move", "ogre"), lambda x: x.does("mira", "move", "nils")),
        Refusal("4.3", "mira has moved in this turn", {"moved": 1, "most": 1}),
    ),
    "engage after a move": (
        Try(
            lambda: table().does("mira", "move", "nils"), lambda x: x.does("mira", "engage", "ogre")
        ),
        Refusal("4.3", "move and engage exclude each other in one turn", {"moved": 1}),
    ),
    "a command too late": (
        Try(lambda: table().does("mira", "move", "ogre"), lambda x: x.does("mira", "command")),
        Refusal("4.3", "command comes before every other action", {"actions used": 1}),
    ),
    "flight too late": (
        Try(lambda: table().does("mira", "move", "ogre"), lambda x: x.does("mira", "flee")),
        Refusal("7.1", "flee comes before every other action", {"actions used": 1}),
    ),
    "flight from an enemy who is Close": (
        Try(table, lambda x: x.does("mira", "flee")),
        Refusal(
            "2",
            "mira flees only where every enemy is Ranged",
            {"Close": "ogre", "wanted": "ranged"},
        ),
    ),
    "too slow for a fast flee": (
        Try(far, lambda x: x.does("mira", "fast flee")),
        Refusal(
            "7.2",
            "mira is not fast enough to be gone at once",
            {"Speed": 3, "fastest other": 2, "wanted": 4},
        ),
    ),
    "more after a flight": (
        Try(fled, lambda x: x.does("mira", "engage", "ogre")),
        Refusal("3.2", "it is not mira's turn", {"turn of": "nils"}),
    ),
    "at the wrong target": (
        Try(table, lambda x: x.does("mira", "engage", "wolf")),
        Refusal("4.3", "wolf is no legal target of engage", {"legal": "nils, ogre"}),
    ),
    "at a target that a spell does not have": (
        Try(table, lambda x: x.casts("mira", "anthem", "mira")),
        Refusal("5.2", "cast wants no target"),
    ),
    "a creature without orders": (
        Try(table, lambda x: x.does("wolf", "engage", "ogre")),
        Refusal("3.2", "it is not wolf's turn", {"turn of": "mira"}),
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
        Refusal("4.2", "wolf has acted, and no Focus has refreshed it since"),
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
        Refusal("4.3", "wolf was summoned this turn and has no haste"),
    ),
    "a creature of the enemy": (
        Try(commanded, lambda x: x.does("ogre", "move", "mira")),
        Refusal(
            "4.3",
            "ogre is not asked now; first the open question is answered",
            {"open": "orders", "waits for": "wolf, fox"},
        ),
    ),
    "an answer to one's own spell": (
        Try(bolted, lambda x: x.does("mira", "answer", using="counter")),
        Refusal(
            "5.4",
            "mira is not asked now; first the open question is answered",
            {"open": "respond", "waits for": "nils"},
        ),
    ),
    "an instant in place of an answer": (
        Try(bolted, lambda x: x.does("nils", "instant", "mira", using="flash")),
        Refusal("5.3", "instant does not answer cast", {"answers": "engage, fight"}),
    ),
    "a counter against a command": (
        Try(
            lambda: commanded().does("wolf", "move", "nils"),
            lambda x: x.does("nils", "answer", using="counter"),
        ),
        Refusal("5.4", "counter counters spells, and this is none", {"answers": "move"}),
    ),
    "an intercept from afar": (
        Try(attacked, lambda x: x.does("fox", "intercept")),
        Refusal("6.2", "fox is not Close to ogre", {"zone": "ranged", "wanted": "close"}),
    ),
    "an intercept for oneself": (
        Try(attacked, lambda x: x.does("mira", "intercept")),
        Refusal("6.2", "mira cannot step in for mira"),
    ),
    "an attack while off guard": (
        Try(
            lambda: table().fixes(what="condition", subject="mira", name="off-guard"),
            lambda x: x.does("mira", "engage", "ogre"),
        ),
        Refusal("6.7", "mira is off guard until refreshed"),
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
        Refusal("4.2", "maintain costs 3 Focus; 2 left", {"cost": "3", "left": "2"}),
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
        Refusal("3.3", "a turn is delayed before anything is done in it"),
    ),
    "a delay to put off the mana burn": (
        Try(burning, lambda x: x.does("mira", "delay")),
        Refusal("5.3", "delay is not what is asked for now", {"legal": "instant"}),
    ),
    "a delay to get out of a fight": (
        Try(
            lambda: (
                table()
                .says("combat-timing", "after-main")
                .does("mira", "engage", "ogre")
                .resolves()
            ),
            lambda x: x.does("mira", "delay"),
        ),
        Refusal("4.4", "who has engaged fights before the turn is delayed", {"engaged": "mira"}),
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
        Refusal("4.3", "mira has moved in this turn", {"moved": 1, "most": 1}),
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
        Refusal("7.3", "mira cannot act", {"state": "has lost"}),
    ),
}


@pytest.mark.parametrize("name", TRIES)
def test_what_is_against_the_rules_is_refused_and_changes_nothing(name: str):
    one, no = TRIES[name]
    combat = one.position()
    entries = sum(map(len, combat.steps))
    said = refused(combat, lambda: one.tried(combat))
    assert (said.clause, said.why, said.numbers) == no
    assert sum(map(len, combat.steps)) == entries
