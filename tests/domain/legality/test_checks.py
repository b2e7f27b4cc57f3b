"""What the rules of a game do not allow is refused, with its reason, clause and numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import commands as c
from domain.legality.checks import canonical_params
from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Refused
from domain.ruleset.scene import Scene
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import UNREAL, Said, both_strike, closing_in, refused, three
from tests.support.story import Story


def test_an_unknown_manoeuvre():
    story = three()
    said = refused(story, lambda: story.does("man", "fly"))
    assert said[:2] == ("no manoeuvre is called 'fly'", "")
    assert said[2:] == ({"known": "move, strike, parry, throw"}, "/manoeuvre")


def test_a_manoeuvre_out_of_its_place():
    story = three()
    said = refused(story, lambda: story.does("man", "parry"))
    assert said == Said("parry is no action", "T5", {"allowed as": "reaction"}, "/manoeuvre")
    story = closing_in()
    said = refused(story, lambda: story.declares("cogan", "parry"))
    assert said == Said("parry does not answer move", "T5", {"answers": "strike"}, "/manoeuvre")


@pytest.mark.parametrize(
    ("targets", "why", "numbers"),
    [
        ((), "strike wants one target", {"legal": "cogan"}),
        (("cogan", "erik"), "strike wants one target", {"legal": "cogan"}),
        (("erik",), "erik is no legal target of strike", {"legal": "cogan"}),
        (("man",), "man is no legal target of strike", {"legal": "cogan"}),
        (("nobody",), "nobody is no legal target of strike", {"legal": "cogan"}),
    ],
)
def test_a_wrong_target(targets, why, numbers):
    story = three().does("man", "move", beside=["cogan"]).passes()
    said = refused(story, lambda: story.does("man", "strike", *targets))
    assert said == Said(why, "T4", numbers, "/targets")


def test_a_target_where_none_is_wanted_and_nobody_in_reach():
    story = three()
    said = refused(story, lambda: story.does("man", "move", "erik"))
    assert said == Said("move wants no target", "T3", {}, "/targets")
    said = refused(story, lambda: story.does("man", "strike", "erik"))
    assert said.numbers == {"legal": "nobody"}


@pytest.mark.parametrize(
    ("using", "why"),
    [("", "throw wants something that it is done with"), ("pie", "man cannot use pie for this")],
)
def test_something_that_cannot_be_used(using, why):
    story = three()
    said = refused(story, lambda: story.does("man", "throw", using=using, force=1))
    assert said.why.startswith(why)
    assert said[1:] == ("T9", {"usable": "axe, dart"}, "/using")


def test_when_it_may_be_done_is_asked_before_with_what_and_at_whom():
    story = Story(replace(UNREAL, manoeuvres=(*TOY.manoeuvres, _late()))).joins("man", side="b")
    story.joins("erik", side="a").round()
    said = refused(story, lambda: story.does("man", "volley", "nobody", using="pie", force=9))
    assert said == Said("a volley waits for the second round", "T9", {"round": 1}, "/manoeuvre")
    assert "volley" not in story.manoeuvres("man")
    story.ends("man").ends("erik").round()
    said = refused(story, lambda: story.does("man", "volley", "nobody", using="pie", force=9))
    assert said.numbers == {"usable": "bow"}
    assert "volley" in story.manoeuvres("man")


def _late() -> Manoeuvre:
    def moment(scene: Scene, deed: Deed) -> None:
        if scene.combat.clock.rounds < 2:
            raise Refused("T9", "a volley waits for the second round", {"round": 1}, "/manoeuvre")

    return Manoeuvre(
        "volley",
        "volley",
        "T9",
        ("action",),
        (),
        target=True,
        moment=moment,
        usings=lambda scene, deed: ("bow",),
        targets=lambda scene, deed: scene.foes(deed.who),
    )


WORDS = {"legal": "words of at most 500 letters"}


@pytest.mark.parametrize(
    ("params", "why", "numbers", "pointer"),
    [
        ({}, "force is missing", {"least": 1, "most": 6}, "/params"),
        ({"force": 7}, "7 does not fit force", {"least": 1, "most": 6}, "/params/force"),
        ({"force": True}, "True does not fit force", {"least": 1, "most": 6}, "/params/force"),
        ({"force": "2"}, "'2' does not fit force", {"least": 1, "most": 6}, "/params/force"),
        ({"aim": "knee"}, "'knee' does not fit aim", {"legal": "head, foot"}, "/params/aim"),
        ({"aim": ["head"]}, "['head'] does not fit aim", {"legal": "head, foot"}, "/params/aim"),
        ({"order": ["a"]}, "['a'] does not fit order", {"legal": "a, b"}, "/params/order"),
        ({"with": ["hope"]}, "['hope'] does not fit with", {"legal": "care, luck"}, "/params/with"),
        ({"with": "luck"}, "'luck' does not fit with", {"legal": "care, luck"}, "/params/with"),
        (
            {"with": ["care", "care"]},
            "['care', 'care'] does not fit with",
            {"legal": "care, luck"},
            "/params/with",
        ),
        ({"with": [1]}, "[1] does not fit with", {"legal": "care, luck"}, "/params/with"),
        ({"cry": 3}, "3 does not fit cry", WORDS, "/params/cry"),
        ({"cry": "x" * 501}, f"'{'x' * 501}' does not fit cry", WORDS, "/params/cry"),
        (
            {"hat": "on"},
            "nothing here is called 'hat'",
            {"known": "force, aim, order, with, cry"},
            "/params/hat",
        ),
    ],
)
def test_wrong_parameters(params, why, numbers, pointer):
    story = three()
    given = params if "force" in params or not params else {"force": 1, **params}
    command = c.Act(who="man", manoeuvre="throw", using="axe", params=given)
    assert refused(story, lambda: story.say(command)) == Said(why, "T9", numbers, pointer)


def test_nobody_is_aimed_at_twice():
    volley = replace(_late(), target=None, moment=lambda scene, deed: None)
    story = Story(replace(UNREAL, manoeuvres=(volley,))).joins("man", side="b")
    story.joins("erik", side="a").round()
    said = refused(story, lambda: story.does("man", "volley", "erik", "erik", using="bow"))
    assert said == Said(
        "erik is named 2 times as a target", "T9", {"legal": "each once"}, "/targets"
    )


@pytest.mark.parametrize(
    "chance", [{"faces": [3]}, {"risk": 1}, {"card": "ace"}], ids=lambda chance: next(iter(chance))
)
def test_dice_and_cards_come_with_no_answer_that_asks_for_none(chance):
    story, name = closing_in(), next(iter(chance))
    said = refused(story, lambda: story.answers("cogan", "pass", **chance))
    why = f"'pass' comes without {name}: nothing of that is asked here"
    assert said == Said(why, "", {"legal": "pass"}, f"/{name}")
    rolls = both_strike().passes("erik").passes("man")
    if name == "card":
        no = refused(rolls, lambda: rolls.answers("cogan", "roll", **chance))
        assert (no.clause, no.pointer) == ("T7", "/card")


def test_the_referee_is_nobody_s_fighter_but_no_stranger():
    story = closing_in()
    said = refused(story, lambda: story.does("referee", "move"))
    assert said.why == "referee is not asked now; first the open question is answered"
    fresh = three()
    said = refused(fresh, lambda: fresh.does("referee", "move"))
    assert said == Said("it is not referee's turn", "", {"turn of": "man"}, "/who")


def test_risk_and_faces_are_no_parameters():
    story = three()
    command = c.Act(who="man", manoeuvre="move", params={"faces": {"attempt": "many"}})
    assert refused(story, lambda: story.say(command)).why == "nothing here is called 'faces'"


def test_what_cannot_be_afforded():
    story = three().does("man", "move", beside=["erik"]).passes()
    for _ in range(2):
        story.does("man", "strike", "erik").passes().answers("man", "roll")
    said = refused(story, lambda: story.does("man", "strike", "erik"))
    assert said == Said("strike costs 1 AP; 0 left", "T4", {"cost": "1", "left": "0"}, "")


def test_who_cannot_act_at_all():
    rules = replace(UNREAL, able=lambda scene, who: "T6" if scene.has(who, "hurt") else "")
    story = Story(rules).joins("man", side="b").joins("erik", side="a").round()
    story.say(c.Adjust(change=c.ConditionFix(subject="man", name="hurt"), note="a fall"))
    assert refused(story, lambda: story.does("man", "move"))[:2] == ("man cannot act", "T6")


def test_who_is_barred_hears_the_clause():
    rules = replace(UNREAL, able=lambda scene, who: "T6" if scene.has(who, "hurt") else "")
    story = Story(rules).joins("man", side="b").joins("cogan", "erik", side="a").round()
    story.say(c.Adjust(change=c.ConditionFix(subject="erik", name="hurt"), note="a fall"))
    story.does("man", "move")
    said = refused(story, lambda: story.answers("erik", "pass"))
    assert said[:2] == ("erik may not answer this", "T6")


@pytest.mark.parametrize(
    ("faces", "why", "numbers"),
    [
        ([1, 2], "type one face for each die rolled", {}),
        ([21], "the die has no face 21: type a face from 1 to 20", {"face": 21, "die": 1}),
    ],
)
def test_faces_that_cannot_have_fallen(faces, why, numbers):
    story = both_strike().passes("erik").passes("man")
    said = refused(story, lambda: story.answers("cogan", "roll", faces=faces))
    assert (said.why, said.pointer) == (why, "/faces/attempt")
    assert said.numbers == {"dice": 1, "typed": len(faces), "sides": 20, **numbers}


def test_dice_that_are_not_offered_to_be_risked():
    story = both_strike().passes("erik").passes("man")
    said = refused(story, lambda: story.answers("cogan", "roll", risk=2))
    assert said == Said("so many dice cannot be risked", "", {"most": 0}, "/risk/attempt")


def test_what_is_typed_in_several_lines_is_kept_in_one():
    cry = Blank("cry", "text")
    assert canonical_params((cry,), {"cry": "hold\nthe\u202eline"}) == {"cry": "hold the line"}
