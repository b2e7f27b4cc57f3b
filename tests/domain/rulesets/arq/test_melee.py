"""ARQ 7: melee is resolved from one state, whatever the order of entry; six wounds; gang-up."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash

TESTS = (("o1", "wins"), ("o2", "loses"))


def beset(order=TESTS, wounds: int = 5) -> Clash:
    """c1 has five wounds and is paired with o1 and o2."""
    clash = Clash().figures(c1={}, o1={}, o2={}).touching("o1+c1", "o2+c1")
    clash.has_taken("c1", wounds).to_phase("melee").pair("o1+c1 o2+c1")
    for foe, outcome in order:
        clash.answers("c1", outcome, foe)
    return clash


def harm(clash: Clash, **wounds: int) -> Clash:
    """The wounds of each pair, `c1_o1=2`."""
    said: dict[str, Any] = {pair.replace("_", " "): n for pair, n in wounds.items()}
    return clash.answers("referee", "harm", **said)


@pytest.mark.parametrize("order", tuple(permutations(TESTS)))
def test_16_simultaneous_melee_in_whatever_order_it_is_entered(order):
    """c1 beats o1 and is beaten by o2: o1 is hit, c1 falls at six; his win is not undone."""
    clash = harm(beset(order), c1_o1=2, c1_o2=1)
    assert (clash.left("o1", "wounds"), clash.left("c1", "wounds")) == (2, 6)
    assert clash.conditions("c1") == ["incapacitated"]
    assert clash.left("o2", "wounds") == 0
    plain = harm(beset(), c1_o1=2, c1_o2=1)
    assert clash.combat == plain.combat
    assert clash.told(-1) == plain.told(-1)
    assert clash.refolds()


def test_16_all_blows_fall_in_one_step():
    clash = harm(beset(), c1_o1=2, c1_o2=1)
    posted = [d.event for d in clash.steps[-1] if isinstance(d.event, e.PoolChanged)]
    assert [(p.subject, p.delta, p.balance) for p in posted] == [("o1", 2, 2), ("c1", 1, 6)]
    basis = {d.basis for d in clash.steps[-1] if isinstance(d.event, e.PoolChanged)}
    assert basis == {"ruled"}
    assert not [d for d in clash.steps[-2] if isinstance(d.event, e.PoolChanged)]


def test_an_answer_may_be_taken_back_until_all_have_drawn():
    clash = beset(TESTS[:1])
    clash.say(c.Withdraw(who="c1", toward="o1")).answers("c1", "ties", "o1").answers("c1", "ties")
    assert clash.phase() == ""  # nobody is beaten, so no wounds are asked for


def test_one_test_for_each_foe_who_is_paired_with_a_character():
    clash = beset(())
    [asked] = [q for q in clash.events(e.Asked) if q.about == "melee"]
    assert [(s.who, s.about) for s in asked.slots] == [("c1", "o1"), ("c1", "o2")]


def test_what_was_drawn_is_told_with_card_rank_and_number():
    clash = beset(())
    clash.answers("c1", "wins", "o1", drew="the Tower", rank=3, result=7)
    [told] = [a for a in clash.events(e.Answered) if a.who == "c1"]
    assert (told.choice, told.params) == ("wins", {"rank": 3, "result": 7})
    assert clash.events(e.CardDrawn)[0].card == "the Tower"


def test_a_foe_is_ganged_up_on_as_well():
    clash = Clash().figures(c1={}, c2={}, o1={}).touching("o1+c1", "o1+c2").to_phase("melee")
    clash.pair("o1+c1 o1+c2", who="c1")
    assert clash.ganged_up() == ["o1"]


def test_what_gang_up_does_is_the_referee_s_word():
    clash = Clash({"gang up": "rank +1"}).figures(c1={}, o1={}, o2={})
    clash.touching("o1+c1", "o2+c1").to_phase("melee").pair("o1+c1 o2+c1")
    [gang] = clash.combat.conditions.on("c1", "ganged up")
    assert gang.detail == {"effect": "rank +1"}
    basis = [d.basis for d in clash.steps[-1] if isinstance(d.event, e.ConditionBegan)]
    assert basis == ["ruled"]


def test_pairings_and_gang_up_are_over_with_the_phase():
    clash = harm(beset(), c1_o1=0, c1_o2=0)
    assert clash.ganged_up() == []
    assert "yes" not in clash.combat.facts.toward("c1", "paired").values()
    assert clash.combat.clock.path == ()


@pytest.mark.parametrize(
    ("tie", "loser"), [("nobody", []), ("tester", ["o1"]), ("opposition", ["c1"])]
)
def test_a_tie_is_settled_as_the_table_plays_it(tie, loser):
    clash = Clash({"tie": tie}).figures(c1={}, o1={}).touching("o1+c1").to_phase("melee")
    clash.pair("o1+c1").answers("c1", "ties")
    if loser:
        harm(clash, c1_o1=1)
    wounded = [w for w in ("c1", "o1") if clash.left(w, "wounds")]
    assert wounded == loser


# --- six wounds ------------------------------------------------------------------------------


def test_at_six_wounds_and_only_then_somebody_is_incapacitated():
    clash = Clash().figures(c1={}, o1={}).has_taken("c1", 5)
    assert clash.conditions("c1") == []
    assert clash.has_taken("c1", 1).conditions("c1") == ["incapacitated"]
    assert clash.has_taken("c1", -1).conditions("c1") == []
    assert clash.has_taken("c1", 3).conditions("c1") == ["incapacitated"]


def test_the_incapacitated_are_not_waited_for():
    clash = Clash().figures(c1={}, c2={}, o1={}).has_taken("c1", 6).round().settled()
    assert clash.waits_for() == ("action", ("c2", "o1", "referee"))
    assert (clash.left("c1", "action"), clash.left("c2", "action")) == (0, 1)


def test_who_was_put_down_by_the_referee_s_word_stays_down():
    """A goblin may fall before its sixth wound: that is not for the rules found to say."""
    clash = Clash().figures(c1={}, o1={})
    change = {"what": "condition", "subject": "o1", "name": "incapacitated"}
    clash.say_plainly({"type": "adjust", "note": "a mere goblin", "change": change})
    assert clash.has_taken("c1", 1).conditions("o1") == ["incapacitated"]


def test_an_extra_card_in_the_deck_lasts():
    clash = Clash().figures(c1={}, o1={})
    change = {"what": "condition", "subject": "c1", "name": "extra card", "at": "a rousing speech"}
    clash.say_plainly({"type": "adjust", "note": "the bard", "change": change}).to_phase("movement")
    [extra] = clash.combat.conditions.on("c1", "extra card")
    assert (extra.at, extra.until) == ("a rousing speech", None)


def test_no_wounds_beyond_what_a_blow_can_bring():
    clash = beset()
    no = refused(lambda: harm(clash, c1_o1=7, c1_o2=0))
    assert (no.clause, no.numbers) == ("7.2", {"least": 0, "most": 6})


# --- who leaves and comes back --------------------------------------------------------------


def fighting() -> Clash:
    """c1 fights o1, c2 fights o2; the cards are drawn, and c2 has not told the outcome."""
    clash = Clash().figures(c1="0,0", c2="9,9", o1="0,1", o2="9,8").to_phase("melee")
    return clash.pair("o1+c1", "referee", "c1").pair("o2+c2", "referee", "c2").drawn("")


def test_who_comes_back_while_outcomes_are_told_tells_theirs():
    clash = fighting().say(c.Leave(who="c1")).say(c.Join(subject="c1", side="party"))
    assert clash.waits_for() == ("melee outcome", ("c1", "c2"))
    harm(clash.fights(c1_o1="wins", c2_o2="ties"), c1_o1=2)
    assert clash.left("o1", "wounds") == 2


def test_who_comes_back_while_outcomes_are_told_after_leaving_during_the_draw_fights():
    clash = Clash().figures(c1="0,0", c2="9,9", o1="0,1", o2="9,8").to_phase("melee")
    clash.pair("o1+c1", "referee", "c1").pair("o2+c2", "referee", "c2").say(c.Leave(who="c1"))
    clash.drawn("").say(c.Join(subject="c1", side="party"))
    assert clash.waits_for() == ("melee outcome", ("c1", "c2"))


def test_against_a_foe_who_has_left_no_outcome_is_told_until_it_comes_back():
    clash = fighting().say(c.Leave(who="o1"))
    assert clash.waits_for() == ("melee outcome", ("c2",))
    assert clash.say(c.Join(subject="o1", side="orcs")).waits_for()[1] == ("c2", "c1")
