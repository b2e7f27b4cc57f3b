"""Who comes in, comes back, or gets another sheet: their spells, zones and flights."""

from __future__ import annotations

from collections.abc import Mapping

from domain.ruleset.ruleset import Edited, Joined
from domain.rulesets.planeswalker import tables, zones
from domain.rulesets.planeswalker.ending import end_flight, fall, is_down
from domain.rulesets.planeswalker.ruleset import RULES
from domain.rulesets.planeswalker.sheet import spells_of
from domain.step.step import Step

from .lasting import keep_in_new_hands, was_taken
from .spells import card, move_spell, pile

HELD = (tables.LIBRARY, tables.MEMORY, tables.GRAVEYARD)
"""Where a sheet lists spells."""


@RULES.stage("arrives")
def arrives(step: Step) -> None:
    """2: Who comes in has Life, mana, spells as on the sheet; a new creature its master's zones.

    Before the first rotation the referee says how near pairs start. Those who come back, or out of
    hiding, keep what they have of it. 7.1: A flight that they left in is over. 7.3: Without Life
    left they fall.
    """
    event = step.event
    if not isinstance(event, Joined) or event.hidden or event.kind == "card":
        return
    who, traits = event.subject, event.traits
    if was_taken(step, who):
        return
    if (summoner := zones.master(step, who)) != who and step.combat.clock.rounds:
        zones.stand_like(step, who, summoner)
    step.open_pools(step.combat.roster.members[who])
    _place_spells(step, who, traits)
    end_flight(step, who, "back again")
    if is_down(step, who):
        fall(step, who)


def _place_spells(step: Step, who: str, traits: Mapping[str, object]) -> None:
    """Place the spells of a sheet that are nowhere yet."""
    for place in HELD:
        for name in spells_of(traits, place):
            if not step.combat.places.of(card(who, name)):
                move_spell(step, who, name, place)


@RULES.stage("sheet changed")
def sheet_changed(step: Step) -> None:
    """1.2: What follows from another sheet, and from another master."""
    event = step.event
    if not isinstance(event, Edited):
        return
    if event.controller is not None:
        keep_in_new_hands(step, event.subject)
    member = step.member(event.subject)
    if event.traits is not None and member is not None and not member.hidden:
        _change_spells(step, event.subject, event.traits)


def _change_spells(step: Step, who: str, traits: Mapping[str, object]) -> None:
    """5.1: A spell new on the sheet comes where that lists it; one listed no more is removed."""
    step.clause = "5.1"
    _place_spells(step, who, traits)
    for place in HELD:
        for name in pile(step, who, place):
            if name not in spells_of(traits):
                move_spell(step, who, name, tables.REMOVED)
