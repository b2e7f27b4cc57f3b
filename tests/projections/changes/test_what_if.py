"""What a what-if begins with: what its maker sees, whatever else happened; with ids of its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import commands as c
from domain import events as e
from domain.log.codec import IMPORTED
from domain.state.ids import ID
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.changes.what_if import CopiedStep, copied_steps
from tests.support.logs.recorded_logs import BEN, REFEREES, Recorded, first_trace
from tests.support.logs.recorded_playouts import RULES, played, with_secrets
from tests.support.logs.whole_logs import line_of_play, rebuild
from tests.sweeps import examples


def copy_of(told: Recorded, viewer: Viewer, **opened: Any) -> list[CopiedStep]:
    path = [told.log[seq - 1] for seq in line_of_play(told.log)]
    return list(copied_steps(path, viewer, opened))


def events(steps: list[CopiedStep]) -> list[e.Event]:
    return [draft.event for step in steps for draft in step.drafts]


@examples(40)
@given(st.data())
def test_what_is_hidden_from_its_maker_changes_nothing_in_it(data):
    script, told = played(data.draw)
    secretly = with_secrets(data.draw, script)
    for viewer in (PUBLIC, BEN):
        assert copy_of(secretly, viewer) == copy_of(told, viewer)


@examples(40)
@given(st.data())
def test_it_stands_as_its_maker_sees_it(data):
    script, told = played(data.draw)
    told = data.draw(st.sampled_from([told, with_secrets(data.draw, script)]))
    viewer = data.draw(st.sampled_from([TABLE, PUBLIC, BEN]))
    steps, seen = copy_of(told, viewer), rebuild(told.log, viewer).combat
    after = steps[-1].after
    assert (after.pools, after.facts, after.places) == (seen.pools, seen.facts, seen.places)
    assert (after.clock, list(after.roster.members)) == (seen.clock, list(seen.roster.members))
    assert len(after.conditions.all) == len(seen.conditions.all)
    assert len(after.exchange.questions) == len(seen.exchange.questions)


def test_ids_are_counted_anew_so_that_no_gap_is_left():
    plain, secret = first_trace(RULES), Recorded(RULES)
    secret.say(c.Roll(who="referee", sides=20, hidden=True))
    secret.comes("man", side="b").comes("cogan", side="a").comes("erik", side="a").round()
    secret.does("man", "move", beside=["cogan", "erik"])
    ids = {found[0] for found in ID.finditer(str(events(copy_of(secret, PUBLIC))))}
    assert ids and ids <= {found[0] for found in ID.finditer(str(events(copy_of(plain, PUBLIC))))}


def test_what_only_some_saw_is_for_the_referee_of_the_what_if_alone():
    told = Recorded(RULES).comes("man").comes("erik").round()
    told.secretly(e.FactSet(of="door", name="trapped", value=1), to=("p2",))
    drafts = [draft for step in copy_of(told, BEN) for draft in step.drafts]
    assert {draft.audience for draft in drafts[:-1]} == {()}
    assert drafts[-1].audience == REFEREES
    assert {draft.basis for draft in drafts} == {IMPORTED}
    assert "trapped" not in str(events(copy_of(told, PUBLIC)))


def test_a_balance_that_something_hidden_has_touched_is_the_one_that_can_be_counted():
    told = Recorded(RULES).comes("man").comes("erik").round()
    had = told.combat.pools.balance_of("man", "ap")
    spent: Any = {"subject": "man", "pool": "ap", "how": "pay"}
    told.secretly(e.PoolChanged(**spent, delta=-2, balance=had - 2))
    told.secretly(e.PoolChanged(**spent, delta=-1, balance=had - 3), to=())
    assert copy_of(told, PUBLIC)[-1].after.pools.balance_of("man", "ap") == had - 1
    assert copy_of(told, TABLE)[-1].after.pools.balance_of("man", "ap") == had - 3


@pytest.mark.parametrize("viewer", [TABLE, PUBLIC], ids=["referee", "public"])
def test_dice_count_as_typed_in_and_are_counted_anew(viewer: Viewer):
    told = Recorded(RULES).comes("man")
    for hidden in (False, True, False, True):
        told.say(c.Roll(who="man", sides=20, hidden=hidden))
    rolled = [x for x in events(copy_of(told, viewer)) if isinstance(x, e.DiceRolled)]
    assert {x.provenance for x in rolled} == {"typed"}
    open_ones = [x.label.r for x in rolled if x.key == "open"]
    assert open_ones == [0, 1]
    assert [x.label.r for x in rolled if x.key == "hidden"] == ([0, 1] if viewer == TABLE else [])


def test_its_opening_is_its_own():
    first = events(copy_of(first_trace(RULES), PUBLIC, title="Had he run", policy="free"))[0]
    assert isinstance(first, e.CombatOpened)
    assert (first.title, first.policy, first.ruleset) == ("Had he run", "free", "toy")
