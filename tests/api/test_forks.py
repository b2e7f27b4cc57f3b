"""What if: forks that copy nothing and tell nothing, dice of their own, promoting by consent."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.forks import Fork
from api.service import OPERATOR, Service
from api.sight import Sight, Sights
from api.words import words
from domain import commands as c
from domain.chance import Dice
from domain.combat import Combat
from domain.decide import decide
from domain.events import DieLabel
from domain.ruleset import Refused
from domain.seats import PUBLIC, Viewer
from domain.step import Step
from tests.api.served import Json
from tests.api.table import Caller, Table, json_of
from tests.api.test_http_play import MOVE
from tests.play import play

LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 1000}
HIDDEN = {**LUCK, "who": "bert", "hidden": True}


def forked(caller: Caller, **how: Any) -> str:
    """A new fork of the combat."""
    made = caller.post("forks", how)
    assert made.status_code == 201, made.text
    return str(json_of(made)["fork"])


def inside(table: Table, caller: Caller, fork: str) -> Caller:
    """Somebody in a fork."""
    return Caller(table.client, caller.token, f"/v1/combats/{fork}")


def promotes(caller: Caller, fork: str, **said: Any) -> TestResponse:
    return caller.post(f"forks/{fork}/promote", said, If_Match=f'"{caller.head()}"')


def rows(table: Table) -> int:
    """Entries of all combats and forks together."""
    fetched = table.service.log.tables.fetch("SELECT COUNT(*) FROM combatlog_events")
    return int(fetched[0][0])


def fallen(answer: Json) -> list[int]:
    """The faces that fell in a step."""
    return [face for e in answer["entries"] for face in e["event"].get("faces", [])]


def labelled(n: int, roller: int = 1) -> DieLabel:
    return DieLabel(round=1, roller=roller, sort="loose", r=n)


def thrown(dice: Dice, times: int = 200) -> list[int]:
    return [dice.faces("open", labelled(n), 1, 1000)[0] for n in range(times)]


# --- a fork --------------------------------------------------------------------------------


def test_a_fork_goes_on_from_any_entry_and_copies_nothing(either_service: Service):
    table = Table.laid(either_service, policy="consent")
    table.ana.says(**MOVE)
    before, main = rows(table), table.ana.read("state")
    last = int(main["number"])
    for at in (1, 3):
        early = inside(table, table.ana, forked(table.ana, at=str(at)))
        assert early.read("state") == table.ana.read(f"state?at={at}")
    fork = inside(table, table.ana, forked(table.ana, at=str(last)))
    assert fork.read("state") == main
    assert rows(table) == before
    fork.says("pass-all")
    fork.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    assert fork.read("state")["action_points"][0]["pools"][0]["points"] == "1"
    assert table.ana.read("state") == main
    assert rows(table) > before


def test_the_end_of_a_step_is_where_a_fork_of_its_middle_begins(table: Table):
    step = table.ana.says(**MOVE)["entries"]
    fork = forked(table.ana, at=step[0]["number"])
    [row] = table.ana.read("forks")["items"]
    assert (row["fork"], row["at"], row["yours"]) == (fork, step[-1]["number"], True)
    assert inside(table, table.ana, fork).read("state")["number"] == step[-1]["number"]


def test_a_fork_of_what_was_undone_and_a_fork_of_a_fork(table: Table):
    undone = table.ana.says(**MOVE)["entries"][-1]["number"]
    table.ana.post("undo", {}, If_Match="*")
    first = inside(table, table.ana, forked(table.ana, at=undone))
    first.says("pass-all")
    second = inside(table, table.ana, forked(first, title="deeper"))
    second.says(**LUCK)
    assert second.read("state")["number"] > first.read("state")["number"] > undone
    assert second.read("")["fork_of"] == first.at.rsplit("/", 1)[1]
    assert second.read("")["title"] == "deeper"


def test_who_plays_in_a_fork_speaks_for_everybody_and_goes_back_as_he_likes(table: Table):
    fork = inside(table, table.ana, forked(table.ana))
    start = fork.read("state")
    fork.says(**MOVE)
    fork.says("answer", who="bert", about="declare", choice="pass")
    fork.says(**LUCK)
    assert {o["command"]["who"] for o in fork.read("options")["options"]} >= {"cleo"}
    for _ in range(3):
        assert fork.post("undo", {}, If_Match="*").status_code == 200
    assert fork.read("state")["members"] == start["members"]
    above = fork.post("undo", {}, If_Match="*")
    assert above.status_code == 409 and "this fork begins here" in above.text.lower()
    assert fork.post("jump", {"to": 1}, If_Match="*").status_code == 409


def test_what_can_only_be_said_in_the_combat_is_refused_in_a_fork(table: Table):
    fork = inside(table, table.rita, forked(table.rita))
    seat = {"type": "seat-open", "person": "Eve", "role": "player"}
    for said in (seat, {"type": "undo-policy", "policy": "free"}, {"type": "reopen"}):
        answer = fork.post("commands", said, If_Match="*")
        assert answer.status_code == 409 and "This is a fork" in json_of(answer)["detail"]
    assert fork.get("export").status_code == 403
    annulled = {"how": "annul", "step": 3, "note": "no"}
    assert fork.post("corrections", annulled, If_Match="*").status_code == 403


def test_a_fork_is_the_same_after_a_restart(service: Service):
    table = Table.laid(service)
    table.ana.says(**MOVE)
    last = table.ana.read("state")["number"]
    name = forked(table.ana, at=last)
    fork = inside(table, table.ana, name)
    fork.says("pass-all", note="as I meant it")
    fork.says(**LUCK)
    service.combats.let_go(name)
    service.combats.let_go(table.combat)
    assert isinstance(service.combat(name), Fork)
    again = Table(service, table.combat, table.tokens)
    there = inside(again, again.ana, name)
    for path in ("state", "events", "timeline", "options", "turn-order"):
        assert there.read(path) == fork.read(path), path
    assert there.read(f"events?after={last}")["items"][0]["note"]["words"] == "as I meant it"


def test_the_same_key_makes_one_fork(table: Table):
    once = [table.ana.post("forks", {}, Idempotency_Key="k1") for _ in range(2)]
    assert json_of(once[0]) == json_of(once[1])
    assert once[1].headers["Idempotency-Replayed"] == "true"
    other = table.ana.post("forks", {"title": "other"}, Idempotency_Key="k1")
    assert other.status_code == 422
    assert len(table.ana.read("forks")["items"]) == 1


def test_a_fork_of_another_log_than_the_one_here_is_not_there(table: Table):
    fork = forked(table.ana)
    assert inside(table, table.ana, fork).get("state").status_code == 200
    row = table.service.log.fork(fork)
    assert row is not None and row.chain == table.service.combat(table.combat).chain_at(row.seq)
    table.service.log.tables.ground.put("UPDATE forks SET chain = ?", (bytes(32),))
    table.service.combats.let_go(fork)
    assert inside(table, table.ana, fork).get("state").status_code == 404
    assert table.ana.post(f"forks/{fork}/promote", {}, If_Match="*").status_code == 409


# --- who sees it ---------------------------------------------------------------------------


def test_a_private_fork_is_like_one_that_is_not_there(table: Table):
    fork = forked(table.ana)
    for caller in (table.bert, table.rita, table.operator, table.sue, table.nobody):
        mine, none = (inside(table, caller, name) for name in (fork, "w-nothing"))
        for path in ("state", "events", "options", ""):
            got, wanted = mine.get(path), none.get(path)
            assert (got.status_code, got.data) == (wanted.status_code, wanted.data)
            assert got.status_code in (401, 403, 404)
        assert mine.post("commands", MOVE).status_code in (401, 403, 404)
        if caller is not table.nobody:
            assert caller.read("forks")["items"] == []
            assert caller.get(f"forks/{fork}").status_code == 404
    assert table.rita.post(f"forks/{fork}/promote", {}, If_Match="*").status_code == 404


def test_a_shared_fork_is_for_every_player_and_spectators_watch(table: Table):
    fork = forked(table.ana, shared=True, title="had he run")
    inside(table, table.bert, fork).says(**MOVE)
    assert inside(table, table.sue, fork).post("commands", LUCK).status_code == 403
    assert inside(table, table.sue, fork).read("events")["items"][-1]["by"] == "p2"
    assert [row["title"] for row in table.sue.read("forks")["items"]] == ["had he run"]
    assert table.sue.read("forks")["items"][0]["yours"] is False


def test_nothing_hidden_gets_into_a_fork(table: Table):
    plain = inside(table, table.ana, forked(table.ana, title="before"))
    table.rita.says("join", subject="lurker", side="b", hidden=True)
    table.rita.says(**HIDDEN)
    for shared in (False, True):
        fork = inside(table, table.ana, forked(table.ana, shared=shared))
        for path in ("state", "timeline", "options"):
            mine, theirs = fork.read(path), plain.read(path)
            mine.pop("head", None), theirs.pop("head", None)
            assert mine == theirs, path
        refused = fork.post("commands", {**MOVE, "params": {"beside": ["lurker"]}})
        assert refused.status_code == 409
        assert (
            refused.data == plain.post("commands", {**MOVE, "params": {"beside": ["lurker"]}}).data
        )
    assert len(inside(table, table.rita, forked(table.rita)).read("state")["members"]) == 4


def test_forks_are_in_no_list_and_no_check_trips_over_them(table: Table):
    fork = forked(table.ana)
    inside(table, table.ana, fork).says(**MOVE)
    assert [row["combat"] for row in table.operator.read("/v1/combats")["items"]] == [table.combat]
    assert table.service.log.names() == [table.combat]


# --- dice ----------------------------------------------------------------------------------


def test_sandbox_dice_tell_nothing_of_the_dice_to_come(service: Service):
    table = Table.laid(service)
    main = thrown(service.combat(table.combat).dice)
    forks = [forked(table.ana) for _ in range(20)]
    luck = {**LUCK, "count": 3}
    tried = [tuple(fallen(inside(table, table.ana, fork).says(**luck))) for fork in forks]
    to_come = service.combat(table.combat).dice.faces("open", labelled(0), 3, 1000)
    assert len(set(tried)) == 20 and to_come not in tried
    for fork in forks[:3]:
        sandbox = thrown(service.combat(fork).dice)
        same = sum(a == b for a, b in zip(main, sandbox, strict=True))
        near = sum(abs(a - b) < 100 for a, b in zip(main, sandbox, strict=True))
        assert same <= 3 and 15 <= near <= 65
    other = thrown(service.combat(forks[1]).dice)
    assert thrown(service.combat(forks[0]).dice) != other
    assert fallen(table.ana.says(**LUCK)) == main[:1]


def test_hidden_and_open_dice_of_a_fork_differ(service: Service):
    table = Table.laid(service)
    dice = service.combat(forked(table.rita)).dice
    assert dice.faces("open", labelled(0), 3, 1000) != dice.faces("hidden", labelled(0), 3, 1000)


# --- promoting -----------------------------------------------------------------------------


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
    authors = {words(table.service, table.combat, row.id): row.author
               for row in table.service.log.texts(table.combat)}  # fmt: skip
    assert authors == {"Were I luckier": "p1", "So it goes": "p4"}


# --- side by side --------------------------------------------------------------------------


def test_two_moments_and_two_forks_stand_side_by_side(table: Table):
    number = table.ana.read("state")["number"]
    table.ana.says(**MOVE)
    side = table.ana.read(f"compare?at={number}")
    [ana, bert, _] = side["members"]
    assert ana["pools"] == [
        {"says": "AP", "left": "3", "right": "2", "differs": True}
    ]  # fmt: skip
    assert (ana["differs"], bert["differs"]) == (True, False)
    assert [fact["says"] for fact in side["facts"]] == ["side by side"]
    fork = forked(table.rita, shared=True)
    inside(table, table.rita, fork).says("leave", who="bert")
    both = table.sue.read(f"compare?with={fork}")
    assert both["members"][1]["stands"] == {
        "says": "stands", "left": "here", "right": "left", "differs": True
    }  # fmt: skip
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


# --- how it looks --------------------------------------------------------------------------


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
            rows = [each.as_json() for each in quick.seen(range(1, len(quick) + 1))]
            assert rows == [each.as_json() for each in whole.seen(range(1, len(whole) + 1))]
            assert (quick.line.dump(), quick.last) == (whole.line.dump(), whole.last)
            assert quick.moment(quick.node) == whole.moment(whole.node)
            assert list(quick.notes()) == list(whole.notes())
            assert list(quick.began("turn")) == list(whole.began("turn"))
