"""Who is away, and that the referee answers for nobody who is here; forms offer no more."""

from __future__ import annotations

from api.open_combat import OpenCombat
from api.presence import AWAY, Presence
from domain.ruleset import Refused, by_name
from domain.seats import REFEREE, Viewer
from domain.undoing import name_of

SILENT = AWAY // 1000
"""Seconds without any request after which somebody is away."""


def answers_for(combat: OpenCombat, viewer: Viewer, who: str, presence: Presence) -> None:
    """Refuse to answer for somebody else who is here."""
    if not may_answer(combat, viewer, who, presence):
        why = f"{by_name(who)} is here and answers for himself"
        raise Refused("", why, {"seconds": SILENT}, "/who")


def may_answer(combat: OpenCombat, viewer: Viewer, who: str, presence: Presence) -> bool:
    """True for oneself, and for somebody who is away: the referee answers for him."""
    return who == name_of(viewer) or (viewer.is_referee and is_away(combat, presence, who))


def is_away(combat: OpenCombat, presence: Presence, who: str) -> bool:
    """True for a person, or the referee, of whom nothing was heard for a minute."""
    if who == REFEREE:
        return False
    seat = next((s.seat for s in combat.table.seats.values() if s.person == who), "")
    return presence.is_away(combat.name, seat)
