"""Held and locked: what it keeps one from, what it goes on doing, and how it ends."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import BOXER, Fight, Points, boxers, refused, suffers
from tests.support.refusals import lacks, legal

STRIKE, KICK = "martial strike", "martial kick"
GRAB, LOCK, HEAD, GRAPPLE = "arm grab", "arm lock", "head lock", "grapple"
WRESTLER = {**BOXER, "Martial arts": 14, "Combat": 12}


def taken(
    hold: str,
    ana: dict[str, Any] = WRESTLER,
    bo: dict[str, Any] = BOXER,
    points: Points = None,
    **said: Any,
) -> Fight:
    """Ana holds Bo; everything is rolled without risk."""
    first = {LOCK: GRAB, HEAD: STRIKE}.get(hold, hold)
    fight = boxers(ana=ana, bo=bo, points=points).does("ana", first, "bo", **said)
    suffers(fight.everybody_passes().rolls("ana", "bo"), "bo")
    if hold in (LOCK, HEAD):
        aim = {"aim": said.get("aim", "right arm")} if hold == LOCK else {}
        fight.does("ana", hold, "bo", **aim).everybody_passes().rolls("ana", "bo")
        suffers(fight, "bo")
    return fight.passes("ana") if fight.waits_for()[0] == "follow" else fight


def holds(fight: Fight, who: str = "bo") -> list[tuple[str, str, Any]]:
    return [(c.key, c.toward, c.detail["by"]) for c in fight.combat.conditions.on(who, "held")]


# --- taken ---


@pytest.mark.parametrize(
    ("hold", "key"),
    [(GRAB, "right arm"), (LOCK, "right arm"), (HEAD, "head"), (GRAPPLE, "both arms")],
)
def test_each_hold_says_what_it_holds_and_who(hold: str, key: str):
    assert holds(taken(hold)) == [(key, "ana", hold)]


def test_a_grab_and_a_grapple_do_no_damage():
    for hold in (GRAB, GRAPPLE):
        fight = taken(hold)
        assert [r for r in fight.events(e.DiceRolled) if r.purpose == "damage"] == []
        assert fight.conditions("bo") == ["held"]


def test_a_lock_hurts_forces_the_hand_open_and_does_not_knock_back():
    fight = taken(LOCK)
    assert fight.combat.facts.get("bo", "bears", "club") == "no"
    assert fight.why("damage") == {"ST": 4, LOCK: 8, "hit by": 8}
    assert fight.why("attack") == {"Martial arts": 28, LOCK: 6, "aim": -2}
    assert [r for r in fight.events(e.DiceRolled) if r.purpose == "knock back"] == []
    assert [w.at for w in fight.combat.conditions.on("bo", "wound")] == ["right arm"]


def test_a_lock_goes_for_the_arm_that_was_grabbed_and_leaves_no_defence():
    fight = boxers(ana=WRESTLER).does("ana", GRAB, "bo", aim="left arm").everybody_passes()
    fight.rolls("ana", "bo")
    no = refused(lambda: fight.does("ana", LOCK, "bo", aim="right arm"))
    assert (no.clause, no.pointer) == ("3.7", "/params/aim")
    fight.does("ana", LOCK, "bo", aim="left arm")
    assert fight.manoeuvres("bo") == {"speak", "turn", "sheathe weapon"}
    no = refused(lambda: fight.declares("bo", "side step"))
    assert no.why == "side step does not answer arm lock"


def test_a_head_lock_is_aimed_at_the_head():
    fight = taken(HEAD)
    assert fight.why("attack") == {"Martial arts": 28, "aim": -8}
    assert fight.why("damage")["head"] == 4
    assert [r for r in fight.events(e.DiceRolled) if r.purpose == "knock back"][1:] == []


# --- held ---


def test_who_is_held_cannot_leave_the_hex():
    fight = taken(GRAB).ends("ana")
    for deed in ("move", "advance and attack"):
        assert deed not in fight.manoeuvres("bo")
    no = refused(lambda: fight.does("bo", "move", beside=[]))
    assert (no.clause, lacks(no)) == ("7.9", "condition held of bo: yes = no")
    assert "turn" in fight.manoeuvres("bo")


def test_who_is_held_does_not_dodge_away():
    fight = taken(GRAB).does("ana", STRIKE, "bo")
    for deed in ("jump back", "side step", "rolling dodge"):
        no = refused(partial(fight.declares, "bo", deed))
        assert no.clause == "7.9"
    assert "drop dodge" in fight.manoeuvres("bo")


def test_a_held_arm_is_not_used_and_the_other_is():
    bo = {**BOXER, "shield": 2}
    fight = taken(GRAB, bo=bo).ends("ana")
    no = refused(lambda: fight.does("bo", "stand and attack", "ana", using="club"))
    assert (no.clause, no.why) == ("7.9", "bo cannot use the right arm")
    fight = taken(GRAB, bo=bo).does("ana", STRIKE, "bo").declares("bo", "block", using="shield")
    assert fight.everybody_passes().waits_for()[0] == "strike"
    fight = taken(GRAB, bo=bo, aim="left arm").does("ana", STRIKE, "bo")
    assert refused(lambda: fight.declares("bo", "block", using="shield")).clause == "7.9"


def test_with_both_arms_held_only_feet_are_left():
    fight = taken(GRAPPLE).ends("ana")
    assert refused(lambda: fight.does("bo", STRIKE, "ana")).clause == "7.9"
    assert KICK in fight.manoeuvres("bo")


def test_the_held_and_the_owner_of_a_lock_attack_at_two_less():
    fight = taken(GRAB).ends("ana").does("bo", KICK, "ana").everybody_passes().rolls("bo", "ana")
    assert fight.why("attack")["held"] == -4
    fight = taken(LOCK).does("ana", KICK, "bo").everybody_passes().rolls("ana")
    assert fight.why("attack")["holds a lock"] == -4
    assert "holds a lock" not in taken(GRAB).does("ana", KICK, "bo").everybody_passes().rolls(
        "ana"
    ).why("attack")


def test_a_table_may_have_a_lock_weigh_on_all_rolls():
    fight = taken(LOCK, points={"lock weighs": "all rolls"}).ends("ana").ends("bo").round()
    fight.rolls("ana", "bo")
    assert fight.combat.clock.orders["initiative"].scores["ana"] == 18 - 4
    fight = taken(LOCK, points={"lock weighs": "all rolls"})
    why = fight.does("ana", KICK, "bo").everybody_passes().rolls("ana").why("attack")
    assert (why["locking"], "holds a lock" in why) == (-4, False)


def test_what_a_lock_weighs_ends_with_it():
    fight = taken(LOCK)
    [weight] = fight.combat.conditions.on("ana", "locking")
    assert weight.toward == "bo"
    fight.does("ana", "let go", "bo")
    assert fight.conditions("ana") == []


def test_who_holds_a_lock_does_not_move_until_he_lets_go():
    fight = taken(LOCK)
    no = refused(lambda: fight.does("ana", "move", beside=[]))
    assert (no.clause, no.why) == ("7.9", "ana holds a lock and cannot move: let go first")
    fight.does("ana", "let go", "bo").everybody_passes()
    assert (holds(fight), fight.left("ana", "ap")) == ([], 24 - 4)
    fight.does("ana", "move", beside=[])


def test_a_holder_who_walks_away_holds_no_more():
    fight = taken(GRAB).does("ana", "move", beside=["bo"])
    assert holds(fight) == []
    assert fight.events(e.ConditionEnded)[-1].why == "no longer in one hex"


def test_a_strike_does_not_close_in_on_a_third_while_one_is_held():
    fight = boxers(ana=WRESTLER).joins("cy", side="foes", **BOXER).side_by_side("bo cy")
    suffers(fight.does("ana", GRAB, "bo").everybody_passes().rolls("ana", "bo"), "bo")
    fight.passes("ana").ends("ana")
    no = refused(lambda: fight.does("bo", STRIKE, "cy"))
    assert (no.clause, lacks(no)) == ("7.9", "condition held of bo: yes = no")


# --- ended ---


@pytest.mark.parametrize("blow", ["stunned", "staggered", "unconscious", "dead"])
def test_a_holder_who_is_shaken_holds_no_more(blow: str):
    fight = taken(GRAB).adjusts(what="condition", subject="ana", name=blow)
    assert holds(fight) == []
    assert fight.events(e.ConditionEnded)[-1].why == f"the holder is {blow}"
    held = holds(taken(GRAB).adjusts(what="condition", subject="bo", name=blow))
    assert bool(held) == (blow != "dead")


def test_nobody_goes_on_holding_the_dead():
    fight = taken(LOCK).adjusts(what="condition", subject="bo", name="dead")
    assert (fight.conditions("bo"), fight.conditions("ana")) == (["wound", "dead"], [])
    assert fight.events(e.ConditionEnded)[-2].why == "the one held is dead"
    fight.does("ana", "move", beside=[]).everybody_passes().ends("ana").begins("ana")
    assert (fight.waits_for(), fight.actor()) == (("", ()), "ana")


def test_of_two_locks_the_second_does_not_hurt_one_whom_the_first_has_killed():
    fight = taken(LOCK).does("ana", STRIKE, "bo").everybody_passes().rolls("ana", "bo")
    suffers(fight, "bo").does("ana", HEAD, "bo").everybody_passes().rolls("ana", "bo")
    suffers(fight, "bo").ends("ana").ends("bo").begins("ana")
    assert [by for *_, by in holds(fight)] == [LOCK, HEAD]
    suffers(fight.rolls("ana", faces=(6,) * 6), "bo")
    assert fight.outcome("damage")[0] == "fatal wound"
    [late] = fight.events(e.Withdrawn)
    assert late.why == "bo is no legal target of tighten lock (7.9)"
    assert (holds(fight), fight.waits_for(), fight.actor()) == ([], ("", ()), "ana")


def breaking(*faces: int, points: Points = None) -> Fight:
    fight = taken(GRAB, points=points).ends("ana").does("bo", "break hold", "ana")
    fight.everybody_passes()
    return fight.rolls("bo", faces=faces).rolls("ana") if faces else fight


def test_a_hold_is_broken_by_the_higher_roll():
    fight = breaking(6)
    assert fight.left("bo", "ap") == 16 - 4
    assert fight.why("break hold") == {"Martial arts": 28, "ST": 4}
    assert fight.outcome("break hold") == ("is still held", {"roll": 28, "against": 32})


def test_a_hold_that_is_broken_is_over():
    fight = breaking(6, 6, 6, 6)
    assert fight.outcome("break hold") == ("breaks free", {"roll": 46, "against": 32})
    assert fight.basis("break hold") == ("7.9", "default")
    assert holds(fight) == []
    assert "move" in fight.manoeuvres("bo")


@pytest.mark.parametrize(("choice", "left"), [("breaks", 0), ("holds", 1)])
def test_a_table_may_leave_it_to_the_referee(choice: str, left: int):
    fight = breaking(points={"break hold": "referee"})
    assert fight.waits_for() == ("hold ruling", ("referee",))
    fight.answers("referee", choice)
    assert len(holds(fight)) == left
    assert fight.basis("break hold") == ("7.9", "ruled")


def test_nobody_breaks_a_hold_he_is_not_in():
    fight = boxers()
    no = refused(lambda: fight.does("ana", "break hold", "bo"))
    assert (no.clause, legal(no)) == ("7.9", "nothing")
    assert refused(lambda: fight.does("ana", "let go", "bo")).clause == "7.9"


# --- turn by turn ---


def test_a_lock_hurts_again_as_each_later_phase_of_its_owner_begins():
    fight = taken(LOCK).ends("ana").ends("bo").begins("ana")
    assert fight.actor() == "ana"
    assert fight.waits_for() == ("damage", ("ana",))
    [tightens] = [a for a in fight.events(e.Acted) if a.manoeuvre == "tighten lock"]
    assert (tightens.targets, tightens.params) == (("bo",), {"lock": LOCK, "aim": "right arm"})
    fight.rolls("ana")
    assert fight.why("damage") == {"ST": 4, "tighten lock": 8}
    assert fight.outcome("damage") == ("light wound", {"basic": 12, "resistance": 4, "net": 8})
    assert fight.waits_for() == ("wound", ("bo",))
    suffers(fight, "bo")
    assert len(fight.combat.conditions.on("bo", "wound")) == 2
    assert fight.left("ana", "ap") == 24
    assert (fight.waits_for(), fight.actor()) == (("", ()), "ana")


def test_a_lock_does_not_hurt_twice_in_the_turn_in_which_it_was_taken():
    fight = boxers(bo=WRESTLER, within=False).does("ana", "move", beside=["bo"], within=["bo"])
    fight.declares("bo", GRAB, "ana").everybody_passes().rolls("bo", "ana")
    fight.does("bo", LOCK, "ana", aim="right arm").everybody_passes().rolls("bo", "ana")
    suffers(fight, "ana")
    assert [r.purpose for r in fight.events(e.DiceRolled)].count("damage") == 1
    fight.ends("ana")
    assert (fight.waits_for(), fight.actor()) == (("", ()), "bo")
    assert [r.purpose for r in fight.events(e.DiceRolled)].count("damage") == 1


def test_a_lock_is_tightened_by_the_rules_and_by_nobody_else():
    fight = taken(LOCK)
    said: dict[str, Any] = {"lock": LOCK, "aim": "right arm"}
    no = refused(lambda: fight.does("ana", "tighten lock", "bo", **said))
    assert (no.clause, "is nobody's to do" in no.why) == ("7.9", True)
    assert "tighten lock" not in fight.manoeuvres("ana")


def test_a_grab_does_not_hurt_and_nor_does_a_lock_on_one_who_left():
    fight = taken(GRAB).ends("ana").ends("bo").begins("ana")
    assert fight.waits_for() == ("", ())
    fight = taken(LOCK).ends("ana").ends("bo").say_plainly({"type": "leave", "who": "bo"})
    assert fight.begins("ana").waits_for() == ("", ())
    assert fight.conditions("ana") == []
    assert "held" not in fight.conditions("bo")
