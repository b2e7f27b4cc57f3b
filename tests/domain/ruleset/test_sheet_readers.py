"""Readers of sheets: what they take, what they refuse, and the place that they name."""

from __future__ import annotations

import pytest

from domain.ruleset import sheet_readers
from domain.ruleset.refusals import Refused
from tests.support.refusals import legal

READERS: dict[str, sheet_readers.Reader] = {
    "name": sheet_readers.one_of("axe", "bow"),
    "sharp": sheet_readers.flag,
    "reach": sheet_readers.whole(1, 3, "6.2"),
}


def test_fields_are_read_by_their_names() -> None:
    given = {"name": "axe", "sharp": False, "reach": 3}
    assert sheet_readers.fields(given, READERS, "/traits") == given


@pytest.mark.parametrize(
    ("given", "at", "clause", "words"),
    [
        ({"name": "spoon"}, "/traits/name", "", "nothing here is called 'spoon'"),
        ({"sharp": 1}, "/traits/sharp", "", "1 is neither true nor false"),
        ({"sharp": "yes"}, "/traits/sharp", "", "'yes' is neither true nor false"),
        ({"reach": 0}, "/traits/reach", "6.2", "0 is no whole number from 1 to 3"),
        ({"reach": 4}, "/traits/reach", "6.2", "4 is no whole number from 1 to 3"),
        ({"reach": True}, "/traits/reach", "6.2", "True is no whole number from 1 to 3"),
        ({"reach": 2.0}, "/traits/reach", "6.2", "2.0 is no whole number from 1 to 3"),
        ({"a/b~c": 1}, "/traits/a~1b~0c", "", "nothing here is called 'a/b~c'"),
        (["axe"], "/traits", "", "['axe'] names nothing"),
    ],
)
def test_what_a_sheet_cannot_hold_is_refused_with_its_place(
    given: object, at: str, clause: str, words: str
) -> None:
    with pytest.raises(Refused) as refused:
        sheet_readers.fields(given, READERS, "/traits")
    assert (refused.value.clause, refused.value.pointer) == (clause, at)
    assert refused.value.why.startswith(words)


def test_what_is_known_is_named_in_the_refusal() -> None:
    with pytest.raises(Refused) as refused:
        sheet_readers.fields({"nmae": "axe"}, READERS, "")
    said = refused.value
    assert legal(said) == "name; sharp; reach"
