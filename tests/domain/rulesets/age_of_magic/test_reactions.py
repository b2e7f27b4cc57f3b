"""Trees of reactions: declared at once, done in turn, taken back or replaced."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import (
    ADVANCE,
    AXE,
    BACK,
    COGAN,
    HALF,
    STRIKE,
    URLIK,
    Fight,
    Points,
    four,
    refused,
    suffers,
)
from tests.support.refusals import lacks


def closing_in() -> Fight:
    """The man moves up to both; both declare an attack, the lower initiative first."""
    fight = four().does("man", "move", beside=["cogan", "erik"])
    return fight.declares("erik", STRIKE, "man", using="axe").declares(
        "cogan", STRIKE, "man", using="hand-&-half"
    )


# --- two reactors ---

TWO_REACTORS = """
Acted a1 man move
PoolChanged man.ap -2 pay
FactSet adjacent cogan~man yes
FactSet adjacent erik~man yes
Resolved a1 of=cogan in reach
Resolved a1 of=erik in reach
Asked q1 on=a1 declare (cogan)(erik)(bard)
Declared a2 erik stand and attack man on=a1 q1/erik
Declared a3 cogan stand and attack man on=a1 q1/cogan
Answered bard pass q1/bard
Closed q1
Asked q2 on=a1 react (cogan) | (erik)
Reacted a3 cogan stand and attack man on=a1 q2/cogan
PoolChanged cogan.ap -4 pay
Asked q3 on=a3 declare (man)(erik)(bard)
Declared a4 man parry on=a3 q3/man
Answered erik pass q3/erik
Answered bard pass q3/bard
Closed q3
Asked q4 on=a3 react (man)
Reacted a4 man parry on=a3 q4/man
PoolChanged man.ap -2 pay
FactSet adjacent cogan~man no
FactSet adjacent erik~man no
Asked q5 on=a4 declare (cogan)(erik)(bard)
Answered cogan pass q5/cogan
Answered erik pass q5/erik
Answered bard pass q5/bard
Closed q5
Closed q4
Asked q6 on=a3 strike (cogan)(man)
DiceRolled cogan attack 24 q6/cogan
DiceRolled man defence 62 q6/man
Closed q6
Resolved a4 succeeded
Resolved a3 of=man stopped {attack 24, defence 62, by -38}
Asked q7 on=a4 follow (man)
Answered man pass q7/man
Closed q7
Closed a4
Closed a3
Withdrawn a2 q2/erik
Closed q2
Closed a1
"""


def test_two_reactors_of_whom_one_withdraws():
    fight = four()
    before = len(fight.steps)
    fight.does("man", "move", beside=["cogan", "erik"])
    fight.declares("erik", STRIKE, "man", using="axe")
    fight.declares("cogan", STRIKE, "man", using="hand-&-half").passes("bard")
    fight.declares("man", "parry", using="spear", beside=[]).everybody_passes()
    fight.rolls("cogan").rolls("man", faces=(6, 6, 6)).passes("man")
    fight.say_plainly({"type": "withdraw", "who": "erik"})
    assert fight.told(before) == TWO_REACTORS.split("\n")[1:-1]
    assert [fight.left(who, "ap") for who in ("man", "cogan", "erik")] == [20, 12, 8]
    assert (fight.waits_for(), fight.actor()) == (("", ()), "man")


def test_both_declare_before_either_acts():
    fight = closing_in()
    assert fight.waits_for() == ("declare", ("bard",))
    assert [fight.left(who, "ap") for who in ("cogan", "erik")] == [16, 8]


def parried(*beside: str) -> Fight:
    """The man parries Cogan and comes to stand beside whom it says."""
    fight = closing_in().passes("bard")
    fight.declares("man", "parry", using="spear", beside=list(beside)).everybody_passes()
    fight.rolls("cogan").rolls("man", faces=(6, 6, 6)).passes("man")
    return fight


def test_what_has_become_impossible_is_withdrawn_and_costs_nothing():
    fight = parried()
    assert fight.outcome("hit") == ("stopped", {"attack": 24, "defence": 62, "by": -38})
    assert fight.waits_for() == ("react", ("erik",))
    no = refused(lambda: fight.answers("erik", "go"))
    assert (no.clause, no.why) == ("3.5", "man is no legal target of stand and attack")
    fight.say_plainly({"type": "withdraw", "who": "erik"})
    assert fight.left("erik", "ap") == 8


def test_what_is_still_possible_goes_on_when_its_turn_comes():
    fight = parried("erik").answers("erik", "go")
    assert fight.left("erik", "ap") == 2
    assert fight.waits_for() == ("declare", ("man", "cogan", "bard"))


def test_a_later_reactor_may_do_something_else_instead():
    fight = parried().does("erik", "turn")
    assert [w.why for w in fight.events(e.Withdrawn)] == ["another reaction instead"]
    assert fight.left("erik", "ap") == 6


def test_the_next_action_waits_until_the_tree_is_finished():
    fight = closing_in()
    waits = "answer declare of bard: no = yes"
    assert lacks(refused(lambda: fight.does("man", "move"))) == waits
    fight = parried("erik")
    waits = "answer react of erik: no = yes"
    assert lacks(refused(lambda: fight.does("man", "move"))) == waits
    assert refused(lambda: fight.ends("man"))


def test_a_reaction_out_of_the_order_of_initiative_is_refused():
    fight = four().does("man", "move", beside=["cogan", "erik"])
    fight.declares("erik", "turn").declares("cogan", "speak", words=3).passes("bard")
    assert fight.told()[2] == "Asked q2 on=a1 react (cogan) | (erik)"
    assert fight.waits_for() == ("declare", ("man", "erik", "bard"))
    assert refused(lambda: fight.does("erik", "turn")).why.startswith("declare it first")
    fight.everybody_passes()
    assert fight.waits_for() == ("react", ("erik",))
    assert refused(lambda: fight.does("cogan", "turn")).why.startswith("cogan is not asked now")


def test_a_later_rank_waits_for_the_dice_of_the_earlier():
    fight = closing_in().passes("bard").everybody_passes()
    assert fight.waits_for() == ("strike", ("cogan", "man"))
    no = refused(lambda: fight.does("erik", "turn"))
    assert lacks(no) == "answer strike of cogan: no = yes; answer strike of man: no = yes"


def test_what_a_declared_reaction_costs_stands_beside_doing_it():
    fight = parried("erik")
    found = [o for o in fight.offered() if o.command.get("choice") == "go"]
    [cost] = [o.cost for o in found if o.command["who"] == "erik"]
    before = fight.left("erik", "ap")
    fight.answers("erik", "go")
    assert cost == {"ap": before - fight.left("erik", "ap")} and cost["ap"] > 0


def test_nobody_follows_a_move_to_which_another_has_reacted():
    fight = parried()
    no = refused(lambda: fight.does("erik", "follow", beside=["man"]))
    why = "cogan has reacted already: followers move before other reactions"
    assert (no.clause, no.why) == ("5.5", why)
    assert "follow" not in fight.manoeuvres("erik")


def test_who_follows_instead_before_any_other_reaction_may():
    fight = four().does("man", "move", beside=[])
    fight.declares("cogan", "follow", beside=["man"]).declares("erik", "turn").everybody_passes()
    fight.everybody_passes()
    assert fight.waits_for() == ("react", ("erik",))
    fight.does("erik", "follow", beside=["man", "cogan"])
    assert [r.manoeuvre for r in fight.events(e.Reacted)] == ["follow", "follow"]


# --- an attacker who was struck down ---


def struck_down(deed: str, using: str = "", damage: int = 8, points: Points = None) -> Fight:
    """Cogan advances on Urlik, who declares a reaction; Erik's blow at his hand comes first."""
    axe = {"axe": {**AXE, "damage": damage}}
    erik = {**URLIK, "Melee": 20, "Tactics": 9, "weapons": axe}
    fight = Fight(points=points).joins("cogan", side="heroes", **{**COGAN, "WP": -8})
    fight.joins("urlik", side="foes", **URLIK).joins("erik", side="foes", **erik).begins("cogan")
    fight.does("cogan", ADVANCE, "urlik", using=HALF, beside=["urlik", "erik"])
    fight.declares("urlik", deed, *(["cogan"] if deed == BACK else []), using=using)
    fight.declares("erik", STRIKE, "cogan", using="axe", aim="right hand").everybody_passes()
    fight = suffers(fight.rolls("erik", "cogan").rolls("erik"), "cogan")
    assert fight.waits_for() == ("react", ("urlik",))
    return fight


@pytest.mark.parametrize("damage", [8, 30])
@pytest.mark.parametrize(
    ("deed", "using"), [("block", "shield"), ("parry", "axe"), ("side step", "")]
)
def test_there_is_no_defence_against_an_attacker_who_cannot_act(deed: str, using: str, damage: int):
    fight = struck_down(deed, using, damage)
    no = refused(lambda: fight.answers("urlik", "go"))
    why = "cogan can no longer act, so the attack is void: drop this reaction"
    assert (no.clause, no.why) == ("5.13", why)
    assert {"block", "jump back", "side step"}.isdisjoint(fight.manoeuvres("urlik"))
    fight.say_plainly({"type": "withdraw", "who": "urlik"})
    assert (fight.outcome("hit"), fight.left("urlik", "ap")) == (("void", {}), 8)


def test_the_dead_are_not_attacked_back_but_the_unconscious_are():
    fight = struck_down(BACK, "axe", damage=30)
    no = refused(lambda: fight.answers("urlik", "go"))
    assert no.why == "cogan is no legal target of stand and attack back"
    fight.say_plainly({"type": "withdraw", "who": "urlik"})
    assert fight.left("urlik", "ap") == 8
    fight = struck_down(BACK, "axe").answers("urlik", "go").everybody_passes()
    assert fight.waits_for() == ("strike", ("urlik", "cogan"))


def test_where_the_disabled_go_on_they_are_defended_against():
    fight = struck_down("block", "shield", points={"disabled actor": "continues"})
    fight.answers("urlik", "go").everybody_passes()
    assert fight.waits_for() == ("strike", ("cogan", "urlik"))
