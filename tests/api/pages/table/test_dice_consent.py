"""Fresh dice in a browser: asked for at the undone roll, answered at the table."""

from __future__ import annotations

from api.service.service import Service
from tests.api.pages.table.test_undo import readers
from tests.support.combats.fair_play import free, last, rolls, undoes


def test_at_an_undone_roll_one_asks_for_fresh_dice_and_all_agree(service: Service):
    table = free(service)
    first = rolls(table.ana, count=9)["event"]["faces"]
    die = last(table.ana)
    at, ana, bert, rita = readers(table)
    assert "Ask for fresh dice" not in ana.reads(f"{at}?at={die}").words, "it stands"
    undoes(table.ana)
    assert ana.sends(ana.reads(f"{at}?at={die}").form("Ask for fresh dice")).location == at
    asked = "Anna Berg asks for fresh dice. Not yet answered: Bert Cole and the referee."
    assert asked in ana.reads(at).words and ana.reads(at).form(
        "Withdraw the request for fresh dice"
    )
    bert.sends(bert.reads(at).form("Agree to fresh dice"))
    assert "Not yet answered: the referee." in ana.reads(at).words
    rita.sends(rita.reads(at).form("Agree to fresh dice"))
    assert "Not yet answered" not in ana.reads(at).words
    assert rolls(table.ana, count=9)["event"]["faces"] != first


def test_the_referee_refuses_for_another_and_who_only_looks_has_no_button(service: Service):
    table = free(service)
    rolls(table.ana)
    die = last(table.ana)
    undoes(table.ana)
    at, ana, _, rita = readers(table)
    ana.sends(ana.reads(f"{at}?at={die}").form("Ask for fresh dice"))
    rita.sends(rita.reads(at).form("Refuse fresh dice for Bert Cole"))
    assert "Not yet answered" not in rita.reads(at).words
    assert "Ask for fresh dice" not in ana.reads(f"{at}?at=1").words
