"""Where to begin: the combats there are, a new one, and the door."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import Response, redirect, request
from pydantic import TypeAdapter, ValidationError
from werkzeug.wrappers import Response as Answer

from api import parsing
from api.bodies import NewCombat
from api.contract import Call
from api.failures import refusal
from api.pages.door import left, seat_of, seated
from api.pages.fields import Field
from api.pages.offered import offered
from api.pages.rosters import bring_in, taken
from api.pages.sheets import Trouble, page, you
from api.problems import Problem
from api.routes.combats import Wanted, cursor_of, found
from domain.ruleset import OpenPoint, Refused, Ruleset
from projections.words import capital

_NEW: TypeAdapter[NewCombat] = TypeAdapter(NewCombat)
PAGE = 30
MODES = (
    ("enforce", "enforce the rules: what they forbid is refused"),
    ("record", "record: what the table does against the rules is kept and marked"),
)
POLICIES = (
    ("referee", "the referee undoes and redoes"),
    ("consent", "whoever is concerned has to agree"),
    ("strict", "nothing that was learned is taken back"),
    ("free", "every player may undo and redo"),
)
_SETTING = "setting."


def get_start(call: Call) -> Response:
    """The combats that may be read, the newest change first."""
    query = Wanted(
        q=request.args.get("q", "")[:200], after=request.args.get("after", "")[:200], limit=PAGE
    )
    rows, more = found(call, query)
    opened = tuple(when(row.opened_at) for row in rows)
    alike = Counter((row.title, at.shown) for row, at in zip(rows, opened, strict=True))
    titles = {key: rules.title for key, rules in call.service.rulesets().items()}
    return page(
        "start",
        call,
        rows=rows,
        opened=opened,
        alike=alike,
        titles=titles,
        q=query.q,
        games=call.service.rulesets(),
        following=cursor_of(rows[-1]) if more and rows else "",
    )


class When(NamedTuple):
    """A moment as people read it, `22 Nov 2026, 01:17 UTC`, and as programs do."""

    shown: str
    exact: str


def when(millis: int) -> When:
    """Return a time, in milliseconds since 1970, as people and as programs read it."""
    at = datetime.fromtimestamp(millis // 1000, UTC)
    return When(f"{at.day} {at:%b %Y, %H:%M} UTC", f"{at:%Y-%m-%dT%H:%M:%SZ}")


# --- a new combat --------------------------------------------------------------------------


def get_new(call: Call) -> Response:
    """The form of a new combat under a game."""
    return _new(call, _rules(call, request.args.get("ruleset", "")), None)


def _rules(call: Call, key: str) -> Ruleset:
    rules = call.service.rulesets().get(key)
    if rules is None:
        raise Problem("not-found", "There is no game of that name here. Choose one on the start.")
    return rules


def _new(call: Call, rules: Ruleset, trouble: Trouble | None) -> Response:
    given = trouble.given if trouble else {}
    return page(
        "new",
        call,
        rules=rules,
        modes=MODES,
        policies=POLICIES,
        trouble=trouble,
        settings=tuple(map(_setting, rules.points)),
        rosters=offered(call, rules.key),
        key=given.get("key") or secrets.token_hex(16),
    )


def _setting(point: OpenPoint) -> Field:
    return Field(
        f"{_SETTING}{point.key}",
        "one" if point.values else "text",
        capital(point.says),
        tuple((value, value) for value in point.values),
        hint=point.clause,
        given=point.default,
    )


def post_new(call: Call) -> Answer:
    """Open a combat, once for each form that was drawn."""
    form = request.form
    rules = _rules(call, form.get("ruleset", ""))
    said = {name: form.get(name, "") for name in ("ruleset", "title", "mode", "policy")}
    body = json.dumps({**said, "settings": _settings(form)}, sort_keys=True).encode()
    try:
        key = parsing.idempotency_key(form.get("key", ""))
        name = _opened(call, body, key)
        if form.get("from"):
            bring_in(call, name, taken(call, form["from"]), key)
    except Problem as problem:
        return _new(call, rules, Trouble(problem, given=form))
    return redirect(f"/combats/{name}" + ("" if form.get("from") else "/referee"), 303)


def _settings(form: Mapping[str, str]) -> dict[str, Any]:
    """What was settled of the open points."""
    named = (name for name in form if name.startswith(_SETTING))
    return {name.removeprefix(_SETTING): form[name] for name in named if form[name]}


def _opened(call: Call, body: bytes, key: str) -> str:
    opening = parsing.body(_NEW, body, "application/json", "")
    try:
        return call.service.open(opening.opening, key=key, body=body).combat.name
    except ValidationError as error:
        raise Problem("invalid", "Something in the form has the wrong shape.") from error
    except Refused as refused:
        raise refusal(refused, call) from refused


# --- the door ------------------------------------------------------------------------------


def get_enter(call: Call) -> Response:
    """Where a token is pasted."""
    return page("enter", call)


def post_enter(call: Call) -> Answer:
    """Take a token, pasted or of a link, and keep it in a cookie."""
    token = request.form.get("token", "").strip()
    try:
        caller = seat_of(call.service, token)
    except Problem as problem:
        return page("enter", call, trouble=Trouble(problem))
    return seated(redirect(_home(caller.combat), 303), token)


def get_link(call: Call) -> Answer:
    """Say which seat a link gives; only the button signs in, since any site can lead to a link."""
    token = call.path["token"]
    try:
        caller = seat_of(call.service, token)
    except Problem as problem:
        return page("enter", call, trouble=Trouble(problem))
    if caller == call.caller:
        return redirect(_home(caller.combat), 303)
    return page(
        "invitation",
        call,
        token=token,
        seat=you(call.service, caller),
        title=_title(call, caller.combat),
    )


def _title(call: Call, combat: str) -> str:
    row = call.service.log.catalogue_row(combat) if combat else None
    return row.title if row else ""


def _home(combat: str) -> str:
    return f"/combats/{combat}" if combat else "/"


def post_leave(call: Call) -> Answer:
    """Sign out: the cookie goes."""
    return left(redirect("/", 303))
