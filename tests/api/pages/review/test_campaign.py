"""The audit of a campaign in a browser: from the list of combats, with what it tells of each."""

from __future__ import annotations

import re

from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.api.pages.test_pages import POLICY
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table

FIX = {"what": "pool", "subject": "ana", "pool": "ap", "delta": 1}


def tables(service: Service) -> tuple[Table, Table, Reader]:
    """Two fights, an override in each, and their operator in a browser."""
    first, other = Table.laid(service), Table.laid(service, title="The bridge")
    for table in (first, other):
        table.rita.says("adjust", change=FIX, note="she was owed one")
    return first, other, Reader(first.app, service.vault.operator_token())


def links(sheet: Sheet) -> list[str]:
    return [found["href"] for tag, found in sheet.tags if tag == "a" and "href" in found]


def test_the_operator_comes_from_the_list_to_the_audit_of_what_it_shows(service: Service):
    first, other, reader = tables(service)
    assert "/audit" in links(reader.reads("/"))
    sheet = reader.reads("/audit")
    assert "Audit of 2 combats" in sheet.words and "The ford" in sheet.words
    for table in (first, other):
        number = int(table.rita.read("")["last"])
        there = f"/combats/{table.combat}/replay?at={number}&by=entry&through=1"
        assert there in links(sheet) and reader.get(there).status_code == 200
    assert "/audit?q=bridge" in links(reader.reads("/?q=bridge"))
    one = reader.reads("/audit?q=bridge")
    assert "Audit of 1 combat" in one.words and "The ford" not in one.words
    assert "/audit.csv?q=bridge" in links(one)
    assert any(there.startswith(f"/combats/{other.combat}/replay?at=") for there in links(one))


def test_it_draws_no_single_bar_and_has_the_policy_of_every_page(service: Service):
    _, _, reader = tables(service)
    answer = reader.get("/audit")
    assert answer.headers["Content-Security-Policy"] == POLICY
    sheet = Sheet(answer.text)
    assert [found for tag, found in sheet.tags if tag == "figure"] == []
    assert "In short Beside ordinary play there were 2 overrides" in sheet.words
    assert "Decided again: The bridge" in reader.reads("/audit?rejudge=1").words


def test_a_game_of_ones_own_narrows_it_and_its_words_are_used(service: Service):
    service.rulesets = all_rulesets
    table = Table.opened(service, ruleset="age-of-magic", title="The hall")
    Table.opened(service, ruleset="arq", title="The alley")
    reader = Reader(table.app, service.vault.operator_token())
    narrowed = reader.reads("/audit?ruleset=age-of-magic")
    assert "The hall" in narrowed.words and "The alley" not in narrowed.words
    headings = re.findall(r'<th scope="col">(.*?)</th>', reader.get("/audit").text)
    assert "rounds" in headings
    headings = re.findall(
        r'<th scope="col">(.*?)</th>', reader.get("/audit?ruleset=age-of-magic").text
    )
    assert "combat turns" in headings and "rounds" not in headings


def test_it_is_taken_along_in_each_form(service: Service):
    _, _, reader = tables(service)
    for form, media, begins in (
        ("html", "text/html", "<!doctype html>"),
        ("md", "text/markdown", "# Audit of 2 combats"),
        ("csv", "text/csv", "part,row,what,value"),
    ):
        answer = reader.get(f"/audit.{form}")
        assert (answer.status_code, answer.mimetype) == (200, media)
        assert answer.text.startswith(begins)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="audit.{form}"'
    assert reader.get("/audit.pdf").status_code == 404


def test_it_is_for_the_operator_alone(service: Service):
    table, _, _ = tables(service)
    for token in (table.tokens["rita"], table.tokens["ana"], ""):
        reader = Reader(table.app, token)
        assert "/audit" not in links(reader.reads("/"))
        assert reader.get("/audit").status_code in (401, 403)
        assert reader.get("/audit.csv").status_code in (401, 403)
