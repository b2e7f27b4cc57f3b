"""What-ifs: combats of their own that begin as somebody saw another, and tell nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.evidence.rebuild import Kept
from api.service.service import Service
from api.transfer.read_export import read
from api.transfer.write_export import export
from domain.log.codec import IMPORTED
from tests.api.web.routes.test_commands import MOVE, fight, finish
from tests.support.clients.http_client import Caller, Table, json_of, rules
from tests.support.combats.bundled import flaws
from tests.support.combats.contested import STANDS
from tests.support.combats.what_ifs import (
    HIDDEN,
    LUCK,
    fallen,
    inside,
    labelled,
    thrown,
    tried,
    tries,
    what_ifs_of,
)

STATE = ("members", "turn_order", "pools", "conditions", "ended")
ANNUL = {"how": "annul", "note": "no"}


def stands(caller: Caller, at: str = "") -> dict[str, Any]:
    """How a fight stands, without the numbers of its entries."""
    state = caller.read(f"state?at={at}" if at else "state")
    return {key: value for key, value in state.items() if key in STATE}


def name_of(caller: Caller) -> str:
    return caller.at.rpartition("/")[2]


def is_whole(service: Service, combat: str) -> None:
    """Every seal, label and die of a stored combat is as it should be, and so is what is cached."""
    service.combat(combat).store_caches(all_of_it=True)
    assert Kept(service.log, service.vault, rules()).check_combat(combat).flaws == ()


# --- a what-if -------------------------------------------------------------------------------


def test_a_what_if_begins_after_the_step_of_any_entry_and_goes_its_own_way(either_service: Service):
    table = Table.laid(either_service, policy="consent")
    table.ana.says(**MOVE)
    main, last = table.ana.read("state"), table.ana.read("state")["number"]
    for at in ("1", "3", last):
        begun = tries(table, table.ana, at=at)
        assert stands(begun) == stands(table.ana, at)
        is_whole(either_service, name_of(begun))
    there = tries(table, table.ana)
    there.says("pass-all")
    there.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    assert there.read("state")["pools"][0]["current"] == 1
    assert table.ana.read("state") == main
    is_whole(either_service, name_of(there))


@pytest.mark.parametrize("length", [71, 72, 80])
def test_a_what_if_of_a_long_title_has_one_that_is_not_too_long(service: Service, length: int):
    title = "x" * length
    made = json_of(Table.opened(service, title=title).operator.post("what-ifs", {}))
    assert made["title"] == (f"What if: {title}" if length == 71 else f"What if: {'x' * 70}…")


def test_a_whole_fight_is_copied_with_its_dice_and_can_be_proven(service: Service):
    table = Table.laid(service)
    fight(table)
    finish(table)
    there = tries(table, table.ana)
    there.says("rewind", how="undo")
    there.says(**LUCK)
    was, copied = (
        [x["event"] for x in caller.read("events?limit=500")["items"] if "faces" in x["event"]]
        for caller in (table.ana, there)
    )
    assert [x["faces"] for x in copied[:-1]] == [x["faces"] for x in was] != []
    assert {x["provenance"] for x in copied[:-1]} == {"typed"}
    assert copied[-1]["provenance"] == "service"
    is_whole(service, name_of(there))
    assert flaws(bundle(service, name_of(there))) == []
    assert read(export(service, name_of(there), keyed=True)).header.keys


def test_it_says_where_it_goes_on_from_and_who_made_it(table: Table):
    step = table.ana.says(**MOVE)["entries"]
    made = json_of(table.ana.post("what-ifs", {"at": step[0]["number"], "title": "Had he run"}))
    last = step[-1]["number"]
    assert (made["origin"], made["origin_entry"], made["maker"]) == (table.combat, last, "p1")
    there = inside(table, table.ana, made["combat"]).read("")
    assert (there["title"], there["role"]) == ("Had he run", "referee")
    assert (there["origin"], there["origin_entry"]) == (table.combat, last)
    assert what_ifs_of(table.ana) == [made]
    untitled = tries(table, table.ana).read("")
    assert untitled["title"] == "What if: The ford"
    assert (table.ana.read("")["origin"], table.ana.read("")["origin_entry"]) == ("", "0")


def test_the_guide_and_the_contract_say_that_it_begins_at_the_end_of_the_step(table: Table):
    contract = table.nobody.read("/openapi.json")
    post = contract["paths"]["/v1/combats/{combat}/what-ifs"]["post"]
    at = contract["components"]["schemas"]["NewWhatIf"]["properties"]["at"]
    guide = table.app.test_client().get("/guide/what-if").text
    for said in (post["description"], at["description"], guide):
        assert "the end of the step" in said or "the end of that step" in said
        assert "right after" not in said


def test_a_what_if_of_what_was_undone_and_one_of_a_what_if(table: Table):
    undone = table.ana.says(**MOVE)["entries"][-1]["number"]
    table.ana.says("rewind", how="undo")
    first = tries(table, table.ana, at=undone)
    first.says("pass-all")
    second = inside(table, first, tried(first, title="deeper"))
    assert stands(second) == stands(first)
    second.says(**LUCK)
    assert second.read("")["origin"] == name_of(first)
    is_whole(table.service, name_of(second))
    assert inside(table, table.bert, name_of(second)).get("state").status_code == 403


def test_its_maker_is_its_referee_and_goes_back_to_before_it_began(table: Table):
    there = tries(table, table.ana)
    start = stands(there)
    there.says(**MOVE)
    there.says("answer", who="bert", about="declare", choice="pass")
    there.says(**LUCK)
    assert {o["command"]["who"] for o in there.read("options")["options"]} >= {"cleo"}
    for _ in range(3):
        there.says("rewind", how="undo")
    assert stands(there) == start
    there.says("rewind", how="undo")
    there.says("rewind", how="jump", to=1)
    assert there.read("state")["members"] == []


def test_what_was_decided_elsewhere_is_undone_and_not_corrected(table: Table):
    table.ana.says(**MOVE)
    there = tries(table, table.ana)
    steps = [x for x in there.read("events")["items"] if x["basis"] == IMPORTED]
    assert steps == there.read("events")["items"]
    refused = there.post(
        "commands", {"type": "correct", **ANNUL, "step": steps[-1]["step"]}, If_Match="*"
    )
    assert refused.status_code == 409 and "in another combat" in json_of(refused)["detail"]
    mine = there.says(**LUCK)["step"]
    answer = there.post("commands", {"type": "correct", **ANNUL, "step": mine}, If_Match="*")
    assert answer.status_code == 200, answer.text
    is_whole(table.service, name_of(there))


def test_a_what_if_is_the_same_after_a_restart(service: Service):
    table = Table.laid(service)
    table.ana.says(**MOVE)
    there = tries(table, table.ana)
    there.says("pass-all", note="as I meant it")
    there.says(**LUCK)
    last = there.read("")["last"]
    for name in (name_of(there), table.combat):
        service.combats.let_go(name)
    again = Table(service, table.combat, table.tokens)
    same = inside(again, again.ana, name_of(there))
    for path in ("state", "events", "timeline", "options", "turn-order", ""):
        assert same.read(path) == there.read(path), path
    assert "as I meant it" in same.get(f"events?after={int(last) - 9}").text


def test_the_same_key_makes_one_what_if(table: Table):
    once = [table.ana.post("what-ifs", {}, Idempotency_Key="k1") for _ in range(2)]
    assert json_of(once[0]) == json_of(once[1])
    assert once[1].headers["Idempotency-Replayed"] == "true"
    other = table.ana.post("what-ifs", {"title": "other"}, Idempotency_Key="k1")
    assert other.status_code == 422
    assert len(what_ifs_of(table.ana)) == 1
    assert json_of(table.bert.post("what-ifs", {}, Idempotency_Key="k1")) != json_of(once[0])


def test_before_anything_was_played_there_is_nothing_to_try(table: Table):
    answer = table.ana.post("what-ifs", {"at": "0"})
    assert answer.status_code == 409 and "Nothing had happened" in json_of(answer)["detail"]
    assert what_ifs_of(table.ana) == []


def test_an_entry_that_is_not_there_is_refused_where_it_is_named(table: Table):
    last = table.ana.read("state")["number"]
    answer = table.ana.post("what-ifs", {"at": str(int(last) + 1)})
    problem = json_of(answer)
    assert answer.status_code == 409 and problem["pointer"] == "/at"
    assert problem["detail"].startswith(
        f"There is no entry of that number. The last one is {last}."
    )
    assert what_ifs_of(table.ana) == []


# --- who sees it -----------------------------------------------------------------------------


def test_a_what_if_is_for_others_like_one_that_is_not_there(table: Table):
    name = tried(table.ana)
    for caller in (table.bert, table.rita, table.sue, table.nobody):
        mine, none = (inside(table, caller, each) for each in (name, "c-nothing"))
        for path in ("state", "events", "options", ""):
            got, wanted = mine.get(path), none.get(path)
            assert (got.status_code, got.data) == (wanted.status_code, wanted.data)
            assert got.status_code in (401, 403)
        assert mine.post("commands", MOVE).status_code in (401, 403)
        if caller is not table.nobody:
            assert what_ifs_of(caller) == []
            assert caller.get(f"compare?with={name}").status_code == 403
    assert [each["combat"] for each in what_ifs_of(table.operator)] == [name]
    assert table.sue.post("what-ifs", {}).status_code == 403


def test_others_come_in_as_in_any_combat(table: Table):
    there = tries(table, table.ana)
    made = there.says("seat-open", person="Eve", role="player", combatants=["bert"])
    [token] = made["tokens"].values()
    eve = Caller(table.client, token, there.at)
    eve.says(**{**LUCK, "who": "bert"})
    assert eve.get("").status_code == 200
    assert inside(table, eve, table.combat).get("state").status_code == 403


def test_an_origin_that_leads_back_to_itself_lets_nobody_in(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    log = table.service.log
    row = log.catalogue_row(table.combat)
    assert row is not None
    own = row._replace(combat="c-loop", origin="c-loop", origin_entry=1, maker="p1")
    listed = log.catalogue_row
    monkeypatch.setattr(log, "catalogue_row", lambda it: own if it == "c-loop" else listed(it))
    assert table.ana.get("/v1/combats/c-loop").status_code == 403


def test_a_seat_that_is_closed_opens_no_what_if(table: Table):
    there = tries(table, table.ana)
    table.rita.says("seat-close", seat="s1")
    assert there.get("state").status_code == 401


def test_nothing_hidden_gets_into_a_what_if(table: Table):
    plain = tries(table, table.ana, title="before")
    table.rita.says("join", subject="lurker", side="b", hidden=True)
    table.rita.says(**HIDDEN)
    there = tries(table, table.ana, title="before")
    for path in ("state", "timeline", "options"):
        mine, theirs = there.read(path), plain.read(path)
        mine.pop("head", None), theirs.pop("head", None)
        assert mine == theirs, path
    beside = {**MOVE, "params": {"beside": ["lurker"]}}
    refused = there.post("commands", beside)
    assert refused.status_code == 409
    assert refused.data == plain.post("commands", beside).data
    for record in table.service.log.read(name_of(there)):
        assert b"lurker" not in record.body + record.command
    assert len(tries(table, table.rita).read("state")["members"]) == 4


def test_what_comes_out_of_hiding_with_more_than_it_had_adds_up(table: Table):
    table.rita.says("join", subject="spy", side="b", hidden=True)
    change = {"what": "pool", "subject": "spy", "pool": "ap", "delta": 3}
    table.rita.says("adjust", change=change, note="in secret")
    table.rita.says("join", subject="spy", side="b")
    is_whole(table.service, name_of(tries(table, table.bert)))


def test_what_its_maker_alone_saw_is_hidden_in_it_as_well(table: Table):
    table.rita.says("join", subject="lurker", side="b", hidden=True)
    table.rita.says(**HIDDEN)
    there = tries(table, table.rita)
    made = there.says("seat-open", person="Eve", role="player")
    [token] = made["tokens"].values()
    eve = Caller(table.client, token, there.at)
    assert "lurker" in there.get("events").text and "lurker" not in eve.get("events").text
    assert len(eve.read("state")["members"]) == 3
    for caller in (there, eve):
        caller.says("rewind", how="undo")
        is_whole(table.service, name_of(there))
    assert "lurker" not in there.get("state").text


def test_no_words_and_no_names_of_people_come_along(table: Table):
    table.ana.says(**MOVE, note="as I meant it")
    there = tries(table, table.ana)
    name = name_of(there)
    assert (table.service.log.people(name), table.service.log.texts(name)) == ([], [])
    assert {x["by"] for x in there.read("events")["items"]} <= {"", "p0"}


def test_what_is_ruled_in_it_is_no_precedent(table: Table):
    table.ana.says(**MOVE)
    there = tries(table, table.ana)
    ruled = []
    for caller, referee in ((there, there), (table.bert, table.rita)):
        last = int(caller.read("state")["number"])
        said = caller.says("contest", entry=last, note="I think not.", clause="T4")
        number = int(said["entries"][0]["number"])
        ruled.append(referee.says("rule-dispute", dispute=number, remedy=STANDS, note="So."))
    rulings = table.operator.read("precedents?clause=T4")["items"]
    assert [each["at"] for each in rulings] == [ruled[1]["entries"][0]["at"]]


def test_it_counts_in_no_campaign(table: Table):
    table.ana.says(**MOVE)
    tries(table, table.ana).says(**LUCK)
    counted = [each["combat"] for each in table.operator.read("/v1/audit")["report"]["fights"]]
    assert counted == [table.combat]


# --- dice ------------------------------------------------------------------------------------


def test_its_dice_tell_nothing_of_the_dice_to_come(service: Service):
    table = Table.laid(service)
    main = thrown(service.combat(table.combat).luck.dice)
    names = [tried(table.ana) for _ in range(20)]
    luck = {**LUCK, "count": 3}
    fell = [tuple(fallen(inside(table, table.ana, name).says(**luck))) for name in names]
    to_come = service.combat(table.combat).luck.dice.faces("open", labelled(0), [1000] * 3)
    assert len(set(fell)) == 20 and to_come not in fell
    for name in names[:3]:
        dice = thrown(service.combat(name).luck.dice)
        same = sum(a == b for a, b in zip(main, dice, strict=True))
        near = sum(abs(a - b) < 100 for a, b in zip(main, dice, strict=True))
        assert same <= 3 and 15 <= near <= 65
    assert fallen(table.ana.says(**LUCK)) == main[:1]


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden", "open"])
def test_a_die_that_was_copied_stays_after_an_undo(service: Service, hidden: bool):
    table = Table.laid(service)
    roll = {**LUCK, "hidden": hidden}
    [fell] = fallen(table.rita.says(**roll))
    there = tries(table, table.rita)
    there.says("rewind", how="undo")
    assert fallen(there.says(**roll)) == [fell]
    assert fallen(there.says(**roll)) != fallen(table.rita.says(**roll))
    is_whole(service, name_of(there))
