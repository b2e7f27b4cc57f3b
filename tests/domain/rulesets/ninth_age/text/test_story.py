"""What the story and the offers tell the player who has to answer."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A, causes
from tests.printed_story import timeline
from tests.support.fights.ninth_age import ARMIES, RULES, WIZARD, Battle, battle
from tests.support.logs.recorded_logs import Recorded

NUMBERS: dict[str, Any] = {"wounds on": 4, "armour on": 7}


class RecordedBattle(Battle, Recorded):  # type: ignore[misc]
    """A battle that keeps its log; `states` are those by entry, not those of a unit."""

    def lines(self) -> list[str]:
        """The lines of its story."""
        return [line.text for line in timeline(self.log, RULES)]


def recorded(armies: Any = ARMIES) -> RecordedBattle:
    """Two armies deployed, and the log of it."""
    return RecordedBattle().musters(armies).prepares().deploys()


def offers(told: Battle) -> dict[str, str]:
    """What each answer that is offered says."""
    return {o.command["choice"]: o.says for o in told.offered() if "choice" in o.command}


# --- declared facts ------------------------------------------------------------------------


def test_the_arc_of_a_charge_is_told_and_asked_about():
    told = recorded().does("knights", "charge", "archers", distance=12, arc="rear")
    assert "knights charges archers (inches 12, arc rear)" in told.lines()
    assert offers(told)["agree"] == "so it is (distance 12, arc rear)"


def test_the_range_and_cover_of_a_shot_are_told_and_asked_about():
    told = recorded().until("shots", "bo")
    told.does("archers", "shoot", "knights", shots=4, range="long", cover="hard", **NUMBERS)
    said = "shots 4, range long, cover hard, wounds on 4, armour on 7"
    assert f"archers shoots knights ({said})" in told.lines()
    assert offers(told)["agree"] == f"so it is ({said})"


def test_that_a_charge_has_no_room_is_told_and_asked_about():
    told = recorded().charges("knights", "archers", 10).answers("archers", "hold")
    told.until("charge moves").does("knights", "charge move", "archers", distance=10, room="no")
    assert "knights moves its charge at archers (inches 10, no room)" in told.lines()
    assert offers(told)["agree"] == "so it is (distance 10, room no)"


def test_units_in_what_is_asked_about_go_by_their_names():
    told = battle({"ann": {"a": {**A, "Frenzy": True}}, "bo": {"b": A}})
    told.say(c.Edit(who="a", name="Berserkers")).answers("ann", "near", units=["a"])
    assert offers(told)["agree"] == "so it is (within reach Berserkers)"


# --- spells and abilities ------------------------------------------------------------------

BIG = {"casting": 8, "at": "enemy", "hits": "4", "versions": {"Big": {"casting": 11}}}
MASTER = {**WIZARD, "Wizard": "Master", "spells": {"Fireball": BIG}}
EFFECTS = {"Curse": {"at": "start of the charge phase", "to": "enemy", "loses": 3}}


@pytest.mark.parametrize(
    ("said", "line", "asked"),
    [
        ({}, "dice 3, on b", "Fireball at b"),
        ({"version": "Big"}, "dice 3, on b, version Big", "Fireball (Big) at b"),
    ],
)
def test_whom_a_spell_is_cast_at_and_how_is_told_before_it_is_dispelled(
    said: dict[str, str], line: str, asked: str
):
    told = recorded({"ann": {"m": MASTER}, "bo": {"b": A}}).until("casts")
    told.does("m", "cast", using="Fireball", dice=3, on="b", **said).rolls(6, 6, 5)
    assert f"m casts Fireball ({line})" in told.lines()
    assert offers(told)["dispel"] == f"try to dispel {asked}"


def test_on_whom_an_ability_is_declared_is_told_before_the_other_player_answers():
    told = recorded({"ann": {"a": {**A, "effects": EFFECTS}}, "bo": {"b": A}})
    told.declares("a", "use", using="Curse", on="b")
    assert "a means to use Curse (on b)" in told.lines()


# --- the way of a flight -------------------------------------------------------------------


def test_the_winner_has_the_broken_unit_flee_away_from_one():
    few = {**A, "Standard": False, "Models": 9}
    told = recorded({"ann": {"a": {**A, "Agility": 5}, "a2": A}, "bo": {"b": few}})
    told.touches("a", "b").touches("a2", "b").until("combats").does("a", "fight")
    causes(told, "a", "b", 3).passes("a2", "b").rolls(6, 6)
    told.answers("ann", "away from", foe="a2")
    assert "Ann has b flee away from a2" in told.lines()
