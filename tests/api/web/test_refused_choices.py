"""What a refusal lists as legal is what the options have there, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.service import Service
from api.transfer.samples import FOLDER
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Table
from tests.support.combats.disputed import said_lines

CAST = {"type": "act", "who": "mira", "manoeuvre": "cast", "on_behalf": True}


@pytest.fixture
def gate(service: Service) -> Table:
    """The fight at the gate, where Mira may cast what she has in Memory and can pay."""
    service.rulesets = all_rulesets
    opened, *later = said_lines(FOLDER / "planeswalker/the-broken-gate/fight.jsonl")
    table = Table.opened(service, **{k: v for k, v in opened.items() if k != "type"})
    before = next(n for n, said in enumerate(later) if said.get("using") == "banner of war")
    for said in later[:before]:
        table.operator.says(**{k: v for k, v in said.items() if k != "as"})
    return table


def offered(table: Table, part: str) -> set[str]:
    """What the options have in a place of what Mira may cast."""
    commands = [one["command"] for one in table.rita.read("options")["options"]]
    mine = [x for x in commands if (x.get("who"), x.get("manoeuvre")) == ("mira", "cast")]
    return {x[part] for x in mine if part in x}


@pytest.mark.parametrize("using", ["insight", "spark", "nothing of the kind"])
def test_only_what_can_be_cast_is_legal_instead(gate: Table, using: str):
    answer: Any = gate.rita.post("commands", {**CAST, "using": using}, If_Match="*").json
    assert (answer["status"], answer["pointer"]) == (409, "/using"), answer
    assert {each["value"] for each in answer["legal"]} == offered(gate, "using") != set()
