"""Numbers in parts: how they may be written, and the one form in which they are kept."""

from __future__ import annotations

import pytest

from domain.events.measures import decimal, units, written
from domain.legality.blank_checks import canonical_params, check_blanks
from domain.ruleset.ruleset import Blank, Refused

FAR = Blank("far", "number", least=1, most=5, scale=2)


@pytest.mark.parametrize(
    ("value", "halves"),
    [
        (2, 4),
        (2.5, 5),
        ("2.5", 5),
        ("2 1/2", 5),
        ("2½", 5),
        ("½", 1),
        ("-1/2", -1),
        (" 3 ", 6),
        ("2 2/4", 5),
        (0, 0),
        ("-2 1/2", -5),
    ],
)
def test_a_number_in_halves_is_read_as_it_is_written(value: object, halves: int):
    assert units(value, 2) == halves


@pytest.mark.parametrize(
    "value", [2.25, "2 1/3", "2 1/4", "two", "", "1 1 1/2", True, None, [2], 1e300, "2,5", "1/0"]
)
def test_anything_finer_or_else_is_no_number_in_halves(value: object):
    assert units(value, 2) is None


@pytest.mark.parametrize(
    ("halves", "kept", "typed"), [(5, "2 1/2", 2.5), (4, 2, 2), (-1, "-1/2", -0.5)]
)
def test_it_is_kept_without_a_float(halves: int, kept: int | str, typed: float):
    assert (written(halves, 2), decimal(halves, 2)) == (kept, typed)
    assert type(written(halves, 2)) is not float


def test_a_blank_in_halves_takes_them_up_to_its_limits():
    check_blanks((FAR,), {"far": 2.5}, "7")
    assert canonical_params((FAR,), {"far": 2.5}) == {"far": "2 1/2"}
    for wrong in (3, 0, 2.25):
        with pytest.raises(Refused) as caught:
            check_blanks((FAR,), {"far": wrong}, "7")
        numbers = {"least": 0.5, "most": 2.5, "parts": 0.5}
        assert (caught.value.clause, caught.value.numbers) == ("7", numbers)


def test_a_blank_without_parts_takes_whole_numbers_alone():
    with pytest.raises(Refused):
        check_blanks((FAR._replace(scale=1),), {"far": "2"}, "7")
    assert canonical_params((FAR._replace(scale=1),), {"far": 2}) == {"far": 2}
