"""What if: forks that copy nothing and tell nothing, with dice of their own."""

from __future__ import annotations

from api.forks import Fork
from api.service import Service
from tests.api.forking import HIDDEN, LUCK, fallen, forked, inside, labelled, rows, thrown
from tests.api.table import Table, json_of
from tests.api.test_http_play import MOVE

# --- a fork ----------------------------------------------------------------------------------


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
    table.service.log.tables.put("UPDATE forks SET chain = ?, seal = NULL", bytes(32))
    table.service.combats.let_go(fork)
    assert inside(table, table.ana, fork).get("state").status_code == 404
    assert table.ana.post(f"forks/{fork}/promote", {}, If_Match="*").status_code == 409


# --- who sees it -----------------------------------------------------------------------------


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


# --- dice ------------------------------------------------------------------------------------


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
