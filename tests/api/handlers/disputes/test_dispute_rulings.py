"""What becomes of a dispute, over HTTP: ruled and done at once, cited at the next one."""

from __future__ import annotations

import pytest

from api.service.service import Service
from api.store.core.errors import Unavailable
from domain.state.combat import state_hash
from domain.table.dispute_procedure import PATIENCE
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import OPENING, Json, Table, json_of
from tests.support.clients.refused_answers import unanswered
from tests.support.combats.contested import (
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
    points,
    refused,
    rules,
    says,
)

__all__ = ["fought"]


# --- a ruling is done ------------------------------------------------------------------------


def test_an_amendment_plays_on_from_there_and_cites_the_dispute(fought: Table):
    mended = {**MENDED, "entry": ROLL + 1}
    number = contests(fought.bert, claim=mended)
    shown = fought.rita.would("rule-dispute", dispute=number, remedy=mended)
    assert [s["verdict"] for s in shown["steps"]] == ["new", "changed", "changed", "kept"]
    rules(fought, number, mended, "We saw a 20.")
    ruled, moved, *rows = fought.sue.read(f"events?after={number}")["items"]
    assert (ruled["type"], ruled["event"]["dispute"]) == ("combat.dispute-ruled/1", str(number))
    assert (moved["type"], moved["cause"]) == ("combat.rewound/1", f"dispute {number}")
    assert moved["note"]["words"] == "We saw a 20."
    assert [r["again"] for r in rows if r.get("again")] == [18, *[19] * 5, *[20] * 4]
    assert fought.sue.read("state")["conditions"] == []
    assert case(fought, number)["stage"] == "settled"


def test_a_compensation_is_done_with_the_ruling_and_says_what_it_came_of(fought: Table):
    number, before = contests(fought.bert), points(fought)
    rules(fought, number, GAIN)
    assert points(fought) == [before[0], before[1] + 1, before[2]]
    posting = fought.sue.read("ledger")["items"][-1]
    assert (posting["cause"], posting["because"]) == (f"dispute {number}",) * 2
    assert refused(says(fought.rita, "rule-dispute", dispute=number, remedy=GAIN, note="x")) == (
        f"Dispute {number} is settled."
    )


def test_what_cannot_be_done_is_not_ruled(fought: Table):
    """Bert leaves before he is made good: nothing is entered, and another ruling is."""
    number = contests(fought.bert)
    fought.rita.says("leave", who="bert")
    before = fought.entries()
    assert refused(says(fought.rita, "rule-dispute", dispute=number, remedy=GAIN, note="x")) == (
        "'bert' is not in this combat."
    )
    assert fought.entries() == before and case(fought, number)["stage"] == "open"
    rules(fought, number, STANDS, "He is gone.")


def test_a_vote_that_cannot_be_done_is_not_cast_and_to_dismiss_it_is(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    fought.rita.says("leave", who="bert")
    before = fought.entries()
    assert refused(answers(dora(fought), number, "uphold")) == "'bert' is not in this combat."
    assert fought.entries() == before
    assert answers(dora(fought), number, "dismiss").status_code == 200
    assert case(fought, number)["stage"] == "settled"


def test_a_ruling_and_its_remedy_are_stored_together_or_not_at_all(
    fought: Table, monkeypatch: pytest.MonkeyPatch
):
    """The store fails while it writes the ruling: neither that nor its remedy is there."""
    number, before, log = contests(fought.bert), points(fought), fought.service.log
    entries = fought.entries()

    def fails(*_: object, **__: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(type(log), "append", fails)
        answer = says(fought.rita, "rule-dispute", dispute=number, remedy=GAIN, note="so")
        assert answer.status_code == 503
    assert (fought.entries(), points(fought)) == (entries, before)
    appended = list[int]()
    append = type(log).append

    def counts(self: object, records: list[object], *more: object) -> None:
        appended.append(len(records))
        append(self, records, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(type(log), "append", counts)
    rules(fought, number, GAIN)
    assert appended == [2]  # the ruling and the posting, in one transaction


def test_a_ruling_is_done_once_and_from_a_known_head(fought: Table):
    number, before = contests(fought.bert), points(fought)
    body = {"type": "rule-dispute", "dispute": number, "remedy": GAIN, "note": "so"}
    assert fought.rita.post("commands", body).status_code == 428
    assert fought.rita.post("commands", body, If_Match='"1-ab"').status_code == 412
    head = f'"{fought.rita.head()}"'
    first = fought.rita.post("commands", body, If_Match=head, Idempotency_Key="k1")
    again = fought.rita.post("commands", body, If_Match=head, Idempotency_Key="k1")
    assert json_of(first)["entries"] == json_of(again)["entries"] and json_of(again)["replayed"]
    assert points(fought) == [before[0], before[1] + 1, before[2]]


def test_the_vote_that_decides_is_counted_once_however_often_it_is_sent(fought: Table):
    number, before = contests(fought.bert, by="vote", claim=GAIN), points(fought)
    body = {"type": "answer-dispute", "dispute": number, "choice": "uphold"}
    first = dora(fought).post("commands", body, Idempotency_Key="k1")
    again = dora(fought).post("commands", body, Idempotency_Key="k1")
    assert json_of(first)["entries"] == json_of(again)["entries"] and json_of(again)["replayed"]
    assert points(fought) == [before[0], before[1] + 1, before[2]]


def test_only_a_ruling_cites_its_dispute(fought: Table):
    fix = {"what": "pool", "subject": "bert", "pool": "ap", "delta": 1}
    number = contests(fought.bert)
    assert says(fought.rita, "adjust", change=fix, note="x", cites=number).status_code == 422
    inside = {"type": "adjust", "change": fix, "cites": number}
    remedy = {"remedy": "amend", "entry": ROLL + 1, "how": "insert", "command": inside}
    body = {"dispute": number, "remedy": remedy, "note": "x"}
    assert says(fought.rita, "rule-dispute", **body).status_code == 422


def reroll_beside_a_request(fought: Table) -> Json:
    """Ana asks about a die of hers that was undone; Bert is to roll for his parry again."""
    fought.ana.says("roll", who="ana", sides=20)
    loose = int(fought.sue.read("")["last"])
    fought.rita.says("rewind", how="undo")
    fought.ana.says("ask-fresh-dice", about=loose)
    again = {"remedy": "re-roll", "entry": ROLL + 1}
    return {"dispute": contests(fought.bert), "remedy": again, "note": "It fell off the table."}


def test_a_reroll_waits_for_another_request_for_fresh_dice(fought: Table):
    ruling, before = reroll_beside_a_request(fought), fought.entries()
    early = says(fought.rita, "rule-dispute", **ruling)
    assert refused(early) == "Anna Berg asks for fresh dice already: answer that first."
    assert unanswered(early) == ["p2", "p5", "referee"]
    assert json_of(early)["names"]["p1"] == "Anna Berg"
    assert fought.entries() == before and case(fought, ruling["dispute"])["stage"] == "open"


def test_a_reroll_waits_for_no_request_that_ran_out(fought: Table):
    ruling, before = reroll_beside_a_request(fought), fought.entries()
    late = 1_700_000_000_000 + 10 * PATIENCE
    fought.service.effects = fought.service.effects._replace(now=lambda: late)
    fought.rita.says("rule-dispute", **ruling)
    found = fought.sue.read(f"events?after={before}")["items"]
    types = [x["type"].removeprefix("combat.").removesuffix("/1") for x in found]
    assert types == ["dispute-ruled", "rewound", "reroll-requested"]
    asked = found[-1]
    assert (
        asked["event"]["entry"] == str(ROLL + 1)
        and asked["cause"] == f"dispute {ruling['dispute']}"
    )
    request = fought.service.combat(fought.combat).table.fresh.request
    assert request and request.open_slots() == ("p1", "p2", "p5")


# --- precedents ------------------------------------------------------------------------------


def test_rulings_at_other_tables_are_told_without_what_is_theirs(fought: Table):
    """Of another table a seat learns what was ruled; the operator learns where and why."""
    other = Table.laid(fought.service, title="The secret meeting")
    fight(other)
    finish(other)
    number = contests(other.bert, entry=HIT)
    other.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="Between us.")
    mine = contests(fought.bert)
    [seen] = fought.bert.read(f"disputes/{mine}")["evidence"]["earlier"]
    assert (seen["remedy"], seen["clause"], seen["here"]) == ("compensate", "T4", False)
    assert (seen["combat"], seen["title"], seen["number"], seen["words"]) == ("", "", None, "")
    [told] = fought.operator.read(f"disputes/{mine}")["evidence"]["earlier"]
    assert (told["title"], told["number"], told["words"]) == (
        "The secret meeting",
        str(number),
        "Between us.",
    )


def test_a_dispute_is_the_same_after_a_restart(fought: Table):
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
    dora = table.caller(table.rita.says("seat-open", **DORA)["tokens"]["s5"])
    fight(table)
    finish(table)
    number = contests(table.bert, clause="T4")
    table.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="so")
    [first] = either_service.log.rulings(table.combat)
    assert (first.number, first.clause, first.remedy) == (number, "T4", "compensate")
    answers(table.ana, number, "appeal", note="no")
    assert answers(dora, number, "uphold").status_code == 200
    [last] = either_service.log.precedents("toy", "T4")
    assert (last.number, last.remedy) == (number, "go-back")
