"""Import on the home page: what is in a file is shown, and a button opens the fight."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from tests.support.clients.html_reader import ORIGIN, Form, Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.no_combat_yet import operator, table
from tests.support.goldens.samples import service_in

__all__ = ["operator", "table"]

PARTY = b"name;hp;ac;init\nKara;20/24;16;+3\nOld Ash;12;13;+1\n"


def uploads(reader: Reader, form: Form, data: bytes, name: str) -> Sheet:
    """Send a file as a browser does; the page that comes."""
    sent = {**form.hidden, "file": (io.BytesIO(data), name)}
    answer = reader.client.post(form.action, data=sent, headers={"Origin": ORIGIN})
    # What is large is sent from a file, which the client leaves open.
    answer.request.environ["wsgi.input"].close()
    return Sheet(answer.text)


def test_a_file_is_shown_first_and_opens_a_fight(table: Table, operator: Reader):
    shown = uploads(operator, operator.reads("/").form("Read the file"), PARTY, "party.csv")
    assert "Nothing has been imported yet." in shown.words
    assert "These would fight: Kara, Old Ash." in shown.words
    assert "Kara" not in operator.reads("/").words
    answer = operator.sends(shown.form("Open this fight"))
    members = table.service.combat(answer.location.rpartition("/")[2]).head.roster.members
    assert [one.name for one in members.values()] == ["Kara", "Old Ash"]


def test_a_fight_that_was_saved_comes_back(tmp_path: Path, operator: Reader, bridge: bytes):
    shown = uploads(operator, operator.reads("/import").form("Read the file"), bridge, "x.ndjson")
    assert re.search(r"is a fight saved by combatlog, with \d+ entries", shown.words), shown.words
    answer = operator.sends(shown.form("Open this fight"))
    assert answer.status_code == 303 and "Kim" in operator.reads(answer.location).words


@pytest.fixture
def bridge(tmp_path: Path) -> bytes:
    """The export of a fight of another server."""
    other = tmp_path / "other"
    other.mkdir()
    there = Table.at_combat(service_in(other), "none")
    operator = Reader(there.app, there.service.vault.operator_token())
    form = operator.reads("/").form("Start")
    at = operator.sends(form, form.filled(who="Kim 12 AC 13", title="Bridge")).location
    token = {"Authorization": f"Bearer {operator.token}"}
    found = bytes(there.client.get(f"/v1{at}/export", headers=token).data)
    there.service.close()
    return found


def test_what_cannot_be_read_says_why(operator: Reader):
    form = operator.reads("/import").form("Read the file")
    said = uploads(operator, form, b"Once upon a time", "story.txt").words
    assert "No program that is known here" in said
    assert "No file was chosen." in Sheet(operator.sends(form).text).words
    large = uploads(operator, form, b"x" * (1024 * 1024 + 1), "large.txt").words
    assert "more than 1024 KiB" in large and "combatlog import" in large


def test_what_a_file_was_said_to_be_is_still_chosen_after_a_refusal(operator: Reader):
    form = operator.reads("/import").form("Read the file")
    avrae = next(box for box in form.boxes if box.name == "as")
    assert avrae.value == ""
    form.hidden["as"] = "avrae"
    page = uploads(operator, form, b"Once upon a time", "story.txt")
    [chosen] = [box.value for box in page.form("Read the file").boxes if box.name == "as"]
    assert chosen == "avrae" and 'role="alert"' in operator.sends(form).text
