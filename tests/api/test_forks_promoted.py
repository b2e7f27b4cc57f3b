"""What was tried out becomes what happened, by consent; and two lines side by side."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from api.service import OPERATOR, Service
from api.sight import Sight, Sights
from api.words import words
from domain import commands as c
from domain.combat import Combat
from domain.decide import decide
from domain.ruleset import Refused
from domain.seats import PUBLIC, Viewer
from domain.step import Step
from tests.api.forking import HIDDEN, LUCK, fallen, forked, inside, promotes, thrown
from tests.api.table import Table, json_of
from tests.api.test_http_play import MOVE
from tests.play import play

# --- promoting -------------------------------------------------------------------------------


def test_a_promoted_fork_is_thrown_again_with_the_dice_of_the_combat(table: Table):
    will = thrown(table.service.combat(table.combat).dice, 2)
    fork = forked(table.ana)
    there = inside(table, table.ana, fork)
    there.says(**LUCK, faces=[1000], note="watch this")
    assert fallen(there.says(**LUCK)) != will[1:]
    done = promotes(table.ana, fork, note="so be it")
    assert done.status_code == 200
    entries = table.ana.read("events")["items"][-3:]
    assert [e["type"] for e in entries] == ["combat.rewound/1", *["combat.dice-rolled/1"] * 2]
    assert [e["event"]["faces"][0] for e in entries[1:]] == will
    assert {e["event"]["provenance"] for e in entries[1:]} == {"service"}
    assert entries[1]["note"]["words"] == "watch this"
    assert [line["text"] for line in table.sue.read("timeline")["items"]][-3].startswith("Promote:")


def test_twenty_forks_and_the_best_of_them_gain_nothing(table: Table):
    will = thrown(table.service.combat(table.combat).dice, 1)
    tried = {}
    for _ in range(20):
        fork = forked(table.ana)
        tried[fallen(inside(table, table.ana, fork).says(**LUCK))[0]] = fork
    promotes(table.ana, tried[max(tried)])
    assert table.ana.read("events")["items"][-1]["event"]["faces"] == will


def test_whoever_is_spoken_for_has_to_agree(either_service: Service):
    table = Table.laid(either_service, policy="consent")
    fork = forked(table.ana)
    there = inside(table, table.ana, fork)
    there.says(**MOVE)
    there.says("answer", who="bert", about="declare", choice="pass")
    shown = table.ana.read(f"forks/{fork}")
    must = {one["who"]: one["why"] for one in shown["back"]["receipt"]["must"]}
    assert must == {"p2": "1 decision of theirs would be made"}
    assert [step["by"] for step in shown["steps"]] == ["p1", "p1"]
    assert "ana moves" in shown["steps"][0]["lines"][0]
    before = table.ana.read("state")
    asked = promotes(table.ana, fork)
    assert json_of(asked)["entries"][0]["type"] == "combat.asked/1"
    assert table.ana.read("state")["number"] == before["number"]
    assert table.bert.post("commands", LUCK | {"who": "bert"}).status_code == 409
    assert table.bert.read("undo")["request"]["fork"] == fork
    assert inside(table, table.bert, fork).get("state").status_code == 200
    assert inside(table, table.bert, fork).post("commands", LUCK).status_code == 403
    agreed = table.bert.says("answer-undo", choice="agree")
    assert agreed["entries"][0]["type"] == "combat.rewound/1"
    assert table.ana.read("state")["waiting"]["waits_for"] == ["cleo"]
    assert table.ana.read("undo")["request"] is None


def test_a_refused_promotion_changes_nothing(table: Table):
    table.rita.says("undo-policy", policy="consent")
    fork = forked(table.ana)
    inside(table, table.ana, fork).says("answer", who="ana", about="turn", choice="end")
    inside(table, table.ana, fork).says(**MOVE | {"who": "bert", "params": {"beside": ["ana"]}})
    before = table.ana.read("state")
    assert promotes(table.ana, fork).status_code == 200
    table.bert.says("answer-undo", choice="refuse")
    assert table.ana.read("state") == before
    assert promotes(table.ana, fork).status_code == 409


def test_what_is_tried_after_asking_is_not_promoted(table: Table):
    table.rita.says("undo-policy", policy="consent")
    fork = forked(table.ana)
    there = inside(table, table.ana, fork)
    there.says(**LUCK | {"who": "bert"})
    promotes(table.ana, fork)
    there.says(**LUCK | {"who": "bert"})
    table.bert.says("answer-undo", choice="agree")
    rolled = [e for e in table.ana.read("events")["items"] if e["type"] == "combat.dice-rolled/1"]
    assert len(rolled) == 1


def test_policies_say_who_agrees(table: Table):
    fork = forked(table.ana)
    inside(table, table.ana, fork).says(**LUCK | {"who": "bert"})
    must = {}
    for policy in ("free", "consent", "referee", "strict"):
        table.rita.says("undo-policy", policy=policy)
        receipt = table.ana.read(f"forks/{fork}")["back"]["receipt"]
        must[policy] = [one["who"] for one in receipt["must"]]
    assert must == {"free": [], "consent": ["p2"], "referee": ["referee"], "strict": ["p2"]}
    table.ana.says(**LUCK)
    assert table.ana.read(f"forks/{fork}")["back"]["receipt"]["barred"]
    assert promotes(table.ana, fork).status_code == 409


def test_promoting_plays_as_far_as_it_goes(table: Table, monkeypatch: pytest.MonkeyPatch):
    fork = forked(table.ana)
    for _ in range(3):
        inside(table, table.ana, fork).says(**LUCK)

    def twice(combat: Combat, command: c.Command, *more: Any) -> Step:
        if combat.exchange.rolls.get("open 1 loose", 0) == 2:
            raise Refused("T9", "luck has run out")
        return decide(combat, command, *more)

    monkeypatch.setattr("api.promoting.decide", twice)
    before = table.ana.read("events")["items"][-1]["number"]
    done = json_of(promotes(table.ana, fork))
    assert done["stopped"] == "step 3 of 3: luck has run out (T9)"
    played = table.ana.read(f"events?after={before}")["items"]
    assert [e["type"].split(".")[1] for e in played] == ["rewound/1", *["dice-rolled/1"] * 2]


def test_what_only_hidden_things_forbid_is_not_told(table: Table, monkeypatch: pytest.MonkeyPatch):
    fork = forked(table.ana)
    assert "nothing was played" in json_of(promotes(table.ana, fork))["detail"].lower()
    inside(table, table.ana, fork).says(**LUCK)

    def refuses(*_: Any) -> None:
        raise Refused("", "the lurker holds her")

    monkeypatch.setattr("api.promoting.decide", refuses)
    before = table.ana.read("events")
    assert "the lurker holds her" in json_of(promotes(table.ana, fork))["detail"]
    table.rita.says(**HIDDEN)
    refused = json_of(promotes(table.ana, fork))["detail"]
    assert "lurker" not in refused and "ask the referee" in refused
    assert table.ana.read("events") == before


def test_a_promotion_carries_over_what_was_hidden_from_its_maker(table: Table):
    fork = forked(table.ana)
    table.rita.says("join", subject="lurker", side="b", hidden=True)
    inside(table, table.ana, fork).says(**MOVE)
    promotes(table.ana, fork)
    assert "lurker" in [m["subject"] for m in table.rita.read("state")["members"]]
    assert "lurker" not in table.ana.get("events").text


def test_words_in_a_promoted_fork_stay_those_of_who_said_them(table: Table):
    """Whoever takes it over makes them nobody else's: forgotten, they go with their author."""
    fork = forked(table.rita, shared=True)
    inside(table, table.ana, fork).says(**LUCK, note="Were I luckier")
    inside(table, table.rita, fork).says(**LUCK, note="So it goes")
    assert promotes(table.rita, fork).status_code == 200
    authors = {
        words(table.service, table.combat, row.id): row.author
        for row in table.service.log.texts(table.combat)
    }
    assert authors == {"Were I luckier": "p1", "So it goes": "p4"}


# --- side by side ----------------------------------------------------------------------------


def test_two_moments_and_two_forks_stand_side_by_side(table: Table):
    number = table.ana.read("state")["number"]
    table.ana.says(**MOVE)
    side = table.ana.read(f"compare?at={number}")
    [ana, bert, _] = side["members"]
    assert ana["pools"] == [{"says": "AP", "left": "3", "right": "2", "differs": True}]
    assert (ana["differs"], bert["differs"]) == (True, False)
    assert [fact["says"] for fact in side["facts"]] == ["side by side"]
    fork = forked(table.rita, shared=True)
    inside(table, table.rita, fork).says("leave", who="bert")
    both = table.sue.read(f"compare?with={fork}")
    assert both["members"][1]["stands"] == {
        "says": "stands",
        "left": "here",
        "right": "left",
        "differs": True,
    }
    assert both["order"]["differs"] and not both["clock"]["differs"]
    tag = table.sue.get(f"compare?with={fork}").headers["ETag"]
    assert table.sue.get(f"compare?with={fork}", If_None_Match=tag).status_code == 304


def test_only_what_belongs_together_is_compared(table: Table):
    other = Table.opened(table.service)
    assert table.operator.get(f"compare?with={other.combat}").status_code == 404
    assert table.ana.get(f"compare?with={other.combat}").status_code == 403
    private = forked(table.bert)
    assert table.ana.get(f"compare?with={private}").status_code == 403
    assert table.operator.get(f"compare?with={private}").status_code == 404


# --- how it looks ----------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [False, True])
def test_what_is_seen_of_a_fork_is_as_if_all_of_it_had_been_read(
    service: Service, monkeypatch: pytest.MonkeyPatch, hidden: bool
):
    table = Table.laid(service)
    for seed in range(3):
        play(service, table.combat, Random(seed), 20)
        if hidden:
            table.rita.says(**HIDDEN)
        table.ana.says("note", note="so far")
    last = int(table.ana.read("")["last"])
    for at in Random(9).sample(range(6, last), 6):
        name = forked(table.ana, at=str(at))
        there = inside(table, table.ana, name)
        there.says(**LUCK, note="tried")
        play(service, name, Random(at), 6)
        fork = service.combat(name)
        for viewer in (Viewer("p1", "player", ("ana",)), PUBLIC, OPERATOR):
            quick = Sights().of(fork, viewer)
            with monkeypatch.context() as patch:
                patch.setattr("api.sight._base", lambda *_: None)
                whole = Sight(fork, viewer)
            check_that_both_see_the_same(quick, whole)


def check_that_both_see_the_same(one: Sight, other: Sight) -> None:
    """Rows, line, moment, notes and turns are the same in two views of a combat."""
    rows = [each.as_json() for each in one.seen(range(1, len(one) + 1))]
    assert rows == [each.as_json() for each in other.seen(range(1, len(other) + 1))]
    assert (one.line.dump(), one.last) == (other.line.dump(), other.last)
    assert one.moment(one.node) == other.moment(other.node)
    assert list(one.notes()) == list(other.notes())
    assert list(one.began("turn")) == list(other.began("turn"))
