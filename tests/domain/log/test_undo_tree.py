"""The line of play, held against a model that only keeps lists and walks them."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given

from domain.log.undo_tree import Line
from tests.support.oracles.line_of_play import (
    Move,
    Walked,
    a_forked_line,
    do,
    edits,
    histories,
    thoroughly,
    told,
    two_stacks,
    unrolled,
)


@thoroughly
@given(histories)
def test_head_and_tip_are_where_walking_finds_them(history: list[Move]) -> None:
    line, walked = told(history)
    assert (line.head, line.tip) == (walked.head, walked.tip)
    assert (line.undo(), line.redo()) == (walked.undo(), walked.redo())
    assert (line.steps, line.entries) == (len(walked.seqs) - 1, walked.entries)


@thoroughly
@given(edits)
def test_undo_and_redo_are_those_of_an_ordinary_editor(history: list[Move]) -> None:
    line, _ = told(history)
    done, undone = two_stacks(history)
    assert line.path(0, line.head) == tuple(done)
    assert line.path(line.head, line.tip) == tuple(reversed(undone))
    assert line.redo() == (undone[-1] if undone else None)


@thoroughly
@given(histories)
def test_every_step_knows_its_entries_and_every_entry_its_step(history: list[Move]) -> None:
    line, walked = told(history)
    for step, seqs in enumerate(walked.seqs[1:], start=1):
        assert (line.first(step), line.last(step)) == (seqs[0], seqs[-1])
        assert {line.step_of(seq) for seq in seqs} == {step}
        assert line.is_play(step) == (step in walked.to)


@thoroughly
@given(histories)
def test_up_to_an_entry_it_is_what_it_was_there(history: list[Move]) -> None:
    line, dumps = Line(), {}
    walked = Walked()
    for move in history:
        do(move, line, walked)
        dumps[line.entries] = line.dump()
    assert {seq: line.upto(seq).dump() for seq in dumps} == dumps
    assert line.upto(0).dump() == Line().dump()


def test_up_to_an_entry_amid_a_step_that_is_the_last_one() -> None:
    line = a_forked_line().upto(5)
    assert (line.entries, line.steps, line.head, line.node_after(5)) == (5, 3, 3, 5)
    with pytest.raises(ValueError, match="no entry 6"):
        line.step_of(6)


@thoroughly
@given(histories)
def test_every_node_knows_which_step_left_it(history: list[Move]) -> None:
    line, walked = told(history)
    for node in [step for step in walked.to if step]:
        on = [node in walked.to[head] for head in walked.heads]
        left = [step for step, (was, now) in enumerate(pairwise(on), start=1) if was and not now]
        assert line.left_by((node,)) == (() if on[-1] else (left[-1],))


@thoroughly
@given(histories)
def test_a_path_knows_all_the_steps_that_left_any_of_it(history: list[Move]) -> None:
    line, walked = told(history)
    for path in walked.to.values():
        each = {step for node in path for step in line.left_by((node,))}
        assert line.left_by(path) == tuple(sorted(each, reverse=True))


@thoroughly
@given(histories)
def test_every_node_knows_its_relatives(history: list[Move]) -> None:
    line, walked = told(history)
    for step, steps in walked.to.items():
        assert line.depth(step) == len(steps)
        assert line.standing(step) == (step in [0, *walked.to[line.head]])
        assert [line.ancestor(step, n) for n in range(len(steps) + 1)] == [0, *steps]
        assert step == 0 or line.parent(step) == [0, *steps][-2]


@thoroughly
@given(histories)
def test_any_two_nodes_are_related_as_walking_finds(history: list[Move]) -> None:
    line, walked = told(history)
    for a, b in product(walked.to, repeat=2):
        fork = walked.fork(a, b)
        left, entered = (tuple(s for s in walked.to[each] if s > fork) for each in (a, b))
        assert line.fork(a, b) == fork
        assert line.is_ancestor(a, b) == (fork == a)
        assert line.left_and_entered(a, b) == (left, entered)


@thoroughly
@given(histories)
def test_the_node_after_an_entry_is_where_play_stood(history: list[Move]) -> None:
    line, walked = told(history)
    for seq in range(walked.entries + 1):
        step = walked.step_of(seq)
        stood = seq if step in walked.to else max(walked.seqs[walked.heads[step]], default=0)
        assert line.node_after(seq) == stood


@thoroughly
@given(histories.map(lambda history: history[:20]))
def test_the_entries_between_two_nodes_are_those_played_between(history: list[Move]) -> None:
    line, walked = told(history)
    played = [seq for seq in range(walked.entries + 1) if line.node_after(seq) == seq]
    for below, to in product(played, repeat=2):
        before, whole = walked.entries_to(below), walked.entries_to(to)
        if whole[: len(before)] == before:
            assert unrolled(line.entries_between(below, to)) == whole[len(before) :]
        else:
            with pytest.raises(ValueError, match="is not on the way to"):
                line.entries_between(below, to)


def test_nothing_has_happened_on_an_empty_line() -> None:
    line = Line()
    assert (line.head, line.tip, line.steps, line.entries) == (0, 0, 0, 0)
    assert (line.undo(), line.redo(), line.node_after(0)) == (None, None, 0)
    assert line.path(0, 0) == ()
    assert line.entries_between(0, 0) == ()


def test_undo_then_redo_is_where_one_was() -> None:
    line = a_forked_line()
    line.rewind(line.undo() or 0)
    assert line.head == 1
    line.rewind(line.redo() or 0)
    assert (line.head, line.redo()) == (6, None)


def test_redo_leads_along_the_branch_that_was_left_last() -> None:
    line = a_forked_line()
    line.rewind(3)
    line.rewind(0)
    assert (line.redo(), line.tip) == (1, 3)
    line.rewind(1)
    assert line.redo() == 2


def test_play_after_undo_leaves_nothing_to_redo() -> None:
    line = a_forked_line()
    assert line.redo() is None


def test_talk_keeps_what_may_be_redone() -> None:
    line = a_forked_line()
    line.rewind(1)
    line.talk(1)
    assert line.redo() == 6


def test_a_jump_names_what_falls_away_and_what_comes_back() -> None:
    assert a_forked_line().left_and_entered(6, 3) == ((6,), (2, 3))


def test_a_step_that_was_undone_stands_no_more() -> None:
    line = a_forked_line()
    assert [line.standing(step) for step in (1, 2, 3, 6)] == [True, False, False, True]


def test_a_node_may_be_amid_a_step() -> None:
    line = a_forked_line()
    assert [line.node_after(seq) for seq in range(11)] == [0, 1, 2, 3, 4, 5, 6, 2, 2, 9, 10]
    assert line.entries_between(1, 5) == ((2, 5),)
    assert line.entries_between(1, 9) == ((2, 2), (9, 9))
    assert line.entries_between(4, 5) == ((5, 5),)


def test_ranges_that_touch_are_joined() -> None:
    assert a_forked_line().entries_between(0, 6) == ((1, 6),)


def test_an_entry_later_in_the_same_step_is_not_on_the_way() -> None:
    with pytest.raises(ValueError, match="entry 5 is not on the way to entry 4"):
        a_forked_line().entries_between(5, 4)


@pytest.mark.parametrize("seq", [7, 8])
def test_a_table_entry_is_no_end_of_a_range(seq: int) -> None:
    with pytest.raises(ValueError, match=f"entry {seq} is no play entry"):
        a_forked_line().entries_between(0, seq)


@pytest.mark.parametrize("to", [4, 5, 7, -1])
def test_only_play_steps_can_be_gone_back_to(to: int) -> None:
    line = a_forked_line()
    before = line.dump()
    with pytest.raises(ValueError, match=f"there is no play step {to}"):
        line.rewind(to)
    assert line.dump() == before


@pytest.mark.parametrize("step", [0, 4, 7, -1])
def test_only_play_steps_have_a_parent(step: int) -> None:
    with pytest.raises(ValueError, match=f"there is no play step {step}"):
        a_forked_line().parent(step)


@pytest.mark.parametrize("step", [4, 7, -1])
def test_table_steps_have_no_place_in_the_tree(step: int) -> None:
    line = a_forked_line()
    for asked in (line.depth, line.standing):
        with pytest.raises(ValueError, match=f"there is no play step {step}"):
            asked(step)
    assert not line.is_play(step)


@pytest.mark.parametrize("step", [7, -1])
def test_a_step_that_is_not_there_has_no_entries(step: int) -> None:
    line = a_forked_line()
    for asked in (line.first, line.last):
        with pytest.raises(ValueError, match=f"there is no step {step}"):
            asked(step)


def test_the_root_ends_before_the_first_entry_and_never_begins() -> None:
    line = a_forked_line()
    assert line.last(0) == 0
    with pytest.raises(ValueError, match="there is no step 0"):
        line.first(0)


@pytest.mark.parametrize("seq", [11, -1])
def test_an_entry_that_is_not_there_has_no_step(seq: int) -> None:
    line = a_forked_line()
    for asked in (line.step_of, line.node_after):
        with pytest.raises(ValueError, match=f"there is no entry {seq}"):
            asked(seq)


@pytest.mark.parametrize("depth", [-1, 4])
def test_no_ancestor_is_above_the_root_or_below_the_step(depth: int) -> None:
    with pytest.raises(ValueError, match=f"step 3 has no ancestor at depth {depth}"):
        a_forked_line().ancestor(3, depth)


@pytest.mark.parametrize("size", [0, -1])
def test_a_step_without_entries_is_refused_and_leaves_no_trace(size: int) -> None:
    line = a_forked_line()
    before = line.dump()
    for append in (line.play, line.talk, lambda size: line.rewind(2, size)):
        with pytest.raises(ValueError, match=f"a step has at least one entry, not {size}"):
            append(size)
    assert line.dump() == before


def test_a_path_to_another_branch_is_refused() -> None:
    with pytest.raises(ValueError, match="step 2 is not on the way to step 6"):
        a_forked_line().path(2, 6)


def test_any_ancestor_in_a_deep_line_is_a_few_dozen_moves_away() -> None:
    line = Line()
    for _ in range(30_000):
        line.play(3)
    jumps = Counted(line._jump)
    line._jump = jumps  # type: ignore[assignment]
    for depth in range(0, 30_000, 997):
        jumps.asked = 0
        assert line.ancestor(30_000, depth) == depth
        assert jumps.asked < 3 * 15  # three times the binary logarithm


class Counted(list[int]):
    """A list that counts how often it is asked."""

    asked = 0

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        self.asked += 1
        return super().__getitem__(index)
