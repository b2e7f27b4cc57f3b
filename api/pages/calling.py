"""How everybody is called on a page: fighters by their names, people by theirs."""

from __future__ import annotations

from api.contract import Call
from api.words import person_name
from domain.seats import REFEREE
from projections.words import NameOf, name_of


def called_here(call: Call) -> NameOf:
    """Names for the ids of a combat, as far as the caller sees whose they are; else the word."""
    with call.held() as (combat, sight):
        fighters = sight.moment(sight.node).combat
        people = {seat.person for seat in combat.table.seats.values()}
    called = name_of(fighters)

    def say(who: str) -> str:
        if who in fighters.roster.members or who == REFEREE:
            return called(who)
        return (who in people and person_name(call.service, call.combat, who)) or who

    return say
