"""Requests of a wrong shape: what is no JSON, too large, or against the contract, and where."""

from __future__ import annotations

import json
from time import process_time
from typing import Any

import pytest

from api.server.app import MOST_BODY
from api.service.service import Service
from api.web.validation import SaidTwice, read_json
from tests.support.clients.http_client import Table
from tests.support.clients.problem_checks import ROLL, problem

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


def test_a_key_that_stands_twice_is_found_without_comparing_each_with_all():
    names = [f"name{n}" for n in range(50_000)]
    text = ",".join(f'"{name}":1' for name in [*names, names[-1]])
    began = process_time()
    with pytest.raises(SaidTwice, match="name49999"):
        read_json(f"{{{text}}}")
    assert process_time() - began < 5


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
    ({}, "/type", "union_tag_not_found"),
    ([], "", "dict_type"),
    ("roll", "", "dict_type"),
    ({"type": "swordfish"}, "/type", "union_tag_invalid"),
    ({"type": "open", "ruleset": "toy"}, "/type", "union_tag_invalid"),
    ({"type": "roll"}, "/who", "missing"),
    ({**ROLL, "swordfsh": 1}, "/swordfsh", "extra_forbidden"),
    ({**ROLL, "a/b~c": 1}, "/a~1b~0c", "extra_forbidden"),
    ({**ROLL, "count": "5"}, "/count", "int_type"),
    ({**ROLL, "count": True}, "/count", "int_type"),
    ({**ROLL, "hidden": 1}, "/hidden", "bool_type"),
    ({**ROLL, "hidden": "yes"}, "/hidden", "bool_type"),
    ({**ROLL, "count": 1.5}, "/count", "int_type"),
    ({**ROLL, "count": 101}, "/count", "less_than_equal"),
    ({**ROLL, "who": "a\u0000b"}, "/who", "string_pattern_mismatch"),
    ({**ROLL, "roll": 1}, "/roll", "extra_forbidden"),
    (
        {"type": "act", "who": "ana", "manoeuvre": "move", "targets": ["x", 1]},
        "/targets/1",
        "string_type",
    ),
    (
        {"type": "act", "who": "ana", "manoeuvre": "move", "act": {"who": 1}},
        "/act",
        "extra_forbidden",
    ),
    ({"type": "adjust", "change": {"what": "pool", "subject": "ana"}}, "/change/pool", "missing"),
    ({"type": "adjust", "change": {"what": "swordfish"}}, "/change/what", "union_tag_invalid"),
    (
        {"type": "adjust", "change": {"what": "fact", "of": "a", "name": "b", "value": []}},
        "/change/value",
        "int_type",
    ),
    ({"type": "note", "note": {"id": "t1", "digest": "0"}}, "/note", "string_type"),
    ({**ROLL, "note": {"id": "t1", "digest": "0"}}, "/note", "string_type"),
]


@pytest.mark.parametrize(("body", "pointer", "code"), WRONG)
def test_the_wrong_shape_is_pointed_at(table: Table, body: Any, pointer: str, code: str):
    before = table.entries()
    said = problem(table.rita.post("commands", body), 422, "invalid")
    assert [(flaw["pointer"], flaw["code"]) for flaw in said["errors"]] == [(pointer, code)]
    assert set(said["errors"][0]) == {"pointer", "code", "detail"}
    assert table.entries() == before


@pytest.mark.parametrize("dispute", [None, True, 1.5, [1], "x"])
def test_what_is_no_number_of_an_entry_is_told_how_one_is_written(table: Table, dispute: Any):
    body = {"type": "answer-dispute", "dispute": dispute, "choice": "uphold"}
    said = problem(table.rita.post("commands", body), 422, "invalid")
    assert [flaw["pointer"] for flaw in said["errors"]] == ["/dispute"]
    assert said["errors"][0]["detail"] == 'Write the number of an entry, such as "412".'


def test_a_whole_number_may_be_written_as_7_0(table: Table):
    assert table.ana.post("commands", {**ROLL, "count": 2.0}).status_code == 200


def test_at_most_twenty_flaws_are_told(table: Table):
    many = {f"x{n}": n for n in range(50)}
    said = problem(table.ana.post("commands", {**ROLL, **many}), 422, "invalid")
    assert len(said["errors"]) == 20


def test_seats_of_a_new_combat_are_pointed_at(table: Table):
    body = {"ruleset": "toy", "seats": [{"person": "A", "role": "swordfish"}]}
    said = problem(table.operator.post("/v1/combats", body), 422, "invalid")
    assert said["errors"][0]["pointer"] == "/seats/0/role"


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


# --- NUL, which PostgreSQL stores in no text -----------------------------------------------


def test_a_parameter_with_a_nul_fits_nothing(either_service: Service):
    table = Table.laid(either_service)
    for path in ("/v1/combats?q=ford%00", "/v1/combats?ruleset=%00"):
        assert table.operator.read(path)["items"] == []
    problem(table.operator.get("events?after=%00"), 422, "invalid")
    problem(table.operator.get("options?seat=s%001"), 404, "not-found")


@pytest.mark.parametrize(
    "path", ["/v1/combats/%00", "/v1/combats/a%00b/state", "/v1/rulesets/%00", "/combats/%00"]
)
def test_there_is_nothing_at_an_address_with_a_nul(either_service: Service, path: str):
    table = Table.laid(either_service)
    problem(table.client.get(path, headers={"Accept": "*/*"}), 404, "not-found")


def test_a_nul_in_a_body_is_refused_or_stored(either_service: Service):
    table = Table.laid(either_service)
    named = {"type": "join", "subject": "dora", "name": "Do\0ra"}
    assert problem(table.operator.post("commands", named), 422, "invalid")["errors"]
    said = table.operator.says("note", note="a\0b")
    assert said["entries"][0]["note"]["words"] == "a\0b"
    assert table.sue.read("events?limit=500")["items"][-1]["note"]["words"] == "a\0b"


def test_a_nul_in_a_header_does_no_harm(either_service: Service):
    table = Table.laid(either_service)
    note = {"type": "note", "note": "Here."}
    problem(table.operator.post("commands", note, Idempotency_Key="a\0b"), 400, "bad-request")
    after = table.operator.get("events", Accept="text/event-stream", Last_Event_ID="\0")
    problem(after, 400, "bad-request")
    for name in ("X_Request_Id", "Origin", "If_None_Match"):
        assert table.operator.get("state", **{name: "a\0b"}).status_code == 200
