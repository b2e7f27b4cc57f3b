"""Whole rosters brought in at once: those of a sample or of an earlier combat, or typed in.

Whoever may read all of a combat may bring its people into another of the same game, with the
numbers and gear that they came in with, and with what the game's rules say outlasts a combat: that
is what keeps a roster from one evening to the next.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator

from flask import redirect, request
from pydantic import ValidationError
from werkzeug.wrappers import Response as Answer

from api import parsing
from api.access import admitted
from api.contract import Call
from api.failures import refusal
from api.pages import referee
from api.pages.joined import joined
from api.pages.names import named
from api.pages.sheets import Trouble
from api.pages.traits import traits
from api.problems import Problem
from api.service import Request
from domain import commands as c
from domain.ruleset import Refused
from domain.scene import Scene

MOST = 40
"""How many may be typed in at once."""

_SEVERAL = re.compile(r"(\d{1,2})\s*[x×]\s+(\S.*)")
_HOW = "Write a name and a side, then the numbers, with an empty line before the next one."


def post_roster(call: Call) -> Answer:
    """Bring in those of another combat, or those that were typed; who is here already stays."""
    form = request.form
    try:
        key = parsing.idempotency_key(form.get("key", ""))
        joins = taken(call, form["from"]) if form.get("from") else typed(call, form.get("who", ""))
        bring_in(call, call.combat, joins, key)
    except Problem as problem:
        return referee.shown(call, Trouble(problem, "roster", form))
    return redirect(f"/combats/{call.combat}", 303)


def bring_in(call: Call, combat: str, joins: Iterable[c.Join], key: str) -> None:
    """Say one join after the other; raises the problem of the first that is refused."""
    with call.service.held(combat) as held:
        here = set(held.head.roster.members)
    for number, join in enumerate(joins):
        if join.subject not in here:
            _joined(call, combat, join, f"{key[:48]}.{number}")


def _joined(call: Call, combat: str, join: c.Join, key: str) -> None:
    body = join.model_dump_json().encode()
    caller = call.caller
    try:
        call.service.say(combat, Request(join, caller.viewer, caller.seat, key, body))
    except Refused as refused:
        problem = refusal(refused, call)
        raise Problem(
            problem.kind.slug, f"{join.name or join.subject} cannot come in. {problem.detail}"
        ) from refused


# --- from another combat -------------------------------------------------------------------


def taken(call: Call, combat: str) -> list[c.Join]:
    """How those of a combat would come into the next; raises Problem where it may not be read."""
    row = call.service.log.catalogue_row(combat)
    reader = admitted(call.service, "reader", call.caller, combat)
    if row is None or not (row.sample or reader.viewer.is_referee):
        raise Problem("forbidden", "Only its referee may take people out of a combat.")
    with call.service.held(combat) as held:
        said = joined(held)
        scene = Scene(held.head, held.rules)
    return [_as_it_is_now(join, scene) for who, join in said.items() if scene.member(who)]


def _as_it_is_now(join: c.Join, scene: Scene) -> c.Join:
    """How somebody came in, with what outlasted the combat since."""
    carried = scene.rules.carried(scene, join.subject)
    return join.model_copy(update={"traits": {**join.traits, **carried}})


# --- typed in ------------------------------------------------------------------------------


def typed(call: Call, text: str) -> list[c.Join]:
    """Those that were typed in; raises the problem of what cannot be read."""
    with call.held() as (combat, _):
        names = set(combat.head.roster.members)
    try:
        people = list(_people(text, lambda name: _named(name, names)))
    except (ValueError, ValidationError) as error:
        raise Problem(
            "bad-request", f"The roster cannot be read. {_HOW} ({_first(error)})"
        ) from error
    if not 0 < len(people) <= MOST:
        raise Problem("bad-request", f"From 1 to {MOST} can be brought in at once. {_HOW}")
    return people


def _first(error: ValueError) -> str:
    return str(error.errors()[0]["msg"]) if isinstance(error, ValidationError) else str(error)


def _named(name: str, taken: set[str]) -> str:
    taken.add(subject := named(name, taken))
    return subject


def _people(text: str, subject: Callable[[str], str]) -> Iterator[c.Join]:
    """`3 x Wolf, pack` and its numbers are three wolves with a number each."""
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip()):
        head, _, numbers = block.strip().partition("\n")
        name, _, side = (part.strip() for part in head.partition(","))
        sheet = traits(numbers) if numbers.strip() else {}
        several = _SEVERAL.fullmatch(name)
        for each in _numbered(several[2], int(several[1])) if several else [name]:
            said = {"subject": subject(each), "name": each, "side": side, "traits": sheet}
            yield c.Join.model_validate_json(json.dumps(said))


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name} {number}" for number in range(1, count + 1)]
