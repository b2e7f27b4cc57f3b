"""Public numbers, private lines and visible steps: what is hidden leaves no gap."""

from hypothesis import given
from hypothesis import strategies as st

from domain.state.numbering import Numbers
from domain.state.viewer import PUBLIC, TABLE, Viewer

ANA = Viewer("p1", "player", ("ana",))


def test_without_secrets_public_numbers_are_the_places_in_the_log() -> None:
    numbers = Numbers()
    assert [numbers.number(seq) for seq in (1, 2, 77)] == [1, 2, 77]
    assert numbers.label(77, PUBLIC) == "77"
    assert not numbers.hides_from(PUBLIC)


def test_a_private_line_is_counted_after_the_public_one_before_it() -> None:
    numbers = Numbers(((5, 3, ("p1",)), (6, 3, ("p2",)), (8, 5, ("p1",))))
    assert [numbers.number(seq) for seq in range(4, 10)] == [4, 4, 4, 5, 5, 6]
    assert numbers.label(5, ANA) == "4.1"
    assert numbers.label(6, TABLE) == "4.2"
    assert numbers.label(8, ANA) == "5.1"
    assert numbers.label(9, ANA) == "6"


def test_a_viewer_counts_only_the_steps_that_he_sees_something_of() -> None:
    numbers = Numbers(((5, 3, ("p1",)), (8, 5, ("p2",))))
    assert [numbers.step(step, PUBLIC) for step in (2, 4, 6)] == [2, 3, 4]
    assert [numbers.step(step, ANA) for step in (2, 3, 4, 6)] == [2, 3, 4, 5]
    assert [numbers.step(step, TABLE) for step in (3, 5, 6)] == [3, 5, 6]
    assert numbers.hides_from(ANA) and not numbers.hides_from(TABLE)


def test_a_step_that_is_only_partly_private_still_counts() -> None:
    numbers = Numbers(((5, 0, ("p1",)),))
    assert numbers.step(4, PUBLIC) == 4


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_numbers_agree_with_counting_by_hand(private: list[bool]) -> None:
    numbers = Numbers()
    for seq, hidden in enumerate(private, start=1):
        if hidden:
            numbers.hide(seq, 0, ("p1",))
    public = [seq for seq, hidden in enumerate(private, start=1) if not hidden]
    for number, seq in enumerate(public, start=1):
        assert numbers.number(seq) == number
        assert numbers.seq(number) == seq
    for seq in range(1, len(private) + 1):
        assert numbers.is_hidden(seq) == private[seq - 1]
        assert numbers.number(seq) == sum(1 for s in public if s <= seq)


def test_a_step_is_private_where_the_public_sees_nothing_of_it() -> None:
    numbers = Numbers(((5, 3, ("p1",)), (6, 0, ("p1",))))
    assert numbers.is_private_step(3) and not numbers.is_private_step(4)
