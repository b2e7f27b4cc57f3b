"""Reports about those who are in hiding: nobody else learns that there was one."""

from __future__ import annotations

from functools import reduce

from domain import commands as c
from domain import events as e
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.pools import Limits
from domain.state.viewer import PUBLIC, REFEREE
from tests.support.fights.open import Game
from tests.support.logs.reported_fights import begins, joins, pool, report, seen_elsewhere

HIDDEN = {"what": "join", "subject": "spy", "traits": {"hp": 5}, "hidden": True}


def audiences(game: Game) -> list[tuple[str, ...]]:
    return [draft.audience for draft in game.steps[-1]]


def public(game: Game) -> Combat:
    """The combat as everybody sees it."""
    drafts = (draft for step in game.steps for draft in step if PUBLIC.sees(draft.audience))
    return reduce(lambda combat, d: evolve(combat, d.event, d.answers), drafts, EMPTY)


def test_who_joins_in_hiding_hides_the_heading_and_nothing_that_comes_after():
    game = seen_elsewhere().say(report(HIDDEN))
    assert set(audiences(game)) == {(REFEREE,)}
    game.say(report({**HIDDEN, "subject": "elf"}, joins("bea", hp=3)))
    heading, spy, *bea = audiences(game)
    assert (heading, spy, set(bea)) == ((), (REFEREE,), {()})


def test_who_comes_out_has_what_they_had_also_beyond_a_limit():
    game = seen_elsewhere().say(report(HIDDEN)).say(report(pool("spy", to=9)))
    game.say(
        report({**pool("spy", to=4, most=2), "pool": "ki"}, {**pool("spy", most=3), "pool": "luck"})
    )
    before = game.combat.pools
    assert before.of["spy"] == {"hp": 9, "ki": 4} and "luck" in before.limits["spy"]
    game.say(c.Join(subject="spy"))
    after = game.combat.pools
    assert (after.of["spy"], after.limits_of("spy", "hp")) == (before.of["spy"], Limits(None, 5))
    assert public(game).pools == after


def test_what_befalls_somebody_in_hiding_is_for_the_referee_with_its_heading():
    game = seen_elsewhere().say(report(HIDDEN)).say(report(pool("spy", delta=-1)))
    assert set(audiences(game)) == {(REFEREE,)}
    sneaks = {"who": "spy", "manoeuvre": "Sneak", "targets": ["kara"]}
    game.say(report(begins("kara", "watched"), act=sneaks))
    said = {type(draft.event): draft.audience for draft in game.steps[-1]}
    assert said[e.Reported] == said[e.Acted] == (REFEREE,)
    assert said[e.ConditionBegan] == ()


def test_a_loss_in_hiding_is_one_of_what_the_sheet_says():
    game = seen_elsewhere().say(report(HIDDEN)).say(report(pool("spy", delta=-2)))
    assert game.combat.pools.of["spy"] == {"hp": 3}
    game.say(c.Join(subject="spy"))
    assert (game.left("spy", "hp"), public(game).pools) == (3, game.combat.pools)
