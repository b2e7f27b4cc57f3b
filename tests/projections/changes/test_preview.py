"""What a move of the head would change, as a pure difference between two moments."""

from __future__ import annotations

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from domain import commands as c
from domain import events as e
from domain.rerun.rerun import Judged, Played
from domain.state.combat import EMPTY
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.changes.preview import Preview, preview
from projections.state.pools import pools
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import SeenEntry
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.recorded_playouts import RULES, played
from tests.support.logs.whole_logs import line_of_play, seen_entries
from tests.sweeps import examples


def fight() -> Recorded:
    """Erik has stepped up to the man and hit him."""
    told = Recorded(RULES, 18).comes("erik", side="a").comes("man", side="b").round()
    told.does("erik", "move", beside=["man"]).passes()
    told.does("erik", "strike", "man").passes()
    return told.answers("erik", "roll")


def between(told: Recorded, first: int, last: int, viewer: Viewer = TABLE) -> Preview:
    """What falls away when everything from one own entry to another does."""
    fork, left = split(told, first, last, viewer)
    return preview(fork, left, (), RULES)


def split(told: Recorded, first: int, last: int, viewer: Viewer) -> tuple[Moment, list[SeenEntry]]:
    entries = seen_entries(told.log, viewer)
    return reduce(advance, entries[: first - 1], START), entries[first - 1 : last]


def test_an_undone_hit_gives_back_what_it_cost_and_did():
    told = fight()
    strike = next(e.seq for e in told.log if getattr(e.event, "manoeuvre", "") == "strike")
    seen_ = between(told, strike, told.log[-1].seq)
    assert stands(seen_, "pool") == [("erik", "ap", "1", "2")]
    assert stands(seen_, "condition") == [("man", "hurt", "yes", "no")]
    assert {one.kind for one in seen_.changes} <= {"pool", "condition", "times"}
    assert [line for step in seen_.of("falls") for line in step.was if "strikes" in line]


def stands(found: Preview, kind: str) -> list[tuple[str, str, str, str]]:
    """What stands differently of a kind: whose, what, before and after."""
    return [(one.who, one.what, one.was, one.becomes) for one in found.changes if one.kind == kind]


def test_what_comes_back_is_the_mirror_of_what_falls_away():
    told = fight()
    entries, fork = seen_entries(told.log, TABLE), START
    gone, back = preview(fork, entries, (), RULES), preview(fork, (), entries, RULES)
    assert [step.was for step in gone.of("falls")] == [step.becomes for step in back.of("returns")]
    assert gone.steps == gone.of("falls") and back.steps == back.of("returns")
    assert {*back.changes} == {
        one._replace(was=one.becomes, becomes=one.was) for one in gone.changes
    }
    [order] = (one for one in gone.changes if one.kind == "order")
    assert order.becomes == "not set"


def test_names_are_told_though_the_roster_itself_falls_away():
    told = Recorded(RULES).comes("erik", "Erik the Red").comes("man").round()
    found = between(told, 1, told.log[-1].seq).changes
    assert {one.name for one in found if one.kind == "pool"} == {"Erik the Red", "Man"}


def test_a_step_that_differs_only_in_what_is_not_told_is_kept():
    told = fight()
    steps = {one.step for one in told.log if isinstance(one.event, e.Asked)}
    assert len(steps) > 2
    for step in steps:
        seqs = [one.seq for one in told.log if one.step == step]
        fork, left = split(told, seqs[0], seqs[-1], TABLE)
        [found] = preview(fork, left, [*map(asked_otherwise, left)], RULES, changed(step)).steps
        assert (found.verdict, found.becomes) == ("kept", ())


def asked_otherwise(seen: SeenEntry) -> SeenEntry:
    """The same entry; a question in it has another parameter, of which no sentence tells."""
    if not isinstance(event := seen.event, e.Asked):
        return seen
    other = event.model_copy(update={"params": {"damage": 3}})
    return seen._replace(entry=seen.entry._replace(event=other))


def changed(step: int) -> dict[int, Judged]:
    """That something else came of a step when it was decided again."""
    command = c.End()
    played = Played(step, command, TABLE, ())
    return {step: Judged(played, "changed", EMPTY, command)}


def test_nothing_changes_where_nothing_moves():
    empty = preview(START, (), (), RULES)
    assert empty == Preview((), ())


@examples(25)
@given(st.data())
def test_it_names_every_balance_that_differs_and_no_other(data):
    entries = seen_entries(played(data.draw)[1].log, PUBLIC)
    path = [entries[seq - 1] for seq in line_of_play([one.entry for one in entries])]
    cut = data.draw(st.integers(0, len(path)))
    fork = reduce(advance, path[:cut], START)
    head = reduce(advance, path[cut:], fork)
    said = preview(fork, path[cut:], (), RULES)
    assert {(who, was, becomes) for who, _, was, becomes in stands(said, "pool")} == {
        (who, had.get(who, "0"), has.get(who, "0"))
        for had, has in [(balances(head), balances(fork))]
        for who in {*had, *has}
        if had.get(who, "0") != has.get(who, "0")
    }


def balances(moment: Moment) -> dict[str, str]:
    """The action points of everybody."""
    return {row.who: row.left for row in reversed(pools(moment, RULES))}
