"""ARQ's pairings in two worlds: those who hide beside the engaged alter nothing of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.rulesets import ruleset
from tests.support.clients.http_client import OPENING
from tests.support.hidden_worlds.world import Secrets, World
from tests.support.hidden_worlds.worlds import worlds

__all__ = ["worlds"]

FIGURES = {"c1": "0,1", "c2": "1,1", "c3": "2,1", "o1": "0,0", "o2": "2,0"}
PAIRINGS = ["o1+c1 o1+c2 o2+c3", "o1+c1 o2+c2 o2+c3"]
BESIDE = ("1,0", "-1,0", "3,0", "-1,1", "3,1", "1,2", "0,2", "2,2", "0,-1", "2,-1", "1,-1", "3,2")
"""Squares on which somebody in hiding is beside the engaged."""


class Paired(World):
    """Three of two players against two orcs; some in hiding, of either side, stand beside them."""

    opening: Mapping[str, Any] = {
        "ruleset": "arq",
        "policy": "free",
        "seats": [
            {"person": "Anna Berg", "role": "player", "combatants": ["c1", "c2"]},
            {"person": "Bert Cole", "role": "player", "combatants": ["c3"]},
            *OPENING["seats"][2:],
        ],
    }
    rules = staticmethod(lambda: {"arq": ruleset("arq")})
    kept_from = ("ana", "bert", "sue")

    def play(self) -> None:
        operator, ana, bert = self.table.operator, self.table.ana, self.table.bert
        self.places = iter(BESIDE if self.secrets.face == 1 else reversed(BESIDE))
        for who, square in FIGURES.items():
            self.says(operator, type="join", subject=who, **_figure(who.startswith("o"), square))
        self.hide()
        self.says(operator, type="answer", who="referee", about="round", choice="begin")
        for _ in ("action", "movement"):
            self.says(operator, type="answer", who="referee", about="intents", choice="settled")
            for who, caller in zip(FIGURES, (ana, ana, bert, operator, operator), strict=True):
                self.says(caller, type="act", who=who, manoeuvre="pass")
        self.hide()
        assert self.pairings() == PAIRINGS
        self.look()
        chosen = {"type": "answer", "about": "pairings", "choice": "pair"}
        self.says(ana, **chosen, who="c1", params={"pairs": "o1+c1 o2+c3"})
        self.says(bert, **chosen, who="c3", params={"pairs": PAIRINGS[1]})
        self.says(ana, **chosen, who="c1", params={"pairs": PAIRINGS[0]})
        assert self.pairings() == []
        self.hide()
        self.look()
        self.moves(bert, "undo")
        self.moves(bert, "redo")
        self.look()

    def pairings(self) -> list[str]:
        """The pairings that Bert may choose from."""
        asked = self.table.bert.read("options")["options"]
        pairs = [one for one in asked if one["command"].get("about") == "pairings"]
        return [value for one in pairs for value in one["blanks"][0]["schema"]["enum"]]

    def hide(self) -> None:
        """Somebody on either side who hides beside the engaged, and rolls for them."""
        referee, face = self.table.operator, self.secrets.face
        for _ in range(self.secrets.rolls):
            referee.says("roll", hidden=True, who="referee", sides=20, faces={"loose": [face]})
        for nth in range(self.secrets.lurkers):
            subject, figure = f"lurker{next(self.tape.ids)}", _figure(nth % 2 == 0, self.places)
            referee.says("join", subject=subject, hidden=True, **figure)


def _figure(foe: bool, square: Any) -> dict[str, Any]:
    at = square if isinstance(square, str) else next(square)
    traits = {"at": at, "melee": 4} | ({"foe": True} if foe else {})
    return {"side": "orcs" if foe else "party", "traits": traits}


@pytest.mark.sweep(of="hidden worlds", share=20)
@pytest.mark.parametrize("other", [Secrets(2, 17, 3), Secrets(0, 1, 0)])
def test_pairings_tell_of_nobody_in_hiding(worlds: Any, other: Secrets):
    one, two = worlds(Secrets(), Paired), worlds(other, Paired)
    assert len(one.received) == len(two.received)
    for here, there in zip(one.received, two.received, strict=True):
        assert here == there
    told = one.table.sue.get("timeline").data
    assert b"lurker" not in told
    assert one.table.rita.get("state").data != two.table.rita.get("state").data
