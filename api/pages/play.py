"""A form is sent: it becomes a command on the same way as one of the API, exactly once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, redirect, request
from pydantic import TypeAdapter
from werkzeug.wrappers import Response as Answer

from api import parsing
from api.bodies import AnyCommand, command_of
from api.contract import Call
from api.failures import as_problem, refusal
from api.pages import referee, seats, table
from api.pages.fields import filled
from api.pages.forms import form_id
from api.pages.names import named
from api.pages.sheets import Trouble
from api.pages.story import missed
from api.problems import Problem
from api.routes.play import MOVES
from api.service import KeyMisused, Receipt, Request, Stale
from domain import commands as c
from domain.ruleset import Refused
from projections.timeline import Line

_SPOKEN: Any = AnyCommand
_COMMAND: TypeAdapter[Any] = TypeAdapter(_SPOKEN)
_MOST_KEY = 64
_BEYOND = (
    "The table went on since this page was drawn, so nothing was carried out. See what happened,"
    " and choose again."
)

BACK: Mapping[str, Callable[[Call, Trouble | None], Response]] = {
    "table": table.shown,
    "referee": referee.shown,
    "seats": seats.shown,
}
"""The pages that forms stand on: where one is sent back to."""


def post_act(call: Call) -> Answer:
    """Carry out what a form says, then send back to the page; refused, the page says why."""
    back = request.form.get("back", "")
    back = back if back in BACK else "table"
    try:
        receipt = said(call, wanted(call))
    except Problem as problem:
        return BACK[back](call, trouble(call, problem))
    if receipt.tokens:
        return seats.handed_out(call, receipt.tokens)
    return redirect(address(call, back), 303)


def address(call: Call, back: str) -> str:
    """The address of a page of the combat."""
    return f"/combats/{call.combat}" + ("" if back == "table" else f"/{back}")


def wanted(call: Call) -> dict[str, Any]:
    """The command of the form that was sent, not yet checked."""
    command = filled(request.form)
    if command.get("type") == "join" and not command.get("subject"):
        command["subject"] = _subject(call, str(command.get("name", "")))
    return command


def _subject(call: Call, name: str) -> str:
    """An id for somebody who is given by name alone."""
    with call.held() as (combat, _):
        return named(name, combat.head.roster.members)


def said(call: Call, command: Mapping[str, Any]) -> Receipt:
    """Carry out a command; raises the problem that keeps it from being carried out."""
    body = json.dumps(command, sort_keys=True).encode()
    parsed = command_of(parsing.body(_COMMAND, body, "application/json", ""))
    return carried_out(call, parsed, body)


def carried_out(call: Call, command: c.Command, body: bytes) -> Receipt:
    """Carry out a command that was read already; `body` is what was sent of it."""
    try:
        return call.service.say(call.combat, _request(call, command, body))
    except Refused as refused:
        raise refusal(refused, call) from refused
    except (Stale, KeyMisused) as error:
        raise Problem("stale", _BEYOND) from error
    except Exception as error:
        raise as_problem(error) from error


def _request(call: Call, command: c.Command, body: bytes) -> Request:
    key, head = request.form.get("key", ""), request.form.get("head", "")
    if isinstance(command, MOVES) and not head:
        raise Problem("head-required", "Load the page again: it has to say from where.")
    key = parsing.idempotency_key(key) if key else ""
    if not key or len(key) > _MOST_KEY:
        raise Problem("bad-request", "The form came without its key. Load the page again.")
    return Request(command, call.caller.viewer, call.caller.seat, key, body, head)


def trouble(call: Call, problem: Problem) -> Trouble:
    """What went wrong, for the page that the form stands on."""
    stale = problem.kind.slug == "stale"
    lines: tuple[Line, ...] = ()
    if stale:
        with call.held() as (combat, sight):
            lines = missed(call, combat, sight, request.form.get("head", ""))
    form = form_id(request.form.get("command", ""))
    return Trouble(problem, form, request.form, lines, request.form.get("button", ""))
