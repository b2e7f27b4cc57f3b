"""Any game: pools with limits and temporary points, of fighters, sides, things and the field."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.rosters.joins import joins
from domain.rosters.parse import parse
from domain.ruleset.ruleset import Refused
from domain.state.pools import Limits
from tests.printed_story import transcript
from tests.support.fights.open import RULES, Game, cost
from tests.support.logs.recorded_logs import Recorded

FOURTEEN: dict[str, Any] = {"their hp": 14}
HURT: dict[str, Any] = {"hp": {"current": 30, "most": 59, "least": 0, "temporary": 10}}


def rosa(**sheet: Any) -> Game:
    """Rosa against a wolf, in the first round."""
    game = Game(budgets="kept", order="as added").joins("rosa", **(sheet or HURT))
    return game.joins("wolf", hp=9).round()


def bites(game: Game, *whom: str, **harm: int) -> Game:
    """The wolf takes so much of each pool."""
    taken: dict[str, Any] = {f"their {pool}": n for pool, n in harm.items()}
    return game.does("wolf", "bite", *whom, **taken)


def limits(game: Game, who: str, pool: str) -> Limits:
    return game.combat.pools.limits_of(who, pool)


# --- what a sheet says ------------------------------------------------------------------------


def test_a_pool_holds_less_than_its_most_and_temporary_points_beside():
    game = rosa()
    assert game.combat.pools.of["rosa"] == {"hp": 30, "hp/temporary": 10}
    assert limits(game, "rosa", "hp") == Limits(0, 59)


def test_hp_alone_may_be_a_bare_number_and_any_other_is_a_fact():
    game = rosa(**{"hp": 12, "armour class": 15, "species": "elf", "prone": False})
    assert game.combat.pools.of["rosa"] == {"hp": 12}
    assert limits(game, "rosa", "hp") == Limits(None, 12)
    game.joins("ole", HP=7)
    assert (game.left("ole", "HP"), limits(game, "ole", "HP")) == (7, Limits(None, 7))
    assert not game.combat.pools.has("rosa", "armour class")


def test_a_pool_holds_up_to_eleven_digits_by_every_way_in():
    many = 10**11 - 1
    game = rosa(pools={"gold": {"current": many, "most": many}})
    game.does("rosa", "lose", pool="gold", by=10**10)
    fix = c.PoolFix(subject="rosa", pool="gold", to=str(many - 1))
    game.say(c.Adjust(change=fix, note="the bank was wrong"))
    game.say(joins(parse(f"Ole HP {many}").combatants)[0])
    assert (game.left("rosa", "gold"), game.left("ole", "hp")) == (many - 1, many)
    with pytest.raises(Refused, match="a whole number from -99999999999 to 99999999999"):
        game.joins("fafnir", hp={"current": many + 1})


def test_a_pool_may_begin_at_nothing_and_is_filled_to_its_most():
    game = rosa(pools={"ap": {"current": 0, "most": 3, "each": "round"}, "rage": 0})
    assert game.combat.pools.of["rosa"] == {"ap": 3, "rage": 0}
    [first, *_] = [x for x in game.events(e.PoolChanged) if x.pool == "ap"]
    assert (first.how, first.balance) == ("fill", 0)


@pytest.mark.parametrize(
    ("sheet", "at", "why"),
    [
        ({"hp": {"current": 70, "most": 59}}, "/traits/hp/current", "hp is 70, the most is 59"),
        ({"hp": {"most": 5, "least": 9}}, "/traits/hp/current", "the least is 9 and the most is 5"),
        ({"hp": 3, "pools": {"hp": 4}}, "/traits/pools/hp", "no name may be given twice"),
        (
            {"pools": {"hp/temporary": 4}},
            "/traits/pools/hp~1temporary",
            "is not the name of a pool",
        ),
        ({"pool/hp/current": 4}, "/traits/pool~1hp~1current", "is not a name: pools stand under"),
        ({"mana": {"temporary": -1, "current": 1}}, "/traits/mana/temporary", "a whole number"),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused(sheet: dict[str, Any], at: str, why: str):
    with pytest.raises(Refused) as found:
        Game(order="as added").joins("rosa", **sheet)
    assert found.value.pointer == at
    assert why in found.value.why


# --- less and more -----------------------------------------------------------------------------


def test_temporary_points_are_lost_first_in_two_postings():
    game = bites(rosa(), "rosa", hp=14)
    assert game.combat.pools.of["rosa"] == {"hp": 26, "hp/temporary": 0}
    lost = [(x.pool, x.key, x.delta, x.how) for x in game.events(e.PoolChanged)[-2:]]
    assert lost == [("hp", "temporary", -10, "lose"), ("hp", "", -4, "lose")]


def test_what_a_pool_does_not_hold_is_said_as_wanted():
    game = bites(rosa(hp={"current": 5, "least": 0}), "rosa", hp=8)
    assert game.told()[1] == "PoolChanged rosa.hp -5 lose wanted -8"
    game.does("rosa", "gain", pool="hp", by=3).does("rosa", "set", pool="hp", most=4)
    game.does("rosa", "gain", pool="hp", by=3)
    last = game.events(e.PoolChanged)[-1]
    assert (last.delta, last.balance, last.wanted) == (1, 4, 3)


def test_each_pool_has_its_own_limits_and_one_without_has_none():
    game = rosa(hp={"current": 5, "least": -10}, pools={"calm": 1})
    bites(game, "rosa", hp=40, calm=40)
    assert (game.left("rosa", "hp"), game.left("rosa", "calm")) == (-10, -39)


def test_a_lower_most_takes_what_is_beyond_it_at_once():
    game = rosa().does("rosa", "set", pool="hp", most=20)
    assert game.left("rosa", "hp") == 20
    assert [x.most for x in game.events(e.PoolLimited)] == [59, 9, 20]


def test_a_pool_is_set_and_begins_at_nothing_and_what_changes_nothing_says_so():
    game = rosa().does("rosa", "set", pool="hp", to=70, temporary=4)
    assert game.combat.pools.of["rosa"] == {"hp": 59, "hp/temporary": 4}
    game.does("rosa", "set", pool="fame", to=0)
    assert game.combat.pools.has("rosa", "fame")
    game.does("rosa", "set", pool="fame")
    assert [x.outcome for x in game.events(e.Resolved)] == ["nothing"]


# --- names -------------------------------------------------------------------------------------


def test_no_name_of_a_pool_is_taken_for_a_word_of_the_deed():
    names = ("rounds", "what", "state", "answers", "targets")
    game = rosa(pools=dict.fromkeys(names, 5))
    spent = cost(**dict.fromkeys(names, 1))
    game.does("rosa", "deed", "wolf", what="hums", rounds=2, state="dazed", **spent)
    assert game.combat.pools.of["rosa"] == dict.fromkeys(names, 4)
    assert [(k.name, k.left) for k in game.combat.conditions.on("wolf")] == [("dazed", 2)]
    assert game.left("wolf", "rounds") == 0
    bites(game, "rosa", rounds=3)
    assert game.left("rosa", "rounds") == 1


def test_a_price_in_a_pool_called_rounds_is_checked():
    game = rosa(pools={"rounds": 2})
    with pytest.raises(Refused, match="pray costs 3 rounds; 2 left"):
        game.does("rosa", "pray", **cost(rounds=3))


# --- whose -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["side", "thing", "field"])
def test_sides_things_and_the_field_have_pools(kind: Any):
    game = rosa()
    game.say(c.Join(subject="it", kind=kind, traits={"morale": {"current": 5, "least": 0}}))
    assert (game.left("it", "morale"), limits(game, "it", "morale")) == (5, Limits(0, None))
    bites(game, "it", morale=7)
    assert game.left("it", "morale") == 0
    game.does("rosa", "set", pool="morale", of="it", to=3)
    assert game.left("it", "morale") == 3
    game.does("it", "lose", pool="morale", by=1)
    assert game.left("it", "morale") == 2


def test_a_pool_of_a_side_is_filled_each_round():
    game = Game(order="as added").joins("rosa")
    pool = {"current": 1, "most": 2, "each": "round"}
    game.say(c.Join(subject="crew", kind="side", traits={"orders": pool})).round()
    assert game.left("crew", "orders") == 2


# --- by the referee, and undone -----------------------------------------------------------------


def fixes(game: Game, **fix: Any) -> Game:
    return game.say(c.Adjust(note="so it is", change=c.PoolFix(subject="rosa", pool="hp", **fix)))


def test_the_referee_sets_a_pool_its_limits_and_temporary_points():
    game = fixes(rosa(), to=7, most=20, least=-5)
    assert (game.left("rosa", "hp"), limits(game, "rosa", "hp")) == (7, Limits(-5, 20))
    fixes(game, key="temporary", to=3)
    assert game.combat.pools.of["rosa"]["hp/temporary"] == 3
    fixes(game, most="none")
    assert limits(game, "rosa", "hp") == Limits(-5, None)


@pytest.mark.parametrize(
    ("fix", "why"),
    [
        ({"to": 60}, "HP cannot go above 59"),
        ({"delta": -31}, "HP cannot go below 0"),
        ({"to": -1, "key": "temporary"}, "HP cannot go below 0"),
        ({"least": 5, "most": 4}, "the least is more than the most"),
        ({"to": 5, "delta": 5}, "say by how much it changes, or what it is set to"),
        ({"to": 30, "most": 59}, "this would change nothing"),
        ({}, "this would change nothing"),
    ],
)
def test_a_fix_beyond_the_limits_or_of_nothing_is_refused(fix: dict[str, Any], why: str):
    with pytest.raises(Refused) as found:
        fixes(rosa(), **fix)
    assert found.value.why == why


def test_the_story_says_limits_once_and_what_did_not_fit():
    told = (
        Recorded(RULES, order="as added")
        .comes("rosa", traits=HURT)
        .comes("wolf", traits={"hp": 9})
        .round()
    )
    told.does("wolf", "bite", "rosa", **FOURTEEN).does("rosa", "gain", pool="hp", by=90)
    told.does("rosa", "set", pool="hp", to=70, most=40)
    lines = [line[7:].strip() for line in transcript(told.log, RULES).splitlines()]
    assert "Rosa comes in (30 of 59 HP; 10 temporary HP)" in lines
    at = lines.index("Wolf bites Rosa (14 hp)")
    assert lines[at + 1 : at + 3] == [
        "Rosa loses 10 temporary HP, 0 left",
        "Rosa loses 4 HP, 26 left",
    ]
    assert "Rosa gains 33 of 90 HP, 59 left" in lines
    assert lines[-2:] == ["Rosa: HP from 0 to 40", "Rosa: HP set to 40 of 40, not to 70"]


def test_a_part_of_a_pool_is_paid_and_lost_as_a_part():
    game = Game(order="as added").joins("rosa", hp=12).joins("wolf", hp=9).round()
    for who in ("rosa", "wolf"):
        game.does(who, "gain", pool="mana/red", by=7)
    paid: dict[str, Any] = {"cost mana/red": 2, "their mana/red": 3}
    game.does("rosa", "cast", "wolf", **paid)
    game.does("wolf", "lose", pool="mana/red", by=1)
    posted = [x for x in game.events(e.PoolChanged) if x.how in ("pay", "lose")]
    assert [(x.subject, x.pool, x.key, x.delta) for x in posted] == [
        ("rosa", "mana", "red", -2),
        ("wolf", "mana", "red", -3),
        ("wolf", "mana", "red", -1),
    ]


def test_a_pool_that_was_reported_beyond_its_limits_changes_by_as_much_as_is_said():
    game = Game(order="as added").joins("rosa", hp=8).round()
    pool = {"what": "pool", "subject": "rosa", "pool": "hp"}
    game.say_plainly({"type": "report", "source": "avrae", "changes": [{**pool, "to": 32}]})
    game.does("rosa", "lose", pool="hp", by=3)
    assert game.left("rosa", "hp") == 29
    game.does("rosa", "gain", pool="hp", by=5)
    assert (game.left("rosa", "hp"), game.events(e.PoolChanged)[-1].wanted) == (29, 5)
    game.does("rosa", "set", pool="hp", to=20)
    assert game.left("rosa", "hp") == 8


# --- temporary points by their name -----------------------------------------------------------


def temporary(game: Game) -> tuple[int, int]:
    """What is left to Rosa, and how many temporary points; no other pool has come about."""
    assert game.combat.pools.of["rosa"].keys() == {"hp", "hp/temporary"}
    return game.left("rosa", "hp"), game.combat.pools.of["rosa"]["hp/temporary"]


@pytest.mark.parametrize("name", ["temporary hp", "Temp hp", "hp/temporary"])
def test_a_result_takes_temporary_points_by_their_name(name: str):
    fresh = {"hp": {"current": 30, "most": 59}}
    act = {"type": "act", "who": "wolf", "manoeuvre": "howl"}
    game = rosa(**fresh).say_plainly({**act, "results": [f"rosa: {name} +6"]})
    assert temporary(game) == (30, 6)
    result = {"what": "pool", "subject": "rosa", "pool": name, "delta": -2}
    assert temporary(game.say_plainly({**act, "results": [result]})) == (30, 4)


def test_an_adjustment_and_a_report_take_temporary_points_by_their_name():
    change = {"what": "pool", "subject": "rosa", "pool": "temporary hp", "delta": 6}
    game = rosa(hp={"current": 30}).say_plainly({"type": "adjust", "note": "x", "change": change})
    assert temporary(game) == (30, 6)
    game.say_plainly({"type": "report", "source": "vtt", "changes": [{**change, "delta": -1}]})
    assert temporary(game) == (30, 5)


def test_a_pool_of_exactly_that_name_is_no_other_ones_temporary_points():
    game = rosa(pools={"hp": 9, "temp hp": 3})
    act = {"type": "act", "who": "wolf", "manoeuvre": "howl"}
    game.say_plainly({**act, "results": ["rosa: temp hp +2", "rosa: temporary ki -1"]})
    assert game.combat.pools.of["rosa"] == {"hp": 9, "temp hp": 5}
    assert game.events(e.Resolved)[-1].outcome == "has no temporary ki"


def test_temporary_points_that_nobody_has_cannot_be_lost():
    act = {"type": "act", "who": "rosa", "manoeuvre": "howl", "results": ["wolf: temporary hp -2"]}
    game = rosa().say_plainly(act)
    assert game.combat.pools.of["wolf"] == {"hp": 9}
    assert game.events(e.Resolved)[-1].outcome == "has no temporary hp"
