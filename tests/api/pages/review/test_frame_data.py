"""Frames as data: what stands in a script never ends it, and each piece is there once."""

from __future__ import annotations

import json

from api.pages.review.frame_data import FrameData, WayStops
from tests.support.clients.html_reader import Reader
from tests.support.clients.replay_reader import ReplayReader

HOSTILE = "</script><!--<script>&\u2028\u2029"


def test_json_in_a_script_holds_no_sign_that_could_end_it():
    found = FrameData([HOSTILE], [[0]], [WayStops("entry", [[1, [0], []]], [])]).script_json()
    assert not set("<\u2028\u2029") & set(found)
    assert "\\u003c/script>\\u003c!--" in found and "\\u2028" in found
    assert json.loads(found) == {
        "pieces": [HOSTILE],
        "moments": [[0]],
        "ways": [{"by": "entry", "past": [[1, [0], []]], "through": []}],
    }


def test_every_piece_is_kept_once_and_every_moment_has_its_own(ana: Reader, at: str):
    read = ReplayReader(ana.get(f"{at}/replay.html").text)
    pieces, moments = read.data["pieces"], read.data["moments"]
    assert len(set(pieces)) == len(pieces) and len(moments) == len(read.story)
    assert all(0 <= n < len(pieces) for _, *pairs in moments for n in pairs[1::2])
    clock, gone, *fighters = read.moment(len(moments))
    assert clock.startswith("Round 1 Turn of ana") and gone == ""
    assert [each.partition(" ")[0] for each in fighters] == ["ana", "bert", "cleo"]
