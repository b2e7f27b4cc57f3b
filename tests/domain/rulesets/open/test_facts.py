"""Any game: facts of any name, as the sheet has them until they are set."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Deed, Refused
from domain.ruleset.scene import Scene
from domain.rulesets.open.facts import blanks, read_value
from domain.rulesets.open.sheet_fields import NO_FACTS
from tests.support.fights.open import RULES, Game


def rosa() -> Game:
    """Rosa, with what her sheet says."""
    sheet: dict[str, Any] = {"armour class": 15, "species": "elf", "prone": False}
    return Game(order="as added").joins("rosa", **sheet).round()


def told(game: Game) -> list[tuple[object, ...]]:
    return [(x.of, x.name, x.was, x.value) for x in game.events(e.FactSet) if x.of != "table"]


def test_a_fact_begins_as_the_sheet_has_it_and_is_no_pool():
    game = rosa()
    scene = Scene(game.combat, RULES)
    names = ("armour class", "species", "prone", "speed")
    assert [scene.fact(name, "rosa") for name in names] == [15, "elf", False, None]
    assert game.combat.pools.of == {} and told(game) == []


def test_a_fact_changes_and_the_log_keeps_what_it_was():
    game = rosa().does("rosa", "fact", name="armour class", value="17")
    game.does("rosa", "fact", name="armour class", value="17")
    game.does("rosa", "fact", name="prone", value="yes")
    game.say(c.Adjust(note="seen", change=c.FactFix(of="rosa", name="speed", value=30)))
    assert told(game) == [
        ("rosa", "armour class", 15, 17),
        ("rosa", "prone", False, True),
        ("rosa", "speed", None, 30),
    ]


def test_a_side_and_the_field_have_facts():
    game = rosa().say(c.Join(subject="weather", kind="field"))
    game.does("rosa", "fact", name="sky", value="grey", of="weather")
    assert Scene(game.combat, RULES).fact("sky", "weather") == "grey"


def test_a_value_is_a_number_yes_or_no_or_words():
    said = ("17", "-3", "Yes", "false", "17 feet", "")
    assert [read_value(each) for each in said] == [17, -3, True, False, "17 feet", ""]


@pytest.mark.parametrize("name", ["zone", "initiative", "score", "pool/hp/current"])
def test_what_is_said_elsewhere_is_no_fact(name: str):
    with pytest.raises(Refused, match=f"'{name}' is no fact here: ") as refused:
        rosa().does("rosa", "fact", name=name, value="3")
    assert refused.value.pointer == "/params/name"
    assert refused.value.legal == ("armour class", "species", "prone")


def test_the_blank_for_a_fact_says_what_is_none():
    assert NO_FACTS == ("initiative", "score", "zone")
    assert blanks(Scene(rosa().combat, RULES), Deed("rosa", "fact", "action"))[0].never == NO_FACTS
