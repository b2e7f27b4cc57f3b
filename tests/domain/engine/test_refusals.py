"""What the grammar of acts, questions and answers refuses, and what the rules do.

Each refusal says why, cites its clause, gives the numbers and points at what is at fault; nothing
has changed.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Slot, Window
from domain.state.viewer import PUBLIC
from tests.support.logs.refused_fights import (
    ANN,
    BEN,
    UNREAL,
    Said,
    both_strike,
    closing_in,
    forbidden,
    refused,
    three,
    told,
)
from tests.support.refusals import lacks, legal
from tests.support.story import Story

# --- the grammar -----------------------------------------------------------------------------


def test_no_further_action_while_something_is_open():
    story = closing_in()
    said = refused(story, lambda: story.does("man", "move"))
    assert told(said) == Said(
        "man is not asked now; first the open question is answered",
        "",
        {},
        "/who",
        ("answer declare of cogan: no = yes; answer declare of erik: no = yes"),
    )


def test_no_action_out_of_turn():
    story = three()
    said = refused(story, lambda: story.does("erik", "move"))
    assert told(said) == Said("it is not erik's turn", "", {}, "/who", "turn turn: man = erik")


def test_no_action_between_rounds():
    story = three().ends("man").ends("cogan").ends("erik")
    said = refused(story, lambda: story.does("man", "move"))
    assert (said.why, lacks(said)) == (
        "round 1 is over, and the next has not begun",
        "answer to begin the round of referee: no = yes",
    )


def test_no_answer_where_nothing_is_asked():
    story = three()
    said = refused(story, lambda: story.answers("man", "pass", about="declare"))
    assert told(said) == Said(
        "no question is open", "", {}, "/about", "time question: nothing = declare"
    )


def test_no_answer_without_a_slot():
    story = closing_in()
    said = refused(story, lambda: story.answers("man", "pass"))
    assert said.why == "man is not asked now; first the open question is answered"
    assert lacks(said) == ("answer declare of cogan: no = yes; answer declare of erik: no = yes")


def test_no_answer_to_another_question_than_the_open_one():
    story = closing_in()
    said = refused(story, lambda: story.say(c.Answer(who="cogan", about="roll", choice="roll")))
    assert (said.why, said.pointer) == ("the open question is about declare", "/about")


def test_no_answer_that_is_not_offered():
    story = closing_in()
    said = refused(story, lambda: story.answers("cogan", "roll"))
    assert told(said) == Said("'roll' is no answer here", "", {}, "/choice", "", "pass")
    story.declares("cogan", "strike", "man").passes("erik").passes()
    said = refused(story, lambda: story.answers("cogan", "pass"))
    assert told(said) == Said("'pass' is no answer here", "T7", {}, "/choice", "", "roll")


def test_whoever_is_asked_and_does_something_else_is_told_what_he_is_asked():
    story = closing_in().declares("cogan", "strike", "man").passes("erik").passes()
    said = refused(story, lambda: story.does("cogan", "strike", "man"))
    assert (said.why, said.clause) == ("cogan is asked about roll now, which no deed answers", "T7")
    assert (lacks(said), legal(said)) == ("answer roll of cogan: no = yes", "")


def test_no_answer_twice():
    story = closing_in().passes("cogan")
    said = refused(story, lambda: story.answers("cogan", "pass"))
    assert lacks(said) == "answer declare of erik: no = yes"


def test_who_waits_for_his_rank_does_not_act_before_it():
    story = both_strike()
    assert story.waits_for() == ("declare", ("man", "erik"))
    story.passes("erik").declares("man", "parry").passes()
    assert story.waits_for() == ("roll", ("cogan", "man"))
    said = refused(story, lambda: story.does("erik", "strike", "man"))
    assert said.why == "erik is not asked now; first the open question is answered"


def test_no_answer_in_another_s_rank():
    ranked = replace(UNREAL, windows={**UNREAL.windows, "declare": _ranked()})
    told = Story(ranked).joins("man", side="b").joins("cogan", "erik", side="a").round()
    told.does("man", "move", beside=["cogan", "erik"])
    assert told.waits_for() == ("declare", ("cogan",))
    said = refused(told, lambda: told.declares("erik", "strike", "man"))
    assert said.why == "erik answers later: others come first"
    assert lacks(said) == "answer declare of cogan: no = yes"
    assert refused(told, lambda: told.answers("erik", "pass")).why == said.why


def _ranked() -> Window:
    return Window(
        "declare",
        "",
        "",
        takes=("reaction",),
        declares=True,
        passes=True,
        slots=lambda scene, asking: tuple(
            Slot(id=who, who=who, rank=rank) for rank, who in enumerate(("cogan", "erik"))
        ),
    )


def test_a_turn_does_not_end_while_something_of_it_is_open():
    story = closing_in()
    said = refused(story, lambda: story.ends("man"))
    assert (lacks(said), legal(said)) == (
        ("answer declare of cogan: no = yes; answer declare of erik: no = yes"),
        "declare",
    )


def test_nobody_ends_another_s_turn_nor_another_stretch_than_his_own():
    story = three()
    assert refused(story, lambda: story.ends("erik")).why == "it is not erik's turn"
    end_round = c.Answer(who="man", about="round", choice="end")
    said = refused(story, lambda: story.say(end_round))
    assert told(said) == Said("the turn is open", "", {}, "/about", "", "turn")


def test_a_round_does_not_begin_within_a_round_nor_without_fighters():
    story = three()
    assert told(refused(story, story.round)) == Said(
        "no round can begin now", "", {"round": 1}, "/choice"
    )
    empty = Story(UNREAL)
    said = refused(empty, empty.round)
    assert said.numbers == {"round": 0}


def test_what_is_declared_is_not_done_at_once_and_the_other_way_round():
    story = closing_in()
    said = refused(story, lambda: story.does("cogan", "strike", "man"))
    assert said.why == "declare it first: everybody declares before anybody acts"
    fresh = three()
    said = refused(fresh, lambda: fresh.declares("man", "move"))
    assert said.why == "nothing is declared now; do it with `act`"


# --- whose it is -----------------------------------------------------------------------------


def test_nobody_speaks_for_another_s_fighter():
    story = three()
    why = "this seat does not speak for man"
    assert forbidden(story, lambda: story.say(c.Act(who="man", manoeuvre="move"), BEN)) == why
    assert forbidden(story, lambda: story.say(c.Act(who="man", manoeuvre="move"), PUBLIC)) == why
    story.say(c.Act(who="man", manoeuvre="move"), ANN)


@pytest.mark.parametrize(
    "command",
    [
        c.Join(subject="troll"),
        c.Leave(who="man"),
        c.End(),
        c.Adjust(change=c.PoolFix(subject="man", pool="ap", delta=1), note="a gift"),
        c.Rule(point="tie", value="attack"),
        c.Answer(who="referee", about="round", choice="begin"),
    ],
    ids=lambda command: command.type,
)
def test_what_is_the_referee_s_alone(command):
    story = three()
    assert "referee" in forbidden(story, lambda: story.say(command, ANN)) or command.type == "leave"


def test_only_the_referee_rolls_hidden_dice():
    story = three()
    roll = c.Roll(who="man", hidden=True)
    assert forbidden(story, lambda: story.say(roll, ANN)) == "only the referee rolls hidden dice"
    assert [d.audience for d in story.say(roll).steps[-1]] == [("referee",)]
    assert story.say(c.Roll(who="man"), ANN).steps[-1][0].audience == ()


def test_a_stranger_to_the_combat_rolls_and_draws_nothing():
    story = three()
    said = refused(story, lambda: story.say(c.Roll(who="troll")))
    assert told(said) == Said("'troll' is not in this combat", "", {}, "/who")


def test_who_is_in_hiding_is_told_to_come_out_first():
    story = three()
    story.say(c.Join(subject="rat", hidden=True))
    said = refused(story, lambda: story.does("rat", "move"))
    assert said.why == "rat is in hiding, and does nothing: let them come out first, with `join`"
    assert (lacks(said), said.pointer) == ("fact in hiding of rat: yes = no", "/who")
