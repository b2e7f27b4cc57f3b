"""Nothing of a join is dropped: in every game, of every kind, it is kept or refused by its name."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Refused, Ruleset
from domain.rulesets import all_rulesets
from tests.support.story import Story

GAMES = all_rulesets()
SHEETLESS = ("thing", "side", "card")
ABLE = ("combatant", "creature", "unit")
NEEDED: dict[str, dict[str, Any]] = {"kaiser": {"lp": 20}}


def joined(rules: Ruleset, kind: str, traits: dict[str, Any]) -> Story:
    return Story(rules).say(c.Join.model_validate({"subject": "x", "kind": kind, "traits": traits}))


@pytest.mark.parametrize(
    ("game", "kind"),
    [(g, kind) for g in GAMES for kind in SHEETLESS if kind not in GAMES[g].sheet_kinds],
)
@pytest.mark.parametrize("value", [[1, 2], {"a": 1}, 1.5, None])
def test_what_a_thing_or_a_side_cannot_hold_is_refused_by_name(game: str, kind: str, value: Any):
    with pytest.raises(Refused) as no:
        joined(GAMES[game], kind, {"weight": 3, "runes": value})
    assert no.value.pointer == "/traits/runes"
    assert no.value.why.startswith("runes is a whole number")


@pytest.mark.parametrize("kind", SHEETLESS)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_thing_or_a_side_can_hold_is_kept(game: str, kind: str):
    traits = {"weight": 3, "made of": "oak", "cursed": True}
    assert joined(GAMES[game], kind, traits).combat.roster.members["x"].traits == traits


@pytest.mark.parametrize("kind", ABLE)
@pytest.mark.parametrize("game", GAMES)
def test_who_can_act_is_refused_what_the_sheet_cannot_hold(game: str, kind: str):
    with pytest.raises(Refused) as no:
        joined(GAMES[game], kind, {**NEEDED.get(game, {}), "runes": [1, 2]})
    assert no.value.pointer.startswith("/traits/runes") and "runes" in no.value.why


@pytest.mark.parametrize("pile", ["library", "memory", "graveyard"])
def test_a_creature_has_no_piles_that_would_be_lost(pile: str):
    with pytest.raises(Refused) as no:
        joined(GAMES["planeswalker"], "creature", {"kind": "creature", pile: ["bolt"]})
    assert no.value.pointer == f"/traits/{pile}" and pile not in (no.value.legal or ())
