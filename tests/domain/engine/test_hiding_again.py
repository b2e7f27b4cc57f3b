"""Who was seen by all and hides: what all saw begin is followed by all, or told afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.state.combat import Combat
from tests.support.fights.open import Game
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import refused
from tests.support.logs.reported_fights import report, seen_elsewhere
from tests.support.playouts.worlds import Playout
from tests.support.story import Story
from tests.sweeps import so_many

LASTS = c.Duration(span="turn", whose="bo", left=1)


def fight() -> Game:
    """Ann, Bo and a mage, with 10 hp each, in the first round."""
    game = Game(order="as added")
    for who in ("ann", "bo", "mage"):
        game.joins(who, hp=10)
    return game.round()


def adjusts(story: Story, kind: type[Any], **change: Any) -> Story:
    return story.say(c.Adjust(change=kind(**change), note="seen to"))


def hides(story: Story, who: str) -> Story:
    """Somebody leaves, and comes back in hiding."""
    return story.say(c.Leave(who=who)).say(c.Join(subject=who, hidden=True))


def seen_on(story: Story, who: str) -> list[tuple[str, int]]:
    """The conditions of somebody as all see them, with their level."""
    return [(k.name, k.level) for k in story.public().conditions.on(who)]


def same(story: Story) -> bool:
    """True where everybody sees the conditions, pools and orders that there are."""
    parts = ("conditions", "pools", "places")
    seen: Combat = story.public()
    return all(getattr(seen, part) == getattr(story.combat, part) for part in parts)


# --- conditions -------------------------------------------------------------------------------


def test_what_ended_in_hiding_is_told_to_have_ended_when_they_come_out():
    game = fight()
    adjusts(game, c.ConditionFix, subject="mage", name="prone")
    hides(game, "mage")
    adjusts(game, c.ConditionFix, subject="mage", name="prone", begin=False)
    assert seen_on(game, "mage") == [("prone", 0)] and not game.combat.conditions.all
    game.say(c.Join(subject="mage"))
    assert seen_on(game, "mage") == [] and same(game)


def test_all_see_a_condition_end_whose_cause_has_hidden_since():
    game = fight()
    adjusts(game, c.ConditionFix, subject="bo", name="slowed", source="mage", until=LASTS)
    hides(game, "mage").ends("ann").ends("bo")
    assert seen_on(game, "bo") == [] and not game.combat.conditions.all


def test_the_referee_ends_in_the_open_what_one_in_hiding_has_caused():
    game = fight()
    adjusts(game, c.ConditionFix, subject="bo", name="slowed", source="mage")
    hides(game, "mage")
    adjusts(game, c.ConditionFix, subject="bo", name="slowed", begin=False)
    assert seen_on(game, "bo") == [] and [d.audience for d in game.steps[-1]] == [()]


def test_a_condition_begun_in_hiding_ends_in_secret():
    game = hides(fight(), "mage")
    adjusts(game, c.ConditionFix, subject="bo", name="slowed", source="mage", until=LASTS)
    game.ends("ann").ends("bo")
    ended = [d.audience for step in game.steps for d in step if type(d.event) is e.ConditionEnded]
    assert ended == [("referee",)] and not game.combat.conditions.all


@pytest.mark.parametrize("ends_in_secret", [False, True])
def test_the_clock_ends_for_all_what_they_saw_begin_whatever_became_of_it(ends_in_secret: bool):
    game = fight()
    adjusts(game, c.ConditionFix, subject="mage", name="wet", until=LASTS)
    hides(game, "mage")
    if ends_in_secret:
        adjusts(game, c.ConditionFix, subject="mage", name="wet", begin=False)
    game.ends("ann")
    assert seen_on(game, "mage") == [("wet", 0)]
    game.ends("bo")
    assert seen_on(game, "mage") == [] and not game.combat.conditions.all


def test_what_all_see_of_one_in_hiding_is_not_changed_but_ended():
    game = fight()
    adjusts(game, c.ConditionFix, subject="mage", name="wet")
    hides(game, "mage")
    change = c.ConditionChange(subject="mage", name="wet", level=3)
    no = refused(game, lambda: game.say(c.Adjust(change=change, note="rain")))
    assert no.why.startswith("this condition is seen by all: end it")


# --- coming out -------------------------------------------------------------------------------


def test_who_left_in_hiding_brings_along_everything_when_they_join_in_the_open():
    game = fight().say(c.Join(subject="lurk", traits={"hp": 10}, hidden=True))
    adjusts(game, c.PoolFix, subject="lurk", pool="hp", delta=-4)
    adjusts(game, c.ConditionFix, subject="lurk", name="poisoned")
    adjusts(game, c.PlaceFix, subject="lurk", place="roof")
    game.say(c.Leave(who="lurk")).say(c.Join(subject="lurk"))
    assert game.public().pools.balance_of("lurk", "hp") == 6
    assert seen_on(game, "lurk") == [("poisoned", 0)] and same(game)


# --- acts -------------------------------------------------------------------------------------


def ended_act(leaves: Callable[[Game], Story]) -> list[tuple[str, str, tuple[str, ...]]]:
    """What is said of an act on the mage and Bo that goes on after the mage is away."""
    game, hp = fight(), {"what": "pool", "pool": "hp", "delta": -1}
    results = [{**hp, "subject": who} for who in ("mage", "bo")]
    act = {"type": "act", "who": "ann", "manoeuvre": "net", "params": {"answers": "yes"}}
    game.say_plainly({**act, "results": results})
    leaves(game)
    game.passes()
    said = [d for step in game.steps for d in step]
    ended = [(d.event, d.audience) for d in said if isinstance(d.event, e.Resolved)]
    return [(event.of, event.outcome, audience) for event, audience in ended]


def test_all_are_told_that_an_act_found_somebody_gone_also_where_they_are_back_in_hiding():
    gone = ended_act(lambda game: game.say(c.Leave(who="mage")))
    assert gone == [("mage", "is no longer there", ())]
    assert ended_act(lambda game: hides(game, "mage")) == gone


# --- orders -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", [{"order": ("ana", "lurker", "bert")}, {"scores": {"lurker": (12,)}}]
)
def test_who_is_in_hiding_has_no_place_in_the_order(said: dict[str, Any]):
    story = Story(TOY).joins("ana", side="a").joins("bert", side="b")
    story.say(c.Join(subject="lurker", side="b", hidden=True)).round()
    fix = c.Adjust(change=c.OrderFix(scope="initiative", **said), note="he is quick")
    no = refused(story, lambda: story.say(fix))
    assert no.why.endswith("is in hiding and has no turn: let them out, then place them")


def rolled(*faces: tuple[str, int]) -> Game:
    """Ann, Bo and a mage, and what they have rolled for the order."""
    game = Game(order="rolled once")
    for who in ("ann", "bo", "mage"):
        game.joins(who, hp=10)
    game.round()
    for who, face in faces:
        game.answers(who, "roll", faces=[face])
    return game


def leaves(story: Story, who: str) -> Story:
    return story.say(c.Leave(who=who))


def orders(story: Story) -> set[tuple[str, ...]]:
    """The order as it is, and as all see it."""
    return {each.clock.order("order") for each in (story.combat, story.public())}


def test_a_score_of_ones_own_is_told_although_somebody_left_and_hid():
    game = rolled(("ann", 15), ("bo", 10), ("mage", 5))
    hides(game, "mage").does("ann", "initiative", score=3)
    assert game.public().clock.orders == game.combat.clock.orders
    assert orders(game) == {("bo", "mage", "ann")}


@pytest.mark.parametrize("away", [leaves, hides])
def test_who_left_after_they_rolled_has_no_place_also_where_they_are_back_in_hiding(
    away: Callable[[Story, str], Story],
):
    game = rolled(("ann", 15), ("mage", 10))
    away(game, "mage").answers("bo", "roll", faces=[5])
    assert orders(game) == {("ann", "bo")}


@pytest.mark.parametrize("away", [leaves, hides])
def test_ties_tell_nothing_of_who_left_and_came_back_in_hiding(away: Callable[[Story, str], Story]):
    game = rolled(("ann", 15), ("bo", 10), ("mage", 5))
    away(game, "bo").does("mage", "initiative", score=10)
    assert orders(game) == {("ann", "bo", "mage")}


def line(*who: str) -> dict[str, Any]:
    """An order that another program reports, with scores from 20 down."""
    return {"what": "order", "order": [(each, 20 - nth) for nth, each in enumerate(who)]}


def test_a_reported_order_is_seen_without_who_is_in_hiding_until_they_come_out():
    spy = {"what": "join", "subject": "spy", "traits": {"hp": 5}, "hidden": True}
    game = seen_elsewhere().say(report(spy)).say(report(line("kara", "spy", "ogre")))
    seen = game.public().clock
    assert seen.order("order") == ("kara", "ogre") and seen.orders["order"].scores["ogre"] == 18
    assert game.combat.clock.order("order") == ("kara", "spy", "ogre")
    game.say(c.Join(subject="spy"))
    assert game.public().clock == game.combat.clock


def test_a_reported_order_that_moves_only_who_is_in_hiding_tells_nothing():
    spy = {"what": "join", "subject": "spy", "traits": {"hp": 5}, "hidden": True}
    game = seen_elsewhere().say(report(spy)).say(report(line("kara", "ogre")))
    order = {"what": "order", "order": [("spy", 25), ("kara", 20), ("ogre", 19)]}
    game.say(report(order))
    assert {draft.audience for draft in game.steps[-1]} == {("referee",)}


def test_fights_look_the_same_to_all_whoever_comes_back_in_hiding():
    found = [Playout(seed).play(150) for seed in (29, 17, 2)[: so_many(3, 1)]]
    steps = [step for one in found for step in one.secret.steps]
    back = [d.event for step in steps for d in step if type(d.event) is e.Joined and d.event.hidden]
    assert any(not event.subject.startswith("lurker") for event in back)
