"""Taking back, passing, leaving and ending, in the middle of whatever is going on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Manoeuvre
from domain.state.combat import EMPTY
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import (
    ANN,
    BEN,
    Said,
    both_strike,
    closing_in,
    refused,
    three,
    told,
)
from tests.support.story import Story

# --- taking back and passing ---------------------------------------------------------------------


def test_what_one_declared_or_answered_is_taken_back_while_the_question_is_open():
    story = closing_in().declares("erik", "strike", "man").say(c.Withdraw(who="erik"))
    assert story.told() == ["Withdrawn a1 q1/erik"]
    assert story.waits_for() == ("declare", ("cogan", "erik"))
    story.passes("erik").say(c.Withdraw(who="erik")).declares("erik", "strike", "man")
    assert story.waits_for() == ("declare", ("cogan",))


def test_dice_are_never_taken_back():
    story = both_strike().passes("erik").declares("man", "parry").passes()
    story.answers("man", "roll", faces=[20])
    said = refused(story, lambda: story.say(c.Withdraw(who="man")))
    assert told(said) == Said(
        "man has nothing here to take back", "T7", {}, "/who", "answer roll of cogan: no = yes"
    )


def test_nothing_is_taken_back_once_the_question_is_closed():
    story = three().does("man", "move").passes()
    said = refused(story, lambda: story.say(c.Withdraw(who="cogan")))
    assert said.why == "no question is open"


def test_all_pass_at_once_each_for_his_own():
    story = closing_in()
    story.say(c.PassAll(), BEN)
    assert story.waits_for() == ("", ())
    story = closing_in()
    said = refused(story, lambda: story.say(c.PassAll(), ANN))
    assert said.why == "none of yours is asked now; first the open question is answered"
    story.say(c.PassAll(who="erik"), BEN)
    assert story.waits_for() == ("declare", ("cogan",))


def test_what_must_be_answered_cannot_be_passed():
    story = both_strike().passes("erik").passes("man")
    said = refused(story, story.passes)
    assert told(said) == Said(
        "roll cannot be passed", "T7", {}, "/type", "answer roll of cogan: no = yes"
    )


# --- coming and going ----------------------------------------------------------------------------


def test_a_name_is_taken_once():
    story = three()
    for subject in ("man", "referee", "table"):
        said = refused(story, partial(story.joins, subject))
        why = f"{subject!r} is taken: choose another name"
        assert told(said) == Said(why, "", {}, "/subject")
    said = refused(story, partial(story.joins, "eve", side="table"))
    assert told(said) == Said("'table' is taken: choose another name", "", {}, "/side")
    story.say(c.Leave(who="man"))
    assert refused(story, lambda: story.say(c.Leave(who="man"))).why == "'man' is not here"


def test_who_comes_back_keeps_the_number_for_rolls_and_the_sheet():
    story = three()
    before = story.combat.roster.members["man"]
    story.say(c.Leave(who="man"))
    side = {"subject": "man", "side": before.side}
    other = c.Join(**side, kind="creature")
    assert "comes back as that" in refused(story, lambda: story.say(other)).why
    other = c.Join(**side, traits={"might": 99})
    assert "leave the traits out" in refused(story, lambda: story.say(other)).why
    story.say(c.Join(**side))
    assert story.combat.roster.members["man"] == before
    for hidden in (True, False):
        story.say(c.Leave(who="man")) if hidden else None
        story.say(c.Join(**side, hidden=hidden))
        assert story.combat.roster.members["man"].roller == before.roller
    story.say(c.Join(subject="new", side=before.side))
    assert story.combat.roster.members["new"].roller == story.combat.roster.rollers() == 4


def test_who_leaves_answers_every_slot_that_waits_for_him():
    story = closing_in().declares("cogan", "strike", "man").say(c.Leave(who="erik"))
    assert story.told()[:3] == ["Left erik left", "Answered erik left q1/erik", "Closed q1"]
    assert story.waits_for() == ("declare", ("man",))


def test_who_leaves_takes_back_what_he_declared():
    story = closing_in().declares("erik", "strike", "man").say(c.Leave(who="erik"))
    assert story.told() == ["Left erik left", "Withdrawn a1"]
    story = both_strike().say(c.Leave(who="erik"))
    assert story.told()[:2] == ["Left erik left", "Withdrawn a1 q1/erik"]
    story.passes("man").answers("cogan", "roll", faces=[1])
    assert story.waits_for() == ("", ())


def test_who_leaves_in_his_own_turn_ends_it():
    story = three().say(c.Leave(who="man"))
    assert story.told() == ["Left man left", "TurnEnded man", "TurnBegan cogan"]


def test_who_leaves_in_the_course_of_his_own_act_leaves_it_to_be_finished():
    story = closing_in().declares("cogan", "strike", "man").say(c.Leave(who="man"))
    assert story.waits_for() == ("declare", ("erik",))
    story.passes()
    assert story.told()[-3:] == ["Closed a1", "TurnEnded man", "TurnBegan cogan"]


def test_the_last_to_leave_ends_the_round():
    story = three().say(c.Leave(who="cogan")).say(c.Leave(who="erik")).say(c.Leave(who="man"))
    assert story.told()[-1] == "RoundEnded 1"
    assert refused(story, story.round).why == "no round can begin now"


def test_the_end_closes_everything_once_from_the_top():
    story = both_strike().declares("man", "parry").passes("erik").passes("cogan")
    story.say(c.End())
    closed = [event.frame for event in story.events(e.Closed)]
    begun = [event.act for event in story.events(e.Acted) + story.events(e.Reacted)]
    asked = {event.question for event in story.events(e.Asked)}
    assert len(closed) == len(set(closed))
    assert set(closed) == {*begun, *asked}
    assert (story.combat.exchange.frames, story.combat.clock.path) == ((), ())
    assert story.told()[-3:] == [
        "TurnEnded man the combat ended",
        "RoundEnded 1",
        "CombatEnded ended by the referee",
    ]


def test_after_the_end_nothing_is_offered_and_nothing_accepted():
    story = three().say(c.End())
    assert story.offered() == ()
    said = refused(story, lambda: story.does("man", "move"))
    assert said.why == "the combat has ended; undo the end to play on"


def test_a_combat_is_opened_once_and_first():
    story = three()
    again = c.Open(ruleset="toy")
    assert refused(story, lambda: story.say(again)).why == "this combat is open already"
    story.combat = EMPTY
    assert refused(story, lambda: story.joins("man")).why == "no combat is open yet"


def test_an_attempt_is_not_begun_when_who_made_it_has_left_meanwhile():
    leap = Manoeuvre("leap", "leap", "T9", ("action",), ("declare", "begin", "go"))
    rules = replace(TOY, manoeuvres=(*TOY.manoeuvres, leap))
    story = Story(rules).joins("ana", side="a").joins("bert", side="b").round()
    story.does("ana", "leap").say(c.Leave(who="ana"))
    assert [event.act for event in story.events(e.Withdrawn)]
    story.passes("bert")
    assert not story.events(e.Acted) and not story.combat.exchange.acts
    assert story.manoeuvres("bert") == {"move", "leap"}
