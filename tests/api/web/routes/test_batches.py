"""Batches over HTTP: a command on each line, under one key; answers, refusals, dry runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.guide import render
from api.service import batch as batches
from api.service.batch import Outcome
from api.service.service import Service
from api.store.core.errors import Unavailable
from api.web import batch as web
from api.web.route_table import NDJSON, Call
from tests.support.clients.fixtures import running
from tests.support.clients.http_client import Caller, Json, Table, contract, json_of
from tests.support.postgres import Dsn, shut, url_of

WHOLE = 20
NOT_BERTS_GO = {"type": "act", "who": "bert", "manoeuvre": "move"}
ROLL: Json = {"type": "roll", "who": "ana", "purpose": "luck"}
MOVE: Json = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}}


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few lines make a batch long here, and few a chunk."""
    monkeypatch.setattr(batches, "MOST_WHOLE", WHOLE)
    monkeypatch.setattr(web, "MOST_WHOLE", WHOLE)
    monkeypatch.setattr(batches, "CHUNK", 0.002)


def several(count: int, **at: Json) -> list[Json]:
    """So many commands: rolls and notes, but for those that are named by their line."""
    found: list[Json] = [
        {"type": "note", "note": f"Line {n}."}
        if n % 2
        else {**ROLL, "sides": 20, "faces": {"luck": [1 + n % 20]}}
        for n in range(1, count + 1)
    ]
    for line, command in at.items():
        found[int(line.removeprefix("line_")) - 1] = command
    return found


def sends(
    caller: Caller, commands: list[Json], path: str = "commands", **more: str
) -> TestResponse:
    body = b"".join(json.dumps(command).encode() + b"\n" for command in commands)
    return caller.post(path, body, Content_Type=NDJSON, **more)


def log_of(table: Table) -> tuple[int, bytes]:
    head = table.service.log.head(table.combat)
    assert head is not None
    return head.seq, head.chain


def test_every_line_is_answered_as_a_command_would_be(either_service: Service):
    table = Table.laid(either_service)
    commands = [MOVE, {"type": "pass-all"}, {"type": "note", "note": "Near now."}]
    answer = sends(table.operator, commands)
    said = json_of(answer)
    assert answer.status_code == 200 and (said["done"], said["stopped"]) == (3, None)
    assert [row["line"] for row in said["items"]] == [1, 2, 3]
    assert said["items"][2]["entries"][0]["note"]["words"] == "Near now."
    alone = Table.laid(either_service)
    for row, command in zip(said["items"], commands, strict=True):
        one = alone.operator.says(**command)
        assert [e["type"] for e in row["entries"]] == [e["type"] for e in one["entries"]]
        assert row["step"] == one["step"]
        assert row["head"].partition("-")[0] == one["head"].partition("-")[0]
    assert said["head"] == said["items"][-1]["head"] == table.operator.head()
    assert answer.headers["ETag"] == f'"{said["head"]}"'
    table.operator.says("rewind", how="undo")
    assert table.operator.read("state")["waiting"]


def ruling(table: Table) -> Json:
    """A ruling that gives Bert another point, on what he contests."""
    table.ana.says(**MOVE)
    number = table.bert.says("contest", entry=17, note="No.", clause="T3")["entries"][0]["number"]
    change = {"what": "pool", "subject": "bert", "pool": "ap", "delta": 1}
    remedy = {"remedy": "compensate", "change": change}
    return {"type": "rule-dispute", "dispute": number, "remedy": remedy, "note": "One more."}


def test_a_line_of_several_steps_answers_all_of_them_and_so_does_a_retry(table: Table):
    commands = [ruling(table), {"type": "note", "note": "So be it."}]
    sent = {"If_Match": "*", "Idempotency_Key": "k"}
    one, two = (json_of(sends(table.rita, commands, **sent)) for _ in range(2))
    types = [[entry["type"] for entry in row["entries"]] for row in one["items"]]
    assert types == [["combat.dispute-ruled/1", "combat.pool-changed/1"], ["combat.noted/1"]]
    assert two["replayed"] and two["items"] == one["items"]
    assert one["items"][0]["head"] == table.rita.head()


def test_a_batch_does_not_stop_because_its_own_line_moved_the_head_in_a_later_step(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(batches, "MOST_WHOLE", 1)
    monkeypatch.setattr(batches, "CHUNK", 0)
    commands = [ruling(table), {"type": "note", "note": "So be it."}]
    said = json_of(sends(table.rita, commands, If_Match=f'"{table.rita.head()}"'))
    assert (said["done"], said["stopped"]) == (2, None)


def test_a_refusal_names_its_line_and_leaves_nothing(table: Table):
    before = log_of(table)
    answer = sends(table.operator, several(WHOLE, line_15=NOT_BERTS_GO))
    said = json_of(answer)
    assert (answer.status_code, said["line"]) == (409, 15)
    assert said["detail"].startswith("Line 15: ")
    assert [each["value"] for each in said["legal"]] == ["ana"]
    assert log_of(table) == before
    assert (
        table.operator.read("events?after=0")["items"][-1]["number"]
        == table.operator.read("")["last"]
    )


def test_what_is_legal_instead_is_said_of_the_moment_before_the_line(table: Table):
    answer = sends(table.operator, [MOVE, NOT_BERTS_GO])
    assert answer.status_code == 409
    assert json_of(answer)["window"]["about"] == "declare"
    assert not table.operator.read("state")["waiting"]
    first, *_ = (each["command"] for each in json_of(answer)["instead"])
    assert first not in [each["command"] for each in table.operator.read("options")["options"]]
    assert sends(table.operator, [MOVE, first]).status_code == 200


def test_the_guide_and_the_contract_say_of_which_moment_the_line_of_a_batch_is_judged():
    guide = Path(render.__file__).with_name("refusals.md").read_text("utf-8")
    assert "of a batch, what could stand in that line's place" in guide
    instead = contract()["components"]["schemas"]["ProblemDetails"]["properties"]["instead"]
    assert "that line's place" in instead["description"]


@pytest.mark.parametrize(
    ("line", "status", "pointer"),
    [
        (b'{"type": "roll", "who": 5}', 422, "/who"),
        (b'{"type": "fly"}', 422, "/type"),
        (b'{"type": "roll", ', 400, None),
        (b'{"type": "note", "note": "' + b"x" * web.MOST_LINE + b'"}', 413, None),
        (b'{"type": "note", "note": "\xff"}', 400, None),
    ],
)
def test_a_line_that_is_no_command_is_found_before_anything_is_done(
    table: Table, line: bytes, status: int, pointer: str | None
):
    before = log_of(table)
    lines = [json.dumps(each).encode() for each in several(WHOLE + 10)]
    lines[24] = line
    answer = table.operator.post("commands", b"\n".join(lines), Content_Type=NDJSON)
    said = json_of(answer)
    assert (answer.status_code, said["line"]) == (status, 25), said
    assert said.get("errors", [{"pointer": None}])[0]["pointer"] == pointer
    assert log_of(table) == before


def test_empty_lines_count_and_say_nothing(table: Table):
    answer = table.operator.post(
        "commands", b'\n\n{"type": "note", "note": "x"}\n\n', Content_Type=NDJSON
    )
    assert [row["line"] for row in json_of(answer)["items"]] == [3]
    assert table.operator.post("commands", b"\n \n", Content_Type=NDJSON).status_code == 400
    assert table.operator.post("commands", b"", Content_Type=NDJSON).status_code == 400


def test_a_batch_may_not_be_too_large(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(web, "MOST_LINES", 30)
    assert sends(table.operator, several(31)).status_code == 413
    assert sends(table.operator, several(30)).status_code == 200


@pytest.mark.parametrize("count", [WHOLE, 3 * WHOLE])
def test_the_same_key_answers_the_same(table: Table, count: int):
    first, again = (sends(table.ana, several(count), Idempotency_Key="k") for _ in range(2))
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert json_of(again) == {**json_of(first), "replayed": True}
    assert sends(table.ana, several(count + 1), Idempotency_Key="k").status_code == 422
    assert table.ana.post("commands", ROLL, Idempotency_Key="k").status_code == 422
    # A key is its seat's own.
    assert sends(table.operator, several(2), Idempotency_Key="k").status_code == 200


def test_a_long_batch_stops_at_a_refusal_and_says_where(table: Table):
    commands = several(3 * WHOLE, line_40=NOT_BERTS_GO)
    answer = sends(table.operator, commands, Idempotency_Key="k")
    said = json_of(answer)
    assert answer.status_code == 200 and (said["done"], said["stopped"]["line"]) == (39, 40)
    problem = said["stopped"]["problem"]
    assert problem["status"] == 409 and [each["value"] for each in problem["legal"]] == ["ana"]
    again = json_of(sends(table.operator, commands, Idempotency_Key="k"))
    assert again == {**said, "replayed": True}


def test_of_a_short_batch_in_which_dice_fell_the_rest_is_sent_from_the_line_that_is_named(
    table: Table,
):
    note = {"type": "note", "note": "Line 2."}
    said = json_of(sends(table.operator, [ROLL, note, NOT_BERTS_GO], Idempotency_Key="k"))
    assert (said["done"], said["stopped"]["line"]) == (1, 2)
    problem = said["stopped"]["problem"]
    assert problem["line"] == 3 and "Nothing from line 2 on was carried out." in problem["detail"]
    assert not {"window", "entry"} & problem.keys() and "Nothing has changed" not in str(said)
    rest = json_of(sends(table.operator, [note, ROLL], Idempotency_Key="k2"))
    assert rest["done"] == 2


def test_each_line_may_be_answered_as_it_is_done(table: Table):
    count = 3 * WHOLE
    answer = sends(table.operator, several(count, line_50=NOT_BERTS_GO), Accept=NDJSON)
    *rows, end = map(json.loads, answer.text.splitlines())
    assert answer.mimetype == NDJSON and [row["line"] for row in rows] == [*range(1, 50)]
    assert end["items"] == [] and (end["done"], end["stopped"]["line"]) == (49, 50)
    refused = sends(table.operator, several(3, line_2=NOT_BERTS_GO), Accept=NDJSON)
    assert refused.status_code == 409 and json_of(refused)["line"] == 2
    # The lane of long batches is free again.
    assert sends(table.operator, several(count)).status_code == 200


def streams(table: Table, commands: list[Json]) -> TestResponse:
    """Send a batch, and read its answer only as far as is asked for."""
    return table.client.open(
        f"{table.at}/commands",
        method="POST",
        data=b"\n".join(json.dumps(each).encode() for each in commands),
        headers={
            "Authorization": f"Bearer {table.tokens['rita']}",
            "Content-Type": NDJSON,
            "Accept": NDJSON,
            "Idempotency-Key": "k",
        },
        buffered=False,
    )


@pytest.mark.parametrize("chunks_read", [0, 1])
def test_an_answer_that_nobody_reads_on_gives_its_lane_back(table: Table, chunks_read: int):
    for _ in range(2):
        answer = streams(table, several(4 * WHOLE))
        for _ in range(chunks_read):
            next(answer.iter_encoded())
        answer.close()
    whole = json_of(sends(table.rita, several(4 * WHOLE)))
    assert whole["done"] == 4 * WHOLE


def test_a_batch_whose_database_goes_away_says_where_it_stopped(
    postgres_database: Dsn, tmp_path: Path
):
    url, count = url_of(postgres_database), 8 * WHOLE
    for service in running(url, tmp_path):
        table = Table.laid(service)
        answer = streams(table, several(count))
        sent = answer.iter_encoded()
        first = next(sent)
        with shut(url):
            *rows, end = map(json.loads, (first + b"".join(sent)).splitlines())
        assert end["head"] == rows[-1]["head"] and end["items"] == []
        assert end["stopped"]["line"] == end["done"] + 1 <= count
        problem = end["stopped"]["problem"]
        assert problem["type"] == "/problems/unavailable" and problem["line"] == end["done"] + 1
        assert problem["request_id"] == answer.headers["X-Request-Id"]


def test_a_batch_that_was_carried_out_says_so_though_its_last_lines_cannot_be_shown(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    count, row_of = 4 * WHOLE, web._row

    def fails_at_the_end(call: Call, combat: OpenCombat, sight: Sight, done: Outcome) -> Json:
        if done.line == count:
            raise Unavailable("The database is away.")
        return row_of(call, combat, sight, done)

    monkeypatch.setattr(web, "_row", fails_at_the_end)
    answer = sends(table.operator, several(count), Accept=NDJSON)
    *rows, end = map(json.loads, answer.text.splitlines())
    assert (end["done"], end["stopped"]) == (count, None)
    assert rows[-1]["line"] < count and end["head"] == rows[-1]["head"]


def test_a_batch_that_was_carried_out_says_so_though_the_head_cannot_be_read(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    def fail(_: Call) -> str:
        raise Unavailable("The database is away.")

    monkeypatch.setattr(web, "_head_now", fail)
    answer = sends(table.operator, several(2 * WHOLE, line_30=NOT_BERTS_GO), Accept=NDJSON)
    *rows, end = map(json.loads, answer.text.splitlines())
    assert (end["done"], end["stopped"]["line"], end["head"]) == (29, 30, rows[-1]["head"])
    assert end["stopped"]["problem"]["type"] == "/problems/refused"


def test_a_command_alone_is_answered_as_json(table: Table):
    assert table.operator.post("commands", ROLL, Accept=NDJSON).status_code == 406


def test_the_head_holds_for_the_first_line_and_moves_demand_it(table: Table):
    undo = {"type": "rewind", "how": "undo"}
    commands: list[Json] = [{**ROLL, "faces": {"luck": [3]}}, undo, ROLL]
    assert sends(table.operator, commands).status_code == 428
    head = table.operator.head()
    assert sends(table.operator, commands, If_Match=f'"{head}"').status_code == 200
    answer = sends(table.operator, several(3), If_Match=f'"{head}"')
    assert answer.status_code == 412 and json_of(answer)["missed"]


def test_what_a_seat_may_not_do_is_refused_at_its_line(table: Table):
    seat = {"type": "seat-open", "person": "Ulla", "role": "player"}
    answer = sends(table.ana, several(5, line_4=seat))
    assert (answer.status_code, json_of(answer)["line"]) == (403, 4)
    assert sends(table.sue, several(2)).status_code == 403
    assert sends(table.nobody, several(2)).status_code == 401
    [row] = json_of(sends(table.rita, [seat]))["items"]
    assert list(row["tokens"]) == ["s5"]


# --- dry runs ---------------------------------------------------------------------------------


def tried(caller: Caller, *commands: Json, **more: str) -> TestResponse:
    return sends(caller, list(commands), "commands?dry-run=1", **more)


def test_a_dry_run_decides_each_line_on_those_before_it(table: Table):
    before = log_of(table)
    said = json_of(tried(table.ana, MOVE))
    assert said["done"] == 1
    turn = {"type": "answer", "who": "ana", "about": "turn", "choice": "end"}
    passes = {"type": "pass-all"}
    both = json_of(tried(table.operator, MOVE, passes, turn))
    assert both["done"] == 3
    assert [step["verdict"] for step in both["preview"]["steps"]] == ["new"] * 3
    assert log_of(table) == before and table.operator.says(**MOVE)


def test_a_dry_run_stops_where_dice_have_to_fall(table: Table):
    before = log_of(table)
    said = json_of(
        tried(table.ana, {"type": "note", "note": "x"}, ROLL, {"type": "note", "note": "y"})
    )
    assert (said["done"], said["preview"]["needs_dice"]) == (1, True)
    assert log_of(table) == before


def test_a_dry_run_says_at_which_line_it_is_refused(table: Table):
    answer = tried(table.operator, {"type": "note", "note": "x"}, NOT_BERTS_GO)
    assert (answer.status_code, json_of(answer)["line"]) == (409, 2)
    undo = tried(table.operator, {"type": "note", "note": "x"}, {"type": "rewind", "how": "undo"})
    assert (undo.status_code, json_of(undo)["line"]) == (409, 2)
    assert tried(table.operator, *several(WHOLE + 1)).status_code == 413
    stale = tried(table.operator, ROLL, If_Match='"0-0"')
    assert stale.status_code == 412


def test_a_dry_run_tells_players_nothing_hidden(table: Table):
    secret: Any = {"type": "roll", "who": "bert", "hidden": True}
    table.rita.says(**secret)
    assert json_of(tried(table.ana, MOVE, {"type": "note", "note": "x"}))["done"] == 2
    assert sends(table.ana, [MOVE, {"type": "note", "note": "x"}]).status_code == 200
