"""The box of a row: how much less or more of a pool, by button and by a sign that is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.clients.html_reader import Form, Reader
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight of Vala, who has 5 of 12 hit points left."""
    table = any_game(tmp_path, {"vala": {"hp": 12}})
    table.operator.says(
        "act", who="vala", manoeuvre="lose", params={"pool": "hp", "by": 7}, targets=[]
    )
    return table


def box_of_vala(referee: Reader, at: str) -> Form:
    """The form in Vala's row."""
    forms = referee.reads(at).forms
    return next(form for form in forms if [box.name for box in form.boxes] == ["amount"])


@pytest.mark.parametrize(
    ("typed", "way", "left"),
    [
        ("+3", "less", "8 / 12"),
        ("-3", "more", "2 / 12"),
        ("- 3", "more", "2 / 12"),
        ("3", "less", "2 / 12"),
        ("3", "more", "8 / 12"),
        ("", "more", "6 / 12"),
    ],
)
def test_a_typed_sign_decides_whether_a_row_goes_up_or_down(
    referee: Reader, at: str, typed: str, way: str, left: str
):
    form = box_of_vala(referee, at)
    assert referee.sends(form, form.filled() | {"amount": typed, "way": way}).status_code == 303
    assert left in referee.reads(at).words


@pytest.mark.parametrize("typed", ["+", "+-5", "-+5x", "x"])
def test_a_sign_without_a_number_changes_nothing(referee: Reader, at: str, typed: str):
    form = box_of_vala(referee, at)
    answer = referee.sends(form, form.filled() | {"amount": typed, "way": "less"})
    assert answer.status_code == 422 and "Type a number, such as 7 or +7." in answer.text
    assert "5 / 12" in referee.reads(at).words
