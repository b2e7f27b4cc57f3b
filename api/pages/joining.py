"""Coming in with a code: where it is typed, and the door that the referee opens and shuts."""

from __future__ import annotations

from flask import Response, redirect, request
from pydantic import TypeAdapter, ValidationError
from werkzeug.wrappers import Response as Answer

from api import joining
from api.contract import Call
from api.pages import seats
from api.pages.door import seated
from api.pages.sheets import Trouble, page
from api.problems import Problem
from domain import commands as c

MINUTES = 10
"""How long the door stays open that is opened on a page."""

_NAME: TypeAdapter[str] = TypeAdapter(c.Name)


def get_join(call: Call) -> Response:
    """Where a code and a name are typed; a scanned address brings the code along."""
    return page("join", call, code=request.args.get("code", "")[:40], name="")


def post_join(call: Call) -> Answer:
    """Take a code; the cookie is for the seat that it gives."""
    code, name = request.form.get("code", "")[:40], request.form.get("name", "").strip()
    try:
        found = joining.joined(
            call.service, call.tries, request.remote_addr or "", code, _name(name)
        )
    except Problem as problem:
        return page("join", call, code=code, name=name[:80], trouble=Trouble(problem))
    return seated(redirect(f"/combats/{found.combat}", 303), found.token)


def _name(said: str) -> str:
    try:
        return _NAME.validate_python(said)
    except ValidationError as error:
        raise Problem("invalid", "Say your name, in at most 80 letters.") from error


def post_door(call: Call) -> Answer:
    """Open the door under a new code, which is shown only now; or shut it."""
    roles: dict[str, joining.Role] = {"player": "player", "spectator": "spectator"}
    role = roles.get(request.form.get("role", ""))
    if role is not None:
        return seats.let_in(call, joining.opened(call.service, call.combat, role, MINUTES))
    joining.shut(call.service, call.combat)
    return redirect(f"/combats/{call.combat}/seats", 303)
