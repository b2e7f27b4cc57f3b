"""Combats of Foundry VTT: one moment as exported JSON, or every moment of a world database.

A combat has no hit points: they are brought in with the actors. In a database (NDJSON) the same
combat stands once for each time it was stored, so turns can be followed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from domain.events.measures import MOST_POINTS
from domain.importers.document import whole
from domain.importers.fight_files.snapshots import (
    EMPTY,
    Said,
    State,
    clock_of,
    combatant,
    lines_between,
)
from domain.importers.file import File
from domain.importers.findings import Finding, imported, interpreted, left_out
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.json_text import as_object

_SAID = ("hidden", "defeated", "img", "roundJoined", "group")
_IDS = {"actorId": "actor", "tokenId": "token"}
_NOT_SAID = "It says nothing about the fight itself."

_NAMELESS = "It has no name of its own: it has that of its actor, once that is in the fight."


def recognises(file: File) -> bool:
    """Return whether a file holds combats: a round, and a list of combatants."""
    first = file.json if isinstance(file.json, dict) else file.first_object
    return _is_combat(first)


def _is_combat(value: Any) -> bool:
    known = isinstance(value, dict) and "round" in value and "turn" in value
    return known and isinstance(value.get("combatants"), list)


def read(file: File) -> Imported:
    """Read one combat: its last moment, or all that a database has of it."""
    moments = list(_moments(file))
    fight = next((_id(value) for _, _, value in moments if _is_combat(value)), None)
    if fight is None:
        raise NotReadable("This file holds no combat of Foundry VTT.")
    lines, was, findings = list[Said](), EMPTY, list[Finding]()
    for at, words, combat in moments:
        if why := _fault(combat, fight):
            findings.append(left_out(at, words, why))
            continue
        now = _state(combat)
        about = {"t": as_object(combat.get("_stats")).get("modifiedTime"), "src": at}
        known = {name: value for name, value in about.items() if value is not None}
        lines += [{**line, **known} for line in lines_between(was, now)]
        findings += _findings(at, combat)
        was = now
    meta = {"k": "meta", "source": "foundry", "fight": fight}
    return Imported(lines=(meta, *lines), findings=tuple(findings), fight=fight)


def _moments(file: File) -> Iterator[tuple[str, str, Any]]:
    """Yield each value of a file with its place and its words."""
    if _is_combat(file.json):
        yield "the whole file", file.text, file.json
        return
    for at, text in enumerate(file.lines, 1):
        if text.strip():
            yield f"line {at}", text, File(text).json


def _fault(value: Any, fight: str) -> str:
    """Return why a value is no moment of a fight; empty where it is one."""
    if isinstance(value, dict) and value.get("$$deleted"):
        return "It says that the combat was deleted."
    if not _is_combat(value):
        return "It is no combat, or it is cut off."
    return "" if _id(value) == fight else "It is another combat: import one at a time."


def _id(combat: Mapping[str, Any]) -> str:
    places = (as_object(combat.get(part)).get("exportSource") for part in ("_stats", "flags"))
    exported = next(filter(None, places), None)
    return str(combat.get("_id") or as_object(exported).get("uuid") or "")


def _state(combat: Mapping[str, Any]) -> State:
    people = [each for each in combat["combatants"] if isinstance(each, Mapping)]
    line = sorted(people, key=_place)
    turn, clock = combat.get("turn"), {"round": combat["round"]}
    if isinstance(turn, int) and 0 <= turn < len(line):
        clock["current"] = _who(line[turn])
    return {
        "clock": clock_of(clock),
        "order": [[_who(each), _score(each)] for each in line],
        "combatants": {_who(each): _one(each) for each in people},
    }


def _place(said: Mapping[str, Any]) -> tuple[float, str]:
    """Return what the order goes by: a higher score first, none last, ties by the id."""
    score = _score(said)
    return (math.inf if score is None else -score, str(said.get("_id")))


def _score(said: Mapping[str, Any]) -> int | float | None:
    """Return the initiative of a combatant, also one that is written as text; None for none."""
    score = said.get("initiative")
    score = whole(score) if isinstance(score, str) else score
    if isinstance(score, bool) or not isinstance(score, int | float):
        return None
    return score if abs(score) <= MOST_POINTS else None


def _who(said: Mapping[str, Any]) -> str:
    ids = (said.get(name) for name in ("_id", "tokenId", "actorId"))
    return str(next(filter(None, ids), "") or _name(said) or "combatant")


def _name(said: Mapping[str, Any]) -> str:
    """Return the name of a combatant; empty where it is that of a token or an actor elsewhere."""
    token = as_object(said.get("token"))
    return str(said.get("name") or token.get("name") or "")


def _one(said: Mapping[str, Any]) -> State:
    """Return a combatant: a combat has no sides, no conditions, and not every name."""
    one = combatant(_name(said))
    for part in ("side", "conds", *(() if one["name"] else ("name",))):
        del one[part]
    facts = {name: said.get(name) for name in _SAID}
    ids = {called: said.get(name) for name, called in _IDS.items()}
    known = {**facts, **ids}.items()
    one["attrs"] = {name: value for name, value in known if value not in (None, "", False)}
    return one


def _findings(at: str, combat: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what became of each part of a combat, and of each combatant."""
    yield imported(at, f"round {combat['round']}, turn {combat.get('turn')}", "It is the clock.")
    for each in combat["combatants"]:
        who = _name(each) or _who(each) if isinstance(each, Mapping) else ""
        words = json.dumps(each, ensure_ascii=False)
        if not isinstance(each, Mapping):
            yield left_out(at, words, "It is no combatant.")
            continue
        yield imported(at, words, "It stands in the order.")._replace(who=who)
        if not _name(each):
            yield interpreted(at, "name", _NAMELESS)._replace(who=who)
        if each.get("initiative") is not None and _score(each) is None:
            score = json.dumps(each["initiative"], ensure_ascii=False)
            yield left_out(at, f"initiative: {score}", "It is no number.")._replace(who=who)
    why = "Hit points are not in a combat: bring in the actors for them."
    yield interpreted(at, "combatants", why)
    for name in combat:
        if name not in ("round", "turn", "combatants", "_id", "_stats"):
            yield left_out(at, f"{name}: {combat[name]}", _NOT_SAID)


IMPORTER = Importer(
    name="foundry-combat",
    reads="combats of Foundry VTT, exported as JSON or from a world database",
    gives="timeline",
    source="foundry",
    recognises=recognises,
    read=read,
)
