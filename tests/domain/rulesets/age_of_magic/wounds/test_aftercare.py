"""The prone, first aid, what the referee rules by the way, and what comes after the fight."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import events as e
from domain.rulesets.age_of_magic import tables
from tests.support.fights.age_of_magic import (
    BOXER,
    COGAN,
    CRITICAL,
    HALF,
    SERIOUS,
    STRIKE,
    Fight,
    Points,
    boxers,
    duel,
    maimed,
    refused,
)
from tests.support.refusals import lacks

OVER = {"fight": "is over"}


def down(who: str = "ana", points: Points = None) -> Fight:
    """Somebody lies on the ground in Ana's phase."""
    return boxers(points=points).adjusts(what="condition", subject=who, name="prone")


# --- prone ---


def test_the_prone_kick_and_stand_up_and_do_not_fight_on_their_feet():
    fight = down()
    deeds = fight.manoeuvres("ana")
    assert {"martial kick", "stand up", "turn", "speak"} <= deeds
    gone = {STRIKE, "advance and attack", "move", "martial strike", "leg sweep", "grapple"}
    assert not gone & deeds
    for deed, at in (("move", ()), ("martial strike", ("bo",)), ("grapple", ("bo",))):
        no = refused(partial(fight.does, "ana", deed, *at))
        assert (no.clause, lacks(no)) == ("7.4", "condition prone of ana: yes = no")


def test_the_prone_block_but_do_not_step_away():
    fight = down("bo").does("ana", "martial kick", "bo")
    assert {"block", "drop dodge", "forearm block"} <= fight.manoeuvres("bo")
    for deed in ("jump back", "side step", "rolling dodge"):
        assert refused(partial(fight.declares, "bo", deed)).clause == "7.4"


def test_a_table_may_let_the_prone_do_anything():
    assert {STRIKE, "move", "grapple"} <= down(points={"prone may": "anything"}).manoeuvres("ana")


def test_standing_up_costs_what_the_table_says():
    fight = down().does("ana", "stand up")
    assert fight.conditions("ana") == []
    assert fight.left("ana", "ap") == 16 - 4
    assert fight.waits_for() == ("declare", ("bo",))
    assert down(points={"stand up ap": "1"}).does("ana", "stand up").left("ana", "ap") == 14
    no = refused(lambda: boxers().does("ana", "stand up"))
    assert (no.clause, no.why) == ("7.4", "ana is not prone")


def test_lying_down_weighs_on_attack_and_defence_as_the_table_says():
    fight = down(points={"prone rolls": "-3"}).does("ana", "martial kick", "bo")
    assert fight.everybody_passes().rolls("ana").why("attack")["prone"] == -6
    fight = down("bo", {"prone rolls": "-3"}).does("ana", "martial kick", "bo")
    fight.declares("bo", "block", using="club").everybody_passes()
    assert fight.rolls("bo").why("defence")["prone"] == -6
    fight = down("bo", {"prone rolls": "-3"}).does("ana", "martial kick", "bo")
    assert fight.everybody_passes().rolls("bo").why("defence") == {"Combat": 16, "prone": -6}
    fight = down("bo").does("ana", "martial kick", "bo").everybody_passes().rolls("bo")
    assert fight.why("defence") == {"Combat": 16}


# --- as the referee rules ---


def test_whatever_else_is_done_has_words_and_a_cost():
    fight = boxers().does("ana", "something else", what="kicks the lamp over", ap=3)
    assert fight.left("ana", "ap") == 16 - 6
    assert fight.waits_for() == ("declare", ("bo",))
    no = refused(lambda: boxers().does("ana", "something else", what="looks around", ap=9))
    assert (no.clause, no.why) == ("3.3", "something else costs 9 AP; 8 left")
    no = refused(lambda: boxers().does("ana", "something else", ap=1))
    assert no.why == "what is missing"


def test_crawling_says_where_one_comes_to_lie():
    fight = down().does("ana", "something else", what="crawls away", ap=1, beside=[])
    assert fight.combat.facts.get("ana", "adjacent", "bo") == "no"
    assert fight.conditions("ana") == ["prone"]


# --- first aid ---


def hurt(*levels: int, points: Points = None) -> Fight:
    fight = boxers(ana={**BOXER, "Medicine": 5, "CO": 1}, points=points)
    for level in levels:
        fight.adjusts(what="condition", subject="bo", name="wound", level=level, at="chest")
    return fight


@pytest.mark.parametrize(
    ("level", "faces", "difficulty", "bonus"),
    [(2, (), 4, 4), (3, (), 8, 3), (4, (), 12, 2), (5, (6,), 16, 2), (4, (6,), 12, 3)],
)
def test_first_aid_helps_by_its_margin(
    level: int, faces: tuple[int, ...], difficulty: int, bonus: int
):
    fight = hurt(level).does("ana", "treat", "bo").everybody_passes().rolls("ana", faces=faces)
    figures = {"roll": 12 + (6 if faces else 0), "difficulty": difficulty}
    assert fight.outcome("care") == ("is treated", figures)
    [aid] = fight.combat.conditions.on("bo", "treated")
    assert aid.detail["bonus"] == bonus
    assert fight.left("ana", "ap") == 18 - 6


@pytest.mark.parametrize(("margin", "bonus"), [(0, 4), (3, 4), (4, 6), (7, 6), (8, 8)])
def test_two_points_of_margin_are_worth_one(margin: int, bonus: int):
    assert tables.first_aid(margin) == bonus


def test_first_aid_is_for_whoever_is_near_and_hurt():
    assert "treat" not in boxers().manoeuvres("ana")
    assert "treat" not in hurt(1).manoeuvres("ana")
    no = refused(lambda: hurt(1).does("ana", "treat", "bo"))
    assert (no.clause, no.why) == ("7.7", "bo is no legal target of treat")
    fight = hurt(3).adjusts(what="fact", of="ana", name="adjacent", toward="bo", value="no")
    assert "treat" not in fight.manoeuvres("ana")
    assert "treat" in fight.ends("ana").manoeuvres("bo")


def test_the_worst_wound_comes_first_and_each_is_treated_once():
    fight = hurt(2, 4, points={"treat ap": "1"})
    difficulties = []
    for _ in range(2):
        fight.does("ana", "treat", "bo").everybody_passes().rolls("ana")
        difficulties.append(fight.outcome("care")[1]["difficulty"])
    assert difficulties == [12, 4]
    assert "treat" not in fight.manoeuvres("ana")


def test_whoever_gives_first_aid_may_name_the_wound():
    fight = hurt(2, 4, points={"treat ap": "1"})
    offered = [
        o.command.get("using", "") for o in fight.offered() if o.command.get("manoeuvre") == "treat"
    ]
    assert offered == ["", "light wound, chest", "serious wound, chest"]
    fight.does("ana", "treat", "bo", using="light wound, chest").everybody_passes().rolls("ana")
    assert fight.outcome("care")[1]["difficulty"] == 4
    no = refused(lambda: fight.does("ana", "treat", "bo", using="light wound, chest"))
    assert (no.clause, no.pointer) == ("7.7", "/using")
    fight.does("ana", "treat", "bo").everybody_passes().rolls("ana")
    assert fight.outcome("care")[1]["difficulty"] == 12


# --- after the fight ---


def test_shock_has_its_time_when_the_fight_is_over():
    fight = hurt(3)
    for deed in ("await the shock", "keep going", "pull out with care"):
        assert deed not in fight.manoeuvres("ana")
    no = refused(lambda: fight.does("ana", "keep going"))
    assert (no.clause, lacks(no)) == ("7.7", "setting fight: goes on = is over")
    fight.say_plainly({"type": "rule", "point": "fight", "value": "is over"})
    assert {"await the shock", "keep going"} <= fight.manoeuvres("ana")


def shaken(*levels: int, wp: Any = "1/2", aid: bool = False) -> Fight:
    """Bo, whose WP and Combat come to so much, has the shock of his wounds before him."""
    bo = {**BOXER, "WP": wp, "Combat": 4, "Toughness": 1}
    fight = boxers(ana={**BOXER, "Medicine": 5, "CO": 1}, bo=bo, points=OVER)
    for level in levels:
        fight.adjusts(what="condition", subject="bo", name="wound", level=level, at="chest")
    if aid:
        fight.does("ana", "treat", "bo").everybody_passes().rolls("ana")
    return fight.does("ana", "await the shock", "bo")


def test_each_wound_worse_than_a_scratch_is_rolled_for():
    fight = shaken(1, 2, 3)
    asked = next(q for q in fight.events(e.Asked) if q.about == "shock")
    assert [s.about for s in asked.slots] == ["light wound, chest 1", "medium wound, chest 2"]
    fight.answers("bo", "roll", toward="light wound, chest 1")
    fight.answers("bo", "roll", toward="medium wound, chest 2")
    assert fight.why("shock") == {"WP": 1, "Combat": 8, "Toughness": 2, "wounded": -4}
    shocks = [(r.outcome, r.figures) for r in fight.events(e.Resolved) if r.stage == "shock"]
    assert shocks == [
        ("withstands the shock", {"roll": 7, "difficulty": 4}),
        ("is in shock", {"roll": 7, "difficulty": 8}),
    ]
    assert [w.level for w in fight.combat.conditions.on("bo", "wound")] == [1, 2, 4]
    assert "await the shock" not in fight.manoeuvres("ana")


def test_first_aid_counts_against_the_shock():
    fight = shaken(3, aid=True).rolls("bo")
    assert fight.why("shock")["first aid"] == 6
    assert fight.outcome("shock") == ("withstands the shock", {"roll": 13, "difficulty": 8})


def test_the_shock_of_a_critical_wound_may_kill():
    fight = shaken(5).rolls("bo")
    assert fight.outcome("shock")[0] == "is in shock"
    assert [w.level for w in fight.combat.conditions.on("bo", "wound")] == [6]
    assert "dead" in fight.conditions("bo")


def test_who_dies_without_first_aid_does_not_live_to_see_the_hour():
    fight = maimed("abdomen", CRITICAL, points=OVER).does("cogan", "await the shock", "urlik")
    assert "dead" in fight.conditions("urlik")
    assert fight.waits_for() == ("", ())
    assert fight.rolled("knock back") is fight.events(e.DiceRolled)[-1]


def test_the_shock_counts_the_level_that_a_wound_began_with():
    fight = maimed("chest", SERIOUS, points=OVER, soaks=True).does(
        "cogan", "await the shock", "urlik"
    )
    assert fight.rolls("urlik").outcome("shock")[1]["difficulty"] == 4


@pytest.mark.parametrize(
    ("level", "difficulty", "outcome"),
    [
        (0, -10, "keeps going"),
        (1, -4, "keeps going"),
        (2, 0, "keeps going"),
        (3, 4, "keeps going"),
        (4, 8, "has to rest"),
        (5, 12, "has to rest"),
    ],
)
def test_keeping_going_by_the_worst_wound(level: int, difficulty: int, outcome: str):
    fight = duel(cogan={**COGAN, "Athletics": 3, "Stamina": 1}, points=OVER)
    if level:
        fight.adjusts(what="condition", subject="cogan", name="wound", level=level)
    fight.does("cogan", "keep going").rolls("cogan")
    got, figures = fight.outcome("keep going")
    assert (got, figures["difficulty"]) == (outcome, difficulty)
    assert fight.why("keep going").get("Stamina") == 2


@pytest.mark.parametrize(("medicine", "out"), [(3, False), (4, True)])
def test_a_weapon_is_taken_out_with_care(medicine: int, out: bool):
    fight = maimed("chest", 3, "impaling", OVER, impales="knife")
    fight.ends("cogan").ends("urlik").begins("cogan").joins("leech", Medicine=medicine)
    fight.side_by_side("leech urlik").ends("cogan").ends("urlik").begins("leech")
    fight.does("leech", "pull out with care", "urlik", using=HALF).rolls("leech")
    outcome = "is taken out" if out else "stays in the wound"
    assert fight.outcome("careful hands") == (outcome, {"roll": 2 * medicine, "difficulty": 8})
    assert fight.combat.conditions.has("urlik", "impaled") != out
    assert [w.level for w in fight.combat.conditions.on("urlik", "wound")] == [3]
