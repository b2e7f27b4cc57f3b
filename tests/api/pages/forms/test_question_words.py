"""The open question in the words of people at the table, and the buttons that answer it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.server.app import create_app
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.browser.scenes import Scene, staged
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight of Vala and Bram against a wolf, in its first round."""
    return any_game(tmp_path)


def buttons(sheet: Sheet) -> list[str]:
    """What the buttons of a page say that do something."""
    return [" ".join(f.button.split()) for f in sheet.forms if f.action.endswith("/act")]


def test_who_is_down_is_asked_about_by_name_and_passing_over_is_the_big_button(
    table: Table, referee: Reader, at: str
):
    table.operator.says("rule", point="down", value="asked")
    hurt = {"what": "pool", "subject": "bram", "pool": "hp", "delta": -15}
    table.operator.says("adjust", note="burnt", change=hurt)
    referee.sends(referee.reads(at).form("End the turn"))
    page, text = referee.reads(at), referee.get(at).text
    assert "Bram is down. Does Bram get a turn?" in page.words
    assert "is there a turn?" not in page.words.lower()
    [big] = re.findall(r'class="deed likely">.*?</button>', text, re.DOTALL)
    assert "Pass over" in big
    assert "The referee: Take the turn" in buttons(page)
    referee.sends(page.form("Pass over"))
    assert "Wolf's go" in referee.reads(at).words


def test_an_answer_is_asked_for_by_the_deed_that_it_answers(referee: Reader, at: str):
    form = referee.reads(at).form("Log it")
    said = form.filled(what="taunts", targets="wolf", answers="yes")
    assert referee.sends(form, said).status_code == 303
    page = referee.reads(at)
    assert "Vala taunts at Wolf. Do you react?" in page.words
    assert "An answer?" not in page.words and "deed at" not in page.words.partition("The story")[0]
    assert "what comes of it, rolls (Everybody passes)" not in page.words


def test_what_is_taken_back_is_named_with_whose_it_is(service: Service):
    service.rulesets = all_rulesets
    fight = staged(service, Scene("kaiser", "the-narrow-stair", 9, ("captain",))).combat
    reader = Reader(create_app(service), service.vault.operator_token())
    said = buttons(reader.reads(f"/combats/{fight}"))
    assert said[:2] == [
        "Take back Hilde's charge intention",
        "Take back Captain Ros' attack intention",
    ]
