"""The procedure of a dispute, over HTTP: who may say what, when, and what it says where he may not.

The fight to its end: entry 25 is Ana's strike, 32 Bert's parry, 40 and 41 their rolls, 44 the hit.
Anna is p1, Bert p2, Sue p3 watches, Rita p4 is the referee.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.service import Service
from domain.combat import state_hash
from domain.hearing import PATIENCE
from tests.api.table import OPENING, Caller, Table, json_of
from tests.api.test_http_play import fight, finish

HIT, STRIKE, ROLL = 44, 25, 40
STANDS = {"remedy": "let-stand"}
MENDED: dict[str, Any] = {
    "remedy": "amend", "entry": ROLL,
    "command": {"type": "answer", "who": "bert", "about": "roll", "choice": "roll", "faces": [20]},
}  # fmt: skip
GAIN: dict[str, Any] = {
    "remedy": "compensate",
    "change": {"what": "pool", "subject": "bert", "pool": "ap", "delta": 1},
}
DORA = {"person": "Dora Fay", "role": "player", "combatants": ["cleo"]}


@pytest.fixture
def fought(service: Service) -> Table:
    """The fight to its end; Dora (p5) plays Cleo, and is a party to nothing between the others."""
    table = Table.laid(service, policy="consent")
    dora = table.rita.says("seat-open", **DORA)
    table.dora = table.caller(dora["tokens"]["s5"])  # type: ignore[attr-defined]
    fight(table)
    finish(table)
    return table


def dora(table: Table) -> Caller:
    found: Caller = table.dora  # type: ignore[attr-defined]
    return found


def contests(caller: Caller, entry: int = HIT + 1, **more: Any) -> int:
    """Somebody contests an entry (numbers are one more, since Dora sat down)."""
    said = caller.says("contest", entry=entry, note="I parried that.", **more)
    return int(said["entries"][0]["number"])


def case(table: Table, number: int) -> Any:
    return next(c for c in table.sue.read("disputes")["items"] if c["number"] == number)


def refused(answer: Any) -> str:
    assert answer.status_code == 409, answer.text
    return str(json_of(answer)["detail"]).removesuffix(" Nothing has changed.")


def says(caller: Caller, type: str, **body: Any) -> Any:
    """What a command is answered, whatever it is."""
    return caller.post("commands", {"type": type, **body}, If_Match="*")


def answers(caller: Caller, number: int, choice: str, **body: Any) -> Any:
    return says(caller, "answer-dispute", dispute=number, choice=choice, **body)


# --- contesting ------------------------------------------------------------------------------


def test_parties_are_who_contests_and_who_plays_those_it_names(fought: Table):
    found = case(fought, contests(fought.bert))
    assert (found["parties"], found["deciders"]) == (["p2", "p1"], ["referee"])
    assert (found["entry"], found["upto"], found["words"]) == (45, 45, "I parried that.")
    assert found["clause"] == "T4"  # of the strike, whose outcome it is
    nobody = says(dora(fought), "contest", entry=45, by="vote", claim=GAIN, note="so")
    assert refused(nobody) == "Everybody is a party: let the referee rule."
    assert json_of(nobody)["numbers"] == {"parties": "p5, p1, p2", "could vote": "nobody"}


def test_a_vote_has_a_place_for_everybody_and_the_parties_are_barred_from_it(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    rows = fought.sue.read(f"events?after={number - 1}&limit=1")["items"]
    slots = {s["id"]: s["barred"] for s in rows[0]["event"]["slots"]}
    assert slots == {
        "p2": "", "p1": "", "vote p5": "", "vote p2": "a party does not vote on its own case",
        "vote p1": "a party does not vote on its own case",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"entry": 999}, "There are no entries 999 to 999 to contest."),
        ({"entry": 20, "upto": 10}, "There are no entries 20 to 10 to contest."),
        ({"entry": 45, "fact": "distance"}, "Nobody declared 'distance' there."),
        ({"entry": 45, "by": "vote"}, "A vote needs a claim: say which remedy."),
        ({"entry": 45, "claim": {"remedy": "go-back", "to": 999}}, "There is no entry 999."),
        ({"entry": 45, "claim": {"remedy": "amend", "entry": 2, "how": "annul"}},
         "Entry 2 is no entry of play."),
        ({"entry": 45, "claim": {**MENDED, "entry": 41, "command": None}},
         "Say what stands there instead; to annul, nothing."),
        ({"entry": 45, "claim": {"remedy": "re-roll", "entry": 45}},
         "No dice that stand fell there, no card was drawn."),
    ],
)  # fmt: skip
def test_what_cannot_be_contested_says_why(fought: Table, body: dict[str, Any], why: str):
    before = fought.entries()
    assert refused(says(fought.bert, "contest", **body, note="so")) == why
    assert fought.entries() == before


def test_it_takes_a_reason_and_somebody_who_plays(fought: Table):
    assert refused(says(fought.bert, "contest", entry=45)) == "Say why in a note."
    assert says(fought.sue, "contest", entry=45, note="so").status_code == 403
    contests(fought.bert)
    assert refused(says(fought.bert, "contest", entry=45, note="so")) == "You contest this already."


def test_a_declared_fact_and_a_span_may_be_contested(fought: Table):
    """Ana said beside whom she came to stand; Bert contests it, and the evidence shows it all."""
    number = contests(fought.bert, entry=18, upto=20, fact="adjacent")
    found = fought.sue.read(f"evidence?dispute={number}")
    contested = {int(x["number"]): x["text"] for x in found["lines"] if x["contested"]}
    assert contested == {
        18: "ana moves (beside bert)", 19: "ana pays 1 AP, 2 left",
        20: "Ana and bert: side by side",
    }  # fmt: skip
    [posting] = found["postings"]
    assert (posting["number"], posting["called"], posting["points"], posting["left"]) == (
        "19", "AP", "-1", "2"
    )  # fmt: skip
    assert posting in fought.sue.read("ledger?at=20")["items"]
    assert found["clauses"][0] == {"clause": "T3", "says": ["manoeuvre: move"]}
    assert {tuple(x["seen_by"]) for x in found["lines"]} == {("p1", "p2", "p3", "p4", "p5")}


def test_a_posting_in_evidence_is_as_the_ledger_had_it_also_when_it_was_undone(fought: Table):
    number = contests(fought.bert, entry=18, upto=20)
    before = fought.sue.read("ledger?at=20")["items"]
    fought.rita.post("jump", {"to": 17}, If_Match="*")
    [posting] = fought.sue.read(f"evidence?dispute={number}")["postings"]
    assert posting in before and posting not in fought.sue.read("ledger")["items"]
    assert posting["because"] == "ana's move" and posting["cause"] == "a1"


def test_the_evidence_has_the_dice_with_what_vouches_for_them(fought: Table):
    fought.ana.says("roll", who="ana", sides=20)
    last = int(fought.sue.read("")["last"])
    typed = contests(fought.bert, entry=41, upto=42)
    dice = fought.sue.read(f"evidence?dispute={typed}")["dice"]
    assert [(d["who"], d["shows"], d["total"], d["provenance"], d["commitment"]) for d in dice] == [
        ("bert", "1d20 [12]", 14, "typed", ""), ("ana", "1d20 [12]", 14, "typed", ""),
    ]  # fmt: skip
    number = contests(fought.bert, entry=last)
    [die] = fought.sue.read(f"evidence?dispute={number}")["dice"]
    opened = fought.sue.read("events?limit=1")["items"][0]["event"]
    assert die["provenance"] == "service"
    assert die["commitment"] == opened["commitments"]["open"] != ""


def test_there_is_no_evidence_of_what_is_not_contested(fought: Table):
    assert fought.sue.get("evidence?dispute=45").status_code == 404


# --- pausing ---------------------------------------------------------------------------------


def test_play_waits_while_it_is_paused_and_talk_does_not(fought: Table):
    number = contests(fought.bert, pause=True)
    roll = says(fought.ana, "roll", who="ana")
    assert refused(roll).startswith("Play waits for a dispute: settle it, or let the referee say")
    assert json_of(roll)["numbers"] == {"dispute": number, "contested": 45}
    assert refused(fought.rita.post("undo", {}, If_Match="*")).startswith("Play waits")
    assert refused(says(fought.ana, "ask-undo")).startswith("Play waits for a dispute")
    assert fought.ana.read("options")["options"] == []
    fought.sue.get("timeline")
    fought.ana.says("note", note="Well.")
    assert answers(fought.ana, number, "play-on").status_code == 403
    assert answers(fought.rita, number, "play-on").status_code == 200
    fought.ana.says("roll", who="ana")
    assert refused(answers(fought.rita, number, "play-on")) == (
        "Play does not wait for this dispute."
    )  # fmt: skip


def test_who_contests_may_withdraw_it_and_play_goes_on(fought: Table):
    number = contests(fought.bert, pause=True)
    assert answers(fought.ana, number, "withdraw").status_code == 403
    assert answers(fought.bert, number, "withdraw").status_code == 200
    assert (case(fought, number)["stage"], case(fought, number)["how"]) == ("closed", "withdrawn")
    fought.ana.says("roll", who="ana")
    assert refused(answers(fought.bert, number, "withdraw")) == f"Dispute {number}: is closed."


# --- hearing and voting ----------------------------------------------------------------------


def test_parties_state_their_case_and_nobody_else_does(fought: Table):
    number = contests(fought.bert)
    assert refused(answers(fought.ana, number, "state")) == "Say why in a note."
    assert refused(answers(dora(fought), number, "state", note="x")) == "P5 is no party."
    assert answers(fought.ana, number, "state", who="p2", note="x").status_code == 403
    assert answers(fought.rita, number, "state", who="p1", note="She said so.").status_code == 200
    [said] = case(fought, number)["said"]
    assert (said["who"], said["choice"], said["words"]) == ("p1", "state", "She said so.")


def test_a_referee_who_is_a_party_does_not_rule_while_there_is_anybody_else(fought: Table):
    answer = says(fought.rita, "contest", entry=45, note="so")
    assert refused(answer) == "The referee is a party here: let the others vote, with a claim."
    assert json_of(answer)["numbers"] == {"parties": "referee, p1, p2", "could vote": "p5"}
    number = contests(fought.rita, by="vote", claim=GAIN)
    body = {"dispute": number, "remedy": STANDS, "note": "x"}
    assert refused(says(fought.rita, "rule-dispute", **body)) == "The table votes on this."
    assert refused(answers(fought.rita, number, "uphold")) == (
        "A party does not vote on its own case."
    )  # fmt: skip


def test_where_everybody_is_a_party_the_referee_rules_and_it_is_said(table: Table):
    """Two players alone, and the referee contests: nobody else is there."""
    fight(table)
    finish(table)
    number = contests(table.rita, entry=HIT)
    table.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="He was owed it.")
    [ruling] = case(table, number)["rulings"]
    assert ruling["own"] and ruling["says"] == "make good: bert AP +1"
    table.ana.says("answer-dispute", dispute=number, choice="accept")
    assert refused(answers(table.bert, number, "appeal", note="x")) == (
        "Nobody is left to hear an appeal: everybody else is a party."
    )  # fmt: skip
    assert says(table.bert, "settle-dispute", dispute=number).status_code == 200
    found = table.sue.read("audit")["report"]
    assert [x["by"] for x in found["irregular"] if x["kind"] == "own case"] == ["Rita Eck"]


def test_a_vote_is_cast_once_by_whoever_has_one(fought: Table):
    fought.rita.says("seat-open", person="Eve", role="player")
    number = contests(fought.bert, by="vote", claim=GAIN)
    assert case(fought, number)["deciders"] == ["p5", "p6"]
    assert answers(fought.sue, number, "uphold").status_code == 403
    assert answers(fought.rita, number, "uphold").status_code == 403
    assert answers(dora(fought), number, "uphold").status_code == 200
    assert refused(answers(dora(fought), number, "dismiss")) == "You have voted already."
    assert case(fought, number)["stage"] == "open"  # one of two is no majority
    assert refused(answers(fought.rita, number, "count")) == "Some may still vote."
    fought.service.effects = fought.service.effects._replace(
        now=lambda: 1_700_000_000_000 + 10 * PATIENCE
    )
    assert answers(dora(fought), number, "count").status_code == 403
    assert answers(fought.bert, number, "count").status_code == 200
    [ruling] = case(fought, number)["rulings"]
    assert (ruling["by"], ruling["says"]) == ("vote", "make good: bert AP +1")


def test_a_tie_dismisses_and_things_stand(fought: Table):
    eve = fought.rita.says("seat-open", person="Eve", role="player")
    number = contests(fought.bert, by="vote", claim=GAIN)
    answers(dora(fought), number, "uphold")
    answers(fought.caller(eve["tokens"]["s6"]), number, "dismiss")
    [ruling] = case(fought, number)["rulings"]
    assert ruling["says"] == "let it stand" and ruling["remedy"] == STANDS


# --- ruling, appeal, settling ----------------------------------------------------------------


def test_an_amendment_plays_on_from_there_and_cites_the_dispute(fought: Table):
    number = contests(fought.bert, claim={**MENDED, "entry": ROLL + 1})
    shown = json_of(fought.rita.post("remedies/preview", {**MENDED, "entry": ROLL + 1}))
    assert [s["verdict"] for s in shown["steps"]["steps"]] == ["changed", "changed", "kept"]
    ruling = {"dispute": number, "remedy": {**MENDED, "entry": ROLL + 1}, "note": "We saw a 20."}
    fought.rita.says("rule-dispute", **ruling)
    early = says(fought.sue, "settle-dispute", dispute=number)
    assert early.status_code == 403
    early = says(fought.bert, "settle-dispute", dispute=number)
    assert json_of(early)["numbers"]["not accepted by"] == "p2, p1"
    for caller in (fought.ana, fought.bert):
        answers(caller, number, "accept")
    assert refused(answers(fought.bert, number, "accept")) == "P2 has accepted already."
    assert says(fought.bert, "settle-dispute", dispute=number).status_code == 200
    rows = fought.sue.read(f"events?after={number}")["items"]
    closed = next(r for r in rows if r["type"] == "combat.closed/1")
    moved = next(r for r in rows if r["type"] == "combat.rewound/1")
    assert (closed["event"]["how"], moved["cause"]) == ("amended", closed["event"]["frame"])
    assert moved["note"]["words"] == "We saw a 20."
    assert [r["again"] for r in rows if r.get("again")] == [18, *[19] * 5, *[20] * 4]
    assert fought.sue.read("state")["conditions"] == []


def test_silence_accepts_a_ruling_after_its_time(fought: Table):
    number = contests(fought.bert)
    fought.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="so")
    assert refused(says(fought.bert, "settle-dispute", dispute=number)) == (
        "The ruling may still be appealed."
    )  # fmt: skip
    fought.service.effects = fought.service.effects._replace(
        now=lambda: 1_700_000_000_000 + 10 * PATIENCE
    )
    before = fought.sue.read("action-points")["items"]
    assert says(fought.bert, "settle-dispute", dispute=number).status_code == 200
    after = fought.sue.read("action-points")["items"]
    assert [a["pools"][0]["left"] - b["pools"][0]["left"]
            for a, b in zip(after, before, strict=True)] == [0, 1, 0]  # fmt: skip


def test_a_vote_is_appealed_to_the_referee_who_rules_otherwise(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    answers(dora(fought), number, "uphold")
    assert refused(answers(dora(fought), number, "appeal", note="x")) == "P5 is no party."
    assert answers(fought.ana, number, "appeal", note="He had enough.").status_code == 200
    found = case(fought, number)
    assert (found["by"], found["deciders"], found["claims"]) == (
        "referee", ["referee"], "let it stand",
    )  # fmt: skip
    fought.rita.says("rule-dispute", dispute=number, remedy=STANDS, note="He had.")
    assert says(fought.bert, "settle-dispute", dispute=number).status_code == 200
    assert case(fought, number)["how"] == "let stand"
    [earlier] = fought.sue.read("precedents?clause=T4")["items"]
    assert (earlier["remedy"], earlier["words"]) == ("let-stand", "He had.")


def test_a_ruling_that_cannot_be_carried_out_takes_another(fought: Table):
    """Bert leaves before he is made good: what was ruled is impossible, and nothing is entered."""
    number = contests(fought.bert)
    fought.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="so")
    for caller in (fought.ana, fought.bert):
        answers(caller, number, "accept")
    other = {"dispute": number, "remedy": STANDS, "note": "He is gone."}
    assert refused(says(fought.rita, "rule-dispute", **other)).startswith("It is ruled already")
    fought.rita.says("leave", who="bert")
    before = fought.entries()
    assert refused(says(fought.ana, "settle-dispute", dispute=number)) == (
        "'bert' is not in this combat."
    )  # fmt: skip
    assert fought.entries() == before
    assert says(fought.rita, "rule-dispute", **other).status_code == 200
    for caller in (fought.ana, fought.bert):
        answers(caller, number, "accept")
    assert says(fought.ana, "settle-dispute", dispute=number).status_code == 200


def test_a_reroll_waits_for_another_request_for_fresh_dice_and_not_for_one_that_ran_out(
    fought: Table,
):
    """Ana asks about a die of hers that was undone; Bert is ruled to roll for his parry again."""
    fought.ana.says("roll", who="ana", sides=20)
    loose = int(fought.sue.read("")["last"])
    assert fought.rita.post("undo", {}, If_Match="*").status_code == 200
    fought.ana.says("ask-fresh-dice", about=loose)
    again = {"remedy": "re-roll", "entry": ROLL + 1}
    number = contests(fought.bert)
    fought.rita.says("rule-dispute", dispute=number, remedy=again, note="It fell off the table.")
    for caller in (fought.ana, fought.bert):
        answers(caller, number, "accept")
    before = fought.entries()
    early = says(fought.bert, "settle-dispute", dispute=number)
    assert refused(early) == (
        "Somebody asks for fresh dice already: answer that first, then settle this."
    )
    assert json_of(early)["numbers"] == {"waiting for": "p2, p5, referee"}
    assert fought.entries() == before and case(fought, number)["stage"] == "ruled"

    fought.service.effects = fought.service.effects._replace(
        now=lambda: 1_700_000_000_000 + 10 * PATIENCE
    )
    assert says(fought.bert, "settle-dispute", dispute=number).status_code == 200
    found = fought.sue.read(f"events?after={before}")["items"]
    about = [(x["event"].get("how"), x["event"].get("params", {}).get("entry")) for x in found]
    assert about == [
        ("rolled again", None), (None, None), ("expired", None), (None, ROLL + 1),
    ]  # fmt: skip
    request = fought.service.combat(fought.combat).table.fresh.request
    assert request and request.open_slots() == ("p1", "p2", "p5")


def test_settling_is_done_once_and_from_a_known_head(fought: Table):
    number = contests(fought.bert)
    fought.rita.says("rule-dispute", dispute=number, remedy=STANDS, note="so")
    for caller in (fought.ana, fought.bert):
        answers(caller, number, "accept")
    body = {"type": "settle-dispute", "dispute": number}
    assert fought.ana.post("commands", body).status_code == 428
    assert fought.ana.post("commands", body, If_Match='"1-ab"').status_code == 412
    head = f'"{fought.ana.head()}"'
    first = fought.ana.post("commands", body, If_Match=head, Idempotency_Key="k1")
    again = fought.ana.post("commands", body, If_Match=head, Idempotency_Key="k1")
    assert json_of(first)["entries"] == json_of(again)["entries"] and json_of(again)["replayed"]


def test_a_citation_is_made_by_settling_alone(fought: Table):
    fix = {"what": "pool", "subject": "bert", "pool": "ap", "delta": 1}
    answer = says(fought.rita, "adjust", change=fix, note="x", cites="21.1")
    assert refused(answer) == "A ruling is carried out by settle-dispute."


# --- precedents ------------------------------------------------------------------------------


def test_rulings_at_other_tables_are_told_without_what_is_theirs(fought: Table):
    """Of another table a seat learns what was ruled; the operator learns where and why."""
    other = Table.laid(fought.service, title="The secret meeting")
    fight(other)
    finish(other)
    number = contests(other.bert, entry=HIT)
    other.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="Between us.")
    mine = contests(fought.bert)
    [seen] = fought.bert.read(f"evidence?dispute={mine}")["earlier"]
    assert (seen["remedy"], seen["clause"], seen["here"]) == ("compensate", "T4", False)
    assert (seen["combat"], seen["title"], seen["number"], seen["words"]) == ("", "", 0, "")
    [told] = fought.operator.read(f"evidence?dispute={mine}")["earlier"]
    assert (told["title"], told["number"], told["words"]) == (
        "The secret meeting", number, "Between us.",
    )  # fmt: skip


def test_what_was_settled_is_the_same_after_a_restart(fought: Table):
    number = contests(fought.bert, pause=True)
    before = fought.sue.read("disputes"), state_hash(fought.service.combat(fought.combat).head)
    fought.service.combat(fought.combat).store_caches(all_of_it=True)
    fought.service.combats.let_go(fought.combat)
    assert (fought.sue.read("disputes"),
            state_hash(fought.service.combat(fought.combat).head)) == before  # fmt: skip
    assert refused(says(fought.ana, "roll", who="ana")).startswith("Play waits")
    assert case(fought, number)["pause"] and OPENING["title"] == "The ford"


def test_rulings_are_indexed_on_either_database(either_service: Service):
    """A ruling, and the other after an appeal that takes its place: the index has the last."""
    table = Table.laid(either_service, policy="consent")
    table.rita.says("seat-open", **DORA)
    fight(table)
    finish(table)
    number = contests(table.bert, clause="T4")
    table.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="so")
    [first] = either_service.log.rulings(table.combat)
    assert (first.number, first.clause, first.remedy) == (number, "T4", "compensate")
    answers(table.ana, number, "appeal", note="no")
    either_service.effects = either_service.effects._replace(
        now=lambda: 1_700_000_000_000 + 10 * PATIENCE
    )
    assert answers(table.ana, number, "count").status_code == 200
    [last] = either_service.log.precedents("toy", "T4")
    assert (last.number, last.remedy, last.ruling > first.ruling) == (number, "compensate", True)
