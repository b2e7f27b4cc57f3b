"""Who cannot do anything here, and what nobody can do: each refusal names who and what could."""

from __future__ import annotations

from dataclasses import replace

from domain import commands as c
from domain.ruleset.ruleset import ConditionKind, Manoeuvre
from tests.support.logs.refused_fights import UNREAL, Said, closing_in, refused, three, told
from tests.support.refusals import lacks, legal
from tests.support.story import Story


def test_nobody_of_that_name():
    story = three()
    said = refused(story, lambda: story.does("ahab", "move"))
    assert told(said) == Said(
        "nobody here is called 'ahab'", "", {}, "/who", "", "man; cogan; erik"
    )


def test_who_has_left():
    story = three().say(c.Leave(who="erik"))
    said = refused(story, lambda: story.does("erik", "move"))
    assert legal(said) == "man; cogan"


def test_a_side_does_nothing_itself():
    story = Story(UNREAL).say(c.Join(subject="raiders", kind="side"))
    story.joins("man", "thug", side="raiders").joins("erik", side="a").round()
    said = refused(story, lambda: story.does("raiders", "move"))
    assert told(said) == Said(
        "raiders is a side, and does nothing itself", "", {}, "/who", "", "man; thug"
    )


def test_the_state_that_keeps_somebody_from_acting_is_said():
    conditions = (*UNREAL.conditions, ConditionKind("out", "out cold", "T6"))
    rules = replace(
        UNREAL, conditions=conditions, able=lambda scene, who: "T6" if scene.has(who, "out") else ""
    )
    story = Story(rules).joins("man", side="b").joins("erik", side="a").round()
    story.say(c.Adjust(change=c.ConditionFix(subject="man", name="out"), note="a fall"))
    said = refused(story, lambda: story.does("man", "move"))
    assert told(said) == Said(
        "man cannot act: out cold", "T6", {}, "/who", "condition out of man: yes = no"
    )


def test_what_comes_about_by_the_rules_is_nobodys_to_do():
    born = Manoeuvre("panic", "panic", "T8", (), ("go",))
    story = Story(replace(UNREAL, manoeuvres=(*UNREAL.manoeuvres, born)))
    story.joins("man", side="b").joins("erik", side="a").round()
    said = refused(story, lambda: story.does("man", "panic"))
    assert told(said) == Said(
        "panic comes about by the rules, and is nobody's to do", "T8", {}, "/manoeuvre"
    )


def test_where_all_declare_first_it_says_how():
    story = closing_in()
    said = refused(story, lambda: story.does("cogan", "strike", "man"))
    assert (lacks(said), legal(said)) == (
        ("answer declare of cogan: no = yes; answer declare of erik: no = yes"),
        "declare",
    )
    story = three()
    said = refused(story, lambda: story.declares("man", "move"))
    assert (said.pointer, legal(said)) == ("/type", "act")
