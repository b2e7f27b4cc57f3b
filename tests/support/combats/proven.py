"""Combats whose evidence is looked at: their archives, and heads that were noted along the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.evidence.bundle import Eyes
from api.evidence.heads import feed_head
from api.service.service import Service
from domain.log.codec import Entry
from domain.state.viewer import PUBLIC, Viewer

ANNA = Eyes(Viewer("p1", "player", ("ana",)), "s1")
EYES = {"referee": Eyes(), "public": Eyes(PUBLIC, "public"), "a player": ANNA}


def noted(service: Service, name: str, every: int = 4) -> list[Mapping[str, Any]]:
    """Heads of the feed after every so many public entries, and after the last."""
    with service.lock_combat(name) as combat:
        last = combat.numbers.number(combat.line.entries)
        numbers = [*range(every, last, every), last]
        return [feed_head(service, combat, n).head._asdict() for n in numbers]


def log_of(service: Service, name: str) -> list[Entry]:
    """All entries of a combat."""
    combat = service.combat(name)
    return list(combat.entries(1, combat.line.entries, kept=True))
