"""Export and import over HTTP: who may, what is sent, and what is said of a spoilt file."""

from __future__ import annotations

import json
from pathlib import Path

from api.server.app import create_app
from api.transfer.format import MOST_EXPORT
from api.web.route_table import NDJSON
from api.web.routes.import_file import FORMS
from tests.support.clients.http_client import Caller, Table, json_of
from tests.support.combats.carried import elsewhere, forged, is_empty

HOW = {"Content_Type": NDJSON}


def export_of(table: Table, query: str = "") -> bytes:
    """The export of a table's combat, as the operator gets it."""
    answer = table.operator.get(f"export{query}")
    assert (answer.status_code, answer.mimetype) == (200, NDJSON)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Disposition"].endswith(f'"{table.combat}.ndjson"')
    data: bytes = answer.data
    return data


def test_an_export_goes_from_one_server_to_another(table: Table, tmp_path: Path):
    data = export_of(table, "?keys=1")
    with elsewhere(tmp_path) as there:
        operator = Caller(create_app(there).test_client(), there.vault.operator_token())
        dry = operator.post("/v1/import?dry-run=1", data, **HOW)
        assert json_of(dry)["outcome"] == "would be imported" and is_empty(there)
        taken = operator.post("/v1/import", data, **HOW)
        assert json_of(taken) == {
            "combat": table.combat,
            "title": "The ford",
            "ruleset": "toy",
            "texts": 0,
            "entries": table.entries(),
            "outcome": "imported",
            "continues": False,
            "keyed": True,
            "kind": "export",
        }
        operator.at = table.at
        assert operator.get("export?keys=1").data == data
        assert operator.read("state") == table.operator.read("state")
        old = Caller(operator.client, table.tokens["ana"], table.at)
        assert old.get("state").status_code == 401
        operator.says("go-on")
        renewed = operator.says("seat-renew", seat="s1")["tokens"]["s1"]
        assert Caller(operator.client, renewed, table.at).get("state").status_code == 200


def test_keys_are_the_operators_alone(table: Table):
    bare = export_of(table)
    assert table.rita.get("export").data == bare == export_of(table, "?keys=0")
    assert json.loads(bare.splitlines()[0])["keys"] is None
    assert table.rita.get("export?keys=1").status_code == 403
    for caller in (table.ana, table.sue):
        assert caller.get("export").status_code == 403
    assert table.rita.post("/v1/import", bare, **HOW).status_code == 403
    assert table.nobody.post("/v1/import", bare, **HOW).status_code == 401


def test_hidden_things_are_in_the_referees_export(table: Table):
    table.rita.says("join", subject="lurker", name="Lurker in the reeds", hidden=True)
    assert b"Lurker in the reeds" in export_of(table)
    assert table.rita.get("export").data == export_of(table)


def test_a_spoilt_file_is_a_problem_that_names_the_line(table: Table):
    lines = export_of(table).splitlines(keepends=True)
    for spoilt, line in ((lines[:7], 8), ([*lines[:3], *lines[4:]], 4), (lines[1:], 1)):
        answer = table.operator.post("/v1/import", b"".join(spoilt), **HOW)
        assert answer.status_code == 422
        assert json_of(answer)["type"] == "/problems/spoilt"
        assert json_of(answer)["numbers"] == {"line": line}
        assert f"Line {line}: " in json_of(answer)["detail"]
        assert "Nothing was imported" in json_of(answer)["detail"]


def test_another_combat_of_that_name_is_a_conflict(table: Table):
    data = export_of(table)
    again = table.operator.post("/v1/import", data, **HOW)
    assert (again.status_code, json_of(again)["outcome"]) == (200, "already here")
    table.ana.says("roll", who="ana", sides=20)
    answer = table.operator.post("/v1/import", data, **HOW)
    assert (answer.status_code, json_of(answer)["type"]) == (409, "/problems/another")
    assert "has gone on" in json_of(answer)["detail"]


def test_a_game_that_is_not_installed_is_named(table: Table, tmp_path: Path):
    lines = export_of(table).splitlines(keepends=True)
    table.service.rulesets = dict
    answer = table.operator.post("/v1/import", b"".join(lines), **HOW)
    assert answer.status_code == 409 and "'toy'" in json_of(answer)["detail"]


def test_only_plain_lines_of_a_sane_size_are_taken(table: Table):
    data = export_of(table)
    for headers in ({"Content_Type": "image/png"}, {**HOW, "Content_Encoding": "gzip"}):
        answer = table.operator.post("/v1/import", data, **headers)
        assert (answer.status_code, answer.headers["Accept"]) == (415, ", ".join(FORMS))
    answer = table.operator.post("/v1/import", b" " * (MOST_EXPORT + 1), **HOW)
    assert answer.status_code == 413 and str(MOST_EXPORT) in json_of(answer)["detail"]


def test_more_than_a_command_may_have_is_taken(table: Table, tmp_path: Path):
    for _ in range(80):
        table.ana.says("roll", who="ana", sides=20)
    data = export_of(table)
    assert len(data) > 64 * 1024
    assert table.operator.post("/v1/import", data, **HOW).status_code == 200


def test_a_forged_file_is_no_export(table: Table):
    lines = export_of(table).splitlines(keepends=True)
    spoilt = b"".join(forged(lines, 1, '"entries":', '"entries":9'))
    assert table.operator.post("/v1/import", spoilt, **HOW).status_code == 422


def test_options_as_a_seat_are_those_of_the_seat(table: Table):
    mine = table.ana.read("options")["options"]
    assert table.rita.read("options?seat=s1")["options"] == mine != []
    assert table.rita.read("options?seat=s3")["options"] == []
    assert table.ana.get("options?seat=s2").status_code == 403
    missing = table.rita.get("options?seat=s9")
    assert missing.status_code == 404 and "s1" in str(json_of(missing)["legal"])


def test_a_recap_is_markdown_for_whoever_may_read(table: Table):
    page = table.sue.get("timeline as text/markdown")
    assert page.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert page.text.startswith("# The ford\n")
    etag = page.headers["ETag"]
    assert table.sue.get("timeline as text/markdown", If_None_Match=etag).status_code == 304
    early = table.sue.get("timeline?at=1 as text/markdown")
    assert "no-cache" in early.headers["Cache-Control"] and "ana" not in early.text
    assert table.sue.get("timeline?at=999 as text/markdown").status_code == 404
