"""Usual conditions of a preset: how they begin, last, and take concentration."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.state.viewer import TABLE
from tests.support.fights.open import MINE, SHIPPED, Game, rust


def standing(game: Game, who: str, name: str) -> e.Until | None:
    return game.combat.conditions.on(who, name)[-1].until


def test_a_usual_condition_begins_as_usual_unless_something_is_said():
    game = rust().does("ana", "begin", name="hot")
    assert standing(game, "ana", "hot") == e.Until(span="round", left=2)
    game.does("ana", "begin", name="hot", rounds=5)
    assert standing(game, "ana", "hot") == e.Until(span="round", left=5)
    game.does("ana", "begin", name="hot", rounds=0)
    assert standing(game, "ana", "hot") is None
    game.does("ana", "begin", name="rattled").does("ana", "begin", name="rattled", level=1)
    assert [each.level for each in game.combat.conditions.on("ana", "rattled")] == [3, 1]


def test_turns_are_those_of_whom_the_preset_says():
    game = rust().does("ana", "shoot", "bo", state="pinned")
    assert standing(game, "bo", "pinned") == e.Until(span="turn", whose="ana", edge="begin")
    change = c.ConditionFix(subject="bo", name="pinned", source="ana")
    game.say(c.Adjust(note="seen", change=change))
    assert standing(game, "bo", "pinned") == e.Until(span="turn", whose="ana", edge="begin")


def test_the_referee_begins_one_as_usual_too():
    game = rust().say(c.Adjust(note="x", change=c.ConditionFix(subject="bo", name="rattled")))
    assert game.combat.conditions.on("bo", "rattled")[0].level == 3


def test_who_causes_a_condition_concentrates_on_it():
    game = rust().does("ana", "begin", name="linked", bearer="bo")
    [linked] = game.combat.conditions.on("bo", "linked")
    [mind] = game.combat.conditions.on("ana", "concentrating")
    assert (linked.parent, linked.until, mind.key, mind.left) == (mind.id, None, "linked", 10)
    game.does("ana", "begin", name="linked", bearer="bo", concentration="no")
    assert len(game.combat.conditions.on("ana", "concentrating")) == 1


def test_usual_conditions_are_offered_with_what_they_bring():
    game = rust()
    offered = options(game.combat, game.rules, TABLE)
    begin = next(o for o in offered if o.command.get("manoeuvre") == "begin")
    name = next(blank for blank in begin.blanks if blank.name == "name")
    assert name.values == tuple(MINE["conditions"])
    assert name.brings["linked"] == {"rounds": 10, "concentration": "yes"}
    assert name.brings["jammed"] == {}


@pytest.mark.parametrize(
    ("said", "takes"), [({}, True), ({"concentration": False}, False), ({"source": "ana"}, True)]
)
def test_what_the_referee_begins_takes_concentration_as_usual(said: dict[str, Any], takes: bool):
    game = rust()
    change = {"what": "condition", "subject": "ana", "name": "linked"}
    game.say(c.Adjust.model_validate({"note": "so be it", "change": {**change, **said}}))
    [linked] = game.combat.conditions.on("ana", "linked")
    assert (linked.left, linked.concentration) == (10, takes)
    game.say(c.Adjust.model_validate({"note": "so be it", "change": change}))
    assert len(game.combat.conditions.on("ana", "linked")) == 1 + (not takes)


def link(game: Game, *whom: str, source: str = "ana") -> None:
    """The referee says that several are linked by somebody."""
    for who in whom:
        change = c.ConditionFix(subject=who, name="linked", source=source)
        game.say(c.Adjust(change=change, note="so be it"))


def test_the_source_concentrates_on_what_the_referee_begins_on_several():
    game = rust().joins("cy")
    link(game, "bo", "cy")
    [mind] = game.combat.conditions.on("ana", "concentrating")
    assert (mind.key, mind.left, mind.concentration) == ("linked", 10, True)
    linked = [game.combat.conditions.on(who, "linked")[0] for who in ("bo", "cy")]
    assert [(k.parent, k.source, k.until) for k in linked] == [(mind.id, "ana", None)] * 2
    game.say(c.Adjust(change=c.ConditionFix(subject="ana", name="linked"), note="another"))
    assert not game.combat.conditions.on("bo") + game.combat.conditions.on("cy")
    assert [k.name for k in game.combat.conditions.on("ana")] == ["linked"]


def test_the_source_concentrates_on_what_an_act_of_another_begins():
    game = rust().joins("cy")
    game.does("cy", "begin", name="linked", bearer="bo", source="ana")
    assert not game.combat.conditions.on("cy")
    assert game.combat.conditions.on("bo")[0].parent == game.combat.conditions.on("ana")[0].id
    results = [{"what": "condition", "subject": who, "name": "linked"} for who in ("bo", "cy")]
    act = {"type": "act", "who": "ana", "manoeuvre": "link", "targets": ["bo", "cy"]}
    game.say_plainly({**act, "results": results})
    [mind] = game.combat.conditions.on("ana", "concentrating")
    found = [k.parent for who in ("bo", "cy") for k in game.combat.conditions.on(who, "linked")]
    assert found == [mind.id, mind.id]


@pytest.mark.parametrize("whom", [("bo", "ana", "cy"), ("ana", "bo", "cy")])
def test_one_act_on_others_and_on_oneself_takes_one_concentration(whom: tuple[str, ...]):
    game = rust().joins("cy")
    results = [{"what": "condition", "subject": who, "name": "linked"} for who in whom]
    game.say_plainly({"type": "act", "who": "ana", "manoeuvre": "link", "results": results})
    [mind] = game.combat.conditions.on("ana", "concentrating")
    found = [k for who in whom for k in game.combat.conditions.on(who, "linked")]
    assert [(k.subject, k.parent, k.concentration) for k in found] == [
        (who, mind.id, False) for who in whom
    ]
    game.does("ana", "begin", name="linked")
    assert [k.subject for k in game.combat.conditions.all.values()] == ["ana"]


def test_frightened_falls_as_each_turn_of_its_bearer_ends_and_dying_goes_up_to_four():
    game = Game(preset=SHIPPED["pathfinder-2e"], order="as added").joins("ana").joins("bo").round()
    game.does("ana", "begin", name="frightened", bearer="bo", level=2)
    game.does("ana", "begin", name="dying", level=3).does("ana", "change", name="dying", by=3)
    game.ends("ana")
    levels = [k.level for who in ("ana", "bo") for k in game.combat.conditions.on(who)]
    assert levels == [4, 2]
    assert [k.level for k in game.ends("bo").combat.conditions.on("bo")] == [1]
    game.does("ana", "end", name="dying").round().ends("ana").ends("bo")
    assert not game.combat.conditions.on("bo")
    assert game.events(e.ConditionEnded)[-1].why == "down to 0"


def test_who_is_grabbed_in_a_turn_is_so_until_the_next_of_the_grabber_ends():
    game = Game(preset=SHIPPED["pathfinder-2e"], order="as added").joins("ana").joins("bo").round()
    game.does("ana", "begin", name="grabbed", bearer="bo").ends("ana")
    assert game.combat.conditions.has("bo", "grabbed")
    game.ends("bo").round().ends("ana")
    assert not game.combat.conditions.has("bo", "grabbed")
