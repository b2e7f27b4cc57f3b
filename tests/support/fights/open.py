"""Fights of games nobody has heard of: what the table says, in shorter words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Self

from domain import commands as c
from domain.rulesets import ruleset
from domain.rulesets.open import presets
from tests.support.story import Story

RULES = ruleset("open")
KIM: dict[str, Any] = {
    "pools": {
        "hp": 12,
        "luck": {"current": 2, "each": "round"},
        "breath": {"current": 3, "each": "turn"},
    },
    "initiative": 3,
    "zone": "the deck",
}
WHALE: dict[str, Any] = {"pools": {"blubber": 40}}


def cost(**spent: int) -> dict[str, Any]:
    """What a deed costs its doer: `cost(luck=2)` is `{"cost luck": 2}`."""
    return {f"cost {pool}": amount for pool, amount in spent.items()}


class Game(Story):
    """A fight of a game of the table's own."""

    def __init__(
        self,
        *faces: int,
        mode: Any = "enforce",
        preset: dict[str, Any] | None = None,
        **settings: Any,
    ):
        points = {k.replace("_", " "): v for k, v in settings.items()}
        super().__init__(RULES, *faces, mode=mode, preset=preset, **points)

    def at_sea(self) -> Self:
        """Kim and Ole against the whale."""
        self.joins("kim", "ole", side="crew", **KIM)
        return self.joins("whale", side="sea", **WHALE)

    def rules_that(self, point: str, value: str) -> Self:
        """The referee settles a point."""
        return self.say(c.Rule(point=point, value=value))


def at_sea() -> Game:
    """A hunt, in the order in which they came in."""
    return Game(order="as added").at_sea()


def side_by_side() -> Game:
    """The same, a side at once; everybody may always answer, and budgets are loose."""
    return Game(order="by side", answers="always", budgets="loose").at_sea()


def by_dice() -> Game:
    """The same, by two dice of six."""
    return Game(order="rolled each round", order_dice="2d6").at_sea()


def as_said() -> Game:
    """The same, whoever the referee says."""
    return Game(order="free").at_sea()


def rolled_once(**settings: Any) -> Game:
    """The same, by one throw of dice for the whole fight, as a new fight goes."""
    return Game(**settings).at_sea()


def as_typed() -> Game:
    """The same, in the order that the referee types."""
    return Game(order="by hand").at_sea()


# --- under a preset ------------------------------------------------------------------------

FILES = sorted(Path(presets.__file__).parent.glob("*.json"))

SHIPPED = {file.stem: json.loads(file.read_text("utf-8")) for file in FILES}

MINE: dict[str, Any] = {
    "title": "Rust",
    "words": {"round": "exchange", "order": "initiative"},
    "sheet": {
        "hp": {"is": "pool", "says": "grit", "least": 0},
        "fuel": {"is": "pool", "least": 0, "most": 6, "each": "round"},
        "armour class": {"is": "number", "says": "plate", "also": ["ac"]},
        "crew": {"is": "word"},
        "mounted": {"is": "yes or no"},
    },
    "conditions": {
        "jammed": {},
        "hot": {"rounds": 2},
        "pinned": {"turns": 1, "whose": "source", "edge": "begin", "says": "pinned down"},
        "rattled": {"level": 3},
        "linked": {"rounds": 10, "concentration": True},
    },
    "initiative": {"dice": "2d6", "order": "as added", "ties": "together", "down": "as usual"},
}


def rust(**settings: Any) -> Game:
    """Ana and Bo, by a preset of their own."""
    game = Game(preset=MINE, **settings)
    ana: dict[str, Any] = {"HP": 12, "fuel": 2, "AC": 15, "crew": "red", "mounted": True}
    game.joins("ana", **ana)
    return game.joins("bo", hp={"current": 3, "most": 9}).round()
