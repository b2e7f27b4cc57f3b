"""What was said to come of an act, before it comes about: `Whale: HP -7; Kim is wet`."""

from __future__ import annotations

from typing import Any

from projections.wording.context import Telling
from projections.wording.game_words import pool_word

SAID = ("results", "rolls")
"""What an act says beside its parameters; rolls have entries of their own."""


def results_words(t: Telling, params: dict[str, Any]) -> str:
    """The results of an act in words, behind the rest; nothing where none were said."""
    results = params.get("results")
    said = "; ".join(_words(t, each) for each in results) if isinstance(results, list) else ""
    return f" ({said})" if said else ""


def _words(t: Telling, said: dict[str, Any]) -> str:
    """One result, such as `Whale: HP -7`."""
    who = t.name(said.get("subject") or said.get("of", ""))
    match said["what"]:
        case "pool":
            return f"{who}: {_pool(t, said)}"
        case "condition":
            no = "" if said.get("begin", True) else "no longer "
            return f"{who} is {no}{t.rules.condition_word(said['name'])}{_level(said)}"
        case "condition-change":
            return f"{who}: {t.rules.condition_word(said['name'])}{_level(said)} changes"
        case "fact":
            return f"{who}: {said['name']} {t.value(said['value'])}"
    return f"{who} is at {t.name(said['place'])}"


def _level(said: dict[str, Any]) -> str:
    return f" {said['level']}" if said.get("level") else ""


def _pool(t: Telling, said: dict[str, Any]) -> str:
    """How a pool changes: `HP -7`, `HP = 12`, `HP most 20`."""
    word, delta = pool_word(t.rules, said["pool"], said.get("key", "")), said.get("delta")
    sign = "+" if delta is not None and not str(delta).startswith("-") else ""
    parts = [f"{sign}{delta}"] if delta is not None else []
    parts += [f"= {said['to']}"] if said.get("to") is not None else []
    parts += [f"{end} {said[end]}" for end in ("least", "most") if said.get(end) is not None]
    return " ".join((word, *parts))
