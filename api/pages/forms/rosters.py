"""Rosters that join at once: those of a sample or of an earlier combat, pasted, or typed in.

A person who may read all of a combat may bring its people into another of the same game, with the
numbers and gear that they came in with, and with what the game's rules say outlasts a combat: that
is what keeps a roster from one evening to the next.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import ValidationError

from api.pages.forms.traits_text import traits
from api.pages.layout.api_client import answer
from api.pages.layout.fight_names import UNTITLED
from api.read.last_sheets import joins_by_id
from api.service.batch import join_all
from api.service.service import Request
from api.web.auth import admit_caller
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.catalogue import get_combats
from api.web.routes.rosters import ANY_GAME, ROSTER, post_combat_import
from domain import commands as c
from domain.rosters.names import id_after
from domain.ruleset.scene import Scene

MOST = 40
"""How many may be typed in at once."""

_SEVERAL = re.compile(r"(\d{1,2})\s*[x×]\s+(\S.*)")
_LOOKED_THROUGH = 40
"""How many of the combats that changed last are looked through."""
_HOW = "Write a name and a side, then the numbers, with an empty line before the next one."


def bring_in(call: Call, combat: str, joins: Iterable[c.Join], key: str) -> None:
    """Let those join who are not here yet, all or none; raise the problem of a refusal."""
    with call.service.lock_combat(combat) as held:
        here = set(held.head.roster.members)
    call, coming = call._replace(combat=combat), [j for j in joins if j.subject not in here]
    if not coming:
        return
    body = b"\n".join(join.model_dump_json().encode() for join in coming)
    request = Request(coming[0], call.caller.viewer, call.caller.seat, key, body)
    names = [join.name or join.subject for join in coming]
    with as_problems(call):
        join_all(call.service, combat, coming, names, request)


# --- from another combat -------------------------------------------------------------------


def roster_sources(call: Call, game: str) -> tuple[tuple[str, str], ...]:
    """Return the combats of a game whose people may be brought in, samples first."""
    rows = answer(call, get_combats, {"ruleset": game, "limit": str(_LOOKED_THROUGH)}).value.items
    return tuple(
        (row.combat, f"{row.title or UNTITLED}: {row.members}")
        for row in sorted(rows, key=lambda row: not row.sample)
        if row.members and (row.sample or call.caller.is_operator)
    )


def joins_from_combat(call: Call, combat: str) -> list[c.Join]:
    """How those of a combat would come into the next; raises Problem where it may not be read."""
    row = call.service.log.catalogue_row(combat)
    reader = admit_caller(call.service, "reader", call.caller, combat)
    if row is None or not (row.sample or reader.viewer.is_referee):
        raise Problem("forbidden", "Only its referee may take people out of a combat.")
    with call.service.lock_combat(combat) as held:
        said, scene = joins_by_id(held), Scene(held.head, held.rules)
    return [
        join.model_copy(update=_as_now(scene, who, join))
        for who, join in said.items()
        if scene.member(who)
    ]


def _as_now(scene: Scene, who: str, join: c.Join) -> dict[str, Any]:
    """What is otherwise than as somebody came in; a note stays with the log that it was said in."""
    return {"traits": {**join.traits, **scene.rules.carried(scene, who)}, "note": None}


# --- pasted, in any game -------------------------------------------------------------------


class Reading(NamedTuple):
    """A pasted text, what it was read as, and the mark of this text on the button that confirms."""

    text: str
    report: Any
    mark: str

    @property
    def remarks(self) -> list[str]:
        """The report as sentences."""
        return [
            f"Line {each['line']}, column {each['column']}: "
            + " ".join(filter(None, (each["why"], each["taken"], each["instead"])))
            for each in self.report["remarks"]
        ]

    @property
    def joining(self) -> list[str]:
        """Each who was understood, with what was understood."""
        return [_shown(each) for each in self.report["combatants"]]


def takes_pasted(game: str) -> bool:
    """Return whether a game takes a roster as people paste it."""
    return game == ANY_GAME


def read_pasted(call: Call, text: str, confirmed: str, key: str) -> Reading:
    """Bring in those of a pasted text; where there are remarks, only a text that was confirmed."""
    mark = hashlib.sha256("\n".join(text.split("\r\n")).strip().encode()).hexdigest()[:32]
    despite = "1" if confirmed == mark else ""
    asked = {"as": ROSTER, "despite-remarks": despite}
    said = answer(call, post_combat_import, asked, key=key, lines=[text.encode()])
    return Reading(text, said.value, mark)


def _shown(member: dict[str, Any]) -> str:
    """Return a combatant as it will join, with its numbers, conditions and notes."""
    sheet = ", ".join(f"{name} {_value(each)}" for name, each in member["traits"].items())
    states = map(_condition, member["conditions"])
    side = f"on the side {member['side']}" if member["side"] else ""
    hidden = "hidden" if member["hidden"] else ""
    parts = filter(None, (side, hidden, sheet, *states, member["note"]))
    return f"{member['name']}: {', '.join(parts)}".removesuffix(": ")


def _condition(state: dict[str, Any]) -> str:
    """Return a condition in words: `exhaustion 2 for 3 rounds`, `poisoned 3 rounds`."""
    name = f"{state['name']} {state['level']}" if state["level"] else state["name"]
    lasts = f"for {state['left']}" if state["level"] else state["left"]
    return f"{name} {lasts} {state['span']}s" if state["left"] else name


def _value(value: Any) -> str:
    """Return a value of a sheet in words: `30 of 59 and 10 temporary`."""
    match value:
        case {"current": current}:
            most = f" of {value['most']}" if "most" in value else ""
            more = f" and {value['temporary']} temporary" if "temporary" in value else ""
            return f"{current}{most}{more}"
        case dict():
            return ", ".join(f"{name} {_value(each)}" for name, each in value.items())
        case bool():
            return "yes" if value else "no"
    return str(value)


# --- typed in ------------------------------------------------------------------------------


def joins_from_text(call: Call, text: str) -> list[c.Join]:
    """Return those that were typed in; raise the problem of what cannot be read."""
    with call.lock_combat() as (combat, _):
        names = set(combat.head.roster.members)
    try:
        people = list(_people(text, names))
    except (ValueError, ValidationError) as error:
        raise Problem(
            "bad-request", f"The roster cannot be read. {_HOW} ({_first(error)})"
        ) from error
    if not 0 < len(people) <= MOST:
        raise Problem("bad-request", f"From 1 to {MOST} can be brought in at once. {_HOW}")
    return people


def _first(error: ValueError) -> str:
    return str(error.errors()[0]["msg"]) if isinstance(error, ValidationError) else str(error)


def _people(text: str, taken: set[str]) -> Iterator[c.Join]:
    """`3 x Wolf, pack` and its numbers are three wolves with a number each."""
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip()):
        head, _, numbers = block.strip().partition("\n")
        name, _, side = (part.strip() for part in head.partition(","))
        sheet = traits(numbers) if numbers.strip() else {}
        several = _SEVERAL.fullmatch(name)
        all_of = range(1, int(several[1]) + 1) if several else ()
        for each in [f"{several[2]} {number}" for number in all_of] if several else [name]:
            taken.add(subject := id_after(each, taken))
            said = {"subject": subject, "name": each, "side": side, "traits": sheet}
            yield c.Join.model_validate_json(json.dumps(said))
