"""What dice have shown stays: typed ones too, through undo, joins, salts; fresh ones by consent."""

from __future__ import annotations

from typing import Any

import pytest

from api.service import Service
from domain.dice import entropy_next, entropy_start
from domain.table import commitment_of
from domain.undoing import BACK_OFF, PATIENCE
from tests.api.table import Caller, json_of
from tests.api.test_http_undo import Going

LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 20}
LONG = {"ana": "nine owls on a wet gate", "bert": "a heron, a herring, a hat"}


def free(service: Service, **opening: Any) -> Going:
    """A table where everybody may go back, but where dice stay what they were."""
    return Going.back(service, **{"policy": "free", **opening})


def rolls(caller: Caller, **more: Any) -> Any:
    """What a roll came to."""
    return caller.says(**{**LUCK, **more})["entries"][0]


def undoes(caller: Caller, **where: Any) -> None:
    answer = caller.post("undo", where, If_Match="*")
    assert answer.status_code == 200, answer.text


def refusal(caller: Caller, **command: Any) -> Any:
    answer = caller.post("commands", command, If_Match="*")
    assert answer.status_code in (403, 409), answer.text
    return json_of(answer)


def agrees(caller: Caller, choice: str = "agree", **more: Any) -> Any:
    return caller.says("answer-fresh-dice", choice=choice, **more)


def last(caller: Caller) -> int:
    return int(caller.read("")["last"])


# --- first shown -----------------------------------------------------------------------------


def test_typed_faces_stay_with_their_roll_after_an_undo_whoever_rolls_again(service: Service):
    table = free(service)
    assert rolls(table.ana, faces=[17])["event"]["provenance"] == "typed"
    undoes(table.ana)
    again = rolls(table.ana)["event"]
    assert (again["faces"], again["provenance"]) == ([17], "typed")


def test_other_faces_typed_in_after_an_undo_are_refused_with_what_was_shown(service: Service):
    table = free(service)
    [face] = rolls(table.ana)["event"]["faces"]
    at = last(table.ana)
    undoes(table.ana)
    other = face % 20 + 1
    said = refusal(table.ana, **LUCK, faces=[other])
    assert said["numbers"] == {"shown": str(face), "typed": str(other), "entry": at}
    assert "fresh dice" in said["detail"] and said["errors"][0]["pointer"] == "#/faces"
    assert rolls(table.ana, faces=[face])["event"]["faces"] == [face]


def test_a_die_of_another_size_is_as_low_or_high_as_the_typed_one_was(service: Service):
    table = free(service)
    rolls(table.ana, sides=6, faces=[1])
    undoes(table.ana)
    [carried] = rolls(table.ana, sides=20)["event"]["faces"]
    assert carried <= 4
    undoes(table.ana)
    assert refusal(table.ana, **LUCK, faces=[20])["numbers"]["shown"] == str(carried)


def test_more_dice_than_were_shown_begin_with_those_that_were(service: Service):
    table = free(service)
    rolls(table.ana, faces=[3])
    undoes(table.ana)
    more = rolls(table.ana, count=3)["event"]
    assert (more["faces"][0], len(more["faces"]), more["provenance"]) == (3, 3, "typed")
    undoes(table.ana)
    assert refusal(table.ana, **LUCK, count=3, faces=[3, 1, 1])["status"] == 409


def test_what_was_shown_is_known_after_a_restart(service: Service):
    table = free(service)
    rolls(table.ana, faces=[17])
    undoes(table.ana)
    for all_of_it in (False, True):
        service.combat(table.combat).store_caches(all_of_it=all_of_it)
        service.combats._open.clear()
        assert refusal(table.ana, **LUCK, faces=[16])["numbers"]["shown"] == "17"


def test_a_round_that_is_played_anew_shows_its_own_dice_again_and_the_next_round_others(service):
    table = free(service)
    begun = last(table.ana)
    first = rolls(table.ana, count=5)["event"]["faces"]
    for who in ("ana", "bert", "cleo"):
        table.operator.says("answer", who=who, about="turn", choice="end")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert rolls(table.ana, count=5)["event"]["faces"] != first
    table.ana.post("jump", {"to": begun}, If_Match="*")
    assert rolls(table.ana, count=5)["event"]["faces"] == first


# --- who comes in ----------------------------------------------------------------------------


def test_a_dummy_who_joins_first_is_refused_and_so_is_a_new_name_before_others(service: Service):
    table = free(service)
    at = last(table.ana)
    rolls(table.bert, who="bert")
    table.ana.post("jump", {"to": 5}, If_Match="*")
    said = refusal(table.operator, type="join", subject="dummy", side="a")
    assert said["numbers"] == {"place": 1, "shown for": "ana"}
    for subject in ("ana", "bert"):
        table.operator.says("join", subject=subject, side=subject[0])
    table.operator.says("join", subject="zed", side="b")
    assert at < last(table.ana)


def test_before_any_dice_fell_anybody_may_come_in_another_order(service: Service):
    table = free(service)
    table.ana.post("jump", {"to": 5}, If_Match="*")
    table.operator.says("join", subject="dummy", side="a")


# --- fresh dice ------------------------------------------------------------------------------


def test_fresh_dice_fall_when_all_have_agreed_and_never_show_the_same_label_again(service):
    table = free(service)
    first = rolls(table.ana, count=9)["event"]["faces"]
    at = last(table.ana)
    undoes(table.ana)
    asked = table.ana.says("ask-fresh-dice", about=at)
    assert table.types_of(asked) == ["asked"]
    assert refusal(table.bert, type="ask-fresh-dice", about=at)["detail"].startswith("Somebody")
    assert table.types_of(agrees(table.bert)) == ["answered"]
    assert rolls(table.ana, count=9)["event"]["faces"] == first, "one consent is missing"
    undoes(table.ana)
    assert table.types_of(agrees(table.rita)) == ["answered", "closed"]
    second = rolls(table.ana, count=9)["event"]["faces"]
    assert second != first
    undoes(table.ana)
    assert rolls(table.ana, count=9)["event"]["faces"] == second
    undoes(table.ana)
    said = refusal(table.ana, type="ask-fresh-dice", about=at)
    assert said["detail"].startswith("Fresh dice were agreed to already")
    service.combats._open.clear()
    assert rolls(table.ana, count=9)["event"]["faces"] == second


def test_fresh_faces_may_be_typed_once(service: Service):
    table = free(service)
    rolls(table.ana, faces=[2])
    at = last(table.ana)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    agrees(table.bert), agrees(table.rita)
    rolls(table.ana, faces=[19])
    undoes(table.ana)
    assert refusal(table.ana, **LUCK, faces=[20])["numbers"]["shown"] == "19"


def test_a_refusal_closes_the_request_and_the_next_one_waits(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    assert table.types_of(agrees(table.bert, "refuse")) == ["answered", "closed"]
    soon = refusal(table.ana, type="ask-fresh-dice", about=at)
    assert soon["numbers"] == {"refused": 1, "seconds": BACK_OFF // 1000}
    table.time += BACK_OFF
    table.ana.says("ask-fresh-dice", about=at)
    assert table.types_of(agrees(table.ana, "withdraw")) == ["answered", "closed"]


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
    [closed] = [x for x in table.sue.read("events")["items"] if x["event"].get("how") == "expired"]
    assert (closed["by"], closed["parent"]) == ("", None)


def test_the_policy_says_who_must_agree_to_fresh_dice(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    undoes(table.ana)
    table.rita.says("undo-policy", policy="strict")
    assert "strictly" in refusal(table.rita, type="ask-fresh-dice", about=at)["detail"]
    table.rita.says("undo-policy", policy="referee")
    slots = table.ana.says("ask-fresh-dice", about=at)["entries"][0]["event"]["slots"]
    assert [slot["who"] for slot in slots] == ["referee"]
    agrees(table.ana, "withdraw")
    alone = table.rita.says("ask-fresh-dice", about=at)
    assert table.types_of(alone) == ["asked", "closed"]
    assert alone["entries"][1]["basis"] == "ruled"


def test_from_before_anybody_came_in_everybody_is_asked_all_the_same(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    table.ana.post("jump", {"to": 5}, If_Match="*")
    slots = table.ana.says("ask-fresh-dice", about=at)["entries"][0]["event"]["slots"]
    assert {slot["who"] for slot in slots} == {"p2", "referee"}


def test_fresh_dice_are_for_dice_that_were_undone_and_that_all_saw(service: Service):
    table = free(service)
    rolls(table.ana)
    at = last(table.ana)
    assert "undo it first" in refusal(table.ana, type="ask-fresh-dice", about=at)["detail"]
    assert "no dice fell" in refusal(table.ana, type="ask-fresh-dice", about=1)["detail"].lower()
    assert "no entry" in refusal(table.ana, type="ask-fresh-dice", about=999)["detail"]


def test_another_comes_in_first_when_the_table_has_agreed_and_he_rolls_new_dice(service: Service):
    table = free(service)
    joined = next(x for x in table.sue.read("events")["items"]
                  if x["event"].get("subject") == "ana" and "joined" in x["type"])  # fmt: skip
    first = rolls(table.ana, count=9)["event"]["faces"]
    table.ana.post("jump", {"to": 5}, If_Match="*")
    table.ana.says("ask-fresh-dice", about=int(joined["number"]))
    agrees(table.bert), agrees(table.rita)
    table.operator.says("join", subject="dummy", side="a")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert rolls(table.operator, who="dummy", count=9)["event"]["faces"] != first


# --- salts -----------------------------------------------------------------------------------


def salts(table: Going, *who: str) -> None:
    for name in who:
        bound = commitment_of("salt", LONG[name])
        getattr(table, name).says("commit", what="salt", commitment=bound)


def opens(table: Going, *who: str) -> None:
    for name in who:
        getattr(table, name).says("reveal", what="salt", value=LONG[name])


def test_salts_count_from_the_next_round_that_begins_and_never_for_one_that_has(service: Service):
    table = free(service)
    first = rolls(table.ana, count=9)["event"]["faces"]
    undoes(table.ana)
    salts(table, "ana", "bert")
    opens(table, "bert", "ana")
    assert rolls(table.ana, count=9)["event"]["faces"] == first
    table.ana.post("jump", {"to": 8}, If_Match="*")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert rolls(table.ana, count=9)["event"]["faces"] == first
    combat = service.combat(table.combat)
    start = entropy_start(table.combat, 1)
    mixed = entropy_next(start, {1: LONG["ana"], 2: LONG["bert"]})
    assert combat.dice.entropy(1) == start and combat.dice.entropy(2) == mixed


def test_salts_are_committed_to_by_all_before_the_first_is_opened(service: Service):
    table = free(service)
    salts(table, "ana")
    said = refusal(table.ana, type="commit", what="salt", commitment="0" * 64)
    assert "already" in said["detail"]
    copied = commitment_of("salt", LONG["ana"])
    said = refusal(table.bert, type="commit", what="salt", commitment=copied)
    assert "one of your own" in said["detail"]
    opens(table, "ana")
    said = refusal(table.bert, type="commit", what="salt", commitment="1" * 64)
    assert said["numbers"] == {"open": 1, "committed": 1}
    assert "open already" in refusal(
        table.ana, type="reveal", what="salt", value=LONG["ana"]
    )["detail"]  # fmt: skip


def test_a_salt_that_could_be_guessed_does_not_count_nor_one_never_committed_to(service: Service):
    table = free(service)
    bound = commitment_of("salt", "owl")
    table.ana.says("commit", what="salt", commitment=bound)
    said = refusal(table.ana, type="reveal", what="salt", value="owl")
    assert said["numbers"] == {"signs": 3, "least": 16}
    assert "not what was committed" in refusal(
        table.ana, type="reveal", what="salt", value=LONG["ana"]
    )["detail"]  # fmt: skip
    assert "no salt" in refusal(table.bert, type="reveal", what="salt", value="x")["detail"]


# --- witnesses -------------------------------------------------------------------------------


def test_another_confirms_typed_dice_and_nobody_his_own(service: Service):
    table = free(service)
    rolls(table.ana, faces=[17])
    at = last(table.ana)
    assert refusal(table.ana, type="witness", about=at)["status"] == 403
    assert table.types_of(table.bert.says("witness", about=at)) == ["answered"]
    assert "already" in refusal(table.bert, type="witness", about=at)["detail"]
    assert service.combat(table.combat).table.witnessed == {at: ("p2",)}
    rolls(table.ana)
    assert "nothing was typed" in refusal(
        table.bert, type="witness", about=last(table.ana)
    )["detail"].lower()  # fmt: skip


def test_whom_nobody_plays_the_referee_plays_and_is_no_witness_of(service: Service):
    table = free(service)
    rolls(table.rita, who="cleo", faces=[20])
    assert refusal(table.operator, type="witness", about=last(table.rita))["status"] == 403
    table.ana.says("witness", about=last(table.rita))


# --- the keys --------------------------------------------------------------------------------


def test_the_keys_are_revealed_after_the_end_and_nothing_is_played_after_it(service: Service):
    table = free(service)
    rolls(table.ana)
    assert refusal(table.rita, type="reveal-keys")["detail"].startswith("End the combat first")
    table.rita.says("end")
    assert refusal(table.ana, type="reveal-keys")["status"] == 403
    shown = table.rita.says("reveal-keys")["entries"]
    opened = table.sue.read("events?limit=1")["items"][0]["event"]["commitments"]
    assert [x["event"]["what"] for x in shown] == ["key open"] and set(opened) > {"open"}
    again: Any = ({"type": "reopen"}, {"type": "rewind"}, {"type": "ask-undo"}, LUCK)
    for command in again:
        assert "over for good" in refusal(table.rita, **command)["detail"]
    assert "revealed already" in refusal(table.rita, type="reveal-keys")["detail"]
    table.rita.says("reveal-keys", hidden=True)
    table.rita.says("note", note="Well fought.")


@pytest.mark.parametrize("policy", ["free", "referee", "consent"])
def test_the_end_alone_shows_no_key(service: Service, policy: str):
    table = free(service, policy=policy)
    table.rita.says("end")
    assert not service.combat(table.combat).table.is_laid_open
    assert table.rita.post("commands", {"type": "reopen"}, If_Match="*").status_code == 200
    rolls(table.ana)


# --- what everybody can read of it -------------------------------------------------------------


def test_labels_and_keys_are_closed_until_the_reveal_and_open_for_all_after_it(service: Service):
    table = free(service)
    rolls(table.ana, count=2)
    rolls(table.rita, who="referee", hidden=True)
    before = table.sue.read("dice")
    assert (before["keys"], before["rolls"], before["says"][:17]) == ({}, [], "host entropy only")
    table.rita.says("end"), table.rita.says("reveal-keys")
    [roll] = table.sue.read("dice")["rolls"]
    label = {name: roll[name] for name in ("key", "round", "roller", "sort", "r", "fresh")}
    assert label == {
        "key": "open", "round": 1, "roller": 1, "sort": "loose", "r": 0, "fresh": 0,
    }  # fmt: skip
    table.rita.says("reveal-keys", hidden=True)
    assert len(table.sue.read("dice")["rolls"]) == 1, "what was hidden stays so"


def test_what_was_salted_and_withheld_is_told_to_everybody(service: Service):
    table = free(service)
    salts(table, "ana", "bert")
    assert table.sue.read("dice")["committed"] == 2
    opens(table, "ana")
    for who in ("ana", "bert", "cleo"):
        table.operator.says("answer", who=who, about="turn", choice="end")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    said = table.sue.read("dice")
    assert said["says"] == (
        "salted by 1 seat since round 2; 1 salt was not opened: up to 2 outcomes selectable"
    )
    assert [(x["since"], x["salts"], x["withheld"]) for x in said["standing"]] == [
        (0, 0, 0), (2, 1, 1),
    ]  # fmt: skip


def test_witnesses_and_requests_are_told_to_everybody(service: Service):
    table = free(service)
    rolls(table.ana, faces=[17])
    at = last(table.ana)
    table.bert.says("witness", about=at)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    said = table.sue.read("dice")
    assert said["witnessed"] == [{"entry": at, "witnesses": ["p2"]}]
    request = said["request"]
    assert (request["asker"], request["entry"], request["must"]) == ("p1", at, ["p2", "referee"])
    told = " ".join(line["text"] for line in table.sue.read("timeline")["items"])
    assert f"saw what is in {at}: confirmed" in told and "asks for fresh dice on" in told
