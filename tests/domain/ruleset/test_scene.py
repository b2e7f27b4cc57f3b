"""What a ruleset's functions may ask of a scene and say in a step, on a game made for that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Asking, Blank, Choice, Draw, Refused, Slot, Throw, Until, Window
from domain.ruleset.scene import Scene
from domain.state.viewer import TABLE
from domain.step.step import Step
from tests.support.logs.refused_fights import Said, refused, told
from tests.support.logs.ruleset_lab import LAB, everybody, lab, risked
from tests.support.refusals import lacks
from tests.support.story import Story


def step_of(story: Story) -> Step:
    """A step that a stage might be given."""
    return Step(story.combat, story.rules, story.dice, 99, TABLE)


# --- windows ---------------------------------------------------------------------------------


def no_two_hats(scene: Scene, asking: Asking, slot: Slot, params: Any) -> None:
    """Nobody wears two."""
    if params.get("hats") == 2:
        raise Refused("L9", "nobody wears two hats", {"most": 1}, "/params/hats")


def hats(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return (Choice("hats", blanks=(Blank("hats", "number", most=1),)),)


HATS = Window("hush", "hats?", "L9", everybody, hats, allows=no_two_hats)


def test_a_window_names_the_clause_that_an_answer_breaks():
    story = lab(rules=replace(LAB, windows={**LAB.windows, "hush": HATS}))
    story.does("ana", "wait")
    said = refused(story, lambda: story.answers("ana", "hats", hats=2))
    assert told(said) == Said("nobody wears two hats", "L9", {"most": 1}, "/params/hats")
    said = refused(story, lambda: story.answers("ana", "hats", hats=3))
    assert said.numbers == {"least": 0, "most": 1}
    story.answers("ana", "hats", hats=2, against=True)
    assert story.steps[-1][0].basis == "against"


def test_who_is_not_asked_is_told_under_which_clause_others_are():
    story = lab(rules=replace(LAB, windows={**LAB.windows, "hush": HATS}))
    story.does("ana", "wait").answers("ana", "hats", hats=1)
    said = refused(story, lambda: story.answers("ana", "hats", hats=1))
    assert told(said) == Said(
        "ana is not asked now: that is answered already",
        "L9",
        {},
        "/who",
        "answer hush of bert: no = yes",
    )
    said = refused(story, lambda: story.does("ana", "wait"))
    assert (said.clause, lacks(said)) == ("L9", "answer hush of bert: no = yes")


def test_who_answers_twice_is_told_toward_whom_he_is_asked():
    story = lab().joins("cyd").does("ana", "tempt fate")
    story.answers("ana", "draw", "bert")
    said = refused(story, lambda: story.answers("ana", "draw", "bert"))
    assert told(said) == Said(
        "ana is not asked that toward bert",
        "L6",
        {},
        "/toward",
        "answer fate of ana: no = yes",
        "cyd",
    )


def test_a_deck_of_the_combat_is_whole_again_at_each_shuffle():
    story = lab()
    step = step_of(story)
    cards = ("sun", "moon", "sun")
    drawn = [step.draw(Draw("ana", "omen", "sky", cards=cards, shuffle=1)) for _ in cards]
    assert [(d.card, d.copy_no, d.shuffle) for d in drawn] == [
        ("sun", 0, 1),
        ("moon", 0, 1),
        ("sun", 1, 1),
    ]
    with pytest.raises(Refused, match="no card is left in 'sky'"):
        step.draw(Draw("ana", "omen", "sky", cards=cards, shuffle=1))
    assert step.remaining("sky", 2, cards) == ("sun#0", "moon#0", "sun#1")


# --- asked of a scene ------------------------------------------------------------------------


def test_a_trait_is_a_number_as_conditions_alter_it_and_a_word_is_a_word():
    step = step_of(lab())
    assert (step.trait("ana", "might"), step.word("ana", "guild")) == (5, "smiths")
    step.begin_condition("ana", "weak")
    assert step.trait("ana", "might") == 3
    assert (step.trait("ana", "guild", 1), step.trait("nobody", "might", 2)) == (1, 2)
    assert (step.word("ana", "rank", "none"), step.word("nobody", "guild")) == ("none", "")


def test_an_open_point_is_played_by_its_default_until_the_table_settles_it():
    story = lab()
    step = step_of(story)
    assert (step.setting("tie"), step.basis_of("tie"), step.setting("moon")) == (
        "attack",
        "default",
        "",
    )
    step = step_of(story.say(c.Rule(point="tie", value="defence")))
    assert (step.setting("tie"), step.basis_of("tie")) == ("defence", "ruled")


def test_a_fact_that_no_rule_declares_is_nothing():
    assert step_of(lab()).fact("married", "ana", "bert") is None


def test_the_basic_value_of_a_throw_is_all_but_its_dice():
    assert risked(step_of(lab()), Asking("", "hit"), Slot(id="ana", who="ana")).basic == 4


# --- said in a step --------------------------------------------------------------------------


def test_what_costs_or_loses_nothing_is_not_said():
    step = step_of(lab())
    step.pay("ana", "ap", 0)
    step.lose("ana", "ap", 0)
    assert step.drafts == []


def test_what_is_moved_leaves_one_pool_and_comes_into_another():
    step = step_of(lab())
    step.shift("ana", "ap", -4)
    step.shift("bert", "ap", 4)
    step.shift("bert", "ap", 0)
    moved = [d.event for d in step.drafts if isinstance(d.event, e.PoolChanged)]
    assert [(p.subject, p.delta, p.balance, p.how) for p in moved] == [
        ("ana", -4, 5, "move"),
        ("bert", 4, 13, "move"),
    ]


def test_what_is_lost_stops_at_the_floor_of_the_pool_where_it_has_one():
    step = step_of(lab())
    step.lose("ana", "ap", 12)
    step.lose("ana", "debt", 3)
    assert [(d.event.balance, d.event.wanted) for d in step.drafts] == [  # type: ignore[attr-defined]
        (0, -12),
        (-3, None),
    ]


def test_what_lasts_while_something_else_does_ends_with_it():
    step = step_of(lab())
    grip = step.begin_condition("ana", "weak")
    step.begin_condition("bert", "weak", until=Until(span="condition", name=grip))
    step.begin_condition("bert", "numb")
    step.end_condition(step.combat.conditions.all[grip], "let go")
    assert [k.name for k in step.combat.conditions.all.values()] == ["numb"]


def condition(who: str, name: str) -> c.Adjust:
    return c.Adjust(change=c.ConditionFix(subject=who, name=name), note="a spell")


def test_what_lasts_two_rounds_is_counted_down_first():
    story = lab().say(condition("ana", "numb")).ends("ana").ends("bert")
    assert [k.left for k in story.combat.conditions.on("ana")] == [1]
    story.round().ends("ana").ends("bert")
    assert story.combat.conditions.on("ana") == ()


def test_at_zero_a_stage_decides_what_becomes_of_it():
    story = lab().say(condition("ana", "doomed")).ends("ana").ends("bert")
    [ended] = story.events(e.ConditionEnded)
    assert ended.why == "fell"


def test_whatever_the_rules_do_not_declare_is_not_begun_set_asked_or_rolled():
    step = step_of(lab())
    with pytest.raises(Refused, match="no condition is called 'bored'"):
        step.begin_condition("ana", "bored")
    with pytest.raises(Refused, match="no value of a fact called 'near'"):
        step.set_fact("near", "ana", "perhaps")
    with pytest.raises(LookupError, match="no window 'tea'"):
        step.ask("tea")
    with pytest.raises(LookupError, match="no rolls of the sort 'luck'"):
        step.roll(Throw("ana", "luck", "luck", 6))


def test_nothing_replied_where_no_question_has_closed():
    step = step_of(lab())
    assert step.reply("ana") is None
    assert list(step.replies()) == []


def test_a_first_move_begins_where_the_game_says_somebody_stands():
    rules = replace(LAB, where=lambda scene, who: scene.combat.places.of(who) or "the gate")
    step = step_of(lab(rules=rules))
    step.move("ana", "the ford")
    step.move("ana", "the bank")
    moved = [draft.event for draft in step.drafts if isinstance(draft.event, e.Moved)]
    assert [(m.was, m.place) for m in moved] == [("the gate", "the ford"), ("the ford", "the bank")]


def test_what_is_gained_is_no_loss():
    step = step_of(lab())
    step.gain("ana", "ap", 2)
    posted = step.drafts[-1].event
    assert isinstance(posted, e.PoolChanged)
    assert (posted.how, posted.delta) == ("gain", 2)
