"""Reports: what another program saw is entered as it was said, and no rule decides about it."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.log.codec import IMPORTED
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.pools import Limits
from domain.state.viewer import Viewer
from tests.support.fights import age_of_magic
from tests.support.fights.open import Game
from tests.support.logs.reported_fights import begins, joins, pool, report, seen_elsewhere

BOLT: dict[str, Any] = {
    "id": "msg-17",
    "time": "2026-03-01T19:04:12",
    "act": {"who": "kara", "manoeuvre": "Fire Bolt", "targets": ["ogre"], "id": "x12"},
}
HIT: dict[str, Any] = {
    "who": "kara",
    "purpose": "to hit",
    "dice": [{"sides": 20, "faces": [4, 17], "kept": [17], "dropped": [4]}],
    "bonus": 5,
    "total": 22,
    "target": 15,
    "outcome": "hit",
    "text": "2d20kh1 + 5",
}


def bolted() -> Game:
    return seen_elsewhere().say(report(pool("ogre", delta=-7), rolls=[HIT], **BOLT))


def test_a_report_is_one_step_headed_by_its_source_whose_changes_follow_from_its_act():
    game = bolted()
    heading, acted, rolled, hurt, closed = game.steps[-1]
    assert isinstance(acted.event, e.Acted)
    assert heading.event == e.Reported(
        source="avrae",
        id="msg-17",
        time="2026-03-01T19:04:12",
        act=acted.event.act,
        who="kara",
        known_as="x12",
    )
    assert isinstance(closed.event, e.Closed)
    assert {draft.basis for draft in game.steps[-1]} == {IMPORTED}
    assert {hurt.cause, rolled.cause} == {acted.event.act}
    assert game.left("ogre", "hp") == 52
    assert game.refolds()


def test_a_roll_is_as_it_fell_and_uses_up_no_dice_of_the_fight():
    game = bolted()
    [roll] = game.events(e.DiceRolled)
    assert (roll.faces, roll.kept, roll.dropped, roll.total) == ((4, 17), (17,), (4,), 22)
    assert (roll.target, roll.outcome, roll.text) == (15, "hit", "2d20kh1 + 5")
    assert roll.provenance == "reported"


def test_a_bare_total_and_dice_of_two_sizes_may_be_reported_whatever_they_come_to():
    dice = [{"sides": 8, "faces": [3]}, {"sides": 6, "faces": [6, 1], "dropped": [1]}]
    rolls = [{"who": "kara", "total": 11}, {"who": "kara", "dice": dice, "total": 12}]
    game = seen_elsewhere().say(report(rolls=rolls))
    bare, mixed = game.events(e.DiceRolled)
    assert (bare.lost, bare.total, bare.faces) == (True, 11, ())
    assert [group.kept for group in mixed.groups] == [(3,), (6,)]
    with pytest.raises(Refused, match="dice are kept that did not fall"):
        kept = [{"sides": 6, "faces": [2], "kept": [5]}]
        game.say(report(rolls=[{"who": "kara", "dice": kept, "total": 5}]))


def test_what_comes_later_follows_from_an_act_by_its_external_id():
    game = bolted()
    [acted] = game.events(e.Acted)
    game.say(report(pool("ogre", delta=-3), after="x12"))
    assert {draft.cause for draft in game.steps[-1]} == {acted.act}
    game.say(report(pool("ogre", delta=-1), after=acted.act))
    assert game.steps[-1][-1].cause == acted.act
    with pytest.raises(Refused, match="no act of avrae is known as 'x99'"):
        game.say(report(after="x99"))


def test_an_act_in_answer_to_that_of_another_is_a_reaction():
    game = bolted()
    shield = {"who": "ogre", "manoeuvre": "Hide behind a door", "id": "x13"}
    game.say(report(act=shield, after="x12"))
    [reacted] = game.events(e.Reacted)
    [acted] = game.events(e.Acted)
    assert reacted.on == acted.act
    again = {"who": "kara", "manoeuvre": "Burn on"}
    game.say(report(act=again, after="x12"))
    assert game.events(e.Acted)[-1].on == acted.act


def test_other_causes_are_said_in_the_heading():
    game = bolted()
    told = {"effect": "burning", "of": "kara", "since": ["x12"], "inferred": True}
    game.say(report(pool("ogre", delta=-2), **told))
    heading = game.events(e.Reported)[-1]
    [acted] = game.events(e.Acted)
    assert (heading.effect, heading.of, heading.inferred) == ("burning", "kara", True)
    assert heading.since == (acted.act,)


def test_only_the_referee_reports():
    with pytest.raises(Forbidden):
        seen_elsewhere().say(report(), Viewer("p1", "player", ("kara",)))


def test_a_report_may_come_at_any_time_in_a_fight_that_goes_by_rules():
    game = Game(order="as added").at_sea().round()
    assert game.combat.clock.actors == ("kim",)
    game.say(report(pool("ole", delta=-4)))
    assert (game.left("ole", "hp"), game.combat.clock.actors) == (8, ("kim",))


# --- pools -------------------------------------------------------------------------------------


def test_no_limit_holds_back_what_is_reported():
    game = seen_elsewhere().say(report(pool("kara", delta=+20)))
    assert game.left("kara", "hp") == 44
    game.say(report(pool("kara", to=-3, most=40)))
    assert game.left("kara", "hp") == -3
    assert game.combat.pools.limits_of("kara", "hp") == Limits(None, 40)


def test_a_pool_may_appear_and_vanish():
    game = seen_elsewhere().say(report(pool("ogre", pool="rage", to=0, most=3)))
    assert game.combat.pools.has("ogre", "rage")
    game.say(report(pool("ogre", pool="rage", to="none")))
    assert game.combat.pools.of["ogre"] == {"hp": 59}
    assert game.combat.pools.limits_of("ogre", "rage") == Limits()
    assert game.refolds()


# --- conditions --------------------------------------------------------------------------------


def conditions(game: Game, who: str) -> list[tuple[str, int, int]]:
    return [(c.name, c.level, c.left) for c in game.combat.conditions.on(who)]


def test_conditions_go_by_their_external_ids():
    game = seen_elsewhere()
    three = {"span": "round", "left": 3}
    game.say(report(begins("ogre", "burning", id="c1", until=three, source="kara", level=2)))
    game.say(report(begins("ogre", "burning", id="c2")))
    change = {"what": "condition-change", "subject": "ogre", "id": "c1"}
    game.say(report({**change, "left": 0, "level": 4, "detail": {"save": "dex"}}))
    assert conditions(game, "ogre") == [("burning", 4, 0), ("burning", 0, 0)]
    [burning, _] = game.combat.conditions.on("ogre")
    assert (burning.source, burning.detail) == ("kara", {"save": "dex"})
    game.say(report({**change, "detail": {"save": None, "dc": 14}, "toward": "kara"}))
    [burning, _] = game.combat.conditions.on("ogre")
    assert (burning.toward, burning.detail) == ("kara", {"dc": 14})
    game.say(report(begins("ogre", "burning", id="c1", begin=False)))
    assert [c.external for c in game.combat.conditions.on("ogre")] == ["c2"]
    with pytest.raises(Refused, match="is not burning"):
        game.say(report(begins("ogre", "burning", id="c1", begin=False)))


def test_nothing_ends_but_what_the_source_says():
    game = seen_elsewhere()
    game.say(report(begins("kara", "hexing", id="c1", concentration=True)))
    game.say(report(begins("ogre", "hexed", id="c2", parent="c1")))
    game.say(report(begins("kara", "flying", id="c3", concentration=True)))
    game.say(report(begins("kara", "hexing", id="c1", begin=False)))
    assert [c.name for c in game.combat.conditions.on("kara")] == ["flying"]
    [hexed] = game.combat.conditions.on("ogre")
    assert hexed.parent


# --- facts and places ----------------------------------------------------------------------------


def test_facts_are_set_and_taken_away_also_those_of_the_sheet():
    game = seen_elsewhere().say(report(joins("bea", **{"armour class": 15})))
    fact = {"what": "fact", "of": "bea", "name": "armour class"}
    game.say(report({**fact, "value": 17}))
    assert game.combat.facts.get("bea", "armour class") == 17
    game.say(report({**fact, "value": None}))
    [event] = [d.event for d in game.steps[-1] if isinstance(d.event, e.FactSet)]
    assert (event.was, event.value) == (17, None)
    game.say(report({**fact, "value": None}))
    assert not [d for d in game.steps[-1] if isinstance(d.event, e.FactSet)]
    game.say(report({"what": "place", "subject": "bea", "place": "bridge"}))
    assert game.combat.places.of("bea") == "bridge"


# --- who is here ---------------------------------------------------------------------------------


def test_somebody_comes_back_as_the_same_with_what_they_bore():
    game = seen_elsewhere().say(report(begins("kara", "blessed"), pool("kara", delta=-4)))
    before = game.combat.roster.members["kara"]
    game.say(report({"what": "leave", "who": "kara", "to": "the bench"}))
    assert [m.subject for m in game.combat.roster.present()] == ["ogre"]
    with pytest.raises(Refused, match="has left already"):
        game.say(report({"what": "leave", "who": "kara"}))
    game.say(report(joins("bea"), {"what": "back", "who": "kara"}))
    assert game.combat.roster.members["kara"] == before
    assert game.combat.roster.members["bea"].roller == 3
    assert game.left("kara", "hp") == 20
    assert [c.name for c in game.combat.conditions.on("kara")] == ["blessed"]


def test_somebody_may_come_back_bare():
    game = seen_elsewhere().say(report(begins("kara", "blessed")))
    fact = {"what": "fact", "of": "kara", "name": "form", "value": "bear"}
    game.say(report(fact, {"what": "leave", "who": "kara"}))
    game.say(report({"what": "back", "who": "kara", "bare": True}))
    member = game.combat.roster.members["kara"]
    assert (member.here, member.roller, member.traits) == (True, 1, {})
    assert game.combat.pools.of["kara"] == {}
    assert game.combat.conditions.on("kara") == ()
    assert game.combat.facts.get("kara", "form") is None


# --- a gap ---------------------------------------------------------------------------------------


def test_a_gap_says_what_was_not_logged():
    game = seen_elsewhere().say(report({"what": "gap", "says": 2, "of": "goes"}))
    assert game.events(e.Gap) == [e.Gap(says=2, what="goes")]
    assert game.combat.reported.gaps == ((2, "goes"),)


def test_strangers_are_refused_by_name():
    game = seen_elsewhere()
    for change in (pool("zoe", to=1), begins("zoe", "dazed"), begins("kara", "x", source="zoe")):
        with pytest.raises(Refused, match="'zoe' is not in this combat"):
            game.say(report(change))
    with pytest.raises(Refused, match="is not in this combat"):
        game.say(report({"what": "order", "order": ["zoe"]}))


def test_a_report_alone_is_enough_for_words():
    game = seen_elsewhere().say(report(note="The lamp goes out."))
    [heading] = game.steps[-1]
    assert isinstance(heading.event, e.Reported)
    assert isinstance(game.commands[-1], c.Report)


def test_a_game_with_rules_decides_nothing_about_a_report_and_goes_on_as_before():
    game = age_of_magic.duel()
    waits, [pool_] = game.waits_for(), game.rules.pools[:1]
    before = game.combat.pools.balance_of("cogan", pool_.name)
    change = {"what": "pool", "subject": "cogan", "pool": pool_.name, "delta": -1}
    state = {"what": "condition", "subject": "cogan", "name": game.rules.conditions[0].name}
    game.say(report(change, state, act={"who": "cogan", "manoeuvre": "Sings"}))
    assert [type(draft.event) for draft in game.steps[-1]] == [
        e.Reported,
        e.Acted,
        e.PoolChanged,
        e.ConditionBegan,
        e.Closed,
    ]
    left = game.combat.pools.balance_of("cogan", pool_.name)
    assert (left, game.waits_for()) == (before - pool_.scale, waits)
    with pytest.raises(Refused, match="no pool is called"):
        game.say(report({**change, "pool": "rage"}))
    with pytest.raises(Refused, match="go by its own order"):
        game.say(report({"what": "clock", "round": 9}))


def test_one_source_does_not_tell_the_time_of_another():
    again = bolted().say(report(pool("ogre", delta=-1)))
    assert again.combat.reported.time == BOLT["time"]
    other = bolted().say(report(pool("ogre", delta=-1), source="table"))
    assert (other.combat.reported.source, other.combat.reported.time) == ("table", "")
