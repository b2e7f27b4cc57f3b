"""One number corrected at an entry over HTTP: `7, not 9`, without a word about steps."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.service import Service
from domain import events as e
from domain.commands import Act, Correct
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Table, json_of
from tests.support.combats.corrections import LUCKY, fought, judged
from tests.support.games.simultaneous import SIMULTANEOUS

__all__ = ["fought"]

HEALTH, COST, HURT, TYPED, ROLLED, LATER, ADJUSTED = 11, 15, 16, 18, 19, 24, 26
"""Entries of the bridge: the sheet, a price, a loss, dice, dice of the service, a later loss."""


@pytest.fixture
def bridge(service: Service) -> Table:
    """Ann hits a troll of twelve for 5 and for 4, rolls twice, and is adjusted by 2."""
    service.rulesets = all_rulesets
    table = Table.opened(
        service, ruleset="open", title="The bridge", settings={"order": "as added"}
    )
    says = table.operator.says
    says("join", subject="ana", name="Ana", traits={"pools": {"health": 9, "ap": 3}})
    says("join", subject="troll", name="Troll", traits={"pools": {"health": 12}})
    says("answer", who="referee", about="round", choice="begin")
    hit: dict[str, Any] = {"who": "ana", "targets": ["troll"]}
    says("act", manoeuvre="hit", params={"their health": 5, "cost ap": 1}, **hit)
    says("roll", who="ana", purpose="luck", count=2, faces={"luck": [3, 5]})
    says("roll", who="ana", purpose="luck", bonus=2)
    says("act", manoeuvre="swing", params={"their health": 4, "answers": "yes"}, **hit)
    says("pass-all")
    fix = {"what": "pool", "subject": "ana", "pool": "health", "delta": -2}
    says("adjust", note="she slipped", change=fix)
    return table


def left(table: Table) -> dict[str, dict[str, int]]:
    """What everybody has left."""
    found: dict[str, dict[str, int]] = {}
    for row in table.rita.part("pools"):
        found.setdefault(row["who"], {})[row["pool"]] = row["current"]
    return found


def corrects(table: Table, **body: Any) -> Any:
    """The preview of a correction, and what it caused; both are of one head."""
    before = table.entries()
    would = table.rita.would("correct-number", **body)
    assert table.entries() == before
    table.rita.says("correct-number", **body)
    return would


def refused(table: Table, **body: Any) -> Any:
    """The problem of a correction that is refused; nothing has changed."""
    before, body = table.entries(), {"type": "correct-number", **body}
    answer = table.rita.post("commands", body, If_Match="*")
    assert (answer.status_code, table.entries()) == (409, before), answer.text
    return json_of(answer)


def test_the_health_is_what_the_right_numbers_leave(bridge: Table):
    assert left(bridge) == {"ana": {"health": 7, "ap": 2}, "troll": {"health": 3}}
    [change] = corrects(bridge, entry=HURT, value=7)["changes"]
    assert (change["who"], change["says"], change["was"], change["becomes"]) == (
        "troll",
        "health",
        "3",
        "1",
    )
    assert left(bridge)["troll"] == {"health": 1}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"entry": HEALTH, "value": 20}, {"troll": {"health": 11}}),
        ({"entry": COST, "value": 2}, {"ana": {"health": 7, "ap": 1}}),
        ({"entry": HURT, "value": "2"}, {"troll": {"health": 6}}),
        ({"entry": LATER, "value": 1}, {"troll": {"health": 6}}),
        ({"entry": 14, "value": 0, "which": "health"}, {"troll": {"health": 8}}),
        ({"entry": 14, "value": 3, "was": 1}, {"ana": {"health": 7, "ap": 0}}),
        ({"entry": ADJUSTED, "value": 1}, {"ana": {"health": 8, "ap": 2}}),
        ({"entry": ADJUSTED, "value": 1, "was": 2}, {"ana": {"health": 8, "ap": 2}}),
        ({"entry": ADJUSTED, "value": 1, "was": -2}, {"ana": {"health": 8, "ap": 2}}),
        ({"entry": ADJUSTED, "value": -1, "was": -2}, {"ana": {"health": 8, "ap": 2}}),
    ],
)
def test_any_entry_that_shows_a_number_leads_to_the_command_that_said_it(
    bridge: Table, body: dict[str, Any], expected: dict[str, Any]
):
    corrects(bridge, **body)
    found = left(bridge)
    assert {who: found[who] for who in expected} == expected


def test_a_face_is_named_by_its_place_or_by_what_it_showed(bridge: Table):
    for body in ({"which": "second die"}, {"was": 5}):
        would = bridge.rita.would("correct-number", entry=TYPED, value=1, **body)
        assert would["steps"][0]["becomes"] == [
            "Ana rolls luck 4 = 2d6 [3, 1], typed, by the referee"
        ]


def test_it_is_the_same_as_amending_the_step(fought: Table):
    command = {**LUCKY["command"], "on_behalf": True}
    amended = judged(fought, **{**LUCKY, "command": command})
    short = fought.rita.would("correct-number", entry=40, value=20)
    assert {step["step"]: step for step in short["steps"]} == amended
    fought.rita.says("correct-number", entry=40, value=20, was=12)
    assert fought.rita.read("state")["conditions"] == []


def test_a_decision_that_falls_goes_by_the_number_of_its_step(service: Service):
    service.rulesets = all_rulesets
    table = Table.opened(service, ruleset="open", settings={"order": "rolled once"})
    for who in ("ana", "troll"):
        table.operator.says("join", subject=who)
    said = {"who": "referee", "about": "round", "choice": "begin"}
    table.operator.says("answer", **said)
    roll = {"about": "initiative", "choice": "roll", "faces": {"initiative": [7]}}
    table.operator.says("answer", who="ana", on_behalf=True, **roll)
    rows = table.operator.says("answer", who="troll", **roll)["entries"]
    would = table.rita.would("correct-number", entry=int(rows[0]["number"]), value=9, was=7)
    falls = [number for one in would["receipt"]["people"] for number in one["falls"]]
    assert falls == [would["steps"][0]["number"]] == [rows[0]["number"]]


def test_the_log_keeps_an_amendment_that_says_what_was_corrected(bridge: Table):
    bridge.rita.says("correct-number", entry=HURT, value=7, was=5)
    combat = bridge.service.combat(bridge.combat)
    log = combat.entries(1, combat.line.entries, kept=True)
    [moved] = [x for x in log if isinstance(x.event, e.Rewound)]
    assert moved.kept is not None and isinstance(moved.kept.command, Correct)
    amended = moved.kept.command.command
    assert (moved.kept.command.how, moved.kept.command.step) == ("amend", 9)
    assert isinstance(amended, Act) and amended.params == {"their health": 7, "cost ap": 1}
    [row] = bridge.rita.read(f"events?after={ADJUSTED}&limit=1")["items"]
    assert row["note"]["words"] == "their health: that was 7, not 5"


def test_a_corrected_number_is_corrected_again_at_its_new_entry(bridge: Table):
    bridge.rita.says("correct-number", entry=HURT, value=7)
    rows = bridge.rita.read(f"events?after={ADJUSTED}")["items"]
    new = next(r["number"] for r in rows if r["event"].get("delta") == -7)
    bridge.rita.says("correct-number", entry=int(new), value=6)
    assert left(bridge)["troll"] == {"health": 2}
    gone = refused(bridge, entry=HURT, value=6)
    assert gone["detail"].startswith(f"Entry {HURT} was undone: correct what was played since.")


def test_up_to_an_entry_the_rest_falls(bridge: Table):
    corrects(bridge, entry=HURT, value=7, upto=TYPED)
    assert left(bridge) == {"ana": {"health": 9, "ap": 2}, "troll": {"health": 5}}


@pytest.mark.parametrize(
    ("body", "why", "numbers"),
    [
        ({"entry": 99}, "There is no entry 99.", {"last": 26}),
        ({"entry": 4}, "Entry 4 stands beside play: only what was played is corrected.", None),
        ({"entry": 14}, "Several numbers were entered here: say which.", {"their health": 5}),
        (
            {"entry": ROLLED},
            "The service rolled the dice of entry 19, and nobody may amend them: adjust what is"
            " true now, or annul the step.",
            {"bonus": 2},
        ),
        (
            {"entry": 23},
            "Entry 23 shows nothing that was entered: correct what it followed from, in entry 20.",
            {"entry 20, their health": 4},
        ),
        ({"entry": 13}, "Nobody entered a number with entry 13. Instead, adjust what is", None),
        ({"entry": HURT, "was": 9}, "No 9 was entered here; say which of these", {"cost ap": 1}),
        ({"entry": HURT, "value": 5}, "Their health is 5 already.", None),
        ({"entry": TYPED, "was": 3, "value": "1/2"}, "1/2 cannot stand for die 1", {"die 1": 3}),
        ({"entry": TYPED, "was": 3, "value": 7}, "Die 1 has no face 7: type a face", {"face": 7}),
        ({"entry": COST, "value": 4}, "Hit costs 4 AP; 3 left", {"cost": 4, "left": 3}),
    ],
)
def test_a_refusal_says_which_numbers_there_are_and_what_to_do(
    bridge: Table, body: dict[str, Any], why: str, numbers: dict[str, Any] | None
):
    problem = refused(bridge, **{"value": 1, **body})
    assert problem["detail"].startswith(why), problem["detail"]
    assert problem.get("numbers", {}).items() >= (numbers or {}).items()


@pytest.mark.parametrize(
    ("body", "pointer", "legal"),
    [
        ({"entry": 14}, "/which", ["their health", "cost ap"]),
        ({"entry": 14, "which": "mana"}, "/which", ["their health", "cost ap"]),
        ({"entry": ROLLED}, "/which", ["bonus"]),
        ({"entry": HURT, "was": 9}, "/was", [5]),
        ({"entry": TYPED, "was": 3, "value": 7}, "/value", None),
    ],
)
def test_what_is_legal_can_be_put_where_a_refusal_points(
    bridge: Table, body: dict[str, Any], pointer: str, legal: list[Any] | None
):
    problem = refused(bridge, **{"value": 1, **body})
    values = [each["value"] for each in problem["legal"]] if problem["legal"] else None
    assert (problem["pointer"], values) == (pointer, legal)


def test_what_followed_from_dice_of_the_service_says_where_they_fell(table: Table):
    table.operator.says("roll", who="ana", sides=20, bonus=3)
    table.operator.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    table.operator.says("pass-all")
    table.operator.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    table.operator.says("pass-all")
    rolled = table.operator.says("answer", who="ana", about="roll", choice="roll")["entries"]
    fell = int(rolled[0]["number"])
    came = next(int(r["number"]) for r in rolled if r["type"].startswith("combat.resolved"))
    problem = refused(table, entry=came, value=1)
    assert problem["detail"].startswith(
        f"Nobody entered a number with entry {came}. It followed from dice that the service rolled"
        f" in entry {fell}. Instead, adjust what is true now, or annul the step."
    )


@pytest.mark.parametrize("value", [4, -4, "4"])
@pytest.mark.parametrize("was", [{}, {"was": 7}, {"was": -7}])
def test_a_loss_of_as_much_as_a_die_showed_stays_a_loss(
    bridge: Table, value: int | str, was: dict[str, Any]
):
    die = {"purpose": "damage", "dice": [{"count": 1, "sides": 8, "faces": [7]}], "total": 7}
    lost = {"what": "pool", "subject": "troll", "pool": "health", "delta": -7}
    said = {"manoeuvre": "blast", "rolls": [die], "results": [lost]}
    done = bridge.operator.says("act", who="ana", targets=["troll"], **said)
    [hurt] = [r for r in done["entries"] if r["event"].get("delta") == -7]
    bridge.operator.says("adjust", note="so", change={**lost, "delta": 5})
    corrects(bridge, entry=int(hurt["number"]), value=value, **was)
    assert left(bridge)["troll"]["health"] == 3 - 4 + 5


def test_what_is_decided_again_is_counted_once_by_an_audit(bridge: Table):
    def counted() -> dict[str, tuple[int, int]]:
        people = bridge.rita.read("audit")["report"]["people"]
        return {who["name"]: (who["steps"], who["override"]) for who in people}

    before = counted()
    corrects(bridge, entry=HURT, value=7)
    added = {name: (1, 0) for name in counted() if name not in before}
    assert len(added) == 1 and counted() == before | added


@pytest.fixture
def blasted(service: Service) -> Table:
    """A mage blasts two seers; of each the die takes as many models as it shows: 2, and 2."""
    service.rulesets = lambda: {"simultaneous": SIMULTANEOUS}
    table = Table.opened(service, ruleset="simultaneous", title="The tower", settings={})
    says = table.operator.says
    says("join", subject="mage", name="Mage", side="A", traits={"scrolls": 2})
    for seer in ("ivo", "una"):
        says("join", subject=seer, name=seer.title(), side="R", traits={"scrolls": 0})
    says("answer", who="referee", about="round", choice="begin")
    for seer in ("ivo", "una"):
        says("declare", who="mage", manoeuvre="blast", targets=[seer])
    says("pass-all")
    says("pass-all")
    for _ in range(2):
        says("answer", who="mage", about="throw", choice="roll", faces={"blast": [2]})
    return table


@pytest.mark.parametrize("said", [{}, {"was": 2}, {"was": -2}])
def test_a_loss_that_came_of_dice_leads_to_them_and_changes_none(
    blasted: Table, said: dict[str, Any]
):
    rows = blasted.rita.read("events?limit=500")["items"]
    fell = [row["number"] for row in rows if row["type"].startswith("combat.dice-rolled")]
    losses = [int(row["number"]) for row in rows if row["event"].get("pool") == "models"]
    for roll, loss in zip(fell, losses[-2:], strict=True):
        problem = refused(blasted, entry=loss, value=1, **said)
        assert problem["detail"].startswith(
            f"Entry {loss} shows nothing that was entered: correct what it followed from, in entry"
            f" {roll}."
        )
        assert (problem["pointer"], problem["numbers"]) == ("/entry", {f"entry {roll}, die": 2})
    corrects(blasted, entry=int(fell[0]), value=1)
    assert left(blasted)["ivo"]["models"] == 9 and left(blasted)["una"]["models"] == 8


def test_of_equal_numbers_the_one_that_was_said_of_it_is_corrected(bridge: Table):
    blow = {"their health": 2, "state": "dazed", "level": 2, "rounds": 2, "cost ap": 2}
    done = bridge.operator.says("act", who="ana", manoeuvre="hit", targets=["troll"], params=blow)
    [hurt] = [r for r in done["entries"] if r["event"].get("pool") == "health"]
    corrects(bridge, entry=int(hurt["number"]), value=1)
    assert left(bridge) == {"ana": {"health": 7, "ap": 0}, "troll": {"health": 2}}


def test_where_it_stops_it_says_the_entry_and_may_let_dice_fall(fought: Table):
    problem = refused(fought, entry=40, value=20, upto=30)
    assert problem["pointer"] == "/upto"
    assert fought.rita.tries("correct-number", entry=40, value=25).status_code == 200


def test_players_contest_instead_and_learn_nothing(bridge: Table):
    for caller in (bridge.ana, bridge.sue):
        answer = caller.tries("correct-number", entry=HURT, value=7)
        assert answer.status_code == 403
    detail = json_of(bridge.ana.tries("correct-number", entry=99, value=7))["detail"]
    assert detail.startswith("Only the referee corrects the past: contest the entry, and claim it.")
