"""What was declared against the rules and kept is carried out like any other reaction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.state.viewer import Viewer
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import BEN, UNREAL, refused, three
from tests.support.refusals import legal
from tests.support.story import Story


def brawl(mode: str = "record") -> Story:
    """Man comes up to Cogan alone; Erik, who is not near, strikes at him all the same."""
    story = three(mode=mode).does("man", "move", beside=["cogan"])
    return story.declares("erik", "strike", "man", against=True)


def slips_away(mode: str = "enforce") -> Story:
    """Both have declared to strike, and Man has parried the first and stepped away from both."""
    story = Story(UNREAL, mode=mode).joins("man", side="b").joins("cogan", "erik", side="a").round()
    story.does("man", "move", beside=["cogan", "erik"])
    return _parried(story.declares("erik", "strike", "man").declares("cogan", "strike", "man"))


def _parried(story: Story) -> Story:
    others = [who for who in story.waits_for()[1] if who != "man"]
    story.passes(*others).declares("man", "parry", beside=[]).passes()
    return story.answers("cogan", "roll").answers("man", "roll").passes("man")


def begun(story: Story, who: str) -> list[tuple[str, str]]:
    """The clause and basis of every reaction that somebody has begun."""
    return [
        (draft.clause, draft.basis)
        for step in story.steps
        for draft in step
        if isinstance(draft.event, e.Reacted) and draft.event.who == who
    ]


def test_it_is_carried_out_at_once_where_it_comes_first():
    story = brawl().passes("cogan")
    assert begun(story, "erik") == [("T4", "against")]
    assert story.left("erik", "ap") == 2
    assert story.events(e.Withdrawn) == []


def test_it_is_offered_and_carried_out_when_its_rank_comes():
    story = brawl().declares("cogan", "strike", "man").passes()
    story.answers("cogan", "roll", faces=[1])
    assert story.waits_for() == ("react", ("erik",))
    assert "go" in {option.command.get("choice") for option in story.offered(BEN)}
    story.say(c.Answer(who="erik", about="react", choice="go"), BEN)
    assert begun(story, "erik") == [("T4", "against")]
    assert story.passes().answers("erik", "roll", faces=[20]).refolds()
    assert [hit.outcome for hit in story.events(e.Resolved)] == ["stopped", "hit"]


@pytest.mark.parametrize(("force", "kept"), [(7, True), (-1, False)])
def test_too_much_may_be_kept_but_nothing_is_less_than_none(force: int, kept: bool):
    story = Story(UNREAL, mode="record").joins("man", side="b").joins("erik", side="a").round()
    throw = c.Act(who="man", manoeuvre="throw", using="axe", params={"force": force}, against=True)
    if kept:
        assert story.say(throw).steps[-1][0].basis == "against"
    else:
        assert refused(story, lambda: story.say(throw)).why == "-1 does not fit force"


def test_where_people_are_named_no_stranger_is_kept():
    story = three(mode="record")
    near = c.Act(who="man", manoeuvre="move", params={"beside": ["cogan", "elf"]}, against=True)
    said = refused(story, lambda: story.say(near))
    assert (said.pointer, legal(said)) == ("/params/beside/1", "erik")
    own = c.Act(who="man", manoeuvre="move", params={"beside": ["man"]}, against=True)
    assert story.say(own).steps[-1][0].basis == "against"


def test_where_the_rules_are_enforced_only_the_referee_has_it_kept():
    story = three().does("man", "move", beside=["cogan"])
    far = c.Declare(who="erik", manoeuvre="strike", targets=("man",), against=True)
    said = refused(story, lambda: story.say(far, BEN))
    assert (said.clause, said.pointer) == ("T4", "/targets/0")
    assert begun(story.say(far).passes("cogan"), "erik") == [("T4", "against")]


def test_it_may_be_taken_back_like_any_other():
    story = brawl().say(c.Withdraw(who="erik")).passes()
    assert begun(story, "erik") == []


def test_what_keeps_to_the_rules_after_all_is_marked_no_more():
    story = brawl()
    near = c.FactFix(of="erik", name="adjacent", toward="man", value="yes")
    story.say(c.Adjust(change=near, note="he stood there")).passes("cogan")
    assert begun(story, "erik") == [("T4", "stated")]


def test_a_reaction_that_has_become_illegal_is_not_offered_and_can_only_be_taken_back():
    story = slips_away()
    assert story.waits_for() == ("react", ("erik",))
    assert {option.command["type"] for option in story.offered(BEN)} == {"withdraw"}
    said = refused(story, lambda: story.say(c.Answer(who="erik", about="react", choice="go"), BEN))
    assert (said.why, said.clause) == ("man is no legal target of strike", "T4")
    story.say(c.Withdraw(who="erik"), BEN)
    assert (story.left("erik", "ap"), begun(story, "erik")) == (3, [])


def test_a_table_that_records_carries_it_out_all_the_same():
    story = slips_away("record")
    story.say(c.Answer(who="erik", about="react", choice="go", against=True), BEN)
    assert begun(story, "erik") == [("T4", "against")]


def test_another_reaction_against_the_rules_may_take_its_place():
    story = slips_away("record").does("erik", "strike", "man", against=True)
    assert [w.instead for w in story.events(e.Withdrawn)] == ["strike"]
    assert begun(story, "erik") == [("T4", "against")]


# --- several of one rank ---------------------------------------------------------------------

PAIRED = replace(UNREAL, rank=lambda scene, act: 0 if act.who == "cogan" else 1)
BOTH = Viewer("ben", "player", ("cogan", "erik", "dora"))


def two_of_a_rank(mode: str = "record") -> Story:
    """Erik and Dora come second together; Man has stepped away before it is their turn."""
    story = Story(PAIRED, mode=mode).joins("man", side="b")
    story.joins("cogan", "erik", "dora", side="a").round()
    story.does("man", "move", beside=["cogan", "erik", "dora"])
    for who in ("erik", "dora", "cogan"):
        story.declares(who, "strike", "man")
    return story


def test_those_of_one_rank_begin_together_when_all_have_said_that_they_will():
    story = two_of_a_rank()
    story.passes().answers("cogan", "roll", faces=[1])
    assert story.waits_for() == ("react", ("erik", "dora"))
    story.answers("erik", "go")
    assert begun(story, "erik") == []
    story.answers("dora", "go")
    assert begun(story, "erik") == begun(story, "dora") == [("T4", "stated")]


def test_against_the_rules_as_well():
    story = _parried(two_of_a_rank())
    go = c.Answer(who="erik", about="react", choice="go", against=True)
    assert [d.basis for d in story.say(go, BOTH).steps[-1]] == ["against"]
    story.say(go.model_copy(update={"who": "dora"}), BOTH)
    assert begun(story, "erik") == begun(story, "dora") == [("T4", "against")]
    assert story.refolds()


def test_whoever_replaces_his_own_waits_for_the_others_of_his_rank():
    story = two_of_a_rank()
    story.passes().answers("cogan", "roll", faces=[1])
    story.does("erik", "strike", "man")
    assert story.told()[-1].startswith("Declared")
    assert begun(story, "erik") == []
    story.say(c.Withdraw(who="dora"))
    assert begun(story, "erik") == [("T4", "stated")]


def test_what_became_illegal_after_all_had_agreed_is_withdrawn_with_the_reason():
    story = two_of_a_rank().passes().answers("cogan", "roll", faces=[1]).answers("erik", "go")
    apart = c.FactFix(of="erik", name="adjacent", toward="man", value="no")
    story.say(c.Adjust(change=apart, note="he slipped")).answers("dora", "go")
    assert [w.why for w in story.events(e.Withdrawn)] == ["man is no legal target of strike (T4)"]
    assert (begun(story, "erik"), begun(story, "dora")) == ([], [("T4", "stated")])


@pytest.mark.parametrize("promise", ["risk", "faces"])
def test_dice_are_promised_beside_the_params_even_against_the_rules(promise: str):
    story = Story(TOY, mode="record").joins("ana", side="a").joins("bert", side="b").round()
    before = story.combat
    command = c.Act(who="ana", manoeuvre="move", params={promise: {"attempt": "x"}}, against=True)
    with pytest.raises(Refused, match=f"nothing here is called '{promise}'") as error:
        story.say(command)
    assert error.value.pointer == f"/params/{promise}"
    assert story.combat == before
