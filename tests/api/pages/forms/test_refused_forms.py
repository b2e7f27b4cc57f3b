"""A form that was refused: why stands above its fields, once, and what was filled in is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from api.pages.layout.static_files import FOLDER
from api.pages.table.submit import FORM_PAGES
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight of Vala and Bram against a wolf, in its first round."""
    return any_game(tmp_path)


def hits(referee: Reader, at: str, damage: str) -> TestResponse:
    """Vala bites at the wolf, and at Bram as well."""
    form = referee.reads(at).form("Log it")
    said = form.filled(what="bites", damage=damage)
    said.setlist("whom:targets", ["wolf", "bram"])
    return referee.sends(form, said)


def chosen(answer: TestResponse) -> tuple[list[str], list[str]]:
    """Who is the target in a form that is shown again, and who is ticked besides."""
    target = re.findall(r'<option value="(\w+)" selected>', answer.text)
    ticked = re.findall(r'name="whom:targets" value="(\w+)" checked', answer.text)
    return target, ticked


@pytest.mark.parametrize("damage", ["2d4+3", "-3", "many"])
def test_damage_that_is_no_number_is_said_in_plain_words_once(
    referee: Reader, at: str, damage: str
):
    answer = hits(referee, at, damage)
    heal, roll = "To heal, write a + before it: +5.", "For dice choose More, Rolls."
    words = f"Damage is a number from 0 up. {heal} {roll}"
    assert answer.status_code == 422 and Sheet(answer.text).words.count(words) == 1
    assert answer.text.count('class="alert"') == answer.text.count('role="alert"') == 1


def test_the_target_of_a_refused_form_is_not_ticked_beside_it(referee: Reader, at: str):
    assert chosen(hits(referee, at, "many")) == (["wolf"], ["bram"])
    form = referee.reads(at).form("Log it")
    alone = form.filled(what="bites", damage="many", targets="wolf")
    assert chosen(referee.sends(form, alone)) == (["wolf"], [])
    nobody: MultiDict[str, str] = form.filled(what="bites", damage="many")
    nobody.setlist("whom:targets", ["", "bram"])
    assert chosen(referee.sends(form, nobody)) == ([], ["bram"])


def test_why_it_was_refused_stands_across_the_whole_line():
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    assert ".deed.row > :is(.first, .aside, .alert, button) { grid-column: 1 / -1; }" in style


@pytest.mark.parametrize("sent_to", FORM_PAGES)
def test_an_address_that_forms_are_sent_to_leads_to_their_page(
    referee: Reader, at: str, sent_to: str
):
    answer = referee.get(f"{at}/{sent_to}")
    assert (answer.status_code, answer.location) == (303, f"{at}{FORM_PAGES[sent_to]}")
    assert referee.get(answer.location).status_code == 200


def test_who_loads_the_address_of_signing_out_is_led_home(referee: Reader):
    assert referee.get("/leave").location == "/"
