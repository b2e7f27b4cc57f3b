"""Asking to go back in a browser: who must agree is shown first; then one asks and is answered."""

from __future__ import annotations

import pytest

from api.service.service import Service
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table


@pytest.fixture
def table(service: Service) -> Table:
    """A table where whoever is concerned has to agree; ana has rolled a die."""
    table = Table.laid(service, policy="consent")
    table.ana.says("roll", who="ana", sides=20)
    return table


def readers(table: Table) -> tuple[str, Reader, Reader, Reader]:
    ana, bert, rita = (Reader(table.app, table.tokens[who]) for who in ("ana", "bert", "rita"))
    return f"/combats/{table.combat}", ana, bert, rita


def test_one_sees_who_must_agree_then_asks_and_all_agree(table: Table):
    at, ana, bert, rita = readers(table)
    page = ana.reads(f"{at}/move?how=undo")
    assert "Everybody concerned has to agree" in page.words
    assert "Undo ana's loose roll? Nobody's points or states change." in page.words
    assert "Bert Cole seen since: 1 die will be asked" in page.words
    assert "The referee seen since: 1 die will be asked" in page.words
    assert "Better leave it as it is: 1 decision would fall, 1 thing left to" in page.words
    assert ana.sends(page.form("Ask to undo it")).location == at
    asked = (
        "Anna Berg asks to undo ana's loose roll. Nobody's points or states change. Play waits for"
    )
    assert f"{asked} Bert Cole and the referee." in ana.reads(at).words
    called = "Bert Cole, Anna Berg asks you: undo ana's loose roll?"
    assert called in bert.reads(at).words and called not in ana.reads(at).words
    title = "<title>Anna Berg asks you: undo ana&#39;s loose roll? – The ford – combatlog</title>"
    assert title in bert.get(at).text and 'data-go="1"' in bert.get(at).text
    assert "Nothing is asked" not in bert.reads(at).words
    assert "Play waits For an answer to what stands above." in ana.reads(at).words
    assert asked in bert.reads(at).words and ana.reads(at).form("Withdraw the request")
    assert bert.sends(bert.reads(at).form("Agree")).location == at
    assert "Play waits for the referee." in ana.reads(at).words
    rita.sends(rita.reads(at).form("Agree"))
    assert "asks to undo" not in ana.reads(at).words.partition("The story")[0]
    assert "Bert Cole agrees to the undo" in ana.reads(at).words


def test_who_withdraws_a_request_waits_before_the_next(table: Table):
    at, ana, _, _ = readers(table)
    ana.sends(ana.reads(f"{at}/move").form("Ask to undo it"))
    ana.sends(ana.reads(at).form("Withdraw the request"))
    answer = ana.sends(ana.reads(f"{at}/move").form("Ask to undo it"))
    assert answer.status_code == 409 and "wait before you ask again" in answer.text


def test_it_is_refused_and_the_referee_answers_for_another(table: Table):
    at, ana, bert, rita = readers(table)
    ana.sends(ana.reads(f"{at}/move").form("Ask to undo it"))
    rita.sends(rita.reads(at).form("Agree for Bert Cole"))
    assert "Play waits for the referee." in bert.reads(at).words
    rita.sends(rita.reads(at).form("Refuse"))
    answer = ana.sends(ana.reads(f"{at}/move").form("Ask to undo it"))
    assert answer.status_code == 409 and "wait before you ask again" in answer.text


def test_the_referee_may_ask_or_go_by_his_own_word(table: Table):
    at, _, _, rita = readers(table)
    page = rita.reads(f"{at}/move?how=undo")
    assert page.form("Ask to undo it")
    assert rita.sends(page.form("Undo it by the referee's word")).location == at


def test_what_nobody_can_agree_to_has_no_button(table: Table):
    at, ana, _, _ = readers(table)
    table.rita.says("undo-policy", policy="strict")
    page = ana.reads(f"{at}/move?how=undo")
    assert "nothing that was learned is ever taken back" in page.words
    assert "Ask to undo it" not in page.words and "Undo it" not in page.words


def test_a_spectator_is_not_led_to_an_undo(table: Table):
    spectator = Reader(table.app, table.tokens["sue"])
    at = f"/combats/{table.combat}"
    assert f'href="{at}/move"' not in spectator.get(at).text
    words = spectator.reads(f"{at}/move?how=undo").words
    assert "Spectators cannot undo" in words and "Who must agree" not in words


@pytest.mark.parametrize(
    ("address", "status"),
    [("?at=0", 200), ("/move?to=999999999", 200), ("/move?to=1000000000", 422)],
)
def test_an_entry_that_cannot_be_is_no_fault_of_the_server(table: Table, address: str, status: int):
    at, ana, _, _ = readers(table)
    assert ana.get(at + address).status_code == status
