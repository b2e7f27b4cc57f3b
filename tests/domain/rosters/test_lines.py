"""Bytes to text, and text to lines."""

from __future__ import annotations

import pytest

from domain.rosters.lines import decode, split


def test_utf_8_is_read_with_and_without_a_mark_and_nothing_is_said():
    assert decode("Élan HP 7".encode()) == ("Élan HP 7", ())
    assert decode("Élan".encode("utf-8-sig")) == ("Élan", ())


@pytest.mark.parametrize(
    ("raw", "text", "says"),
    [
        (
            b"Kara\nDr. \xc9lan \x96 HP 7",
            "Kara\nDr. Élan – HP 7",
            "Line 2, column 5: The bytes c9 are no UTF-8. It was read as cp1252."
            " Save the file as UTF-8.",
        ),
        (
            "Élan".encode("utf-16"),
            "Élan",
            "Line 1, column 1: The bytes ff are no UTF-8. It was read as utf-16."
            " Save the file as UTF-8.",
        ),
        (
            b"Elan \x81",
            "",
            "Line 1, column 6: The bytes 81 are no UTF-8. Nothing is taken."
            " Save the file as UTF-8.",
        ),
    ],
)
def test_what_is_no_utf_8_is_tried_otherwise_and_said(raw: bytes, text: str, says: str):
    found, remarks = decode(raw)
    assert found == text
    assert [str(remark) for remark in remarks] == [says]


def test_lines_end_as_in_an_editor_and_columns_stay():
    lines, remarks = split("A\u00a0×\r\nİ −2\rC\x0b")
    assert [(line.number, line.folded) for line in lines] == [(1, "a x"), (2, "İ -2"), (3, "c ")]
    assert all(len(line.typed) == len(line.folded) for line in lines)
    assert [(each.line, each.column, each.words) for each in remarks] == [(3, 2, "U+000B")]
