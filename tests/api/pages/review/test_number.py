"""The page that corrects one number of an entry: it is seen before it is done."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.corrections import fought

__all__ = ["fought"]
ROLL, OUTCOME, PASSED = 40, 44, 47


@pytest.fixture
def rita(fought: Table) -> Reader:
    """The referee, with a browser."""
    return Reader(fought.app, fought.tokens["rita"])


def page_of(table: Table, entry: int) -> str:
    return f"/combats/{table.combat}/number?entry={entry}"


def seen(rita: Reader, table: Table, entry: int, value: str) -> Sheet:
    """The page with a number typed in its form, of which there is one."""
    form = rita.reads(page_of(table, entry)).form("See what follows")
    filled = form.filled(value=value)
    return rita.reads(f"{form.action}?{urlencode(list(filled.items(multi=True)))}")


def test_a_number_is_typed_seen_and_corrected(fought: Table, rita: Reader):
    before = fought.entries()
    sheet = seen(rita, fought, ROLL, "20")
    assert "Bert rolls attempt 22 = 1d20 [20] + 2 might, typed" in sheet.words
    assert "Correct a number: “Bert rolls attempt" in sheet.words
    assert "The right number" in sheet.words and "It was" not in sheet.words
    assert fought.entries() == before
    form = sheet.form("Correct it: die was 20")
    assert fought.sue.read("state")["conditions"] != []
    assert rita.sends(form).status_code == 303
    assert fought.sue.read("state")["conditions"] == []
    assert fought.entries() == before + 11


def test_what_cannot_be_says_why_on_the_page(fought: Table, rita: Reader):
    typed = seen(rita, fought, ROLL, "many")
    assert "This has to be a number of points" in typed.words
    assert "Die is 12 already." in seen(rita, fought, ROLL, "12").words
    passed = rita.get(page_of(fought, PASSED)).text
    assert "shows nothing that was entered: correct what it followed from, in entry 41." in passed
    assert "See what follows" not in passed


def test_a_stale_form_is_not_carried_out(fought: Table, rita: Reader):
    form = seen(rita, fought, ROLL, "20").form("Correct it: die was 20")
    fought.rita.says("roll", who="cleo", faces={"loose": [2]})
    before = fought.entries()
    answer = rita.sends(form)
    assert (answer.status_code, fought.entries()) == (412, before)
    assert "The table went on since this page was drawn" in answer.text


def test_the_referee_alone_gets_there_from_an_entry(fought: Table, rita: Reader):
    ana, path = Reader(fought.app, fought.tokens["ana"]), page_of(fought, ROLL)
    assert ana.get(path).status_code == 403
    link = f'href="{path}"'
    for page in (
        f"contest?entry={ROLL}",
        f"replay?at={ROLL}&by=entry",
        f"why?what={ROLL}",
        f"?at={ROLL}",
    ):
        at = f"/combats/{fought.combat}/{page}".replace("/?", "?")
        assert link in rita.get(at).text, page
        assert link not in ana.get(at).text, page
