"""Frames as data: what stands in a script never ends it, and each piece is there once."""

from __future__ import annotations

import json
from pathlib import Path

from api.pages.review.frame_data import FrameData, WayStops
from domain import commands as c
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.clients.replay_reader import ReplayReader
from tests.support.goldens.samples import service_in

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


def test_a_crowd_costs_a_moment_only_who_stands_differently(tmp_path: Path):
    service = service_in(tmp_path)
    opened = service.open(c.Open(ruleset="open", settings={"order": "as added"}))
    table = Table.at_combat(service, opened.combat.name)
    for nth in range(60):
        table.operator.says("join", subject=f"w{nth}", name=f"Wolf {nth}", traits={"hp": 9})
    for nth in range(30):
        bites = {"their hp": 3, "what": "bites"}
        table.operator.says(
            "act", who=f"w{nth}", manoeuvre="deed", targets=[f"w{nth + 1}"], params=bites
        )
    reader = Reader(table.app, service.vault.operator_token())
    read = ReplayReader(reader.get(f"/combats/{table.combat}/replay.html").text)
    moments = read.data["moments"]
    assert len(moments) == len(read.story) == 272
    assert sum(map(len, moments)) < 3 * len(moments) < 60 * 60
    told = read.moment(len(moments))[2:]
    assert len(told) == 60 and told[0] == "Wolf 0 HP 9 of 9" and told[30] == "Wolf 30 HP 6 of 9"
    assert [len(row) for row in (read.moment(2), read.moment(3))] == [2, 3]
