"""Who is in hiding stays hidden: whatever befalls him is for the referee's eyes alone."""

from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError

from domain import commands as c
from domain import events as e
from domain.state.pools import Limits
from domain.state.viewer import PUBLIC
from tests.support.fights.open import Game
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import refused
from tests.support.story import Story


def ambush() -> Story:
    """Two fighters in the open, and one who lurks."""
    story = Story(TOY).joins("ana", side="a").joins("bert", side="b")
    return story.say(c.Join(subject="lurker", side="b", hidden=True)).round()


def secret(story: Story) -> list[str]:
    """What the last step says to the referee alone."""
    return [type(d.event).__name__ for d in story.steps[-1] if not PUBLIC.sees(d.audience)]


def test_nobody_sees_him_join_and_he_has_no_go():
    story = ambush()
    assert [d.audience for d in story.steps[3]] == [("referee",)]
    assert "lurker" not in {slot.who for asked in story.events(e.Asked) for slot in asked.slots}
    story.ends("ana").ends("bert")
    assert story.combat.clock.path == ()


def test_what_the_referee_does_to_him_is_not_told():
    story = ambush()
    for change in (
        c.PoolFix(subject="lurker", pool="ap", delta=2),
        c.ConditionFix(subject="lurker", name="hurt"),
        c.FactFix(of="lurker", name="adjacent", toward="ana", value="yes"),
        c.PlaceFix(subject="lurker", place="behind the wall"),
    ):
        story.say(c.Adjust(change=change, note="an ambush"))
        assert all(d.audience == ("referee",) for d in story.steps[-1])


def test_a_condition_of_his_ends_in_secret_amid_what_all_may_see():
    story = ambush()
    story.say(c.Adjust(change=c.ConditionFix(subject="lurker", name="hurt"), note="a trap"))
    story.ends("ana").ends("bert")
    assert secret(story) == ["ConditionEnded"]


def test_once_he_comes_out_everything_is_told():
    story = ambush().say(c.Join(subject="lurker", side="b"))
    assert secret(story) == []
    story.say(c.Adjust(change=c.ConditionFix(subject="lurker", name="hurt"), note="a trap"))
    assert secret(story) == []


@pytest.mark.parametrize(
    ("said", "at", "why"),
    [
        (
            {"traits": {"might": 9}},
            "/traits",
            "'lurker' comes out with the sheet of before: leave the traits out",
        ),
        (
            {"kind": "creature"},
            "/kind",
            "'lurker' was a combatant: it comes out as that, or under another id",
        ),
    ],
)
def test_who_comes_out_says_nothing_that_would_be_lost(said: dict[str, Any], at: str, why: str):
    story = ambush()
    no = refused(story, lambda: story.say(c.Join(subject="lurker", side="b", **said)))
    assert (no.pointer, no.why) == (at, why)
    sheet = story.combat.roster.members["lurker"].traits
    story.say(c.Join(subject="lurker", side="b", traits=sheet))
    assert story.combat.roster.members["lurker"].traits == sheet


def test_who_comes_out_of_hiding_comes_last_for_everybody():
    story = Story(TOY).say(c.Join(subject="lurker", side="b", hidden=True))
    story.joins("ana", side="a").say(c.Join(subject="lurker", side="b"))
    assert list(story.combat.roster.members) == ["ana", "lurker"]


def test_what_befell_him_in_secret_is_told_when_he_comes_out():
    story = ambush()
    for change in (
        c.PoolFix(subject="lurker", pool="ap", delta=1),
        c.ConditionFix(subject="lurker", name="hurt", level=2),
        c.FactFix(of="lurker", name="adjacent", toward="ana", value="yes"),
        c.PlaceFix(subject="lurker", place="behind the wall"),
    ):
        story.say(c.Adjust(change=change, note="an ambush"))
    before = story.combat
    story.say(c.Join(subject="lurker", side="b"))
    assert secret(story) == []
    assert story.told() == [
        "Joined lurker lurker b 3",
        "FactSet adjacent ana~lurker yes",
        "ConditionBegan k1 lurker hurt",
        "PoolChanged lurker.ap +0 set",
        "Moved lurker behind the wall",
    ]
    assert story.left("lurker", "ap") == 4 and story.refolds()
    after = story.combat
    assert (after.facts, after.pools, after.places) == (before.facts, before.pools, before.places)
    assert after.conditions == before.conditions


def test_coming_out_tells_nothing_anew_of_the_others():
    story = ambush()
    for change in (
        c.ConditionFix(subject="ana", name="hurt"),
        c.FactFix(of="ana", name="adjacent", toward="bert", value="yes"),
    ):
        story.say(c.Adjust(change=change, note="they met before"))
    story.say(c.Join(subject="lurker", side="b"))
    assert story.told() == ["Joined lurker lurker b 3", "PoolChanged lurker.ap +3 fill"]


@pytest.mark.parametrize("sign", ["\n", "\u0085", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff"])
def test_no_name_or_purpose_can_forge_a_line_of_the_story(sign: str):
    with pytest.raises(ValidationError):
        c.Roll(who="ana", purpose=f"x{sign}    99  Bert dies")


# --- what the referee changes in hiding counts ------------------------------------------------


def spy(**sheet: Any) -> Game:
    """Somebody with 14 hp, in hiding."""
    game = Game(order="as added").joins("ana", hp=9)
    traits = sheet or {"hp": {"most": 14, "least": 0}}
    return game.say(c.Join(subject="spy", traits=traits, hidden=True))


def hurts(game: Game, delta: int, pool: str = "hp") -> Game:
    change = c.PoolFix(subject="spy", pool=pool, delta=delta)
    return game.say(c.Adjust(change=change, note="a trap"))


def comes_out(game: Game) -> tuple[int, Limits]:
    game.say(c.Join(subject="spy"))
    assert secret(game) == [] and game.refolds()
    return game.left("spy", "hp"), game.combat.pools.limits_of("spy", "hp")


def test_what_is_lost_in_hiding_is_lost_of_what_the_sheet_says():
    game = hurts(spy(), -2)
    assert {d.audience for d in game.steps[-1]} == {("referee",)}
    assert game.left("spy", "hp") == 12
    assert comes_out(game) == (12, Limits(0, 14))


def test_the_limits_of_the_sheet_hold_in_hiding_too():
    game = spy()
    for delta in (-15, 1):
        no = refused(game, partial(hurts, game, delta))
        assert no.why in ("HP cannot go below 0", "HP cannot go above 14")
    assert comes_out(hurts(game, 6, "temporary hp")) == (14, Limits(0, 14))
    assert game.combat.pools.of["spy"] == {"hp": 14, "hp/temporary": 6}


def test_a_pool_that_changed_in_hiding_goes_with_an_edited_sheet():
    game = hurts(spy(), -2)
    game.say(c.Edit(who="spy", traits={"hp": {"most": 20, "least": 0}}))
    assert {d.audience for d in game.steps[-1]} == {("referee",)}
    assert comes_out(game) == (18, Limits(0, 20))


def test_a_condition_that_began_in_hiding_stands_as_it_is_when_they_come_out():
    game = spy()
    lasts = c.Duration(span="round", left=3)
    change = c.ConditionFix(subject="spy", name="wet", level=2, until=lasts)
    game.say(c.Adjust(change=change, note="rain")).round()
    game.ends("ana")
    before = game.combat.conditions.on("spy")
    comes_out(game)
    for standing in (before, game.combat.conditions.on("spy")):
        assert [(k.name, k.level, k.left) for k in standing] == [("wet", 2, 2)]
