"""Reading a combat at a moment: its state, and every lens on it, now or right after any entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import Field, create_model

from api.combats.viewers.viewer_log import Sight, Unseen
from api.read.combat_state import State, state_of
from api.web.conditional import FOR_EVER, etag_headers
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Shape
from api.web.validation import Number, Query
from domain.ruleset.ruleset import Ruleset
from projections.state.action_points import Mana, Purse, action_points, mana_pools
from projections.state.conditions import Stricken, conditions
from projections.state.turn_order import TurnOrder, turn_order
from projections.visibility.snapshot import Moment

ROUTES = Routes("reading")
_AT: dict[str, Any] = {"access": "reader", "revalidates": True}


class At(Query):
    """When: right after the entry of this number; without it, now."""

    example = "at=9"
    at: Number | None = None


_NUMBER = Field(description="The entry at the head of that moment.", examples=["412"])


def _at_a_moment(lens: type) -> Any:
    """The answer of a lens that shows one thing."""
    return create_model(f"{lens.__name__}Shown", __base__=shape(lens), number=(str, _NUMBER))


def _list_of(row: type) -> Any:
    """The answer of a lens that shows rows."""
    rows: Any = list[shape(row)]  # type: ignore[misc]
    return create_model(
        f"{row.__name__}List",
        __base__=Shape,
        __doc__=row.__doc__,
        number=(str, _NUMBER),
        items=(rows, ...),
    )


@ROUTES.get("state", query=At, answers=_at_a_moment(State), **_AT)
def get_state(call: Call) -> Answer:
    """Everything that is true at a moment.

    The ETag is the head's token: send it back as `If-Match` with a command. A past moment never
    changes and may be kept for ever.
    """
    return _lens_answer(call, state_of)


@ROUTES.get("turn-order", query=At, answers=_at_a_moment(TurnOrder), **_AT)
def get_turn_order(call: Call) -> Answer:
    """Whose go it is, who comes next, and why in that order."""
    return _lens_answer(call, turn_order)


@ROUTES.get("action-points", query=At, answers=_list_of(Purse), **_AT)
def get_action_points(call: Call) -> Answer:
    """What everybody has left of the pools that are one plain number."""
    return _lens_answer(call, action_points)


@ROUTES.get("mana-pools", query=At, answers=_list_of(Mana), **_AT)
def get_mana_pools(call: Call) -> Answer:
    """What everybody has left of the pools that are counted by keys, such as colours."""
    return _lens_answer(call, mana_pools)


@ROUTES.get("conditions", query=At, answers=_list_of(Stricken), **_AT)
def get_conditions(call: Call) -> Answer:
    """What everybody stands under: since when, until when, and who caused it."""
    return _lens_answer(call, conditions)


def _lens_answer(call: Call, look: Callable[[Moment, Ruleset], Any]) -> Answer:
    """A lens on the moment that is asked for."""
    at: str | None = call.query.at
    with call.lock_combat() as (combat, sight):
        head = call.service.token(combat, call.caller.viewer)
        headers = (
            etag_headers(call, head) if at is None else etag_headers(call, f"at-{at}", FOR_EVER)
        )
        node = node_at(sight, at)
        seen, number = look(sight.moment(node), combat.rules), sight.number(node)
    shown = plain(seen)
    return Answer(
        {"number": number, **(shown if isinstance(shown, dict) else {"items": shown})}, headers
    )


def node_at(sight: Sight, at: str | None) -> int:
    """The own entry that was the head right after a number, or is it now."""
    return sight.node if at is None else sight.line.node_after(place_of(sight, at))


def place_of(sight: Sight, at: str | None) -> int:
    """The own entry of a number, else the last; raises the problem of one that is not there."""
    try:
        return len(sight) if at is None else sight.place(at)
    except Unseen as error:
        raise Problem(
            "not-found",
            f"There is no entry of that number. The last one is {sight.last}.",
            numbers={"last": sight.last},
        ) from error
