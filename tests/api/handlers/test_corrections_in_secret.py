"""Corrections beside hidden steps and dice already shown: nobody learns or changes them."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from tests.support.clients.http_client import Table, json_of
from tests.support.combats.corrections import adopts, judged, verdicts
from tests.support.logs.reported_fights import begins

SEVEN = {"loose": [7]}


def test_dice_of_a_correction_are_the_same_however_often_it_is_ruled(table: Table):
    """A loose die of the service: amended to three dice, the first face stays, the others fall."""
    table.ana.says("roll", who="ana", sides=20)
    more = {
        "how": "amend",
        "step": 10,
        "command": {"type": "roll", "who": "ana", "sides": 20, "count": 3},
    }
    assert verdicts(judged(table, **more)) == [(10, "stopped", "needs dice")]
    for dice in ("recorded", "fall"):
        found = table.rita.post("why-not", {"type": "correct", **more, "dice": dice})
        assert json_of(found)["allowed"] == (dice == "fall")
    assert (
        table.rita.post(
            "commands", {"type": "correct", **more, "note": "x"}, If_Match="*"
        ).status_code
        == 409
    )
    shown = []
    for back in (17, 17):
        adopts(table, **more, dice="fall")
        *_, row = table.rita.read("events?after=17")["items"]
        shown.append(row["event"]["faces"])
        head = f'"{table.rita.head()}"'
        table.rita.post("commands", {"type": "rewind", "how": "jump", "to": back}, If_Match=head)
    assert shown[0] == shown[1] and len(shown[0]) == 3
    assert shown[0][0] == table.rita.read("events?after=16")["items"][0]["event"]["faces"][0]


def test_a_secret_step_that_is_corrected_shows_nothing_to_the_table(table: Table):
    """All that is left and played again is the referee's alone: nobody else sees a move."""
    table.rita.says("roll", who="cleo", hidden=True, sides=20)
    before = [table.ana.get(path).data for path in ("events", "state", "timeline")]
    adopts(
        table,
        how="amend",
        step=10,
        command={
            "type": "roll",
            "who": "cleo",
            "hidden": True,
            "sides": 20,
            "faces": {"loose": [7]},
        },
    )
    assert [table.ana.get(path).data for path in ("events", "state", "timeline")] == before
    assert table.rita.read("events?limit=200")["items"][-1]["event"]["faces"] == [7]


def test_what_was_hidden_stays_hidden_when_it_is_played_again(table: Table):
    table.ana.says("roll", who="ana")
    table.rita.says("roll", who="cleo", hidden=True, sides=20)
    adopts(
        table,
        how="insert",
        step=10,
        command={"type": "roll", "who": "ana", "faces": {"loose": [3]}},
    )
    rows = table.ana.read("events?after=17")["items"]
    assert [(r["type"], r.get("again")) for r in rows] == [
        ("combat.rewound/1", None),
        ("combat.dice-rolled/1", None),
        ("combat.dice-rolled/1", 10),
    ]
    assert [r["number"] for r in rows] == ["18", "19", "20"]
    assert len(table.rita.read("events?after=17")["items"]) == 5


def test_nobody_is_put_in_before_dice_that_were_shown_for_others(table: Table):
    join = {"type": "join", "subject": "dummy", "side": "a"}
    where = {"how": "insert", "step": 6, "command": join, "note": "He was there."}
    table.ana.says("roll", who="ana", sides=20)
    refused = table.rita.post("commands", {"type": "correct", **where}, If_Match="*")
    assert refused.status_code == 409
    assert json_of(refused)["numbers"] == {"place": 1, "shown up to": 1}
    table.operator.says(**{**join, "subject": "late"})


def test_faces_that_a_correction_types_in_stay_with_it(table: Table):
    table.ana.says("roll", who="ana", sides=20, faces=SEVEN)
    step = {"how": "amend", "step": 10, "note": "It was another."}

    def amended(face: int) -> Any:
        roll = {"type": "roll", "who": "ana", "sides": 20, "faces": {"loose": [face]}}
        return table.rita.post(
            "commands", {"type": "correct", **step, "command": roll}, If_Match="*"
        )

    assert amended(12).status_code == 200
    table.rita.says("rewind", how="jump", to=17)
    again = amended(20)
    assert again.status_code == 409
    assert json_of(again)["legal"] == [{"value": [12], "name": "12"}]
    assert amended(12).status_code == 200


def test_a_secret_change_of_a_condition_finds_it_again_where_the_table_goes_back(service: Service):
    """Before the correction it was the second that its step began, after it the third."""
    table = Table.laid(service, policy="free")
    table.rita.says("join", subject="lurker", side="b", hidden=True)
    first, second, secret = (begins(who, "hurt") for who in ("ana", "bert", "lurker"))
    table.rita.says("report", source="avrae", changes=[second, secret])
    combat = table.service.combat(table.combat)
    step, before = combat.line.head, combat.numbers.number(combat.line.entries - 1)
    more = {"type": "report", "source": "avrae", "changes": [first, second, secret]}
    adopts(table, how="amend", step=step, command=more)
    [third] = lurking(table)
    worse = {"what": "condition-change", "subject": "lurker", "name": third["id"], "level": 3}
    table.rita.says("adjust", change=worse, note="It is worse.")
    table.ana.post("commands", {"type": "ask-undo", "how": "jump", "to": before}, If_Match="*")
    for who in table.ana.part("undo")["request"]["must"]:
        table.rita.says("answer-undo", choice="agree", **({"who": who} if who != "referee" else {}))
    [found] = lurking(table)
    assert (third["id"], found["id"], found["level"]) == ("k3", "k2", 3)


def lurking(table: Table) -> list[dict[str, Any]]:
    """What the hidden one is under, as the referee sees it."""
    [found] = (each for each in table.rita.part("conditions") if each["who"] == "lurker")
    return list(found["conditions"])
