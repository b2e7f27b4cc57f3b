"""New fight: a game, who fights and a title lead to the table; or all options of the game."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import NamedTuple

from flask import Response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from api.pages.forms.fields import Field
from api.pages.forms.rosters import (
    Reading,
    bring_in,
    joins_from_combat,
    joins_from_text,
    roster_sources,
    takes_pasted,
)
from api.pages.layout.api_client import answer
from api.pages.layout.fight_names import title_of_sides
from api.pages.layout.render import Trouble, page
from api.pages.table.referee import get_referee
from api.pages.table.undo import POLICIES
from api.presets.chosen import shipped_presets
from api.presets.shipped import ANY_GAME
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.combats import post_combat
from api.web.routes.rosters import ROSTER, post_combat_import, preview_roster
from api.web.schemas.json_schema import plain
from api.web.validation import idempotency_key
from domain import commands as c
from domain.rosters.sides import split_sides
from domain.ruleset.ruleset import OpenPoint, Ruleset
from projections.wording.game_words import capital, rule

MODES = (
    ("enforce", "enforce the rules: what they forbid is refused"),
    ("record", "record: what the table does against the rules is kept and marked"),
)
USUAL_POLICY = "consent"
"""The undo policy where none is chosen, as in the API."""

_SETTING = "setting."
_SAID = ("title", "mode", "policy", "preset")
_TWICE = (
    "You typed who fights, and chose the fighters of another fight as well."
    " Leave one of the two empty."
)

Given = Mapping[str, str]


class Choices(NamedTuple):
    """What may be chosen for a new fight: games, presets, and fights to take fighters from."""

    games: Mapping[str, Ruleset]
    presets: tuple[tuple[str, str], ...]
    any_game: str = ANY_GAME


def choices(call: Call) -> Choices:
    """Return the games by their titles, and the presets of any game."""
    games = call.service.rulesets()
    shipped = sorted(shipped_presets(), key=lambda it: it.title.casefold())
    presets = tuple((f"{ANY_GAME}/{it.name}", it.title) for it in shipped)
    by_title = dict(sorted(games.items(), key=lambda it: it[1].title.casefold()))
    return Choices(by_title, presets if ANY_GAME in games else ())


def get_new(call: Call, trouble: Trouble | None = None, reading: Reading | None = None) -> Response:
    """The form with all options of a game, with what went wrong or was not understood."""
    given: Given = request.form or request.args
    rules, preset = _game(given, call.service.rulesets())
    return page(
        "new",
        call,
        rules=rules,
        preset=preset,
        takes_presets=rules.key == ANY_GAME,
        pasted=takes_pasted(rules.key),
        modes=MODES,
        policies=POLICIES,
        usual_policy=USUAL_POLICY,
        trouble=trouble,
        given=given,
        reading=reading,
        settings=tuple((_setting(rules, point), point.hint) for point in rules.points),
        rosters=roster_sources(call, rules.key),
        key=given.get("key") or secrets.token_hex(16),
    )


def post_new(call: Call) -> Answer:
    """Open a fight with its fighters, once for each form that was drawn."""
    form, opened = request.form, ""
    if form.get("more"):
        return get_new(call)
    try:
        key = idempotency_key(form.get("key", ""))
        rules, preset = _game(form, call.service.rulesets())
        reading = _reading(rules, form)
        if reading and _waits(reading):
            return get_new(call, reading=reading)
        sides = title_of_sides(_joins(call, reading))
        opened = _open(call, rules, preset, key, sides)
        _bring_in(call._replace(combat=opened), rules, key)
    except Problem as problem:
        return _refused(call, problem, opened)
    return redirect(f"/combats/{opened}{'' if _has_fighters(form) else '/referee'}", 303)


def _refused(call: Call, problem: Problem, opened: str) -> Answer:
    """Show the form again; where the fight is open already, the referee's page of it."""
    if opened:
        return get_referee(call._replace(combat=opened), Trouble(problem, "roster", request.form))
    return get_new(call, Trouble(problem, given=request.form))


# --- the game ------------------------------------------------------------------------------


def _game(said: Given, games: Mapping[str, Ruleset]) -> tuple[Ruleset, str]:
    """Return the chosen game, as its preset alters it, and that preset; raise Problem.

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


def _open(call: Call, rules: Ruleset, preset: str, key: str, title: str) -> str:
    """Open the combat and return its name; what is left empty is as the API has it."""
    form = request.form
    named = (name for name in form if name.startswith(_SETTING) and form[name])
    said = {name: form[name] for name in _SAID if form.get(name)}
    ruleset, preset = (rules.key, preset) if not form.get("from") else _of_origin(call, preset)
    body = {
        **{"mode": MODES[0][0], "policy": USUAL_POLICY, "title": title, **said},
        **{"ruleset": ruleset, "preset": preset},
        "settings": {name.removeprefix(_SETTING): form[name] for name in named},
    }
    return str(answer(call, post_combat, body=body, key=key).value["combat"])


def _of_origin(call: Call, preset: str) -> tuple[str, str]:
    """Return the game of the fight that lends its fighters: they know no other."""
    row = call.service.log.catalogue_row(request.form["from"])
    if row is None:
        raise Problem("not-found", "The fight to take fighters from is no longer here.")
    return row.ruleset, preset if row.ruleset == ANY_GAME else ""


# --- who fights ----------------------------------------------------------------------------


def _has_fighters(form: MultiDict[str, str]) -> bool:
    return bool(form.get("from") or form.get("who", "").strip())


def _reading(rules: Ruleset, form: MultiDict[str, str]) -> Reading | None:
    """Read a pasted text; raise Problem where fighters of another fight are wanted as well."""
    text = form.get("who", "")
    if text.strip() and form.get("from"):
        raise Problem("invalid", _TWICE)
    if not text.strip() or not takes_pasted(rules.key):
        return None
    mark = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:32]
    return Reading(text, plain(preview_roster(split_sides(text).encode())), mark)


def _joins(call: Call, reading: Reading | None) -> list[c.Join]:
    """Return who comes in from another fight or a pasted text, as far as a title needs it."""
    if request.form.get("from"):
        return joins_from_combat(call, request.form["from"])
    told = reading.report["combatants"] if reading else ()
    parts = ("subject", "name", "side", "hidden")
    return [c.Join(**{part: each[part] for part in parts}) for each in told]


def _waits(reading: Reading) -> bool:
    """Return whether somebody has to look first: not all was understood, or there is nobody."""
    confirmed = request.form.get("read") == reading.mark
    return not reading.joining or (bool(reading.remarks) and not confirmed)


def _bring_in(call: Call, rules: Ruleset, key: str) -> None:
    """Let those join who were chosen or typed."""
    form = request.form
    if form.get("from"):
        bring_in(call, call.combat, joins_from_combat(call, form["from"]), key)
    elif not form.get("who", "").strip():
        return
    elif takes_pasted(rules.key):
        asked, raw = {"as": ROSTER, "despite-remarks": "1"}, split_sides(form["who"]).encode()
        answer(call, post_combat_import, asked, key=key, lines=[raw])
    else:
        bring_in(call, call.combat, joins_from_text(call, form["who"]), key)
