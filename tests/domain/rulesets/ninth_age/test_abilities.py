"""One Use Only: who has used it, what is automatic, what is capped, and a use taken back."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.domain.rulesets.ninth_age.test_turn import A1, SCROLL, SHOT, done, scrolls
from tests.support.fights.ninth_age import (
    ARCHERS,
    KNIGHTS,
    SPEARS,
    WIZARD,
    Battle,
    battle,
    mustered,
    refused,
)
from tests.support.refusals import lacks, legal


def test_x_11_once_in_a_game_with_the_clock_point_of_its_use():
    told = scrolls().declares("knights", "use", using="a1").passes("ann").passes("bo")
    told.until("effects", "bo").passes("bo", "ann").until("effects", "ann")
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    assert (why.clause, why.why.partition(" at ")[2]) == ("3", "game turn 1, player turn 1, magic")


def test_x_11_the_entry_of_the_first_use_is_cited():
    told = scrolls().declares("knights", "use", using="a1").passes("ann").passes("bo")
    told.until("effects", "bo").passes("bo", "ann").until("effects", "ann")
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    [began] = [k for k in told.events(e.ConditionBegan) if k.name == "spent"]
    assert (began.key, why.cites) == ("a1", began.id)


def test_x_11_two_bearers_have_two_uses():
    bearer = {**KNIGHTS, "effects": {"a1": A1}}
    armies = {"ann": {"knights": bearer, "lancers": bearer}, "bo": {"archers": ARCHERS}}
    told = battle(armies).until("effects").declares("knights", "use", using="a1")
    assert refused(told, lambda: told.declares("knights", "use", using="a1")).clause == "3"
    told.declares("lancers", "use", using="a1").passes("ann").passes("bo")
    assert done(told) == ["a1 done", "a1 done"]


WARD: dict[str, Any] = {
    "at": "first hit",
    "mode": "mandatory",
    "once": True,
    "gives": {"Discipline": 1},
}


def volley(told: Battle) -> Battle:
    """Three shots of the archers at the knights, of which the first two hit."""
    told.until("shots", "bo").does("archers", "shoot", "knights", **SHOT).agrees()
    return told.rolls(6, 6, 1).rolls(1, 1)


def test_x_13_what_must_be_used_at_the_first_hit_needs_no_declaration_and_comes_once():
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"Ward": WARD}}},
        "bo": {"archers": ARCHERS},
    }
    told = volley(battle(armies))
    assert [k.name for k in told.events(e.ConditionBegan)].count("under") == 1
    volley(told.until("charges", "ann"))
    assert [k.name for k in told.events(e.ConditionBegan)].count("under") == 1
    why = refused(told := battle(armies), lambda: told.does("knights", "use", using="Ward"))
    assert why.clause == "2"


def test_what_is_automatic_comes_at_the_start_of_game_turn_1_or_is_lost():
    dawn = {"at": "start of game turn 1", "mode": "automatic", "once": True, "says": "dawns"}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"Dawn": dawn}}},
        "bo": {
            "archers": ARCHERS,
            "lurkers": {**SPEARS, "Ambush": True, "effects": {"Dawn": dawn}},
        },
    }
    told = mustered(armies).prepares()
    told.answers("bo", "declare", ambushers=["lurkers"]).deploys()
    assert (told.states("knights"), told.states("lurkers")) == (["spent"], ["expired"])
    assert done(told) == ["dawns"]


@pytest.mark.parametrize("mode", ["mandatory", "automatic"])
def test_a_sheet_is_refused_where_nothing_would_bring_an_ability_about(mode: str):
    rage = {"at": "start of the melee phase", "mode": mode, "loses": 1}
    told = mustered()
    brings = {**SPEARS, "effects": {"Rage": rage}}
    late = c.Join(subject="late", kind="unit", side="ann", traits=brings)
    why = refused(told, lambda: told.say(late))
    says = f"with mode {mode}, at cannot be start of the melee phase"
    assert (why.clause, why.why, why.pointer) == ("3", says, "/traits/effects/Rage/at")
    assert legal(why) == "first hit; start of game turn 1"


def test_x_14_a_use_taken_back_is_there_again_and_both_stay_in_the_log():
    told = scrolls().declares("knights", "use", using="a1")
    assert told.states("knights") == ["spent"]
    told.say(c.Withdraw(who="ann"))
    assert told.states("knights") == []
    told.declares("knights", "use", using="a1")
    assert [type(d.event).__name__ for s in told.steps[-3:] for d in s] == [
        "Declared",
        "ConditionBegan",
        "Withdrawn",
        "ConditionEnded",
        "Declared",
        "ConditionBegan",
    ]


def test_of_a_capped_item_one_is_activated_in_a_phase():
    bound = {**SCROLL, "cap": "Binding Scroll"}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"bind": bound, "bind more": bound}}},
        "bo": {"archers": ARCHERS},
    }
    told = battle(armies).until("effects").declares("knights", "use", using="bind")
    why = refused(told, lambda: told.declares("knights", "use", using="bind more"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "3",
        {"most": 1, "done": 1},
        "limit Binding Scroll of knights: 1 < 1",
    )


def test_who_flees_uses_nothing_of_its_own_will():
    told = scrolls().fixes(what="condition", subject="knights", name="fleeing")
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    assert (why.clause, why.why) == ("3", "knights flees and uses nothing of its own will")


def test_used_when_resolved_where_the_table_plays_it_so():
    told = scrolls({"one use spent": "resolved"}).declares("knights", "use", using="a1")
    assert told.states("knights") == []
    told.passes("ann").passes("bo")
    assert told.states("knights") == ["spent"]


# --- numbers that an ability takes away or adds ----------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "more", "tokens"),
    [
        ({"Wizard": "Adept"}, 1, 2),
        ({"Wizard": "Adept", "Channel": 1}, 1, 2),
        ({"Wizard": "Master"}, -1, 0),
        ({"Wizard": "Master"}, -3, 0),
        ({"Wizard": "Apprentice"}, 1, 1),
    ],
)
def test_what_alters_channel_is_added_to_what_the_grade_brings(
    sheet: dict[str, str | int], more: int, tokens: int
):
    surge = {"Surge": {"at": "start of the magic phase", "gives": {"Channel": more}}}
    told = battle({"ann": {"m": {**WIZARD, **sheet, "effects": surge}}, "bo": {"g": SPEARS}})
    told.until("effects").declares("m", "use", using="Surge").passes("ann").passes("bo")
    assert told.until("flux").draws("ann", 4, 0).left("ann", "veil") == tokens


@pytest.mark.parametrize(("own", "hits"), [(3, True), (2, False), (1, False)])
def test_impact_hits_taken_away_are_not_offered(own: int, hits: bool):
    at = "start of the round of combat"
    brace = {"Brace": {"at": at, "to": "enemy", "gives": {"Impact Hits": -2}}}
    armies = {
        "ann": {"k": {**KNIGHTS, "Impact Hits": own}},
        "bo": {"g": {**SPEARS, "effects": brace}},
    }
    told = battle(armies).charges("k", "g", 8).answers("g", "hold").until("charge moves")
    told.moves_charge("k", "g", 8, 6, 6).until("combats").does("k", "fight").passes("ann")
    told.declares("g", "use", using="Brace", on="k").passes("bo")
    assert ("impact hits" in told.manoeuvres("k")) == hits


def test_shots_below_none_are_none():
    rain = {"Rain": {"at": "start of the shooting phase", "to": "enemy", "gives": {"Shots": -9}}}
    told = battle({"ann": {"u": ARCHERS}, "bo": {"g": {**SPEARS, "effects": rain}}})
    told.until("effects").passes("ann").declares("g", "use", using="Rain", on="u").passes("bo")
    assert "shoot" not in told.manoeuvres("u")


def test_random_movement_below_none_asks_for_no_dice():
    mud = {
        "Mud": {"at": "start of the charge phase", "to": "enemy", "gives": {"Random Movement": -3}}
    }
    armies = {
        "ann": {"u": {**KNIGHTS, "Random Movement": 2}},
        "bo": {"g": {**SPEARS, "effects": mud}},
    }
    told = battle(armies).passes("ann").declares("g", "use", using="Mud", on="u").passes("bo")
    assert told.answers("ann", "no more charges").waits_for()[0] == "moves"
