"""The clock of the battle, and effects that are simultaneous."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, RULES, SPEARS, Battle, battle, refused
from tests.support.refusals import lacks

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


def test_between_game_turns_a_refusal_says_which_one_is_over():
    told = battle()
    while told.combat.clock.path:
        told.goes_on()
    why = refused(told, lambda: told.does("knights", "advance", using="forward", inches=1))
    assert why.why == "game turn 1 is over, and the next has not begun"
    assert lacks(why) == "answer to begin the game turn of referee: no = yes"


def test_after_the_last_game_turn_a_refusal_waits_for_no_other():
    told = whole_game()
    why = refused(told, lambda: told.does("knights", "advance", using="forward", inches=1))
    assert (why.why, lacks(why)) == ("game turn 6 was the last", "")


def test_x_02_no_phase_is_skipped_in_the_log():
    told = battle({"ann": {"spears": SPEARS}, "bo": {"guards": SPEARS}}).until("moves")
    why = refused(told, lambda: told.does("spears", "shoot", "guards", **{**SHOT, "shots": 1}))
    assert (why.clause, lacks(why)) == ("8", "time question: moves = shots")
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
    assert lacks(why) == "answer effects of ann: no = yes"
    told.passes("ann")
    assert told.told()[0].startswith("Answered ann pass")
    told.declares("archers", "use", using="b1").passes("bo")
    assert done(told) == ["b1 done"]


def test_x_05_nothing_is_added_once_the_other_has_declared():
    told = scrolls().declares("knights", "use", using="a2").passes("ann")
    told.declares("archers", "use", using="b1")
    steps = len(told.steps)
    why = refused(told, lambda: told.declares("knights", "use", using="a1"))
    assert lacks(why) == "answer effects of bo: no = yes"
    assert refused(told, lambda: told.say(c.Withdraw(who="ann"))).why == (
        "ann has nothing here to take back"
    )
    assert len(told.steps) == steps


def test_the_active_player_may_answer_where_the_table_plays_it_so():
    told = scrolls({"answer to reactive": "yes"}).passes("ann")
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
    fought = battle(armies, settings={"bearer gone": gone}).until("effects")
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
    fought = battle(armies, settings={"born effects": born}).until("effects")
    fought.declares("knights", "use", using="burn", on="archers").passes("ann")
    fought.declares("archers", "use", using="b1").passes("bo").until("moves", "bo")
    begun = fought.events(e.Acted | e.Reacted)  # type: ignore[arg-type]
    acts = [(a.using or a.manoeuvre) for a in begun]
    assert [a for a in acts if a in order] == order
