"""The audit over HTTP: what a fight of known numbers comes to, in every form it is told in."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.html_reader import Sheet
from tests.support.clients.http_client import Table, json_of
from tests.support.combats.corrections import LUCKY, adopts
from tests.support.combats.disputed import Middle

SVG = "{http://www.w3.org/2000/svg}"
FIX = {"what": "pool", "subject": "ana", "pool": "ap", "delta": 1}


@pytest.fixture
def fought(table: Table) -> Table:
    """The fight to its end, an override, an undo, a correction, and a request that is refused."""
    fight(table)
    finish(table)
    table.rita.says("adjust", change=FIX, note="she was owed one")
    table.rita.says("rewind", how="undo")
    table.rita.says("rewind", how="redo")
    table.rita.says("undo-policy", policy="consent")
    ask = table.bert.post("commands", {"type": "ask-undo"}, If_Match="*")
    assert ask.status_code == 200, ask.text
    must = json_of(ask)["entries"][0]["event"]["must"]
    table.rita.says("answer-undo", choice="refuse", who=must[0])
    return table


def audit(table: Table, **more: str) -> Any:
    """The report, as the referee has it."""
    return table.rita.read("audit")["report"]


PARTS = {
    "Who did what": ("people", "", ("overrides", "corrections")),
    "Overrides and irregularities": ("irregular", "irregular", ("kind", "clause", "words")),
    "Undo": ("people", "moves", ("asked", "agreed", "refused")),
    "Rulings by clause": ("rulings", "rulings", ("clause", "rulings on it")),
    "Who vouches for the dice": ("people", "sources", ("by the service", "typed", "witnessed")),
    "Luck: by player": ("luck", "luck", ("expected", "p", "in words")),
    "Luck: by purpose": ("luck", "purposes", ("expected", "p", "in words")),
    "Left unused": ("unused", "unused", ("what", "how much", "how often")),
    "Reactions missed": ("passed", "passed", ("asked for a reaction", "let it pass")),
    "Longest turns": ("turns", "turns", ("who", "seconds", "steps")),
}
"""What an audit tells: where it is in JSON, which picture shows it, what its table has."""


@pytest.fixture
def full(fought: Table) -> Table:
    """A fight with something for every part: a correction, a ruling, AP left, requests that end."""
    adopts(fought, **LUCKY)
    number = fought.bert.says("contest", entry=25, clause="T4", note="no")["entries"][0]["number"]
    ruling = {"dispute": int(number), "remedy": {"remedy": "let-stand"}, "note": "It was so."}
    fought.rita.says("rule-dispute", **ruling)
    ask = fought.ana.post("commands", {"type": "ask-undo"}, If_Match="*")
    assert ask.status_code == 200, ask.text
    for who in json_of(ask)["entries"][0]["event"]["must"]:
        fought.rita.says("answer-undo", choice="agree", who=who)
    fought.rita.says("undo-policy", policy="free")
    for who in ("ana", "bert", "cleo"):
        fought.rita.says("answer", who=who, about="turn", choice="end")
    fought.rita.says("answer", who="referee", about="round", choice="begin")
    return fought


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("part", PARTS)
def test_whatever_an_audit_tells_is_in_every_form_of_it(full: Table, part: str):
    field, picture, headings = PARTS[part]
    assert audit(full)[field]
    rows = list(csv.DictReader(io.StringIO(full.rita.get("audit", Accept="text/csv").text)))
    mine = [row for row in rows if row["part"] == part]
    assert mine and set(headings) <= {row["what"] for row in mine}
    page = full.rita.get("audit", Accept="text/html").text
    told = page.partition(f"<h2>{part}</h2>")[2].partition("</section>")[0]
    markdown = full.rita.get("audit", Accept="text/markdown").text
    table = markdown.partition(f"## {part}\n")[2].partition("\n## ")[0]
    for heading in headings:
        assert f'<th scope="col">{heading}</th>' in told and f" {heading} |" in table
    cells = [row["value"] for row in mine if row["row"] == "1"]
    assert cells == re.findall(r"<td>(.*?)</td>", told)[: len(cells)]
    # One bar compares nothing.
    compared = len({row["row"] for row in mine}) > 1
    assert told.count("<img") == (bool(picture) and compared)
    if picture:
        drawn = full.rita.get(f"audit?picture={picture} as image/svg+xml")
        assert drawn.status_code == 200 and drawn.text.count("<rect") > 2


def test_who_did_what_is_counted_by_name(fought: Table):
    people = {p["name"]: p for p in audit(fought)["people"]}
    assert set(people) == {"the operator", "Anna Berg", "Bert Cole", "Rita Eck"}
    rita, bert = people["Rita Eck"], people["Bert Cole"]
    assert (rita["override"], rita["moved"], bert["asked"], bert["refused"]) == (1, 2, 1, 1)
    assert people["the operator"]["typed"] == 2
    assert sum(p["service"] for p in people.values()) == 0
    [override] = [x for x in audit(fought)["irregular"] if x["kind"] == "override"]
    assert (override["by"], override["words"], override["text"], override["undone"]) == (
        "Rita Eck",
        "she was owed one",
        "ana: AP set to 2",
        False,
    )


def test_a_correction_counts_once_and_its_dice_do_not_count_twice(fought: Table):
    before = audit(fought)
    adopts(fought, **LUCKY)
    after = audit(fought)
    assert [p["correction"] for p in after["people"] if p["name"] == "Rita Eck"] == [1]
    for found in (before, after):
        dice = [(row["of"], row["dice"]) for row in found["luck"] if row["by"] == "person"]
        assert dice == [("Anna Berg", 1), ("Bert Cole", 1)]
    totals = {r["of"]: r["total"] for r in after["luck"] if r["by"] == "person"}
    assert totals == {"Anna Berg": 12, "Bert Cole": 20}


def test_reactions_that_were_let_pass_and_the_goes(fought: Table):
    found = audit(fought)
    assert {p["who"]: (p["asked"], p["passed"], p["barred"]) for p in found["passed"]} == {
        "ana": (1, 1, 0),
        "bert": (2, 1, 0),
        "cleo": (3, 3, 0),
    }
    assert found["turns"] == []  # nobody's go is over yet
    fought.rita.says("answer", who="ana", about="turn", choice="end")
    [go] = audit(fought)["turns"]
    assert (go["who"], go["round"], go["number"]) == ("ana", 1, "16")
    assert go["seconds"] > 0 and go["steps"] > 10


def test_a_turn_counts_its_steps_once_though_they_were_decided_again(fought: Table):
    fought.rita.says("answer", who="ana", about="turn", choice="end")
    [before] = audit(fought)["turns"]
    adopts(fought, **LUCKY)
    [after] = audit(fought)["turns"]
    assert after["steps"] == before["steps"]


def test_what_is_left_when_a_pool_is_filled_again_was_unused(table: Table):
    """Ana ends a go with all of her 3 AP, the others with theirs: nine are never used."""
    for who in ("ana", "bert", "cleo"):
        table.rita.says("answer", who=who, about="turn", choice="end")
    assert audit(table)["unused"] == []
    table.rita.says("answer", who="referee", about="round", choice="begin")
    assert {(u["who"], u["pool"], u["points"], u["times"]) for u in audit(table)["unused"]} == {
        ("ana", "AP", "3", 1),
        ("bert", "AP", "3", 1),
        ("cleo", "AP", "3", 1),
    }


def test_a_breach_that_the_table_kept_is_an_irregularity(service: Service):
    table = Table.laid(service, mode="record")
    table.rita.says("act", who="ana", manoeuvre="strike", targets=["bert"], against=True)
    [breach] = [x for x in audit(table)["irregular"] if x["kind"] == "against"]
    assert (breach["by"], breach["clause"]) == ("Rita Eck", "T4")


def test_today_rules_are_in_it_for_the_referee_alone(fought: Table):
    found = fought.rita.read("audit?rejudge=true")["rejudged"]
    assert [one["judged"] for one in found] == [16] == [one["same"] for one in found]
    assert fought.rita.read("audit")["rejudged"] == []
    assert fought.ana.get("audit?rejudge=true").status_code == 403
    assert fought.ana.get("audit").status_code == 200


def test_as_markdown_it_has_every_part_and_what_is_written_breaks_no_table(fought: Table):
    fought.rita.says("adjust", change=FIX, note="a | b *bold* <i>")
    page = fought.rita.get("audit?rejudge=true", Accept="text/markdown").text
    for title in (
        "What was audited",
        "Decided again",
        "Who did what",
        "Undo",
        "Overrides and irregularities",
        "Who vouches for the dice",
        "Luck: by player",
        "Reactions missed",
    ):
        assert f"## {title}\n" in page
    assert r"a \| b \*bold\* \<i\>" in page
    assert "none of them differs" in page


def test_as_a_page_it_stands_by_itself_under_a_strict_policy(fought: Table):
    fought.rita.says("adjust", change=FIX, note="<script>alert(1)</script>")
    answer = fought.rita.get("audit", Accept="text/html")
    policy, html = answer.headers["Content-Security-Policy"], answer.text
    [style] = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{hashed}'" in policy and "script" not in policy
    assert "<script" not in html and "&lt;script&gt;" in html and "style=" not in html
    sheet = Sheet(html)
    images = [found for tag, found in sheet.tags if tag == "img"]
    assert len(images) >= 3
    assert all(found["src"].startswith("data:image/svg+xml;base64,") for found in images)
    assert all(len(found["alt"]) > 20 for found in images)


@pytest.mark.parametrize("of", ["luck", "sources", "moves", "passed", "turns"])
def test_a_picture_says_in_words_what_it_shows(fought: Table, of: str):
    fought.rita.says("answer", who="ana", about="turn", choice="end")
    answer = fought.rita.get(f"audit?picture={of} as image/svg+xml")
    assert answer.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(answer.data)
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img" and root.get("aria-labelledby") == "title desc"
    assert title is not None and title.text and desc is not None and len(desc.text or "") > 10
    assert root.findall(f".//{SVG}script") == []
    assert not any(each.tag == f"{SVG}style" or "style" in each.attrib for each in root.iter())
    policy = answer.headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; frame-ancestors 'none'"
    assert fought.rita.get(f"audit?picture={of} as image/svg+xml").data == answer.data


def test_what_cannot_be_drawn_yet_is_not_there(table: Table):
    assert table.rita.get("audit?picture=unused as image/svg+xml").status_code == 404
    assert table.rita.get("audit?picture=nonsense as image/svg+xml").status_code == 422


def postings(table: Table) -> list[dict[str, str]]:
    """Every posting that was ever made, as a spreadsheet has it."""
    answer = table.rita.get("ledger?undone=true as text/csv")
    assert answer.mimetype == "text/csv"
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_postings_are_a_table_that_adds_up(fought: Table):
    rows = postings(fought)
    balances: dict[tuple[str, str], int] = {}
    for row in rows:
        assert row["undone"] == "False"
        account = row["subject"], row["pool"]
        balances[account] = balances.get(account, 0) + int(row["delta"])
        assert balances[account] == int(row["balance"])
    assert balances["ana", "ap"] == 2
    fought.rita.says("rewind", how="undo")
    assert len(postings(fought)) == len(rows)
    assert [row["undone"] for row in postings(fought)].count("True") == 1
    ever = fought.rita.read("ledger?undone=true")["items"]
    assert fought.rita.read("ledger")["items"] == [row for row in ever if not row["undone"]]


def test_a_word_that_a_spreadsheet_would_carry_out_is_only_a_word(service: Service):
    service.rulesets = all_rulesets
    table = Table.opened(service, ruleset="open")
    traits = {"pools": {"=1+1": 3}, "zone": "here"}
    table.operator.says("join", subject="ana", side="a", traits=traits)
    assert {row["pool"] for row in postings(table)} == {"'=1+1"}


def test_rulings_are_told_by_clause_with_those_on_disputes(service: Service):
    middle = Middle(service, "arq/lamplighters-alley")
    entry = middle.last_deed(middle.ann_plays)
    number = middle.contests(middle.bo, entry, clause="7.1")
    middle.rita.says(
        "rule-dispute", dispute=number, remedy={"remedy": "let-stand"}, note="It is so"
    )
    found = middle.cleo.read("audit")["report"]
    [on] = [r for r in found["rulings"] if r["clause"] == "7.1"]
    assert (on["times"], on["rulings"][0]["words"], on["rulings"][0]["by"]) == (
        1,
        "It is so",
        "Rita",
    )
