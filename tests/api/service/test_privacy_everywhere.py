"""Forgotten words are in no answer, in no page, in no stream and in nothing that is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.service.privacy import forget
from api.service.service import Service
from tests.api.server.test_log_setup import logged
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table, json_of
from tests.support.clients.stream_listener import Listening
from tests.support.combats.carried import lines_of
from tests.support.combats.contested import STANDS
from tests.support.tampering.searched import forms, found_in

NAME = "Anna Berg"
SAID = {
    "comment": "Grüße vom Ufer",
    "bookmark": "Merkzettel Zoë",
    "contest": "Niemals gepariert",
    "answer": "Ich bleibe dabei",
    "roll": "Wäre ich gerannt",
    "undo": "Ach, zurück",
}
SECRETS = (NAME, *SAID.values())


class Told(Table):
    """A fight in which Ana has written wherever anybody can write; `tried` is what she tried."""

    tried, dispute = "", 0

    def tells(self) -> None:
        self.ana.says("note", note=SAID["comment"], about=3)
        self.ana.says("note", note=SAID["bookmark"], about=4, bookmark=True)
        contested = self.ana.says("contest", entry=44, note=SAID["contest"])
        self.dispute = number = int(contested["entries"][0]["number"])
        self.bert.says("answer-dispute", dispute=number, choice="state", note="He was late")
        self.ana.says("answer-dispute", dispute=number, choice="state", note=SAID["answer"])
        self.rita.says("rule-dispute", dispute=number, remedy=STANDS, note="So be it")
        self.ana.says("roll", who="ana", sides=20, note=SAID["roll"])
        self.tried = str(json_of(self.ana.post("what-ifs", {"title": "a try"}))["combat"])
        self.ana.says("note", note=SAID["undo"])
        asked = "SELECT text, by_person FROM rulings"
        assert self.rita.get(f"query?sql={asked}").status_code == 200

    def paths(self) -> Iterator[str]:
        """Every address that can be read, of the table, of its what-if, and of all combats."""
        for rule in self.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and not rule.rule.startswith(("/static", "/health")):
                for combat in (self.combat, self.tried):
                    path = rule.rule.replace("<combat>", combat)
                    path = path.replace("<dispute>", str(self.dispute)).replace("<form>", "html")
                    if "<" not in path and not path.endswith(("/stream", "bundle", "bundle.zip")):
                        yield path

    def answers(self, tags: dict[str, str]) -> dict[str, Any]:
        """What each address answers to the operator, who knows it with a tag."""
        token, found = self.service.vault.operator_token(), {}
        pages = self.app.test_client()
        pages.set_cookie("combatlog", token)
        for path in dict.fromkeys(self.paths()):
            is_page = not path.startswith("/v1/")
            client = pages if is_page else self.client
            for kind in ("text/html", "application/json", "text/markdown")[: 1 if is_page else 3]:
                headers = {"Accept": kind}
                headers |= {"Authorization": f"Bearer {token}"} if not is_page else {}
                headers |= {"If-None-Match": tags[path + kind]} if path + kind in tags else {}
                found[path + kind] = client.get(path, headers=headers)
        return found


@pytest.fixture
def told(service: Service) -> Told:
    """The fight, and all that Ana had to say."""
    table = Told.laid(service, policy="free")
    assert isinstance(table, Told)
    fight(table)
    finish(table)
    table.tells()
    return table


def holding(data: bytes) -> set[str]:
    """The secrets that stand in some bytes, in whatever form."""
    return {said for said in SECRETS if any(form in data for form in forms(said))}


def test_no_answer_and_no_page_has_what_was_forgotten(told: Told):
    before = told.answers({})
    had = {path: holding(answer.data) for path, answer in before.items()}
    pages = {
        p.removesuffix("text/html").rsplit("/")[-1]
        for p in had
        if had[p] and p.startswith("/combats/")
    }
    wanted = {"board", "docket", str(told.dispute), "replay", "audit", "audit.html"}
    assert wanted <= pages and had["/audittext/html"]
    assert set().union(*had.values()) == set(SECRETS)
    tags = {p: a.headers["ETag"] for p, a in before.items() if had[p] and "ETag" in a.headers}
    assert forget(told.service, told.combat, person="p1").words == len(SAID)
    for path, answer in told.answers(tags).items():
        assert not holding(answer.data), path
        assert not (had[path] and answer.status_code == 304), f"{path} still holds, it says"


def test_nothing_that_is_written_has_it(told: Told, tmp_path: Path):
    with logged() as said:
        told.answers({})
        forget(told.service, told.combat, person="p1")
        told.answers({})
        (tmp_path / "server.log").write_text(said.getvalue())
    (tmp_path / "after.ndjson").write_bytes(
        b"".join(lines_of(told.service, told.combat, keyed=True))
    )
    (tmp_path / "after.zip").write_bytes(bundle(told.service, told.combat))
    told.service.combat(told.combat).store_caches(all_of_it=True)
    for text in SECRETS:
        assert found_in(tmp_path, text) == [], text


def test_whoever_comes_back_to_a_stream_hears_nothing_of_it(told: Told):
    """Another one of the same seat listens on, so that the last lines are kept written."""
    path, token = f"{told.at}/events", told.tokens["bert"]
    try:
        early = Listening(told.app, path, token).until(str(told.bert.read("")["last"]))
        told.ana.says("note", note=SAID["comment"])
        number = str(told.bert.read("")["last"])
        assert early.until(number).entries[-1]["note"]["words"] == SAID["comment"]
        forget(told.service, told.combat, person="p1")
        late = Listening(told.app, path, token, last=str(int(number) - 1)).until(number)
        assert late.entries[-1]["note"]["words"] == ""
    finally:
        told.app.extensions["live"].close()
