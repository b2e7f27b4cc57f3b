"""Rolls as programs print them: `2d20kh1 (~~4~~, 17) + 5 = 22` becomes dice with their faces.

A face that is struck out (`~~4~~`) was dropped; `3 -> 5` was 3 and became 5; stars mark the least
and the highest face, and `!` one that was rolled on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Dice = list[dict[str, Any]]

_GROUP = re.compile(
    r"(?P<sign>[+-]?)\s*(?P<count>\d{0,3})d(?P<sides>\d{1,4}|%)(?P<how>[a-z!<>=\d]*)\s*"
    r"(?:\[[^\]]*\]\s*)?\((?P<faces>[^()]*)\)",
    re.I,
)
_TOTAL = re.compile(r"=\s*`?\s*(-?\d{1,9})\s*`?\s*$")
_PLAIN = re.compile(r"(?=[^=]*d\d)(?P<formula>[^=]*)=(?P<result>[^=]*)=\s*(?P<total>-?\d{1,9})\s*$")
_ONE_DIE = re.compile(r"(?P<sign>[+-]?)\s*(?<!\d)1?d(?P<sides>\d{1,4})(?![\dkdr!x])", re.I)
_TERM = re.compile(r"[+-]?\s*\d{1,9}")
_SUM = re.compile(r"[+-]?\s*\d{1,9}(?:\s*[+-]\s*\d{1,9})*")
_NOTED = re.compile(r"\[[^\]]*\]")


def read_dice(text: str, total: int | None = None) -> dict[str, Any] | None:
    """Return dice, bonus and total of a roll as it was printed; None where no total is known.

    Where the faces are lost the dice are empty. Where the rest of the formula is no plain sum, no
    bonus is said: the total is what was printed.
    """
    text = text.strip()
    if total is not None and _TOTAL.search(text) is None:
        text = f"{text} = {total}"
    if groups := list(_GROUP.finditer(text)):
        return _with_faces(text, groups)
    if (found := _PLAIN.fullmatch(text)) is not None:
        return _of_single_dice(found["formula"], found["result"], int(found["total"]))
    ends = _TOTAL.search(text)
    return {"dice": [], "total": int(ends[1])} if ends else None


def _with_faces(text: str, groups: list[re.Match[str]]) -> dict[str, Any] | None:
    total = _TOTAL.search(text)
    if total is None:
        return None
    dice, rest = [_group(found) for found in groups], _GROUP.sub(" ", text[: total.start()])
    negative = any(found["sign"] == "-" for found in groups)
    bonus = None if negative else _sum(rest)
    found = {"dice": dice, "total": int(total[1])}
    return found if bonus is None else {**found, "bonus": bonus}


def _group(found: re.Match[str]) -> dict[str, Any]:
    sides = 100 if found["sides"] == "%" else int(found["sides"])
    faces = list(_faces(found["faces"]))
    return {
        "sides": sides,
        "faces": [face for face, _ in faces],
        "kept": [face for face, kept in faces if kept],
        "dropped": [face for face, kept in faces if not kept],
    }


def _faces(text: str) -> Iterator[tuple[int, bool]]:
    """Yield each face and whether it counts; what was rolled anew counts as its last."""
    for part in text.split(","):
        numbers = [int(each) for each in re.findall(r"\d+", part)]
        for nth, face in enumerate(numbers, 1):
            yield face, nth == len(numbers) and "~~" not in part


def _sum(rest: str) -> int | None:
    """Return what the numbers beside the dice come to; None where they are no plain sum."""
    rest = _NOTED.sub("", rest).strip().removeprefix("+").strip()
    rest = re.sub(r"\s*\+\s*$", "", re.sub(r"\+\s*(?=[+-])", "", rest))
    if not rest:
        return 0
    return _added(rest) if _SUM.fullmatch(rest) else None


def _added(text: str) -> int:
    return sum(int(re.sub(r"\s", "", term)) for term in _TERM.findall(text))


def _of_single_dice(formula: str, result: str, total: int) -> dict[str, Any]:
    """Read `1d20 + 6 = 11 + 6 = 17`: the face of each single die is a number of the result."""
    formula, result = _NOTED.sub("", formula).strip(), result.strip()
    lost: dict[str, Any] = {"dice": [], "total": total}
    marked = _ONE_DIE.sub(lambda found: f"{found['sign']}0", formula)
    dice = list(_ONE_DIE.finditer(formula))
    if not dice or not _SUM.fullmatch(marked) or not _SUM.fullmatch(result):
        return lost
    wanted, fell = _TERM.findall(marked), _TERM.findall(result)
    if len(wanted) != len(fell) or any(found["sign"] == "-" for found in dice):
        return lost
    bonus, faces = _added(marked), [int(re.sub(r"\s", "", term)) for term in fell]
    places = [at for at, term in enumerate(wanted) if _is_marked(formula, at)]
    groups = [_single(int(die["sides"]), faces[at]) for die, at in zip(dice, places, strict=False)]
    return {"dice": groups, "bonus": bonus, "total": total}


def _is_marked(formula: str, at: int) -> bool:
    """Return whether the term at a place of a formula is a die."""
    terms = re.findall(r"[+-]?\s*(?:\d*d\d+|\d+)", formula, re.I)
    return at < len(terms) and "d" in terms[at].lower()


def _single(sides: int, face: int) -> dict[str, Any]:
    return {"sides": sides, "faces": [face], "kept": [face], "dropped": []}
