"""How a table goes back, and the request that is open. The moves themselves are commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pydantic import ConfigDict

from api.combats.open_combat import OpenCombat
from api.handlers.absent_players import is_away
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from domain.events import UndoRequested
from domain.table.undo_requests import Request, name_of

ROUTES = Routes("moving")
T = TypeVar("T")


class Wish(UndoRequested):
    """An open request to undo, and who has agreed; for those `away` the referee answers."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    agreed: tuple[str, ...]
    away: tuple[str, ...]


class Asking(NamedTuple):
    """How a table goes back: its policy, free moves for each and how many the caller has left."""

    policy: str
    allowance: int
    left: int
    closed_to: tuple[str, ...]
    request: Wish | None


def open_request(shown: Callable[..., T], call: Call, combat: OpenCombat, found: Request[Any]) -> T:
    """Return an open request as it is answered, with those who are away."""
    presence = call.service.presence
    away = tuple(who for who in found.open_slots() if is_away(combat, presence, who))
    return shown(**found.event.model_dump(), agreed=found.agreed, away=away)


@ROUTES.get("undo", "reader", answers=shape(Asking))
def get_undo(call: Call) -> Answer:
    """How this table goes back, and the open request, if there is one.

    While a request is open play waits, talk does not. It is answered by the command `answer-undo`
    and void after `until`, in milliseconds since 1970 UTC: silence is no.
    """
    with call.lock_combat() as (combat, _):
        undoing, waits = combat.table.undoing, call.service.waits(combat)
        left = undoing.moves_left(name_of(call.caller.viewer))
        shown = Asking(
            combat.policy,
            undoing.allowance,
            left,
            undoing.closed_to,
            open_request(Wish, call, combat, waits) if waits else None,
        )
    return Answer(plain(shown))
