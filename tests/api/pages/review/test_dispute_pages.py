"""Pages of disputes: what is contested, the rule with what was used of it, and what falls away.

In the fight 26 is Ana's strike; what she did begins its step behind a question.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

from api.pages.layout.static_files import FOLDER
from api.server.app import create_app
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.browser.scenes import WINDOWS, staged
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game
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
    assert "Waiting for the referee to rule." in case
    assert "Who rules" in case and "Ruled by" not in case
    referee = Reader(fought.app, fought.tokens["rita"])
    assert "You rule on it below." in referee.get(f"/combats/{fought.combat}/docket/{number}").text
    assert f"<h1>Dispute {number}: {link}</h1>" in case
    evidence = Reader(fought.app, fought.tokens["rita"]).get(f"/combats/{fought.combat}/bundle.zip")
    assert evidence.headers["Content-Disposition"] == 'attachment; filename="evidence.zip"'


def test_where_the_referee_is_a_party_the_table_votes_on_a_claim(fought: Table):
    fought.rita.says("seat-change", seat="s2", role="player", combatants=[])
    reader = Reader(fought.app, fought.tokens["ana"])
    path = f"/combats/{fought.combat}/contest?entry={STRIKE + 20}"
    asks = reader.reads(path)
    assert "The referee is a party here, so the others vote on your claim." in asks.words
    assert not any("Contest entry" in form.button for form in asks.forms)
    form = reader.reads(f"{path}&remedy=let-stand").form(f"Contest entry {STRIKE + 20}")
    assert form.hidden["one:by"] == "vote"
    assert reader.sends(form, form.filled(note="I parried that.")).status_code == 303
    [case] = fought.sue.read("disputes")["items"]
    assert case["by"] == "vote" and "referee" in case["parties"]
    for who in ("ana", "bert"):
        text = Reader(fought.app, fought.tokens[who]).get(f"/combats/{fought.combat}").text
        assert ("Vote on a dispute" in text) == (who == "bert"), who


def test_a_claim_that_is_not_filled_in_yet_is_not_lost(fought: Table):
    reader, path = Reader(fought.app, fought.tokens["bert"]), f"contest?entry={STRIKE}"
    filling = reader.reads(f"/combats/{fought.combat}/{path}&remedy=go-back")
    assert "See what it would do first" in filling.words
    assert not any(form.button.startswith("Contest entry") for form in filling.forms)
    form = filling.form("See what it would do")
    said = urlencode(list(form.filled().items(multi=True)))
    seen = reader.reads(f"{form.action}?{said}")
    assert any("and claim: go back" in form.button for form in seen.forms)


def test_evidence_tells_an_act_once(fought: Table):
    case = Reader(fought.app, fought.tokens["rita"]).get(
        f"/combats/{fought.combat}/docket/{contests(fought.bert)}"
    )
    lines = re.findall(r"<ol class=\"shots\">(.*?)</ol>", case.text, re.DOTALL)[0]
    told = re.findall(r"</a> <span>(.*?)</span>", lines)
    assert len(told) > 1 and len(set(told)) == len(told)


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


def test_the_evidence_is_in_the_words_of_the_story(tmp_path: Path):
    table = any_game(tmp_path, vala="heroes", wolf="pack")
    said = {"who": "vala", "manoeuvre": "deed", "targets": ["wolf"]}
    act = table.operator.says("act", **said, params={"what": "shoots", "their hp": 4})
    dispute = contests(table.operator, int(act["entries"][0]["number"]))
    operator = Reader(table.app, table.service.vault.operator_token())
    words = operator.reads(f"/combats/{table.combat}/docket/{dispute}").words
    assert "Vala shoots at Wolf (4 hp)" in words and "what shoots" not in words
