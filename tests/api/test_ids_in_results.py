"""Conditions that stand go by their short ids in what an act does, as anywhere else."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Json, Table


def acts(table: Table, **result: Any) -> None:
    """Ana acts, and something about a condition comes of it."""
    results = [{"what": "condition", **result}]
    table.operator.says("act", who="ana", manoeuvre="deed", params={"what": "x"}, results=results)


def standing(table: Table) -> list[Json]:
    """The conditions that stand, with whose they are."""
    rows = table.operator.read("state")["conditions"]
    return [{**each, "who": row["who"]} for row in rows for each in row["conditions"]]


def test_one_that_begins_ends_with_another_and_one_is_ended_by_its_id(service: Service):
    service.rulesets = all_rulesets
    table = Table.opened(service, ruleset="open")
    for who in ("ana", "bo"):
        table.operator.says("join", subject=who)
    acts(table, subject="ana", name="circle")
    [circle] = standing(table)
    acts(table, subject="bo", name="warded", parent=circle["id"])
    assert {it["condition"]: it["parent"] for it in standing(table)} == {
        "circle": "",
        "warded": circle["id"],
    }
    acts(table, subject="ana", name=circle["id"], begin=False)
    assert standing(table) == []
