"""Fresh dice after an undo, where everybody whom the table asks has agreed."""

from __future__ import annotations

from api.service.service import Service
from domain.table.undo_requests import BACK_OFF, PATIENCE
from tests.support.combats.fair_play import LUCK, agrees, free, last, refusal, rolls, undoes
from tests.support.playing_service import forget_all


def test_fresh_dice_fall_when_all_have_agreed_and_never_show_the_same_label_again(service):
    table = free(service)
    first = rolls(table.ana, count=9)["event"]["faces"]
    at = last(table.ana)
    undoes(table.ana)
    asked = table.ana.says("ask-fresh-dice", about=at)
    assert table.types_of(asked) == ["reroll-requested"]
    said = refusal(table.bert, type="ask-fresh-dice", about=at)["detail"]
    assert said.startswith("Anna Berg asks for fresh dice already")
    assert table.types_of(agrees(table.bert)) == ["reroll-answered"]
    assert rolls(table.ana, count=9)["event"]["faces"] == first, "one consent is missing"
    undoes(table.ana)
    assert table.types_of(agrees(table.rita)) == ["reroll-answered"]
    second = rolls(table.ana, count=9)["event"]["faces"]
    assert second != first
    undoes(table.ana)
    assert rolls(table.ana, count=9)["event"]["faces"] == second
    undoes(table.ana)
    said = refusal(table.ana, type="ask-fresh-dice", about=at)
    assert said["detail"].startswith("Fresh dice were agreed to already")
    forget_all(service)
    assert rolls(table.ana, count=9)["event"]["faces"] == second


def test_fresh_faces_may_be_typed_once(service: Service):
    table = free(service)
    rolls(table.ana, faces={"loose": [2]})
    at = last(table.ana)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    agrees(table.bert), agrees(table.rita)
    rolls(table.ana, faces={"loose": [19]})
    undoes(table.ana)
    assert refusal(table.ana, **LUCK, faces={"loose": [20]})["legal"][0]["value"] == [19]


def test_a_refusal_closes_the_request_and_the_next_one_waits(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    assert table.types_of(agrees(table.bert, "refuse")) == ["reroll-answered"]
    soon = refusal(table.ana, type="ask-fresh-dice", about=at)
    assert soon["numbers"] == {"refused": 1, "seconds": BACK_OFF // 1000}
    table.time += BACK_OFF
    table.ana.says("ask-fresh-dice", about=at)
    assert table.types_of(agrees(table.ana, "withdraw")) == ["reroll-answered"]


def test_silence_is_no_to_fresh_dice_as_well(service: Service):
    table = free(service)
    first = rolls(table.ana, count=9)["event"]["faces"]
    at = last(table.ana)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    agrees(table.bert)
    table.time += PATIENCE
    assert refusal(table.rita, type="answer-fresh-dice", choice="agree")["status"] == 409
    assert rolls(table.ana, count=9)["event"]["faces"] == first
    assert table.sue.read("dice")["request"] is None


def test_the_policy_says_who_must_agree_to_fresh_dice(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    undoes(table.ana)
    table.rita.says("undo-policy", policy="strict")
    assert "strictly" in refusal(table.rita, type="ask-fresh-dice", about=at)["detail"]
    table.rita.says("undo-policy", policy="referee")
    event = table.ana.says("ask-fresh-dice", about=at)["entries"][0]["event"]
    assert event["must"] == ["referee"]
    agrees(table.ana, "withdraw")
    alone = table.rita.says("ask-fresh-dice", about=at)
    assert table.types_of(alone) == ["reroll-requested"]
    assert (alone["entries"][0]["event"]["must"], alone["entries"][0]["basis"]) == ([], "ruled")


def test_from_before_anybody_came_in_everybody_is_asked_all_the_same(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    table.ana.says("rewind", how="jump", to=5)
    event = table.ana.says("ask-fresh-dice", about=at)["entries"][0]["event"]
    assert set(event["must"]) == {"p2", "referee"}


def test_fresh_dice_are_for_dice_that_were_undone_and_that_all_saw(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    assert "undo it first" in refusal(table.ana, type="ask-fresh-dice", about=at)["detail"]
    assert "no dice fell" in refusal(table.ana, type="ask-fresh-dice", about=1)["detail"].lower()
    assert "no entry" in refusal(table.ana, type="ask-fresh-dice", about=999)["detail"]


def test_another_comes_in_first_when_the_table_has_agreed_and_he_rolls_new_dice(service: Service):
    table = free(service)
    joined = next(
        x
        for x in table.sue.read("events")["items"]
        if x["event"].get("subject") == "ana" and "joined" in x["type"]
    )
    first = rolls(table.ana, count=9)["event"]["faces"]
    table.ana.says("rewind", how="jump", to=5)
    table.ana.says("ask-fresh-dice", about=int(joined["number"]))
    agrees(table.bert), agrees(table.rita)
    table.operator.says("join", subject="dummy", side="a")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert rolls(table.operator, who="dummy", count=9)["event"]["faces"] != first
