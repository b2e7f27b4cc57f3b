"""Planeswalker at random: what such a combat starts from, and what must hold in its course."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from domain import events as e
from domain.ruleset.scene import Scene
from domain.rulesets.planeswalker.spells.spells import in_memory, total_mana
from domain.rulesets.planeswalker.zones import locked_with, mages
from domain.state.combat import EMPTY, evolve
from tests.support.fights.planeswalker import (
    ANTHEM,
    BOLT,
    CALL,
    COUNTER,
    DENIAL,
    DOOM,
    FLASH,
    RULES,
    WITHER,
    WOLF,
    Combat,
)

SPELLS = {
    "charm": {"cost": "1", "does": "take over", "speed": "instant"},
    "thrall": {"cost": "1", "does": "take over", "lasts": "aura"},
    "bolt": BOLT,
    "flash": FLASH,
    "counterspell": COUNTER,
    "denial": DENIAL,
    "doom": DOOM,
    "wither": WITHER,
    "anthem": ANTHEM,
    "call": {**CALL, "summons": {**WOLF, "keywords": ["haste"]}},
    "ambush": {**CALL, "cost": "0", "speed": "instant"},
    "vision": {"cost": "1", "does": "draw", "amount": 2},
    "scry": {"cost": "0", "does": "scry"},
    "amnesia": {"cost": "1", "does": "discard", "amount": 2, "target": "player"},
    "leech": {"cost": "1", "does": "mill", "amount": 1, "target": "player"},
    "oddity": {"cost": "0", "does": "ruled"},
    "poison": {**FLASH, "cost": "0", "does": "place counters", "counter": "-1/-1", "amount": 2},
    "cure": {**FLASH, "cost": "0", "does": "heal", "counter": "-1/-1", "amount": 3},
    "mend": {**FLASH, "cost": "0", "does": "heal", "amount": 3},
    "troll": {"cost": "0", "does": "regenerate", "speed": "instant"},
}
BEAST: dict[str, Any] = {
    "Power": 2,
    "Toughness": 2,
    "Life": 4,
    "keywords": ["trample", "haste"],
    "abilities": {"spit": {"cost": "0", "does": "damage", "amount": 1, "target": "any"}},
}


def playout(**points: str) -> Combat:
    """Two mages against one with a free ogre: what a random combat starts from."""
    combat = Combat(**points)
    able: dict[str, Any] = {
        "Life": 15,
        "Channeling": 4,
        "Speed": 3,
        "Focus": 3,
        "spells": SPELLS,
        "memory": [*list(SPELLS)[:7], *list(SPELLS)[-4:]],
        "Memory": 12,
    }
    combat.mage("mira", "east", **able, mana={"red": 2})
    combat.mage("otto", "east", **{**able, "Speed": 5, "keywords": ["first strike"]})
    combat.mage("nils", "west", **able)
    combat.creature("wolf", "mira", **BEAST).creature("bear", "nils", **BEAST)
    combat.creature("ogre", side="west", **BEAST)
    return combat.close("mira nils", "wolf nils", "wolf bear", "mira ogre", "wolf ogre")


def playout_otherwise() -> Combat:
    """Every open point settled against its default."""
    return playout(
        start_zone="close",
        combat_timing="after main",
        toughness_break="none",
        fallen_strike_back="no",
        spell_damage="toughness",
        forgotten_go="graveyard",
        delay="before anything is done",
        taken_until="the turn ends",
        flee_from="anywhere",
        move_covers="several",
        beyond_channeling="costs Life",
        ask_for_instants="every mage",
        haste="commands first",
        regeneration="at once",
    )


def playout_modified() -> Combat:
    """By the modification of 2015, on a grid; one of them is a boss with a long weapon."""
    squares = {"mira": "0,0", "otto": "0,2", "nils": "2,1", "wolf": "1,0", "bear": "2,0"}
    combat = playout(combat_mod="2015", beyond_channeling="costs Life")
    for who, square in squares.items():
        combat.fixes(what="place", subject=who, place=square)
    giant = {**BEAST, "at": "1,2", "boss": True, "large weapon": True}
    return combat.creature("giant", side="west", **giant)


def check_piles(combat: Combat) -> None:
    """Every spell of a mage's sheet is in exactly one place, and no mana comes from nowhere."""
    for member in combat.combat.roster.members.values():
        spells = (
            str(member.traits.get("spells", "")).split(", ") if "library" in member.traits else []
        )
        places = ("library", "memory", "graveyard", "removed")
        found = [n for place in places for n in combat.pile(member.subject, place)]
        assert sorted(found) == sorted(filter(None, spells))
    posted: Counter[tuple[str, str, str]] = Counter()
    for change in combat.events(e.PoolChanged):
        posted[change.subject, change.pool, change.key] += change.delta
        assert posted[change.subject, change.pool, change.key] == change.balance
        assert change.pool == "life" or change.balance >= 0


def check_course(combat: Combat) -> None:
    """Locked never outlasts its phase; after the End phase nothing is left that ends with it."""
    state = EMPTY
    for draft in itertools.chain(*combat.steps):
        before, state = state, evolve(state, draft.event, draft.answers)
        scene = Scene(state, RULES)
        match draft.event:
            case e.PhaseEnded(phase="end"):
                check_rest(scene, before.clock.actors[0])
            case e.PhaseEnded():
                assert not any(locked_with(scene, who) for who in scene.present())
            case e.TurnEnded(held=False):
                over = {"broken", "shrunk", "grown"}
                assert not over & {k.name for k in state.conditions.all.values()}


def check_rest(scene: Scene, who: str) -> None:
    """What an actor is left with: no more mana than his pool holds, half of Memory, no fire."""
    if who in mages(scene):
        assert total_mana(scene, who) <= scene.trait(who, "Channeling")
        assert len(in_memory(scene, who)) <= -(-max(0, scene.trait(who, "Memory")) // 2)
        assert not scene.has(who, "ignited")


def keeps_to_the_rules(combat: Combat) -> None:
    """The piles of cards and the course of the combat."""
    check_piles(combat)
    check_course(combat)
