"""A dispute from contest to settling in each of the five games, over HTTP.

Parties never vote, every state replays, and the next dispute about a clause shows what was ruled
on it before.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.handlers.dice_consent import shows_chance
from domain.events import CardDrawn, DiceRolled, Event, PoolChanged
from tests.support.combats.disputed import Middle
from tests.support.combats.disputes_of_games import head, middle, refused

__all__ = ["middle"]

pytestmark = pytest.mark.sweep


def test_let_stand_is_ruled_by_the_referee_and_changes_nothing(middle: Middle):
    entry, before = middle.last_deed(middle.ann_plays), head(middle)
    number = middle.contests(middle.bo, entry, clause="the rule", pause=True)
    case = middle.case(number)
    assert (case["asker"], case["parties"][0], case["stage"]) == ("p2", "p2", "open")
    assert "p1" in case["parties"] and case["deciders"] == ["referee"]
    check_that_play_waits(middle)
    middle.ann.says("answer-dispute", dispute=number, choice="state", note="I saw it so.")
    check_the_first_evidence(middle, number, entry)
    rule_to_let_stand(middle, number)
    case = middle.case(number)
    assert (case["stage"], case["rulings"][0]["says"]) == ("settled", "let it stand")
    said = [(s["who"], s["choice"], s["words"]) for s in case["said"]]
    assert said == [("p1", "state", "I saw it so.")]
    assert head(middle) == before and middle.operator.read("options")["options"] != []


def check_that_play_waits(middle: Middle) -> None:
    """Nothing can be played while a dispute pauses play."""
    waits = middle.operator.post("commands", {"type": "roll", "who": middle.ann_plays})
    assert refused(waits).startswith("Play waits for a dispute about entr")
    assert ": rule on it, or let the referee say play-on" in refused(waits)
    assert middle.operator.read("options")["options"] == []


def check_the_first_evidence(middle: Middle, number: int, entry: int) -> None:
    """The evidence has the contested entry and the clause, and no earlier ruling."""
    found = middle.cleo.read(f"disputes/{number}")["evidence"]
    assert entry in [int(line["number"]) for line in found["lines"] if line["contested"]]
    assert found["lines"][0]["seen_by"] == ["p1", "p2", "p3", "p4"]
    assert found["clauses"][0]["clause"] == "the rule" and found["earlier"] == []


def rule_to_let_stand(middle: Middle, number: int) -> None:
    """The referee rules with a reason; a player may not."""
    stands = {"remedy": "let-stand"}
    body: dict[str, Any] = {"type": "rule-dispute", "dispute": number, "remedy": stands}
    his = middle.ann.post("commands", {**body, "note": "no"}, If_Match="*")
    assert his.status_code == 403
    assert refused(middle.rita.post("commands", body, If_Match="*")) == "Say why in a note."
    middle.rita.says(**body, note="It stands as it was played.")


def test_a_vote_without_the_parties_compensates_and_finds_the_precedent(middle: Middle):
    """The same clause is contested twice; the second time the first ruling is shown."""
    entry = middle.last_deed(middle.ann_plays)
    first = let_stand(middle, entry - 1)
    number = middle.contests(middle.ann, entry, clause="the rule", by="vote", claim=gain(middle))
    case = middle.case(number)
    assert case["claims"].startswith("make good: ") and "p1" in case["parties"]
    assert set(case["deciders"]) | set(case["parties"]) == {"p1", "p2", "p3"}
    [earlier] = middle.bo.read(f"disputes/{number}")["evidence"]["earlier"]
    assert (earlier["number"], earlier["remedy"]) == (str(first), "let-stand")
    assert (earlier["here"], earlier["words"]) == (True, "So be it")
    before = pools(middle)
    vote_without_the_parties(middle, number)
    after = pools(middle)
    assert after != before and {k for k in after if after[k] != before[k]} == {middle.ann_plays}
    posting = last_change_of_a_pool(middle)
    assert posting["basis"] == "table" and posting["cause"] == f"dispute {number}"
    assert posting["note"]["words"] == "That is not what the rule says."
    found = middle.cleo.read("precedents?clause=the%20rule")["items"]
    rulings = [(one["number"], one["remedy"]) for one in found]
    assert rulings == [(str(number), "compensate"), (str(first), "let-stand")]


def let_stand(middle: Middle, entry: int) -> int:
    """A dispute about an entry, ruled to let it stand: its number."""
    number = middle.contests(middle.bo, entry, clause="the rule")
    stands = {"remedy": "let-stand"}
    middle.rita.says("rule-dispute", dispute=number, remedy=stands, note="So be it")
    return number


def vote_without_the_parties(middle: Middle, number: int) -> None:
    """Parties may not vote; the others uphold the claim, which settles it."""
    case, people = middle.case(number), middle.people
    for party in (people[who] for who in case["parties"]):
        for choice in ("uphold", "dismiss"):
            body = {"type": "answer-dispute", "dispute": number, "choice": choice}
            assert refused(party.post("commands", body)) == "A party does not vote on its own case."
    for who in case["deciders"]:
        people[who].says("answer-dispute", dispute=number, choice="uphold", note="She is right.")
    case = middle.case(number)
    assert (case["stage"], case["rulings"][0]["by"]) == ("settled", "vote")


def pools(middle: Middle) -> dict[str, Any]:
    """The pools of everybody, as Cleo sees them."""
    rows = middle.cleo.part("pools")
    return {who: [row for row in rows if row["who"] == who] for who in {row["who"] for row in rows}}


def last_change_of_a_pool(middle: Middle) -> Any:
    """The last entry that changes a pool."""
    later = middle.cleo.read("events?limit=500&after=200")["items"]
    return [entry for entry in later if entry["type"] == "combat.pool-changed/1"][-1]


def gain(middle: Middle) -> dict[str, Any]:
    """One more of the first plain pool of whom Ann plays."""
    rules = middle.service.combat(middle.combat).rules
    pool = next(pool for pool in rules.pools if not pool.keys and not pool.name.startswith("one"))
    change = {"what": "pool", "subject": middle.ann_plays, "pool": pool.name, "delta": 1}
    return {"remedy": "compensate", "change": change}


def test_the_evidence_has_the_proof_of_dice_and_the_points_of_a_span(middle: Middle):
    """All of a deed with its price, and a die of the service with what binds it."""
    middle.operator.says("roll", who=middle.ann_plays, sides=20)
    last = int(middle.cleo.read("")["last"])
    opened = middle.cleo.read("events?limit=1")["items"][0]["event"]
    number = middle.contests(middle.bo, last, by="vote", claim={"remedy": "let-stand"})
    [die] = middle.cleo.read(f"disputes/{number}")["evidence"]["dice"]
    assert (die["who"], die["provenance"], die["commitment"]) == (
        middle.ann_plays,
        "service",
        opened["commitments"]["open"],
    )
    entry, event = last_chance_before(middle, last)
    paid = last_paid(middle)
    more: dict[str, Any] = {"by": "vote", "claim": {"remedy": "let-stand"}}
    number = middle.contests(middle.bo, min(entry, paid), upto=max(entry, paid), **more)
    case = middle.case(number)
    first, last = int(case["entry"]), int(case["upto"])
    assert (first, last) == (min(entry, paid), max(entry, paid))
    found = middle.cleo.read(f"disputes/{number}")["evidence"]
    contested = [int(line["number"]) for line in found["lines"] if line["contested"]]
    assert contested == list(range(first, last + 1))
    assert str(paid) in [posting["number"] for posting in found["postings"]]
    die = next(each for each in found["dice"] if each["number"] == str(entry))
    assert die["proof"].startswith("typed in") and die["commitment"] == ""
    assert isinstance(event, DiceRolled | CardDrawn) and die["who"] == event.who


def last_chance_before(middle: Middle, number: int) -> tuple[int, Event]:
    """As `last_chance`, of those before an entry."""
    combat = middle.service.combat(middle.combat)
    path = [entry for entry in combat.path(0, combat.node) if entry.meta.number < number]
    shown = [entry for entry in path if shows_chance(entry.event)]
    return shown[-1].meta.number, shown[-1].event


def last_paid(middle: Middle) -> int:
    """The public number of the last posting on the line of play."""
    combat = middle.service.combat(middle.combat)
    path = combat.path(0, combat.node)
    return [entry.meta.number for entry in path if isinstance(entry.event, PoolChanged)][-1]


def test_a_fact_that_was_declared_is_contested_and_put_right(middle: Middle):
    """What the table said of two is contested by its name, and ruled to be another."""
    combat = middle.service.combat(middle.combat)
    kind = next(kind for kind in combat.rules.facts if len(kind.values) > 1)
    toward = middle.bo_plays if kind.symmetric else ""
    known = said_of(middle, kind.name, middle.ann_plays, toward) or kind.default
    wrong, *_ = (value for value in kind.values if value != known)
    right, *_ = (value for value in kind.values if value != wrong)
    of = {"what": "fact", "of": middle.ann_plays, "name": kind.name, "toward": toward}
    middle.rita.says("adjust", change={**of, "value": wrong}, note="So it stands.")
    entry = int(middle.cleo.read("")["last"])
    body = {"type": "contest", "entry": entry, "fact": "nothing", "note": "so"}
    assert refused(middle.bo.post("commands", body)) == "Nobody declared 'nothing' there."
    remedy = {"remedy": "compensate", "change": {**of, "value": right}}
    assert middle.cleo.would("contest", entry=entry, by="referee", claim=remedy)["changes"]
    number = middle.contests(middle.bo, entry, fact=kind.name, by="vote", claim=remedy)
    assert middle.case(number)["fact"] == kind.name
    for who in middle.case(number)["deciders"]:
        caller = {"p1": middle.ann, "p3": middle.cleo}[who]
        caller.says("answer-dispute", dispute=number, choice="uphold", note="It was not so.")
    assert middle.case(number)["stage"] == "settled"
    assert said_of(middle, kind.name, middle.ann_plays, toward) == right


def said_of(middle: Middle, name: str, of: str, toward: str) -> Any:
    """A fact as it stands, told from either end."""
    facts = middle.service.combat(middle.combat).head.facts
    return facts.get(of, name, toward) or (facts.get(toward, name, of) if toward else None)
