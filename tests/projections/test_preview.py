"""What a move of the head would change, as a pure difference between two moments."""

from __future__ import annotations

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.seats import PUBLIC, TABLE, Viewer
from projections.action_points import action_points
from projections.line_of_play import line_of_play
from projections.moment import START, Moment, advance
from projections.preview import Preview, preview
from projections.views import SeenEntry, seen
from tests.projections.logs import Recorded
from tests.projections.playouts import RULES, played


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
    entries = seen(told.log, viewer)
    return reduce(advance, entries[: first - 1], START), entries[first - 1 : last]


def test_an_undone_hit_gives_back_what_it_cost_and_did():
    told = fight()
    strike = next(e.seq for e in told.log if getattr(e.event, "manoeuvre", "") == "strike")
    seen_ = between(told, strike, told.log[-1].seq)
    assert [(p.who, p.pool, p.was, p.becomes) for p in seen_.pools] == [("erik", "ap", "1", "2")]
    assert [(c.who, c.condition, c.how) for c in seen_.conditions] == [
        ("man", "hurt", "no longer stands")
    ]
    assert seen_.facts == () and seen_.order is None and seen_.clock is None
    assert [line for part in seen_.falls for line in part.lines if "strikes" in line]


def test_what_comes_back_is_the_mirror_of_what_falls_away():
    told = fight()
    entries, fork = seen(told.log, TABLE), START
    gone, back = preview(fork, entries, (), RULES), preview(fork, (), entries, RULES)
    assert (gone.falls, gone.returns) == (back.returns, back.falls)
    assert [(p.was, p.becomes) for p in gone.pools] == [(p.becomes, p.was) for p in back.pools]
    assert [(f.was, f.becomes) for f in gone.facts] == [(f.becomes, f.was) for f in back.facts]
    assert gone.clock and back.clock and gone.clock.was == back.clock.becomes
    assert gone.order and gone.order.becomes == ()
    assert {c.how for c in back.conditions} == {"stands again"}


def test_names_are_told_though_the_roster_itself_falls_away():
    told = Recorded(RULES).comes("erik", "Erik the Red").comes("man").round()
    assert {p.name for p in between(told, 1, told.log[-1].seq).pools} == {"Erik the Red", "Man"}


def test_nothing_changes_where_nothing_moves():
    empty = preview(START, (), (), RULES)
    assert empty == Preview((), (), (), (), (), None, None)


@settings(max_examples=25)
@given(st.data())
def test_it_names_every_balance_that_differs_and_no_other(data):
    entries = seen(played(data.draw)[1].log, PUBLIC)
    path = [entries[seq - 1] for seq in line_of_play([one.entry for one in entries])]
    cut = data.draw(st.integers(0, len(path)))
    fork = reduce(advance, path[:cut], START)
    head = reduce(advance, path[cut:], fork)
    said = preview(fork, path[cut:], (), RULES)
    assert {(p.who, p.was, p.becomes) for p in said.pools} == {
        (who, had.get(who, "0"), has.get(who, "0"))
        for had, has in [(balances(head), balances(fork))]
        for who in {*had, *has}
        if had.get(who, "0") != has.get(who, "0")
    }


def balances(moment: Moment) -> dict[str, str]:
    """The action points of everybody."""
    return {p.who: p.pools[0].points for p in action_points(moment, RULES)}
