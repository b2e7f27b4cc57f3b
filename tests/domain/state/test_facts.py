"""Set facts, held against the last that was said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.events import FactSet
from domain.state.combat import EMPTY, evolve
from tests.support.logs.any_event import IDS, made

NAMES = st.sampled_from(["adjacent", "adj", "paired"])
sets = st.lists(made(FactSet, of=IDS, name=NAMES, toward=IDS | st.just("")), max_size=30)


def after(events):
    combat = EMPTY
    for event in events:
        combat = evolve(combat, event)
    return combat.facts


@given(sets)
def test_the_last_value_stands(events):
    last = {(event.of, event.name, event.toward): event.value for event in events}
    facts = after(events)
    for key, value in last.items():
        assert repr(facts.get(*key)) == repr(value)
    assert sum(map(len, facts.of.values())) == len(last)


@given(sets)
def test_a_fact_is_listed_toward_everybody_it_was_set_toward(events):
    facts = after(events)
    for of in ("ana", "bert", "cleo"):
        for name in ("adjacent", "adj", "paired"):
            said = {x.toward: x.value for x in events if (x.of, x.name) == (of, name)}
            assert facts.toward(of, name) == said


def test_a_fact_that_was_never_set_is_none():
    assert after([]).get("ana", "adjacent", "bert") is None
    assert after([]).toward("ana", "adjacent") == {}


def test_a_fact_points_one_way():
    facts = after([FactSet(of="ana", name="watches", toward="bert", value=True)])
    assert facts.get("ana", "watches", "bert") is True
    assert facts.get("bert", "watches", "ana") is None
    assert facts.get("ana", "watches") is None
