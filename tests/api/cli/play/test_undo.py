"""`combatlog undo`: requests, answers and the policy."""

from __future__ import annotations

import json

from tests.support.clients.cli_runner import Typed


def test_a_request_is_made_shown_answered_and_withdrawn(typed: Typed):
    assert "Undo at this table: free; you have 0 left." in typed.says("undo status last")
    assert typed.says("undo policy last consent --allowance 1").endswith("now on: consent.\n")
    before = typed.json("show state last")
    asked = typed.says("undo step last --ask --yes")
    assert "waits for p1; play waits" in asked
    assert "Cost: 1 decisions, 0 dice, 1 other people, 0 things learned\n" in asked
    assert "Better leave it as it is: 1 decision would fall, one other" in asked
    said = typed.says("undo status last")
    assert "consent, 1 free for each" in said and "referee asks to undo from entry" in said
    assert "it waits for p1, 1" in said and "The referee answers for p1." in said
    assert typed.says("undo answer last withdraw") == "It was withdrawn.\n"
    assert typed.json("show state last") == before
    assert "wait before you ask again" in typed.fails("undo step last --ask --yes")["detail"]


def test_a_request_is_refused_for_a_player_who_is_away(typed: Typed):
    typed.says("undo policy last consent")
    before = typed.json("show state last")
    typed.says("undo step last --ask --yes")
    assert typed.says("undo answer last refuse --who p1") == "It was refused.\n"
    assert typed.json("show state last") == before


def test_when_all_have_agreed_the_head_moves(typed: Typed):
    typed.says("undo policy last consent")
    typed.says("undo step last --ask --yes")
    done = typed.says("undo answer last agree --who p1 --note 'he nodded'")
    assert done == "All have agreed: the head was moved.\n"
    assert "2 action points" in typed.says("show state last")
    assert typed.says("undo redo last --span turn --yes")


def test_a_free_move_says_where_the_head_is(typed: Typed):
    typed.says("undo policy last consent --allowance 1")
    lines = (
        {"type": "join", "subject": "cleo", "side": "raiders"},
        {"type": "roll", "who": "cleo", "sides": 20},
    )
    (typed.folder / "guest.jsonl").write_text("\n".join(map(json.dumps, lines)))
    typed.says("play guest.jsonl --into last")
    done = typed.says("undo step last --ask --yes")
    assert done.endswith("The head is at entry 24.\n") and "1 things learned" in done
