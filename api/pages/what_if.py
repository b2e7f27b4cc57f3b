"""What-ifs on pages: those made of a combat, and the form that makes another."""

from __future__ import annotations

import json

from flask import Response, redirect, request
from pydantic import TypeAdapter
from werkzeug.wrappers import Response as Answer

from api import parsing
from api.contract import Call
from api.failures import as_problem, refusal
from api.pages.fields import Field
from api.pages.forms import press
from api.pages.leaves import leaf
from api.pages.play import trouble, wanted
from api.pages.sheets import Trouble
from api.problems import Problem
from api.routes import what_ifs
from domain.ruleset import Refused

_NEW = TypeAdapter(what_ifs.NewWhatIf)
_FIELDS = (
    Field("one:at", "text", "Right after entry", optional=True, hint="Left empty, it is now."),
    Field("text:title", "text", "What is tried, in a few words", optional=True),
)


def get_what_ifs(call: Call) -> Response:
    """The what-ifs of whoever looks, and the form that makes another."""
    return _listed(call)


def post_what_if(call: Call) -> Answer:
    """Make a what-if; it is opened, or the page says why there is none."""
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
    """The what-if of the form that was sent, made once; its id."""
    raw = json.dumps(wanted(call), sort_keys=True).encode()
    body = parsing.body(_NEW, raw, "application/json", "")
    key = parsing.idempotency_key(request.form.get("key", ""))
    said = call._replace(body=body, key=key, raw=raw)
    made: str = what_ifs.post_what_if(said).value.combat
    return made


def _listed(call: Call, wrong: Trouble | None = None) -> Response:
    made = what_ifs.get_what_ifs(call).value.items
    with call.held() as (combat, sight):
        drawn = press(call, combat, sight)
        may = call.caller.viewer.role != "spectator"
        form = drawn.form({}, "Try it out", head="", fields=_FIELDS) if may else None
    row = call.service.log.catalogue_row(call.combat)
    return leaf("what_if", call, what_ifs=made, form=form, row=row, trouble=wrong)
