"""What if, on pages: the forks of a combat, a new one, and what taking one over would come to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Response, redirect, request
from pydantic import TypeAdapter
from werkzeug.wrappers import Response as Answer

from api import parsing
from api.contract import Call
from api.failures import as_problem, refusal
from api.open_combat import OpenCombat
from api.pages.fields import Field
from api.pages.forms import Form, press
from api.pages.leaves import leaf
from api.pages.play import address, carried_out, trouble, wanted
from api.pages.requests import POLICIES, called
from api.pages.sheets import Trouble
from api.problems import Problem
from api.routes import forking
from domain import commands as c
from domain.ruleset import Refused
from domain.seats import Viewer
from projections.words import capital

_NEW_FORK = TypeAdapter(forking.NewFork)
_FIELDS = (
    Field("one:at", "text", "Right after entry", optional=True, hint="Left empty, it is now."),
    Field("text:title", "text", "What is tried, in a few words", optional=True),
    Field("flag:shared", "flag", "For the whole table; else for you alone"),
)


def get_forks(call: Call) -> Response:
    """The forks that whoever looks may read, and the form that makes another."""
    return _listed(call)


def post_fork(call: Call) -> Answer:
    """Make a fork; it is opened, or the page says why there is none."""
    try:
        made = _made(call)
    except Refused as refused:
        return _listed(call, trouble(call, refusal(refused, call)))
    except Exception as error:
        problem = as_problem(error)
        if not isinstance(problem, Problem):
            raise
        return _listed(call, trouble(call, problem))
    return redirect(f"/combats/{made}", 303)


def _made(call: Call) -> str:
    """The fork of the form that was sent, made once; its id."""
    raw = json.dumps(wanted(call), sort_keys=True).encode()
    body = parsing.body(_NEW_FORK, raw, "application/json", "")
    key = parsing.idempotency_key(request.form.get("key", ""))
    made: str = forking.post_fork(call._replace(body=body, key=key, raw=raw)).value["fork"]
    return made


def _listed(call: Call, wrong: Trouble | None = None) -> Response:
    forks = forking.get_forks(call).value["items"]
    with call.held() as (combat, sight):
        drawn = press(call, combat, sight)
        may = _tries(combat, call.caller.viewer)
        form = drawn.form({}, "Try it out", head="", fields=_FIELDS) if may else None
    return leaf("what_if", call, forks=forks, form=form, trouble=wrong)


def _tries(combat: OpenCombat, viewer: Viewer) -> bool:
    return viewer.role != "spectator" and not combat.read_only


def get_promotion(call: Call) -> Response:
    """What was played in a fork, what taking it over would change, and who must agree."""
    return _shown(call)


def post_promotion(call: Call) -> Answer:
    """Take a fork over as the page showed it, or ask those who must agree."""
    command = c.Promote(fork=call.path["fork"])
    try:
        forking.get_fork(call)
        carried_out(call, command, command.model_dump_json().encode())
    except Problem as problem:
        return _shown(call, trouble(call, problem))
    return redirect(address(call, "table"), 303)


def _shown(call: Call, wrong: Trouble | None = None) -> Response:
    with call.held() as (combat, sight):
        # What is shown and what is sent are of one moment.
        found = forking.get_fork(call).value
        form = _form(press(call, combat, sight).form, found) if found["fork"]["yours"] else None
    receipt = found["back"]["receipt"]
    must = [(capital(called(call, one["who"])), one["why"]) for one in receipt["must"]]
    return leaf(
        "promotion",
        call,
        found=found,
        must=must,
        policy=POLICIES[receipt["policy"]],
        form=form,
        trouble=wrong,
    )


def _form(form: Any, found: Mapping[str, Any]) -> Form | None:
    """The button that takes it over, or asks for that; nothing where nobody could agree."""
    receipt = found["back"]["receipt"]
    if receipt["barred"] or not found["steps"]:
        return None
    asks = receipt["must"]
    button = "Ask to take it over" if asks else "Take it over"
    made: Form = form({"fork": found["fork"]["fork"]}, button)
    return made
