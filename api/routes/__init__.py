"""The routes of the API, a module for each part of it; together they are the contract."""

from __future__ import annotations

from functools import cache

from api.contract import Route
from api.routes import (
    carrying,
    combats,
    correcting,
    fairness,
    games,
    log,
    moving,
    play,
    reading,
    site,
)


@cache
def all_routes() -> tuple[Route, ...]:
    """Every route, in the order of the document."""
    parts = (games, combats, play, moving, correcting, reading, log, carrying, site, fairness)
    return tuple(route for part in parts for route in part.ROUTES.routes)
