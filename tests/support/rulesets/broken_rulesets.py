"""Rulesets broken on purpose, one rule at a time, and which steps of a log stand on that rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from domain import events as e
from domain.events import Modifier
from domain.log.codec import Entry
from domain.ruleset.ruleset import Ruleset, Window

CURSE = Modifier(source="curse", value=-1)


def cursed(rules: Ruleset) -> Ruleset:
    """Whatever is rolled for the rules comes to one less; what is drawn is drawn for luck."""
    windows = {about: _cursed(window) for about, window in rules.windows.items()}
    return replace(rules, windows=windows, revision=f"{rules.revision}-cursed")


def _cursed(window: Window) -> Window:
    throw, draw = window.throw, window.draw

    def thrown(*asked: Any) -> Any:
        found = throw(*asked)  # type: ignore[misc]
        return found._replace(modifiers=(*found.modifiers, CURSE))

    def drawn(*asked: Any) -> Any:
        return draw(*asked)._replace(purpose="luck")  # type: ignore[misc]

    return replace(window, throw=throw and thrown, draw=draw and drawn)


def rolled_for_the_rules(entries: Iterable[Entry]) -> list[int]:
    """The steps in which dice or a card answered a question of the rules."""
    chance = (e.DiceRolled, e.CardDrawn)
    found = (x.step for x in entries if isinstance(x.event, chance) and x.meta.answers)
    return list(dict.fromkeys(found))


def changed(rules: Ruleset, stage: str, instead: Callable[[Any], Any]) -> Ruleset:
    """One stage runs another function instead."""
    return replace(rules, stages={**rules.stages, stage: instead}, revision="2")
