"""What one act lays on its doer and on others alike is kept up by one concentration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.step.step import Step

Said = Mapping[str, Any]
"""A result of an act as it was said."""


def kept_up_with_others(step: Step, result: Said, results: Sequence[Said]) -> Said:
    """Return a result; the doer's own of a state that others get too ends when theirs do."""
    doer, name = step.act.who, _usual(step, result)
    kind = step.rules.condition(name)
    if kind is None or not kind.concentration or result["subject"] != doer:
        return result
    if not any(_usual(step, each) == name and each["subject"] != doer for each in results):
        return result
    parent = step.concentrate(doer, name, step.on)
    return {**result, "parent": parent, "concentration": False}


def _usual(step: Step, result: Said) -> str:
    """Return the condition that begins by the doer, and is kept up as usual; else nothing."""
    begins = result["what"] == "condition" and result.get("begin", True)
    said = result.get("concentration") is not None or bool(result.get("parent"))
    caused = result.get("source") in (None, "", step.act.who)
    return step.rules.condition_meant(result["name"]) if begins and caused and not said else ""
