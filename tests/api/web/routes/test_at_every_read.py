"""Every read of a combat at an entry: the answer is the one that was given when it was the last."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from api.service.service import Service
from api.web.routes import all_routes
from domain.dice.salts import SALT
from domain.table.table import commitment_of
from tests.api.web.routes.test_commands import MOVE, finish
from tests.support.clients.http_client import Caller, Table

OF_NOW = {"/v1/combats/<combat>/export", "/v1/combats/<combat>/forgotten"}
"""An export is the whole log, and what was forgotten stands in no log."""

PRESENT = ("signed_at", "signature", "here", "door", "origins")
"""Members that are of the present by nature: when a head is signed, who is there, who may come."""

DRAWN = 14
"""How many of the reads are drawn at each moment."""
DISPUTE = "disputes/39"
WHY_NOT = "why-not?who=ana&what=strike"
READS = (
    "",
    "options",
    "state",
    "state?part=undo,where-we-were,notes",
    "state as text/plain",
    "events?limit=500",
    "events?after=7&limit=3",
    "events as application/x-ndjson",
    "timeline?full=true&sums=true",
    "timeline as text/plain",
    "timeline as text/markdown",
    "explain?what=ap of ana",
    "explain?what=12",
    WHY_NOT,
    "ledger",
    "ledger?undone=true as text/csv",
    "query?named=rolls",
    "audit",
    "audit as text/markdown",
    "disputes",
    DISPUTE,
    "precedents?clause=T3",
    "dice",
    "evidence",
    "evidence?since=4&entry=3",
    "frames?by=entry&through=true&limit=500",
    "frames?entry=9",
    "compare?with_at=3",
)
OF_THE_REFEREE = ("audit?rejudge=true", "evidence as application/zip", "options?seat=s2")
SECRET = "a salt of some length"
READ = "/v1/combats/<combat>/"


def test_every_read_of_a_combat_takes_the_number_of_an_entry():
    reads = [r for r in all_routes() if r.method == "GET" and "<combat>" in r.rule]
    assert {r.rule for r in reads if not (r.query and "at" in r.query.model_fields)} == OF_NOW
    tried = {f"{READ}{path.partition('?')[0].partition(' ')[0]}".rstrip("/") for path in READS}
    rules = {r.rule.replace("<number>", "39") for r in reads}
    assert tried == rules - OF_NOW


def told(caller: Caller, path: str) -> Any:
    """What is answered, without what is of the present by nature."""
    answer = caller.get(path)
    if answer.mimetype != "application/json":
        return answer.status_code, answer.data
    return answer.status_code, _lasting(answer.json)


def _lasting(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _lasting(part) for name, part in value.items() if name not in PRESENT}
    return list(map(_lasting, value)) if isinstance(value, list) else value


def at(path: str, number: str) -> str:
    """A path as of an entry."""
    address, form, media = path.partition(" as ")
    return f"{address}{'&' if '?' in address else '?'}at={number}{form}{media}"


def story(table: Table) -> Iterator[Any]:
    """A fight with hidden things, talk, undone steps, requests, disputes, and its dice shown."""
    ana, bert, rita, operator = table.ana, table.bert, table.rita, table.operator
    yield ana.says(**MOVE)
    yield rita.says("join", subject="lurker", name="Lurker", side="b", hidden=True)
    yield operator.says("pass-all")
    yield rita.says("roll", who="lurker", sides=20, hidden=True)
    yield ana.says("note", about=9, bookmark=True, note="There she stood.")
    yield ana.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    yield bert.says("declare", who="bert", manoeuvre="parry")
    yield ana.says("commit", what=SALT, commitment=commitment_of(SALT, SECRET))
    yield rita.says("rewind", how="undo")
    yield rita.says("undo-policy", policy="consent", allowance=1)
    yield rita.says("edit", who="cleo", name="Cleo the Red")
    yield rita.says("rewind", how="jump", to=12)
    yield ana.says("roll", who="ana", sides=20)
    yield bert.post("commands", {"type": "ask-undo"}, If_Match="*")
    yield ana.says("answer-undo", choice="refuse")
    yield rita.says("seat-open", person="Eve Fox", role="player", combatants=["cleo"])
    yield bert.says("contest", entry=12, note="A cocked die.", clause="T3")
    number = bert.read("disputes")["items"][0]["number"]
    yield rita.says("rule-dispute", dispute=number, remedy={"remedy": "let-stand"}, note="It lay.")
    gain = {"what": "pool", "subject": "ana", "pool": "ap", "delta": 2}
    yield rita.says("adjust", note="so", change=gain)
    finish(table)
    yield None
    yield ana.says("reveal", what=SALT, value=SECRET)
    yield rita.says("end")


@pytest.mark.sweep
@pytest.mark.parametrize("viewer", ["rita", "ana", "sue"])
def test_at_an_entry_is_what_was_answered_when_it_was_the_last(
    service: Service, viewer: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("api.combats.viewers.presence.AWAY", 0)
    table = Table.laid(service, policy="free")
    caller: Caller = getattr(table, viewer)
    paths = (*READS, *(OF_THE_REFEREE if viewer == "rita" else ()))
    noted, chance = dict[str, dict[str, Any]](), Random(viewer)
    for _ in story(table):
        drawn = {DISPUTE, *chance.sample(paths, DRAWN)}
        noted[caller.read("")["last"]] = {path: told(caller, path) for path in drawn}
    found = [(path, status) for each in noted.values() for path, (status, _) in each.items()]
    unanswered = set(paths) - {path for path, status in found if status == 200}
    assert unanswered <= ({WHY_NOT} if viewer == "sue" else set()) and len(noted) > 12
    for number, answers in noted.items():
        for path, before in answers.items():
            assert told(caller, at(path, number)) == before, (number, path)
