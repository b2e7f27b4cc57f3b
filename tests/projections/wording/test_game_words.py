"""The game's own words in sentences: verbs, lists, and whose something is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import events as e
from domain.log.codec import Entry, Meta
from domain.state.combat import evolve
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import Telling
from projections.wording.events import sentence
from projections.wording.game_words import join_with_and, owner, pool_word, verb
from tests.printed_story import timeline
from tests.projections.wording.test_events import HALVES, people
from tests.support.logs.recorded_logs import first_trace
from tests.support.logs.recorded_playouts import RULES


@pytest.mark.parametrize(
    ("manoeuvre", "does"),
    [
        ("parry", "parries"),
        ("dodge", "dodges"),
        ("catch", "catches"),
        ("delay", "delays"),
        ("riposte", "ripostes"),
        ("press", "presses"),
        ("focus", "focuses"),
        ("stumbles", "stumbles"),
        ("Leaps", "Leaps"),
        ("catches", "catches"),
        ("jump back", ""),
        ("offhand", "strikes with the other hand"),
    ],
)
def test_a_manoeuvre_of_one_word_is_a_verb(manoeuvre, does):
    assert verb(HALVES, manoeuvre) == does


def test_a_name_that_says_what_somebody_does_already_is_declared():
    assert worded(e.Declared(act="a9", who="erik", manoeuvre="leaps")) == "Erik declares leaps"
    assert worded(e.Acted(act="a9", who="erik", manoeuvre="leaps")) == "Erik leaps"


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("spell slots", "spell slot"),
        ("superiority dice", "superiority die"),
        ("dice", "die"),
        ("Focus", "Focus"),
    ],
)
def test_one_of_a_pool_is_told_in_the_singular(many: str, one: str):
    assert pool_word(HALVES, many, "", "1") == one
    given = {"given their *": "{value} {rest} from each"}
    deed = e.Acted(act="a9", who="erik", manoeuvre="bite", params={f"their {many}": 1})
    assert worded(deed, **given) == f"Erik bites (1 {one} from each)"


def test_several_are_listed_as_people_say_them():
    assert [join_with_and("abc"), join_with_and("ab"), join_with_and("a"), join_with_and("")] == [
        "a, b and c",
        "a and b",
        "a",
        "",
    ]


def worded(event: e.Event, **words: str) -> str:
    """A sentence in a game with such words."""
    before, rules = people(), replace(HALVES, words={**HALVES.words, **words})
    entry = SeenEntry("9", "8", Entry(Meta(seq=9, step=2, number=9, parent=8, at=0), event), {})
    return sentence(Telling(rules, before, evolve(before, event, None), entry))


def test_a_game_says_with_what_in_its_own_words():
    cast = e.Acted(act="a9", who="erik", manoeuvre="cast", using="Wave")
    assert worded(cast) == "Erik casts with Wave"
    assert worded(cast, **{"using cast": ""}) == "Erik casts Wave"


def test_what_is_born_of_the_rules_befalls_somebody():
    due = e.Declared(act="a9", manoeuvre="flee", targets=("erik",))
    assert worded(due) == "Due: flee of Erik"
    assert worded(due, **{"noun flee": "flight"}) == "Due: flight of Erik"
    begun = e.Acted(act="a9", manoeuvre="flee", targets=("erik",))
    assert worded(begun, **{"noun flee": "flight"}) == "Flight of Erik"


def test_a_quiet_condition_is_told_only_in_full():
    quiet = tuple(kind._replace(quiet=True) for kind in RULES.conditions)
    hurt = {"what": "condition", "subject": "man", "name": RULES.conditions[0].name}
    told = first_trace(replace(RULES, conditions=quiet))
    told.say_plainly({"type": "adjust", "note": "a test", "change": hurt})
    told.say_plainly({"type": "adjust", "note": "a test", "change": {**hurt, "begin": False}})
    kinds = [
        [line.kind for line in timeline(told.log, told.rules, full=full)].count("condition")
        for full in (False, True)
    ]
    assert kinds == [0, 2]
    loud = timeline(told.log, RULES)
    assert [line.kind for line in loud].count("condition") == 2


def test_whose_something_is_reads_well_of_one_and_of_many():
    assert (owner("Ana"), owner("Hunters")) == ("Ana's", "Hunters'")
