"""Deeds for any time, sealed declarations, and dice of which the lowest count."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.legality.option import fill
from domain.ruleset.ruleset import Manoeuvre, Slot, Stretch, Throw, Window
from domain.state.viewer import PUBLIC, TABLE, Viewer
from tests.support.games.toy_parts import refuse, slots, toy
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks, legal
from tests.support.story import Story

PLANS = Stretch("phase", "plans", ("plan",))
DEEDS = Stretch("phase", "deeds", inside=(Stretch("turn", "turn", next="in order", acts=True),))
ANA, BO = Viewer("p1", "player", ("ana",)), Viewer("p2", "player", ("bo",))


def plan(name: str) -> Manoeuvre:
    """Something said in secret, and begun when everybody has said enough."""
    return Manoeuvre(
        name,
        name,
        "T1",
        ("action",),
        ("done",),
        allows=lambda scene, deed: None if scene.question() else refuse("T1", "too late"),
    )


def everybody(scene: Any, asking: Any) -> tuple[Slot, ...]:
    return slots(scene.present())


MANOEUVRES = (
    plan("creep"),
    plan("shout"),
    Manoeuvre("strike", "strike", "T2", ("action",), ("done",)),
    Manoeuvre("drink", "drink", "T3", ("action",), ("done",), any_time=True),
)


def game(is_sealed: bool = True, only: frozenset[str] = frozenset()) -> Any:
    rules = toy("secrets", Stretch("round", "round", inside=(PLANS, DEEDS)), manoeuvres=MANOEUVRES)
    rules.asks(
        Window(
            "plans",
            "a plan?",
            "T1",
            everybody,
            takes=("action",),
            declares=True,
            many=True,
            passes=True,
            sealed=lambda scene: is_sealed,
            only=only,
            in_order=True,
        )
    )
    rules.stages["plan"] = lambda step: step.ask("plans")
    rules.stages["done"] = lambda step: None
    return rules


def planned(is_sealed: bool = True) -> Story:
    story = Story(game(is_sealed)).joins("ana", "bo").round()
    return story.say(c.Declare(who="ana", manoeuvre="creep"), ANA)


def seen_by(story: Story, viewer: Viewer) -> list[str]:
    return [type(d.event).__name__ for d in story.steps[-1] if viewer.sees(d.audience)]


def test_a_sealed_declaration_is_for_its_owner_and_the_referee():
    story = planned()
    assert seen_by(story, ANA) == seen_by(story, TABLE) == ["Declared"]
    assert seen_by(story, BO) == seen_by(story, PUBLIC) == []


def test_what_the_referee_declares_for_somebody_is_for_whoever_plays_him():
    story = planned().say(c.Declare(who="bo", manoeuvre="shout"))
    assert seen_by(story, BO) == seen_by(story, TABLE) == ["Declared"]
    assert seen_by(story, ANA) == seen_by(story, PUBLIC) == []


def test_taking_it_back_is_as_secret():
    story = planned().say(c.Withdraw(who="ana"), ANA)
    assert (seen_by(story, ANA), seen_by(story, BO)) == (["Withdrawn"], [])


def test_who_leaves_tells_nothing_of_it():
    assert seen_by(planned().say(c.Leave(who="ana")), BO) == ["Left", "Answered"]
    assert seen_by(planned().say(c.Leave(who="ana")), ANA) == ["Left", "Withdrawn", "Answered"]


def test_a_pass_is_open_and_all_that_was_sealed_is_begun_in_the_open():
    story = planned().passes("ana")
    assert seen_by(story, PUBLIC) == ["Answered"]
    story.passes("bo")
    assert [x.manoeuvre for x in story.events(e.Acted)] == ["creep"]
    assert seen_by(story, PUBLIC) == [
        "Answered",
        "Acted",
        "Closed",
        "Closed",
        "PhaseEnded",
        "PhaseBegan",
        "TurnBegan",
    ]


def test_where_the_window_is_not_sealed_all_see_it():
    assert seen_by(planned(is_sealed=False), PUBLIC) == ["Declared"]


def test_a_deed_for_any_time_is_offered_on_another_s_ground_and_nothing_else_is():
    story = planned().passes("ana", "bo")
    assert story.combat.clock.actors == ("ana",)
    assert story.manoeuvres("ana") == {"strike", "drink"}
    assert story.manoeuvres("bo") == {"drink"}
    assert story.does("bo", "drink").told() == ["Acted a1 bo drink", "Closed a1"]
    assert story.combat.clock.actors == ("ana",)


def test_who_may_cut_in_may_not_do_what_is_for_his_own_turn_nor_end_another_s():
    story = planned().passes("ana", "bo")
    why = refused(story, lambda: story.does("bo", "strike"))
    assert (why.why, lacks(why)) == ("it is not bo's turn", "turn turn: ana = bo")
    assert refused(story, lambda: story.ends("bo")).why == "it is not bo's turn"


@pytest.mark.parametrize(
    ("keep", "kept", "dropped"), [(0, (4, 1, 6), ()), (2, (6, 4), (1,)), (-2, (1, 4), (6,))]
)
def test_the_highest_or_the_lowest_count(keep: int, kept: tuple[int, ...], dropped: Any):
    rules = game()
    rules.asks(
        Window(
            "luck",
            "roll",
            "T4",
            everybody,
            throw=lambda scene, asking, slot: Throw(slot.who, "luck", "die", 6, 3, keep=keep),
            then="end",
        )
    )
    rules.stages["plan"] = lambda step: step.ask("luck")
    story = Story(rules, 4, 1, 6).joins("ana").round()
    rolled = story.answers("ana", "roll").events(e.DiceRolled)[-1]
    assert (rolled.kept, rolled.dropped, rolled.total) == (kept, dropped, sum(kept))


def hailing(several: bool = False) -> Story:
    """A shout may be at nobody, or at as many as one likes."""
    rules = toy(
        "hailing",
        manoeuvres=(
            Manoeuvre(
                "hail",
                "hail",
                "T5",
                ("action",),
                ("done",),
                target=None,
                targets=lambda scene, deed: scene.foes(deed.who),
                several=several,
            ),
        ),
    )
    rules.stages["done"] = lambda step: None
    return Story(rules).joins("ana", "bo", "cy").round()


@pytest.mark.parametrize("whom", [[], ["bo"], ["bo", "cy"]])
def test_several_are_offered_at_once_where_the_game_says_so(whom: list[str]):
    story = hailing(several=True)
    [option] = [o for o in story.offered() if o.command.get("manoeuvre") == "hail"]
    assert [(b.kind, b.values) for b in option.blanks] == [("some", ("bo", "cy"))]
    story.say_plainly(fill(option, lambda blank: whom))
    assert story.events(e.Acted)[-1].targets == tuple(whom)


@pytest.mark.parametrize("whom", [(), ("bo",), ("bo", "cy")])
def test_what_is_aimed_as_one_likes(whom: tuple[str, ...]):
    assert hailing().does("ana", "hail", *whom).events(e.Acted)[-1].targets == whom


def test_what_is_aimed_as_one_likes_is_still_aimed_at_somebody_who_is_there():
    story = hailing()
    [option] = [o for o in story.offered() if o.command.get("manoeuvre") == "hail"]
    assert [(b.name, b.values, b.optional) for b in option.blanks] == [
        ("targets", ("bo", "cy"), True)
    ]
    why = refused(story, lambda: story.does("ana", "hail", "bo", "ana"))
    assert (why.clause, legal(why)) == ("T5", "cy")


def test_a_window_may_offer_some_manoeuvres_only():
    story = Story(game(only=frozenset({"shout"}))).joins("ana", "bo").round()
    assert story.manoeuvres("ana") == {"shout"}
    why = refused(story, lambda: story.say(c.Declare(who="ana", manoeuvre="creep"), ANA))
    assert (why.why, legal(why)) == ("creep is not what is asked for now", "shout")
    assert Story(game()).joins("ana", "bo").round().manoeuvres("ana") >= {"shout", "creep"}
