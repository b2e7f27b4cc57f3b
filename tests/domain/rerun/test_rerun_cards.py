"""Deciding again from a node: cards, typed faces, and steps put in between."""

from __future__ import annotations

import pytest

from api.combats.bound_dice import BoundDice
from domain import commands as c
from domain import events as e
from domain.dice.recorded_dice import NeedsDice, RecordedDice, without_faces
from domain.rerun.rerun import Played, again
from domain.state.viewer import TABLE
from tests.domain.rerun.test_rerun import parried, rolled
from tests.support.games.melee import CARDS, MELEE
from tests.support.games.toy import TOY
from tests.support.redecided_stories import in_short, kept_steps, state_after, told_again
from tests.support.story import Story, Tape


def drawn() -> Story:
    story = Story(MELEE).joins("ann", side="heroes").joins("xan", "zoe", side="foes").round()
    story.answers("foes", "pair", xan="ann", zoe="ann")
    story.answers("ann", "draw", toward="xan", card="king")
    return story.answers("ann", "draw", toward="zoe")


def test_cards_are_drawn_again_as_they_were_drawn():
    story = drawn()
    assert in_short(told_again(story)) == []
    judged = told_again(story, 7)
    assert in_short(judged) == ["8 changed"]
    cards = [d.event for one in judged for d in one.drafts if isinstance(d.event, e.CardDrawn)]
    assert [(card.card, card.provenance) for card in cards] == [("ace", "service")]


def test_a_card_that_another_has_drawn_meanwhile_is_not_drawn_twice():
    """Both aces go first: what was drawn then is not in the deck any more."""
    story = drawn()
    steps = kept_steps(story)
    dice = RecordedDice(7, steps[6].drafts, story.combat)
    assert dice.card("melee", 0, ("king#1", "ace#0")) == "king#1"
    dice = RecordedDice(7, steps[6].drafts, story.combat)
    with pytest.raises(NeedsDice, match="step 7 needs a card of 'melee'"):
        dice.card("melee", 0, ("ace#0",))
    dice = RecordedDice(7, steps[6].drafts, story.combat, Tape())
    assert dice.card("melee", 0, ("ace#0",)) == "ace#0"
    assert dice.as_recorded(steps[6].drafts) == steps[6].drafts
    [other] = [d for d in steps[7].drafts if isinstance(d.event, e.CardDrawn)]
    assert dice.as_recorded([other]) == (other,)
    assert set(CARDS) == {"ace", "king", "deuce"}


def test_what_was_typed_is_left_to_the_record_unless_it_was_typed_anew():
    steps = kept_steps(drawn())
    typed = steps[6].command
    assert getattr(typed, "card", "") == "king"
    assert getattr(without_faces(typed, steps[6].drafts), "card", "") == ""
    assert without_faces(typed, steps[7].drafts) == typed
    assert without_faces(typed, ()) == typed
    loose = Story(MELEE).joins("ann", side="a").say(c.Draw(who="ann", deck="melee", card="ace"))
    [*_, step] = kept_steps(loose)
    assert without_faces(step.command, step.drafts) == c.Draw(who="ann", deck="melee")


def test_a_face_that_was_mistyped_is_typed_anew():
    """Man rolled 20 and not 14: that hits in spite of the parry."""
    judged = told_again(
        parried(),
        instead={10: c.Answer(who="man", about="roll", choice="roll", faces={"attempt": (20,)})},
    )
    assert rolled(judged)[0] == ("man", (20,), "typed")
    assert [one.verdict for one in judged[:2]] == ["changed", "changed"]
    assert judged[-1].combat.conditions.has("cogan", "hurt")


def test_a_step_put_in_between_is_judged_like_any_other():
    story = parried()
    steps = kept_steps(story)
    note = Played(99, c.Act(who="cogan", manoeuvre="move"), TABLE, ())
    judged = list(again(state_after(steps[:4]), [note, *steps[4:]], TOY))
    assert (judged[0].verdict, judged[0].reason, judged[0].why) == (
        "dropped",
        "illegal",
        "it is not cogan's turn",
    )
    assert {one.verdict for one in judged[1:]} == {"kept"}


def test_no_dice_fall_for_a_step_that_is_put_in():
    """Put in again it would have another number, and so other faces: a way to try for luck."""
    fresh = BoundDice("c-1", lambda domain: domain.encode().ljust(32))
    luck = Played(99, c.Roll(who="cogan", sides=20), TABLE, ())
    [judged] = again(parried().combat, [luck], TOY, fresh)
    assert (judged.verdict, judged.reason) == ("stopped", "needs dice")
