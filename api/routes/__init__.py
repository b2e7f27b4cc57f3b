"""The routes of the API, a module for each part of it; together they are the contract."""

from __future__ import annotations

from functools import cache

from api.contract import Route
from api.routes import (
    auditing,
    carrying,
    combats,
    disputes,
    evidence,
    explaining,
    fairness,
    forgetting,
    games,
    joining,
    live,
    log,
    moving,
    play,
    questions,
    reading,
    replaying,
    site,
    what_ifs,
)


@cache
def all_routes() -> tuple[Route, ...]:
    """Every route, in the order of the document."""
    parts = (
        games,
        combats,
        joining,
        play,
        moving,
        what_ifs,
        reading,
        replaying,
        log,
        live,
        fairness,
        explaining,
        questions,
        auditing,
        disputes,
        evidence,
        forgetting,
        carrying,
        site,
    )
    return tuple(route for part in parts for route in part.ROUTES.routes)
