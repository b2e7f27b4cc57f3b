"""Who is away, and when the referee may answer an undo request for them."""

from __future__ import annotations

from pathlib import Path

from api.combats.viewers.presence import AWAY, NOTED, Presence
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from tests.api.handlers.test_undo_requests import LUCK, Going, answers
from tests.support.clients.http_client import json_of
from tests.support.postgres import Dsn, url_of


def test_the_referee_answers_for_whoever_is_away_and_it_says_so(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.bert.read("state")
    table.time += AWAY - 1
    table.asks(table.ana)
    assert answers(table.ana, "agree", who="p2").status_code == 403
    here = json_of(answers(table.rita, "agree", who="p2"))
    assert here["detail"].startswith("Bert Cole is here and answers for themselves")
    assert here["numbers"] == {"seconds": 60} and table.open()["agreed"] == []
    assert table.rita.part("undo")["request"]["away"] == []
    table.time += 1
    assert table.rita.part("undo")["request"]["away"] == ["p2"]
    assert table.open()["away"] == []
    answers(table.rita, "agree", who="p2")
    [said] = [x for x in table.sue.read("events")["items"] if x["event"].get("choice") == "agree"]
    assert (said["by"], said["for"], said["basis"]) == ("p4", "p2", "ruled")
    assert said["event"] == {"who": "p2", "choice": "agree"}
    told = [line["text"] for line in table.sue.read("timeline")["items"]]
    assert any("answered by the referee while they are away" in text for text in told)


def test_other_processes_hear_who_is_there(postgres_database: Dsn, tmp_path: Path):
    settings = Settings(url_of(postgres_database))
    migrate(settings)
    time = [1_000_000]
    logs = open_log(settings), open_log(settings)
    one, other = (Presence(log, lambda: time[0]) for log in logs)
    one.record_activity("c-1", "s1")
    time[0] += AWAY
    assert not other.is_away("c-1", "s1")
    time[0] += NOTED
    assert other.is_away("c-1", "s1")
    assert other.is_away("c-1", "s2")
    for log in logs:
        log.close()


def test_after_a_start_nobody_is_away_for_a_minute(service: Service):
    table = Going.back(service)
    service.presence.since = table.time
    table.ana.says(**LUCK)
    table.asks(table.ana)
    assert answers(table.rita, "agree", who="p2").status_code == 409
    table.time += AWAY
    assert answers(table.rita, "agree", who="p2").status_code == 200
