"""What the rules of the Ninth Age leave open: each way to settle it, played out."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, Battle, battle


def charged_by_two(played: str = "all roll first") -> Battle:
    armies = {"ann": {"a": A, "c": KNIGHTS}, "bo": {"b": A}}
    told = battle(armies, settings={"combined charges": played})
    for unit in ("a", "c"):
        told.charges(unit, "b", 9).answers("b", "hold")
    return told.until("charge moves").does("a", "charge move", "b", distance=9).agrees()


def test_all_chargers_of_one_target_roll_first_where_the_table_plays_it_so():
    told = charged_by_two()
    assert told.waits_for() == ("charge range", ("a",))
    told.rolls(1, 2)
    assert told.waits_for() == ("charge range", ("c",))
    told.rolls(1, 1)
    assert told.outcome("charge") == ("fails", {"range": 8, "distance": 9, "moves": 2})
    told.does("c", "charge move", "b", distance=9).agrees()
    assert told.outcome("charge") == ("comes home", {"range": 11, "distance": 9})  # 4 by champion


def test_chargers_roll_one_by_one_by_default():
    told = charged_by_two(played="one by one")
    assert told.waits_for() == ("charge range", ("a",))
    told.rolls(1, 2)
    assert told.waits_for() == ("charge moves", ("ann",))


@pytest.mark.parametrize(("played", "first"), [("active", "ann"), ("reactive", "bo")])
def test_who_issues_duels_first_is_the_tables_to_say(played: str, first: str):
    hero = {**A, "Champion": True}
    told = battle(
        {"ann": {"a": hero}, "bo": {"b": hero}},
        settings=None if played == "active" else {"duels first": played},
    )
    told.touches("a", "b").until("combats").does("a", "fight")
    assert told.waits_for() == ("duels", (first,))
    assert asked(told, "duels") == ("9", "default" if played == "active" else "ruled")


@pytest.mark.parametrize(("played", "drawn"), [("skipped", False), ("drawn", True)])
def test_whether_cards_are_drawn_without_wizards_is_the_tables_to_say(played: str, drawn: bool):
    told = battle({"ann": {"a": A}, "bo": {"b": A}}, settings={"flux without wizards": played})
    told.until("charges", "bo")
    assert bool([q for q in told.events(e.Asked) if q.about == "flux"]) == drawn


def asked(told: Battle, about: str) -> tuple[str, str]:
    """The clause and basis of the latest question about something."""
    drafts = [d for step in told.steps for d in step if isinstance(d.event, e.Asked)]
    last = [d for d in drafts if getattr(d.event, "about", "") == about][-1]
    return last.clause, last.basis


def test_what_an_open_point_settles_says_so():
    told = battle({"ann": {"a": A}, "bo": {"b": A}}, settings={"first turn": "the table"})
    assert asked(told, "first turn") == ("4", "ruled")
    first = [d for step in told.steps for d in step if isinstance(d.event, e.Asked)]
    bases = [d.basis for d in first if getattr(d.event, "about", "") == "deploy"]
    assert bases[0] == "default"


def test_how_a_decimated_unit_rallied_says_so():
    told = battle({"ann": {"u": SPEARS, "v": KNIGHTS}, "bo": {"archers": ARCHERS}})
    told.fixes(what="pool", subject="u", pool="hp", delta=-15)
    told.fixes(what="condition", subject="u", name="fleeing").answers("ann", "no more charges")
    told.rolls(1, 2)
    assert told.basis("verdict") == ("10", "default")
