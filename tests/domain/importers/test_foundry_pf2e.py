"""Actors of pf2e: modifiers, level, saves, and conditions, which are items."""

from __future__ import annotations

from typing import Any

from domain.importers.roster_files.foundry_actor import IMPORTER
from domain.rosters.combatants import Amount, Combatant, State
from tests.domain.importers.accounting import read, told

GUARD: dict[str, Any] = {
    "_id": "g1",
    "name": "Gate Guard",
    "type": "npc",
    "system": {
        "attributes": {
            "hp": {"value": 18, "max": 20, "temp": 3, "details": "fast healing 1"},
            "ac": {"value": 17, "details": "18 with shield"},
        },
        "perception": {"mod": 6, "details": ""},
        "initiative": {"statistic": "perception"},
        "abilities": {"str": {"mod": 3}, "dex": {"mod": 2}},
        "details": {"level": {"value": 1}, "publicNotes": "Bored."},
        "saves": {"fortitude": {"value": 7}, "reflex": {"value": 6}, "will": {"value": 4}},
    },
    "items": [
        {"name": "Frightened", "type": "condition", "system": {"value": {"value": 2}}},
        {"name": "Prone", "type": "condition", "system": {"value": {"value": None}}},
        {"name": "Halberd", "type": "weapon"},
    ],
    "_stats": {"systemId": "pf2e"},
}


def test_every_number_that_counts_in_a_fight():
    [found] = read(IMPORTER, GUARD).combatants
    assert found == Combatant(
        line=1,
        name="Gate Guard",
        id="Actor.g1",
        hp=Amount(18, 20, 3),
        ac=17,
        bonus=6,
        played=False,
        facts={
            "actor": "g1",
            "strength modifier": 3,
            "dexterity modifier": 2,
            "level": 1,
            "fortitude": 7,
            "reflex": 6,
            "will": 4,
        },
        states=(State("Frightened", level=2), State("Prone")),
        notes=("fast healing 1", "18 with shield"),
    )


def test_what_is_left_out_is_said():
    left = told(read(IMPORTER, GUARD), "left out")
    assert set(left) == {"items[2]", "system.details.publicNotes"}


def test_a_maximum_that_is_worked_out_and_another_skill_are_said():
    hp = {"value": 18, "max": None, "temp": None}
    numbers = {**GUARD["system"], "attributes": {"hp": hp}, "initiative": {"statistic": "stealth"}}
    found = read(IMPORTER, GUARD | {"system": numbers})
    [guard] = found.combatants
    assert (guard.hp, guard.ac, guard.bonus) == (Amount(18), None, None)
    assert "does not store it: set it" in told(found, "interpreted")["system.attributes.hp.value"]
    assert "set it" in told(found, "left out")["system.initiative.statistic"]
