"""Charges: facts that are declared, reactions resolved at once, redirection, range, failure."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, Battle, battle, refused
from tests.support.refusals import lacks, legal

NO_CHAMPION = {**KNIGHTS, "Champion": False}
SHOT: dict[str, Any] = {
    "shots": 2,
    "range": "short",
    "cover": "none",
    "wounds on": 4,
    "armour on": 7,
}


def field(
    ann: dict[str, Any] | None = None, bo: dict[str, Any] | None = None, **more: Any
) -> Battle:
    """Two units of knights against archers and guards."""
    return battle(
        {
            "ann": ann or {"u1": KNIGHTS, "u2": KNIGHTS},
            "bo": bo or {"archers": ARCHERS, "guards": SPEARS},
        },
        **more,
    )


def charged(distance: int, traits: dict[str, Any], *faces: int) -> Battle:
    """Held, and moved with these dice."""
    told = field({"u1": traits}).charges("u1", "guards", distance).answers("guards", "hold")
    told.answers("ann", "no more charges") if told.waits_for()[0] == "charges" else None
    return told.moves_charge("u1", "guards", distance, *faces)


# --- declared facts ------------------------------------------------------------------------


def test_what_only_eyes_can_see_is_confirmed_or_contested_and_play_goes_on():
    told = field().does("u1", "charge", "guards", distance=9, arc="flank")
    assert told.waits_for() == ("confirm", ("bo",))
    told.answers("bo", "contest", which="arc")
    assert told.fact("contested", "u1") == "arc flank"
    assert told.waits_for() == ("reaction", ("guards",))
    assert (told.fact("facing", "u1", "guards"), told.fact("distance", "u1", "guards")) == (
        "flank",
        9,
    )
    bases = {
        d.basis
        for s in told.steps
        for d in s
        if isinstance(d.event, e.FactSet) and d.event.name in ("facing", "distance", "contested")
    }
    assert bases == {"table"}


def test_what_is_agreed_later_is_contested_no_more():
    told = field().does("u1", "charge", "guards", distance=9, arc="flank")
    told.answers("bo", "contest", which="distance").answers("guards", "hold")
    told.answers("ann", "no more charges").does("u1", "charge move", "guards", distance=9)
    assert told.fact("contested", "u1") == "distance 9"
    told.agrees()
    assert told.fact("contested", "u1") == "no"


# --- range ---------------------------------------------------------------------------------


def test_x_16_with_a_champion_two_dice_count_as_four():
    told = charged(11, KNIGHTS, 1, 1)
    assert told.outcome("charge") == ("comes home", {"range": 11, "distance": 11})
    assert told.fact("engaged", "guards", "u1") == "yes"
    told = charged(11, NO_CHAMPION, 1, 1)
    assert told.outcome("charge") == ("fails", {"range": 9, "distance": 11, "moves": 1})


def test_x_17_a_failed_charge_moves_the_highest_die_and_leaves_one_shaken():
    slow = {**NO_CHAMPION, "Advance": 5}
    told = charged(12, slow, 2, 4)
    assert told.outcome("charge") == ("fails", {"range": 11, "distance": 12, "moves": 4})
    began = [c.name for c in told.events(e.ConditionBegan) if c.subject == "u1"]
    assert began == ["charging", "moved", "shaken"]
    assert told.combat.clock.actors == ("bo",)  # a Shaken unit can do nothing else
    told = charged(12, {**slow, "Champion": True}, 1, 1)
    assert told.outcome("charge")[1] == {"range": 9, "distance": 12, "moves": 1}
    told.until("charges", "bo")
    assert told.states("u1") == []  # Shaken until the end of the Player Turn


def test_without_room_a_charge_fails_whatever_the_range():
    told = field().charges("u1", "guards", 3).answers("guards", "hold")
    told.answers("ann", "no more charges")
    told.does("u1", "charge move", "guards", distance=3, room="no").agrees().rolls(6, 6)
    assert told.outcome("charge")[0] == "fails"


def test_swiftstride_rolls_a_die_more_and_drops_the_lowest():
    told = charged(18, {**NO_CHAMPION, "Swiftstride": True}, 1, 5, 6)
    assert told.outcome("charge") == ("comes home", {"range": 18, "distance": 18})


# --- reactions -----------------------------------------------------------------------------


def test_x_19_stand_and_shoot_once_in_a_player_turn():
    told = field({"u1": {**KNIGHTS, "Advance": 6}, "u2": {**KNIGHTS, "Advance": 6}})
    told.charges("u1", "archers", 9).does("archers", "stand and shoot", "u1", **SHOT).agrees()
    told.rolls(4, 3).rolls(5)
    assert told.left("u1", "hp") == 7
    told.charges("u2", "archers", 9)
    why = refused(told, lambda: told.does("archers", "stand and shoot", "u2", **SHOT))
    assert (why.clause, why.numbers, lacks(why), legal(why)) == (
        "C4",
        {"most": 1, "done": 1},
        "limit stand and shoot of archers: 1 < 1",
        "flee",
    )
    assert told.manoeuvres("archers") == {"flee"}
    told.answers("archers", "hold")


def test_x_20_the_charger_must_be_farther_than_its_advance_rate():
    told = field({"u1": {**KNIGHTS, "Advance": 6}}).charges("u1", "archers", 6)
    why = refused(told, lambda: told.does("archers", "stand and shoot", "u1", **SHOT))
    assert (why.clause, why.numbers, lacks(why), legal(why)) == (
        "C4",
        {"wanted": 6, "inches": 6},
        "distance inches of u1: 6 > 6",
        "flee",
    )


def test_x_22_one_charge_after_the_other_each_answered_at_once():
    told = field().charges("u1", "guards", 9)
    why = refused(told, lambda: told.does("u2", "charge", "guards", distance=9, arc="front"))
    assert lacks(why) == "answer reaction of guards: no = yes"
    told.answers("guards", "hold").charges("u2", "guards", 9)
    assert told.waits_for() == ("reaction", ("guards",))


@pytest.mark.parametrize("mark", ["Fearless", "War Machine", "Undead"])
def test_who_cannot_declare_flee(mark: str):
    told = field(bo={"guards": {**SPEARS, mark: True}}).charges("u1", "guards", 9)
    why = refused(told, lambda: told.does("guards", "flee"))
    assert (why.clause, legal(why)) == ("C4", "")


def test_an_engaged_unit_can_only_hold():
    told = field().touches("u2", "archers").charges("u1", "archers", 9)
    why = refused(told, lambda: told.does("archers", "flee"))
    assert why.why == "an Engaged unit can only hold"
    assert told.manoeuvres("archers") == set()


def test_a_fleeing_unit_can_do_nothing_but_flee_again():
    told = field().fixes(what="condition", subject="guards", name="fleeing")
    told.charges("u1", "guards", 9)
    assert [o.command.get("manoeuvre") for o in told.offered() if "manoeuvre" in o.command] == [
        "flee"
    ]
    assert refused(told, lambda: told.answers("guards", "hold")).clause == "C4"


def test_terror_makes_the_target_test_before_it_reacts():
    told = field({"u1": {**KNIGHTS, "Terror": True}}).charges("u1", "guards", 9)
    assert told.waits_for() == ("discipline", ("guards",))
    told.rolls(6, 2)
    assert told.outcome("verdict") == ("failed", {"roll": 8, "needed": 7})
    why = refused(told, lambda: told.answers("guards", "hold"))
    assert legal(why) == "nothing"
    told.does("guards", "flee").rolls(1, 2)
    assert told.outcome("flee distance") == ("flees", {"inches": 3})


def test_who_failed_its_frenzy_test_must_charge_if_it_can():
    told = field({"u1": {**KNIGHTS, "Frenzy": True}, "u2": KNIGHTS})
    told.answers("ann", "near", units=["u1"]).agrees().rolls(6, 5, 1)
    assert told.outcome("verdict") == ("failed", {"roll": 11, "needed": 8})  # 6 and 5 are kept
    assert refused(told, lambda: told.answers("ann", "no more charges")).clause == "C2"
    told.charges("u1", "guards", 9).answers("guards", "hold").answers("ann", "no more charges")


# --- flight and redirection ------------------------------------------------------------------


def fled(told: Battle, *faces: int, edge: int = 30) -> Battle:
    """The archers flee from a charge."""
    told.charges("u1", "archers", 9).does("archers", "flee").rolls(*faces)
    return told.answers("bo", "straight ahead", edge=edge).agrees()


def test_x_25_who_touches_the_edge_is_destroyed_and_friends_test_for_panic():
    told = field().charges("u1", "archers", 9).does("archers", "flee").rolls(4, 5)
    told.answers("bo", "straight ahead", edge=7).agrees()
    assert "destroyed" in told.states("archers")
    assert told.waits_for() == ("near", ("bo",))
    told.answers("bo", "near", units=["guards"]).agrees().rolls(3, 4)
    assert told.outcome("verdict", "guards") == ("passed", {"roll": 7, "needed": 7})
    assert "steady" in told.states("guards")


def test_fleeing_through_friends_makes_them_test_after_the_move():
    told = field().charges("u1", "archers", 9).does("archers", "flee").rolls(2, 2)
    told.answers("bo", "straight ahead", edge=30, through=["guards"]).agrees()
    assert told.waits_for() == ("discipline", ("guards",))
    assert "fleeing" in told.states("archers")


def test_redirection_is_a_test_and_a_new_charge_before_any_other():
    told = fled(field(), 2, 3)
    assert told.waits_for() == ("redirect", ("u1",))
    told = passed()
    assert told.outcome("verdict", "u1") == ("passed", {"roll": 8, "needed": 8})
    why = refused(told, lambda: told.does("u2", "charge", "guards", distance=9, arc="front"))
    assert lacks(why) == "answer new charge of u1: no = yes"
    told.charges("u1", "guards", 12).answers("guards", "hold")
    [charging] = told.combat.conditions.on("u1", "charging")
    assert charging.toward == "guards"


def passed() -> Battle:
    """U1 has passed its Redirect test."""
    return fled(field(), 2, 3).does("u1", "redirect").rolls(4, 4)


def test_who_passes_a_redirect_has_to_declare_before_anything_else():
    told = passed()
    assert {(o.command["who"], o.command["manoeuvre"]) for o in told.offered()} == {
        ("u1", "charge")
    }
    why = refused(told, lambda: told.passes("u1"))
    assert (why.clause, why.pointer) == ("C5", "/type")
    why = refused(told, lambda: told.answers("u1", "decline"))
    assert (why.clause, legal(why)) == ("C5", "nothing")
    why = refused(told, lambda: told.answers("ann", "no more charges"))
    assert lacks(why) == "answer new charge of u1: no = yes"


def test_who_may_decline_to_redirect_charges_as_before():
    settings = {"redirect declined": "yes"}
    told = fled(field(settings=settings), 2, 3).does("u1", "redirect").rolls(4, 4)
    told.answers("u1", "decline")
    assert [c.toward for c in told.combat.conditions.on("u1", "charging")] == ["archers"]
    assert told.waits_for() == ("charges", ("ann",))


def test_who_has_nobody_else_left_to_charge_is_not_asked():
    told = fled(field(), 2, 3).does("u1", "redirect")
    told.fixes(what="fact", of="guards", name="place", value="not deployed").rolls(4, 4)
    assert told.waits_for() == ("charges", ("ann",))


def test_who_fails_to_redirect_still_tries_the_fleer_and_may_not_test_again():
    told = fled(field(), 2, 3).does("u1", "redirect").rolls(5, 4)
    [charging] = told.combat.conditions.on("u1", "charging")
    assert charging.toward == "archers"
    told.charges("u2", "archers", 9).does("archers", "flee").rolls(1, 1)
    told.answers("bo", "straight ahead", edge=30).agrees()
    assert told.waits_for() == ("redirect", ("u2",))


def test_if_the_second_target_flees_too_the_charger_says_which_before_the_range_roll():
    told = fled(field(), 2, 3).does("u1", "redirect").rolls(4, 4).charges("u1", "guards", 12)
    told.does("guards", "flee").rolls(1, 2).answers("bo", "straight ahead", edge=30).agrees()
    told.until("charge moves")
    [option] = [o for o in told.offered() if o.command["manoeuvre"] == "charge move"]
    assert option.blanks[0].values == ("archers", "guards")


def test_a_charge_that_reaches_a_fleer_destroys_it_by_default():
    told = fled(field(), 2, 3).passes("u1").answers("ann", "no more charges")
    told.does("u1", "charge move", "archers", distance=14).agrees().rolls(4, 4)
    assert told.outcome("charge") == ("runs it down", {"range": 15, "distance": 14})
    assert told.basis("charge") == ("C6", "default")
    assert "destroyed" in told.states("archers") and "shaken" in told.states("u1")


def test_or_leaves_it_to_the_table():
    told = fled(field(settings={"fleer caught": "reached"}), 2, 3).passes("u1")
    told.answers("ann", "no more charges")
    told.does("u1", "charge move", "archers", distance=14).agrees().rolls(4, 4)
    assert (told.outcome("charge")[0], told.basis("charge")) == ("reaches it", ("C6", "ruled"))
    assert "destroyed" not in told.states("archers")


def test_chargers_move_one_after_another_in_any_order():
    told = field().charges("u1", "guards", 9).answers("guards", "hold").charges("u2", "guards", 9)
    told.answers("guards", "hold").until("charge moves")
    assert {o.command["who"] for o in told.offered()} == {"u1", "u2"}
    told.moves_charge("u2", "guards", 9, 3, 3)
    assert {o.command["who"] for o in told.offered()} == {"u1"}
