"""Each kind of information that sources hold, as the event that says it, and by no trick."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from domain import events as e
from tests.support.timelines.replaying import Replay, replay
from tests.support.timelines.tricks import tricks

Said = dict[str, Any]

KARA: tuple[Said, ...] = (
    {"k": "join", "who": "kara", "name": "Kara", "role": "unit", "side": "party"},
    {
        "k": "pool",
        "who": "kara",
        "pool": "hp",
        "from": None,
        "to": {"cur": 20, "max": 24, "min": 0},
    },
)
OGRE: tuple[Said, ...] = (
    {"k": "join", "who": "OG1", "name": "Ogre", "role": "unit", "side": "foes"},
    {"k": "pool", "who": "OG1", "pool": "hp", "from": None, "to": {"cur": 30, "max": 59}},
)
ACT: Said = {
    "k": "act",
    "id": "x1",
    "verb": "cast",
    "name": "Ember",
    "who": "kara",
    "targets": ["OG1"],
}


def told(*lines: Said) -> Replay:
    """Report some lines after two fighters have joined: all of it, and without a trick."""
    found = replay([{"k": "meta", "source": "made up"}, *KARA, *OGRE, *lines])
    left = [str(each) for each in found.findings if each.how == "left out"]
    people = {said["who"] for said in (*KARA, *OGRE, *lines) if said["k"] == "join"}
    assert (left, tricks(found.drafts, people)) == ([], [])
    return found


def test_hit_points_have_limits_and_temporary_points_in_one_pool():
    found = told(
        {"k": "pool", "who": "kara", "pool": "temp hp", "from": None, "to": {"cur": 5, "max": None}}
    )
    pools = found.combat.pools
    assert pools.of["kara"] == {"hp": 20, "hp/temporary": 5}
    assert pools.limits_of("kara", "hp") == (0, 24)


def test_a_number_that_is_so_now_is_set_and_the_difference_is_worked_out():
    line = {"k": "pool", "who": "OG1", "pool": "hp", "from": {"cur": 30, "max": 59}}
    found = told({**line, "to": {"cur": 61, "max": 59}})
    [*_, posted] = found.events(e.PoolChanged)
    assert (posted.how, posted.delta, posted.balance) == ("set", 31, 61)


def test_scores_are_exact_and_several_may_share_one():
    found = told({"k": "order", "order": [["kara", 15.14], ["OG1", 15.14]]})
    [order] = found.events(e.OrderSet)
    assert order.scores == {"kara": Decimal("15.14"), "OG1": Decimal("15.14")}


def test_a_late_joiner_stands_in_the_midst_of_the_order():
    late = {"k": "join", "who": "bo", "name": "Bo", "role": "unit", "side": None}
    found = told(late, {"k": "order", "order": [["kara", 20], ["bo", 15.5], ["OG1", 9]]})
    assert found.combat.clock.order("order") == ("kara", "bo", "OG1")


def test_a_fear_has_a_source_and_is_counted_at_the_end_of_the_turns_of_another():
    cond = {"name": "Frightened", "source": "OG1", "toward": "OG1", "remaining": 3}
    cond |= {"unit": "turns", "edge": "end", "whose": "kara"}
    found = told(ACT, {"k": "cond_began", "who": "kara", "id": "e1", "cond": cond, "by": "x1"})
    [began] = found.events(e.ConditionBegan)
    assert (began.source, began.toward) == ("OG1", "OG1")
    assert began.until == e.Until(span="turn", whose="kara", edge="end", left=3)
    [act] = found.events(e.Acted)
    assert began.act == act.act


def test_concentration_and_what_hangs_on_it():
    held = {"name": "Bless", "concentration": True, "remaining": 10, "unit": "rounds"}
    child = {"name": "Blessed", "parent": "e1", "source": "kara"}
    found = told(
        {"k": "cond_began", "who": "kara", "id": "e1", "cond": held},
        {"k": "cond_began", "who": "OG1", "id": "e2", "cond": child},
    )
    parent, child_began = found.events(e.ConditionBegan)
    assert parent.concentration and child_began.parent == parent.id


def test_a_level_is_raised_lowered_and_set():
    found = told(
        {"k": "cond_began", "who": "kara", "id": "b", "cond": {"name": "boost atk", "level": 2}},
        {"k": "cond_changed", "who": "kara", "id": "b", "set": {"level": -1}},
    )
    assert [each.level for each in found.events(e.ConditionBegan)] == [2]
    assert [each.level for each in found.events(e.ConditionChanged)] == [-1]


@pytest.mark.parametrize(("role", "kind"), [("side", "side"), ("field", "field")])
def test_weather_and_hazards_are_on_the_field_and_on_sides(role: str, kind: str):
    rain = {"name": "Rain", "remaining": 5, "unit": "turns"}
    found = told(
        {"k": "join", "who": "place", "name": "place", "role": role, "side": None},
        {"k": "cond_began", "who": "place", "id": "w", "cond": rain},
    )
    [*_, joined] = found.events(e.Joined)
    assert joined.kind == kind
    assert [each.subject for each in found.events(e.ConditionBegan)] == ["place"]


def test_armour_form_item_and_health_in_a_word_are_facts():
    said: dict[str, Any] = {"ac": 16, "species": "Ditto", "item": "Leftovers", "health": "Injured"}
    attrs = [
        {"k": "attr", "who": "OG1", "name": name, "from": None, "to": value}
        for name, value in said.items()
    ]
    found = told(
        *attrs, {"k": "attr", "who": "OG1", "name": "species", "from": "Ditto", "to": "Mew"}
    )
    traits = found.combat.roster.members["OG1"].traits
    assert {name: traits[name] for name in said} == said
    [changed] = found.events(e.FactSet)[1:]
    assert (changed.was, changed.value) == ("Ditto", "Mew")
    assert not {"ac", "species"} & set(found.combat.pools.of["OG1"])


def test_a_cause_from_outside_is_said():
    line = {"k": "pool", "who": "OG1", "pool": "hp", "from": {"cur": 30, "max": 59}}
    cause = {"from": "brn", "of": "kara"}
    found = told({**line, "to": {"cur": 24, "max": 59}, "delta": -6, "cause": cause})
    [*_, reported] = found.events(e.Reported)
    assert (reported.effect, reported.of) == ("brn", "kara")


def test_a_roll_has_every_face_a_target_and_an_outcome():
    text = "1d20 (17) + 2d6kh1 (~~2~~, 5) + 3 = `25`"
    roll = {"k": "roll", "who": "kara", "on": "x1", "for": "attack", "dice": text, "total": 25}
    found = told(ACT, {**roll, "dc": 15, "did_hit": True, "by": "x1"})
    [rolled] = found.events(e.DiceRolled)
    assert [(group.sides, group.faces) for group in rolled.groups] == [(20, (17,)), (6, (2, 5))]
    assert rolled.groups[1].dropped == (2,)
    assert (rolled.total, rolled.target, rolled.outcome) == (25, 15, "hit")
    assert rolled.provenance == "reported"


def test_a_total_whose_faces_are_lost_is_a_roll_all_the_same():
    found = told(
        {
            "k": "roll",
            "who": "kara",
            "for": "save",
            "dice": None,
            "total": 14,
            "dc": 15,
            "did_save": False,
        }
    )
    [rolled] = found.events(e.DiceRolled)
    assert (rolled.lost, rolled.total, rolled.outcome) == (True, 14, "not saved")


def test_the_time_of_the_source_its_row_and_its_ids_are_kept():
    found = told({**ACT, "t": "19:04:12.1234567", "src": 88})
    [*_, reported] = found.events(e.Reported)
    assert (reported.time, reported.row, reported.known_as) == ("19:04:12.1234567", "88", "x1")


def test_a_turn_that_was_taken_back_is_no_new_turn():
    turns = [
        {"k": "clock", "set": {"round": 1, "current": "kara"}},
        {"k": "clock", "set": {"current": "OG1"}},
        {"k": "clock", "set": {"current": "kara"}},
    ]
    found = told({"k": "order", "order": [["kara", 20], ["OG1", 9]]}, *turns)
    assert [each.taken_back for each in found.events(e.TurnEnded)] == [False, True]
    assert found.combat.clock.actors == ("kara",)
    assert found.combat.clock.path[0].done == ()


def test_who_leaves_comes_back_as_the_same_with_what_they_had():
    found = told({"k": "left", "who": "OG1", "to_zone": "bench"}, {**OGRE[0]}, {**OGRE[1]})
    first, again = [each for each in found.events(e.Joined) if each.subject == "OG1"]
    assert first.roller == again.roller
    assert [each.pool for each in found.events(e.PoolChanged) if each.subject == "OG1"] == ["hp"]


def test_what_was_hidden_and_what_is_known_roughly_is_said_in_words():
    found = told(
        {"k": "attr", "who": "OG1", "name": "hidden", "from": None, "to": True},
        {"k": "attr", "who": "OG1", "name": "health", "from": None, "to": "Bloodied"},
        {"k": "pool", "who": "kara", "pool": "hp %", "from": None, "to": {"cur": 48, "max": 100}},
    )
    traits = found.combat.roster.members["OG1"].traits
    assert (traits["hidden"], traits["health"]) == (True, "Bloodied")
    assert found.combat.pools.of["kara"]["hp %"] == 48
