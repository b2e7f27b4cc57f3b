"""The text of Avrae's `!init list`: whose turn it is, who stands where, and how they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.importers.fight_files.snapshots import State, clock_of, combatant

HEAD = re.compile(r"^(?:.*: )?(?P<score>-?\d+(?:\.\d+)?) \(round (?P<round>\d+)\)\s*$")
RULE = re.compile(r"^=+$")
_ROW = re.compile(r"^(?P<turn># ?)?\s*(?P<score>-?\d+(?:\.\d+)?): (?P<rest>.*)$")
_MEMBER = re.compile(r"^\s*- (?P<rest>.*)$")
_HEALTH = re.compile(r" <(?P<health>[^<>]*)>")
_POINTS = re.compile(r"(?P<now>-?\d+)/(?P<most>\d+) HP(?:, (?P<temp>\d+) temp)?")
_OLD_TEMP = re.compile(r"^ ?\(\+(?P<temp>\d+) temp\)")
_EFFECT = re.compile(r"^(?P<name>.*?)(?: \[(?P<lasts>[^\]]*)\])?(?P<held> <C>)?$")
_COUNT = re.compile(r"^(?P<many>\d+(?:\.\d+)?) (?P<unit>round|minute|hour|day)s?$")
_TURN = re.compile(r"^until (?P<edge>start|end) of (?:(?P<whose>.*)'s )?(?:next )?turn$")
_ROUNDS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400}


class Row(NamedTuple):
    """One combatant of the list: score, name, group, and whether it is their turn."""

    score: float | int
    name: str
    group: str
    turn: bool
    health: str
    brackets: str


def is_row(text: str) -> bool:
    """Return whether a line of a list is that of a combatant, or of a group."""
    return bool(_ROW.match(text) or _MEMBER.match(text))


def rows(lines: list[str]) -> Iterator[Row]:
    """Yield the combatants of a list; those of a group have the score of the group."""
    score: float | int = 0
    group, turn = "", False
    for text in lines:
        if (found := _ROW.match(text)) is not None:
            score, turn = _number(found["score"]), bool(found["turn"])
            name, health, brackets = _parts(found["rest"])
            group = "" if health or brackets else name
            if not group:
                yield Row(score, name, "", turn, health, brackets)
        elif (found := _MEMBER.match(text)) is not None:
            yield Row(score, *_of_group(found["rest"], group, turn))


def _of_group(text: str, group: str, turn: bool) -> tuple[str, str, bool, str, str]:
    name, health, brackets = _parts(text)
    return name, group, turn, health, brackets


def _number(text: str) -> float | int:
    return float(text) if "." in text else int(text)


def _parts(text: str) -> tuple[str, str, str]:
    """Return the name, the health and what stands in the brackets behind."""
    found = _HEALTH.search(text)
    if found is None:
        name, _, brackets = text.partition(" (")
        return name.strip(), "", brackets.removesuffix(")")
    behind, health = text[found.end() :], found["health"]
    if (old := _OLD_TEMP.match(behind)) is not None:
        behind, health = behind[old.end() :], f"{health}, {old['temp']} temp"
    return text[: found.start()].strip(), health, behind.strip().removeprefix("(").removesuffix(")")


def state_of(lines: list[str]) -> State:
    """Return the state that a list shows; who is in it goes by the name."""
    head = next((found for text in lines if (found := HEAD.match(text.strip()))), None)
    all_rows = list(rows(lines))
    clock: dict[str, Any] = (
        {"round": int(head["round"]), "turn": _number(head["score"])} if head else {}
    )
    if turn := [row.name for row in all_rows if row.turn]:
        clock["current"] = turn if len(turn) > 1 else turn[0]
    return {
        "clock": clock_of(clock),
        "order": [[row.name, row.score] for row in all_rows],
        "combatants": {row.name: _one(row) for row in all_rows},
    }


def _one(row: Row) -> State:
    one = combatant(row.name)
    if row.group:
        one["attrs"]["group"] = row.group
    one["pools"] = pools_of(row.health)
    if row.health and not one["pools"] and row.health != "None":
        one["attrs"]["health"] = row.health
    _read_brackets(one, row.brackets)
    return one


def pools_of(health: str) -> dict[str, Any]:
    """Return hit points as a list shows them; nothing for a word such as Injured."""
    found = _POINTS.search(health)
    if found is None:
        return {}
    pools: dict[str, Any] = {"hp": {"cur": int(found["now"]), "max": int(found["most"])}}
    if found["temp"]:
        pools["temp hp"] = {"cur": int(found["temp"]), "max": None}
    return pools


def _read_brackets(one: State, text: str) -> None:
    """Read the armour class, effects, and the note behind them, which nothing marks."""
    parts = _split(text)
    if parts and parts[0].startswith("AC ") and parts[0][3:].isdecimal():
        one["attrs"]["ac"] = int(parts.pop(0)[3:])
    marked = [nth for nth, part in enumerate(parts) if "[" in part or part.endswith(" <C>")]
    last = marked[-1] if marked else -1
    note = [part for part in parts[last + 1 :] if not part[:1].isupper()]
    for nth, part in enumerate(part for part in parts if part not in note):
        one["conds"][_free(one["conds"], part, nth)] = effect(part)
    if note:
        one["attrs"]["note"] = ", ".join(note)


def _free(known: dict[str, Any], part: str, nth: int) -> str:
    name = part.partition(" [")[0].removesuffix(" <C>")
    return name if name not in known else f"{name} {nth + 1}"


def _split(text: str) -> list[str]:
    """Return the parts of a list of brackets; a comma within brackets divides nothing."""
    return [part.strip() for part in re.split(r", (?![^\[]*\])", text) if part.strip()]


def effect(text: str) -> dict[str, Any]:
    """Return an effect as it is written: its name, and how long it lasts."""
    found = _EFFECT.match(text)
    name, lasts = (found["name"], found["lasts"]) if found else (text, None)
    held = {"concentration": True} if found and found["held"] else {}
    return {"name": name, **held, **duration(lasts or "")}


def duration(text: str) -> dict[str, Any]:
    """Return how long something lasts; words that are not understood are kept as they are."""
    if (count := _COUNT.match(text)) is not None:
        rounds = float(count["many"]) * _ROUNDS[count["unit"]]
        return {"remaining": round(rounds), "unit": "rounds"}
    if (turn := _TURN.match(text)) is not None:
        edge = "begin" if turn["edge"] == "start" else "end"
        whose = {"whose": turn["whose"]} if turn["whose"] else {}
        return {"remaining": 1, "unit": "turns", "edge": edge, **whose}
    return {"lasts": text} if text else {}
