"""Planeswalker: an undo takes a wish not to be asked away, or brings it back, as play stood."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.service.service import Service
from domain.rulesets.planeswalker.turn import NOT_YET
from tests.support.clients.http_client import Table, json_of
from tests.support.fights.planeswalker import ANTHEM, FLASH, RULES, M

SEATS = [
    {"person": "Anna Berg", "role": "player", "combatants": ["mira"]},
    {"person": "Bert Cole", "role": "player", "combatants": ["nils"]},
    {"person": "Sue Dunn", "role": "spectator"},
    {"person": "Rita Eck", "role": "referee"},
]
HAND: dict[str, Any] = {
    **M,
    "Speed": 3,
    "Life": 9,
    "Channeling": 4,
    "spells": {"flash": FLASH, "anthem": ANTHEM},
    "memory": ["flash", "anthem"],
    "mana": {"red": 3},
}


@pytest.fixture
def upkeep(service: Service) -> Table:
    """Mira's Upkeep is about to pass; Mira casts no instant before it, and Nils is asked."""
    service.rulesets = lambda: {"planeswalker": RULES}
    table = Table.opened(service, ruleset="planeswalker", policy="consent", seats=SEATS)
    for who, speed in (("mira", 5), ("nils", 3)):
        traits = {**HAND, "Speed": speed}
        table.operator.says("join", subject=who, name=who.title(), side=who, traits=traits)
    table.operator.says("answer", who="referee", about="round", choice="begin")
    table.ana.says("answer", who="mira", about="phase", choice="end")
    table.ana.says("answer", who="mira", about="instants", choice="pass")
    return table


def wishing(table: Table) -> list[str]:
    """Who is not asked until something is cast."""
    rows = table.sue.part("conditions")
    under = {row["who"]: [one["condition"] for one in row["conditions"]] for row in rows}
    return [who for who, conditions in under.items() if "unasked" in conditions]


def is_asked(table: Table) -> bool:
    """True where Nils is asked for an instant."""
    options = table.bert.read("options")["options"]
    return any(one["command"].get("choice") == NOT_YET for one in options)


def wish(table: Table) -> None:
    """Nils is not to be asked until something is cast, and is not."""
    assert is_asked(table) and not wishing(table)
    table.bert.says("answer", who="nils", about="instants", choice=NOT_YET)
    assert wishing(table) == ["nils"] and not is_asked(table)


def moves(table: Table, who: Any, how: str) -> Any:
    """The answer to an undo or redo of the last step."""
    command = {"type": "rewind", "how": how}
    return who.post("commands", command, If_Match=f'"{who.head()}"')


def test_an_undo_removes_the_wish_and_a_redo_makes_it_again(upkeep: Table):
    wish(upkeep)
    assert moves(upkeep, upkeep.bert, "undo").status_code == 200
    assert is_asked(upkeep) and not wishing(upkeep)
    assert moves(upkeep, upkeep.bert, "redo").status_code == 200
    assert wishing(upkeep) == ["nils"] and not is_asked(upkeep)


def test_nobody_undoes_the_wish_of_another_who_has_not_agreed(upkeep: Table):
    wish(upkeep)
    must = upkeep.ana.would("rewind")["receipt"]["must"]
    assert [(one["who"], one["why"]) for one in must] == [("p2", "1 decision of theirs would fall")]
    assert moves(upkeep, upkeep.ana, "undo").status_code == 409
    upkeep.ana.post("commands", {"type": "ask-undo"}, If_Match=f'"{upkeep.ana.head()}"')
    assert wishing(upkeep) == ["nils"]
    upkeep.bert.says("answer-undo", choice="agree")
    assert is_asked(upkeep) and not wishing(upkeep)


@pytest.mark.parametrize("spell, target", [("anthem", []), ("flash", ["nils"])])
def test_an_undo_of_the_cast_that_ended_the_wish_restores_it(
    upkeep: Table, spell: str, target: list[str]
):
    wish(upkeep)
    how = {"who": "mira", "manoeuvre": "instant" if target else "cast", "using": spell}
    upkeep.ana.says("act", targets=target, **how)
    assert wishing(upkeep) == []
    undone = moves(upkeep, upkeep.ana, "undo")
    assert undone.status_code == 200, json.dumps(json_of(undone))
    assert wishing(upkeep) == ["nils"]
    upkeep.ana.says("answer", who="mira", about="phase", choice="end")
    assert not is_asked(upkeep)


def test_an_undo_of_taking_the_wish_back_restores_it(upkeep: Table):
    wish(upkeep)
    upkeep.bert.says("act", who="nils", manoeuvre="be asked again")
    assert wishing(upkeep) == []
    assert moves(upkeep, upkeep.bert, "undo").status_code == 200
    assert wishing(upkeep) == ["nils"]


def test_a_jump_before_the_wish_is_a_moment_without_it(upkeep: Table):
    before = upkeep.rita.read("state")["number"]
    wish(upkeep)
    upkeep.operator.says("undo-policy", policy="free")
    head = upkeep.ana.head()
    gone = upkeep.ana.post(
        "commands", {"type": "rewind", "how": "jump", "to": int(before)}, If_Match=f'"{head}"'
    )
    assert gone.status_code == 200, gone.text
    assert is_asked(upkeep) and not wishing(upkeep)
