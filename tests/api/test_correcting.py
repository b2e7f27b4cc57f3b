"""Correcting the past over HTTP: the preview, the ruling, the new branch, and the way back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from api.service import Service
from domain import events as e
from domain.combat import state_hash
from domain.commands import Correct
from tests.api.table import Table, json_of
from tests.api.test_http_play import fight, finish
from tests.rulesets.toy import TOY

BEGIN, MOVE, STRIKE, PARRY, PASS, ROLL, BLOW = 9, 10, 12, 13, 14, 17, 18
"""Steps of the fight: Ana moves up and strikes, Bert parries; both roll twelve, and she hits."""

INSTEAD = ", by the referee, while the player was here"
ALL_PASS = {"how": "amend", "step": PARRY, "command": {"type": "pass-all"}}
LUCKY: dict[str, Any] = {
    "how": "amend",
    "step": ROLL,
    "command": {"type": "answer", "who": "bert", "about": "roll", "choice": "roll", "faces": [20]},
}


@pytest.fixture
def fought(table: Table) -> Table:
    """The fight to its end: entries 1 to 50, steps 1 to 19; Bert is hurt."""
    fight(table)
    finish(table)
    return table


def judged(table: Table, **body: Any) -> dict[int | None, dict[str, Any]]:
    """The steps of a preview by their numbers; nothing is changed by it."""
    before = table.entries()
    answer = table.rita.post("corrections/preview", body)
    assert answer.status_code == 200, answer.text
    assert table.entries() == before
    return {step["step"]: step for step in json_of(answer)["steps"]}


def adopts(table: Table, **body: Any) -> Any:
    """The referee's ruling, from the head as she sees it."""
    body = {"note": "so it was", **body}
    answer = table.rita.post("corrections", body, If_Match=f'"{table.rita.head()}"')
    assert answer.status_code == 200, answer.text
    return answer.json


def verdicts(steps: dict[int | None, dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(n, each["verdict"], each["reason"]) for n, each in steps.items()]


def hashes(table: Table, steps: range) -> dict[int, str]:
    """The state hashes at the ends of steps of play, folded anew from the log."""
    table.service.combats.let_go(table.combat)
    combat = table.service.combat(table.combat)
    ends = {n: combat.line.last(n) for n in steps if combat.line.is_play(n)}
    return {n: state_hash(combat.moments.at(seq)) for n, seq in ends.items()}


# --- the preview -----------------------------------------------------------------------------


def test_a_mistyped_face_changes_what_came_of_it_before_and_after(fought: Table):
    """Bert rolled 20 and not 12: his parry of 22 stops her 14, and he is not hurt."""
    answer = fought.rita.post("corrections/preview", LUCKY)
    steps = {step["step"]: step for step in json_of(answer)["steps"]}
    assert verdicts(steps) == [(17, "changed", ""), (18, "changed", ""), (19, "kept", "")]
    assert (steps[17]["number"], steps[17]["by"]) == ("40", "p0")
    assert steps[17]["was"] == [f"Bert rolls attempt 14 = 1d20 [12] + 2 might, typed{INSTEAD}"]
    assert steps[17]["becomes"] == ["Bert rolls attempt 22 = 1d20 [20] + 2 might, typed"]
    assert steps[18]["was"][1:] == [
        "Bert's parry: failed",
        "Ana's strike: hit (attack 14, defence 14)",
        "Bert: hurt, until the end of the round",
    ]
    assert steps[18]["becomes"][1:] == [
        "Bert's parry: succeeded",
        "Ana's strike: stopped (attack 14, defence 22)",
    ]
    assert steps[19]["was"] == steps[19]["becomes"] == []  # he passes, as he did
    told = json_of(answer)
    assert [(c["who"], c["condition"]) for c in told["conditions"]] == [("bert", "hurt")]
    assert told["pools"] == [] and told["order"] is None
    assert {step["revision"] for step in steps.values()} == {""}
    assert answer.headers["ETag"] == f'"{fought.rita.head()}"'


def test_every_reason_is_told(fought: Table):
    """Without the move the strike is illegal; what answered it is orphaned, the passes are moot."""
    steps = judged(fought, how="annul", step=MOVE)
    assert verdicts(steps) == [
        (11, "dropped", "moot"),
        (12, "dropped", "illegal"),
        (13, "dropped", "orphaned"),
        (14, "dropped", "moot"),
        (15, "dropped", "moot"),
        (16, "dropped", "moot"),
        (17, "dropped", "orphaned"),
        (18, "dropped", "orphaned"),
        (19, "dropped", "moot"),
    ]
    assert (steps[12]["why"], steps[12]["clause"], steps[12]["numbers"]) == (
        "bert is no legal target of strike",
        "T4",
        {"legal": "nobody"},
    )
    assert steps[13]["why"] == "what it answered is gone: step 12 was dropped"
    waits = judged(fought, how="annul", step=PARRY)
    assert verdicts(waits)[-1] == (17, "stopped", "needs an answer")
    assert waits[17]["why"] == "bert is asked about declare, and no later step answers that"
    left = judged(fought, how="insert", step=STRIKE, command={"type": "leave", "who": "bert"})
    assert (left[12]["reason"], left[12]["why"]) == ("orphaned", "bert has left")
    luck = judged(fought, how="insert", step=STRIKE, command={"type": "roll", "who": "ana"})
    assert verdicts(luck) == [(None, "stopped", "needs dice")]


def test_what_is_put_in_comes_before_or_after(fought: Table):
    tired = {
        "type": "adjust",
        "note": "she ran",
        "change": {"what": "pool", "subject": "ana", "pool": "ap", "delta": -2},
    }
    before = judged(fought, how="insert", step=STRIKE, command=tired)
    assert list(before) == [None, 12, 13, 14, 15, 16, 17, 18, 19]
    assert before[None]["becomes"] == ["ana: AP set to 0"]
    assert before[12]["why"] == "strike costs 1 AP; 0 left"
    after = judged(fought, how="insert", step=MOVE, where="after", command=tired)
    assert list(after) == [None, 11, 12, 13, 14, 15, 16, 17, 18, 19]


def test_today_rules_judge_and_a_step_of_others_says_so(fought: Table):
    fought.service.combat(fought.combat).rules = replace(TOY, revision="2")
    assert {step["revision"] for step in judged(fought, **LUCKY).values()} == {"1"}


def test_up_to_a_step_the_rest_is_not_judged(fought: Table):
    assert list(judged(fought, **LUCKY, upto=18)) == [17, 18]


def test_the_referee_alone_looks_and_rules(fought: Table):
    for path in ("corrections/preview", "corrections"):
        body = {**LUCKY, "note": "so it was"}
        assert fought.ana.post(path, body, If_Match="*").status_code == 403
        assert fought.sue.post(path, body, If_Match="*").status_code == 403
        assert fought.nobody.post(path, body, If_Match="*").status_code == 401


@pytest.mark.parametrize(
    ("body", "pointer", "why"),
    [
        ({"how": "annul", "step": 2}, "#/step", "Step 2 is not on the line of play."),
        ({"how": "annul", "step": 99}, "#/step", "Step 99 is not on the line of play."),
        ({"how": "annul", "step": 1}, "#/step", "A combat begins with its opening; open another."),
        (
            {"how": "insert", "step": 19, "where": "after", "command": {"type": "end"}},
            "#/step",
            "Nothing comes after step 19; say the command.",
        ),
        (
            {"how": "amend", "step": 12},
            "#/command",
            "Say what stands there instead; to annul, nothing.",
        ),
        (
            {"how": "annul", "step": 12, "command": {"type": "end"}},
            "#/command",
            "Say what stands there instead; to annul, nothing.",
        ),
        ({**LUCKY, "upto": 16}, "#/upto", "Step 16 does not come after the correction."),
    ],
)
def test_what_cannot_be_corrected_says_why(
    fought: Table, body: dict[str, Any], pointer: str, why: str
):
    answer = fought.rita.post("corrections/preview", body)
    assert answer.status_code == 409
    [flaw] = json_of(answer)["errors"]
    assert (flaw["pointer"], flaw["detail"]) == (pointer, why)


# --- the ruling ------------------------------------------------------------------------------


def test_a_ruling_plays_the_rest_again_on_a_branch_of_its_own(either_service: Service):
    table = Table.laid(either_service)
    fight(table)
    finish(table)
    old = hashes(table, range(1, 20))
    said = adopts(table, **LUCKY, note="a 20, we all saw it")
    [moved] = said["entries"]
    assert (moved["number"], moved["event"]) == (
        "51",
        {"was": "50", "to": "39", "why": "correction"},
    )
    assert moved["note"]["words"] == "a 20, we all saw it"
    rows = table.sue.read("events?after=51")["items"]
    assert [(r["number"], r["step"], r["again"], r["by"]) for r in rows] == [
        ("52", 21, 17, "p0"),
        *((str(n), 22, 18, "p0") for n in range(53, 58)),
        *((str(n), 23, 19, "p0") for n in range(58, 62)),
    ]
    assert [r["parent"] for r in rows[:2]] == ["39", "52"]
    state = table.sue.read("state")
    assert state["conditions"] == [] and state["waiting"] is None
    assert hashes(table, range(1, 20)) == old  # the old line replays bit for bit
    assert [p["pools"][0]["points"] for p in state["action_points"]] == ["1", "2", "3"]


def test_the_way_back_is_a_jump_and_forth_as_well(fought: Table):
    before = fought.rita.read("state")
    adopts(fought, **LUCKY)
    after = fought.rita.read("state")
    assert before != after
    for to, state in ((50, before), (57, after)):
        head = f'"{fought.rita.head()}"'
        assert fought.rita.post("jump", {"to": to}, If_Match=head).status_code == 200
        assert fought.rita.read("state")["conditions"] == state["conditions"]


def test_a_step_stays_its_authors_and_the_dice_keep_their_labels(fought: Table):
    adopts(fought, how="insert", step=MOVE, command={"type": "roll", "who": "cleo", "faces": [2]})
    combat = fought.service.combat(fought.combat)
    log = {x.seq: x for x in combat.entries(1, combat.line.entries, kept=True)}
    firsts = {x.origin: x for x in reversed(log.values()) if x.is_play and x.step > 19}
    assert {n: x.meta.by for n, x in firsts.items()} == {
        21: "p4",
        10: "p1",
        11: "p0",
        12: "p1",
        13: "p2",
        **dict.fromkeys(range(14, 20), "p0"),
    }
    assert [x.kept.context.role for x in firsts.values() if x.kept] == [
        "referee",
        "referee",
        "referee",
        "referee",
        "referee",
        "referee",
        "player",
        "player",
        "referee",
        "player",
        "referee",
    ]
    for old in (x for x in log.values() if x.step in (ROLL, BLOW)):
        new = next(
            x for x in log.values() if x.origin == old.step < x.step and x.meta.nth == old.meta.nth
        )
        assert (new.event, new.meta.cause) == (old.event, old.meta.cause)
    kept = next(x.kept for x in log.values() if isinstance(x.event, e.Rewound))
    assert kept is not None and isinstance(kept.command, Correct)
    assert (kept.command.how, kept.command.step) == ("insert", MOVE)


def test_a_corrected_line_can_be_corrected_again(fought: Table):
    """Ids are made of the steps as they were first played, so that answers still find their way."""
    adopts(fought, **LUCKY)
    again = {**LUCKY, "step": 21, "command": {**LUCKY["command"], "faces": [12]}}
    steps = judged(fought, **again)
    assert verdicts(steps) == [(21, "changed", ""), (22, "changed", ""), (23, "kept", "")]
    adopts(fought, **again)
    ends = hashes(fought, range(17, 28))
    assert [ends[n] for n in (25, 26, 27)] == [ends[n] for n in (17, 18, 19)]
    last = fought.sue.read("events?after=61")["items"]
    assert {row["again"] for row in last[1:]} == {17, 18, 19}


def test_where_it_stops_the_referee_says_up_to_where(fought: Table):
    body = {"how": "annul", "step": PARRY, "note": "he was bound"}
    refused = fought.rita.post("corrections", body, If_Match="*")
    assert (refused.status_code, json_of(refused)["numbers"]) == (409, {"stopped at": 17})
    assert json_of(refused)["errors"][0]["pointer"] == "#/upto"
    adopts(fought, **body, upto=PASS)
    assert [r["again"] for r in fought.sue.read("events?after=51")["items"]] == [14]
    assert fought.rita.read("state")["waiting"]["about"] == "declare"
    fought.bert.says("answer", who="bert", about="declare", choice="pass")
    finish(fought)
    assert fought.rita.read("state")["conditions"][0]["name"] == "bert"


def test_a_correction_that_is_itself_against_the_rules_is_refused(fought: Table):
    body = {
        "how": "amend",
        "step": STRIKE,
        "note": "at cleo",
        "command": {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["cleo"]},
    }
    refused = fought.rita.post("corrections", body, If_Match="*")
    assert (refused.status_code, json_of(refused)["clause"]) == (409, "T4")
    assert json_of(refused)["errors"][0]["pointer"] == "#/command"
    luck = {
        "how": "insert",
        "step": STRIKE,
        "note": "x",
        "command": {"type": "roll", "who": "ana"},
        "dice": "fall",
    }
    refused = fought.rita.post("corrections", luck, If_Match="*")
    assert json_of(refused)["detail"].startswith("Step 21 needs 1d6, which never fell; type its")
    silent = fought.rita.post("corrections", {"how": "annul", "step": STRIKE}, If_Match="*")
    assert json_of(silent)["errors"][0]["pointer"] == "#/note"
    assert fought.entries() == 50


def test_dice_of_a_correction_are_the_same_however_often_it_is_ruled(table: Table):
    """A loose die of the service: amended to three dice, the first face stays, the others fall."""
    table.ana.says("roll", who="ana", sides=20)
    more = {
        "how": "amend",
        "step": 10,
        "command": {"type": "roll", "who": "ana", "sides": 20, "count": 3},
    }
    assert verdicts(judged(table, **more)) == [(10, "stopped", "needs dice")]
    assert table.rita.post("corrections", {**more, "note": "x"}, If_Match="*").status_code == 409
    shown = []
    for back in (17, 17):
        adopts(table, **more, dice="fall")
        *_, row = table.rita.read("events?after=17")["items"]
        shown.append(row["event"]["faces"])
        head = f'"{table.rita.head()}"'
        table.rita.post("jump", {"to": back}, If_Match=head)
    assert shown[0] == shown[1] and len(shown[0]) == 3
    assert shown[0][0] == table.rita.read("events?after=16")["items"][0]["event"]["faces"][0]


def test_an_amended_step_is_its_authors_if_he_may_say_it_and_else_the_referees(fought: Table):
    mine = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["cleo"]}}
    adopts(fought, how="amend", step=MOVE, command=mine, upto=MOVE)
    assert fought.sue.read("events?after=51")["items"][0]["by"] == "p1"
    theirs = {
        "type": "adjust",
        "note": "blown",
        "change": {
            "what": "fact",
            "of": "ana",
            "name": "adjacent",
            "toward": "cleo",
            "value": "yes",
        },
    }
    adopts(fought, how="amend", step=21, command=theirs)
    row = fought.sue.read("events?after=56")["items"][0]
    assert (row["by"], row["again"], row["note"]["words"]) == ("p4", 10, "blown")


def test_a_ruling_is_made_once_and_from_a_known_head(fought: Table):
    body = {**LUCKY, "note": "so it was"}
    assert fought.rita.post("corrections", body).status_code == 428
    assert fought.rita.post("corrections", body, If_Match='"1-ab"').status_code == 412
    head = f'"{fought.rita.head()}"'
    first = fought.rita.post("corrections", body, If_Match=head, Idempotency_Key="k1")
    again = fought.rita.post("corrections", body, If_Match=head, Idempotency_Key="k1")
    assert json_of(first)["entries"] == json_of(again)["entries"]
    assert json_of(again)["replayed"] and fought.entries() == 61
    other = {**body, "note": "otherwise"}
    reused = fought.rita.post("corrections", other, If_Match="*", Idempotency_Key="k1")
    assert reused.status_code == 422


def test_what_a_seat_played_then_counts(fought: Table):
    """Bert's pass-all was for Bert alone; the seat has changed since, and all is kept."""
    fought.rita.says("seat-change", seat="s2", role="spectator", combatants=[])
    steps = judged(
        fought, how="insert", step=MOVE, command={"type": "roll", "who": "cleo", "faces": [2]}
    )
    assert {step["verdict"] for n, step in steps.items() if n} == {"kept"}


def test_an_ended_combat_is_corrected_to_its_end(fought: Table):
    fought.rita.says("end")
    adopts(fought, **LUCKY)
    assert fought.sue.read("")["status"] == "ended"
    assert fought.sue.read("state")["conditions"] == []


# --- secrets ---------------------------------------------------------------------------------


def test_a_secret_step_that_is_corrected_shows_nothing_to_the_table(table: Table):
    """All that is left and played again is the referee's alone: nobody else sees a move."""
    table.rita.says("roll", who="cleo", hidden=True, sides=20)
    before = [table.ana.get(path).data for path in ("events", "state", "timeline")]
    adopts(
        table,
        how="amend",
        step=10,
        command={"type": "roll", "who": "cleo", "hidden": True, "sides": 20, "faces": [7]},
    )
    assert [table.ana.get(path).data for path in ("events", "state", "timeline")] == before
    assert table.rita.read("events?limit=200")["items"][-1]["event"]["faces"] == [7]


def test_what_was_hidden_stays_hidden_when_it_is_played_again(table: Table):
    table.ana.says("roll", who="ana")
    table.rita.says("roll", who="cleo", hidden=True, sides=20)
    adopts(table, how="insert", step=10, command={"type": "roll", "who": "ana", "faces": [3]})
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
    refused = table.rita.post("corrections", where, If_Match="*")
    assert refused.status_code == 409
    assert json_of(refused)["numbers"] == {"place": 1, "shown up to": 1}
    table.operator.says(**{**join, "subject": "late"})


def test_faces_that_a_correction_types_in_stay_with_it(table: Table):
    table.ana.says("roll", who="ana", sides=20, faces=[7])
    step = {"how": "amend", "step": 10, "note": "It was another."}

    def amended(face: int) -> Any:
        roll = {"type": "roll", "who": "ana", "sides": 20, "faces": [face]}
        return table.rita.post("corrections", {**step, "command": roll}, If_Match="*")

    assert amended(12).status_code == 200
    table.rita.post("jump", {"to": 17}, If_Match="*")
    again = amended(20)
    assert again.status_code == 409 and json_of(again)["numbers"]["shown"] == "12"
    assert amended(12).status_code == 200
