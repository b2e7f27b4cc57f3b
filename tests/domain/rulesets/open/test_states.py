"""States in any game: who caused them, what they hang on, how they change, and when they end."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.open import Game, at_sea


def held(game: Game, who: str) -> list[tuple[str, int]]:
    """The states of somebody, each with what is left of it."""
    return [(k.name, k.left) for k in game.combat.conditions.on(who)]


def begins(game: Game, who: str, name: str, **said: Any) -> Game:
    """Somebody begins a state of a name; `while_` stands for `while`."""
    params = {key.rstrip("_"): value for key, value in said.items()}
    return game.does(who, "begin", name=name, **params)


def whole_round(game: Game, *who: str) -> Game:
    """Everybody of these ends their turn, and the next round begins."""
    for each in who or ("kim", "ole", "whale"):
        game.ends(each)
    return game.round()


def names_the_field(game: Game) -> Game:
    """The deck, the crew and a barrel come in as what they are."""
    game.say(c.Join(subject="deck", kind="field", name="The deck"))
    game.say(c.Join(subject="crew-side", kind="side", name="The crew"))
    return game.say(c.Join(subject="barrel", kind="thing", name="The barrel"))


# --- who and what ----------------------------------------------------------------------------


def test_a_deed_says_who_caused_the_state_and_which_act_it_comes_from():
    game = at_sea().round().does("kim", "howl", "whale", state="frightened", level=2)
    [state] = game.combat.conditions.on("whale")
    [act] = game.events(e.Acted)
    assert (state.source, state.act, state.level) == ("kim", act.act, 2)


def test_a_state_on_another_is_caused_by_the_doer_unless_it_is_said():
    game = begins(at_sea().round(), "kim", "marked", bearer="whale")
    begins(game, "kim", "scared", bearer="ole", source="whale")
    begins(game, "kim", "tired")
    sources = {k.name: (k.subject, k.source) for k in game.combat.conditions.all.values()}
    assert sources == {"marked": ("whale", "kim"), "scared": ("ole", "whale"), "tired": ("kim", "")}


def test_sides_things_and_the_field_have_states():
    game = names_the_field(at_sea()).round()
    for bearer in ("deck", "crew-side", "barrel"):
        begins(game, "kim", "wet", bearer=bearer, rounds=2)
        assert held(game, bearer) == [("wet", 2)]
    whole_round(game)
    assert held(game, "deck") == [("wet", 1)]
    game.does("kim", "end", name="wet of barrel")
    assert (held(game, "barrel"), held(game, "crew-side")) == ([], [("wet", 1)])


# --- how long --------------------------------------------------------------------------------


def test_a_state_lasts_4800_rounds_or_turns():
    game = begins(at_sea().round(), "kim", "blessed", rounds=4800)
    begins(game, "kim", "cursed", turns=4800)
    whole_round(game)
    assert held(game, "kim") == [("blessed", 4799), ("cursed", 4799)]


@pytest.mark.parametrize(
    ("whose", "edge", "ends_in"),
    [
        ("ole", "begin", ["kim"]),
        ("ole", "end", ["kim", "ole"]),
        ("whale", "begin", ["kim", "ole"]),
        ("whale", "end", ["kim", "ole", "whale"]),
    ],
)
def test_it_is_counted_as_the_turn_of_anybody_begins_or_ends(whose, edge, ends_in):
    game = at_sea().round()
    begins(game, "kim", "dazed", bearer="ole", turns=1, whose=whose, edge=edge)
    gone: list[str] = []
    while held(game, "ole"):
        gone += game.combat.clock.actors
        game.ends(*game.combat.clock.actors)
    assert gone == ends_in


def test_it_is_counted_as_the_round_begins():
    game = begins(at_sea().round(), "kim", "slowed", rounds=1, edge="begin")
    for who in ("kim", "ole", "whale"):
        game.ends(who)
    assert held(game, "kim") == [("slowed", 1)]
    assert held(game.round(), "kim") == []


def test_turns_of_what_has_none_are_those_of_the_doer():
    game = begins(names_the_field(at_sea()).round(), "kim", "fog", bearer="deck", turns=1)
    assert held(game, "deck") == [("fog", 1)]
    assert held(game.ends("kim"), "deck") == []


def test_turns_of_who_has_left_are_counted_as_rounds_end():
    game = begins(at_sea().round(), "kim", "dazed", turns=2, whose="whale", edge="begin")
    game.say(c.Leave(who="whale"))
    whole_round(game, "kim", "ole")
    assert held(game, "kim") == [("dazed", 1)]
    game.ends("kim").ends("ole")
    assert held(game, "kim") == []
    assert game.events(e.ConditionEnded)[-1].why == "no turn to count"


def test_turns_that_somebody_misses_are_counted_as_the_round_ends_and_no_turn_twice():
    game = Game(order="free").at_sea().round()
    game.answers("referee", "turn", whose="kim")
    for who in ("kim", "ole"):
        begins(game, who, "dazed", turns=3)
    game.ends("kim")
    assert (held(game, "kim"), held(game, "ole")) == ([("dazed", 2)], [("dazed", 3)])
    game.answers("referee", "over")
    assert (held(game, "kim"), held(game, "ole")) == ([("dazed", 2)], [("dazed", 2)])


# --- what it hangs on ------------------------------------------------------------------------


def test_a_deed_that_takes_concentration_ends_with_the_next():
    game = at_sea().round()
    bless: dict[str, Any] = {"state": "blessed", "rounds": 10, "concentration": "yes"}
    game.does("kim", "bless", "ole", "whale", **bless)
    assert held(game, "kim") == [("concentrating", 10)]
    assert held(game, "ole") == held(game, "whale") == [("blessed", 0)]
    game.does("kim", "hold", "whale", state="held", concentration="yes")
    assert held(game, "kim") == [("concentrating", 0)]
    assert (held(game, "ole"), held(game, "whale")) == ([], [("held", 0)])
    whys = [(k.why) for k in game.events(e.ConditionEnded)]
    assert whys == ["another concentration", "concentrating ended", "concentrating ended"]


def test_concentration_ends_with_the_last_that_it_keeps_up():
    game = at_sea().round()
    bless: dict[str, Any] = {"state": "blessed", "rounds": 10, "concentration": "yes"}
    game.does("kim", "bless", "ole", "whale", **bless)
    game.does("kim", "end", name="blessed of ole")
    assert held(game, "kim") == [("concentrating", 10)]
    game.does("kim", "end", name="blessed of whale")
    assert held(game, "kim") == []
    assert game.events(e.ConditionEnded)[-1].why == "nothing is left to keep up"


def test_concentration_is_each_bearers_own():
    game = begins(at_sea().round(), "kim", "flying", concentration="yes")
    begins(game, "ole", "hiding", concentration="yes")
    assert (held(game, "kim"), held(game, "ole")) == ([("flying", 0)], [("hiding", 0)])


def test_a_state_ends_with_another_over_several_bearers():
    game = begins(at_sea().round(), "kim", "hexing", rounds=1)
    for bearer in ("ole", "whale"):
        begins(game, "kim", "hexed", bearer=bearer, while_="hexing", rounds=5)
    begins(game, "ole", "weak", while_="hexed")
    whole_round(game)
    assert [held(game, who) for who in ("kim", "ole", "whale")] == [[], [], []]


# --- what changes ----------------------------------------------------------------------------


def test_level_target_and_end_of_a_state_change():
    game = begins(at_sea().round(), "kim", "boosted", level=1, rounds=3)
    game.does("kim", "change", name="boosted", by=-3)
    game.does("kim", "change", name="boosted", toward="whale")
    game.does("kim", "change", name="boosted", turns=2, whose="ole")
    [state] = game.combat.conditions.on("kim")
    assert (state.level, state.toward, state.left) == (-2, "whale", 2)
    assert state.until == e.Until(span="turn", whose="ole", left=2)
    game.does("kim", "change", name="boosted", rounds=0)
    [state] = game.combat.conditions.on("kim")
    assert (state.until, state.left, state.level) == (None, 0, -2)


def test_a_change_that_changes_nothing_says_nothing():
    game = begins(at_sea().round(), "kim", "boosted", level=1, rounds=3)
    game.does("kim", "change", name="boosted", level=1, rounds=3)
    assert game.events(e.ConditionChanged) == []


def test_the_youngest_of_a_name_is_changed_and_all_are_ended():
    game = begins(begins(at_sea().round(), "kim", "wound", level=1), "kim", "wound", level=2)
    game.does("ole", "change", name="wound of kim", by=5)
    assert [k.level for k in game.combat.conditions.on("kim")] == [1, 7]
    assert held(game.does("ole", "end", name="wound of kim"), "kim") == []


def test_what_names_somebody_in_hiding_is_not_at_hand():
    game = at_sea().round()
    game.say(c.Join(subject="shark", hidden=True))
    fix = c.ConditionFix(subject="kim", name="stalked", source="shark")
    game.say(c.Adjust(change=fix, note="it circles"))
    assert {d.audience for d in game.steps[-1]} == {("referee",)}
    with pytest.raises(Refused):
        game.does("kim", "end", name="stalked")


# --- by the referee --------------------------------------------------------------------------


def fixes(game: Game, change: Any) -> Game:
    return game.say(c.Adjust(change=change, note="so it is"))


def test_the_referee_begins_one_with_source_end_parent_and_concentration():
    game = at_sea().round()
    fixes(game, c.ConditionFix(subject="kim", name="chanting", concentration=True))
    [parent] = game.combat.conditions.on("kim")
    until = c.Duration(span="turn", left=3, whose="whale", edge="begin")
    more = {"source": "kim", "parent": parent.id, "until": until}
    fixes(game, c.ConditionFix(subject="ole", name="brave", **more))
    [brave] = game.combat.conditions.on("ole")
    assert brave.until == e.Until(span="turn", whose="whale", edge="begin", left=3)
    assert (brave.source, brave.parent) == ("kim", parent.id)
    fixes(game, c.ConditionFix(subject="kim", name="flying", concentration=True))
    assert (held(game, "kim"), held(game, "ole")) == ([("flying", 0)], [])


def test_the_referee_changes_level_target_and_end():
    game = begins(at_sea().round(), "kim", "poisoned", rounds=2, toward="ole")
    change = c.ConditionChange(subject="kim", name="poisoned", level=-4, toward="", endless=True)
    [state] = fixes(game, change).combat.conditions.on("kim")
    assert (state.level, state.toward, state.until, state.left) == (-4, "", None, 0)
    until = c.Duration(span="turn", left=5)
    fixes(game, c.ConditionChange(subject="kim", name="poisoned", until=until))
    [state] = game.combat.conditions.on("kim")
    assert (state.level, state.until) == (-4, e.Until(span="turn", whose="kim", left=5))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (c.ConditionChange(subject="kim", name="dry"), "is not dry"),
        (c.ConditionChange(subject="kim", name="wet"), "would change nothing"),
        (c.ConditionChange(subject="kim", name="wet", toward="nemo"), "is not in this combat"),
        (c.ConditionChange(subject="kim", name="wet", toward="shark"), "is seen by all"),
        (
            c.ConditionChange(subject="kim", name="wet", endless=True, until=c.Duration(left=1)),
            "say when it ends",
        ),
        (c.ConditionFix(subject="kim", name="x", parent="#1.1"), "what is over"),
        (c.ConditionFix(subject="kim", name="x", source="nemo"), "is not in this combat"),
        (
            c.ConditionFix(subject="kim", name="x", until=c.Duration(left=1, whose="ole")),
            "a round is nobody's",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(change: Any, why: str):
    game = begins(at_sea().round(), "kim", "wet")
    game.say(c.Join(subject="shark", hidden=True))
    with pytest.raises(Refused, match=why):
        fixes(game, change)


def test_where_nobody_can_be_named_nobody_is_asked_for():
    game = Game(order="as added").say(c.Join(subject="fog", kind="field"))
    blanks = [blank for option in game.offered() for blank in option.blanks]
    assert all(blank.values for blank in blanks if blank.kind in ("one", "some", "ordered"))
