"""Open dice that had fallen in secret, or do later: nobody else can tell what was hidden there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.properties.hidden_worlds.test_sealed_games import same
from tests.support.hidden_worlds.world import Secrets, World
from tests.support.hidden_worlds.worlds import worlds

__all__ = ["worlds"]


class Switched(World):
    """Ana's rolls are made in secret and undone, and the other way; how often, nobody sees.

    `face` is the size of the dice in secret, `rolls` how many there are and how often.
    """

    def play(self) -> None:
        operator, ana = self.table.operator, self.table.ana
        for subject, side in (("ana", "a"), ("bert", "b")):
            self.says(operator, type="join", subject=subject, side=side)
        self.says(operator, type="answer", who="referee", about="round", choice="begin")
        self.hide()
        self.rolls()
        self.look()
        self.moves(ana, "undo")
        self.hide(stands=True)
        self.rolls()
        self.rolls()
        self.look()
        self.says(operator, type="end")
        self.says(operator, type="reveal-keys")
        self.keep(self.table.sue.get("dice"))

    def rolls(self) -> None:
        self.says(self.table.ana, type="roll", who="ana", sides=20)

    def hide(self, stands: bool = False) -> None:
        """The referee rolls for Ana in secret; it stands, or is undone each time."""
        referee, sides = self.table.operator, self.secrets.face
        for nth in range(self.secrets.rolls):
            referee.says("roll", hidden=True, who="ana", sides=sides, count=1 + nth)
            if not stands:
                referee.says("rewind", how="undo")


@pytest.mark.sweep(of="hidden worlds", share=20)
@pytest.mark.parametrize("other", [Secrets(rolls=1, face=6), Secrets(rolls=3, face=20)])
def test_whatever_fell_in_secret_everybody_else_gets_the_same(worlds: Any, other: Secrets):
    one, two = worlds(Secrets(rolls=1, face=20), Switched), worlds(other, Switched)
    openly = [x["event"] for x in one.table.rita.read("events")["items"] if "." not in x["number"]]
    assert [roll["key"] for roll in openly if "faces" in roll] == ["hidden", "hidden", "open"]
    same(one, two)
