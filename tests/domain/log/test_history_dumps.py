"""A dumped line: its bytes, what is refused, and how play goes on from it."""

from __future__ import annotations

import pytest
from hypothesis import given

from domain.log.undo_tree import Line
from tests.support.oracles.line_of_play import Move, a_forked_line, do, histories, thoroughly, told


@thoroughly
@given(histories, histories)
def test_a_line_goes_on_from_its_dump_as_if_nothing_had_been(
    before: list[Move], after: list[Move]
) -> None:
    line, walked = told(before)
    loaded = Line.load(line.dump())
    assert loaded.dump() == line.dump()
    for move in after:
        do(move, loaded, walked)
    assert loaded.dump() == told([*before, *after])[0].dump()


def test_a_dump_is_little_endian_with_its_version_first() -> None:
    line = Line()
    line.play(258)
    line.talk(1)
    assert line.dump() == bytes.fromhex(
        "01 03000000 01000000"
        "00000000 02010000 03010000"
        "00000000 01000000 01000000"
        "00000000 01000000 00000000"
        "00000000 00000000 00000000"
    )


def test_a_dump_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="not a dump of version 1"):
        Line.load(b"\x02" + a_forked_line().dump()[1:])


@pytest.mark.parametrize("kept", [0, 1, 8])
def test_a_dump_without_its_head_is_refused(kept: int) -> None:
    with pytest.raises(ValueError, match="not a dump of version 1"):
        Line.load(a_forked_line().dump()[:kept])


@pytest.mark.parametrize("dumped", [a_forked_line().dump()[:-16], a_forked_line().dump() + b"\0"])
def test_a_dump_cut_or_lengthened_is_refused(dumped: bytes) -> None:
    with pytest.raises(ValueError, match="not a whole dump of 7 rows"):
        Line.load(dumped)


def test_a_dump_without_even_a_root_is_refused() -> None:
    with pytest.raises(ValueError, match="not a whole dump of 0 rows"):
        Line.load(bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))
