"""What a correction takes back is told before it is ruled, and held to the table's policy."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.service import Service
from tests.support.clients.http_client import Table, json_of
from tests.support.clients.real_server import Json
from tests.support.clients.refused_answers import unanswered

LUCK: Json = {"type": "roll", "who": "ana", "sides": 20, "faces": {"loose": [3]}}


def rolled(service: Service, policy: str) -> tuple[Table, int]:
    """Ana has rolled a 3, then Bert a 9; the step of her roll."""
    table = Table.laid(service, policy=policy)
    step = table.ana.says(**LUCK)["step"]
    table.bert.says(**{**LUCK, "who": "bert", "faces": {"loose": [9]}})
    return table, step


def lost(table: Table, **body: Any) -> Json:
    """The receipt of a correction."""
    return dict(table.rita.would("correct", **body)["receipt"])


def adopts(table: Table, **body: Any) -> Any:
    said = {"note": "so it was", **body}
    return table.rita.post(
        "commands", {"type": "correct", **said}, If_Match=f'"{table.rita.head()}"'
    )


def test_who_is_touched_and_what_was_seen_of_the_steps_that_fall_is_told(service: Service):
    table, step = rolled(service, "consent")
    found = lost(table, how="annul", step=step)
    assert found["cost"] == {"decisions": 1, "dice": 1, "people": 1, "learned": 1}
    assert (found["people"][0]["who"], len(found["people"][0]["falls"])) == ("p1", 1)
    assert found["must"] == [] and found["advice"].startswith("Better leave it as it is")
    table.ana.says(**{**LUCK, "faces": {"loose": [12]}})
    both = lost(table, how="annul", step=step, upto=step + 1)
    assert both["cost"] == {"decisions": 2, "dice": 2, "people": 1, "learned": 2}


def test_what_is_kept_or_put_in_costs_nothing(service: Service):
    table, step = rolled(service, "strict")
    spoken = {
        "type": "adjust",
        "note": "forgotten",
        "change": {"what": "pool", "subject": "ana", "pool": "ap", "delta": 1},
    }
    found = lost(table, how="insert", step=step, command=spoken)
    assert not any(found["cost"].values()) and found["barred"] == ""
    assert adopts(table, how="insert", step=step, command=spoken).status_code == 200


def test_a_mistyped_face_is_mended_at_a_strict_table(service: Service):
    table, step = rolled(service, "strict")
    right = {"how": "amend", "step": step, "command": {**LUCK, "faces": {"loose": [8]}}}
    assert lost(table, **right)["barred"] == ""
    assert adopts(table, **right).status_code == 200


def test_the_services_dice_stay_as_they_fell_at_a_strict_table(service: Service):
    """No amendment types other faces in their place, by correction, ruling or vote."""
    table = Table.laid(service, policy="strict")
    cast = table.ana.says("roll", who="ana", sides=20)
    fell, entry = cast["entries"][0]["event"]["faces"], int(cast["entries"][0]["number"])
    typed = {**LUCK, "faces": {"loose": [fell[0] % 20 + 1]}}
    assert "strictly" in lost(table, how="amend", step=cast["step"], command=typed)["barred"]
    assert (
        "strictly"
        in json_of(adopts(table, how="amend", step=cast["step"], command=typed))["detail"]
    )
    same = {**LUCK, "faces": {"loose": fell}}
    assert lost(table, how="amend", step=cast["step"], command=same)["barred"] == ""
    claim = {"remedy": "amend", "entry": entry, "command": typed}
    body: Json = {"type": "contest", "entry": entry, "note": "It was another.", "claim": claim}
    number = int(table.bert.says(**body)["entries"][0]["number"])
    ruling = {"type": "rule-dispute", "dispute": number, "remedy": claim, "note": "So be it."}
    ruled = table.rita.post("commands", ruling, If_Match="*")
    assert ruled.status_code == 409 and "strictly" in json_of(ruled)["detail"]


def test_a_claim_at_a_strict_table_is_answered_alike_whatever_is_hidden(service: Service):
    """What a correction takes back depends on all there is, so no answer about it is given."""
    table = Table.laid(service, policy="strict")
    cast = table.bert.says("roll", who="bert", purpose="luck", faces={"luck": [4]}, sides=20)
    entry = int(cast["entries"][0]["number"])
    claim = {"remedy": "amend", "how": "annul", "entry": entry}
    body = {"type": "contest", "entry": entry, "note": "No.", "claim": claim}
    before = table.ana.post("commands?dry-run=1", body)
    table.rita.says("roll", who="referee", sides=20, hidden=True)
    after = table.ana.post("commands?dry-run=1", body)
    assert before.status_code == 200
    assert (after.status_code, after.data) == (200, before.data)


def test_no_correction_is_a_way_round_a_strict_table(service: Service):
    table, step = rolled(service, "strict")
    undone = table.rita.post("commands", {"type": "rewind", "how": "undo"}, If_Match="*")
    assert undone.status_code == 409 and "strictly" in json_of(undone)["detail"]
    last = table.entries()
    for said in (
        {"how": "annul", "step": step},
        {"how": "annul", "step": step + 1},
        {"how": "amend", "step": step, "command": {"type": "leave", "who": "cleo"}},
    ):
        assert "strictly" in lost(table, **said)["barred"]
        refused = adopts(table, **said)
        assert refused.status_code == 409 and "strictly" in json_of(refused)["detail"]
    assert table.entries() == last


def test_nor_is_a_ruling_on_a_dispute(service: Service):
    table, _ = rolled(service, "strict")
    entry = int(table.ana.read("state")["number"])
    said = table.ana.says("contest", entry=entry, note="He never rolled that.")
    dispute = int(said["entries"][0]["number"])
    annul = {"remedy": "amend", "how": "annul", "entry": entry}
    body = {"type": "rule-dispute", "dispute": dispute, "note": "He did not."}
    last = table.entries()
    for remedy in (annul, {"remedy": "go-back", "to": entry - 1}):
        ruled = table.rita.post("commands", {**body, "remedy": remedy}, If_Match="*")
        assert ruled.status_code == 409 and "strictly" in json_of(ruled)["detail"]
    assert table.entries() == last


@pytest.mark.parametrize(("policy", "basis"), [("consent", "ruled"), ("free", "table")])
def test_a_ruling_over_what_others_saw_is_marked_as_one(service: Service, policy: str, basis: str):
    table, step = rolled(service, policy)
    assert json_of(adopts(table, how="annul", step=step))["entries"][0]["basis"] == basis


@pytest.mark.parametrize("how", ["annul", "amend", "undo"])
def test_nobody_takes_a_ruling_back_without_the_referee(service: Service, how: str):
    table, step = rolled(service, "consent")
    last = int(table.ana.read("state")["number"])
    if how == "undo":
        table.rita.says("rewind", how="jump", to=last - 2)
    else:
        right = {"command": {**LUCK, "faces": {"loose": [1]}}} if how == "amend" else {}
        assert adopts(table, how=how, step=step, **right).status_code == 200
    table.ana.says("note", note="That was mine.")
    back = table.ana.post(
        "commands", {"type": "rewind", "how": "jump", "to": last - 1}, If_Match="*"
    )
    assert back.status_code == 409
    assert "referee" in unanswered(back)
    for _ in range(2):
        table.ana.post("commands", {"type": "rewind"}, If_Match="*")
    again = table.ana.post(
        "commands", {"type": "rewind", "how": "jump", "to": last - 1}, If_Match="*"
    )
    assert "referee" in unanswered(again)
    table.rita.says("rewind", how="jump", to=last)


def test_one_who_goes_back_on_his_own_goes_forth_on_his_own(service: Service):
    table = Table.laid(service, policy="consent")
    table.ana.says("act", who="ana", manoeuvre="move")
    for way in ("undo", "redo", "undo", "redo"):
        table.ana.says("rewind", how=way)


BESIDE: Any = {"who": "ana", "manoeuvre": "move"}


def moved_twice(service: Service, policy: str) -> tuple[Table, int, int]:
    """Ana moves twice; the numbers before each move."""
    table, before = Table.laid(service, policy=policy), list[int]()
    for beside in ([], ["bert"]):
        before.append(int(table.sue.read("state")["number"]))
        table.ana.says("act", **BESIDE, params={"beside": beside})
        table.operator.says("pass-all")
    first, second = before
    return table, first, second


def jumps(caller: Any, to: int) -> Any:
    return caller.post("commands", {"type": "rewind", "how": "jump", "to": to}, If_Match="*")


@pytest.mark.parametrize("policy", ["consent", "free", "referee", "strict"])
@pytest.mark.parametrize("detour", [False, True])
def test_what_a_dispute_removed_comes_back_with_the_referee_alone(
    service: Service, policy: str, *, detour: bool
):
    """Neither at once nor after an undo of one's own step in front of it."""
    table, first, second = moved_twice(service, policy)
    last = int(table.sue.read("state")["number"])
    said = table.bert.says("contest", entry=second + 1, note="Too far.")
    number = int(said["entries"][0]["number"])
    back = {"remedy": "go-back", "to": second}
    ruled = table.rita.says("rule-dispute", dispute=number, remedy=back, note="Yes.")
    if detour:
        jumps(table.ana, first)
    answer = jumps(table.ana, last)
    assert answer.status_code == 409 and "referee" in unanswered(answer)
    shown = table.ana.would("rewind", how="jump", to=last)["receipt"]
    [why] = [one["why"] for one in shown["must"] if one["who"] == "referee"]
    assert why and ruled["entries"]
    assert jumps(table.rita, last).status_code == 200
