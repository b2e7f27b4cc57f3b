"""A server of a newer revision takes over an open fight: pages, answers, undo and the audit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from api.server.app import create_app
from api.service.service import Service
from domain import commands as c
from domain.rulesets import all_rulesets
from tests.properties.older_rulesets.test_older_rulesets import EARLIER, RENAMED
from tests.properties.test_samples import WHOLE
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Caller, Json, Table
from tests.support.games.toy import TOY
from tests.support.goldens.samples import sample_in, service_in
from tests.support.hidden_worlds.all_addresses import PAGES_TO_LOOK_AT
from tests.support.hidden_worlds.all_addresses import READS as LOOKED_AT
from tests.support.playing_service import say

ASKED = "The rules have changed while this was open"
WINDOWLESS = replace(TOY, revision="2", windows={})
PAGES = ("", "/referee", "/replay", "/audit", "/board", "/ask", "/dice")


@pytest.fixture
def table(service: Service, tmp_path: Path) -> Table:
    """Ana has struck Bert; a window is open when the server is started anew without its rule."""
    first = Table.laid(service)
    first.operator.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    first.operator.says("pass-all")
    first.operator.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    service.close()
    later = service_in(tmp_path)
    later.rulesets = lambda: {"toy": WINDOWLESS}
    return Table(later, first.combat, first.tokens)


def passed(table: Table) -> Json:
    """Everybody passes, and what follows on the window is not in the rules."""
    return table.operator.says("pass-all")


def test_every_page_is_drawn_before_and_after_the_referee_is_asked(table: Table):
    rita, at = Reader(table.app, table.tokens["rita"]), f"/combats/{table.combat}"
    assert all(rita.get(at + page).status_code == 200 for page in PAGES)
    passed(table)
    assert all(rita.get(at + page).status_code == 200 for page in PAGES)
    assert ASKED.lower() in rita.reads(at).words.lower()
    ana = Reader(table.app, table.tokens["ana"])
    assert ASKED.lower() in ana.reads(at).words.lower()


def test_the_referee_answers_and_play_goes_on(table: Table):
    passed(table)
    assert table.rita.read("state")["waiting"]["waits_for"] == [
        {"who": "referee", "name": "the referee"}
    ]
    table.rita.says("answer", who="referee", about="rules changed", choice="over")
    assert table.rita.read("state")["waiting"] is None
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": []})


def test_it_can_be_undone_instead_and_the_audit_names_the_other_revision(table: Table):
    before = table.rita.read("options")["options"]
    passed(table)
    table.rita.says("rewind", how="undo")
    assert table.rita.read("options")["options"] == before
    passed(table)
    report = table.rita.read("audit?rejudge=true")["rejudged"][0]
    assert set(report["revisions"]) == {"1", "2"}
    assert table.rita.get("timeline").status_code == 200


def test_the_pages_and_the_referee_go_on_in_a_phase_that_is_no_more(
    service: Service, tmp_path: Path
):
    service.rulesets = lambda: {"toy": EARLIER}
    first = Table.laid(service)
    service.close()
    later = service_in(tmp_path)
    later.rulesets = lambda: {"toy": RENAMED}
    table = Table(later, first.combat, first.tokens)
    rita, at = Reader(table.app, table.tokens["rita"]), f"/combats/{table.combat}"
    assert all(rita.get(at + page).status_code == 200 for page in PAGES)
    table.operator.says("pass-all")
    assert table.rita.read("state")["waiting"]["waits_for"] == [
        {"who": "referee", "name": "the referee"}
    ]
    assert all(rita.get(at + page).status_code == 200 for page in PAGES)
    table.rita.says("answer", who="referee", about="rules changed", choice="on")
    assert table.rita.part("turn-order")["path"][-1] == "melee"


READS = (
    "state",
    "timeline",
    "timeline as text/plain",
    "audit",
    "audit?rejudge=true",
    "ledger",
    "ledger as text/csv",
    "frames",
    "timeline as text/markdown",
    "options",
    "dice",
    "export",
    "evidence as application/zip",
    "ledger?undone=true as text/csv",
)
LACKS: Json = {"revision": "next", "pools": (), "conditions": (), "facts": (), "points": ()}
NONE_OF_IT: Json = {**LACKS, "manoeuvres": (), "windows": {}, "stages": {}, "words": {}}


@pytest.mark.sweep
@pytest.mark.parametrize("fight", WHOLE)
def test_every_sample_can_be_read_under_rules_that_lack_what_it_names(fight: Path, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    token = say(service, name, c.SeatOpen(person="Rita", role="referee")).tokens.popitem()[1]
    chance, line = Random(name), service.combat(name).line
    ends = [line.last(step) for step in range(2, line.head) if line.is_play(step)]
    say(service, name, c.Rewind(how="jump", to=chance.choice(ends)))
    service.close()
    later, lacks = service_in(tmp_path), chance.choice((LACKS, NONE_OF_IT))
    later.rulesets = lambda: {k: replace(r, **lacks) for k, r in all_rulesets().items()}
    app = create_app(later, long_reads=10**6)
    caller, reader = Caller(app.test_client(), token, f"/v1/combats/{name}"), Reader(app, token)
    pages = (page.replace("<combat>", name) for page in PAGES_TO_LOOK_AT)
    broken = [page for page in pages if reader.get(page).status_code >= 500]
    broken += [read for read in LOOKED_AT if caller.get(read).status_code >= 500]
    assert broken == []
    later.close()


LACKING = replace(TOY, revision="2", pools=(), conditions=(), facts=(), points=(), sorts=())


def test_names_that_are_no_more_are_asked_of_the_referee_and_everything_can_be_read(
    service: Service, tmp_path: Path
):
    first = Table.laid(service)
    first.operator.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    service.close()
    later = service_in(tmp_path)
    later.rulesets = lambda: {"toy": LACKING}
    table = Table(later, first.combat, first.tokens)
    rita, at = Reader(table.app, table.tokens["rita"]), f"/combats/{table.combat}"
    for _ in range(2):
        assert {page: rita.get(at + page).status_code for page in PAGES} == dict.fromkeys(
            PAGES, 200
        )
        assert {read: table.rita.get(read).status_code for read in READS} == dict.fromkeys(
            READS, 200
        )
        waiting = table.rita.read("state")["waiting"]
        if waiting and waiting["about"] == "names changed":
            assert waiting["waits_for"] == [{"who": "referee", "name": "the referee"}]
            assert "do not know some names" in rita.reads(at).words
            table.rita.says("answer", who="referee", about="names changed", choice="on")
    assert table.rita.read("state")["waiting"]["about"] != "names changed"
    table.rita.says("rewind", how="undo")
    assert table.rita.read("state")["waiting"]["about"] == "names changed"
