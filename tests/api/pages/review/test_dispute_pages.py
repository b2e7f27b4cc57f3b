"""Pages of disputes: what is contested, the rule with what was used of it, and what falls away.

In the fight 26 is Ana's strike; what she did begins its step behind a question.
"""

from __future__ import annotations

import re

from api.pages.layout.static_files import FOLDER
from api.server.app import create_app
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.browser.scenes import WINDOWS, staged
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.combats.contested import contests, fought

__all__ = ["fought"]
STRIKE = 26


def bridge(service: Service) -> tuple[str, Reader]:
    """The toll bridge with a reaction at stake, and its operator in a browser."""
    service.rulesets = all_rulesets
    fight = staged(service, WINDOWS[0]).combat
    return fight, Reader(create_app(service), service.vault.operator_token())


def test_a_contest_is_called_by_what_it_contests(fought: Table):
    reader = Reader(fought.app, fought.tokens["bert"])
    text = reader.get(f"/combats/{fought.combat}/contest?entry={STRIKE}").text
    [heading] = re.findall(r"<h1>(.*?)</h1>", text)
    assert heading == "Contest “ana strikes bert”"
    assert f"Entry {STRIKE}" in text


def test_a_rule_is_told_by_what_was_used_of_it_and_the_rest_is_folded(service: Service):
    fight, reader = bridge(service)
    text = reader.get(f"/combats/{fight}/contest?entry=42").text
    rule = re.search(r"<h3>The rule</h3>\s*<p><b>(.*?)</b>: (.*?)</p>", text)
    assert rule is not None and rule[1] == "§ 3.5 Basic manoeuvres"
    assert rule[2] == "strike from where one stands"
    folded = re.search(
        r"<details><summary>All \d+ things under this rule</summary>.*?</details>", text, re.DOTALL
    )
    assert folded is not None and "turn in place" in folded[0]
    assert "manoeuvre:" not in text and "left open:" not in text


def test_what_falls_away_goes_by_the_numbers_of_the_story(service: Service):
    fight, reader = bridge(service)
    ask = "remedy=go-back&number%3Ato=37&filled=1"
    text = reader.get(f"/combats/{fight}/contest?entry=40&{ask}").text
    [number] = re.findall(r">(\d+)</a> Cogan reacts and strikes at Man-at-arms", text)
    [written] = re.findall(r">(\d+)</a> <span>Cogan reacts and strikes at Man-at-arms", text)
    assert number == written
    assert "Entry 37: Cogan means to strike at Man-at-arms" in text


def test_the_list_of_disputes_tells_what_each_is_about(fought: Table):
    number = contests(fought.bert)
    reader = Reader(fought.app, fought.tokens["sue"])
    text = reader.get(f"/combats/{fought.combat}/docket").text
    [link] = re.findall(rf'<a href="/combats/{fought.combat}/docket/{number}">(.*?)</a>', text)
    assert link.startswith("“") and "ispute" not in link
    assert fought.combat not in re.sub(r'"[^"]*"', "", text)
    case = reader.get(f"/combats/{fought.combat}/docket/{number}").text
    assert f"<h1>Dispute {number}: {link}</h1>" in case
    evidence = Reader(fought.app, fought.tokens["rita"]).get(f"/combats/{fought.combat}/bundle.zip")
    assert evidence.headers["Content-Disposition"] == 'attachment; filename="evidence.zip"'


def test_a_line_is_contested_from_why_and_from_its_moment(fought: Table):
    at, link = f"/combats/{fought.combat}", f'contest?entry={STRIKE}">Contest it</a>'
    for path, headers in (
        (f"/why?what={STRIKE}", {"HX-Request": "true"}),
        (f"?at={STRIKE}", dict[str, str]()),
    ):
        readers = {who: Reader(fought.app, fought.tokens[who]) for who in ("bert", "rita", "sue")}
        pages = {who: it.get(f"{at}{path}", **headers).text for who, it in readers.items()}
        assert [who for who, page in pages.items() if link in page] == ["bert", "rita"], path


def test_no_style_hides_the_flag_of_a_line_on_a_touch_screen():
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    assert ".contest" in style and "@media (hover: none)" not in style
