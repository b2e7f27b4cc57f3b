"""Conditions in a step: whose turn was missed is said, and what hung on one ends once."""

from __future__ import annotations

from domain import events as e
from domain.step.condition_changes import MISSED
from projections.state.conditions import conditions
from projections.visibility.snapshot import Moment
from tests.support.fights.open import RULES, at_sea


def test_what_hung_on_what_missed_its_turn_ends_once_and_with_it():
    game = at_sea().round()
    game.does("kim", "begin", name="hexing", turns=1, whose="whale")
    game.does("kim", "begin", name="hexed", bearer="ole", turns=1, whose="whale", **hexing())
    game.does("whale", "begin", name="hiding")
    kim = game.combat.conditions.on("kim")[0]
    [told] = [row for row in conditions(Moment(game.combat), RULES) if row.who == "ole"]
    assert told.conditions[0].until.startswith("while kim is hexing, until the end of the turn of")
    assert (told.conditions[0].source, told.conditions[0].parent) == ("kim", kim.id)
    for who in ("kim", "ole", "whale"):
        game.ends(who)
    ended = [event.why for event in game.events(e.ConditionEnded)]
    assert ended == ["until the end of the turn", "hexing ended"]
    assert MISSED not in ended


def hexing() -> dict[str, str]:
    """What says of a state that it ends with the hex."""
    return {"while": "hexing"}
