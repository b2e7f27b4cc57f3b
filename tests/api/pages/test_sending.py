"""What a form of the pages does, once or not at all, and how a refusal is told."""

from __future__ import annotations

import json
import re

import pytest

from api.service.service import Service
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table


def test_sent_twice_it_is_done_once(ana: Reader, table: Table, at: str):
    form = ana.reads(at).form("Move")
    assert ana.sends(form).location == at
    entries = table.entries()
    assert ana.sends(form).status_code == 303
    assert table.entries() == entries


def test_a_stale_form_is_refused_with_what_was_missed(ana: Reader, table: Table, at: str):
    form = ana.reads(at).form("Move")
    form.hidden["button"] = "Move"
    table.operator.says(
        "adjust",
        note="a blessing",
        change={"what": "pool", "subject": "ana", "pool": "ap", "delta": 1},
    )
    entries = table.entries()
    answer = ana.sends(form)
    words = Sheet(answer.text).words
    assert answer.status_code == 412 and table.entries() == entries
    assert "The table went on since this page was drawn" in words
    assert (
        "The combat went on. The table went on" in words and "Since then: ana: AP set to 4" in words
    )
    assert ana.sends(Sheet(answer.text).form("Move")).status_code == 303


def test_a_refusal_says_the_clause_and_the_numbers_beside_its_form(
    referee: Reader, table: Table, at: str
):
    form = referee.reads(f"{at}/referee").form("Change AP")
    said = form.filled(subject="ana", delta="-7", note="a curse")
    entries = table.entries()
    answer = referee.sends(form, said)
    page = Sheet(answer.text)
    assert answer.status_code == 409 and table.entries() == entries
    assert "AP cannot go below 0 (§ T1 Action points). Nothing has changed." in page.words
    assert "left 3 change -7 least 0" in page.words
    again = page.form("Change AP")
    assert again.id == form.id and any(box.value == "-7" for box in again.boxes)


def test_what_cannot_be_read_is_said_at_its_field(referee: Reader, at: str):
    form = referee.reads(f"{at}/referee").form("Change AP")
    answer = referee.sends(form, form.filled(subject="ana", delta="much", note="a curse"))
    assert answer.status_code == 422
    assert "This has to be a number of points" in Sheet(answer.text).words


def test_a_form_without_its_parts_is_refused(referee: Reader, table: Table, at: str):
    entries = table.entries()
    for missing, status in (("key", 400), ("command", 400)):
        form = referee.reads(at).form("Move")
        form.hidden.pop(missing)
        assert referee.sends(form).status_code == status
    form = referee.reads(at).form("Move")
    form.hidden["command"] = '{"type": "act"}'
    assert referee.sends(form).status_code == 422
    form.hidden["command"] = "[" * 5000
    assert referee.sends(form).status_code == 400
    assert table.entries() == entries


def test_undo_and_redo_show_first_what_would_change(referee: Reader, table: Table, at: str):
    referee.sends(referee.reads(at).form("Move"))
    page = referee.reads(f"{at}/move?how=undo")
    assert "What falls away" in page.words and "ana moves" in page.words
    assert "Undo ana's move? ana gets 1 AP back." in page.words
    assert referee.sends(page.form("Undo it")).location == at
    page = referee.reads(at)
    assert (
        "ana moves, by the referee (1 AP, 2 left) undone" in page.words
        and "ana a AP 3 AP of ana Now" in page.words
    )
    page = referee.reads(f"{at}/move?how=redo")
    assert "What comes back" in page.words
    assert referee.sends(page.form("Redo it")).status_code == 303
    assert "ana a AP 2 AP of ana Now" in referee.reads(at).words
    page = referee.reads(f"{at}/move?how=jump&to=5")
    assert referee.sends(page.form("Go on from there")).status_code == 303
    assert "Before the first round" in referee.reads(at).words
    assert "nothing to redo" not in referee.reads(at).words


def test_a_seat_is_opened_and_its_link_shown_once(referee: Reader, table: Table, at: str):
    form = referee.reads(f"{at}/seats").form("Open the seat")
    said = form.filled(person="Cora", role="player")
    said.add("some:combatants", "cleo")
    answer = referee.sends(form, said)
    [token] = set(re.findall(r"clt_[\w-]{20,}", answer.text))
    assert f"http://localhost/enter#{token}" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert token not in referee.get(f"{at}/seats").text
    again = referee.sends(form, said)
    assert again.status_code == 303 and len(table.operator.read("")["seats"]) == 5
    cora = Reader(table.app, token)
    assert "Cora (player)" in cora.reads(at).words


def test_a_player_without_a_fighter_is_shown_where_to_choose_one(
    table: Table, referee: Reader, at: str
):
    table.operator.says("seat-open", person="Otto", role="player")
    page = referee.reads(f"{at}/seats")
    assert page.words.count("has no fighter: choose") == 1
    assert "Otto has no fighter: choose" in page.words
    form = page.form("Change the seat of Otto")
    assert f'href="#{form.id}"' in referee.get(f"{at}/seats").text


def test_a_combat_is_opened_from_the_start_page(referee: Reader, service: Service):
    page = referee.reads("/new?ruleset=toy")
    form = page.form("Start the fight")
    said = form.filled(title="At the mill")
    answer = referee.sends(form, said)
    assert answer.status_code == 303
    assert referee.sends(form, said).location == answer.location
    page = referee.reads(answer.location)
    said = page.form("Add the combatant").filled(name="Würlik & Söhne", traits="ap 3")
    came = referee.sends(page.form("Add the combatant"), said).location
    assert came.partition("?")[0] == answer.location
    assert "Würlik & Söhne has come in. To the table" in referee.reads(came).words
    words = referee.reads(answer.location.removesuffix("/referee")).words
    assert "Würlik & Söhne" in words and "At the mill" in words
    like = referee.reads(f"{answer.location}?like=wurlik-sohne")
    copied = [box.value for box in like.form("Add the combatant").boxes]
    assert "Würlik & Söhne 2" in copied


@pytest.mark.parametrize(
    "command",
    [
        {"type": "act", "targets": 5},
        {"type": "act", "targets": [{}]},
        {"type": "act", "damage": {}},
        {"type": "act", "damage": "2", "targets": ["ana"], "results": 5},
        {"type": "act", "damage": 2, "targets": ["ana"], "params": [5]},
        {"type": "act", "damage": 2, "targets": ["ana"], "params": None, "results": None},
        {"type": "all", "commands": 5},
        {"type": "all", "commands": None},
        {"type": "all", "commands": [5]},
        {"type": "join", "name": 5},
    ],
    ids=json.dumps,
)
def test_a_command_that_no_form_says_is_refused(
    referee: Reader, table: Table, at: str, command: dict[str, object]
):
    form, entries = referee.reads(f"{at}/referee").form("Change AP"), table.entries()
    said = form.filled()
    said["command"] = json.dumps(command)
    assert 400 <= referee.sends(form, said).status_code < 500
    assert table.entries() == entries
