"""A file of another program on the page of the referee: shown first, and then brought in."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from domain import commands as c
from tests.domain.importers.test_foundry_dnd5e import actor
from tests.support.clients.html_reader import ORIGIN, Form, Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in


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
    return Sheet(answer.text)


def test_a_file_is_shown_before_anybody_joins(bridge: Table):
    reader = Reader(bridge.app, bridge.service.vault.operator_token())
    at = f"/combats/{bridge.combat}"
    form = reader.reads(f"{at}/referee").form("Read the file")
    data = json.dumps(actor()).encode()
    shown = uploads(reader, form, data, "fvtt-Actor-old-ogre-x9Y8.json")
    assert "Nobody has joined yet." in shown.words and names(bridge) == []
    assert "fvtt-Actor-old-ogre-x9Y8.json was read as foundry-actor" in shown.words
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
