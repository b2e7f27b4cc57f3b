"""Fights that another program saw: reports in short words."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain.log.codec import Entry
from tests.support.fights.open import RULES, Game
from tests.support.logs.recorded_logs import Recorded

SOURCE = "avrae"
KARA: dict[str, Any] = {"hp": {"current": 24, "most": 31}}


def report(*changes: dict[str, Any], **said: Any) -> c.Report:
    """A report of changes, as it comes over the wire."""
    return c.Report.model_validate({"source": SOURCE, "changes": changes, **said})


def joins(who: str, **sheet: Any) -> dict[str, Any]:
    """Somebody comes in."""
    return {"what": "join", "subject": who, "name": who.title(), "traits": sheet}


def pool(who: str, **said: Any) -> dict[str, Any]:
    """A pool changes, hp unless it is said."""
    return {"what": "pool", "subject": who, "pool": "hp", **said}


def clock(**said: Any) -> dict[str, Any]:
    """The clock stands elsewhere."""
    return {"what": "clock", **said}


def begins(who: str, name: str, **said: Any) -> dict[str, Any]:
    """A condition begins."""
    return {"what": "condition", "subject": who, "name": name, **said}


def seen_elsewhere(**settings: Any) -> Game:
    """Kara and an ogre, in a fight whose turns come from reports."""
    game = Game(order="reported", **settings)
    return game.say(report(joins("kara", **KARA), joins("ogre", hp=59)))


def recorded() -> Recorded:
    """The same, with its log."""
    told = Recorded(RULES, order="reported")
    return told.say(report(joins("kara", **KARA), joins("ogre", hp=59)))


def entries(told: Recorded) -> list[Entry]:
    """The entries of the last step."""
    return [entry for entry in told.log if entry.step == told.log[-1].step]
