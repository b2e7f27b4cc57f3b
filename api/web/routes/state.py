"""Reading a combat at a moment: all of its state or parts of it, now or right after any entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal

from pydantic import Field

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.read import table_parts
from api.read.combat_state import PARTS, Somebody, Waiting
from api.web.conditional import FRESH, etag_headers, moment_tag
from api.web.problems import Problem
from api.web.route_table import JSON, TEXT, Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Names, Shape, optional
from api.web.validation import At, Listed
from projections.state.conditions import Stricken
from projections.state.pools import PoolRow
from projections.state.positions import Place, Setting, Tie
from projections.state.reported import Reports
from projections.state.turn_order import TurnOrder
from projections.story.where_we_were import WhereWeWere
from projections.wording.game_words import names_in

ROUTES = Routes("reading")
WHERE = "where-we-were"
Part = Literal[
    "turn-order",
    "members",
    "pools",
    "conditions",
    "ties",
    "places",
    "settings",
    "waiting",
    "reported",
    "undo",
    "where-we-were",
    "notes",
]


class Wanted(At):
    """Which parts of the state, and when."""

    example = "part=turn-order,pools&at=9"
    part: Listed[Part] = Field(
        (),
        description="The parts, apart by commas: all but `undo`, `where-we-were` and `notes` if"
        " nothing is said.",
    )


class StateShown(Shape):
    """What is true at a moment, as the caller may know it; a part that was not asked for is absent.

    `waiting` is null where nothing is asked, and `reported` where nothing was reported. While an
    undo request or a dispute stops play, `waiting` is that.
    """

    number: str = Field(description="The entry at the head of that moment.", examples=["412"])
    ended: bool
    names: Names
    turn_order: optional(shape(TurnOrder))  # type: ignore[valid-type]
    members: optional(list[shape(Somebody)])  # type: ignore[valid-type]
    pools: optional(list[shape(PoolRow)])  # type: ignore[valid-type]
    conditions: optional(list[shape(Stricken)])  # type: ignore[valid-type]
    ties: optional(list[shape(Tie)])  # type: ignore[valid-type]
    places: optional(list[shape(Place)])  # type: ignore[valid-type]
    settings: optional(list[shape(Setting)])  # type: ignore[valid-type]
    waiting: optional(shape(Waiting) | None)  # type: ignore[valid-type]
    reported: optional(shape(Reports) | None)  # type: ignore[valid-type]
    undo: optional(shape(table_parts.UndoState))  # type: ignore[valid-type]
    where_we_were: optional(shape(WhereWeWere))  # type: ignore[valid-type]
    notes: optional(list[shape(table_parts.NoteRow)])  # type: ignore[valid-type]


@ROUTES.get(
    "state", "reader", query=Wanted, answers=StateShown, media=(JSON, TEXT), revalidates=True
)
def get_state(call: Call) -> Answer:
    """What is true at a moment: whose go it is, pools, conditions, the open question and the rest.

    The ETag is the head's token: send it back as `If-Match` with a command. Behind a plus sign it
    says what stops play, where `waiting` is an undo request or a dispute. A past moment never
    changes, but what a seat may see of it does when it gets other combatants: send the ETag as
    `If-None-Match`. With `part` the answer has those parts alone: `undo` is how this table goes
    back, and the open request; `where-we-were` says it in five lines, for those who go on with a
    fight; `notes` are comments and bookmarks. These three have no ETag. With `Accept: text/plain`
    it is where we were, as a text.
    """
    if call.accepts == TEXT:
        return _text_answer(call)
    asked = call.query.part or tuple(PARTS)
    value, later, headers = _parts(call, asked)
    return Answer({**value, **{name: plain(tell()) for name, tell in later.items()}}, headers)


def _text_answer(call: Call) -> Answer:
    """Where we were, as a text; raises the problem of a part that has none."""
    if call.query.part not in ((), (WHERE,)):
        raise Problem("not-acceptable", f"Only `part={WHERE}` is a text. Ask for JSON instead.")
    _, later, headers = _parts(call, (WHERE,))
    lines = later["where_we_were"]().lines
    return Answer(raw="".join(f"{line}\n" for line in lines).encode(), headers=headers, media=TEXT)


def _parts(
    call: Call, asked: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, Callable[[], Any]], dict[str, str]]:
    """The parts of a state, what tells the others outside of the lock, and the headers."""
    with call.lock_combat() as (combat, sight):
        beside = table_parts.table_question(call.service, combat) if "waiting" in asked else None
        headers = _headers(call, combat, asked, beside)
        node = sight.node
        moment, rules = sight.moment(node), combat.rules
        value = {"number": sight.number(node), "ended": moment.combat.roster.ended}
        value["names"] = names_in(moment.combat)
        value |= {_member(p): plain(PARTS[p](moment, rules)) for p in asked if p in PARTS}
        value |= {"waiting": plain(beside)} if beside else {}
        return value, dict(_of_table(call, combat, sight, asked)), headers


def _headers(
    call: Call, combat: OpenCombat, asked: tuple[str, ...], beside: Waiting | None
) -> dict[str, str]:
    """What follows from the moment alone has the head's token; the rest depends on the clock.

    The names of people who are waited for may be forgotten.
    """
    if not all(part in PARTS for part in asked):
        return {"Cache-Control": FRESH}
    tag = moment_tag(call, combat)
    if beside is not None:
        left = f"{beside.question} {len(beside.waits_for)}".replace(" ", "-")
        return etag_headers(call, f"{tag}+{left}")
    return etag_headers(call, tag)


def _of_table(
    call: Call, combat: OpenCombat, sight: Sight, asked: tuple[str, ...]
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The parts that the table decides beside play, to be told outside of the lock."""
    viewer, service = call.caller.viewer, call.service
    if "undo" in asked:
        yield "undo", partial(plain, table_parts.undo_state(service, combat, viewer))
    if WHERE in asked:
        yield _member(WHERE), table_parts.where_now(service, combat, sight, viewer)
    if "notes" in asked:
        yield "notes", partial(plain, table_parts.notes(service, combat, sight))


def _member(part: str) -> str:
    """The member of the answer that a part is."""
    return part.replace("-", "_")
