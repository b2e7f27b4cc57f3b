"""Presets of any game: words, sheet fields and initiative, and a random fight under each."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import Scene
from domain.state.pools import Limits
from tests.printed_story import transcript
from tests.support.fights.open import FILES, MINE, RULES, SHIPPED, Game, rust
from tests.support.fights.random_play import check_whole, keyed, pick
from tests.support.logs.recorded_logs import Recorded
from tests.sweeps import examples

OGRE: dict[str, Any] = {"Armor Class": 11}

SEVEN: dict[str, Any] = {"their hp": 7}

TWO: dict[str, Any] = {"their hp": 2}


def test_the_presets_that_come_with_the_program():
    titles = {name: said["title"] for name, said in SHIPPED.items()}
    assert titles == {
        "dnd-5e": "D&D 5e",
        "hit-points": "Plain hit points",
        "pathfinder-2e": "Pathfinder 2e",
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_one_is_read_and_has_under_sixty_lines(file: Path):
    assert len(file.read_text("utf-8").splitlines()) < 60
    rules = RULES.with_preset(SHIPPED[file.stem])
    assert rules.title == SHIPPED[file.stem]["title"]
    assert rules.pool_word("hp").casefold() == "hit points"


def test_a_fight_of_dnd():
    game = Game(14, 9, preset=SHIPPED["dnd-5e"])
    game.joins("kara", hp=24, ac=16, initiative=2).joins("ogre", hp=59, **OGRE)
    game.round().answers("kara", "roll").answers("ogre", "roll")
    game.does("kara", "slash", "ogre", **SEVEN).does("kara", "begin", name="bless")
    assert game.combat.pools.balance_of("ogre", "hp") == 52
    [bless] = game.combat.conditions.on("kara", "bless")
    assert (bless.left, bless.concentration) == (10, True)


def test_the_preset_is_in_the_first_entry_and_names_the_game():
    game = rust()
    [opened] = game.events(e.CombatOpened)
    assert opened.preset == MINE
    assert (game.rules.key, game.rules.title) == ("open", "Rust")


def test_the_story_uses_its_words():
    told = Recorded(RULES, preset=MINE)
    told.comes("ana", traits={"hp": 9}).comes("bo", traits={"hp": 3, "plate": 11}).round()
    told.does("ana", "hit", "bo", **TWO).does("bo", "begin", name="pinned")
    lines = [line[7:].strip() for line in transcript(told.log, told.rules).splitlines()]
    assert lines[0] == "A combat (Rust)"
    assert "Exchange 1" in lines
    assert "Ana hits Bo (2 grit)" in lines
    assert "Bo loses 2 grit, 1 left" in "\n".join(lines)
    assert any(line.startswith("Bo: pinned down, until the beginning") for line in lines)


def test_a_field_goes_by_any_of_its_names_and_a_bare_number_fills_its_pool():
    game = rust()
    pools, scene = game.combat.pools, Scene(game.combat, game.rules)
    assert pools.of == {"ana": {"hp": 12, "fuel": 6}, "bo": {"hp": 3}}
    assert pools.limits_of("ana", "hp") == Limits(0, 12)
    assert pools.limits_of("ana", "fuel") == Limits(0, 6)
    assert pools.limits_of("bo", "hp") == Limits(0, 9)
    assert [scene.fact(name, "ana") for name in ("armour class", "crew")] == [15, "red"]
    assert game.rules.fact_word("armour class") == "plate"


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("ac", "high", "ac is a whole number, not 'high'"),
        ("crew", 3, "crew is a word, not 3"),
        ("mounted", "yes", "mounted is true or false, not 'yes'"),
        ("plate", True, "plate is a whole number, not True"),
    ],
)
def test_a_sheet_holds_what_the_preset_says(field: str, value: Any, why: str):
    with pytest.raises(Refused, match=why):
        rust().joins("cy", **{field: value})


def test_what_no_preset_names_is_free_as_before():
    game = rust().joins("cy", speed=30, mana={"current": 1})
    assert Scene(game.combat, game.rules).fact("speed", "cy") == 30
    assert game.combat.pools.balance_of("cy", "mana") == 1


def test_a_field_that_changes_goes_by_any_of_its_names_as_well():
    game = rust().does("ana", "fact", name="AC", value="17")
    game.does("bo", "gain", pool="Grit", by=2)
    assert Scene(game.combat, game.rules).fact("armour class", "ana") == 17
    assert game.combat.pools.of["bo"] == {"hp": 5}


def test_initiative_is_a_default_that_the_table_may_set_otherwise():
    scene = Scene(rust().combat, RULES.with_preset(MINE))
    assert [scene.setting(key) for key in ("order", "order dice", "order ties", "down")] == [
        "as added",
        "2d6",
        "together",
        "as usual",
    ]
    assert rust(order="by side").combat.facts.get("table", "order") == "by side"
    assert (
        Scene(rust(order="by side").combat, RULES.with_preset(MINE)).setting("order") == "by side"
    )


@pytest.mark.parametrize("name", SHIPPED)
@examples(5)
@given(seed=st.integers(0, 2**32))
def test_every_step_that_is_offered_under_a_preset_is_accepted(name: str, seed: int):
    game, chance = Game(preset=SHIPPED[name]), random.Random(seed)
    game.dice = keyed(seed)
    game.joins("ana", "bo", side="a", hp=12, ac=14).joins("cy", side="b", hp=30, initiative=2)
    for _ in range(60):
        game.say_plainly(pick(game.offered(), chance))
    check_whole(game)


def test_a_field_of_the_sheet_is_no_pool_wherever_it_stands():
    sheet = RULES.with_preset(MINE).sheet_of("combatant").read({"pools": {"ac": 15, "grog": 2}})
    assert sheet == {"armour class": 15, "pool/grog/current": 2}
    with pytest.raises(Refused, match="whole number"):
        RULES.with_preset(MINE).sheet_of("combatant").read({"pools": {"ac": "thick"}})
