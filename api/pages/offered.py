"""The combats whose people may be brought into another of the same game."""

from __future__ import annotations

from api.contract import Call
from api.routes.combats import Wanted, found

_MOST = 40
"""How many of the combats that changed last are looked through."""


def offered(call: Call, game: str) -> tuple[tuple[str, str], ...]:
    """The combats of a game whose people may be brought in, samples first."""
    rows, _ = found(call, Wanted(ruleset=game, limit=_MOST))
    rows.sort(key=lambda row: not row.sample)
    return tuple(
        (row.combat, f"{row.title or row.combat}: {row.members}")
        for row in rows
        if row.members and (row.sample or call.caller.is_operator)
    )
