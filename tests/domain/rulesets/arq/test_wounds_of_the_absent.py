"""ARQ 1.7: figures that have left, or hide, while wounds are ruled on them."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from tests.domain.rulesets.arq.test_melee import harm
from tests.domain.rulesets.arq.test_movement import moving
from tests.support.fights.arq import Clash


def left_at_a_shot(wounds: int) -> Clash:
    """o1's shot at c1 hits; c1 leaves before the referee rules the wounds."""
    clash = Clash().figures(c1="0,0", c2="0,5", o1="9,0").round().settled()
    clash.does("o1", "shoot", "c1").answers("c1", "loses").say(c.Leave(who="c1"))
    return clash.answers("referee", "harm", wounds=wounds)


def back(clash: Clash) -> Clash:
    return clash.say(c.Join(subject="c1", side="party"))


def test_who_leaves_while_wounds_are_ruled_falls_and_comes_back_fallen():
    clash = left_at_a_shot(6)
    clash.holds()
    clauses = [d.clause for d in clash.steps[-1] if isinstance(d.event, e.ConditionBegan)]
    assert (clauses, clash.conditions("c1")) == (["1.7"], ["incapacitated"])
    assert back(clash).waits_for() == ("action", ("c2",))


def test_who_leaves_while_the_wounds_of_melee_are_ruled_falls():
    clash = Clash().figures(c1="0,0", c2="9,9", o1="1,0").to_phase("melee").pair("o1+c1")
    clash.answers("c1", "loses").say(c.Leave(who="c1"))
    harm(clash, c1_o1=6).holds()
    assert back(clash).conditions("c1") == ["incapacitated"]


def test_who_hides_with_six_wounds_and_comes_back_into_the_open_has_fallen():
    clash = moving(c1="0,0", o1="9,0")
    clash.say(c.Join(subject="o2", side="orcs", traits={"foe": True}, hidden=True))
    clash.has_taken("o2", 6).say(c.Leave(who="o2"))
    assert clash.conditions("o2") == []
    assert clash.say(c.Join(subject="o2", side="orcs")).conditions("o2") == ["incapacitated"]
