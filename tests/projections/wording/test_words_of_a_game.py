"""A game says in its own words what is done, tied and counted, and what goes without saying."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Blank, Choice, FactKind, Manoeuvre, Pool, Slot, Window
from domain.state.viewer import TABLE
from projections.wording.game_words import pool_word
from tests.printed_story import timeline
from tests.support.games.toy_parts import toy
from tests.support.logs.recorded_logs import Recorded

FEAST = toy(
    "feast",
    pools=(Pool("bites", "bites taken", "E1"), Pool("turns", "turns", "E1", routine=True)),
    facts=(FactKind("toasts", "toasts", "E2", ("yes", "no"), "no"),),
    opening=lambda traits: {"turns": 1},
    words={
        "does sing": "sings {song} to {targets}: {using}",
        "toasts yes": "{of} raises a cup to {toward}",
        "toasts no": "{of} no longer raises a cup to {toward}",
        "noun sing": "song",
        "gains bites": "takes",
        "left bites": "in all",
        "one bites": "bite",
    },
    manoeuvres=(
        Manoeuvre(
            "sing",
            "sing",
            "E3",
            ("action",),
            ("fill up",),
            target=True,
            targets=lambda scene, deed: scene.foes(deed.who),
            blanks=lambda scene, deed: (Blank("song", "text", optional=True),),
            usings=lambda scene, deed: ("", "ana"),
        ),
        Manoeuvre("ask round", "ask", "E3", ("action",), ("who", "done")),
    ),
)
FEAST.asks(
    Window(
        "who",
        "who?",
        "E4",
        lambda scene, asking: tuple(Slot(id=w, who="referee", about=w) for w in scene.present()),
        lambda scene, asking, slot: (Choice("pours", blanks=(Blank("ana bo", "number", most=9),)),),
    )
)


@FEAST.stage("fill up")
def fill_up(step):
    """E1: Everybody eats."""
    step.lose("bo", "bites", -1)
    step.lose("bo", "bites", -2)
    step.set_fact("toasts", "bo", "yes", "ana")
    step.set_fact("toasts", "bo", "no", "ana")
    step.resolve("well sung")
    for who in step.present():
        step.fill(who, "turns", 2)


@FEAST.stage("done")
def done(step):
    """E1: That was it."""


def story_of(*deeds: c.Command) -> list[str]:
    told = Recorded(FEAST).comes("ana", "Ana").comes("bo", "Bo")
    told.say(c.Answer(who="referee", about="round", choice="begin"))
    start = len(timeline(told.log, FEAST, TABLE))
    for deed in deeds:
        told.say(deed)
    return [line.text for line in timeline(told.log, FEAST, TABLE)][start:]


def test_a_deed_names_whom_it_is_at_and_what_was_said():
    song = c.Act(who="ana", manoeuvre="sing", targets=("bo",), using="ana", params={"song": "low"})
    assert story_of(song)[0] == "Ana sings low to Bo: Ana"
    assert story_of(c.Act(who="ana", manoeuvre="sing", targets=("bo",)))[0] == "Ana sings to Bo"


def test_pools_and_ties_are_told_as_the_game_says_them_and_routine_not_at_all():
    assert story_of(c.Act(who="ana", manoeuvre="sing", targets=("bo",)))[1:] == [
        "Bo takes 1 bite, 1 in all",
        "Bo takes 2 bites, 3 in all",
        "Bo raises a cup to Ana",
        "Bo no longer raises a cup to Ana",
        "Ana's song: well sung",
    ]


def test_who_answers_more_than_once_says_toward_whom():
    asked = c.Act(who="ana", manoeuvre="ask round")
    pour = c.Answer(who="referee", about="who", choice="pours", toward="bo", params={"ana bo": 2})
    assert story_of(asked, pour) == [
        "Ana: ask round",
        "The referee, toward Bo: pours (Ana and Bo 2)",
    ]


def test_a_game_that_says_nothing_of_it_is_told_as_before():
    plain = replace(FEAST, words={})
    told = Recorded(plain).comes("ana", "Ana").comes("bo", "Bo")
    told.say(c.Answer(who="referee", about="round", choice="begin"))
    told.say(c.Act(who="ana", manoeuvre="sing", targets=("bo",)))
    lines = [line.text for line in timeline(told.log, plain, TABLE)]
    assert lines[-6:] == [
        "Ana sings Bo",
        "Bo gains 1 bite, 1 left",
        "Bo gains 2 bites, 3 left",
        "Bo toward Ana: toasts",
        "Bo toward Ana: no longer toasts",
        "Ana's sing: well sung",
    ]


@pytest.mark.parametrize(
    ("pool", "one", "two"),
    [
        ("sparks", "1 spark", "2 sparks"),
        ("bites", "1 bite", "2 bites"),
        ("cherries", "1 cherry", "2 cherries"),
        ("focus", "1 focus", "2 focus"),
        ("mass", "1 mass", "2 mass"),
        ("ap", "1 AP", "2 AP"),
        ("dice", "1 die", "2 dice"),
    ],
)
def test_one_of_many_is_said_as_one(pool: str, one: str, two: str):
    rules = replace(FEAST, words={**FEAST.words, "one dice": "die"})
    assert [f"{n} {pool_word(rules, pool, '', n)}" for n in ("1", "2")] == [one, two]
