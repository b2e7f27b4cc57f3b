"""Any other game: names, costs, durations, zones and orders are the table's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.legality.option import fill, plainest
from tests.printed_story import transcript
from tests.support.fights.open import KIM, RULES, WHALE, Game, as_said, at_sea, cost, side_by_side
from tests.support.logs.recorded_logs import Recorded
from tests.support.oracles.perft import counted

# --- deeds ---------------------------------------------------------------------------------


def test_a_deed_of_any_name_at_any_cost_at_anybody():
    game = at_sea().round().does("kim", "throw the harpoon", "whale", **cost(luck=2, breath=1))
    assert (game.left("kim", "luck"), game.left("kim", "breath")) == (0, 2)
    assert game.told() == [
        "Acted a1 kim throw the harpoon whale",
        "PoolChanged kim.luck -2 pay",
        "PoolChanged kim.breath -1 pay",
        "Closed a1",
    ]


def test_several_are_offered_at_once():
    game = at_sea().round()
    deeds = [o for o in game.offered() if o.command.get("manoeuvre") == "deed"]
    aim = deeds[0].blanks[0]
    assert (aim.name, aim.kind, aim.values) == ("targets", "some", ("kim", "ole", "whale"))
    asked = {"targets": ["ole", "whale"], "what": "sings to"}
    command = fill(deeds[0], lambda blank: asked.get(blank.name, plainest(blank)))
    assert game.say_plainly(command).events(e.Acted)[-1].targets == ("ole", "whale")


def test_at_nobody_or_at_several():
    game = at_sea().round().does("kim", "sing").does("kim", "bless", "ole", "whale")
    assert [a.targets for a in game.events(e.Acted)] == [(), ("ole", "whale")]


def test_the_list_offers_a_deed_in_words():
    game = at_sea().round().does("kim", "deed", what="climbs the mast", **cost(luck=1))
    assert game.left("kim", "luck") == 1
    book = ("lose", "gain", "set", "fact", "begin", "go")
    assert game.manoeuvres("kim") == {"deed", *book, "delay", "ready"}


def test_anybody_at_any_time():
    game = at_sea().round()
    assert game.combat.clock.actors == ("kim",)
    game.does("whale", "dive").does("ole", "shout", "kim")
    assert game.combat.clock.actors == ("kim",)


def test_others_answer_where_it_is_said_and_are_answered():
    game = at_sea().round().does("kim", "throw", "whale", answers="yes")
    assert game.waits_for() == ("answer", ("ole", "whale"))
    game.does("whale", "dive", answers="yes")
    assert game.waits_for() == ("answer", ("kim", "ole"))
    game.does("kim", "pull the rope", **cost(luck=1)).passes()
    assert game.waits_for() == ("answer", ("ole",))
    game.passes()
    assert [type(d.event).__name__ for d in game.steps[-1]][-2:] == ["Closed", "Closed"]
    assert game.left("kim", "luck") == 1


def test_a_table_may_always_ask():
    game = side_by_side().round().does("kim", "throw", "whale")
    assert game.waits_for() == ("answer", ("ole", "whale"))
    assert (
        not Game(order="by side", answers="always")
        .at_sea()
        .round()
        .does("kim", "throw", answers="no")
        .waits_for()[0]
    )


# --- what a deed does to others ------------------------------------------------------------

SIX: dict[str, Any] = {"their blubber": 6}
FIVE: dict[str, Any] = {"their hp": 5}


def test_one_deed_says_cost_harm_and_state():
    game = (
        at_sea()
        .round()
        .does(
            "kim",
            "throw the harpoon",
            "whale",
            **cost(breath=1),
            **SIX,
            state="harpooned",
            rounds=2,
        )
    )
    assert (game.left("kim", "breath"), game.left("whale", "blubber")) == (2, 34)
    assert held(game, "whale") == [("harpooned", 2)]
    assert game.told()[2] == "PoolChanged whale.blubber -6 lose"


def test_it_strikes_all_it_is_aimed_at_who_have_what_it_takes():
    game = at_sea().round().does("whale", "ram", "kim", "ole", "whale", **FIVE)
    assert (game.left("kim", "hp"), game.left("ole", "hp")) == (7, 7)
    assert "hp" not in game.combat.pools.of["whale"]


def test_it_lands_once_others_have_answered_and_only_on_who_is_still_there():
    game = at_sea().round().does("kim", "throw", "whale", answers="yes", **SIX)
    assert (game.waits_for(), game.left("whale", "blubber")) == (("answer", ("ole", "whale")), 40)
    game.does("whale", "dive").passes()
    assert game.left("whale", "blubber") == 34
    game.does("kim", "throw", "whale", answers="yes", **SIX)
    game.say(c.Leave(who="whale")).passes()
    assert game.left("whale", "blubber") == 34


def test_a_state_without_anybody_is_ones_own():
    game = at_sea().round().does("ole", "deed", what="ducks", state="ducking")
    assert held(game, "ole") == [("ducking", 0)]


def test_words_that_are_in_use_are_at_hand():
    game = at_sea().round().does("whale", "begin", name="bleeding")
    deeds = [o for o in game.offered() if o.command["type"] == "act"]
    offered = {o.command["manoeuvre"]: o for o in deeds if o.command["who"] == "kim"}
    said = {m: {b.name: b.values for b in o.blanks} for m, o in offered.items()}
    assert said["begin"]["name"] == said["deed"]["state"] == ("bleeding",)
    assert said["gain"]["pool"] == ("hp", "luck", "breath", "blubber")
    assert said["go"]["to"] == ("the deck",)


# --- pools ---------------------------------------------------------------------------------


def test_pools_of_any_name_gain_lose_and_go_below_nothing():
    game = at_sea().round().does("whale", "lose", pool="blubber", by=45)
    assert game.left("whale", "blubber") == -5
    game.does("kim", "gain", pool="fame", by=3).does("kim", "gain", pool="fame", by=1)
    assert game.left("kim", "fame") == 4
    game.does("kim", "boast", **cost(fame=4))
    assert game.left("kim", "fame") == 0


def test_pools_are_filled_each_round_or_each_turn():
    game = (
        at_sea()
        .round()
        .does("kim", "swim", **cost(luck=2, breath=3))
        .does("ole", "swim", **cost(breath=2))
    )
    game.ends("kim")
    assert (game.left("kim", "breath"), game.left("ole", "breath")) == (0, 3)
    game.ends("ole").ends("whale").round()
    assert (game.left("kim", "luck"), game.left("kim", "breath")) == (2, 3)
    assert game.left("kim", "hp") == 12


def test_the_referee_adjusts_any_pool_or_state_by_its_name():
    game = at_sea()
    game.say(c.Adjust(change=c.PoolFix(subject="whale", pool="anger", delta=7), note="poked"))
    game.say(c.Adjust(change=c.ConditionFix(subject="kim", name="sea-sick"), note="waves"))
    assert (game.left("whale", "anger"), game.combat.conditions.has("kim", "sea-sick")) == (7, True)


# --- states and zones ----------------------------------------------------------------------


def held(game: Game, who: str) -> list[tuple[str, int]]:
    return [(k.name, k.left) for k in game.combat.conditions.on(who)]


def test_a_state_lasts_for_rounds():
    game = at_sea().round().does("whale", "begin", name="bleeding", rounds=2)
    for left in ([("bleeding", 1)], []):
        for who in ("kim", "ole", "whale"):
            game.ends(who)
        assert held(game, "whale") == left
        game.round()


def test_or_for_turns_of_its_own():
    game = at_sea().round().does("ole", "begin", name="dazed", turns=2, toward="whale", level=3)
    game.ends("kim")
    assert held(game, "ole") == [("dazed", 2)]
    game.ends("ole")
    assert held(game, "ole") == [("dazed", 1)]
    game.ends("whale").round().ends("kim").ends("ole")
    assert held(game, "ole") == []


def test_or_until_somebody_ends_it():
    game = (
        at_sea()
        .round()
        .does("kim", "begin", name="up the mast")
        .does("kim", "end", name="up the mast")
    )
    assert held(game, "kim") == []


def test_zones_of_any_name():
    game = at_sea().round()
    assert game.combat.places.who("the deck") == ("kim", "ole")
    game.does("kim", "go", to="the mast")
    assert (game.combat.places.of("kim"), game.combat.places.who("the deck")) == (
        "the mast",
        ("ole",),
    )


# --- counted -------------------------------------------------------------------------------


def asked() -> Game:
    return at_sea().round().does("kim", "throw", "whale", answers="yes")


@pytest.mark.sweep(of="perft")
@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (lambda: at_sea().round(), (252,)),
        (asked, (163, 19784)),
        (lambda: as_said().round(), (248,)),
    ],
)
def test_the_number_of_lines(position: Callable[[], Game], counts: tuple[int, ...]):
    assert counted(position(), len(counts)) == counts


def test_it_reads_as_a_story():
    told = (
        Recorded(RULES, order="as added")
        .comes("kim", traits=KIM)
        .comes("whale", traits=WHALE)
        .round()
    )
    told.does("kim", "throw the harpoon", "whale", **cost(luck=1)).does("whale", "dive")
    told.does("whale", "lose", pool="blubber", by=7)
    lines = [line[9:] for line in transcript(told.log, RULES).splitlines()]
    assert lines[-5:] == [
        "  Turn of Kim",
        "    Kim: throw the harpoon at Whale (1 luck, 1 left)",
        "    Whale dives",
        "    Whale takes a loss",
        "      Whale loses 7 blubber, 33 left",
    ]


def test_a_number_on_the_sheet_is_a_pool_but_for_the_initiative():
    told = Game(order="as added").joins("rosa", hp=12, initiative=2, mood="grim")
    assert dict(told.combat.pools.of["rosa"]) == {"hp": 12}
    told.round().does("rosa", "lose", pool="hp", by=5)
    assert told.left("rosa", "hp") == 7
