"""A fight over HTTP, on both databases: what it says back, and that once."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from api.store.core.side_rows import Beside
from tests.support.clients.http_client import Table, json_of

MOVE: dict[str, Any] = {
    "type": "act",
    "who": "ana",
    "manoeuvre": "move",
    "params": {"beside": ["bert"]},
}


def told(answer: Any) -> list[str]:
    """The types of the entries of an answer, in short."""
    return [e["type"].removeprefix("combat.").removesuffix("/1") for e in answer["entries"]]


def fight(table: Table) -> None:
    """Ana steps up to Bert and strikes; Bert parries."""
    table.ana.says(**MOVE)
    table.operator.says("pass-all")
    table.ana.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    table.bert.says("declare", who="bert", manoeuvre="parry")
    table.operator.says("answer", who="cleo", about="declare", choice="pass")


def finish(table: Table) -> None:
    """Everybody goes through with what is declared, rolls twelve, and lets the rest be."""
    while table.operator.read("state")["waiting"]:
        offered = [o["command"] for o in table.operator.read("options")["options"]]
        wanted = {o["choice"]: o for o in offered if o["type"] == "answer"}
        command: Any = wanted.get("go") or wanted.get("roll") or wanted["pass"]
        table.operator.says(**command | ({"faces": {"attempt": [12]}} if "roll" in wanted else {}))


# --- the main story ------------------------------------------------------------------------


def test_a_fight_from_its_opening_to_its_end(either_service: Service):
    table = Table.laid(either_service)
    fight(table)
    finish(table)
    state = table.sue.read("state")
    assert [row["current"] for row in state["pools"]] == [1, 2, 3]
    story = table.nobody.read("/v1/combats")
    assert (story["items"], story["next"], story["campaigns"]) == ([], None, [])
    table.rita.says("end")
    assert table.sue.read("")["status"] == "ended"
    assert table.ana.read("options")["options"] == []
    lines = table.sue.get("timeline as text/plain").text.splitlines()
    assert any("ana strikes bert" in line for line in lines), lines
    assert lines[-1].endswith("The combat is over: ended by the referee")


def test_a_command_answers_the_entries_it_caused(table: Table):
    answer = table.ana.says(**MOVE)
    assert told(answer) == ["acted", "pool-changed", "fact-set", "asked"]
    assert answer["step"] == 10 and not answer["replayed"]
    assert "standing" not in answer and "tokens" not in answer
    assert answer["head"] == table.ana.head()
    assert [entry["number"] for entry in answer["entries"]] == ["17", "18", "19", "20"]


def test_opening_a_combat_gives_its_seats_tokens(service: Service):
    table = Table.opened(service)
    answer = table.operator.post(
        "/v1/combats", {"ruleset": "toy", "seats": [{"person": "Zoe", "role": "player"}]}
    )
    assert answer.headers["Location"] == f"/v1/combats/{json_of(answer)['combat']}"
    assert answer.headers["Cache-Control"] == "no-store"
    assert json_of(answer)["seats"][0]["token"].startswith("clt_")
    assert table.operator.read(answer.headers["Location"])["seats"][0]["name"] == "Zoe"


def test_a_declared_reaction_can_be_taken_back_as_it_is_offered(table: Table):
    table.ana.says(**MOVE)
    table.operator.says("pass-all")
    table.ana.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    for who in ("cleo", "bert"):
        table.operator.says("declare", who=who, manoeuvre="parry")
    table.operator.says("pass-all")
    offered = [o["command"] for o in table.operator.read("options")["options"]]
    taken = next(o for o in offered if o["type"] == "withdraw")
    assert taken["who"] == "cleo" and "." not in taken.get("toward", "")
    assert told(table.operator.says(**taken))[0] == "withdrawn"


# --- seats ---------------------------------------------------------------------------------


def test_renewed_and_closed_tokens_open_nothing(table: Table):
    answer = table.rita.post("commands", {"type": "seat-renew", "seat": "s1"})
    assert answer.headers["Cache-Control"] == "no-store"
    new = table.caller(json_of(answer)["tokens"]["s1"])
    assert table.ana.get("state").status_code == 401
    assert new.get("state").status_code == 200
    table.rita.says("seat-change", seat="s1", role="spectator")
    assert new.post("commands", MOVE).status_code == 403
    table.rita.says("seat-close", seat="s1")
    assert new.get("state").status_code == 401


def test_a_seat_shows_who_sits_there(table: Table):
    shown = table.ana.read("")
    assert (shown["you"], shown["role"]) == ("s1", "player")
    assert [seat["name"] for seat in shown["seats"]] == [
        "Anna Berg",
        "Bert Cole",
        "Sue Dunn",
        "Rita Eck",
    ]
    assert not any("token" in seat for seat in shown["seats"])


def test_words_are_opened_with_their_entry(table: Table):
    answer = table.ana.says("note", note="That was no parry!", about=12)
    assert answer["entries"][0]["note"]["words"] == "That was no parry!"
    page = table.sue.read("events?after=16")
    assert page["items"][0]["note"]["words"] == "That was no parry!"


def test_words_and_names_that_were_forgotten_are_empty(table: Table):
    table.ana.says("note", note="I never said that")
    log = table.service.log
    log.append([], Beside(forgotten=[*log.texts(table.combat), *log.people(table.combat)]))
    assert table.sue.read("events?after=16")["items"][0]["note"]["words"] == ""
    assert {seat["name"] for seat in table.sue.read("")["seats"]} == {""}


# --- exactly once --------------------------------------------------------------------------


def test_a_retry_answers_the_same_step_and_says_so(either_service: Service):
    table = Table.laid(either_service)
    first = table.ana.post("commands", MOVE, Idempotency_Key='"k 1"')
    before = table.entries()
    again = table.ana.post("commands", MOVE, Idempotency_Key='"k 1"', If_Match='"1-old"')
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert table.entries() == before
    one, other = json_of(first), json_of(again)
    assert other["entries"] == one["entries"] and other["step"] == one["step"]
    assert (other["replayed"], other["standing"]) == (True, "on the line")


def test_a_retry_answers_nothing_that_another_command_caused_in_the_same_millisecond(table: Table):
    table.service.effects = table.service.effects._replace(now=lambda: 1_700_000_000_000)
    first = json_of(table.ana.post("commands", MOVE, Idempotency_Key="k"))
    table.ana.says("note", note="Near now.")
    again = json_of(table.ana.post("commands", MOVE, Idempotency_Key="k"))
    assert again["replayed"] and again["entries"] == first["entries"]


def test_a_key_may_be_bare_or_quoted(table: Table):
    table.ana.post("commands", MOVE, Idempotency_Key="abc")
    again = table.ana.post("commands", MOVE, Idempotency_Key='"abc"')
    assert json_of(again)["replayed"]


def test_a_key_is_the_callers_own(table: Table):
    table.ana.post("commands", {"type": "roll", "who": "ana"}, Idempotency_Key="abc")
    other = table.bert.post("commands", {"type": "roll", "who": "bert"}, Idempotency_Key="abc")
    assert not json_of(other)["replayed"]


def test_a_key_stands_for_one_request(table: Table):
    table.ana.post("commands", MOVE, Idempotency_Key="abc")
    before = table.entries()
    other = table.ana.post("commands", {**MOVE, "note": "x"}, Idempotency_Key="abc")
    assert (other.status_code, json_of(other)["type"]) == (422, "/problems/key-reused")
    head = f'"{table.ana.head()}"'
    table.ana.post(
        "commands", {"type": "rewind", "how": "undo"}, Idempotency_Key="move", If_Match=head
    )
    other = table.ana.post(
        "commands",
        {"type": "rewind", "how": "redo"},
        Idempotency_Key="move",
        If_Match=f'"{table.ana.head()}"',
    )
    assert other.status_code == 422
    assert table.entries() == before + 1


def test_a_retry_of_an_undone_step_says_what_undid_it(table: Table):
    table.ana.post("commands", MOVE, Idempotency_Key="abc")
    table.ana.says("rewind", how="undo")
    again = table.ana.post("commands", MOVE, Idempotency_Key="abc")
    assert json_of(again)["standing"] == "undone by step 11"
    table.ana.says("rewind", how="redo")
    again = table.ana.post("commands", MOVE, Idempotency_Key="abc")
    assert json_of(again)["standing"] == "on the line"


def test_a_refused_command_may_be_sent_again_with_its_key(table: Table):
    strike = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}
    assert table.ana.post("commands", strike, Idempotency_Key="abc").status_code == 409
    table.ana.says(**MOVE)
    table.operator.says("pass-all")
    assert table.ana.post("commands", strike, Idempotency_Key="abc").status_code == 200


def test_a_new_token_is_shown_once_even_to_a_retry(table: Table):
    renew = {"type": "seat-renew", "seat": "s1"}
    first = json_of(table.rita.post("commands", renew, Idempotency_Key="abc"))
    again = json_of(table.rita.post("commands", renew, Idempotency_Key="abc"))
    assert "tokens" in first and "tokens" not in again


def test_a_combat_is_opened_once_per_key(either_service: Service):
    table = Table.opened(either_service)
    body = {"ruleset": "toy", "seats": [{"person": "Zoe", "role": "player"}]}
    first = table.operator.post("/v1/combats", body, Idempotency_Key="k")
    again = table.operator.post("/v1/combats", body, Idempotency_Key="k")
    one, other = json_of(first), json_of(again)
    assert other["combat"] == one["combat"] and again.headers["Idempotency-Replayed"] == "true"
    assert "token" in one["seats"][0] and "token" not in other["seats"][0]
    assert "seat-renew" in other["hint"]
    wrong = table.operator.post("/v1/combats", {"ruleset": "toy"}, Idempotency_Key="k")
    assert (wrong.status_code, json_of(wrong)["type"]) == (422, "/problems/key-reused")
    assert len(table.operator.read("/v1/combats")["items"]) == 2


def test_a_ruling_answers_all_that_it_brought_and_so_does_a_retry(table: Table):
    fight(table)
    number = table.bert.says("contest", entry=12, note="No.", clause="T3")["entries"][0]["number"]
    change = {"what": "pool", "subject": "bert", "pool": "ap", "delta": 1}
    ruling = {
        "type": "rule-dispute",
        "dispute": number,
        "remedy": {"remedy": "compensate", "change": change},
        "note": "One more.",
    }
    table.ana.says("note", note="Well.")
    said = table.rita.post("commands", ruling, Idempotency_Key="rule", If_Match="*").json or {}
    assert [row["type"] for row in said["entries"]] == [
        "combat.dispute-ruled/1",
        "combat.pool-changed/1",
    ]
    assert said["head"].startswith(said["entries"][-1]["number"])
    table.ana.says("note", note="So be it.")
    again = table.rita.post("commands", ruling, Idempotency_Key="rule", If_Match="*").json or {}
    assert again["replayed"] and again["entries"] == said["entries"]
