"""Every id of a fighter in an answer has its name in the same answer: beside it, or in `names`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.server.app import create_app
from tests.support.clients.http_client import Caller
from tests.support.goldens.samples import FIGHTS, sample_in

READS = (
    "state",
    "state?at=60",
    "state?part=undo,notes",
    "options?at=60",
    "events?limit=200",
    "ledger",
    "frames",
    "compare?at=40&with_at=80",
)


def ids_without_names(sent: Any, ids: set[str], named: set[str], where: str) -> Iterator[str]:
    """Yield where an id stands of which neither its own object nor one around it has the name."""
    if isinstance(sent, list):
        for part in sent:
            yield from ids_without_names(part, ids, named, where)
    elif isinstance(sent, dict):
        named = named | set(sent.get("names", ()))
        for name, part in sent.items():
            if name != "names":
                yield from ids_without_names(name, ids, named, where)
                yield from ids_without_names(part, ids, named, f"{where}.{name}")
    elif isinstance(sent, str) and sent in ids - named:
        yield f"{where}: {sent}"


@pytest.mark.sweep
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.parent.name)
def test_every_id_of_an_answer_has_its_name_there(fight: Path, tmp_path: Path):
    service, combat = sample_in(tmp_path, fight)
    client = create_app(service, long_reads=10**6).test_client()
    referee = Caller(client, service.vault.operator_token(), f"/v1/combats/{combat}")
    ids = {member["subject"] for member in referee.read("state")["members"]}
    found = {path: set(ids_without_names(referee.read(path), ids, set(), "")) for path in READS}
    assert {path: sorted(where)[:5] for path, where in found.items() if where} == {}
    service.close()
