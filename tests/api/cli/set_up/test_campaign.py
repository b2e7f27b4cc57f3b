"""Campaigns on the command line: put fights in, count them, and begin the next one."""

from __future__ import annotations

import json

from api.web.join_codes import REPLAY_LINK
from tests.support.clients.cli_runner import Typed

CROWN = '"The Iron Crown"'


def test_a_campaign_from_its_first_fight_to_its_second(typed: Typed):
    assert typed.json("campaign list") == {"items": []}
    assert "There is no campaign yet" in typed.says("campaign list")
    typed.says(f"campaign add last {CROWN}")
    assert typed.says("campaign list").strip() == "The Iron Crown"
    typed.says(f"campaign next {CROWN} --title 'The mill' --only Ana")
    assert [each["name"] for each in typed.json("show state last")["members"]] == ["Ana"]
    found = typed.json(f"campaign show {CROWN}")
    assert [fight["title"] for fight in found["fights"]] == ["The bridge", "The mill"]
    [ana, bert] = found["totals"]["fighters"]
    assert (ana["name"], ana["person"], ana["fights"]) == ("Ana", "Anna", 2)
    assert (bert["name"], bert["person"], bert["fights"]) == ("Bert", "Bert", 1)
    said = typed.says(f"campaign show {CROWN}")
    assert "The mill" in said and "Anna" in said
    typed.says("campaign remove last")
    assert len(typed.json(f"campaign show {CROWN}")["fights"]) == 1
    audit = typed.json(f"audit --campaign {CROWN} --no-rejudge")
    assert [fight["title"] for fight in audit["report"]["fights"]] == ["The bridge"]


def test_a_link_to_look_on_is_nobody_in_the_next_fight(typed: Typed):
    typed.says(f"campaign add last {CROWN}")
    seat = {"type": "seat-open", "person": REPLAY_LINK, "role": "spectator"}
    (typed.folder / "link.jsonl").write_text(json.dumps(seat))
    typed.says("batch link.jsonl --into last")
    opened = typed.json(f"campaign next {CROWN}")
    assert [each["name"] for each in opened["seats"]] == ["Anna", "Bert"]


def test_a_campaign_that_there_is_not(typed: Typed):
    assert "no such campaign" in typed.fails("campaign show Greyhawk")["detail"]
    assert "no such campaign" in typed.fails("campaign next Greyhawk")["detail"]


def test_counting_anew_comes_to_the_same(typed: Typed):
    typed.says(f"campaign add last {CROWN}")
    assert typed.json("project --once") == {"fights": 1, "is_counted": True}
    before = typed.json(f"campaign show {CROWN}")
    assert typed.json("project --rebuild") == {"fights": 1, "is_counted": True}
    assert typed.json(f"campaign show {CROWN}") == before
    assert "1 fight counted." in typed.says("project --once")
    assert "no combats" in typed.fails("project --once --data nowhere")["detail"]
