"""What is stored and cannot be read: bodies, commands and spoilt bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.log.codec import Unreadable, parse_body, parse_kept
from tests.domain.log.test_codec import END, LEFT


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(LEFT.replace(b"\n", b" ", 1), id="two lines"),
        pytest.param(LEFT.replace(b"left/1", b"left/2"), id="a later version"),
        pytest.param(LEFT.replace(b"combat.left/1", b"domain.events.Left"), id="a path to a class"),
        pytest.param(LEFT.replace(b"combat.left/1", b"command.end/1"), id="a command's name"),
        pytest.param(LEFT.replace(b"combat", b"\xff"), id="a name that is no text"),
        pytest.param(LEFT.replace(b'"at":0', b'"at":'), id="an envelope that is no JSON"),
        pytest.param(LEFT.replace(b',"at":0', b""), id="an envelope without its time"),
        pytest.param(LEFT.replace(b'"at"', b'"when":0,"at"'), id="an envelope with a stranger"),
        pytest.param(LEFT[:-1], id="an event cut short"),
        pytest.param(LEFT + LEFT, id="two bodies"),
        pytest.param(LEFT.replace(b'"subject":"ana"', b""), id="an event without its subject"),
        pytest.param(LEFT.replace(b'"ana"', b"7"), id="a subject that is no word"),
        pytest.param(LEFT.replace(b'"ana"', b'"ana","age":7'), id="an event with a stranger"),
        pytest.param(LEFT.replace(b'"ana"', b'"\\ud800"'), id="half a character"),
    ],
)
def test_a_body_that_this_version_does_not_know_is_unreadable(body):
    assert parse_body(LEFT)
    with pytest.raises(Unreadable):
        parse_body(body)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"command.end/1", id="one line"),
        pytest.param(END.replace(b"end/1", b"end/2"), id="a later version"),
        pytest.param(END.replace(b"command.end/1", b"combat.ended/1"), id="an event's name"),
        pytest.param(END.replace(b'"mode":"enforce",', b""), id="a context without its mode"),
        pytest.param(END.replace(b'"mode"', b'"table":1,"mode"'), id="a context with a stranger"),
        pytest.param(END.replace(b'"end"', b'"leave"'), id="a command of another type"),
        pytest.param(END.replace(b'"note"', b'"why":0,"note"'), id="a command with a stranger"),
        pytest.param(END[:-1], id="a command cut short"),
    ],
)
def test_a_kept_command_that_this_version_does_not_know_is_unreadable(data):
    assert parse_kept(END)
    with pytest.raises(Unreadable):
        parse_kept(data)


spoilt = st.integers(0, len(LEFT) - 1).map(lambda at: LEFT[:at] + LEFT[at + 1 :])


@given(st.binary(max_size=80) | spoilt)
def test_spoilt_bytes_are_read_or_unreadable_and_nothing_else(body):
    for parse in (parse_body, parse_kept):
        try:
            parse(body)
        except Unreadable as error:
            assert str(error)
