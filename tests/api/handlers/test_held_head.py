"""While somebody asks to go back, or a dispute pauses play, the head stays where it is for all.

And once the keys of the dice were shown it stays for good; nobody answers for whoever is here.
"""

from __future__ import annotations

from typing import Any

from api.combats.viewers.presence import AWAY
from api.service.service import Service
from tests.api.handlers.test_undo_requests import LUCK, Going
from tests.support.clients.http_client import Caller, Json, json_of

WAITS = "Play waits for an undo request of Anna Berg: agree, refuse, or let the asker withdraw it"
PAUSED = "Play waits for a dispute"
OVER = "The keys of the dice were revealed"
NOTE = "It slipped."


def rolls(caller: Caller) -> int:
    """A loose roll; the number of its entry."""
    return int(caller.says(**LUCK)["entries"][0]["number"])


def refusal(caller: Caller, **command: Any) -> str:
    answer = caller.post("commands", command, If_Match="*")
    assert answer.status_code == 409, answer.text
    return str(json_of(answer)["detail"])


def contested(table: Going, entry: int, **more: Any) -> int:
    said = table.bert.says("contest", entry=entry, note="I think not.", **more)
    return int(said["entries"][0]["number"])


def ruling(dispute: int, to: int) -> Json:
    """A ruling to go back."""
    remedy = {"remedy": "go-back", "to": to}
    return {"type": "rule-dispute", "dispute": dispute, "remedy": remedy, "note": "He is right."}


def step_of(table: Going, entry: int) -> int:
    items = table.rita.read("events?limit=500")["items"]
    return next(int(x["step"]) for x in items if x["number"] == str(entry))


def test_no_ruling_takes_the_end_back_once_the_keys_were_shown(service: Service):
    table = Going.back(service)
    entry = rolls(table.ana)
    dispute = contested(table, entry)
    table.rita.says("end"), table.rita.says("reveal-keys")
    assert refusal(table.rita, **ruling(dispute, entry - 1)).startswith(OVER)
    assert table.sue.read("state")["ended"]


def test_what_was_asked_before_a_dispute_paused_play_is_agreed_to_after_it(service: Service):
    table = Going.back(service)
    entry = rolls(table.ana)
    table.asks(table.ana)
    dispute = contested(table, entry, pause=True)
    for who in (table.bert, table.rita):
        assert refusal(who, type="answer-undo", choice="agree").startswith(PAUSED)
    assert int(table.sue.read("state")["number"]) == entry
    table.bert.says("answer-dispute", dispute=dispute, choice="withdraw")
    table.bert.says("answer-undo", choice="agree")
    moved = table.rita.says("answer-undo", choice="agree")
    assert "rewound" in table.types_of(moved)


def test_neither_a_correction_nor_a_ruling_moves_a_head_that_a_request_holds(service: Service):
    table = Going.back(service)
    first, second = rolls(table.ana), rolls(table.ana)
    dispute = contested(table, first)
    table.asks(table.ana)
    body = {"how": "annul", "step": step_of(table, first), "note": NOTE}
    answer = table.rita.post("commands", {"type": "correct", **body}, If_Match="*")
    assert answer.status_code == 409 and json_of(answer)["detail"].startswith(WAITS)
    assert refusal(table.rita, **ruling(dispute, first - 1)).startswith(WAITS)
    assert int(table.sue.read("state")["number"]) == second
    table.bert.says("answer-undo", choice="refuse")
    table.rita.says(**ruling(dispute, first - 1))
    assert int(table.sue.read("state")["number"]) == first - 1


def test_no_correction_goes_round_a_dispute_for_which_play_waits(service: Service):
    table = Going.back(service)
    entry = rolls(table.ana)
    contested(table, entry, pause=True)
    body = {"how": "annul", "step": step_of(table, entry), "note": NOTE}
    answer = table.rita.post("commands", {"type": "correct", **body}, If_Match="*")
    assert answer.status_code == 409 and json_of(answer)["detail"].startswith(PAUSED)


def test_the_policy_stays_while_somebody_asks_under_it(service: Service):
    table = Going.back(service)
    entry = rolls(table.ana)
    table.asks(table.ana)
    said = refusal(table.rita, type="undo-policy", policy="strict")
    assert said.startswith("Somebody asks the table for leave")
    table.bert.says("answer-undo", choice="agree"), table.rita.says("answer-undo", choice="agree")
    table.ana.says("ask-fresh-dice", about=entry)
    assert refusal(table.rita, type="undo-policy", policy="strict") == said
    table.bert.says("answer-fresh-dice", choice="refuse")
    table.rita.says("undo-policy", policy="strict")


def test_the_referee_agrees_to_fresh_dice_only_for_whoever_is_away(service: Service):
    table = Going.back(service)
    entry = rolls(table.ana)
    table.rita.says("rewind", how="undo")
    table.time += AWAY
    table.ana.read("state?part=undo")
    table.rita.says("ask-fresh-dice", about=entry)
    agree = {"type": "answer-fresh-dice", "choice": "agree"}
    assert refusal(table.rita, **agree, who="p1").startswith("Anna Berg is here")
    assert table.rita.says(**agree, who="p2")["entries"][0]["for"] == "p2"
    table.ana.says(**agree)
    assert service.combat(table.combat).table.fresh.request is None


def test_the_referee_appeals_only_for_whoever_is_away(service: Service):
    table = Going.back(service)
    table.rita.says("seat-open", person="Dora Fay", role="player", combatants=["cleo"])
    dispute = contested(table, rolls(table.ana))
    back = int(table.ana.read("state")["number"]) - 1
    table.rita.says(**ruling(dispute, back))
    appeal: Json = {"type": "answer-dispute", "dispute": dispute, "choice": "appeal", "note": "No!"}
    assert refusal(table.rita, **appeal, who="p2").startswith("Bert Cole is here")
    table.time += AWAY
    assert table.rita.says(**appeal, who="p2")["entries"][0]["for"] == "p2"
