"""What becomes of a dispute, over HTTP: ruled, appealed, settled, and cited at the next one."""

from __future__ import annotations

from api.service import Service
from domain.combat import state_hash
from domain.hearing import PATIENCE
from tests.api.contested import (
    DORA,
    GAIN,
    HIT,
    MENDED,
    ROLL,
    STANDS,
    answers,
    case,
    contests,
    dora,
    fought,
    refused,
    says,
)
from tests.api.table import OPENING, Table, json_of
from tests.api.test_http_play import fight, finish

__all__ = ["fought"]


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
    )
    fought.service.effects = fought.service.effects._replace(
        now=lambda: 1_700_000_000_000 + 10 * PATIENCE
    )
    before = fought.sue.read("action-points")["items"]
    assert says(fought.bert, "settle-dispute", dispute=number).status_code == 200
    after = fought.sue.read("action-points")["items"]
    assert [
        int(a["pools"][0]["points"]) - int(b["pools"][0]["points"])
        for a, b in zip(after, before, strict=True)
    ] == [0, 1, 0]


def test_a_vote_is_appealed_to_the_referee_who_rules_otherwise(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    answers(dora(fought), number, "uphold")
    assert refused(answers(dora(fought), number, "appeal", note="x")) == "P5 is no party."
    assert answers(fought.ana, number, "appeal", note="He had enough.").status_code == 200
    found = case(fought, number)
    assert (found["by"], found["deciders"], found["claims"]) == (
        "referee",
        ["referee"],
        "let it stand",
    )
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
    )
    assert fought.entries() == before
    assert says(fought.rita, "rule-dispute", **other).status_code == 200
    for caller in (fought.ana, fought.bert):
        answers(caller, number, "accept")
    assert says(fought.ana, "settle-dispute", dispute=number).status_code == 200


def ruled_beside_a_request(fought: Table) -> int:
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
    return number


def test_a_reroll_waits_for_another_request_for_fresh_dice(fought: Table):
    number, before = ruled_beside_a_request(fought), fought.entries()
    early = says(fought.bert, "settle-dispute", dispute=number)
    assert refused(early) == (
        "Somebody asks for fresh dice already: answer that first, then settle this."
    )
    assert json_of(early)["numbers"] == {"waiting for": "p2, p5, referee"}
    assert fought.entries() == before and case(fought, number)["stage"] == "ruled"


def test_a_reroll_waits_for_no_request_that_ran_out(fought: Table):
    number, before = ruled_beside_a_request(fought), fought.entries()
    late = 1_700_000_000_000 + 10 * PATIENCE
    fought.service.effects = fought.service.effects._replace(now=lambda: late)
    assert says(fought.bert, "settle-dispute", dispute=number).status_code == 200
    found = fought.sue.read(f"events?after={before}")["items"]
    assert [x["event"].get("how") for x in found] == ["rolled again", None, "expired", None]
    about = [x["event"].get("params", {}).get("entry") for x in found]
    assert about == [None, None, None, ROLL + 1]
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
        "The secret meeting",
        number,
        "Between us.",
    )


def test_what_was_settled_is_the_same_after_a_restart(fought: Table):
    number = contests(fought.bert, pause=True)
    before = fought.sue.read("disputes"), state_hash(fought.service.combat(fought.combat).head)
    fought.service.combat(fought.combat).store_caches(all_of_it=True)
    fought.service.combats.let_go(fought.combat)
    assert (
        fought.sue.read("disputes"),
        state_hash(fought.service.combat(fought.combat).head),
    ) == before
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
