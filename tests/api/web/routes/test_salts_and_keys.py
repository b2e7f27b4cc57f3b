"""Salts count for what comes, others witness dice, keys are shown at the end; all can read it."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.service import Service
from domain.dice.keyed_faces import entropy_next, entropy_start
from domain.table.table import commitment_of
from tests.support.combats.fair_play import (
    LONG,
    LUCK,
    free,
    last,
    opens,
    refusal,
    rolls,
    salts,
    undoes,
)

# --- salts -----------------------------------------------------------------------------------


def test_salts_count_from_the_next_round_that_begins_and_never_for_one_that_has(service: Service):
    table = free(service)
    first = rolls(table.ana, count=9)["event"]["faces"]
    undoes(table.ana)
    salts(table, "ana", "bert")
    opens(table, "bert", "ana")
    assert rolls(table.ana, count=9)["event"]["faces"] == first
    table.ana.says("rewind", how="jump", to=8)
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert rolls(table.ana, count=9)["event"]["faces"] == first
    combat = service.combat(table.combat)
    start = entropy_start(table.combat, 1)
    mixed = entropy_next(start, {1: LONG["ana"], 2: LONG["bert"]})
    assert combat.luck.dice.entropy(1) == start and combat.luck.dice.entropy(2) == mixed


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
    assert (
        "open already"
        in refusal(table.ana, type="reveal", what="salt", value=LONG["ana"])["detail"]
    )


def test_a_salt_that_could_be_guessed_does_not_count_nor_one_never_committed_to(service: Service):
    table = free(service)
    bound = commitment_of("salt", "owl")
    table.ana.says("commit", what="salt", commitment=bound)
    said = refusal(table.ana, type="reveal", what="salt", value="owl")
    assert said["numbers"] == {"signs": 3, "least": 16}
    assert (
        "not what was committed"
        in refusal(table.ana, type="reveal", what="salt", value=LONG["ana"])["detail"]
    )
    assert "no salt" in refusal(table.bert, type="reveal", what="salt", value="x")["detail"]


# --- witnesses -------------------------------------------------------------------------------


def test_another_confirms_typed_dice_and_nobody_his_own(service: Service):
    table = free(service)
    rolls(table.ana, faces={"loose": [17]})
    at = last(table.ana)
    assert refusal(table.ana, type="witness", about=at)["status"] == 403
    assert table.types_of(table.bert.says("witness", about=at)) == ["witnessed"]
    assert "already" in refusal(table.bert, type="witness", about=at)["detail"]
    assert service.combat(table.combat).table.witnessed == {at: ("p2",)}
    rolls(table.ana)
    assert (
        "nothing was typed"
        in refusal(table.bert, type="witness", about=last(table.ana))["detail"].lower()
    )


def test_whom_nobody_plays_the_referee_plays_and_is_no_witness_of(service: Service):
    table = free(service)
    rolls(table.rita, who="cleo", faces={"loose": [20]})
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
    again: Any = ({"type": "rewind"}, {"type": "ask-undo"}, LUCK)
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
    assert table.rita.post("commands", {"type": "rewind"}, If_Match="*").status_code == 200
    rolls(table.ana)


# --- what everybody can read of it -----------------------------------------------------------


def test_labels_and_keys_are_closed_until_the_reveal_and_open_for_all_after_it(service: Service):
    table = free(service)
    rolls(table.ana, count=2)
    rolls(table.rita, who="referee", hidden=True)
    before = table.sue.read("dice")
    assert (before["keys"], before["rolls"], before["says"][:17]) == ({}, [], "host entropy only")
    table.rita.says("end"), table.rita.says("reveal-keys")
    [roll] = table.sue.read("dice")["rolls"]
    label = {name: roll[name] for name in ("key", "round", "roller", "sort", "r", "fresh")}
    assert label == {"key": "open", "round": 1, "roller": 1, "sort": "loose", "r": 0, "fresh": 0}
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
        (0, 0, 0),
        (2, 1, 1),
    ]


def test_witnesses_and_requests_are_told_to_everybody(service: Service):
    table = free(service)
    rolls(table.ana, faces={"loose": [17]})
    at = last(table.ana)
    table.bert.says("witness", about=at)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    said = table.sue.read("dice")
    assert said["witnessed"] == [{"entry": str(at), "witnesses": ["p2"]}]
    request = said["request"]
    asked = (request["asker"], request["entry"], request["must"])
    assert asked == ("p1", str(at), ["p2", "referee"])
    told = " ".join(line["text"] for line in table.sue.read("timeline")["items"])
    assert f"confirms the dice of entry {at}" in told and "asks for a re-roll of entry" in told
