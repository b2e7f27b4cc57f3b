"""A dispute from contest to settling in each of the five games, over HTTP, with every remedy.

Whoever is a party never votes; every remedy replays; and the next time the same clause is
contested, what was ruled on it before is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api.fairness import shows_chance
from api.rebuilding import Kept
from api.service import Service
from domain.combat import state_hash
from domain.events import CardDrawn, DiceRolled, Event, PoolChanged
from tests.api.disputed import MIDDLE, Middle
from tests.api.table import json_of


@pytest.fixture(params=MIDDLE)
def middle(request: pytest.FixtureRequest, service: Service) -> Iterator[Middle]:
    """A fight of each game where it ends, everybody at the table."""
    middle = Middle(service, request.param)
    yield middle
    replays(middle)


def hashes(middle: Middle) -> dict[int, str]:
    """The state hash at the end of every step of play, from memory or from the log."""
    combat = middle.service.combat(middle.combat)
    line = combat.line
    plays = (n for n in range(1, line.steps + 1) if line.is_play(n))
    return {n: state_hash(combat.moments.at(line.last(n))) for n in plays}


def replays(middle: Middle) -> None:
    """Folded anew from the log every state is the same; so is what is kept beside the log."""
    live = hashes(middle)
    middle.service.combats.let_go(middle.combat)
    assert hashes(middle) == live
    service = middle.service
    kept = Kept(service.log, service.vault, service.rulesets())
    assert kept.checked(middle.combat).flaws == ()
    report = middle.operator.read("rejudged")
    assert report["steps"] == [] and report["judged"] == len(live)


def head(middle: Middle) -> str:
    return state_hash(middle.service.combat(middle.combat).head)


def refused(answer: Any) -> str:
    """Why something is refused."""
    assert answer.status_code == 409, answer.text
    return str(json_of(answer)["detail"]).removesuffix(" Nothing has changed.")


def test_let_stand_is_ruled_by_the_referee_and_changes_nothing(middle: Middle):
    entry, before = middle.last_deed(middle.ann_plays), head(middle)
    number = middle.contests(middle.bo, entry, clause="the rule", pause=True)
    case = middle.case(number)
    assert (case["asker"], case["parties"][0], case["stage"]) == ("p2", "p2", "open")
    assert "p1" in case["parties"] and case["deciders"] == ["referee"]
    waits = middle.operator.post("commands", {"type": "roll", "who": middle.ann_plays})
    assert refused(waits).startswith("Play waits for a dispute: rule on it")
    assert middle.operator.read("options")["options"] == []
    middle.ann.says("answer-dispute", dispute=number, choice="state", note="I saw it so.")

    found = middle.cleo.read(f"evidence?dispute={number}")
    assert entry in [int(line["number"]) for line in found["lines"] if line["contested"]]
    assert found["lines"][0]["seen_by"] == ["p1", "p2", "p3", "p4"]
    assert found["clauses"][0]["clause"] == "the rule" and found["earlier"] == []

    body: dict[str, Any] = {
        "type": "rule-dispute",
        "dispute": number,
        "remedy": {"remedy": "let-stand"},
    }
    his = middle.ann.post("commands", {**body, "note": "no"}, If_Match="*")
    assert his.status_code == 403
    assert refused(middle.rita.post("commands", body, If_Match="*")) == "Say why in a note."
    middle.rita.says(**body, note="It stands as it was played.")
    case = middle.case(number)
    assert (case["stage"], case["rulings"][0]["says"]) == ("settled", "let it stand")
    assert [(s["who"], s["choice"], s["words"]) for s in case["said"]] == [
        ("p1", "state", "I saw it so.")
    ]
    assert head(middle) == before and middle.operator.read("options")["options"] != []


def test_a_vote_without_the_parties_compensates_and_finds_the_precedent(middle: Middle):
    """The same clause is contested twice; the second time the first ruling is shown."""
    entry = middle.last_deed(middle.ann_plays)
    first = middle.contests(middle.bo, entry, clause="the rule")
    middle.rita.says("rule-dispute", dispute=first, remedy={"remedy": "let-stand"}, note="So be it")

    number = middle.contests(middle.ann, entry, clause="the rule", by="vote", claim=gain(middle))
    case = middle.case(number)
    assert case["claims"].startswith("make good: ") and "p1" in case["parties"]
    assert set(case["deciders"]) | set(case["parties"]) == {"p1", "p2", "p3"}
    [earlier] = middle.bo.read(f"evidence?dispute={number}")["earlier"]
    assert (earlier["number"], earlier["remedy"], earlier["here"], earlier["words"]) == (
        first,
        "let-stand",
        True,
        "So be it",
    )
    people = middle.people
    for party in (people[who] for who in case["parties"]):
        for choice in ("uphold", "dismiss"):
            body = {"type": "answer-dispute", "dispute": number, "choice": choice}
            assert refused(party.post("commands", body)) == "A party does not vote on its own case."
    pools = {p["who"]: p["pools"] for p in middle.cleo.read("action-points")["items"]}
    for who in case["deciders"]:
        people[who].says("answer-dispute", dispute=number, choice="uphold", note="She is right.")
    case = middle.case(number)
    assert (case["stage"], case["rulings"][0]["by"]) == ("settled", "vote")
    after = {p["who"]: p["pools"] for p in middle.cleo.read("action-points")["items"]}
    assert after != pools and {k for k in after if after[k] != pools[k]} == {middle.ann_plays}
    later = middle.cleo.read("events?limit=500&after=200")["items"]
    *_, posting = (entry for entry in later if entry["type"] == "combat.pool-changed/1")
    assert posting["basis"] == "table"
    assert posting["cause"] == f"dispute {number}"
    assert posting["note"]["words"] == "That is not what the rule says."
    found = middle.cleo.read("precedents?clause=the%20rule")["items"]
    assert [(one["number"], one["remedy"]) for one in found] == [
        (number, "compensate"),
        (first, "let-stand"),
    ]


def gain(middle: Middle) -> dict[str, Any]:
    """One more of the first plain pool of whom Ann plays."""
    rules = middle.service.combat(middle.combat).rules
    pool = next(pool for pool in rules.pools if not pool.keys and not pool.name.startswith("one"))
    change = {"what": "pool", "subject": middle.ann_plays, "pool": pool.name, "delta": 1}
    return {"remedy": "compensate", "change": change}


def test_an_amendment_is_shown_before_it_is_ruled_and_plays_the_rest_again(middle: Middle):
    """The last step never was, by ruling; nothing follows it, so it falls away alone."""
    combat = middle.service.combat(middle.combat)
    last = combat.numbers.number(combat.node)
    parent = state_hash(combat.moments.at(combat.line.last(combat.line.parent(combat.line.head))))
    remedy: dict[str, Any] = {"remedy": "amend", "entry": last, "how": "annul"}
    number = middle.contests(middle.bo, middle.last_deed(middle.ann_plays))
    shown = middle.rita.post("remedies/preview", remedy)
    assert shown.status_code == 200, shown.text
    assert json_of(shown)["says"] == f"annul entry {last}"
    assert json_of(shown)["steps"]["steps"] == []
    assert json_of(middle.cleo.post("remedies/preview", remedy))["steps"] is None
    ruling: dict[str, Any] = {"dispute": number, "remedy": remedy, "note": "It never was."}
    middle.rita.says("rule-dispute", **ruling)
    assert middle.case(number)["stage"] == "settled"
    assert head(middle) == parent
    moved = middle.cleo.read("events?limit=500&after=200")["items"][-1]
    assert (moved["type"], moved["basis"]) == ("combat.rewound/1", "ruled")
    assert moved["cause"] == f"dispute {number}" and moved["note"]["words"] == "It never was."


@pytest.mark.parametrize("choice", ["dismiss", "uphold"])
def test_going_back_is_appealed_and_the_vote_rules_again(middle: Middle, choice: str):
    """The head has moved with the ruling; the vote leaves it there, or takes it back."""
    entry, was = middle.last_deed(middle.ann_plays), head(middle)
    back: dict[str, Any] = {"remedy": "go-back", "to": entry - 1}
    number = middle.contests(middle.bo, entry, claim=back)
    shown = json_of(middle.cleo.post("remedies/preview", back))
    assert shown["moves"]["falls"] and shown["steps"] is None
    combat = middle.service.combat(middle.combat)
    to = combat.line.node_after(combat.numbers.seq(entry - 1))
    there = state_hash(combat.moments.at(combat.line.last(combat.line.step_of(to))))
    ruled = middle.rita.says("rule-dispute", dispute=number, remedy=back, note="Go back.")
    assert head(middle) == there
    ruling = int(ruled["entries"][0]["number"])
    appeal: dict[str, Any] = {"type": "answer-dispute", "dispute": number, "choice": "appeal"}
    middle.ann.says(**appeal, note="It was fair.")
    case = middle.case(number)
    assert (case["stage"], case["appeal"], case["by"], case["deciders"]) == (
        "open",
        "p1",
        "vote",
        ["p3"],
    )
    assert case["claims"] == f"go back to entry {ruling}"
    middle.cleo.says("answer-dispute", dispute=number, choice=choice)
    first, second = middle.case(number)["rulings"]
    assert first["says"] == f"go back to entry {entry - 1}"
    assert (second["stands"], second["says"]) == (
        (True, first["says"]) if choice == "dismiss" else (False, case["claims"])
    )
    again = middle.bo.post("commands", {**appeal, "note": "once more"})
    assert refused(again) == "This was appealed once; an appeal is heard once."
    assert head(middle) == (there if choice == "dismiss" else was)


def last_chance(middle: Middle) -> tuple[int, Event]:
    """The public number of the last dice or card on the line of play, and what they showed."""
    combat = middle.service.combat(middle.combat)
    shown = [entry for entry in combat.path(0, combat.node) if shows_chance(entry.event)]
    return shown[-1].meta.number, shown[-1].event


@pytest.mark.parametrize(("policy", "asked"), [("referee", ()), ("consent", ("p1", "p2", "p3"))])
def test_dice_fall_again_from_before_them_as_the_table_consents(
    middle: Middle, policy: str, asked: tuple[str, ...]
):
    """Under `referee` the ruling alone renews them; else every player still has to agree."""
    middle.rita.says("undo-policy", policy=policy, note="So we play.")
    entry, event = last_chance(middle)
    again: dict[str, Any] = {"remedy": "re-roll", "entry": entry}
    combat = middle.service.combat(middle.combat)
    line = combat.line
    step = line.step_of(combat.numbers.seq(entry))
    before = state_hash(combat.moments.at(line.last(line.parent(step))))
    number = middle.contests(middle.bo, entry, by="vote", claim=again)
    assert json_of(middle.cleo.post("remedies/preview", again))["moves"]["falls"]
    people = middle.people
    assert not combat.luck.shown.is_renewed(event)
    for who in middle.case(number)["deciders"]:
        people[who].says("answer-dispute", dispute=number, choice="uphold", note="To the floor!")
    assert middle.case(number)["stage"] == "settled"
    assert head(middle) == before
    combat = middle.service.combat(middle.combat)
    waits = combat.table.fresh.request
    assert (waits.open_slots() if waits else ()) == asked
    for who in asked:
        assert not combat.luck.shown.is_renewed(event)
        people[who].says("answer-fresh-dice", choice="agree")
    assert combat.luck.shown.is_renewed(event) and combat.table.fresh.request is None


def amendments(middle: Middle) -> Iterator[dict[str, Any]]:
    """What fell last otherwise, and what fell before that: each face from the other end."""
    combat = middle.service.combat(middle.combat)
    shown = [entry for entry in combat.path(0, combat.node) if shows_chance(entry.event)]
    for entry in reversed(shown):
        first = combat.line.first(entry.step)
        [found] = combat.entries(first, first, kept=True)
        assert found.kept is not None and found.kept.command is not None
        said = found.kept.command.model_dump(
            mode="json", include={"type", "who", "about", "choice"}
        )
        event = entry.event
        if isinstance(event, CardDrawn):
            said["card"] = {"player": "foe", "foe": "player"}.get(event.card, "the Other")
        elif isinstance(event, DiceRolled):
            said["risk"] = getattr(found.kept.command, "risk", 0)
            said["faces"] = [event.sides + 1 - face for face in event.faces]
        yield {"remedy": "amend", "entry": entry.meta.number, "command": said}


def upheld(middle: Middle, entry: int, remedy: dict[str, Any]) -> list[dict[str, Any]]:
    """A claim that is no party's to vote on, from contest to settling; the entries that it brought.

    By vote, since the referee plays some of those who are concerned here, and is a party then.
    """
    number = middle.contests(middle.bo, entry, by="vote", claim=remedy)
    people, last = middle.people, int(middle.cleo.read("")["last"])
    for who in middle.case(number)["deciders"]:
        people[who].says("answer-dispute", dispute=number, choice="uphold", note="So it was.")
    assert middle.case(number)["stage"] == "settled"
    found: list[dict[str, Any]] = middle.cleo.read(f"events?limit=500&after={last}")["items"]
    return found


def test_another_roll_is_ruled_and_what_followed_comes_out_as_it_was_shown(middle: Middle):
    """The face was another one: up to where the table has to say more, all is decided again."""
    tried = ((remedy, judged(middle, remedy)) for remedy in amendments(middle))
    remedy, steps = next(found for found in tried if found[1][0]["verdict"] == "changed")
    whole = [step for step in steps if step["verdict"] != "stopped"]
    if len(whole) < len(steps):
        remedy["upto"] = int(whole[-1]["number"])
    rows = upheld(middle, remedy["entry"], remedy)
    again = list(dict.fromkeys(row["again"] for row in rows if row.get("again")))
    assert len(again) == sum(step["verdict"] in ("kept", "changed") for step in whole) > 0
    [first] = [row for row in rows if row.get("again") == again[0] and fell(row)]
    said = remedy["command"]
    assert fell(first) == (said.get("faces") or said["card"])
    [moved] = [row for row in rows if row["type"] == "combat.rewound/1"]
    assert moved["basis"] == "ruled" and moved["cause"].startswith("dispute ")


def judged(middle: Middle, remedy: dict[str, Any]) -> list[dict[str, Any]]:
    """What a preview says of every step from the amended one on."""
    found: list[dict[str, Any]] = json_of(middle.rita.post("remedies/preview", remedy))["steps"][
        "steps"
    ]
    return found


def fell(row: dict[str, Any]) -> Any:
    """What an entry shows of dice or cards."""
    return row["event"].get("faces") or row["event"].get("card")


def test_the_evidence_has_the_proof_of_dice_and_the_points_of_a_span(middle: Middle):
    """All of a deed with its price, and a die of the service with what binds it."""
    middle.operator.says("roll", who=middle.ann_plays, sides=20)
    last = int(middle.cleo.read("")["last"])
    opened = middle.cleo.read("events?limit=1")["items"][0]["event"]
    number = middle.contests(middle.bo, last, by="vote", claim={"remedy": "let-stand"})
    [die] = middle.cleo.read(f"evidence?dispute={number}")["dice"]
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
    assert (case["entry"], case["upto"]) == (min(entry, paid), max(entry, paid))
    found = middle.cleo.read(f"evidence?dispute={number}")
    contested = [int(line["number"]) for line in found["lines"] if line["contested"]]
    assert contested == list(range(case["entry"], case["upto"] + 1))
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
    shown = middle.cleo.post("remedies/preview", remedy)
    assert shown.status_code == 200, shown.text
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
