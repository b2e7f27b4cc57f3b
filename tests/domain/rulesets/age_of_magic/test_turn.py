"""Action points and phases."""

from __future__ import annotations

from domain import events as e
from tests.support.fights.age_of_magic import URLIK, Fight, Points, duel, refused


def three() -> Fight:
    fight = Fight().joins("ana", Tactics=3, Combat=4).joins("bo", Tactics=2, Combat=4)
    fight.joins("cy", Tactics=1, Combat=4)
    return fight


def whys(fight: Fight) -> list[tuple[str, str]]:
    return [(t.who[0], t.why) for t in fight.events(e.TurnBegan)]


# --- action points ---


def ap_of(combat: object, *faces: int, points: Points = None) -> int:
    fight = Fight(points=points).joins("cogan", Combat=combat)
    fight.round()
    fight.rolls("cogan").rolls("cogan", faces=faces)
    return fight.left("cogan", "ap")


def test_action_points_as_in_the_printed_examples():
    assert ap_of(8) == 16
    assert ap_of(8, 6) == 22  # D + 5
    assert ap_of(8, 5, 6) == 26  # 2D + 2 comes to 13
    assert ap_of(8, 5, 6, points={"points per die": "3 1/2"}) == 24


def test_there_are_three_action_points_at_least():
    assert ap_of(4, 1, 1) == 6  # 2D - 2 comes to 0
    assert ap_of("2 1/2") == 6
    assert ap_of("3 1/2") == 7


def test_cogan_rolls_combat_with_combat_speed_and_co():
    fight = duel()
    [roll] = [
        r for r in fight.events(e.DiceRolled) if (r.purpose, r.who) == ("action points", "cogan")
    ]
    assert {m.source: m.value for m in roll.modifiers} == {"Combat": 13, "Combat speed": 2, "CO": 1}
    assert fight.left("cogan", "ap") == 16


def test_every_pool_is_filled_at_once_and_what_was_left_is_lost():
    fight = duel()
    fill = next(
        step for step in fight.steps if any(isinstance(d.event, e.PoolChanged) for d in step)
    )
    assert [d.event.subject for d in fill if isinstance(d.event, e.PoolChanged)] == [
        "cogan",
        "urlik",
    ]
    fight.ends("cogan").ends("urlik")
    fight.begins("cogan")
    filled = [p for p in fight.events(e.PoolChanged) if p.subject == "cogan"]
    assert [(p.how, p.delta, p.balance) for p in filled] == [("fill", 16, 16), ("fill", 0, 16)]


def test_a_table_may_keep_what_was_left():
    fight = duel(points={"carry over": "yes"})
    fight.ends("cogan").ends("urlik")
    assert fight.begins("cogan").left("cogan", "ap") == 32


def returned(points: Points = None) -> Fight:
    """Cy leaves with 8 half-points of AP, and is back in the phase of Ana in the next turn."""
    fight = Fight(points=points).joins("ana", Tactics=3, Combat=4)
    fight.joins("cy", Tactics=1, Combat=4).begins("ana").ends("ana")
    fight.say_plainly({"type": "leave", "who": "cy"}).begins("ana")
    return fight.joins("cy", Tactics=1, Combat=4)


def test_who_comes_back_in_a_later_turn_has_none_of_the_points_left_before():
    fight = returned()
    assert fight.left("cy", "ap") == 0
    fight.does("ana", "move").everybody_passes().ends("ana")
    assert fight.begins("cy").left("cy", "ap") == 8


def test_who_comes_back_in_a_later_turn_rolls_anew_where_late_joiners_join_in():
    fight = returned({"late joiner": "joins in"})
    assert fight.left("cy", "ap") == 0
    fight.ends("ana").rolls("cy").rolls("cy")
    assert (fight.actor(), fight.left("cy", "ap")) == ("cy", 8)


def test_a_table_that_keeps_what_was_left_keeps_it_for_who_comes_back():
    assert returned({"carry over": "yes"}).left("cy", "ap") == 8


def test_who_comes_back_in_the_same_turn_has_what_was_left():
    fight = Fight().joins("ana", Tactics=3, Combat=4).joins("cy", Tactics=1, Combat=4)
    fight.begins("ana").say_plainly({"type": "leave", "who": "cy"})
    assert fight.joins("cy", Tactics=1, Combat=4).left("cy", "ap") == 8


# --- phases ---


def test_at_each_boundary_everybody_still_to_come_is_asked_again():
    fight = three().begins("bo")
    assert (fight.actor(), whys(fight)) == ("bo", [("bo", "now")])
    fight.ends("bo")
    assert fight.waits_for() == ("phase", ("ana",))
    fight.answers("ana", "pass")
    assert fight.actor() == "cy"
    fight.ends("cy")
    assert fight.actor() == "ana"
    fight.ends("ana")
    assert fight.combat.clock.path == ()
    assert whys(fight) == [("bo", "now"), ("cy", "last"), ("ana", "last")]


def test_a_phase_ends_by_itself_when_less_than_one_point_is_left():
    fight = Fight().joins("ana", Combat="3 1/2", Tactics=1).joins("bo")
    fight.begins("ana")
    for _ in range(3):
        fight.does("ana", "move").everybody_passes()
    assert fight.left("ana", "ap") == 1
    assert fight.actor() == "bo"


def test_points_kept_after_ones_phase_pay_for_reactions_later():
    fight = duel(first="cogan").ends("cogan")
    assert (fight.actor(), fight.left("cogan", "ap")) == ("urlik", 16)
    fight.does("urlik", "stand and attack", "cogan", using="axe")
    fight.declares("cogan", "side step").everybody_passes()
    assert fight.left("cogan", "ap") == 14


def test_points_spent_on_reactions_are_missing_in_ones_own_phase():
    fight = duel(urlik={**URLIK, "Dodge": 9})
    fight.does("cogan", "stand and attack", "urlik", using="hand-&-half")
    fight.declares("urlik", "jump back").everybody_passes().rolls("cogan", "urlik")
    assert fight.outcome("hit")[0] == "stopped"
    fight.ends("cogan")
    assert (fight.actor(), fight.left("urlik", "ap")) == ("urlik", 6)


def test_whoever_joins_in_mid_turn_waits_for_the_next():
    fight = three().begins("ana")
    fight.joins("di", Tactics=9).ends("ana").answers("bo", "now").ends("bo").ends("cy")
    assert "di" not in [who for who, _ in whys(fight)]
    fight.begins("di")
    assert fight.actor() == "di"


def test_a_table_may_let_who_comes_late_join_in():
    fight = Fight(points={"late joiner": "joins in"}).joins("ana", Tactics=3, Combat=4)
    fight.joins("bo", Tactics=1, Combat=4).begins("ana").does("ana", "move")
    fight.joins("di", Tactics=3, Combat=6).joins("el", Combat="2 1/2")
    assert fight.waits_for()[0] == "declare"
    fight.everybody_passes().ends("ana")
    assert fight.waits_for() == ("initiative", ("di", "el"))
    fight.rolls("di", "el")
    assert fight.combat.clock.order("initiative") == ("ana", "di", "bo", "el")
    assert fight.waits_for() == ("action points", ("di", "el"))
    fight.rolls("di", "el")
    assert [fight.left(who, "ap") for who in ("ana", "bo", "di", "el")] == [6, 8, 12, 6]
    assert fight.waits_for() == ("phase", ("di",))
    fight.answers("di", "now").ends("di").polls("bo").ends("bo").ends("el")
    assert whys(fight) == [("ana", "now"), ("di", "now"), ("bo", "now"), ("el", "last")]
    assert fight.combat.clock.path == ()
    assert fight.begins("di").left("ana", "ap") == 8


def test_somebody_who_leaves_when_polled_does_not_choose_for_the_others():
    fight = three().round()
    fight.rolls("ana", "bo", "cy").rolls("ana", "bo", "cy")
    fight.say_plainly({"type": "leave", "who": "ana"})
    assert fight.waits_for() == ("phase", ("bo",))


def test_the_unconscious_roll_nothing_and_forfeit_their_phase():
    fight = three()
    change = {"what": "condition", "subject": "bo", "name": "unconscious"}
    fight.say_plainly({"type": "adjust", "note": "a brick", "change": change}).round()
    assert fight.waits_for() == ("initiative", ("ana", "cy"))
    fight.rolls("ana", "cy").rolls("ana", "cy")
    assert whys(fight) == [("bo", "forfeited")]
    assert fight.left("bo", "ap") == 0
    fight.answers("ana", "now").ends("ana").ends("cy")
    assert [t.who for t in fight.events(e.TurnEnded)] == [("bo",), ("ana",), ("cy",)]
    assert fight.combat.clock.path == ()


def test_those_who_forfeit_last_do_so_after_a_latecomer():
    points = {"unable phase": "forfeited last", "late joiner": "joins in"}
    fight = Fight(points=points).joins("ana", Tactics=3, Combat=4)
    fight.joins("bo", Tactics=1, Combat=4).begins("ana")
    fight.adjusts(what="condition", subject="bo", name="unconscious")
    fight.joins("cy", Combat=4).ends("ana")
    assert fight.waits_for() == ("initiative", ("cy",))
    fight.rolls("cy").rolls("cy").ends("cy")
    assert whys(fight) == [("ana", "now"), ("cy", "last"), ("bo", "forfeited")]
    assert fight.combat.clock.path == ()


def test_nobody_has_a_second_phase_or_acts_in_that_of_another():
    fight = three().begins("bo")
    assert refused(lambda: fight.does("ana", "move")).why == "it is not ana's turn"
    fight.ends("bo")
    assert refused(lambda: fight.answers("bo", "now")).why.startswith("bo is not asked now")
    assert refused(lambda: fight.does("bo", "move")).why.startswith("bo is not asked now")


def test_the_turn_cannot_be_ended_while_somebody_has_had_no_phase():
    fight = three().begins("bo")
    command = {"type": "answer", "who": "referee", "about": "round", "choice": "end"}
    assert refused(lambda: fight.say_plainly(command))
    assert refused(fight.round).why == "no round can begin now"
