"""What if, on pages: tried out, and taken over when those who are touched have agreed."""

from __future__ import annotations

import pytest

from api.service import Service
from tests.api.paper import Reader
from tests.api.table import Table
from tests.api.test_pages_undo import readers


@pytest.fixture
def table(service: Service) -> Table:
    """A table where whoever is concerned has to agree; ana has the go."""
    return Table.laid(service, policy="consent")


def tried(reader: Reader, at: str, **said: str) -> str:
    """A fork that was made on the page; its address."""
    form = reader.reads(f"{at}/what-if").form("Try it out")
    made = reader.sends(form, form.filled(**said))
    assert made.status_code == 303, made.text
    return made.location


def moves(reader: Reader, fork: str) -> None:
    page = reader.reads(fork)
    assert reader.sends(page.form("Move")).status_code == 303
    assert reader.sends(reader.reads(fork).form("Everybody passes")).status_code == 303


def test_it_is_tried_out_asked_for_and_taken_over(table: Table):
    at, ana, bert, rita = readers(table)
    fork = tried(ana, at, title="had she run")
    name = fork.rpartition("/")[2]
    moves(ana, fork)
    assert "had she run" in ana.reads(f"{at}/what-if").words
    assert "had she run" not in bert.reads(f"{at}/what-if").words
    assert bert.get(f"{at}/what-if/{name}").status_code == 404
    page = ana.reads(f"{at}/what-if/{name}")
    did = table.ana.read(f"forks/{name}")["steps"][0]["lines"][0]
    assert "What is said again" in page.words and did in page.words
    assert "Bert Cole: 1 decision of theirs would be made" in page.words
    before = table.ana.read("state")["number"]
    assert ana.sends(page.form("Ask to take it over")).location == at
    assert table.ana.read("state")["number"] == before
    for reader in (bert, rita):
        assert "had she run" in reader.reads(f"{at}/what-if").words
        reader.sends(reader.reads(at).form("Agree"))
    assert did in ana.reads(at).words


def test_a_fork_has_no_head_to_note(table: Table):
    at, ana, _, _ = readers(table)
    fork = tried(ana, at)
    assert "one history" in ana.reads(at).words and "no feed" in ana.reads(f"{fork}/heads").words
    assert ana.get(f"{fork}/head").status_code == 409


def test_it_cannot_be_taken_over_from_a_page_that_is_stale(table: Table):
    at, ana, _, _ = readers(table)
    fork = tried(ana, at)
    moves(ana, fork)
    page = ana.reads(f"{at}/what-if/{fork.rpartition('/')[2]}")
    table.ana.says("roll", who="ana")
    assert ana.sends(page.form("take it over")).status_code == 412


def test_a_form_that_is_sent_twice_makes_one_fork(table: Table):
    at, ana, _, _ = readers(table)
    form = ana.reads(f"{at}/what-if").form("Try it out")
    assert ana.sends(form).location == ana.sends(form).location
    assert len(table.ana.read("forks")["items"]) == 1


def test_an_entry_that_there_is_not_is_said_on_the_page(table: Table):
    at, ana, _, _ = readers(table)
    form = ana.reads(f"{at}/what-if").form("Try it out")
    assert ana.sends(form, form.filled(at="999")).status_code == 404
    assert table.ana.read("forks")["items"] == []
