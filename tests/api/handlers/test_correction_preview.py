"""The preview of a correction over HTTP: every later step with its verdict, and who may look."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.clients.http_client import Table, json_of
from tests.support.combats.corrections import (
    INSTEAD,
    LUCKY,
    MOVE,
    PARRY,
    STRIKE,
    adopts,
    fought,
    judged,
    verdicts,
)
from tests.support.games.toy import TOY
from tests.support.goldens.samples import FIGHTS, sample_in

__all__ = ["fought"]

LOOSE = {"type": "roll", "who": "cleo", "faces": {"loose": [2]}}
STRAY = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["cleo"]}


def test_a_mistyped_face_changes_what_came_of_it_before_and_after(fought: Table):
    """Bert rolled 20 and not 12: his parry of 22 stops her 14, and he is not hurt."""
    answer = fought.rita.tries("correct", **LUCKY)
    steps = {step["step"]: step for step in json_of(answer)["steps"]}
    assert verdicts(steps) == [(17, "changed", ""), (18, "changed", ""), (19, "kept", "")]
    assert (steps[17]["number"], steps[17]["by"]) == ("40", "p0")
    assert steps[17]["was"] == [f"Bert rolls attempt 14 = 1d20 [12] + 2 might, typed{INSTEAD}"]
    assert steps[17]["becomes"] == [
        "Bert rolls attempt 22 = 1d20 [20] + 2 might, typed, by the referee"
    ]
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
    [change] = json_of(answer)["changes"]
    assert (change["kind"], change["who"], change["what"]) == ("condition", "bert", "hurt")
    assert (change["was"], change["becomes"]) == ("yes", "no")
    assert {step["revision"] for step in steps.values()} == {""}
    assert answer.headers["ETag"] == f'"{fought.rita.head()}"'


def test_a_parameter_of_an_answer_is_shown_before_and_after(tmp_path: Path):
    """How far the edge of the table was, with nothing that came of it in the same step."""
    fight = next(fight for fight in FIGHTS if fight.parent.name == "the-causeway")
    service, name = sample_in(tmp_path, fight)
    table = Table.at_combat(service, name)
    rows = table.operator.read("events?limit=500")["items"]
    fled = [row for row in rows if row["event"].get("choice") == "straight ahead"][-1]
    said = {"type": "answer", "who": "hills", "about": "flight", "choice": "straight ahead"}
    command = {**said, "params": {"edge": "1/2"}, "on_behalf": True}
    would = table.operator.would("correct", how="amend", step=fled["step"], command=command)
    [step, *_] = would["steps"]
    says = "The Hills tells the way of the flight: straight ahead (edge {})"
    assert (step["verdict"], step["was"], step["becomes"]) == (
        "changed",
        [says.format(20)],
        [says.format("1/2")],
    )
    service.close()


def test_what_follows_an_annulled_step_is_dropped_and_why(fought: Table):
    """Without the move the strike is illegal; what answered it is orphaned, the passes are moot."""
    steps = judged(fought, how="annul", step=MOVE)
    assert verdicts(steps) == [
        (10, "falls", ""),
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
    assert (steps[12]["why"], steps[12]["clause"], steps[12]["clause_title"]) == (
        "bert is no legal target of strike",
        "T4",
        "Striking",
    )
    assert (steps[12]["legal"], steps[12]["missing"], steps[12]["numbers"]) == ([], [], {})
    assert steps[11]["legal"] is None
    assert steps[13]["why"] == f"what it answered is gone: entry {steps[12]['number']} was dropped"


def test_reasons_name_steps_by_the_entries_that_now_stand(fought: Table):
    """After a correction the steps have new numbers; reasons go by those, not by the first ones."""
    adopts(fought, how="insert", step=MOVE, command=LOOSE)
    rows = fought.rita.read("events?after=51")["items"]
    now = {row["again"]: row["step"] for row in reversed(rows) if "again" in row}
    steps = judged(fought, how="annul", step=now[MOVE])
    strike = steps[now[STRIKE]]
    assert (
        steps[now[PARRY]]["why"]
        == f"what it answered is gone: entry {strike['number']} was dropped"
    )
    more = {"type": "roll", "who": "ana"}
    luck = judged(fought, how="insert", step=now[STRIKE], command=more)
    assert luck[None]["why"] == "what is put in needs 1d6, which never fell"


def test_a_step_of_somebody_who_has_left_is_orphaned(fought: Table):
    left = judged(fought, how="insert", step=STRIKE, command={"type": "leave", "who": "bert"})
    assert (left[12]["reason"], left[12]["why"]) == ("orphaned", "bert has left")


def test_a_step_that_names_what_an_annulled_step_began_is_orphaned(fought: Table):
    hurt = {"what": "condition", "subject": "ana", "name": "hurt"}
    fought.rita.says("adjust", note="she fell", change=hurt)
    [*_, began] = fought.rita.read("events?limit=200")["items"]
    end = {**hurt, "name": began["event"]["id"], "begin": False}
    fought.rita.says("adjust", note="no more", change=end)
    steps = judged(fought, how="annul", step=began["step"])
    assert verdicts(steps)[1:] == [(began["step"] + 1, "dropped", "orphaned")]
    assert (
        steps[began["step"] + 1]["why"]
        == f"what it names is gone: entry {began['number']} was taken back"
    )


def test_where_an_answer_or_dice_are_missing_it_stops(fought: Table):
    waits = judged(fought, how="annul", step=PARRY)
    assert verdicts(waits)[-1] == (17, "stopped", "needs an answer")
    assert waits[17]["why"] == "bert is asked about declare, and no later step answers that"
    luck = judged(fought, how="insert", step=STRIKE, command={"type": "roll", "who": "ana"})
    assert verdicts(luck) == [(None, "stopped", "needs dice")]


def test_a_question_of_another_step_is_answered_by_a_later_one(tmp_path: Path):
    """Without the one who might stay hidden, deploying is asked a step earlier."""
    fight = next(fight for fight in FIGHTS if fight.parent.name == "the-causeway")
    service, name = sample_in(tmp_path, fight)
    table = Table.at_combat(service, name)
    would = table.operator.would("correct", how="annul", step=10)
    steps = {step["step"]: step for step in would["steps"]}
    assert verdicts(steps)[4:7] == [
        (14, "changed", ""),
        (15, "dropped", "illegal"),
        (16, "kept", ""),
    ]
    assert "stopped" not in {step["verdict"] for step in would["steps"]}
    service.close()


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


@pytest.mark.parametrize(
    "said",
    [
        {"how": "insert", "step": STRIKE, "command": STRAY},
        {"how": "insert", "step": STRIKE, "command": {"type": "roll", "who": "ana"}},
        {"how": "annul", "step": PARRY},
        {"how": "annul", "step": STRIKE},
        LUCKY,
        {**LUCKY, "upto": 16},
    ],
    ids=["illegal", "needs dice", "stops", "goes on", "changes", "no such step"],
)
def test_why_not_says_what_adopting_would_be_told(fought: Table, said: dict[str, Any]):
    body = {"type": "correct", **said, "note": "so it was"}
    found = json_of(fought.rita.post("why-not", body))
    answer = fought.rita.post("commands", body, If_Match="*")
    assert found["allowed"] == (answer.status_code == 200), answer.text
    if not found["allowed"]:
        [denial], refused = found["denials"], json_of(answer)
        assert refused["detail"].lower().startswith(denial["why"].lower())
        assert denial["pointer"] == refused["pointer"]


def test_up_to_a_step_the_rest_falls(fought: Table):
    steps = judged(fought, **LUCKY, upto=18)
    assert [step["verdict"] for step in steps.values()] == ["changed", "changed", "falls"]


def test_the_referee_alone_looks_and_rules(fought: Table):
    for path in ("commands?dry-run=1", "commands"):
        body = {"type": "correct", **LUCKY, "note": "so it was"}
        assert fought.ana.post(path, body, If_Match="*").status_code == 403
        assert fought.sue.post(path, body, If_Match="*").status_code == 403
        assert fought.nobody.post(path, body, If_Match="*").status_code == 401


@pytest.mark.parametrize(
    ("body", "pointer", "why"),
    [
        ({"how": "annul", "step": 2}, "/step", "Step 2 is not on the line of play."),
        ({"how": "annul", "step": 99}, "/step", "Step 99 is not on the line of play."),
        ({"how": "annul", "step": 1}, "/step", "A combat begins with its opening; open another."),
        (
            {"how": "insert", "step": 19, "where": "after", "command": {"type": "end"}},
            "/step",
            "Nothing comes after step 19; say the command.",
        ),
        (
            {"how": "amend", "step": 12},
            "/command",
            "Say what stands there instead; to annul, nothing.",
        ),
        (
            {"how": "annul", "step": 12, "command": {"type": "end"}},
            "/command",
            "Say what stands there instead; to annul, nothing.",
        ),
        ({**LUCKY, "upto": 16}, "/upto", "Step 16 does not come after the correction."),
    ],
)
def test_what_cannot_be_corrected_says_why(
    fought: Table, body: dict[str, Any], pointer: str, why: str
):
    answer = fought.rita.tries("correct", **body)
    assert answer.status_code == 409
    said = json_of(answer)
    assert (said["pointer"], said["detail"]) == (pointer, f"{why} Nothing has changed.")


def test_what_a_seat_played_then_counts(fought: Table):
    """Bert's pass-all was for Bert alone; the seat has changed since, and all is kept."""
    fought.rita.says("seat-change", seat="s2", role="spectator", combatants=[])
    steps = judged(
        fought,
        how="insert",
        step=MOVE,
        command={"type": "roll", "who": "cleo", "faces": {"loose": [2]}},
    )
    assert {step["verdict"] for n, step in steps.items() if n} == {"kept"}
