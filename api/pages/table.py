"""The table: a combat as it stands, what may be done next, and the story; or an earlier moment."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.contract import Call
from api.evidence import feed_head
from api.open_combat import OpenCombat
from api.pages.fields import Field
from api.pages.forms import Form, Press, groups, press
from api.pages.freshness import fresh_asked, fresh_form
from api.pages.look import look
from api.pages.requests import requested
from api.pages.sheets import Trouble, page
from api.pages.story import told
from api.routes.reading import node_at, place_of
from api.sight import Sight
from domain.seats import Viewer

AGAIN = "5"
"""Seconds after which a page that waits for others is asked for again, where one wants that."""


def get_table(call: Call) -> Response:
    """The table now, or right after an entry."""
    at = request.args.get("at", "")
    return _moment(call, at) if at else shown(call)


def shown(call: Call, trouble: Trouble | None = None) -> Response:
    """The table as it stands, with what went wrong just now."""
    said = _now(call)
    watching = "watch" in request.args and not said["groups"]
    again = {"Refresh": f"{AGAIN}; url=/combats/{call.combat}?watch=1"} if watching else {}
    live = not said["sample"]
    return page("table", call, headers=again, trouble=trouble, watching=watching, live=live, **said)


def get_board(call: Call) -> Response:
    """The part of the page that changes, for a page that is there already."""
    return page("board", call, watching=False, **_now(call))


def _now(call: Call) -> dict[str, Any]:
    with call.held() as (combat, sight):
        offered = groups(press(call, combat, sight))
        return {
            **_common(call, combat, sight),
            **_moves(call, combat, sight),
            "look": look(sight.moment(sight.node), combat.rules, call.caller.viewer),
            "groups": offered,
            "at": "",
            "story": told(call, combat, sight, len(sight), "all" in request.args),
            "request": requested(press(call, combat, sight)),
            "all": "all" in request.args,
            "fresh": fresh_asked(press(call, combat, sight)),
            "ask_fresh": None,
            "head": head_now(call, combat),
            "contested": sum(one.stage == "open" for one in combat.table.disputes),
            "note": note_form(press(call, combat, sight)) if _may_write(call, combat) else None,
        }


def _moment(call: Call, at: str) -> Response:
    """An earlier moment, to read."""
    with call.held() as (combat, sight):
        place = place_of(sight, at)
        node = node_at(sight, at)
        said = {
            **_common(call, combat, sight),
            "may_jump": _may_move(combat, call.caller.viewer),
            "look": look(sight.moment(node), combat.rules, call.caller.viewer),
            "groups": (),
            "at": at,
            "head": None,
            "request": None,
            "fresh": None,
            "ask_fresh": fresh_form(press(call, combat, sight), at),
            "before": sight.number(place - 1) if place > 1 else "",
            "after": sight.number(place + 1) if place < len(sight) else "",
            "story": told(call, combat, sight, place, "all" in request.args),
            "all": False,
        }
    return page("table", call, watching=False, **said)


def _common(call: Call, combat: OpenCombat, sight: Sight) -> dict[str, Any]:
    """What every page of a combat says of it."""
    row = call.service.log.catalogue_row(call.combat)
    members = sight.moment(sight.node).combat.roster.members.values()
    return {
        "by_id": {one.subject: one.name for one in members},
        "combat": call.combat,
        "title": (row.title if row else "") or call.combat,
        "rules": combat.rules,
        "last": sight.last,
        "sample": bool(row and row.sample),
        "viewer": call.caller.viewer,
        "turn_words": combat.rules.words,
        "elsewhere": combat.read_only,
        "what_if_of": row.origin if row else "",
    }


def _moves(call: Call, combat: OpenCombat, sight: Sight) -> dict[str, Any]:
    """Whether there is anything to undo or redo for whoever looks."""
    may = _may_move(combat, call.caller.viewer)
    return {
        "may_undo": may and bool(sight.line.undo()),
        "may_redo": may and bool(sight.line.redo()),
    }


def _may_move(combat: OpenCombat, viewer: Viewer) -> bool:
    plays = viewer.role == "player" and not combat.head.roster.ended
    return not combat.read_only and (viewer.is_referee or plays)


def _may_write(call: Call, combat: OpenCombat) -> bool:
    return bool(call.caller.seat) and not combat.read_only


def note_form(drawn: Press) -> Form:
    """Something to say beside the play."""
    words = Field("text:note", "words", "Words for everybody", hint="They go into the story.")
    return drawn.form({"type": "note"}, "Write it down", fields=(words,), head="")


def head_now(call: Call, combat: OpenCombat) -> dict[str, Any] | None:
    """The head of the public feed that everybody is shown now, for each device to note.

    None where the feed is elsewhere, or still empty. Good only behind the combat's lock.
    """
    number = combat.numbers.number(combat.line.entries)
    if not combat.origin.has_feed or not number:
        return None
    return dict(feed_head(call.service, combat, number).head._asdict())


def common(call: Call) -> dict[str, Any]:
    """What every page of a combat says of it, for a page that reads nothing else."""
    with call.held() as (combat, sight):
        return _common(call, combat, sight)
