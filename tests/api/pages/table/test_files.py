"""A file of another program on the page of the referee: shown first, and then brought in."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from domain import commands as c
from tests.domain.importers.test_foundry_dnd5e import actor
from tests.support.clients.html_reader import ORIGIN, Form, Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in

PARTY = b"name,hp,init\nKara,20/24,+1\nOld Ash,12,+0\n"
"""Two whose modifiers are 1 and 0."""


@pytest.fixture
def bridge(tmp_path: Path) -> Table:
    """A fight of any game with nobody in it."""
    service = service_in(tmp_path)
    return Table.at_combat(service, service.open(c.Open(ruleset="open")).combat.name)


def names(table: Table) -> list[str]:
    return [each.name for each in table.service.combat(table.combat).head.roster.members.values()]


def uploads(reader: Reader, form: Form, data: bytes, name: str) -> Sheet:
    """The page after a file was chosen and sent."""
    said: dict[str, Any] = {**form.filled(), "file": (BytesIO(data), name)}
    answer = reader.client.post(form.action, data=said, headers={"Origin": ORIGIN})
    # What is large is sent from a file, which the client leaves open.
    answer.request.environ["wsgi.input"].close()
    return Sheet(answer.text)


def test_a_file_is_shown_before_anybody_joins(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    at = f"/combats/{bridge.combat}"
    form = reader.reads(f"{at}/referee").form("Read the file")
    data = json.dumps(actor()).encode()
    shown = uploads(reader, form, data, "fvtt-Actor-old-ogre-x9Y8.json")
    assert "Nobody has joined yet." in shown.words and names(bridge) == []
    assert "x9Y8.json was read as: actors exported from Foundry VTT" in shown.words
    assert re.search(r"Please check \d+: not said outright in the file, or left out", shown.words)
    assert "Who would join: Old Ogre." in shown.words
    assert "items (Old Ogre): left out. Attacks, spells and gear" in shown.words
    done = reader.sends(shown.form("Bring it in as read"))
    assert "came in." in done.text and names(bridge) == ["Old Ogre"]
    assert "old-ogre" in bridge.service.combat(bridge.combat).head.roster.members


def test_a_file_that_nobody_knows_says_why(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    form = reader.reads(f"/combats/{bridge.combat}/referee").form("Read the file")
    said = uploads(reader, form, b"Once upon a time", "story.txt").words
    assert "No program that is known here" in said
    assert "Choose a file." in Sheet(reader.sends(form).text).words
    assert names(bridge) == []


def test_a_larger_file_than_a_usual_form_is_taken(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    form = reader.reads(f"/combats/{bridge.combat}/referee").form("Read the file")
    data = json.dumps(actor() | {"items": ["gear " * 100_000]}).encode()
    shown = uploads(reader, form, data, "ogre.json")
    reader.sends(shown.form("Bring it in as read"))
    assert names(bridge) == ["Old Ogre"]


def test_who_came_in_by_a_file_can_be_edited_copied_and_taken_along(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    at = f"/combats/{bridge.combat}/referee"
    shown = uploads(reader, reader.reads(at).form("Read the file"), PARTY, "party.csv")
    reader.sends(shown.form("Bring it in as read"))
    like = reader.reads(f"{at}?like=kara").form("Add the combatant").filled()
    assert like["text:name"] == "Kara 2"
    assert "hp/current: 20\nhp/most: 24" in like["traits:traits"]
    edit = reader.reads(f"{at}?edit=kara").form("Save Kara")
    assert reader.sends(edit, edit.filled(name="Kara the Red")).status_code == 303
    other = bridge.service.open(c.Open(ruleset="open")).combat.name
    form = reader.reads(f"/combats/{other}/referee").form("Add all of them")
    said = form.filled()
    said["from"] = bridge.combat
    assert reader.sends(form, said).status_code == 303
    table = Table.at_combat(bridge.service, other)
    assert names(table) == ["Kara the Red", "Old Ash"]
    pools = table.operator.part("pools")
    assert [row["amount"] for row in pools] == ["20 of 24", "12 of 12"]


def test_a_modifier_of_one_reads_as_a_number(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    new = reader.reads("/new?ruleset=open/dnd-5e").form("Start the fight")
    at = reader.sends(new).headers["Location"]
    shown = uploads(reader, reader.reads(at).form("Read the file"), PARTY, "party.csv")
    reader.sends(shown.form("Bring it in as read"))
    words = reader.reads(at.removesuffix("/referee")).words
    assert "initiative 1" in words and "initiative 0" in words
    assert "no longer initiative" not in words
    assert "As csv reported it" not in words


def test_the_hint_of_a_sheet_names_no_gear_in_any_game(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    words = reader.reads(f"/combats/{bridge.combat}/referee").words
    assert "such as HP 12, or zone: the hall; or JSON." in words and "weapons/" not in words


def test_table_options_are_labelled_by_what_they_decide(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    page = reader.get(f"/combats/{bridge.combat}/referee").text
    labels = re.findall(r"<label for=[^>]*>([^<]*)</label>\s*<select name=\"one:value\"", page)
    assert len(labels) == len(set(labels)) and "From now on" not in page
    assert labels[0] == "Who comes when"
    reported = "Reported: another program, or an imported file, says whose turn it is."
    assert reported in page and reported in reader.get("/new?ruleset=open").text
