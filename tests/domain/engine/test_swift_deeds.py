"""What is swift goes on top of what is asked, and is over before that goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import events as e
from domain.ruleset.ruleset import Manoeuvre, Ruleset, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import others
from tests.support.games.toy import TOY, one_ap
from tests.support.logs.refused_fights import refused
from tests.support.story import Story

SHOUT = Manoeuvre("shout", "shout", "T9", ("action",), ("heard",), cost=one_ap, swift=True)
STAGES = {**TOY.stages, "heard": lambda step: step.resolve("heard")}
SWIFT = replace(TOY, manoeuvres=(*TOY.manoeuvres, SHOUT), stages=STAGES)
HEARD = ["PoolChanged", "Resolved", "Closed"]


def moving(rules: Ruleset = SWIFT) -> Story:
    """Ana moves up, and bert is asked for a reaction."""
    story = Story(rules).joins("ana", side="a").joins("bert", side="b").round()
    return story.does("ana", "move", beside=["bert"])


@pytest.mark.parametrize("who", ["ana", "bert"])
def test_what_is_swift_is_over_before_the_open_question_goes_on(who: str):
    story = moving()
    question = Scene(story.combat, SWIFT).question()
    assert "shout" in story.manoeuvres(who)
    story.does(who, "shout")
    assert [line.split()[0] for line in story.told()] == ["Acted", *HEARD]
    assert Scene(story.combat, SWIFT).question() == question
    story.passes("bert")
    assert Scene(story.combat, SWIFT).question() is None and not story.combat.exchange.acts
    assert story.manoeuvres("ana") == {"move", "strike", "shout"}
    assert story.refolds()


def test_nothing_else_goes_on_top_of_what_is_asked():
    story = moving()
    assert story.manoeuvres("ana") == {"shout"}
    why = refused(story, lambda: story.does("ana", "move")).why
    assert why == "ana is not asked now; first the open question is answered"


def test_what_is_swift_may_be_done_in_anothers_go_but_not_between_rounds():
    story = Story(SWIFT).joins("ana", "bert")
    assert story.manoeuvres("bert") == set()
    story.round()
    assert (story.manoeuvres("ana"), story.manoeuvres("bert")) == ({"move", "shout"}, {"shout"})
    story.does("bert", "shout")
    assert [line.split()[0] for line in story.told()] == ["Acted", *HEARD]
    story.ends("ana").ends("bert")
    assert story.manoeuvres("bert") == set()


def test_what_is_swift_is_paid_for_and_refused_where_nothing_is_left():
    story = moving()
    for _ in range(3):
        story.does("bert", "shout")
    assert story.left("bert", "ap") == 0 and "shout" not in story.manoeuvres("bert")
    assert refused(story, lambda: story.does("bert", "shout")).clause == "T9"


def test_where_a_window_takes_it_what_is_swift_answers_that():
    vow = Window("vow", "a vow?", "T8", others, takes=("action",), passes=True)
    rules = replace(
        SWIFT, sequence=TOY.sequence._replace(opens=("vow",)), windows={**TOY.windows, "vow": vow}
    )
    story = Story(rules).joins("ana", "bert").round()
    shouts = [o for o in story.offered() if o.command.get("manoeuvre") == "shout"]
    assert [option.command["who"] for option in shouts] == ["ana", "bert"]
    story.does("bert", "shout")
    question = Scene(story.combat, rules).question()
    assert question is not None and [slot.who for slot in question.open()] == ["ana"]
    story.does("bert", "shout")  # asked no more, he shouts on top of it
    assert Scene(story.combat, rules).question() == question
    story.does("ana", "shout")
    assert story.events(e.Closed)[-1].frame == question.id
    assert story.told()[-1].startswith("TurnBegan ana")
