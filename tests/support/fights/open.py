"""Fights of games nobody has heard of: what the table says, in shorter words."""

from __future__ import annotations

from typing import Any, Self

from domain import commands as c
from domain.rulesets import ruleset
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
