"""A fight of very many things that may act, such as cards: the page stays small enough to open."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.pages.table.table import MOST_GROUPS
from domain import commands as c
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight of sixty cards, of which the last one has the turn."""
    service = service_in(tmp_path)
    opened = service.open(c.Open(ruleset="open", settings={"order": "reported"}))
    table = Table.at_combat(service, opened.combat.name)
    for nth in range(60):
        table.operator.says("join", subject=f"card{nth}", name=f"Card {nth}", kind="thing")
    clock = {"what": "clock", "round": 1, "turn": ["card59"]}
    table.operator.says("report", source="test", id="1", changes=[clock])
    return table


def actors(page: str) -> list[str]:
    """Return for whom there are forms on a page, in their order."""
    return [part.partition("<")[0].partition(">")[2] for part in page.split('<h3 id="g')[1:]]


def test_those_who_have_the_turn_have_forms_and_the_others_links(table: Table):
    reader = Reader(table.app, table.service.vault.operator_token())
    page = reader.get(f"/combats/{table.combat}").text
    assert len(actors(page)) == MOST_GROUPS and "Card 59" in actors(page)[:3]
    assert len(page) < 1_000_000
    link = f"/combats/{table.combat}?for=card40"
    assert f'href="{link}#question">Card 40</a>' in page and "Card 40" not in actors(page)
    asked = actors(reader.get(link).text)
    assert "Card 40" in asked and "Card 59" in asked


def test_a_form_that_went_wrong_stays_on_the_page(table: Table):
    reader = Reader(table.app, table.service.vault.operator_token())
    form = reader.reads(f"/combats/{table.combat}?for=card40").form("Card 40: Log it")
    answer = reader.sends(form, form.filled())
    assert answer.status_code == 409
    assert "Card 40" in actors(answer.text)
