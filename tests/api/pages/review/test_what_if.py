"""What-ifs on pages: made, opened and played by their maker, linked with what they go on from."""

from __future__ import annotations

import pytest

from api.service.service import Service
from tests.api.pages.table.test_undo import readers
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.what_ifs import what_ifs_of


@pytest.fixture
def table(service: Service) -> Table:
    """A table where whoever is concerned has to agree; ana has the go."""
    return Table.laid(service, policy="consent")


def tried(reader: Reader, at: str, **said: str) -> str:
    """A what-if that was made on the page; its address."""
    form = reader.reads(f"{at}/what-if").form("Try it out")
    made = reader.sends(form, form.filled(**said))
    assert made.status_code == 303, made.text
    return made.location


def classes(page: Sheet) -> set[tuple[str, str]]:
    """Elements with their classes."""
    return {(tag, found.get("class", "")) for tag, found in page.tags}


def links(page: Sheet) -> set[str]:
    """Where a page leads."""
    return {found["href"] for tag, found in page.tags if tag == "a"}


def test_it_is_made_played_and_linked_both_ways(table: Table):
    at, ana, bert, _ = readers(table)
    there = tried(ana, at, title="had she run")
    before = table.ana.read("state")
    page = ana.reads(there)
    assert "had she run" in page.words and at in links(page)
    assert ana.sends(page.form("Move")).status_code == 303
    assert ana.sends(ana.reads(there).form("Everybody passes")).status_code == 303
    assert table.ana.read("state") == before
    assert "had she run" in ana.reads(f"{at}/what-if").words
    operator = Reader(table.app, table.service.vault.operator_token())
    assert "what-if of The ford" in operator.reads("/").words
    assert there in links(ana.reads(f"{at}/what-if"))
    for path in ("", "/what-if", "/replay", "/audit", "/docket", "/move", "/seats"):
        page = ana.reads(there + path)
        assert "What if: had she run – back to The ford" in page.words, path
        assert at in links(page) and ("main", "what-if") in classes(page), path
    assert "back to" not in ana.reads(at).words
    assert f"{there}/replay" in links(ana.reads(f"{at}/replay"))
    assert "instead of" in ana.reads(f"{at}/compare?with={there.rpartition('/')[2]}").words
    assert "had she run" not in bert.reads(f"{at}/what-if").words
    assert bert.get(there).status_code == 403


def test_it_begins_at_any_moment_of_the_replay_by_one_button(table: Table):
    at, ana, _, _ = readers(table)
    entry = table.ana.read("state")["number"]
    form = ana.reads(f"{at}/replay?at={entry}&by=entry").form("What if from here")
    there = ana.sends(form).location
    page = ana.reads(there)
    assert f"{at}?at={entry}" in links(ana.reads(f"{there}/what-if"))
    assert "What if: after “" in page.words or "What if: from entry 9" in page.words


def test_its_maker_opens_seats_in_it(table: Table):
    at, ana, _, _ = readers(table)
    there = tried(ana, at)
    assert ana.get(f"{there}/seats").status_code == 200
    assert ana.get(f"{there}/referee").status_code == 200
    assert ana.get(f"{at}/seats").status_code == 403


def test_a_form_that_is_sent_twice_makes_one_what_if(table: Table):
    at, ana, _, _ = readers(table)
    form = ana.reads(f"{at}/what-if").form("Try it out")
    assert ana.sends(form).location == ana.sends(form).location
    assert len(what_ifs_of(table.ana)) == 1


def test_an_entry_that_there_is_not_is_said_on_the_page(table: Table):
    at, ana, _, _ = readers(table)
    form = ana.reads(f"{at}/what-if").form("Try it out")
    assert ana.sends(form, form.filled(at="999")).status_code == 409
    assert what_ifs_of(table.ana) == []
