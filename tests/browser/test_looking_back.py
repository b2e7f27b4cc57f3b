"""The audit, why, why not, and questions in a browser; and what may be taken along."""

from __future__ import annotations

import csv
import io
import re
import zipfile

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.test_docket import looks_well
from tests.support.browser.axe import reachable
from tests.support.browser.games_in_the_middle import Tables
from tests.support.browser.player import STICKING_OUT

pytestmark = pytest.mark.sweep(of="looking back")

BRIDGE = "age-of-magic/the-toll-bridge"


def test_the_audit_has_pictures_sentences_and_links_to_entries(tables: Tables):
    middle = tables.middle(BRIDGE)
    change = {"what": "pool", "subject": "erik", "pool": "ap", "delta": 1}
    entry = middle.rita.says("adjust", note="a blessing", change=change)["entries"][0]["number"]
    rita = tables.sits(middle.rita)
    rita.page.goto(f"/combats/{middle.combat}/audit")
    rita.shows("pips more than expected. Fair dice are as far off as that")
    pictures = rita.page.locator("figure img")
    assert pictures.count() >= 4
    assert all(it.evaluate("it => it.naturalWidth") > 0 for it in pictures.all())
    row = rita.page.get_by_role("row", name="a blessing")
    expect(row).to_contain_text("override")
    expect(row).to_contain_text("Rita")
    rita.link("Check every step under today's rules").shows(
        re.compile(r"Today's rules decided \d+ steps again: ")
    )
    rita.press(rita.page.get_by_role("row", name="a blessing").get_by_role("link"))
    expect(rita.page.locator("#moment")).to_have_text(f"After entry {entry}")
    cleo = tables.sits(middle.cleo)
    cleo.page.goto(f"/combats/{middle.combat}/audit?rejudge=1")
    cleo.shows("Only the referee has steps decided again.")


def test_a_number_explains_itself_from_the_replay(tables: Tables):
    middle = tables.middle(BRIDGE)
    cleo = tables.sits(middle.cleo, script=False)
    cleo.page.goto(f"/combats/{middle.combat}/replay?at=46")
    cleo.press(cleo.page.locator(".stand li", has_text="Cogan").get_by_role("link"))
    expect(cleo.page.get_by_role("heading", level=1)).to_have_text("Cogan: 11 AP")
    amounts = cleo.page.locator(".sum td.amount").all_inner_texts()
    assert amounts == ["+13", "-2", "11"]
    cleo.shows("Cogan's attack, on Man-at-arms' move").picture("why-46")
    cleo.page.get_by_label("What").fill("the moon of Cogan")
    cleo.button("Why?")
    expect(cleo.page.get_by_role("alert")).to_contain_text("There is nothing of that name")
    cleo.page.get_by_label("What").fill("place of Cogan")
    cleo.button("Why?")
    expect(cleo.page.get_by_role("heading", level=1)).to_contain_text("Cogan")


def test_why_not_tells_the_rule_and_everybodys_place_in_the_window(tables: Tables):
    middle = tables.middle(BRIDGE)
    ann = tables.sits(middle.ann)
    ann.page.goto(f"/combats/{middle.combat}/why-not")
    assert ann.page.get_by_label("Who", exact=True).locator("option").all_inner_texts() == ["Cogan"]
    ann.page.get_by_label("Does what").select_option("parry")
    ann.page.get_by_label("At which moment: after entry").fill("326")
    ann.page.get_by_role("button", name="Why not?").focus()
    with ann.page.expect_navigation():
        ann.page.keyboard.press("Enter")
    ann.shows("A reaction?").shows("is not asked").shows("3.5")
    looks_well(ann, "why-not")
    ann.page.goto(f"/combats/{middle.combat}/why-not?who=urlik&what=parry")
    expect(ann.page.get_by_role("alert")).to_be_visible()


def test_questions_are_chosen_or_written_and_answered_with_a_table(tables: Tables):
    middle = tables.middle(BRIDGE)
    cleo = tables.sits(middle.cleo)
    cleo.page.goto(f"/combats/{middle.combat}/ask")
    cleo.page.get_by_label("Question").select_option(label="What was paid for what")
    cleo.page.get_by_label("Of whom").select_option(label="Cogan")
    cleo.page.get_by_role("button", name="Ask").first.focus()
    with cleo.page.expect_navigation():
        cleo.page.keyboard.press("Enter")
    rows = cleo.page.get_by_role("region", name="The answer").get_by_role("row")
    assert rows.count() > 3 and "Cogan" in rows.nth(1).inner_text()
    looks_well(cleo, "ask-spending")
    link = cleo.page.get_by_role("link", name="As a table for a spreadsheet (CSV)")
    answer = cleo.page.request.get(str(link.get_attribute("href")))
    assert "attachment" in answer.headers["content-disposition"]
    assert len(list(csv.reader(io.StringIO(answer.text())))) == rows.count()
    cleo.page.get_by_label("One SELECT").fill("DELETE FROM rolls")
    cleo.page.get_by_role("button", name="Ask").last.click()
    expect(cleo.page.get_by_role("alert")).to_contain_text("A question is one SELECT")
    expect(cleo.page.get_by_label("One SELECT")).to_have_value("DELETE FROM rolls")


@pytest.mark.parametrize(
    ("name", "media"),
    [
        ("audit.html", "text/html"),
        ("audit.md", "text/markdown"),
        ("postings.csv", "text/csv"),
        ("bundle.zip", "application/zip"),
    ],
)
def test_what_may_be_taken_along(tables: Tables, name: str, media: str):
    middle = tables.middle(BRIDGE)
    rita, cleo = tables.sits(middle.rita), tables.sits(middle.cleo)
    answer = rita.page.request.get(f"/combats/{middle.combat}/{name}")
    assert answer.status == 200 and answer.headers["content-type"].startswith(media)
    assert "attachment" in answer.headers["content-disposition"]
    if name == "bundle.zip":
        assert "entries.txt" in zipfile.ZipFile(io.BytesIO(answer.body())).namelist()
        early = cleo.page.request.get(f"/combats/{middle.combat}/{name}")
        assert early.status == 409 and "when the combat has ended" in early.text()


@pytest.mark.parametrize(
    "path",
    ["replay", "compare?at=4", "audit", "docket", "why", "ask?named=rolls", "contest?entry=4"],
)
def test_a_sample_of_the_sixth_game_is_for_everybody(context: BrowserContext, path: str):
    page = context.new_page()
    answer = page.goto(f"/combats/sample-open-the-white-whale/{path}")
    assert answer is not None and answer.status == 200
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert reachable(page) == [] and page.evaluate(STICKING_OUT) == []
    assert page.locator("main form[method=post]").count() == 0
