"""Signing in: by a link or a token, by the code of a table, and out again."""

from __future__ import annotations

import re

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.pages.layout.api_client import answer
from api.pages.layout.render import Trouble, page, you
from api.pages.layout.session import seat_of, set_token_cookie
from api.web.auth import Caller
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.seats import post_join as join

LONGEST_NAME = 80
_KEY = re.compile(r"[0-9a-f]{32}")


def get_enter(call: Call, trouble: Trouble | None = None) -> Response:
    """Sign in with a link or a token; a script takes it from what a link has after its `#`."""
    return page("enter", call, scripted=True, trouble=trouble)


def post_enter(call: Call) -> Answer:
    """Take a token, or a link with one, and keep it in a cookie; show first whose a link is.

    Only a button signs in, since any site can lead to a link.
    """
    token = request.form.get("token", "").strip().rpartition("#")[2]
    try:
        caller = seat_of(call.service, token)
    except Problem as problem:
        return get_enter(call, Trouble(problem))
    if request.form.get("look"):
        return _invitation(call, caller, token)
    return set_token_cookie(redirect(_home(caller.combat), 303), token)


def _invitation(call: Call, caller: Caller, token: str) -> Answer:
    """Show which seat a link gives, unless its visitor has it already."""
    if caller == call.caller:
        return redirect(_home(caller.combat), 303)
    row = call.service.log.catalogue_row(caller.combat)
    title, seat = row.title if row else "", you(call.service, caller)
    return page("invitation", call, token=token, seat=seat, title=title)


def _home(combat: str) -> str:
    return f"/combats/{combat}" if combat else "/"


def post_leave(call: Call) -> Answer:
    """Sign out: delete the cookie."""
    return set_token_cookie(redirect("/", 303), "")


def get_join(call: Call) -> Response:
    """Ask for a code and a name; a script takes the code from a scanned link."""
    return page("join", call, scripted=True, code="", name="")


def post_join(call: Call) -> Answer:
    """Join by a code, once for each form that was drawn; the cookie is for the new seat."""
    code, name = request.form.get("code", "")[:40], request.form.get("name", "").strip()
    try:
        if not 0 < len(name) <= LONGEST_NAME:
            raise Problem("invalid", f"Say your name, in at most {LONGEST_NAME} letters.")
        found = answer(call, join, body={"code": code, "name": name}, key=_key()).value
    except Problem as problem:
        trouble, name = Trouble(problem), name[:LONGEST_NAME]
        return page("join", call, scripted=True, code=code, name=name, trouble=trouble)
    return set_token_cookie(redirect(f"/combats/{found.combat}", 303), found.token)


def _key() -> str:
    """Return the key of the form; raise Problem for another: one that is guessed gives a seat."""
    key = request.form.get("key", "")
    if not _KEY.fullmatch(key):
        raise Problem("bad-request", "The form came without its key. Load the page again.")
    return key
