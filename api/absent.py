"""Who is away, and that the referee answers for nobody who is here."""

from __future__ import annotations

from api.open_combat import OpenCombat
from api.presence import AWAY, Presence
from domain.ruleset import Refused
from domain.seats import REFEREE, Viewer
from domain.undoing import name_of

SILENT = AWAY // 1000
"""Seconds without any request after which somebody is away."""


def answers_for(combat: OpenCombat, viewer: Viewer, who: str, presence: Presence) -> None:
    """Refuse to answer for somebody else who is here."""
    if who != name_of(viewer) and not is_away(combat, presence, who):
        raise Refused("", f"{who} is here and answers for himself", {"seconds": SILENT}, "/who")


def is_away(combat: OpenCombat, presence: Presence, who: str) -> bool:
    """True for a person, or the referee, of whom nothing was heard for a minute."""
    if who == REFEREE:
        return False
    seat = next((s.seat for s in combat.table.seats.values() if s.person == who), "")
    return presence.is_away(combat.root, seat)
