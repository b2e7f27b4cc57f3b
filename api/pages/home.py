"""Home page: list combats, open one, sign in or join."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.pages.forms.fields import Field
from api.pages.forms.rosters import bring_in, joins_from_combat, roster_sources
from api.pages.layout.api_client import answer
from api.pages.layout.render import Trouble, page, when, you
from api.pages.layout.session import seat_of, set_token_cookie
from api.pages.table.undo import POLICIES
from api.presets.chosen import shipped_presets
from api.presets.shipped import ANY_GAME
from api.web.auth import Caller
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.combats import get_combats, post_combat
from api.web.routes.seats import post_join as join
from api.web.validation import idempotency_key
from domain.ruleset.ruleset import OpenPoint, Ruleset
from projections.wording.game_words import capital, rule

PAGE = 30
LONGEST_NAME = 80
MODES = (
    ("enforce", "enforce the rules: what they forbid is refused"),
    ("record", "record: what the table does against the rules is kept and marked"),
)
_SETTING = "setting."


def get_start(call: Call) -> Response:
    """The combats that may be read, the newest change first."""
    q = request.args.get("q", "")[:200]
    wanted = {"q": q, "after": request.args.get("after", "")[:200], "limit": str(PAGE)}
    found = answer(call, get_combats, wanted).value
    opened = tuple(when(row.opened_at) for row in found.items)
    alike = Counter((row.title, at.shown) for row, at in zip(found.items, opened, strict=True))
    return page(
        "start",
        call,
        rows=found.items,
        opened=opened,
        alike=alike,
        q=q,
        games=dict(sorted(call.service.rulesets().items(), key=lambda it: it[1].title.casefold())),
        any_game=ANY_GAME,
        presets=sorted(shipped_presets(), key=lambda it: it.title.casefold())
        if ANY_GAME in call.service.rulesets()
        else (),
        following=found.next,
    )


# --- a new combat --------------------------------------------------------------------------


def get_new(call: Call, trouble: Trouble | None = None) -> Response:
    """The form of a new combat under a game, with what went wrong just now."""
    given = trouble.given if trouble else {}
    rules, preset = _game((given or request.args), call.service.rulesets())
    return page(
        "new",
        call,
        rules=rules,
        preset=preset,
        takes_presets=rules.key == ANY_GAME,
        modes=MODES,
        policies=POLICIES.items(),
        trouble=trouble,
        settings=tuple((_setting(rules, point), point.hint) for point in rules.points),
        rosters=roster_sources(call, rules.key),
        key=given.get("key") or secrets.token_hex(16),
    )


def _game(said: Mapping[str, str], games: Mapping[str, Ruleset]) -> tuple[Ruleset, str]:
    """The game that is chosen, as its preset alters it, and that preset; raises Problem.

    `open/dnd-5e` is any game with a preset. One that was typed is not read before the form is sent.
    """
    key, _, named = said.get("ruleset", "").partition("/")
    rules, preset = games.get(key), named or said.get("preset", "")
    if rules is None:
        raise Problem("not-found", "There is no game of that name here. Choose one on the start.")
    known = next((each.preset for each in shipped_presets() if each.name == preset), {})
    return rules.with_preset(known), preset


def _setting(rules: Ruleset, point: OpenPoint) -> Field:
    return Field(
        f"{_SETTING}{point.key}",
        "one" if point.values else "text",
        capital(point.says),
        tuple((value, value) for value in point.values),
        hint=rule(point.clause, rules.clause_title(point.clause)),
        given=point.default,
    )


def post_new(call: Call) -> Answer:
    """Open a combat, once for each form that was drawn."""
    form = request.form
    named = (name for name in form if name.startswith(_SETTING) and form[name])
    settings = {name.removeprefix(_SETTING): form[name] for name in named}
    said = {n: form.get(n, "") for n in ("ruleset", "title", "mode", "policy", "preset")}
    try:
        key = idempotency_key(form.get("key", ""))
        opened = answer(call, post_combat, body={**said, "settings": settings}, key=key)
        name = opened.value["combat"]
        if form.get("from"):
            bring_in(call, name, joins_from_combat(call, form["from"]), key)
    except Problem as problem:
        return get_new(call, Trouble(problem, given=form))
    return redirect(f"/combats/{name}" + ("" if form.get("from") else "/referee"), 303)


# --- the door ------------------------------------------------------------------------------


def get_enter(call: Call, trouble: Trouble | None = None) -> Response:
    """Where a token is pasted; a script takes it from a link, which has it after its `#`."""
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
    """Sign out: the cookie goes."""
    return set_token_cookie(redirect("/", 303), "")


def get_join(call: Call) -> Response:
    """Where a code and a name are typed; a script takes the code from a scanned link."""
    return page("join", call, scripted=True, code="", name="")


def post_join(call: Call) -> Answer:
    """Take a code; the cookie is for the seat that it gives."""
    code, name = request.form.get("code", "")[:40], request.form.get("name", "").strip()
    try:
        if not 0 < len(name) <= LONGEST_NAME:
            raise Problem("invalid", f"Say your name, in at most {LONGEST_NAME} letters.")
        found = answer(call, join, body={"code": code, "name": name}).value
    except Problem as problem:
        trouble, name = Trouble(problem), name[:LONGEST_NAME]
        return page("join", call, scripted=True, code=code, name=name, trouble=trouble)
    return set_token_cookie(redirect(f"/combats/{found.combat}", 303), found.token)
