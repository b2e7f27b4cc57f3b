"""Named states that last, held against a plain list; nothing is restored twice."""

from __future__ import annotations

from math import prod
from typing import Any, Literal

from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.state.combat import EMPTY, evolve
from domain.state.conditions import Conditions
from tests.support.logs.any_event import IDS, made

INSTANCES = st.sampled_from(["1.1", "1.2", "2.1", "2.2"])
TRAITS = st.sampled_from(["might", "speed"])
MODS = st.lists(
    st.builds(
        e.Mod,
        trait=TRAITS,
        how=st.sampled_from(["set", "times", "least", "add"]),
        value=st.integers(-4, 4),
    ),
    max_size=3,
).map(tuple)
changes = st.lists(
    made(e.ConditionBegan, id=INSTANCES, subject=IDS, mods=MODS)
    | made(e.ConditionChanged, id=INSTANCES)
    | made(e.ConditionEnded, id=INSTANCES),
    max_size=25,
)


def after(events: list[Any]) -> Conditions:
    combat = EMPTY
    for event in events:
        combat = evolve(combat, event)
    return combat.conditions


def walked(events: list[Any]) -> dict[str, dict[str, Any]]:
    """What stands, by id, as a dictionary of the words that were said."""
    standing: dict[str, dict[str, Any]] = {}
    for event in events:
        match event:
            case e.ConditionBegan():
                left = event.until.left if event.until else 0
                standing[event.id] = {**dict(event), "left": left}
            case e.ConditionChanged() if event.id in standing:
                standing[event.id].update(level=event.level, left=event.left)
                if event.toward is not None:
                    standing[event.id]["toward"] = event.toward
                said = {
                    part: getattr(event, part) for part in ("source", "parent", "concentration")
                }
                said["name"] = event.name or None
                standing[event.id].update({k: v for k, v in said.items() if v is not None})
                detail = {**standing[event.id]["detail"], **event.detail}
                if event.detail:
                    standing[event.id]["detail"] = {
                        name: value for name, value in detail.items() if value is not None
                    }
                if event.until or event.endless:
                    standing[event.id]["until"] = None if event.endless else event.until
            case e.ConditionEnded():
                standing.pop(event.id, None)
    return standing


def reckoned(mods: list[e.Mod], trait: str, base: int) -> int:
    """A trait under some modifiers, written as one formula."""
    by: dict[str, list[int]] = {"set": [], "times": [], "least": [], "add": []}
    for mod in mods:
        by[mod.how] += [mod.value] if mod.trait == trait else []
    start = by["set"][-1] if by["set"] else base
    return max(start * prod(by["times"]), *by["least"], -(10**9)) + sum(by["add"])


@given(changes)
def test_what_began_and_did_not_end_stands_as_it_was_changed_last(events):
    standing = {k: c._asdict() for k, c in after(events).all.items()}
    assert standing == walked(events)


@given(changes)
def test_the_oldest_comes_first(events):
    assert list(after(events).all) == list(walked(events))


@given(changes, IDS, st.sampled_from(["order", "ana"]))
def test_somebody_is_under_what_stands_on_him(events, subject, name):
    mine = [k for k, c in walked(events).items() if c["subject"] == subject]
    named = [k for k in mine if walked(events)[k]["name"] == name]
    conditions = after(events)
    assert [c.id for c in conditions.on(subject)] == mine
    assert [c.id for c in conditions.on(subject, name)] == named
    assert conditions.has(subject, name) == bool(named)


@given(changes, IDS, TRAITS, st.integers(-9, 9))
def test_a_trait_is_altered_by_what_stands_and_by_nothing_else(events, subject, trait, base):
    mods = [m for c in walked(events).values() if c["subject"] == subject for m in c["mods"]]
    assert after(events).altered_trait(subject, trait, base) == reckoned(mods, trait, base)


@given(st.lists(MODS, min_size=1, max_size=4), st.data(), st.integers(-9, 9))
def test_in_whatever_order_conditions_end_the_trait_is_as_before(several, data, base):
    ids = [f"1.{n}" for n in range(len(several))]
    began = [
        e.ConditionBegan(id=id, subject="ana", name="curse", mods=mods)
        for id, mods in zip(ids, several, strict=True)
    ]
    over = data.draw(st.permutations(ids))
    for count in range(len(ids) + 1):
        ended = [e.ConditionEnded(id=id) for id in over[:count]]
        rest = [
            m for id, mods in zip(ids, several, strict=True) for m in mods if id not in over[:count]
        ]
        altered = after([*began, *ended]).altered_trait("ana", "might", base)
        assert altered == reckoned(rest, "might", base)
    assert reckoned([], "might", base) == base


def curse(id: str, how: Literal["set", "times", "least", "add"], value: int) -> e.ConditionBegan:
    mod = e.Mod(trait="might", how=how, value=value)
    return e.ConditionBegan(id=id, subject="ana", name="curse", mods=(mod,))


def test_two_that_break_a_trait_do_not_restore_it_twice_nor_too_early():
    both = [curse("1.1", "add", -2), curse("1.2", "set", 0)]
    first, second = e.ConditionEnded(id="1.1"), e.ConditionEnded(id="1.2")
    might = lambda *ended: after([*both, *ended]).altered_trait("ana", "might", 7)  # noqa: E731
    assert (might(), might(first), might(second)) == (-2, 0, 5)
    assert might(first, second) == might(second, first) == might(first, second, first) == 7


def test_set_comes_before_times_before_at_least_before_add_whenever_they_began():
    began = [
        curse("1.1", "add", 1),
        curse("1.2", "least", 10),
        curse("1.3", "times", 3),
        curse("1.4", "set", 2),
    ]
    might = lambda *which: after([began[n] for n in which]).altered_trait("ana", "might", 7)  # noqa: E731
    assert might(3) == 2
    assert might(2, 3) == 6
    assert might(1, 2, 3) == 10
    assert might(0, 1, 2, 3) == 11
    assert might(0, 2) == 22


def test_of_two_that_set_a_trait_the_younger_counts():
    assert (
        after([curse("1.1", "set", 2), curse("1.2", "set", 5)]).altered_trait("ana", "might", 7)
        == 5
    )


def test_a_curse_on_one_trait_or_person_leaves_the_others():
    conditions = after([curse("1.1", "set", 0)])
    assert conditions.altered_trait("ana", "speed", 7) == 7
    assert conditions.altered_trait("bert", "might", 7) == 7


def test_two_wounds_are_two_instances():
    wounds = [e.ConditionBegan(id=id, subject="ana", name="wound") for id in ("1.1", "1.2")]
    assert len(after(wounds).on("ana", "wound")) == 2
    healed = after([*wounds, e.ConditionEnded(id="1.1")])
    assert [c.id for c in healed.on("ana", "wound")] == ["1.2"]
    assert healed.has("ana", "wound")


def test_how_many_spans_are_left_is_told_by_how_it_began_and_then_by_each_change():
    began = e.ConditionBegan(
        id="1.1", subject="ana", name="stun", level=2, until=e.Until(span="turn", left=3)
    )
    assert after([began]).all["1.1"].left == 3
    changed = after([began, e.ConditionChanged(id="1.1", level=2, left=2)]).all["1.1"]
    assert (changed.level, changed.left, changed.until) == (2, 2, began.until)


def test_what_does_not_stand_is_neither_changed_nor_ended():
    assert after([e.ConditionChanged(id="1.1", level=1), e.ConditionEnded(id="1.1")]) == (
        Conditions()
    )
