"""What a table does against the rules, and what the referee changes and rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import OpenPoint, Refused
from tests.support.games.stopping import STOPPING
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import ANN, Said, refused, three, told
from tests.support.refusals import legal
from tests.support.story import Story

# --- against the rules ---------------------------------------------------------------------------

FAR = c.Act(who="man", manoeuvre="strike", targets=("erik",), against=True)


def test_a_table_that_records_keeps_what_it_did_with_the_clause_that_was_broken():
    story = three(mode="record").say(FAR, ANN)
    acted, paid = story.steps[-1][:2]
    assert (type(acted.event), acted.basis, acted.clause) == (e.Acted, "against", "T4")
    assert (paid.basis, story.left("man", "ap")) == ("stated", 2)


def test_what_is_not_marked_as_against_the_rules_is_refused_all_the_same():
    story = three(mode="record")
    plain = FAR.model_copy(update={"against": False})
    assert refused(story, lambda: story.say(plain, ANN)).clause == "T4"


def test_a_table_that_enforces_refuses_but_for_the_referee_s_word():
    story = three()
    assert refused(story, lambda: story.say(FAR, ANN)).clause == "T4"
    assert story.say(FAR).steps[-1][0].basis == "against"


def test_against_the_rules_one_pays_what_one_has_and_the_rest_is_said():
    story = three(mode="record").does("man", "move").passes().does("man", "move").passes()
    story.does("man", "move").passes().does("man", "move", against=True)
    paid = story.events(e.PoolChanged)[-1]
    assert (paid.delta, paid.balance, paid.wanted) == (0, 0, -1)


@pytest.mark.parametrize(
    ("said", "pointer"),
    [
        ({"manoeuvre": "parry"}, "/manoeuvre"),
        ({"manoeuvre": "strike"}, "/targets/0"),
        ({"manoeuvre": "strike", "targets": ["troll"]}, "/targets/0"),
        ({"manoeuvre": "move", "targets": ["erik"]}, "/targets/0"),
        ({"manoeuvre": "move", "params": {"hat": "on"}}, "/params/hat"),
        ({"manoeuvre": "move", "params": {"beside": "erik"}}, "/params/beside"),
        ({"manoeuvre": "throw", "using": "axe"}, "/params/force"),
        ({"manoeuvre": "throw", "using": "axe", "params": {"force": "2"}}, "/params/force"),
        ({"manoeuvre": "throw", "using": "axe", "params": {"force": 1, "cry": 3}}, "/params/cry"),
    ],
)
def test_even_against_the_rules_a_deed_has_the_form_of_one(said, pointer):
    story = three(mode="record")
    command = c.Act(who="man", against=True, **said)
    assert refused(story, lambda: story.say(command)).pointer == pointer


def test_values_that_the_rules_do_not_list_are_kept_all_the_same():
    story = three(mode="record")
    story.does("man", "throw", using="pie", force=9, aim="knee", against=True)
    assert story.events(e.Acted)[-1].params == {"force": 9, "aim": "knee"}
    assert story.steps[-1][0].basis == "against"


def test_even_against_the_rules_the_manoeuvre_exists_and_the_grammar_holds():
    story = three(mode="record")
    assert refused(story, lambda: story.does("man", "fly", against=True)).pointer == "/manoeuvre"
    assert refused(story, lambda: story.does("erik", "move", against=True)).pointer == "/who"


def test_a_declaration_or_an_answer_against_the_rules_is_marked_as_well():
    story = three(mode="record").does("man", "move").declares("erik", "strike", "man", against=True)
    assert [(d.basis, d.clause) for d in story.steps[-1]] == [("against", "T4")]
    story = Story(STOPPING, mode="record").joins("ana", side="a").joins("bert", side="b")
    there = c.PlaceFix(subject="bert", place="ford")
    story.say(c.Adjust(change=there, note="set up")).round()
    story.does("ana", "move", to="ford").does("ana", "blunder").passes("bert")
    shrug = c.Answer(who="ana", about="next leg", choice="shrug", against=True)
    assert refused(story, lambda: story.say(shrug)).pointer == "/choice"
    lost = c.Answer(who="ana", about="next leg", choice="go", against=True)
    assert refused(story, lambda: story.say(lost)).why == "to is missing"
    story.answers("ana", "go", to="the moon", against=True)
    assert (story.steps[-1][0].basis, story.steps[-1][0].clause) == ("against", "M1")
    assert story.combat.places.of("ana") == "the moon"


# --- the referee's own hand ----------------------------------------------------------------------


def adjust(change: Any, note: str | None = "it was forgotten") -> c.Adjust:
    return c.Adjust(change=change, note=note)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (c.PoolFix(subject="man", pool="ap", delta=-2), "PoolChanged man.ap -2 set"),
        (c.ConditionFix(subject="man", name="hurt", level=2), "ConditionBegan k1 man hurt"),
        (
            c.FactFix(of="man", name="adjacent", toward="erik", value="yes"),
            "FactSet adjacent erik~man yes",
        ),
        (c.PlaceFix(subject="man", place="the ford"), "Moved man the ford"),
        (
            c.OrderFix(scope="initiative", order=("erik", "man")),
            "OrderSet initiative ['erik'],['man'] the referee's word",
        ),
    ],
)
def test_the_referee_may_change_anything_and_says_why(change, line):
    story = three().say(adjust(change))
    assert story.told() == [line]
    assert [d.basis for d in story.steps[-1]] == ["table"]


def test_the_referee_ends_what_lasts():
    story = three().say(adjust(c.ConditionFix(subject="man", name="hurt")))
    heal = adjust(c.ConditionFix(subject="man", name="hurt", begin=False))
    story.say(heal)
    assert not story.combat.conditions.has("man", "hurt")
    said = refused(story, lambda: story.say(heal))
    assert (said.why, said.pointer) == ("man is not hurt", "/change/name")


@pytest.mark.parametrize(
    ("change", "why", "pointer"),
    [
        (c.PoolFix(subject="elf", pool="ap", delta=1), "'elf' is not in this combat", "/change"),
        (c.PoolFix(subject="man", pool="mp", delta=1), "no pool is called 'mp'", "/change/pool"),
        (
            c.PoolFix(subject="man", pool="ap", key="red", delta=1),
            "ap has no part called 'red'",
            "/change/key",
        ),
        (
            c.PoolFix(subject="man", pool="ap", delta=0),
            "this would change nothing",
            "/change/delta",
        ),
        (
            c.ConditionFix(subject="man", name="hurt", toward="elf"),
            "'elf' is not in this combat",
            "/change",
        ),
        (
            c.FactFix(of="man", name="adjacent", toward="elf", value="yes"),
            "'elf' is not in this combat",
            "/change/toward",
        ),
        (
            c.FactFix(of="man", name="adjacent", toward="man", value="yes"),
            "man cannot be tied to man",
            "/change/toward",
        ),
        (c.PoolFix(subject="man", pool="ap", delta=-4), "AP cannot go below 0", "/change/delta"),
        (
            c.ConditionFix(subject="man", name="bored"),
            "no condition is called 'bored' here",
            "/change/name",
        ),
        (
            c.FactFix(of="man", name="adjacent", value="yes"),
            "the fact 'adjacent' stands between two: say toward whom",
            "/change/toward",
        ),
        (
            c.FactFix(of="man", name="adjacent", toward="erik", value="maybe"),
            "'maybe' is no value of a fact called 'adjacent'",
            "/change/value",
        ),
        (
            c.OrderFix(scope="dinner", order=("erik", "man")),
            "no order is called 'dinner' here",
            "/change/scope",
        ),
        (
            c.FactFix(of="man", name="married", value="yes"),
            "no fact is called 'married' here",
            "/change/name",
        ),
        (
            c.FactFix(of="man", name="adjacent", toward="erik", value="no"),
            "this would change nothing",
            "",
        ),
    ],
)
def test_even_the_referee_changes_only_what_there_is(change, why, pointer):
    story = three()
    said = refused(story, lambda: story.say(adjust(change)))
    assert (said.why, said.pointer) == (why, pointer)


def test_what_holds_toward_somebody_who_has_left_can_still_be_ended():
    story = three()
    held = {"subject": "man", "name": "hurt", "toward": "cogan"}
    story.say(adjust(c.ConditionFix(**held))).say(c.Leave(who="cogan"))
    story.say(adjust(c.ConditionFix(**held, begin=False)))
    assert story.combat.conditions.on("man", "hurt") == ()


def held(toward: str, begin: bool = True, name: str = "hurt") -> c.Adjust:
    return adjust(c.ConditionFix(subject="man", name=name, toward=toward, begin=begin))


@pytest.mark.parametrize("toward", ["erik", "cogan"])
def test_of_several_conditions_of_a_name_the_one_toward_somebody_ends(toward):
    story = three().say(held("erik")).say(held("cogan"))
    story.say(held(toward, begin=False))
    [left] = story.combat.conditions.on("man", "hurt")
    assert {left.toward, toward} == {"erik", "cogan"}


def test_of_several_conditions_of_a_name_the_one_of_that_id_ends():
    story = three().say(held("erik")).say(held("cogan"))
    first, second = story.combat.conditions.on("man", "hurt")
    story.say(held("", begin=False, name=first.id))
    assert story.combat.conditions.on("man") == (second,)


def test_where_the_name_alone_does_not_say_which_condition_ends_it_is_refused():
    story = three().say(held("erik")).say(held("cogan"))
    said = refused(story, lambda: story.say(held("", begin=False)))
    assert (said.why, legal(said)) == (
        "man is hurt: say which one, by its short id or by these: #6.1 toward erik; #7.1 toward"
        " cogan",
        "#6.1; #7.1",
    )
    story.say(held("erik", begin=False))
    said = refused(story, lambda: story.say(held("erik", begin=False)))
    assert (said.why, legal(said)) == (
        "man is hurt: not that one stands, but these, by its short id or by these: #7.1 toward"
        " cogan",
        "",
    )


def test_of_wounds_the_one_at_that_place_ends():
    story = three()
    for at in ("arm", "leg"):
        story.say(adjust(c.ConditionFix(subject="man", name="hurt", at=at)))
    story.say(adjust(c.ConditionFix(subject="man", name="hurt", at="arm", begin=False)))
    assert [k.at for k in story.combat.conditions.on("man")] == ["leg"]


def test_the_referee_says_why():
    story = three()
    change = c.PoolFix(subject="man", pool="ap", delta=1)
    assert refused(story, lambda: story.say(adjust(change, None))).pointer == "/note"


def test_a_ruling_settles_an_open_point_until_the_next():
    story = three().say(c.Rule(point="tie", value="defence"))
    [ruled] = story.steps[-1]
    assert (ruled.clause, ruled.basis, story.told()) == (
        "T8",
        "ruled",
        ["FactSet tie table~ defence"],
    )
    said = refused(story, lambda: story.say(c.Rule(point="tie", value="nobody")))
    assert told(said) == Said(
        "the rules leave no 'tie' = 'nobody' open", "T8", {}, "/value", "", "attack; defence"
    )


def test_a_point_that_any_word_settles_may_want_a_form():
    dice = OpenPoint("dice", (), "1d20", "T8", "what is rolled", r"[1-9]d(6|20)")
    story = Story(replace(TOY, points=(dice,)), dice="2d6").joins("man")
    assert story.say(c.Rule(point="dice", value="3d20")).told() == ["FactSet dice table~ 3d20"]
    said = refused(story, lambda: story.say(c.Rule(point="dice", value="many")))
    assert told(said) == Said("the rules leave no 'dice' = 'many' open", "T8", {}, "/value")
    said = refused(story, lambda: story.say(c.Rule(point="dcie", value="3d20")))
    assert told(said) == Said("the rules leave no 'dcie' open", "", {}, "/point", "", "dice")


def test_a_setting_of_the_opening_is_an_open_point():
    assert three(tie="defence").combat.facts.get("table", "tie") == "defence"
    with pytest.raises(Refused) as no:
        three(weather="fair")
    why = "nothing here is called 'weather'; known here: tie"
    assert told(no.value) == Said(why, "", {}, "/settings/weather")
