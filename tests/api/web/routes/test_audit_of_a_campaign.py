"""The audit of a whole campaign over HTTP: people by name, and entries with their combat."""

from __future__ import annotations

import csv
import io

from api.service.service import Service
from tests.api.web.routes.test_audit import FIX
from tests.support.clients.http_client import Table


def test_a_campaign_is_audited_as_a_whole_by_name(service: Service):
    first, other = Table.laid(service), Table.laid(service, title="The bridge")
    for table in (first, other):
        table.ana.says("roll", who="ana", sides=20, faces={"loose": [20]})
    found = first.operator.read("/v1/audit")["report"]
    assert [f["title"] for f in found["fights"]] == ["The ford", "The bridge"]
    anna = next(p for p in found["people"] if p["name"] == "Anna Berg")
    assert (anna["typed"], anna["steps"]) == (2, 2)
    [row] = [r for r in found["luck"] if r["by"] == "person"]
    assert (row["of"], row["dice"], row["total"], row["p"]) == ("Anna Berg", 2, 40, 2 / 400)
    some = first.operator.read("/v1/audit?q=bridge&rejudge=true")
    assert [f["title"] for f in some["report"]["fights"]] == ["The bridge"]
    assert len(some["rejudged"]) == 1
    assert first.rita.get("/v1/audit").status_code == 403
    page = first.operator.get("/v1/audit", Accept="text/markdown").text
    assert page.startswith("# Audit of 2 combats\n")


def test_what_is_told_of_a_campaign_names_the_combat_of_each_entry(service: Service):
    first, other = Table.laid(service), Table.laid(service, title="The bridge")
    other.rita.says("adjust", change=FIX, note="she was owed one")
    last = int(other.rita.read("")["last"])
    for table in (first, other):
        table.rita.says("answer", who="ana", about="turn", choice="end")
    answer = first.operator.get("/v1/audit?rejudge=true", Accept="text/csv").text
    rows = [row for row in csv.DictReader(io.StringIO(answer)) if row["what"] == "entry"]
    assert [row["value"] for row in rows if row["part"] == "Overrides and irregularities"] == [
        f"{last} ({other.combat})"
    ]
    goes = {row["value"] for row in rows if row["part"] == "Longest turns"}
    begun = {
        go["combat"]: go["number"] for go in first.operator.read("/v1/audit")["report"]["turns"]
    }
    assert goes == {f"{number} ({combat})" for combat, number in begun.items()}
    assert set(begun) == {first.combat, other.combat}
