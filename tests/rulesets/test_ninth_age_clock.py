"""The clock, simultaneous effects, One Use Only, and what happens before the first turn."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.rulesets.ninth_age import (
    ARCHERS,
    ARMIES,
    KNIGHTS,
    RULES,
    SPEARS,
    Battle,
    battle,
    mustered,
    refused,
    so,
)

SHOT: dict[str, Any] = {
    "shots": 3,
    "range": "short",
    "cover": "none",
    "wounds on": 4,
    "armour on": 7,
}
PHASES = ["charge", "movement", "magic", "shooting", "melee"]
SCROLL: dict[str, Any] = {"at": "start of the magic phase", "once": True, "says": "unrolls"}
A1, A2, B1 = ({**SCROLL, "says": name} for name in ("a1 done", "a2 done", "b1 done"))


def scrolls(settings: Any = None, **more: Any) -> Battle:
    """X-03: Ann has a1 and a2, Bo has b1, all for the start of the Magic Phase."""
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"a1": A1, "a2": A2}}, "spears": SPEARS},
        "bo": {"archers": {**ARCHERS, "effects": {"b1": B1, **more}}},
    }
    return battle(armies, settings=settings).until("effects")


def done(battle: Battle) -> list[str]:
    return [r.outcome for r in battle.events(e.Resolved) if r.stage == "effect"]


# --- the clock -----------------------------------------------------------------------------


def whole_game() -> Battle:
    told = battle()
    while not (told.combat.clock.rounds == 6 and not told.combat.clock.path):
        told.goes_on()
    return told


def test_x_01_and_x_02_six_turns_of_two_players_with_five_phases_each():
    told = whole_game()
    turns = [t.who[0] for t in told.events(e.TurnBegan)]
    assert turns == 6 * ["ann", "bo"]
    assert len(told.events(e.RoundBegan)) == 6
    began = [p.phase for p in told.events(e.PhaseBegan)]
    assert began == ["deployment", *12 * PHASES]
    assert [p.phase for p in told.events(e.PhaseEnded)] == began
    assert told.refolds()


def test_x_01_there_is_no_thirteenth_player_turn():
    why = refused(told := whole_game(), told.round)
    assert (why.why, why.numbers) == ("no round can begin now", {"round": 6})
    assert not [o for o in told.offered() if o.command.get("about") == "round"]


def test_x_02_no_phase_is_skipped_in_the_log():
    told = battle({"ann": {"spears": SPEARS}, "bo": {"guards": SPEARS}}).until("moves")
    why = refused(told, lambda: told.does("spears", "shoot", "guards", **{**SHOT, "shots": 1}))
    assert (why.clause, why.numbers["open"]) == ("8", "moves")
    told.answers("ann", "no more moves")
    edges = [
        (type(d.event).__name__, d.event.phase)
        for d in told.steps[-1]
        if isinstance(d.event, e.PhaseBegan | e.PhaseEnded)
    ]
    assert edges[:4] == [
        ("PhaseEnded", "movement"),
        ("PhaseBegan", "magic"),
        ("PhaseEnded", "magic"),
        ("PhaseBegan", "shooting"),
    ]


def test_the_phase_list_is_data_of_the_ruleset():
    [_, turn] = RULES.sequence.inside
    assert [phase.name for phase in turn.inside] == PHASES


# --- simultaneous effects --------------------------------------------------------------------


def test_x_03_active_declares_first_then_reactive_then_all_is_resolved_in_that_order():
    told = scrolls().declares("knights", "use", using="a2").declares("knights", "use", using="a1")
    assert done(told) == []
    told.passes("ann").declares("archers", "use", using="b1").passes("bo")
    assert done(told) == ["a2 done", "a1 done", "b1 done"]
    order = [d.event.using for d in told.steps[-1] if isinstance(d.event, e.Acted)]
    assert order == ["a2", "a1", "b1"]  # D(A), D(R), then A's list, then R's: X-07 as well


def test_x_04_reactive_does_not_declare_before_active_and_an_empty_declaration_is_one():
    told = scrolls()
    why = refused(told, lambda: told.declares("archers", "use", using="b1"))
    assert why.why == "archers answers later: others come first"
    assert why.numbers == {"open": "effects", "waits for": "ann"}
    told.passes("ann")
    assert told.told()[0].startswith("Answered ann pass")
    told.declares("archers", "use", using="b1").passes("bo")
    assert done(told) == ["b1 done"]


def test_x_05_nothing_is_added_once_the_other_has_declared():
    told = scrolls().declares("knights", "use", using="a2").passes("ann")
    told.declares("archers", "use", using="b1")
    steps = len(told.steps)
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    assert why.numbers == {"open": "effects", "waits for": "bo"}
    assert refused(told, lambda: told.say(c.Withdraw(who="ann"))).why == (
        "ann has nothing here to take back"
    )
    assert len(told.steps) == steps


def test_the_active_player_may_answer_where_the_table_plays_it_so():
    told = scrolls({"answer-to-reactive": "yes"}).passes("ann")
    told.declares("archers", "use", using="b1").passes("bo")
    assert told.waits_for() == ("effects", ("ann",))
    told.declares("knights", "use", using="a1").passes("ann")
    assert done(told) == ["b1 done", "a1 done"]


@pytest.mark.parametrize(("gone", "told"), [("no", ["unrolls"]), ("yes", ["unrolls", "b1 done"])])
def test_an_effect_whose_bearer_was_removed_by_an_earlier_one(gone: str, told: list[str]):
    doom = {**SCROLL, "to": "enemy", "loses": 20}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"doom": doom}}},
        "bo": {"archers": {**ARCHERS, "effects": {"b1": B1}}, "guards": SPEARS},
    }
    fought = battle(armies, settings={"bearer-gone": gone}).until("effects")
    fought.declares("knights", "use", using="doom", on="archers").passes("ann")
    fought.declares("archers", "use", using="b1").passes("bo").until("charges", "bo")
    assert "destroyed" in fought.states("archers")
    assert done(fought) == told


@pytest.mark.parametrize(
    ("born", "order"), [("nested", ["panic test", "b1"]), ("joins", ["b1", "panic test"])]
)
def test_what_is_born_of_an_effect_has_its_own_window_or_joins(born: str, order: list[str]):
    burn = {**SCROLL, "to": "enemy", "loses": 5}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"burn": burn}}},
        "bo": {"archers": {**ARCHERS, "effects": {"b1": B1}}},
    }
    fought = battle(armies, settings={"born-effects": born}).until("effects")
    fought.declares("knights", "use", using="burn", on="archers").passes("ann")
    fought.declares("archers", "use", using="b1").passes("bo").until("moves", "bo")
    begun = fought.events(e.Acted | e.Reacted)  # type: ignore[arg-type]
    acts = [(a.using or a.manoeuvre) for a in begun]
    assert [a for a in acts if a in order] == order


# --- one use only ----------------------------------------------------------------------------


def test_x_11_once_in_a_game_with_the_clock_point_of_its_use():
    told = scrolls().declares("knights", "use", using="a1").passes("ann").passes("bo")
    told.until("effects", "bo").passes("bo", "ann").until("effects", "ann")
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    assert (why.clause, why.numbers["used"]) == ("3", "game turn 1, player turn 1, magic")


def test_x_11_the_entry_of_the_first_use_is_cited():
    told = scrolls().declares("knights", "use", using="a1").passes("ann").passes("bo")
    told.until("effects", "bo").passes("bo", "ann").until("effects", "ann")
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    [began] = [k for k in told.events(e.ConditionBegan) if k.name == "spent"]
    assert (began.key, why.cites) == ("a1", began.id)


def test_x_11_two_bearers_have_two_uses():
    bearer = {**KNIGHTS, "effects": {"a1": A1}}
    armies = {"ann": {"knights": bearer, "lancers": bearer}, "bo": {"archers": ARCHERS}}
    told = battle(armies).until("effects").declares("knights", "use", using="a1")
    assert refused(told, lambda: told.declares("knights", "use", using="a1")).clause == "3"
    told.declares("lancers", "use", using="a1").passes("ann").passes("bo")
    assert done(told) == ["a1 done", "a1 done"]


WARD: dict[str, Any] = {
    "at": "first hit",
    "mode": "mandatory",
    "once": True,
    "gives": {"Discipline": 1},
}


def volley(told: Battle) -> Battle:
    """Three shots of the archers at the knights, of which the first two hit."""
    told.until("shots", "bo").does("archers", "shoot", "knights", **SHOT).agrees()
    return told.rolls(6, 6, 1).rolls(1, 1)


def test_x_13_what_must_be_used_at_the_first_hit_needs_no_declaration_and_comes_once():
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"Ward": WARD}}},
        "bo": {"archers": ARCHERS},
    }
    told = volley(battle(armies))
    assert [k.name for k in told.events(e.ConditionBegan)].count("under") == 1
    volley(told.until("charges", "ann"))
    assert [k.name for k in told.events(e.ConditionBegan)].count("under") == 1
    why = refused(told := battle(armies), lambda: told.does("knights", "use", using="Ward"))
    assert why.clause == "2"


def test_what_is_automatic_comes_at_the_start_of_game_turn_1_or_is_lost():
    dawn = {"at": "start of game turn 1", "mode": "automatic", "once": True, "says": "dawns"}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"Dawn": dawn}}},
        "bo": {
            "archers": ARCHERS,
            "lurkers": {**SPEARS, "Ambush": True, "effects": {"Dawn": dawn}},
        },
    }
    told = mustered(armies).prepares()
    told.answers("bo", "declare", ambushers=["lurkers"]).deploys()
    assert (told.states("knights"), told.states("lurkers")) == (["spent"], ["expired"])
    assert done(told) == ["dawns"]


def test_x_14_a_use_taken_back_is_there_again_and_both_stay_in_the_log():
    told = scrolls().declares("knights", "use", using="a1")
    assert told.states("knights") == ["spent"]
    told.say(c.Withdraw(who="ann"))
    assert told.states("knights") == []
    told.declares("knights", "use", using="a1")
    assert [type(d.event).__name__ for s in told.steps[-3:] for d in s] == [
        "Declared",
        "ConditionBegan",
        "Withdrawn",
        "ConditionEnded",
        "Declared",
        "ConditionBegan",
    ]


def test_of_a_capped_item_one_is_activated_in_a_phase():
    bound = {**SCROLL, "cap": "Binding Scroll"}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"bind": bound, "bind more": bound}}},
        "bo": {"archers": ARCHERS},
    }
    told = battle(armies).until("effects").declares("knights", "use", using="bind")
    why = refused(told, lambda: told.declares("knights", "use", using="bind more"))
    assert (why.clause, why.numbers) == ("3", {"most": 1, "used by": "knights"})


def test_who_flees_uses_nothing_of_its_own_will():
    told = scrolls().fixes(what="condition", subject="knights", name="fleeing")
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    assert (why.clause, why.why) == ("3", "knights flees and uses nothing of its own will")


def test_used_when_resolved_where_the_table_plays_it_so():
    told = scrolls({"one-use-spent": "resolved"}).declares("knights", "use", using="a1")
    assert told.states("knights") == []
    told.passes("ann").passes("bo")
    assert told.states("knights") == ["spent"]


# --- before the first turn -------------------------------------------------------------------


def test_a_battle_is_between_two_sides():
    told = Battle().musters({"ann": ARMIES["ann"]})
    why = refused(told, told.round)
    assert (why.clause, why.numbers) == ("1", {"sides": 1, "units": 3, "without a side": 0})


def test_x_08_who_is_active_before_the_first_turn():
    omen = {"at": "before the battle", "once": True, "says": "omen"}
    units = {
        side: {f"{side}{n}": {**SPEARS, "effects": {"omen": omen}} for n in range(2)}
        for side in ("ann", "bo")
    }
    told = mustered(units).prepares(chooser="bo")
    assert told.fact("chose", "bo") == "yes"
    told.answers("ann", "deploy", unit="ann0", **so({"with": ["ann1"]}))
    assert told.waits_for() == ("first-turn", ("ann",))  # who finished first decides at once
    told.answers("ann", "first turn", of="bo").deploys()
    assert (told.fact("finished", "ann"), told.fact("finished", "bo")) == ("first", "last")
    assert told.waits_for() == ("effects", ("ann",))  # Ann finished first: she is Active
    told.passes("ann").passes("bo")
    assert told.combat.clock.actors == ("bo",)


def test_scouts_and_vanguards_have_their_own_orders():
    scout, van = {**SPEARS, "Scout": True}, {**SPEARS, "Vanguard": True}
    hers, his = {"a": SPEARS, "as": scout, "av": van}, {"b": SPEARS, "bs": scout, "bv": van}
    told = mustered({"ann": hers, "bo": his}).prepares(chooser="bo")
    assert told.waits_for() == ("special-deployment", ("bo",))  # who chose the zone
    told.answers("bo", "declare", scouts=["bs"]).answers("ann", "declare", scouts=["as"])
    told.deploys()
    assert told.waits_for() == ("scouts", ("ann",))  # who finished first
    told.answers("ann", "scout", unit="as", zone="outside")
    told.answers("bo", "scout", unit="bs", zone="own")
    assert told.waits_for() == ("vanguard", ("bo",))  # who finished last
    told.answers("bo", "vanguard", unit="bv").answers("ann", "no more")
    assert told.waits_for() == ("charges", ("ann",))
    assert (told.states("as"), told.states("bs")) == (["held back"], [])
    assert told.states("bv") == ["held back", "not scoring"]
    why = refused(told, lambda: told.does("as", "charge", "b", distance=5, arc="front"))
    assert (why.clause, why.why) == ("4", "as may not charge in the first Player Turn")
    told.until("charges", "bo")
    assert (told.states("as"), told.states("bv")) == ([], ["not scoring"])


def test_a_counterthrust_begins_with_single_units_that_are_no_characters():
    told = mustered().prepares(deployment="counterthrust")
    [option] = [o for o in told.offered() if o.command.get("choice") == "deploy"]
    assert [b.name for b in option.blanks] == ["unit"]
    assert "mage" not in option.blanks[0].values
    assert refused(told, lambda: told.answers("ann", "deploy", unit="mage")).clause == "4"


def test_rows_that_are_in_no_source_are_named_by_the_table():
    told = mustered().round().rolls(6)
    assert told.waits_for() == ("objective", ("referee",))
    told.answers("referee", "other", name="Secure Target").rolls(2)
    assert told.fact("objective", "ann") == "Secure Target"
    assert told.fact("deployment type", "bo") == "dawn assault"
    assert told.basis_of_fact("objective") == "ruled"


@pytest.mark.parametrize(
    ("row", "legal", "picked"),
    [
        ("dawn assault", "left edge, right edge", "right edge"),
        ("encircle", "attacker, defender", "defender"),
    ],
)
def test_what_the_chooser_of_the_zone_picks_with_it(row: str, legal: str, picked: str):
    told = mustered().prepares(deployment=row)
    assert told.waits_for() == ("zone-choice", ("bo",))
    why = refused(told, lambda: told.answers("bo", "both"))
    assert (why.clause, why.numbers) == ("4", {"legal": legal})
    told.answers("bo", picked)
    assert (told.fact("zone", "bo"), told.fact("zone", "ann")) == (picked, None)
    assert told.waits_for() == ("deploy", ("ann",))


def test_who_has_the_first_turn_may_be_the_tables_to_say():
    told = mustered(settings={"first-turn": "the table", "deploys-first": "chooser"}).prepares()
    assert told.waits_for() == ("deploy", ("bo",))
    told.deploys(first="bo")
    assert told.combat.clock.order("player turns") == ("bo", "ann")
