"""Salts on pages: bound unseen, shown when all are bound, counted from the next round on."""

from __future__ import annotations

import json

import pytest

from api.server.app import create_app
from api.service.service import Service
from domain.table.table import commitment_of
from tests.api.pages.table.test_undo import readers
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.combats.disputed import Middle

WORDS = "an owl at noon, 1187"


@pytest.fixture
def table(service: Service) -> Table:
    """A toy fight in its first round."""
    return Table.laid(service)


def bind(reader: Reader, at: str, **said: str) -> int:
    form = reader.reads(f"{at}/dice").form("Lock in my words")
    return reader.sends(form, form.filled(**said)).status_code


def show(reader: Reader, at: str, words: str) -> int:
    form = reader.reads(f"{at}/dice").form("Show my words")
    return reader.sends(form, form.filled(value=words)).status_code


def test_words_are_bound_by_their_hash_alone_and_shown_later(table: Table):
    at, ana, bert, _ = readers(table)
    words = ana.reads(f"{at}/dice").words
    assert "Only the server's randomness is used: nobody has added a secret yet." in words
    assert "Host entropy" not in words
    assert bind(ana, at, value=WORDS) == 303
    log = table.ana.get("events?limit=500").text
    assert commitment_of("salt", WORDS) in log and WORDS not in log
    assert bind(bert, at, commitment=commitment_of("salt", "mine is made elsewhere")) == 303
    seen = ana.reads(f"{at}/dice").words
    assert "Anna Berg: locked in" in seen and "Bert Cole: locked in" in seen
    assert show(ana, at, WORDS) == 303
    assert "1 of 2 are shown" in bert.reads(f"{at}/dice").words
    assert show(bert, at, "mine is made elsewhere") == 303
    for who in ("ana", "bert", "cleo"):
        table.operator.says("answer", who=who, about="turn", choice="end")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert "Salted by 2 seats since round 2" in ana.reads(f"{at}/dice").words


def test_what_could_be_guessed_or_was_not_bound_is_refused(table: Table):
    at, ana, _, _ = readers(table)
    assert bind(ana, at, value="owl") == 409
    assert bind(ana, at, value=WORDS) == 303
    assert show(ana, at, WORDS + "!") == 409
    assert "Anna Berg: locked in" in ana.reads(f"{at}/dice").words


def test_who_only_looks_has_no_form(table: Table):
    at = f"/combats/{table.combat}"
    sue = Reader(table.app, table.tokens["sue"])
    assert sue.reads(f"{at}/dice").leaves_alone


def test_at_the_end_the_referee_reveals_the_keys_for_good(table: Table):
    at, ana, _, rita = readers(table)
    table.rita.says("end")
    assert "The referee may reveal the keys" in ana.reads(f"{at}/dice").words
    assert ana.reads(f"{at}/dice").leaves_alone
    form = rita.reads(f"{at}/dice").form("Reveal the keys, for good")
    assert rita.sends(form).status_code == 303
    assert "The keys are revealed: 0 rolls can be recomputed." in ana.reads(f"{at}/dice").words
    assert rita.reads(f"{at}/dice").leaves_alone


def test_whoever_saw_what_another_typed_in_says_so_on_the_page(table: Table):
    at, ana, bert, _ = readers(table)
    table.ana.says("roll", who="ana", count=2, sides=6, faces={"loose": [3, 5]})
    buttons = [form.button for form in ana.reads(f"{at}/dice").forms]
    assert not any("I saw" in button for button in buttons), "nobody is his own witness"
    page = bert.reads(f"{at}/dice")
    [form] = [form for form in page.forms if "I saw" in form.button]
    assert "Ana: 3, 5 on d6" in page.words
    assert bert.sends(form).status_code == 303
    page = bert.reads(f"{at}/dice")
    assert "was typed in and seen by 1" in page.words
    assert not any("I saw" in form.button for form in page.forms), "once is enough"


def test_dice_of_the_service_need_no_witness(table: Table):
    at, _, bert, _ = readers(table)
    table.ana.says("roll", who="ana")
    assert "Typed in by others" not in bert.reads(f"{at}/dice").words


@pytest.mark.parametrize("value", [5, ["a"] * 20, {}])
def test_words_that_are_no_words_are_refused(table: Table, value: object):
    at, ana, _, _ = readers(table)
    form = ana.reads(f"{at}/dice").form("Lock in my words")
    command = json.dumps({"type": "commit", "what": "salt", "value": value})
    said = form.filled()
    said["command"] = command
    assert ana.sends(form, said).status_code == 422


def test_nobody_is_asked_to_have_seen_dice_where_none_fell(service: Service):
    middle = Middle(service, "age-of-magic/the-toll-bridge")
    cleo = Reader(create_app(service), str(middle.cleo.token))
    buttons = [form.button for form in cleo.reads(f"/combats/{middle.combat}/dice").forms]
    log = middle.rita.read("events?limit=500&after=0")["items"]
    fell = {
        f"I saw entry {x['number']}"
        for x in log
        if x["type"].startswith("combat.dice") and x["event"].get("faces")
    }
    asked = [button for button in buttons if button.startswith("I saw")]
    assert asked and set(asked) <= fell
