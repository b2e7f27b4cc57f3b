"""Turn order, action points, mana pools, conditions and ties: words and order on the one fold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from domain import events as e
from domain.ruleset.ruleset import ConditionKind, FactKind, OpenPoint, Pool
from domain.state.combat import EMPTY, evolve
from domain.state.viewer import PUBLIC
from projections.changes.differences import changes
from projections.state.conditions import conditions
from projections.state.pools import pools, total
from projections.state.positions import places, settings, ties
from projections.state.turn_order import turn_order
from projections.visibility.snapshot import Moment, Origin
from projections.wording.game_words import effect, lasting
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.recorded_playouts import RULES
from tests.support.logs.whole_logs import rebuild

GAME = replace(
    RULES,
    pools=(
        Pool("ap", "action points", "P1", scale=2),
        Pool("mana", "mana", "P2", keys=("white", "red")),
    ),
    conditions=(ConditionKind("hurt", "hurt", "C1"), ConditionKind("wound", "wounded", "C2")),
    facts=(FactKind("adjacent", "side by side", "F1", ("yes", "no"), "no", symmetric=True),),
    points=(OpenPoint("retreat", ("yes", "no"), "no", "O1", "may one retreat"),),
)


def after(*events: e.Event) -> Moment:
    combat = EMPTY
    for event in events:
        combat = evolve(combat, event)
    return Moment(combat)


def joined(*who: str) -> tuple[e.Event, ...]:
    return tuple(e.Joined(subject=one, name=one.title(), traits={}) for one in who)


def posted(who: str, pool: str, balance: int, key: str = "") -> e.Event:
    return e.PoolChanged(
        subject=who, pool=pool, key=key, delta=balance, balance=balance, how="fill"
    )


def in_round(*more: e.Event) -> Moment:
    scores = {"cogan": 17, "man": 12, "erik": 12, "ann": 5}
    order = e.OrderSet(
        scope="initiative",
        order=(("cogan",), ("man", "erik"), ("ann",)),
        scores=scores,
        why="rolled",
    )
    return after(*joined("ann", "man", "cogan", "erik"), e.RoundBegan(n=1), order, *more)


def turn(*who: str) -> e.Event:
    return e.TurnBegan(who=who)


def over(*who: str, held: bool = False) -> e.Event:
    return e.TurnEnded(who=who, held=held)


# --- turn order --------------------------------------------------------------------------------


def test_the_order_says_scores_ties_and_why():
    shown = turn_order(in_round(), GAME)
    (order,) = shown.orders
    assert (order.scope, order.why, order.running) == ("initiative", "rolled", True)
    assert [(r.name, r.score, r.tied) for r in order.rows] == [
        ("Cogan", 17, ()),
        ("Man", 12, ("Erik",)),
        ("Erik", 12, ("Man",)),
        ("Ann", 5, ()),
    ]
    assert shown.next == "cogan" and shown.round == 1 and shown.round_word == "combat turn"


def test_who_has_gone_who_is_held_whose_go_it_is_and_who_is_next():
    moment = in_round(
        turn("cogan"), over("cogan"), turn("man"), over("man", held=True), turn("erik")
    )
    shown = turn_order(moment, GAME)
    assert (shown.now, shown.next, shown.gone, shown.held) == (
        ("erik",),
        "ann",
        ("cogan",),
        ("man",),
    )
    assert [r.state for r in shown.orders[0].rows] == ["gone", "held", "now", "next"]
    assert shown.path == ("combat turn 1", "phase of Erik")


def test_who_left_is_passed_over():
    shown = turn_order(in_round(turn("man"), e.Left(subject="cogan")), GAME)
    assert shown.orders[0].rows[0].state == "left" and shown.next == "erik"


def test_before_the_first_round_nobody_is_next():
    shown = turn_order(after(*joined("man")), GAME)
    assert (shown.round, shown.path, shown.next, shown.now) == (0, (), "", ())


def test_without_an_order_they_go_as_they_joined():
    shown = turn_order(
        after(*joined("man", "erik"), e.RoundBegan(n=1), turn("man"), over("man")), GAME
    )
    assert [(o.scope, [r.state for r in o.rows]) for o in shown.orders] == [
        ("as joined", ["gone", "next"])
    ]


def test_the_order_of_an_open_stretch_goes_before_that_of_the_round():
    moment = in_round(
        e.PhaseBegan(phase="movement"),
        e.OrderSet(scope="movement", order=(("erik",), ("cogan",))),
        turn("erik"),
    )
    shown = turn_order(moment, GAME)
    assert [(o.scope, o.running) for o in shown.orders] == [
        ("initiative", False),
        ("movement", True),
    ]
    assert shown.next == "cogan" and shown.path[1] == "movement"


# --- pools -------------------------------------------------------------------------------------


def test_a_pool_is_one_row_of_numbers_in_displayed_points():
    (row,) = pools(after(*joined("erik", "man"), posted("erik", "ap", 13)), GAME)
    assert row[:5] == ("erik", "Erik", "ap", "", "action points")
    assert row[5:] == (0.5, 6.5, None, None, 0, True, "6 1/2")


def test_pools_stand_in_the_order_of_the_game_and_those_with_keys_last():
    moment = after(
        *joined("nissa"),
        posted("nissa", "mana", 2, "red"),
        posted("nissa", "mana", 1, "white"),
        posted("nissa", "mana", 4, "pink"),
        posted("nissa", "life", 20),
    )
    life, *mana = pools(moment, GAME)
    assert (life.pool, life.current) == ("life", 20)
    assert [(row.key, row.current) for row in mana] == [("white", 1), ("red", 2), ("pink", 4)]
    assert total(mana) == "7"


def test_a_pool_that_something_hidden_touched_shows_no_balance():
    moment = after(*joined("erik"), posted("erik", "ap", 4), posted("erik", "mana", 1, "red"))
    moment = moment._replace(doubted=frozenset({("erik", "ap"), ("erik", "mana/red")}))
    rows = pools(moment, GAME)
    assert [(row.current, row.exact, row.amount) for row in rows] == [(None, False, "?")] * 2
    assert total(rows[1:]) == "?"


def test_who_left_has_no_pools():
    moment = after(*joined("erik"), posted("erik", "ap", 4), e.Left(subject="erik"))
    assert pools(moment, GAME) == ()


# --- conditions --------------------------------------------------------------------------------


def test_a_condition_says_since_when_until_what_and_whose_doing():
    told = Recorded(RULES).comes("man").comes("cogan").round()
    told.does("man", "move", beside=["cogan"]).passes()
    told.does("man", "strike", "cogan").passes()
    told.answers("man", "roll", faces=[18])
    (stricken,) = conditions(rebuild(told.log, PUBLIC), RULES)
    (hurt,) = stricken.conditions
    assert (stricken.name, hurt.says, hurt.until) == (
        "Cogan",
        "hurt",
        "until the end of the combat turn",
    )
    assert (hurt.id, hurt.act, hurt.source_name, hurt.doing) == ("k1", "a2", "Man", "strike of Man")
    since = next(x for x in told.log if x.meta.number == int(hurt.since))
    assert isinstance(since.event, e.ConditionBegan)


def test_two_wounds_are_two_and_each_says_its_effects():
    wound = {"subject": "erik", "name": "wound", "toward": "man", "level": 2, "at": "arm"}
    mods = (e.Mod(trait="attack", value=-2), e.Mod(trait="speed", how="set", value=0))
    moment = after(
        *joined("erik", "man"),
        e.ConditionBegan(id="k1", **wound),
        e.ConditionBegan(id="k2", mods=mods, **wound),
    )
    (stricken,) = conditions(moment._replace(origins={"k2": Origin("9", "", "fall")}), GAME)
    one, two = stricken.conditions
    assert (one.says, one.level, one.at, one.toward_name, one.until) == (
        "wounded",
        2,
        "arm",
        "Man",
        "until ended",
    )
    assert (two.effects, two.since, two.doing) == (("attack -2", "speed 0"), "9", "fall")
    assert one.effects == ()


def test_an_effect_says_how_a_trait_is_altered():
    mods = (
        e.Mod(trait="speed", how="times", value=2),
        e.Mod(trait="speed", how="least", value=1),
        e.Mod(trait="attack", value=3),
    )
    assert [effect(GAME, mod) for mod in mods] == ["speed times 2", "speed at least 1", "attack +3"]


@pytest.mark.parametrize(
    ("until", "left", "said"),
    [
        (e.Until(span="round"), 1, "until the end of the combat turn"),
        (e.Until(span="round"), 3, "until the end of the combat turn (3 combat turns to go)"),
        (e.Until(span="turn", whose="erik"), 1, "until the end of the phase of erik"),
        (
            e.Until(span="turn", whose="erik", edge="begin"),
            1,
            "until the beginning of the phase of erik",
        ),
        (e.Until(span="phase", whose="movement"), 1, "until the end of movement"),
        (e.Until(span="act", whose="a1"), 1, "until the end of the act"),
        (e.Until(span="condition", name="k1"), 1, "while k1 lasts"),
        (None, 0, "until ended"),
    ],
)
def test_until_is_said_in_the_words_of_the_game(until, left, said):
    assert lasting(GAME, until, left, str) == said


# --- ties --------------------------------------------------------------------------------------


def test_ties_are_the_facts_that_are_not_as_usual():
    moment = after(
        *joined("erik", "man"),
        e.FactSet(of="erik", name="adjacent", toward="man", value="yes"),
        e.FactSet(of="cogan", name="adjacent", toward="man", value="no"),
        e.FactSet(of="erik", name="stance", value="high"),
        e.FactSet(of="table", name="retreat", value="yes"),
        e.Moved(subject="man", place="bridge"),
    )
    assert [(t.name, t.says, t.toward_name, t.value) for t in ties(moment, GAME)] == [
        ("Erik", "side by side", "Man", "yes"),
        ("Erik", "stance", "", "high"),
    ]
    assert [(p.name, p.place) for p in places(moment, GAME)] == [("Man", "bridge")]
    assert [tuple(s) for s in settings(moment, GAME)] == [
        ("retreat", "may one retreat", "yes", False, "O1")
    ]
    assert settings(after(), GAME)[0].is_default


# --- json --------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", [turn_order, pools, conditions, ties, settings])
def test_every_view_is_plain_json(look: Any):
    told = Recorded(RULES).comes("man").comes("erik").round().does("man", "move")
    shown = look(rebuild(told.log), RULES)
    assert TypeAdapter(Any).dump_json(shown)


def test_two_pools_that_people_call_alike_differ_apart():
    """Points to act with and points to cast with are both `points` here: neither hides another."""
    pools = (Pool("act", "to act", "P1"), Pool("cast", "to cast", "P2"), Pool("mana", "mana", "P3"))
    game = replace(GAME, pools=pools, words={"act": "points", "cast": "points"})
    came = joined("cogan")
    left, right = (
        after(*came, posted("cogan", "act", act), posted("cogan", "cast", 4)) for act in (3, 1)
    )
    assert [(one.what, one.was, one.becomes) for one in changes(left, right, game)] == [
        ("act", "3", "1")
    ]


def test_who_is_here_at_one_moment_alone_is_told():
    left, right = after(*joined("cogan")), after(*joined("cogan", "erik"))
    assert [(one.kind, one.who, one.becomes) for one in changes(left, right, GAME)][:1] == [
        ("presence", "erik", "here")
    ]
