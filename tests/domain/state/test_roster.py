"""Who is in the combat, held against a plain list of who came and went."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.state.combat import EMPTY, evolve
from domain.state.roster import Roster
from tests.support.logs.any_event import IDS, made

comings = st.lists(
    made(e.Joined, subject=IDS, roller=st.integers(0, 3)) | made(e.Left, subject=IDS), max_size=20
)


def after(events: list[Any]) -> Roster:
    combat = EMPTY
    for event in events:
        combat = evolve(combat, event)
    return combat.roster


@given(comings)
def test_a_member_is_what_was_said_when_he_joined_last(events):
    roster = after(events)
    last = {x.subject: x for x in events if isinstance(x, e.Joined)}
    assert set(roster.members) == set(last)
    for who, said in last.items():
        member = roster.get(who)
        assert member is not None
        assert said.model_dump() == {k: v for k, v in member._asdict().items() if k != "here"}


@given(comings)
def test_members_stand_in_the_order_in_which_they_last_joined_in_the_open(events):
    latest: dict[str, None] = {}
    for event in events:
        if isinstance(event, e.Joined):
            if not event.hidden:
                latest.pop(event.subject, None)
            latest[event.subject] = None
    assert list(after(events).members) == list(latest)


@given(comings)
def test_present_is_who_came_openly_and_has_not_left_since(events):
    roster = after(events)
    here: dict[str, bool] = {}
    for event in events:
        match event:
            case e.Joined():
                here.pop(event.subject, None)
                here[event.subject] = not event.hidden
            case e.Left() if event.subject in here:
                here[event.subject] = False
    assert [m.subject for m in roster.present()] == [who for who in here if here[who]]
    for kind in ("side", "combatant", "unit"):
        assert roster.present(kind) == tuple(m for m in roster.present() if m.kind == kind)


@given(comings)
def test_the_highest_number_counts_whether_its_owner_is_still_here_or_not(events):
    last = {x.subject: x.roller for x in events if isinstance(x, e.Joined)}
    assert after(events).rollers() == max(last.values(), default=0)


def test_a_stranger_who_leaves_changes_nothing():
    assert after([e.Left(subject="ana")]) == Roster()
    assert Roster().get("ana") is None


def test_who_comes_out_of_hiding_comes_last_as_all_see_it():
    hidden = e.Joined(subject="ana", name="Ana", hidden=True)
    roster = after([hidden, e.Joined(subject="bert", name="Bert")])
    assert [m.subject for m in roster.present()] == ["bert"]
    shown = evolve(EMPTY._replace(roster=roster), e.Joined(subject="ana", name="Ana")).roster
    assert [m.subject for m in shown.present()] == ["bert", "ana"]


def test_a_combat_is_opened_under_a_ruleset_and_ends():
    opening = e.CombatOpened(ruleset="toy", edition="2", mode="record", policy="free")
    roster = after([e.Joined(subject="ana", name="Ana"), opening])
    assert roster[:4] == ("toy", "2", "record", "free")
    assert list(roster.members) == ["ana"]
    assert not roster.ended
    assert after([opening, e.CombatEnded()]) == Roster("toy", "2", "record", "free", ended=True)
