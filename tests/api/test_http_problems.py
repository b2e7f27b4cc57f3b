"""Every way a request can be wrong: its status, what is said about it, and that nothing changes."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from api.app import MOST_BODY
from api.store import Conflict, Unavailable
from tests.api.table import Table, json_of

ROLL = {"type": "roll", "who": "ana"}
SECRET = "swordfish"


def problem(answer: Any, status: int, slug: str) -> dict[str, Any]:
    """The body of an answer, checked for what holds for every problem."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/problem+json"
    body: dict[str, Any] = answer.json
    assert body["type"] == f"/problems/{slug}"
    assert body["status"] == status
    assert body["detail"][0].isupper() or body["detail"][0] in "#`"
    assert body["detail"].endswith((".", "`.")), body["detail"]
    assert body["request_id"] == answer.headers["X-Request-Id"]
    assert SECRET not in answer.text
    return body


# --- 400, 413, 415: the body ---------------------------------------------------------------

MALFORMED = {
    "cut short": b'{"type": "roll", "who": "swordfish"',
    "no value": b"",
    "two values": b"{} {}",
    "a comma": b'{"type": "roll",}',
    "a key twice": b'{"type": "roll", "who": "ana", "who": "swordfish"}',
    "a key twice within": b'{"type": "act", "who": "ana", "params": {"x": 1, "x": 2}}',
    "no number": b'{"type": "roll", "who": "ana", "bonus": NaN}',
    "an endless number": b'{"type": "roll", "who": "ana", "bonus": 1e999}',
    "too many digits": b'{"type": "roll", "who": "ana", "bonus": ' + b"9" * 5000 + b"}",
    "another encoding": json.dumps(ROLL).encode("utf-16"),
    "no UTF-8": b'{"type": "roll", "who": "\xff"}',
    "half a character": b'{"type": "roll", "who": "\\ud800"}',
    "too deep": b"[" * 9000 + b"]" * 9000,
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_json_is_a_bad_request(table: Table, body: bytes):
    before = table.entries()
    problem(table.ana.post("commands", body), 400, "bad-json")
    assert table.entries() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": ""},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
)
def test_only_plain_json_is_taken(table: Table, headers: dict[str, str]):
    before = table.entries()
    answer = table.ana.send("POST", "commands", headers, ROLL)
    problem(answer, 415, "media-type")
    assert answer.headers["Accept"] == "application/json"
    assert table.entries() == before


def test_json_with_a_charset_is_json(table: Table):
    answer = table.ana.post("commands", ROLL, Content_Type="application/json; charset=utf-8")
    assert answer.status_code == 200


def test_a_body_has_a_greatest_size(table: Table):
    before = table.entries()
    problem(table.ana.post("commands", b" " * (MOST_BODY + 1)), 413, "too-large")
    params = {f"p{n}": "x" * 200 for n in range(100)}
    act = {"type": "act", "who": "ana", "manoeuvre": "move", "params": params, "against": True}
    answer = table.rita.post("commands", act)
    assert answer.status_code in (409, 413)
    note = {"type": "note", "note": "x" * 2000}
    assert table.ana.post("commands", note).status_code == 200
    assert table.entries() == before + 1


def test_a_command_has_a_greatest_size_in_normal_form(table: Table):
    before = table.entries()
    traits = {f"trait {n}": "x" * 60 for n in range(300)}
    join = {"type": "join", "subject": "giant", "traits": traits}
    problem(table.rita.post("commands", join), 413, "too-large")
    assert table.entries() == before


# --- 422: the shape ------------------------------------------------------------------------

WRONG: list[tuple[Any, str, str]] = [
    ({}, "#/type", "union_tag_not_found"),
    ([], "#", "dict_type"),
    ("roll", "#", "dict_type"),
    ({"type": "swordfish"}, "#/type", "union_tag_invalid"),
    ({"type": "open", "ruleset": "toy"}, "#/type", "union_tag_invalid"),
    ({"type": "roll"}, "#/who", "missing"),
    ({**ROLL, "swordfsh": 1}, "#/swordfsh", "extra_forbidden"),
    ({**ROLL, "a/b~c": 1}, "#/a~1b~0c", "extra_forbidden"),
    ({**ROLL, "count": "5"}, "#/count", "int_type"),
    ({**ROLL, "count": True}, "#/count", "int_type"),
    ({**ROLL, "hidden": 1}, "#/hidden", "bool_type"),
    ({**ROLL, "hidden": "yes"}, "#/hidden", "bool_type"),
    ({**ROLL, "count": 1.5}, "#/count", "int_type"),
    ({**ROLL, "count": 101}, "#/count", "less_than_equal"),
    ({**ROLL, "who": "a\u0000b"}, "#/who", "string_pattern_mismatch"),
    ({**ROLL, "roll": 1}, "#/roll", "extra_forbidden"),
    (
        {"type": "act", "who": "ana", "manoeuvre": "move", "targets": ["x", 1]},
        "#/targets/1",
        "string_type",
    ),
    (
        {"type": "act", "who": "ana", "manoeuvre": "move", "act": {"who": 1}},
        "#/act",
        "extra_forbidden",
    ),
    (
        {"type": "adjust", "change": {"what": "pool", "subject": "ana", "pool": "ap"}},
        "#/change/delta",
        "missing",
    ),
    ({"type": "adjust", "change": {"what": "swordfish"}}, "#/change/what", "union_tag_invalid"),
    (
        {"type": "adjust", "change": {"what": "fact", "of": "a", "name": "b", "value": []}},
        "#/change/value",
        "int_type",
    ),
    ({"type": "note", "note": {"id": "t1", "digest": "0"}}, "#/note", "string_type"),
    ({**ROLL, "note": {"id": "t1", "digest": "0"}}, "#/note", "string_type"),
]


@pytest.mark.parametrize(("body", "pointer", "code"), WRONG)
def test_the_wrong_shape_is_pointed_at(table: Table, body: Any, pointer: str, code: str):
    before = table.entries()
    said = problem(table.rita.post("commands", body), 422, "invalid")
    assert [(flaw["pointer"], flaw["code"]) for flaw in said["errors"]] == [(pointer, code)]
    assert set(said["errors"][0]) == {"pointer", "code", "detail"}
    assert table.entries() == before


def test_a_whole_number_may_be_written_as_7_0(table: Table):
    assert table.ana.post("commands", {**ROLL, "count": 2.0}).status_code == 200


def test_at_most_twenty_flaws_are_told(table: Table):
    many = {f"x{n}": n for n in range(50)}
    said = problem(table.ana.post("commands", {**ROLL, **many}), 422, "invalid")
    assert len(said["errors"]) == 20


def test_seats_of_a_new_combat_are_pointed_at(table: Table):
    body = {"ruleset": "toy", "seats": [{"person": "A", "role": "swordfish"}]}
    said = problem(table.operator.post("/v1/combats", body), 422, "invalid")
    assert said["errors"][0]["pointer"] == "#/seats/0/role"


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("state?at=x", "at"),
        ("state?at=-1", "at"),
        ("state?at=1&at=2", "at"),
        ("state?At=1", "At"),
        ("events?limit=0", "limit"),
        ("events?limit=501", "limit"),
        ("events?limit=1_0", "limit"),
        ("events?limit=%2B5", "limit"),
        ("events?after=swordfish", "after"),
        ("timeline?full=perhaps", "full"),
        ("preview?how=swordfish", "how"),
        ("options?x=1", "x"),
        ("/v1/combats?after=swordfish", "after"),
        ("/v1/combats?after=OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5IHg", "after"),
        ("/v1/combats?status=over", "status"),
        ("/v1/rulesets?x=1", "x"),
    ],
)
def test_wrong_parameters_are_named(table: Table, path: str, parameter: str):
    said = problem(table.ana.get(path), 422, "invalid")
    assert [flaw["parameter"] for flaw in said["errors"]] == [parameter]


# --- 401, 403, 404, 405 --------------------------------------------------------------------


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer clt_wrong", "Basic YTpi", "Bearer clt_\xe4", "clt_x"]
)
def test_a_wrong_token_opens_nothing(table: Table, header: str):
    for path in ("state", "/v1/combats", "/v1/combats/c-nowhere/state"):
        answer = table.nobody.get(path, Authorization=header)
        problem(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_whether_a_combat_exists_is_told_to_nobody_who_may_not_know(table: Table):
    other = Table.opened(table.service)
    for caller, status in ((table.nobody, 401), (other.ana, 403)):
        here, nowhere = (caller.get(f"/v1/combats/{c}/state") for c in (table.combat, "c-no"))
        assert (here.status_code, nowhere.status_code) == (status, status)
        assert json_of(here)["detail"] == json_of(nowhere)["detail"]
    problem(table.operator.get("/v1/combats/c-nowhere"), 404, "not-found")


def test_what_is_not_there_is_not_found(table: Table):
    for path in ("/nowhere", "/v1/combats/", "/v1//combats", "/v1/rulesets/chess", "/problems/x"):
        problem(table.operator.get(path), 404, "not-found")
    said = problem(table.ana.get("state?at=999"), 404, "not-found")
    assert said["numbers"] == {"last": "16"}


def test_a_method_that_is_not_there_is_told_with_those_that_are(table: Table):
    answer = table.ana.send("DELETE", "state")
    problem(answer, 405, "method")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_nobody_speaks_for_others(table: Table):
    before = table.entries()
    problem(table.ana.post("commands", {**ROLL, "who": "bert"}), 403, "forbidden")
    problem(table.ana.post("commands", {"type": "end"}), 403, "forbidden")
    problem(table.sue.post("commands", {"type": "note", "note": "x"}), 403, "forbidden")
    problem(table.ana.post("commands", {"type": "seat-renew", "seat": "s2"}), 403, "forbidden")
    assert table.entries() == before


# --- 409, 412, 428 -------------------------------------------------------------------------


def test_a_refusal_says_why_and_what_would_be_legal(table: Table):
    before = table.entries()
    strike = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}
    said = problem(table.ana.post("commands", strike), 409, "refused")
    assert [each["command"] for each in said["legal"]] == [
        {"type": "act", "who": "ana", "manoeuvre": "move"},
        {"type": "answer", "who": "ana", "about": "turn", "choice": "end"},
    ]
    assert table.entries() == before


def test_a_refusal_cites_clause_and_numbers(table: Table):
    spend(table)
    move = {"type": "act", "who": "ana", "manoeuvre": "move"}
    said = problem(table.ana.post("commands", move), 409, "refused")
    assert said["clause"] == "T3"
    assert said["numbers"]


def spend(table: Table) -> None:
    """Ana uses up all she has."""
    for _ in range(3):
        table.ana.says("act", who="ana", manoeuvre="move")
        for caller in (table.bert, table.operator):
            caller.post("commands", {"type": "pass-all"})


def test_no_more_than_twelve_legal_options_are_listed(table: Table):
    for n in range(20):
        table.operator.says("join", subject=f"x{n}", side="b")
    answer = table.operator.post(
        "commands", {"type": "answer", "who": "bert", "about": "turn", "choice": "swordfish"}
    )
    assert len(problem(answer, 409, "refused")["legal"]) <= 12


def test_whoever_is_late_learns_what_was_missed(table: Table):
    head = table.ana.head()
    table.bert.says("roll", who="bert")
    before = table.entries()
    answer = table.ana.post("commands", ROLL, If_Match=f'"{head}"')
    said = problem(answer, 412, "stale")
    assert said["head"] == table.ana.head() == answer.headers["ETag"].strip('"')
    assert [entry["event"]["who"] for entry in said["missed"]] == ["bert"]
    assert table.entries() == before
    assert table.ana.post("commands", ROLL, If_Match=f'"{said["head"]}"').status_code == 200


@pytest.mark.parametrize("tag", ['"nonsense"', '"99-x"', 'W/"{head}"', '"", "-"'])
def test_a_tag_that_names_no_head_is_stale(table: Table, tag: str):
    sent = tag.format(head=table.ana.head())
    problem(table.ana.post("commands", ROLL, If_Match=sent), 412, "stale")


@pytest.mark.parametrize("tag", ["*", '"x", "{head}"', '"{head}+more"'])
def test_one_tag_that_fits_is_enough(table: Table, tag: str):
    sent = tag.format(head=table.ana.head())
    assert table.ana.post("commands", ROLL, If_Match=sent).status_code == 200


def test_a_tag_that_says_nothing_is_a_bad_request(table: Table):
    problem(table.ana.post("commands", ROLL, If_Match=" "), 400, "bad-request")


def test_a_tag_without_its_quotes_is_understood(table: Table):
    problem(table.ana.post("commands", ROLL, If_Match="1-x"), 412, "stale")
    assert table.ana.post("commands", ROLL, If_Match=table.ana.head()).status_code == 200


def test_moving_the_head_demands_to_know_from_where(table: Table):
    before = table.entries()
    for path, body in (
        ("undo", {}),
        ("redo", {}),
        ("jump", {"to": 6}),
        ("commands", {"type": "rewind"}),
        ("commands", {"type": "reopen"}),
    ):
        problem(table.rita.post(path, body), 428, "head-required")
        problem(table.rita.post(path, body, If_Match='"1-x"'), 412, "stale")
    assert table.entries() == before


@pytest.mark.parametrize("key", ["", '""', "x" * 256, "\u00e4", '"open', "a\tb"])
def test_a_key_is_short_and_printable(table: Table, key: str):
    before = table.entries()
    answer = table.ana.post("commands", ROLL, Idempotency_Key=key)
    problem(answer, 400, "bad-request")
    assert table.entries() == before


# --- 400 for foreign names, 500, 503 -------------------------------------------------------


def test_the_server_answers_to_its_own_names_only(table: Table):
    for host in ("localhost", "localhost:8000", "127.0.0.1:8000"):
        assert table.nobody.get("/health/live", Host=host).status_code == 200
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.nip.io"):
        problem(table.operator.get("/v1/combats", Host=host), 400, "bad-request")


def test_a_fault_of_ours_tells_nothing_but_its_number(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(table.service, "may", lambda *_: 1 / 0)
    with caplog.at_level(logging.ERROR):
        said = problem(table.ana.get("options", X_Request_Id="my-request"), 500, "unexpected")
    assert said["request_id"] == "my-request"
    assert "ZeroDivision" not in str(said) and "ZeroDivision" in caplog.text
    assert table.tokens["ana"] not in caplog.text


@pytest.mark.parametrize("error", [Unavailable("the disk is full (/secret)"), Conflict("again")])
def test_a_store_that_is_out_of_reach_is_asked_again_later(
    table: Table, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    before = table.entries()
    with monkeypatch.context() as broken:
        broken.setattr(table.service.log, "append", lambda *_, **__: fail(error))
        answer = table.ana.post("commands", ROLL)
        body = problem(answer, 503, "unavailable")
        assert answer.headers["Retry-After"] == "1" and "/secret" not in str(body)
    assert table.entries() == before
    assert table.ana.post("commands", ROLL).status_code == 200


def test_readiness_is_that_the_log_can_be_written(table: Table, monkeypatch: pytest.MonkeyPatch):
    assert table.nobody.get("/health/live").status_code == 200
    assert table.nobody.get("/health/ready").status_code == 200
    monkeypatch.setattr(table.service.log, "put_line", lambda *_: False)
    problem(table.nobody.get("/health/ready"), 503, "unavailable")
    monkeypatch.setattr(table.service.log, "put_line", lambda *_: fail(Unavailable("gone")))
    problem(table.nobody.get("/health/ready"), 503, "unavailable")


def fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(("sent", "kept"), [("abc-1.2_3", True), ("x" * 65, False), ("a b", False)])
def test_a_request_keeps_the_name_it_brings(table: Table, sent: str, kept: bool):
    answer = table.nobody.get("/health/live", X_Request_Id=sent)
    assert (answer.headers["X-Request-Id"] == sent) is kept


def test_what_looks_like_an_id_of_the_log_is_refused(table: Table):
    said = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["#12.3"]}}
    answer = table.ana.post("commands", said)
    assert answer.status_code == 409 and "no id of the log" in answer.text
