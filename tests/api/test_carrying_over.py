"""What was done in secret is carried over a move of the head, if it still may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.open_combat import OpenCombat
from api.service import Request, Service
from domain import commands as c
from domain import events as e
from domain.seats import Viewer
from domain.wire import Entry
from tests.api.table import Table
from tests.api.test_http_undo import BEGIN, REFEREE
from tests.rulesets.kaiser import RULES, XAN, YRSA

LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 20}
AMBUSH: dict[str, Any] = {"type": "roll", "who": "referee", "sides": 20, "hidden": True}


def line(combat: OpenCombat) -> Iterator[Entry]:
    return combat.path(0, combat.node)


def hidden(table: Table) -> list[tuple[int, ...]]:
    """The faces of hidden dice on the line of play."""
    rolls = (x.event for x in line(table.service.combat(table.combat)) if x.meta.audience)
    return [roll.faces for roll in rolls if isinstance(roll, e.DiceRolled)]


def goes(table: Table, who: Any, how: str, **where: Any) -> None:
    answer = who.post(how, where, If_Match="*")
    assert answer.status_code == 200, answer.text


def test_hidden_dice_and_lurkers_outlast_an_undo_with_their_faces(table: Table):
    table.ana.says(**LUCK)
    start = table.ana.read("state")
    table.rita.says(**AMBUSH)
    table.rita.says("join", subject="lurker", side="b", hidden=True)
    table.ana.says(**LUCK)
    table.rita.says(**AMBUSH)
    table.ana.says(**LUCK)
    before = hidden(table)
    for _ in range(3):
        goes(table, table.ana, "undo")
        assert hidden(table) == before
    assert table.ana.read("state")["members"] == start["members"]
    assert "lurker" in [m["subject"] for m in table.rita.read("state")["members"]]
    for _ in range(3):
        goes(table, table.ana, "redo")
        assert hidden(table) == before
    rolled = [x for x in line(table.service.combat(table.combat))
              if isinstance(x.event, e.DiceRolled) and not x.meta.audience]  # fmt: skip
    assert len(rolled) == 3


def test_the_referee_finds_what_was_undone_behind_what_was_carried(table: Table):
    table.ana.says(**LUCK)
    table.rita.says(**AMBUSH)
    table.ana.says(**LUCK)
    goes(table, table.ana, "undo")
    table.ana.says("note", note="hm")
    assert table.rita.read("preview?how=redo")["returns"]
    goes(table, table.rita, "redo")
    assert len(hidden(table)) == 1
    assert table.rita.read("preview?how=undo")["falls"][-1]["lines"][0].startswith("Ana rolls")


def test_what_the_referee_did_himself_falls_when_he_goes_back(table: Table):
    table.ana.says(**LUCK)
    table.rita.says(**AMBUSH)
    table.ana.says(**LUCK)
    goes(table, table.rita, "undo", span="turn")
    assert hidden(table) == []


def sealed(service: Service) -> tuple[OpenCombat, Viewer, Viewer]:
    """Ann has rolled, then Ben has sealed what he intends."""
    service.rulesets = lambda: {"kaiser": RULES}
    ann, ben = Viewer("p1", "player", ("xan",)), Viewer("p2", "player", ("yrsa",))
    seats = tuple(
        c.SeatOpen(person=p, role="player", combatants=(who,))
        for p, who in (("Ann", "xan"), ("Ben", "yrsa"))
    )
    combat = service.open(c.Open(ruleset="kaiser", policy="free"), seats).combat
    said: list[tuple[c.Command, Viewer]] = [
        *((c.Join(subject=who, side=who, traits=t), REFEREE)
          for who, t in (("xan", XAN), ("yrsa", YRSA))),
        (BEGIN, REFEREE), (c.Roll(who="xan"), ann),
        (c.Declare(who="yrsa", manoeuvre="attack intention", using="long sword"), ben),
    ]  # fmt: skip
    for command, viewer in said:
        service.say(combat.name, Request(command, viewer))
    return combat, ann, ben


def intended(combat: OpenCombat, viewer: Viewer) -> list[str]:
    return [act.who for act in combat.view(viewer).exchange.acts.values()]


def test_a_sealed_declaration_is_carried_over_while_it_is_legal(service: Service):
    combat, ann, ben = sealed(service)
    public = len(combat.numbers.hidden)
    assert intended(combat, ben) == ["yrsa"] and intended(combat, ann) == []
    service.say(combat.name, Request(c.Rewind(), ann))
    assert intended(combat, ben) == ["yrsa"] and intended(combat, ann) == []
    assert not any(isinstance(x.event, e.DiceRolled) for x in line(combat))
    again = [x for x in combat.entries(1, combat.line.entries, kept=True) if x.meta.origin]
    assert again and all(x.meta.by == "p2" and x.meta.audience for x in again)
    assert len(combat.numbers.hidden) == public + len(again)
    service.say(combat.name, Request(c.Withdraw(who="yrsa"), ben))
    assert intended(combat, ben) == []


def test_a_sealed_declaration_that_is_no_longer_legal_falls(service: Service):
    combat, _, ben = sealed(service)
    began = next(x for x in line(combat) if isinstance(x.event, e.RoundBegan))
    before = c.Rewind(how="jump", to=began.meta.number - 1)
    service.say(combat.name, Request(before, REFEREE))
    assert combat.view(ben).clock.rounds == 0
    assert intended(combat, ben) == []
    assert not [x for x in line(combat) if x.meta.audience]
