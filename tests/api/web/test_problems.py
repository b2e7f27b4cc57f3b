"""What a request is refused for: its status, what is said about it, and that nothing changes."""

from __future__ import annotations

import logging

import pytest

from api.store.core.errors import Conflict, Unavailable
from api.web import problems
from projections.wording.refusals import GUIDE
from tests.support.clients.http_client import Table, json_of
from tests.support.clients.problem_checks import ROLL, problem

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
    assert said["entry"] == "16" and "The last one is 16." in said["detail"]


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


def test_whom_to_ask_is_who_may_do_it(table: Table):
    said = problem(table.ana.post("commands", {"type": "end"}), 403, "forbidden")
    assert said["detail"].endswith("Ask the referee.")
    said = problem(table.ana.post("commands", {**ROLL, "who": "bert"}), 403, "forbidden")
    assert said["detail"].endswith("Ask the player of this combatant, or the referee.")


def test_a_refusal_while_the_database_is_away_is_no_fault_of_ours(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise Unavailable("the database is away")

    monkeypatch.setattr(table.service, "may", fail)
    strike = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}
    problem(table.ana.post("commands", strike), 503, "unavailable")


def test_a_refusal_says_why_and_what_would_be_legal(table: Table):
    before = table.entries()
    strike = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}
    said = problem(table.ana.post("commands", strike), 409, "refused")
    assert (said["pointer"], said["legal"]) == ("/targets/0", [])
    assert [each["command"] for each in said["instead"]] == [
        {"type": "act", "who": "ana", "manoeuvre": "move"},
        {"type": "answer", "who": "ana", "about": "turn", "choice": "end"},
    ]
    assert table.entries() == before


def test_a_refusal_cites_clause_and_numbers(table: Table):
    spend(table)
    move = {"type": "act", "who": "ana", "manoeuvre": "move"}
    said = problem(table.ana.post("commands", move), 409, "refused")
    assert said["clause"] == "T3"
    assert said["numbers"] and said["legal"] is None
    forbidden = problem(table.ana.post("commands", {**ROLL, "who": "bert"}), 403, "forbidden")
    assert "legal" not in forbidden


def spend(table: Table) -> None:
    """Ana uses up all she has."""
    for _ in range(3):
        table.ana.says("act", who="ana", manoeuvre="move")
        for caller in (table.bert, table.operator):
            caller.post("commands", {"type": "pass-all"})


def test_no_more_than_twelve_legal_options_are_listed(table: Table):
    for n in range(20):
        table.operator.says("join", subject=f"x{n}", side="b")
    table.operator.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    answer = table.operator.post(
        "commands", {"type": "answer", "who": "bert", "about": "turn", "choice": "swordfish"}
    )
    assert len(problem(answer, 409, "refused")["instead"]) == 12


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
    for body in (
        {"type": "rewind"},
        {"type": "rewind", "how": "jump", "to": 6},
        {"type": "ask-undo"},
        {"type": "correct", "how": "annul", "step": 4},
    ):
        problem(table.rita.post("commands", body), 428, "head-required")
        problem(table.rita.post("commands", body, If_Match='"1-x"'), 412, "stale")
        problem(table.rita.post("commands?dry-run=1", body, If_Match='"1-x"'), 412, "stale")
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


def test_the_guide_says_of_every_problem_what_to_do(table: Table):
    page = table.client.get(GUIDE)
    assert page.status_code == 200
    for kind in problems.KINDS.values():
        path, _, anchor = kind.guide.partition("#")
        assert path == GUIDE and f'id="{anchor}"' in page.text, kind.slug
        assert f"Status {kind.status}." in page.text.partition(f'id="{anchor}"')[2][:400]
