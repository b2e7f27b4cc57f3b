"""The referee answers for whoever is away; no page and no answer offers it for one who is here."""

from __future__ import annotations

from typing import Any

from api.combats.viewers.presence import AWAY
from api.service.service import Service
from tests.api.handlers.test_undo_requests import Going
from tests.support.clients.html_reader import Reader, Sheet


def going(service: Service) -> tuple[Going, str, Reader]:
    """A table with its clock, its address, and Rita's page."""
    table = Going.back(service)
    return table, f"/combats/{table.combat}", Reader(table.app, table.tokens["rita"])


def offers(page: Sheet, button: str) -> bool:
    """True where a button of that name stands on a page."""
    return any(form.button == button for form in page.forms)


def test_going_back_is_answered_for_whoever_is_away_and_offered_for_nobody_else(service: Service):
    table, at, rita = going(service)
    table.ana.says("roll", who="ana", sides=20)
    table.asks(table.ana)
    table.bert.read("state")
    page = rita.reads(at)
    assert page.form("Agree") and not offers(page, "Agree for Bert Cole")
    assert "Here, and asked on a page of their own: Bert Cole." in page.words
    table.time += AWAY
    table.ana.read("state")
    page = rita.reads(at)
    assert page.form("Agree for Bert Cole") and page.form("Refuse for Bert Cole")
    assert "asked on a page of their own" not in page.words


def test_fresh_dice_are_agreed_to_for_whoever_is_away(service: Service):
    table, at, rita = going(service)
    entry = int(table.ana.says("roll", who="ana", sides=20)["entries"][0]["number"])
    table.rita.says("rewind", how="undo")
    table.ana.says("ask-fresh-dice", about=entry)
    table.bert.read("state")
    assert not offers(rita.reads(at), "Agree to fresh dice for Bert Cole")
    assert table.rita.read("dice")["request"]["away"] == []
    table.time += AWAY
    assert rita.reads(at).form("Agree to fresh dice for Bert Cole")
    found = {who: who.read("dice")["request"]["away"] for who in (table.rita, table.ana)}
    assert found == {table.rita: ["p2"], table.ana: []}


def test_the_referee_may_appeal_for_whoever_is_away(service: Service):
    table, at, rita = going(service)
    table.rita.says("seat-open", person="Dora Fay", role="player", combatants=["cleo"])
    entry = int(table.ana.says("roll", who="ana", sides=20)["entries"][0]["number"])
    said: Any = table.bert.says("contest", entry=entry, note="It fell off the table.")
    number = int(said["entries"][0]["number"])
    back = {"remedy": "go-back", "to": entry - 1}
    table.rita.says("rule-dispute", dispute=number, remedy=back, note="It did.")
    claims = f", and claim: go back to entry {number + 1}"
    assert not offers(rita.reads(f"{at}/docket/{number}"), f"Appeal for Bert Cole{claims}")
    table.time += AWAY
    table.ana.read("state")
    found = {who: who.read("disputes")["away"] for who in (table.rita, table.ana)}
    assert found == {table.rita: ["p2"], table.ana: []}
    page = rita.reads(f"{at}/docket/{number}")
    assert page.form(f"Appeal for Bert Cole{claims}")
    assert not offers(page, f"Appeal for Anna Berg{claims}")
