"""Rolls of a timeline: dice as they fell, a target number, and an outcome in a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from domain.events.measures import MOST_POINTS
from domain.timelines.dice_text import read_dice
from domain.timelines.line import Line, as_words
from domain.timelines.translation import fit

_MOST_GROUPS, _MOST_FACES, _LONGEST_TEXT = 20, 100, 300
_OUTCOMES = (
    ("did_crit", "critical hit", ""),
    ("did_hit", "hit", "missed"),
    ("did_save", "saved", "not saved"),
)
"""What says how it came out: the field, and the words for yes and no."""


def roll_of(line: Line) -> dict[str, Any] | None:
    """Return a roll as it fell; where its faces are lost, its total alone; None without a total."""
    said = line.get("total")
    found = _dice(line.get("dice"), said if _is_number(said) else None)
    if not all(map(_can_fall, found["dice"])) or len(found["dice"]) > _MOST_GROUPS:
        found = {"dice": [], "text": as_words(line.get("dice")), "total": _reckoned(found)}
    known = said if said is not None else found.get("total", _reckoned(found))
    if not _is_number(known) or (said is None and not line.get("dice")):
        return None
    target = line.get("dc")
    return {
        **found,
        "total": known,
        "target": target if _is_number(target) else None,
        "outcome": outcome(line),
        "text": fit(found.get("text"), _LONGEST_TEXT),
    }


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS


def _can_fall(group: Mapping[str, Any]) -> bool:
    """Return whether dice have faces that can be told: any others are kept as text."""
    faces, sides = group["faces"], group["sides"]
    fell = _is_number(sides) and 1 <= sides <= 1000 and 0 < len(faces) <= _MOST_FACES
    kept = Counter(group["kept"]) + Counter(group["dropped"]) == Counter(faces)
    return fell and kept and all(1 <= face <= 1000 for face in faces)


def outcome(line: Line) -> str:
    """Return how a roll came out, in a word; empty where it is not said."""
    for field, yes, no in _OUTCOMES:
        said = line.get(field)
        if said is not None and (word := yes if said else no):
            return word
    return ""


def _dice(said: Any, total: int | None) -> dict[str, Any]:
    """Return dice, and bonus and text where they are said: from text, or from any list of dice."""
    if isinstance(said, str):
        return {"dice": [], **(read_dice(said, total) or {}), "text": said}
    if isinstance(said, Mapping):
        return {"dice": [_group(said)]}
    if isinstance(said, Sequence):
        return _of_list(said)
    return {"dice": []}


def _of_list(said: Sequence[Any]) -> dict[str, Any]:
    """Return the dice of a list: of groups, or of bare faces, whose size is not known."""
    groups = [_group(each) for each in said if isinstance(each, Mapping)]
    if len(groups) == len(said) and all(group["sides"] for group in groups):
        return {"dice": _by_size(groups)}
    return {"dice": [], "text": ", ".join(map(str, said))}


def _by_size(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return dice of which those of one size are together, such as dice said one by one."""
    found: dict[Any, dict[str, Any]] = {}
    for group in groups:
        same = found.setdefault(group["sides"], {**group, "faces": [], "kept": [], "dropped": []})
        for part in ("faces", "kept", "dropped"):
            same[part] = same[part] + group[part]
    return list(found.values())


def _group(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the dice of one size; those that are not dropped are kept."""
    faces = _numbers(said.get("faces", said.get("rolls", said.get("face", said.get("value")))))
    dropped = _numbers(said.get("dropped"))
    rest = list(faces)
    for face in dropped:
        if face in rest:
            rest.remove(face)
    if said.get("kept") is False:
        dropped, rest = faces, []
    kept = _numbers(said["kept"]) if isinstance(said.get("kept"), list) else rest
    return {
        "sides": _size(said.get("sides", said.get("size", said.get("die")))),
        "faces": faces or kept + dropped,
        "kept": kept,
        "dropped": dropped,
    }


def _size(said: Any) -> Any:
    """Return a size as a number: 20 for `d20`."""
    words = str(said).lower().rpartition("d")[2]
    return int(words) if words.isdecimal() and len(words) < 5 else said


def _numbers(said: Any) -> list[int]:
    each = said if isinstance(said, list) else [said]
    return [number for number in each if isinstance(number, int) and not isinstance(number, bool)]


def _reckoned(found: Mapping[str, Any]) -> int:
    kept = sum(sum(group["kept"]) for group in found.get("dice", ()))
    return int(found.get("bonus", 0)) + kept
