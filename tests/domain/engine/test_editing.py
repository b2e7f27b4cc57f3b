"""Somebody who is in the combat is edited: name, side, player and sheet."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Forbidden, Refused
from domain.ruleset.scene import Scene
from domain.state.pools import Limits
from domain.state.viewer import Viewer
from tests.printed_story import transcript
from tests.support.fights.age_of_magic import RULES as AGE_OF_MAGIC
from tests.support.fights.open import RULES, Game
from tests.support.logs.recorded_logs import Recorded
from tests.support.story import Story

SHEET: dict[str, Any] = {"hp": {"current": 30, "most": 30, "least": 0}, "armour class": 13}


def rosa() -> Game:
    """Rosa, who has lost 18 of her 30 hp."""
    game = Game(order="as added").joins("rosa", side="north", **SHEET).round()
    return game.does("rosa", "lose", pool="hp", by=18)


def edit(**said: Any) -> c.Edit:
    return c.Edit(who="rosa", **said)


def test_a_name_a_side_and_a_player():
    game = rosa().say(edit(name="Rosa the Red", side="south", controller="p2"))
    member = game.combat.roster.members["rosa"]
    assert (member.name, member.side, member.controller) == ("Rosa the Red", "south", "p2")
    assert game.events(e.Edited) == [
        e.Edited(subject="rosa", name="Rosa the Red", side="south", controller="p2")
    ]
    assert Viewer("p2", "player").speaks_for("rosa", game.combat.roster)
    game.say(edit(side="", controller=""))
    assert game.combat.roster.members["rosa"].side == ""


def test_who_is_edited_keeps_their_place_and_their_number_for_rolls():
    game = rosa().joins("bo")
    before = game.combat.roster.members
    game.say(edit(name="Rosa the Red"))
    after = game.combat.roster.members
    assert list(after) == list(before) and after["rosa"].roller == before["rosa"].roller


def test_what_was_lost_of_a_pool_stays_lost():
    game = rosa().say(edit(traits={"hp": {"current": 40, "most": 40, "least": 0}}))
    assert game.combat.pools.balance_of("rosa", "hp") == 22
    assert game.combat.pools.limits_of("rosa", "hp") == Limits(0, 40)
    game.say(edit(traits={"hp": {"current": 10, "most": 10, "least": 0}}))
    assert game.combat.pools.balance_of("rosa", "hp") == 0
    assert game.combat.pools.limits_of("rosa", "hp") == Limits(0, 10)


def test_limits_alone_take_what_is_beyond_them():
    game = Game(order="as added").joins("rosa", hp={"current": 8, "most": 20}).round()
    game.say(edit(traits={"hp": {"current": 8, "most": 9}})).does("rosa", "gain", pool="hp", by=5)
    assert game.combat.pools.balance_of("rosa", "hp") == 9


def test_a_pool_that_is_new_on_the_sheet_is_filled_and_one_that_is_gone_stays():
    game = rosa().say(edit(traits={"mana": {"current": 3}}))
    assert game.combat.pools.of["rosa"] == {"hp": 12, "mana": 3}


def test_a_fact_that_was_set_since_goes_with_its_trait():
    game = rosa().does("rosa", "fact", name="armour class", value="17")
    game.say(edit(traits=SHEET | {"armour class": 15}))
    assert Scene(game.combat, RULES).fact("armour class", "rosa") == 15
    game.does("rosa", "fact", name="armour class", value="17")
    game.say(edit(traits=SHEET | {"armour class": 15, "speed": 30}))
    assert Scene(game.combat, RULES).fact("armour class", "rosa") == 17


def test_what_is_the_same_already_is_refused():
    for said in ({}, {"name": "rosa", "side": "north"}, {"traits": SHEET}):
        with pytest.raises(Refused, match="this is what is said of rosa already"):
            rosa().say(edit(**said))


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.Edit(who="nobody", name="X"), "'nobody' is not here"),
        (c.Edit(who="rosa", side="referee"), "'referee' is taken: choose another name"),
        (c.Edit(who="rosa", traits={"hp": {"current": 40, "most": 30}}), "a pool holds no less"),
    ],
)
def test_what_cannot_be_is_refused(command: c.Edit, why: str):
    with pytest.raises(Refused, match=why):
        rosa().say(command)


def test_who_has_left_is_not_edited_and_only_the_referee_edits():
    with pytest.raises(Refused, match="is not here"):
        rosa().say(c.Leave(who="rosa")).say(edit(name="X"))
    with pytest.raises(Forbidden):
        rosa().say(edit(name="X"), Viewer("p1", "player", ("rosa",)))


def test_a_game_with_rules_refuses_a_sheet_that_its_rules_refuse():
    story = Story(AGE_OF_MAGIC)
    story.say(c.Join(subject="rosa", traits={"Melee": 5}))
    with pytest.raises(Refused):
        story.say(edit(traits={"Melee": "very good"}))
    story.say(edit(traits={"Melee": 6}))
    assert story.combat.roster.members["rosa"].traits != {}


def test_of_who_hides_only_the_referee_learns_it():
    game = rosa().say(c.Join(subject="bo", hidden=True, traits={"hp": 5}))
    game.say(c.Edit(who="bo", name="Bo the Bold", traits={"hp": 9}))
    assert all(draft.audience == ("referee",) for draft in game.steps[-1])
    game.say(c.Join(subject="bo", name="Bo the Bold"))
    assert game.combat.pools.balance_of("bo", "hp") == 9


def test_the_story_says_what_is_another():
    told = Recorded(RULES).comes("rosa", traits=SHEET).comes("bo", traits={"hp": 3})
    told.say(edit(name="Red", side="bo", controller="bo"))
    told.say(edit(side="", controller="", traits={"hp": 31, "prone": True, "armour class": 15}))
    lines = [line[7:].strip() for line in transcript(told.log, RULES).splitlines()]
    assert "Rosa: called Red, for Bo, in the hands of Bo" in lines
    assert (
        "Red: on no side, in the hands of nobody, HP current 31, not 30, HP most 31, not 30,"
        " prone yes, armour class 15, not 13, HP least no longer 0" in lines
    )
    assert "Red: HP set to 31 of 31" in "\n".join(lines)
