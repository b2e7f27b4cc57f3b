"""Kaiser 2.4: turns, delay and its two conflicts, the last call, and the phases' gates."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.kaiser import YRSA, Fight, duel, refused
from tests.support.refusals import lacks

PLAIN: dict[str, Any] = {"lp": 50, "constitution": 5, "willpower": 5, "agility": 4}


def line(*names: str) -> Fight:
    """Those named, in this order, each five apart; nobody intends anything."""
    fight = Fight()
    for place, who in enumerate(names):
        fight.joins(who, **PLAIN | {"class bonus": 15 - 5 * place})
    fight.round().all_declared()
    return fight.rolls(**dict.fromkeys(names, (3, 4)))


def turns(fight: Fight) -> list[str]:
    return [t.who[0] + ("+" if t.resumes else "") for t in fight.events(e.TurnBegan)]


def test_scenario_7_whoever_delays_may_resume_after_another_s_turn():
    fight = line("a", "b", "c").does("a", "delay")
    assert fight.combat.clock.actors == ("b",)
    fight.ends("b")
    assert fight.waits_for() == ("resume", ("a",))
    fight.answers("a", "resume")
    assert fight.combat.clock.actors == ("a",)
    fight.ends("a")
    assert turns(fight) == ["a", "b", "a+", "c"]


def test_scenario_7_or_wait_for_the_next():
    fight = line("a", "b", "c").does("a", "delay").ends("b").answers("a", "wait").ends("c")
    assert fight.waits_for() == ("resume or forfeit", ("a",))
    fight.answers("a", "resume").ends("a")
    assert turns(fight) == ["a", "b", "c", "a+"]


def test_scenario_7_not_in_the_midst_of_another_s_turn():
    fight = line("a", "b", "c").does("a", "delay")
    why = refused(fight, lambda: fight.answers("a", "resume"))
    assert lacks(why) == "turn turn: b = a"


def test_scenario_7_nor_while_flat_footed():
    fight = line("a", "b", "c").does("a", "delay").state("a", "flat footed").ends("b")
    assert fight.combat.clock.actors == ("c",)
    asked = [q for q in fight.events(e.Asked) if q.about == "resume"]
    assert [(s.who, s.barred) for s in asked[-1].slots] == [("a", "3.4")]


def test_scenario_8_when_all_others_are_done_the_lowest_goes_first():
    fight = line("a", "b", "c").does("a", "delay").does("b", "delay").answers("a", "wait")
    fight.ends("c")
    assert fight.waits_for() == ("resume or forfeit", ("b",))
    fight.answers("b", "resume").ends("b")
    assert fight.waits_for() == ("resume or forfeit", ("a",))
    fight.answers("a", "resume").ends("a")
    assert turns(fight) == ["a", "b", "c", "b+", "a+"]


def test_scenario_8_of_two_who_resume_at_once_the_higher_chooses():
    fight = line("a", "b", "c", "d").does("a", "delay").does("b", "delay").answers("a", "wait")
    fight.ends("c")
    assert fight.waits_for() == ("resume", ("a", "b"))
    fight.answers("b", "resume").answers("a", "resume")
    assert fight.waits_for() == ("who goes first", ("a",))
    fight.answers("a", "goes first", first="b")
    assert fight.combat.clock.actors == ("b",)
    fight.ends("b")
    assert fight.waits_for() == ("resume", ("a",))


def test_a_delay_opens_resume_for_those_who_delayed_before_it():
    fight = line("a", "b", "c").does("a", "delay")
    assert fight.combat.clock.actors == ("b",)  # nobody had delayed before
    fight.does("b", "delay")
    assert fight.waits_for() == ("resume", ("a",))
    fight.answers("a", "resume")
    assert fight.combat.clock.actors == ("a",)
    fight.ends("a")
    assert fight.waits_for() == ("resume", ("b",))
    assert turns(fight) == ["a", "b", "a+"]


def test_a_turn_that_is_resumed_after_a_delay_is_not_over_at_once():
    fight = line("a", "b", "c").does("a", "delay").does("b", "delay").answers("a", "resume")
    fight.does("a", "dash").does("a", "delay").answers("b", "resume")
    assert fight.combat.clock.actors == ("b",)
    fight.does("b", "dash").ends("b")
    assert fight.waits_for() == ("resume", ("a",))


@pytest.mark.parametrize(
    ("first", "opens"),
    [((), False), (("talk",), False), (("dash",), True), (("talk", "dash"), True)],
)
def test_who_delays_again_opens_resume_only_after_acting(first: tuple[str, ...], opens: bool):
    fight = line("a", "b", "c").does("a", "delay").does("b", "delay").answers("a", "resume")
    for deed in first:
        fight.does("a", deed, **({"words": "now"} if deed == "talk" else {}))
    fight.does("a", "delay")
    assert fight.waits_for() == (("resume", ("b",)) if opens else ("", ()))
    assert opens or fight.combat.clock.actors == ("c",)


def test_when_nobody_is_left_to_wait_for_there_is_no_delay():
    fight = line("a", "b").does("a", "delay")
    why = refused(fight, lambda: fight.does("b", "delay"))
    assert (why.clause, lacks(why)) == ("2.4.3", "turn turns to come: 0 >= 1")


def test_a_delayed_turn_may_be_forfeited():
    fight = line("a", "b").does("a", "delay").ends("b").answers("a", "forfeit")
    assert [t.why for t in fight.events(e.TurnEnded)] == ["", "", "forfeited"]


def test_a_resumed_turn_refills_nothing():
    fight = duel().does("xan", "delay").ends("yrsa").answers("xan", "resume")
    assert (fight.left("xan", "ap"), fight.left("xan", "attacks")) == (3, 2)


def test_ap_left_at_the_end_of_a_turn_are_for_reactions():
    fight = duel().ends("xan")
    assert fight.left("xan", "ap") == 3


def test_a_swift_action_is_for_any_time():
    fight = duel().does("yrsa", "increase action")
    assert fight.combat.clock.actors == ("xan",)
    assert (fight.left("yrsa", "ap"), fight.left("yrsa", "stamina")) == (4, 10)


def test_scenario_31_the_phase_waits_for_every_turn():
    fight = line("a", "b")
    assert refused(fight, lambda: fight.round()).why
    fight.ends("a")
    assert fight.combat.clock.path[-1].who == ("b",)


def test_scenario_31_a_swift_action_in_the_last_call_opens_it_again_for_all():
    fight = line("a", "b").ends("a").ends("b")
    assert fight.waits_for() == ("swift", ("a", "b"))
    fight.passes("a").does("b", "increase action")
    assert fight.waits_for() == ("swift", ("a", "b"))
    fight.passes()
    assert fight.combat.clock.path == ()


def test_the_last_call_is_for_swift_actions_alone():
    fight = line("a", "b").ends("a").ends("b")
    why = refused(fight, lambda: fight.does("a", "dash"))
    assert (why.clause, lacks(why)) == ("2.4.4", "turn turn: nothing = a")


def test_who_falls_has_no_turn():
    fight = line("a", "b").pool("b", "lp", -50).ends("a")
    assert [t.why for t in fight.events(e.TurnEnded)] == ["", "cannot act: 9.6"]
    assert YRSA["lp"] == 80 and "unconscious" in fight.conditions("b")


def delaying_with_nothing_left(*others: str) -> Fight:
    """A delays with no AP left, and C holds an attack at A; the others have had their turns."""
    fight = Fight()
    for place, who in enumerate(("c", "a", *others)):
        armed = PLAIN | {"lp": 900, "strike": 10, "weapons": {"long sword": {}}}
        fight.joins(who, **armed | {"class bonus": 15 - 5 * place})
    fight.close_together("c a").round().intends("c", "attack intention", using="long sword")
    fight.all_declared().rolls(**dict.fromkeys(("c", "a", *others), (3, 4)))
    fight.does("c", "prepare", until="a moves").ends("c").does("a", "delay").pool("a", "ap", -6)
    return fight.ends(others[0])


def struck_while_asked(fight: Fight) -> Fight:
    return fight.does("c", "release", "a", using="long sword").rolls(c=(1, 2)).passes("a")


def test_who_becomes_flat_footed_while_asked_does_not_resume():
    fight = delaying_with_nothing_left("b", "d")
    assert fight.waits_for() == ("resume", ("a",))
    struck_while_asked(fight)
    assert "flat footed" in fight.conditions("a")
    assert fight.combat.clock.actors == ("d",)
    assert refused(fight, lambda: fight.answers("a", "resume")).clause == "2.4.1"


def test_who_becomes_flat_footed_while_asked_for_the_rest_of_the_turn_loses_it():
    fight = delaying_with_nothing_left("b")
    assert fight.waits_for() == ("resume or forfeit", ("a",))
    assert struck_while_asked(fight).waits_for()[0] == "swift"
    assert [(t.who, t.why) for t in fight.events(e.TurnEnded)][-1] == (("a",), "flat footed")


def test_who_is_flat_footed_no_more_while_others_are_asked_may_resume():
    fight = line("a", "b", "c", "d").does("a", "delay").does("b", "delay").answers("a", "wait")
    fight.state("a", "flat footed").ends("c")
    assert fight.waits_for() == ("resume", ("b",))
    fight.does("a", "increase action")
    assert fight.waits_for() == ("resume", ("a", "b"))


def wanting_to_resume() -> Fight:
    """A and B delay, and C has ended its turn."""
    fight = line("a", "b", "c", "d").does("a", "delay").does("b", "delay").answers("a", "wait")
    return fight.ends("c").answers("a", "resume")


def test_who_said_so_and_is_flat_footed_since_does_not_resume():
    fight = wanting_to_resume().state("a", "flat footed").answers("b", "wait")
    assert fight.combat.clock.actors == ("d",)


def test_of_two_who_resume_the_other_goes_first_where_the_one_chosen_cannot():
    fight = wanting_to_resume().answers("b", "resume").state("b", "flat footed")
    fight.answers("a", "goes first", first="b")
    assert fight.combat.clock.actors == ("a",)


def test_who_has_fallen_while_asked_has_no_turn_to_forfeit():
    fight = line("a", "b").does("a", "delay").ends("b").pool("a", "lp", -50)
    assert fight.waits_for() == ("swift", ("b",))
    assert [t.why for t in fight.events(e.TurnEnded)] == ["", ""]
