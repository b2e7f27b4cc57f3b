"""The one fold of all eight facets: total, silent, and the same each time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.log.codec import NAMES, STORED
from domain.state.combat import EMPTY, FOLDS, Combat, dump, evolve, fold, load, state_hash
from tests.support.goldens.stored import ENTRIES
from tests.support.logs.any_event import any_entries, any_event, said
from tests.support.logs.skirmish import SKIRMISH, after

CONCERNS: dict[str, str] = {
    "roster": "CombatOpened Joined Edited Left CombatEnded",
    "clock": "RoundBegan RoundEnded TurnBegan TurnEnded PhaseBegan PhaseEnded OrderSet",
    "pools": "PoolChanged PoolLimited PoolRemoved",
    "conditions": "ConditionBegan ConditionChanged ConditionEnded",
    "facts": "FactSet",
    "places": "Moved CardDrawn",
    "exchange": "Asked Answered Declared Acted Reacted Withdrawn Resolved Closed"
    " DiceRolled CardDrawn RoundBegan TurnBegan",
    "reported": "Reported Gap",
}
"""Which events mean something to which facet; to any other they mean nothing."""


# --- the fold ------------------------------------------------------------------------------------


def test_every_event_goes_to_the_facets_it_concerns_and_to_no_other():
    concerned = {
        event.__name__: [Combat._fields[index] for index, _ in folds]
        for event, folds in FOLDS.items()
    }
    assert concerned == {
        name: [facet for facet, words in CONCERNS.items() if name in words.split()]
        for name in {word for words in CONCERNS.values() for word in words.split()}
    }


@given(said())
def test_nothing_that_happens_breaks_the_fold_or_touches_a_facet_it_does_not_concern(told):
    combat = EMPTY
    for event, answers in told:
        new = evolve(combat, event, answers)
        for facet, words in CONCERNS.items():
            if type(event).__name__ not in words.split():
                assert getattr(new, facet) is getattr(combat, facet)
        combat = new


@given(said())
def test_whatever_happened_every_question_about_it_has_an_answer(told):
    combat = after(told)
    exchange, question = combat.exchange, combat.exchange.question()
    assert question is None or len(question.open()) <= len(question.unfilled_slots())
    for act in (*exchange.acts, "none"):
        assert exchange.outcome(act, "order") is None or exchange.outcome(act) is not None
        assert all(a.stands for a in exchange.standing(act))
        assert all(not a.kind for a in exchange.declared_answers(act))
    for who in (*combat.roster.members, "nobody"):
        assert isinstance(combat.conditions.altered_trait(who, "order", 1), int)
        assert who in combat.places.who(combat.places.of(who)) or who not in combat.places.at
    numbers = [member.roller for member in combat.roster.members.values()]
    assert combat.roster.rollers() == max(numbers, default=0)
    assert all(member.here for member in combat.roster.present())


@given(said(), said())
def test_a_state_stays_what_it_was_while_play_goes_on_from_it(first, second):
    before = after(first)
    frozen = dump(before)
    later = before
    for event, answers in second:
        later = evolve(later, event, answers)
    assert dump(before) == frozen
    assert dump(after([*first, *second])) == dump(later)


@given(any_entries())
def test_folding_entries_is_evolving_by_each_event_of_play(entries):
    step_by_step = EMPTY
    for entry in entries:
        if entry.is_play:
            step_by_step = evolve(step_by_step, entry.event, entry.meta.answers)
    assert dump(fold(entries)) == dump(step_by_step)


@given(any_entries(), st.integers(0, 20))
def test_folding_goes_on_from_any_state_on_the_way(entries, cut):
    assert dump(fold(entries[cut:], fold(entries[:cut]))) == dump(fold(entries))


@given(any_entries())
def test_entries_of_the_table_leave_the_combat_as_it_is(entries):
    beside = [
        entry._replace(meta=entry.meta.model_copy(update={"parent": None})) for entry in entries
    ]
    assert all(left is began for left, began in zip(fold(beside), EMPTY, strict=True))
    assert fold(beside, after(SKIRMISH)) == after(SKIRMISH)


@pytest.mark.parametrize(
    "row", [row for row in STORED.values() if row.book == "table"], ids=lambda row: NAMES[row.event]
)
def test_what_is_entered_at_the_table_alone_means_nothing_to_play(row):
    assert row.event not in FOLDS
    event = next(event for _, event in ENTRIES if type(event) is row.event)
    assert evolve(EMPTY, event) is EMPTY


@pytest.mark.parametrize(
    "row", [row for row in STORED.values() if row.book != "table"], ids=lambda row: NAMES[row.event]
)
def test_whatever_is_entered_in_play_means_something(row):
    assert row.event in FOLDS


# --- states as bytes -----------------------------------------------------------------------------


@given(said())
def test_a_state_that_was_dumped_loads_as_an_equal_one(told):
    combat = after(told)
    loaded = load(dump(combat))
    assert loaded == combat
    assert repr(loaded) == repr(combat)  # in the same order, and True is not 1
    assert state_hash(loaded) == state_hash(combat)


@given(said(), any_event(), st.none() | st.just(("1.1", "ana")))
def test_play_goes_on_from_a_loaded_state_as_from_the_first(told, event, answers):
    combat = after(told)
    assert evolve(load(dump(combat)), event, answers) == evolve(combat, event, answers)


@pytest.mark.parametrize(
    "data", [b"", b"null", b"7", b"[1,2,3,4,5,6,7,8]", b"[[],[],[],[],[],[],[],[],[]]"]
)
def test_what_is_no_dumped_state_is_refused(data):
    with pytest.raises(ValidationError):
        load(data)


def test_the_skirmish_reaches_every_field_of_every_facet():
    combat, told = after(SKIRMISH), [type(event) for event, _ in SKIRMISH]
    for name in Combat._fields:
        facet, empty = getattr(combat, name), getattr(EMPTY, name)
        unchanged = [f for f in facet._fields if getattr(facet, f) == getattr(empty, f)]
        assert unchanged in ([], ["mode", "ended"])
    assert len(set(told)) >= 18
