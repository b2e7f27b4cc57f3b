"""What the rules of a game do not allow is refused, with its reason, clause and numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from domain import commands as c
from domain.legality.blank_checks import canonical_params
from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Refused
from domain.ruleset.scene import Scene
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import (
    UNREAL,
    Said,
    both_strike,
    closing_in,
    refused,
    three,
    told,
)
from tests.support.refusals import lacks, legal
from tests.support.story import Story


def test_an_unknown_manoeuvre():
    story = three()
    said = refused(story, lambda: story.does("man", "fly"))
    may = "move; throw"
    assert told(said) == Said("no manoeuvre is called 'fly'", "", {}, "/manoeuvre", "", may)
    story = closing_in()
    said = refused(story, lambda: story.declares("cogan", "fly"))
    assert legal(said) == "strike"


def test_a_manoeuvre_out_of_its_place():
    story = three()
    said = refused(story, lambda: story.does("man", "parry"))
    assert told(said) == Said(
        "parry is no action", "T5", {}, "/manoeuvre", "time kind of deed of man: action = reaction"
    )
    story = closing_in()
    said = refused(story, lambda: story.declares("cogan", "parry"))
    assert told(said) == Said(
        "parry does not answer move",
        "T5",
        {},
        "/manoeuvre",
        "time what it answers of cogan: move = strike",
    )


ONE = "strike wants one target"


@pytest.mark.parametrize(
    ("targets", "why", "at", "numbers", "missing", "may"),
    [
        ((), ONE, "/targets/0", {"least": 1, "done": 0}, "limit targets: 0 >= 1", "cogan"),
        (
            ("cogan", "erik"),
            ONE,
            "/targets/1",
            {"most": 1, "done": 2},
            "limit targets: 2 <= 1",
            "nothing",
        ),
        (("erik",), "erik is no legal target of strike", "/targets/0", {}, "", "cogan"),
        (("man",), "man is no legal target of strike", "/targets/0", {}, "", "cogan"),
        (("nobody",), "nobody here is called 'nobody'", "/targets/0", {}, "", "cogan"),
    ],
)
def test_a_wrong_target(targets, why, at, numbers, missing, may):
    story = three().does("man", "move", beside=["cogan"]).passes()
    said = refused(story, lambda: story.does("man", "strike", *targets))
    assert told(said) == Said(why, "T4", numbers, at, missing, may)


def test_who_is_not_here_is_no_target_whatever_that_has_to_be():
    [known] = (each for each in TOY.manoeuvres if each.name == "strike")
    strike = replace(known, target_is="hand to hand")
    story = Story(replace(UNREAL, manoeuvres=(strike,))).joins("man", "cogan", "erik")
    story.say(c.Join(subject="spy", hidden=True)).say(c.Leave(who="erik")).round()
    for who in ("ahab", "spy", "erik"):
        said = refused(story, partial(story.does, "man", "strike", who))
        assert (said.why, lacks(said)) == (f"nobody here is called {who!r}", "")
    said = refused(story, lambda: story.does("man", "strike", "cogan"))
    assert lacks(said) == "target hand to hand of cogan: no = yes"


def test_a_target_where_none_is_wanted_and_nobody_in_reach():
    story = three()
    said = refused(story, lambda: story.does("man", "move", "erik"))
    assert told(said) == Said(
        "move wants no target",
        "T3",
        {"most": 0, "done": 1},
        "/targets/0",
        "limit targets: 1 <= 0",
        "nothing",
    )
    said = refused(story, lambda: story.does("man", "strike", "erik"))
    assert legal(said) == "nothing"


@pytest.mark.parametrize(
    ("using", "why"),
    [("", "throw wants something that it is done with"), ("pie", "man cannot use pie for this")],
)
def test_something_that_cannot_be_used(using, why):
    story = three()
    said = refused(story, lambda: story.does("man", "throw", using=using, force=1))
    assert said.why.startswith(why)
    assert (said.clause, said.pointer, legal(said)) == ("T9", "/using", "axe; dart")


def test_when_it_may_be_done_is_asked_before_with_what_and_at_whom():
    story = Story(replace(UNREAL, manoeuvres=(*TOY.manoeuvres, _late()))).joins("man", side="b")
    story.joins("erik", side="a").round()
    said = refused(story, lambda: story.does("man", "volley", "nobody", using="pie", force=9))
    assert told(said) == Said(
        "a volley waits for the second round", "T9", {"round": 1}, "/manoeuvre"
    )
    assert "volley" not in story.manoeuvres("man")
    story.ends("man").ends("erik").round()
    said = refused(story, lambda: story.does("man", "volley", "nobody", using="pie", force=9))
    assert legal(said) == "bow"
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


WORDS = {"letters": 500}


@pytest.mark.parametrize(
    ("params", "why", "may", "pointer"),
    [
        ({}, "force is missing", {"least": 1, "most": 6}, "/params/force"),
        ({"force": 7}, "7 does not fit force", {"least": 1, "most": 6}, "/params/force"),
        ({"force": True}, "True does not fit force", {"least": 1, "most": 6}, "/params/force"),
        ({"force": "2"}, "'2' does not fit force", {"least": 1, "most": 6}, "/params/force"),
        ({"aim": "knee"}, "'knee' does not fit aim", "head; foot", "/params/aim"),
        ({"aim": ["head"]}, "['head'] does not fit aim", "head; foot", "/params/aim"),
        ({"order": ["a"]}, "['a'] does not fit order", "b", "/params/order/1"),
        ({"order": ["a", "a"]}, "['a', 'a'] does not fit order", "b", "/params/order/1"),
        ({"order": []}, "[] does not fit order", "a; b", "/params/order/0"),
        ({"with": ["hope"]}, "['hope'] does not fit with", "care; luck", "/params/with/0"),
        ({"with": "luck"}, "'luck' does not fit with, which takes a list", "", "/params/with"),
        (
            {"with": ["care", "care"]},
            "['care', 'care'] does not fit with",
            "luck",
            "/params/with/1",
        ),
        ({"with": [1]}, "[1] does not fit with", "care; luck", "/params/with/0"),
        ({"cry": 3}, "3 does not fit cry", WORDS, "/params/cry"),
        ({"cry": "x" * 501}, f"'{'x' * 501}' does not fit cry", WORDS, "/params/cry"),
        (
            {"hat": "on"},
            "nothing here is called 'hat'; known here: force, aim, order, with and cry",
            "",
            "/params/hat",
        ),
    ],
)
def test_wrong_parameters(params, why, may, pointer):
    story = three()
    given = params if "force" in params or not params else {"force": 1, **params}
    command = c.Act(who="man", manoeuvre="throw", using="axe", params=given)
    numbers, values = ({}, may) if isinstance(may, str) else (may, "")
    said = refused(story, lambda: story.say(command))
    assert told(said) == Said(why, "T9", numbers, pointer, "", values)


def test_nobody_is_aimed_at_twice():
    volley = replace(_late(), target=None, moment=lambda scene, deed: None)
    story = Story(replace(UNREAL, manoeuvres=(volley,))).joins("man", side="b")
    story.joins("erik", side="a").round()
    said = refused(story, lambda: story.does("man", "volley", "erik", "erik", using="bow"))
    assert told(said) == Said(
        "erik is named more than once as a target", "T9", {}, "/targets/1", "", "nothing"
    )


@pytest.mark.parametrize(
    "chance", [{"faces": [3]}, {"risk": 1}, {"card": "ace"}], ids=lambda chance: next(iter(chance))
)
def test_dice_and_cards_come_with_no_answer_that_asks_for_none(chance):
    story, name = closing_in(), next(iter(chance))
    said = refused(story, lambda: story.answers("cogan", "pass", **chance))
    why = f"'pass' comes without {name}: nothing of that is asked here"
    assert told(said) == Said(why, "", {}, f"/{name}")
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
    assert told(said) == Said(
        "it is not referee's turn", "", {}, "/who", "turn turn: man = referee"
    )


def test_risk_and_faces_are_no_parameters():
    story = three()
    command = c.Act(who="man", manoeuvre="move", params={"faces": {"attempt": "many"}})
    why = "nothing here is called 'faces'; known here: beside"
    assert refused(story, lambda: story.say(command)).why == why


def test_what_cannot_be_afforded():
    story = three().does("man", "move", beside=["erik"]).passes()
    for _ in range(2):
        story.does("man", "strike", "erik").passes().answers("man", "roll")
    said = refused(story, lambda: story.does("man", "strike", "erik"))
    assert told(said) == Said(
        "strike costs 1 AP; 0 left",
        "T4",
        {"cost": 1, "left": 0},
        "/manoeuvre",
        "points ap of man: 0 >= 1",
    )


def test_who_cannot_act_at_all():
    rules = replace(UNREAL, able=lambda scene, who: "T6" if scene.has(who, "hurt") else "")
    story = Story(rules).joins("man", side="b").joins("erik", side="a").round()
    story.say(c.Adjust(change=c.ConditionFix(subject="man", name="hurt"), note="a fall"))
    said = refused(story, lambda: story.does("man", "move"))
    assert told(said) == Said(
        "man cannot act: hurt", "T6", {}, "/who", "condition hurt of man: yes = no"
    )


def test_who_is_barred_hears_the_clause():
    rules = replace(UNREAL, able=lambda scene, who: "T6" if scene.has(who, "hurt") else "")
    story = Story(rules).joins("man", side="b").joins("cogan", "erik", side="a").round()
    story.say(c.Adjust(change=c.ConditionFix(subject="erik", name="hurt"), note="a fall"))
    story.does("man", "move")
    said = refused(story, lambda: story.answers("erik", "pass"))
    assert (said.why, said.clause) == ("erik may not answer this: hurt", "T6")


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
    assert told(said) == Said("so many dice cannot be risked", "", {"most": 0}, "/risk/attempt")


def test_what_is_typed_in_several_lines_is_kept_in_one():
    cry = Blank("cry", "text")
    assert canonical_params((cry,), {"cry": "hold\nthe\u202eline"}) == {"cry": "hold the line"}
