"""What is tried against the rules at a distance, in the saddle and by magic; nothing changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.combat import state_hash
from tests.support.fights.age_of_magic import RULES, refused
from tests.support.fights.age_of_magic_ranged import (
    ARCHER,
    KNIGHT,
    Afar,
    at_a_distance,
    company,
    mounted,
    with_a_mage,
)
from tests.support.fights.random_play import keyed, pick
from tests.sweeps import examples

SNAP, AIM, AIMED, THROW = "snapshot fire", "set and aim", "aimed fire", "throw weapon"
FAR: dict[str, Any] = {"range": "10 m"}
FIRE: dict[str, Any] = {"mode": "snapshot", "skill": "Fire"}

Setting = Callable[[], Afar]
Trying = Callable[[Afar], object]


def aimed() -> Afar:
    """The archer has set and aimed at Urlik."""
    fight = at_a_distance().does("archer", AIM, "urlik", using="bow").rolls("archer")
    fight.everybody_passes()
    return fight


def shot() -> Afar:
    """The archer has shot; nobody has rolled."""
    return at_a_distance().does("archer", SNAP, "urlik", using="bow", **FAR).everybody_passes()


def missed() -> Afar:
    """The archer has shot wide."""
    fight = at_a_distance().does("archer", SNAP, "urlik", using="bow", range="more")
    return fight.everybody_passes().rolls("archer")


def approached() -> Afar:
    """Urlik has moved; the archer is asked for a reaction."""
    return at_a_distance(first="urlik").does("urlik", "move")


def turned() -> Afar:
    """Urlik has turned in place."""
    return at_a_distance(first="urlik").does("urlik", "turn")


def under_fire() -> Afar:
    """Urlik is shot at, and has not yet reacted."""
    return at_a_distance().does("archer", SNAP, "urlik", using="bow", **FAR)


def tired_out() -> Afar:
    """The archer has a single AP left."""
    return at_a_distance().adjusts(what="pool", subject="archer", pool="ap", delta=-8)


def in_the_saddle() -> Afar:
    return mounted()


def horse_to_move() -> Afar:
    return mounted().ends("knight").polls("horse")


def trampling() -> Afar:
    """The horse rides at Urlik."""
    fight = horse_to_move().does("horse", "move", beside=["urlik"]).everybody_passes()
    return fight.does("horse", "trample", "urlik")


def riding_archer() -> Afar:
    """A knight with a bow, who has set himself to aim from the saddle."""
    knight = {**KNIGHT, "weapons": {**KNIGHT["weapons"], "bow": ARCHER["weapons"]["bow"]}}
    fight = mounted(knight=knight).does("knight", AIM, "urlik", using="bow").rolls("knight")
    fight.everybody_passes()
    return fight


def to_be_judged() -> Afar:
    """The mage's enchantment has failed; the referee is asked."""
    fight = with_a_mage().does("mage", "cast magic", **FIRE, power=9)
    return fight.rolls("mage")


def undefended(setting: str) -> Setting:
    """A shot against which the table has no such defence."""
    points = {"defence against shots": setting}
    return lambda: at_a_distance(points=points).does("archer", SNAP, "urlik", using="bow", **FAR)


def does(who: str, deed: str, *at: str, **said: Any) -> Trying:
    return lambda fight: fight.does(who, deed, *at, **said)


def declares(who: str, deed: str, *at: str, **said: Any) -> Trying:
    return lambda fight: fight.declares(who, deed, *at, **said)


TRIES: list[tuple[Setting, Trying, str, str]] = [
    # Shooting and throwing.
    (missed, does("archer", SNAP, "urlik", using="bow", **FAR), "3.8", "is not loaded"),
    (at_a_distance, does("archer", "load weapon", using="bow"), "3.8", "cannot use bow"),
    (at_a_distance, does("archer", THROW, "urlik", using="bow", **FAR), "3.8", "cannot use bow"),
    (at_a_distance, does("archer", THROW, "urlik", using="spear", **FAR), "7.10", "not ready"),
    (at_a_distance, does("archer", SNAP, "urlik", using="star", **FAR), "3.8", "cannot use star"),
    (at_a_distance, does("archer", SNAP, "urlik", using="bow"), "3.8", "range is missing"),
    (at_a_distance, does("archer", SNAP, "urlik", using="bow", range="far"), "3.8", "'far'"),
    (at_a_distance, does("archer", SNAP, "urlik", using="bow", item="3", **FAR), "3.8", "'3'"),
    (at_a_distance, does("archer", SNAP, "archer", using="bow", **FAR), "3.8", "no legal target"),
    (at_a_distance, does("archer", SNAP, using="bow", **FAR), "3.8", "wants one target"),
    (at_a_distance, does("archer", AIMED, "urlik", using="bow", **FAR), "3.8", "no legal target"),
    (at_a_distance, does("archer", AIM, "urlik", using="star"), "3.8", "cannot use star"),
    (tired_out, does("archer", SNAP, "urlik", using="bow", **FAR), "3.3", "costs 2 AP; 1 left"),
    (tired_out, does("archer", AIM, "urlik", using="bow"), "3.3", "costs 3 AP; 1 left"),
    (turned, declares("archer", SNAP, "urlik", using="bow", **FAR), "3.8", "answers the movement"),
    (turned, declares("archer", THROW, "urlik", using="star", **FAR), "3.8", "answers the movem"),
    (approached, declares("archer", AIM, "urlik", using="bow"), "3.8", "is no reaction"),
    (approached, declares("archer", AIMED, "urlik", using="bow", **FAR), "3.8", "no legal target"),
    (approached, does("archer", SNAP, "urlik", using="bow", **FAR), "5.1", "declare it first"),
    (
        under_fire,
        declares("urlik", "stand and attack back", "archer", using="axe"),
        "6.5",
        "does not answer",
    ),
    (under_fire, declares("urlik", "block", using="axe", back=["archer"]), "3.5", "does not fit"),
    (undefended("dodge"), declares("urlik", "block", using="shield"), "3.8", "no block"),
    (undefended("none"), declares("urlik", "side step"), "3.8", "no side step"),
    (shot, declares("urlik", "side step"), "3.5", "not asked now"),
    (shot, does("archer", "move"), "3.8", "is asked about shot now"),
    (aimed, does("archer", AIMED, "archer", using="bow", **FAR), "3.8", "no legal target"),
    # In the saddle.
    (in_the_saddle, does("knight", "move"), "3.2", "the mount moves"),
    (in_the_saddle, does("knight", "mount", "horse"), "3.5", "no legal target"),
    (
        in_the_saddle,
        does("knight", "stand and attack", "horse", using="hand-&-half"),
        "3.5",
        "no legal target",
    ),
    (horse_to_move, does("horse", "dismount"), "3.2", "rides nothing"),
    (horse_to_move, does("horse", "trample", "urlik"), "5.12", "is no action"),
    (horse_to_move, does("knight", "control mount"), "2.3", "not knight's turn"),
    (trampling, declares("urlik", "block", using="shield"), "3.5", "does not answer trample"),
    (trampling, declares("urlik", "parry", using="axe"), "3.5", "does not answer trample"),
    (riding_archer, does("knight", AIMED, "urlik", using="bow", **FAR), "3.8", "nobody mounted"),
    # Magic.
    (at_a_distance, does("archer", "cast magic", **FIRE), "3.5", "does not fit skill"),
    (with_a_mage, does("mage", "cast magic", mode="slowly", skill="Fire"), "3.5", "'slowly'"),
    (with_a_mage, does("mage", "cast magic", mode="normal"), "3.5", "skill is missing"),
    (with_a_mage, does("mage", "cast magic", **FIRE, power=101), "3.5", "does not fit power"),
    (with_a_mage, does("mage", "cast attack", "urlik", **FIRE), "8.5", "armour is missing"),
    (with_a_mage, does("mage", "cast resistance", **FIRE), "8.6", "wants one target"),
    (to_be_judged, lambda fight: fight.answers("mage", "nothing"), "8.4", "not asked now"),
    (to_be_judged, lambda fight: fight.answers("referee", "fire rains"), "8.4", "is no answer"),
]


@pytest.mark.parametrize(("setting", "trying", "clause", "why"), TRIES)
def test_what_is_illegal_is_refused_by_its_clause_and_changes_nothing(
    setting: Setting, trying: Trying, clause: str, why: str
):
    fight = setting()
    before, entries = state_hash(fight.combat), sum(map(len, fight.steps))
    no = refused(lambda: trying(fight))
    assert no.clause == clause
    assert why in no.why
    assert (state_hash(fight.combat), sum(map(len, fight.steps))) == (before, entries)


def test_a_spell_is_nobodys_reaction():
    fight = with_a_mage(first="urlik").does("urlik", "move")
    before = state_hash(fight.combat)
    assert refused(lambda: fight.declares("mage", "cast attack", "urlik", **FIRE)).clause == "8.5"
    assert state_hash(fight.combat) == before


# --- kept against the rules ----------------------------------------------------------------

WORDS = ["archer", "knight", "horse", "mage", "urlik", "witch", "bow", "spear", "hooves", ""]
SAID: dict[str, tuple[Any, ...]] = {
    "range": ("10 m", "more", "far"),
    "mode": ("normal", "prepared", "1 h", "never"),
    "skill": ("Fire", "Death", "Melee"),
    "armour": ("counts", "no"),
    "aim": ("head", "nose"),
    "power": (0, 5, -3, 10**30),
    "finesse": (4, -1),
    "more": (3, -9, 10**30),
    "beyond": (2, -2, 10**30),
    "turns": ("yes", 2, -1),
    "beside": (["urlik"], []),
    "element": ("Fire", "Chaos"),
    "damage": ("blunt", "loud"),
    "item": ("2", "9"),
}
NEEDED = ("range", "mode", "skill", "armour", "power")


def anything(dice: random.Random) -> dict[str, Any]:
    """A deed or answer that may well make no sense."""
    names = {*dice.sample(NEEDED, dice.randint(0, 4)), *dice.sample(sorted(SAID), 1)}
    deed = {
        "who": dice.choice(WORDS[:6]),
        "manoeuvre": dice.choice([m.name for m in RULES.manoeuvres]),
        "targets": dice.sample(WORDS[:6], dice.choice((0, 1, 1, 1))),
        "using": dice.choice(WORDS),
        "against": True,
        "params": {name: dice.choice(SAID[name]) for name in names},
    }
    return {"type": dice.choice(("act", "declare")), **deed}


@examples(12)
@given(seed=st.integers(0, 2**32))
def test_whatever_a_table_keeps_against_the_rules_breaks_nothing(seed: int):
    chance, fight = random.Random(seed), company(mode="record")
    fight.dice = keyed(seed)
    fight.begins("archer")
    for _ in range(200):
        command = pick(fight.offered(), chance) if chance.random() < 0.4 else anything(chance)
        with suppress(Refused, Forbidden, ValidationError):
            fight.say_plainly(command)
    assert fight.refolds()
