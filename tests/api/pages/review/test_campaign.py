"""The audit of a campaign in a browser: from the list of combats, with what it tells of each."""

from __future__ import annotations

import html
import re

from api.server.app import create_app
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.api.pages.test_pages import POLICY
from tests.support.browser.scenes import THROWS, WINDOWS, staged
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
    assert "Audit of 2 fights" in sheet.words and "The ford" in sheet.words
    for table in (first, other):
        number = int(table.rita.read("")["last"])
        there = f"/combats/{table.combat}/replay?at={number}&by=entry&through=1"
        assert there in links(sheet) and reader.get(there).status_code == 200
    assert "/audit?q=bridge" in links(reader.reads("/?q=bridge"))
    one = reader.reads("/audit?q=bridge")
    assert "Audit of 1 fight" in one.words and "The ford" not in one.words
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


def test_fights_go_by_their_names_and_never_by_their_ids(service: Service):
    first, other, reader = tables(service)
    third = Table.laid(service)
    third.rita.says("adjust", change=FIX, note="again")
    text = reader.get("/audit").text
    words = re.sub(r"<[^>]*>", " ", text)
    number = other.rita.read("")["last"]
    assert f"The bridge, entry {number}" in words
    assert len(set(re.findall(r"The ford, [^<]*?, number (\d), entry", words))) == 2
    assert not any(table.combat in words for table in (first, other, third))


def test_rulings_are_listed_by_clause_with_its_title_and_by_game(service: Service):
    service.rulesets = all_rulesets
    fights = [staged(service, WINDOWS[n]).combat for n in (0, 3)]
    reader = Reader(create_app(service), service.vault.operator_token())
    words = reader.reads("/audit").words
    assert "§ 4 Deployment (The 9th Age: Fantasy Battles)" in words
    assert "§ 4 Deployment" in reader.reads(f"/combats/{fights[1]}/audit").words
    assert "(The 9th Age" not in reader.reads("/audit?ruleset=ninth-age-2e").words


def test_what_is_said_in_short_of_luck_fits_the_tables(service: Service):
    service.rulesets = all_rulesets
    for scene in (*WINDOWS, *THROWS):
        staged(service, scene)
    text = Reader(create_app(service), service.vault.operator_token()).get("/audit").text
    short = re.search(r'<h2 id="short">.*?</section>', text, re.DOTALL)
    assert short is not None and "Nobody's dice were unusual, all taken" in html.unescape(short[0])
    furthest = re.search(r"Furthest off: (\w+), (\d+ d\d+: .*?)</p>", html.unescape(short[0]))
    assert furthest is not None
    assert f"<li><b>{furthest[1]}</b>: {furthest[2]}</li>" in html.unescape(text)
    figures = re.findall(r'<th scope="col">(.*?)</th>', text)
    assert {"whose", "on 95 of 100 evenings", "chance (p)"} < set(figures)
    counted = text.index("The p-value is the share")
    assert text.rfind("<details>", 0, counted) > text.rfind("</details>", 0, counted)


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


def test_what_narrows_it_has_the_limits_of_the_api(service: Service):
    _, _, reader = tables(service)
    for name, most in (("q", 200), ("ruleset", 80), ("campaign", 80)):
        for ending in ("", ".html"):
            answer = reader.get(f"/audit{ending}?{name}={'a' * (most + 1)}")
            assert answer.status_code == 422, name
        assert reader.get(f"/audit?{name}={'a' * most}").status_code == 200, name
