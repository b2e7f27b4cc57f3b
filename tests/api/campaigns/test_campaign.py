"""A campaign over HTTP: three evenings, what they come to, and what must not count or be told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.clients.fixtures import running
from tests.support.combats.campaigns import CROWN, Evening, campaign_of, evening, fighter, person


@pytest.fixture
def crown(service: Service) -> Service:
    """An installation with all games."""
    service.rulesets = all_rulesets
    return service


def test_three_evenings_number_by_number(crown: Service):
    first = evening(crown, "The bridge")
    first.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [20]})
    first.hits("ann", "troll", 7)
    first.hits("troll", "ann", 5)
    first.suffers("ann", "poisoned")
    first.says("end")
    second = evening(crown, "The mill", carry=True)
    assert second.pools("ann") == {"health": "7", "slots": "3"}
    assert second.conditions("ann") == ["poisoned"]
    second.joins("ogre")
    second.begins()
    second.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [18]})
    second.says("roll", who="bo", purpose="attack", sides=20, faces={"attack": [1]})
    second.hits("ogre", "ann", 4)
    second.hits("bo", "ogre", 3)
    second.says("adjust", note="spent", change=pool("ann", "slots", -1))
    second.says("end")
    third = evening(crown, "The gate", carry=["Ann"])
    assert third.pools("ann") == {"health": "3", "slots": "2"}
    assert [each["name"] for each in third.members()] == ["Ann"]
    third.begins()
    third.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [16]})
    third.says("end")

    found = campaign_of(crown)
    assert [fight["title"] for fight in found["fights"]] == ["The bridge", "The mill", "The gate"]
    assert all(fight["is_counted"] for fight in found["fights"])
    ann = fighter(found, "Ann")
    assert (ann["fights"], ann["done"], ann["taken"], ann["fell"]) == (3, "7", "9", 0)
    assert (ann["person"], ann["combat"]) == ("Anna Berg", third.combat)
    assert {each["pool"]: each["amount"] for each in ann["pools"]} == {"health": "3", "slots": "2"}
    assert ann["conditions"] == ["poisoned"]
    bo = fighter(found, "Bo")
    assert (bo["fights"], bo["done"], bo["taken"]) == (2, "3", "0")
    assert fighter(found, "Troll")["person"] == "the referee"
    anna = person(found, "Anna Berg")
    assert (anna["fights"], anna["fighters"], anna["done"]) == (3, ["Ann"], "7")
    [luck] = [row for row in found["totals"]["luck"] if row["of"] == "Anna Berg"]
    assert (luck["by"], luck["dice"], luck["total"]) == ("person", 3, 54)
    # 3 d20 come to 54 or more in 84 ways: sums of 6 or less on the other side.
    ways = sum((n - 1) * (n - 2) // 2 for n in range(3, 10))
    assert luck["p"] == 2 * ways / 20**3


def pool(subject: str, name: str, delta: int) -> dict[str, Any]:
    return {"what": "pool", "subject": subject, "pool": name, "delta": delta}


def test_time_is_that_of_turns_at_the_table(crown: Service):
    fight = evening(crown, "The bridge")
    fight.says("answer", who="ann", about="turn", choice="end")
    fight.says("answer", who="bo", about="turn", choice="end")
    found = campaign_of(crown)
    ann, bo = fighter(found, "Ann"), fighter(found, "Bo")
    # Each command takes a second of the clock of these tests.
    assert (ann["turns"], bo["turns"]) == (1, 1) and ann["seconds"] == bo["seconds"] > 0
    assert person(found, "Anna Berg")["seconds"] == ann["seconds"]


def test_an_undo_takes_away_what_was_counted_and_counts_itself(crown: Service):
    fight = evening(crown, "The bridge")
    fight.hits("ann", "troll", 7)
    assert fighter(campaign_of(crown), "Ann")["done"] == "7"
    fight.moves("rewind", how="undo")
    found = campaign_of(crown)
    assert (fighter(found, "Ann")["done"], fighter(found, "Troll")["taken"]) == ("0", "0")
    assert person(found, "the operator")["undos"] == 1
    fight.moves("rewind", how="redo")
    found = campaign_of(crown)
    assert fighter(found, "Ann")["done"] == "7"
    assert person(found, "the operator")["undos"] == 1


def test_a_correction_counts_instead(crown: Service):
    fight = evening(crown, "The bridge")
    step = fight.hits("ann", "troll", 7)
    fight.hits("troll", "ann", 2)
    command = fight.hit("ann", "troll", 4)
    fight.moves("correct", how="amend", step=step, command=command, note="only four")
    found = campaign_of(crown)
    assert (fighter(found, "Ann")["done"], fighter(found, "Ann")["taken"]) == ("4", "2")


def test_rulings_and_overrides_are_their_authors(crown: Service):
    fight = evening(crown, "The bridge")
    fight.says("adjust", note="owed", change=pool("ann", "health", 1), by=fight.rita)
    assert person(campaign_of(crown), "Rita Eck")["overrides"] == 1


# --- what must not count -----------------------------------------------------------------------


def test_what_is_hidden_changes_nothing_that_anybody_reads(crown: Service):
    fight = evening(crown, "The bridge")
    before = fight.anna.get("/v1/combats?campaign=" + CROWN)
    fight.says("roll", who="ann", purpose="spot", sides=20, hidden=True)
    fight.says("join", subject="spy", name="Spy", hidden=True)
    after = fight.anna.get("/v1/combats?campaign=" + CROWN)
    assert (before.data, before.headers["ETag"]) == (after.data, after.headers["ETag"])
    operator = fight.operator.get("/v1/combats?campaign=" + CROWN)
    assert operator.json == after.json
    same = fight.anna.get("/v1/combats?campaign=" + CROWN, If_None_Match=after.headers["ETag"])
    assert same.status_code == 304


def test_a_secret_counts_once_it_is_shown(crown: Service):
    fight = evening(crown, "The bridge")
    fight.says("join", subject="spy", name="Spy", hidden=True)
    assert "Spy" not in str(campaign_of(crown))
    fight.says("join", subject="spy", name="Spy")
    assert fighter(campaign_of(crown), "Spy")["fights"] == 1


def test_a_sample_and_a_what_if_count_in_no_campaign(crown: Service):
    fight = evening(crown, "The bridge")
    fight.hits("ann", "troll", 7)
    made: Any = fight.operator.post("what-ifs", {"at": fight.last()}).json
    fight.operator.post(f"/v1/combats/{made['combat']}/door", {"campaign": CROWN})
    assert fighter(campaign_of(crown), "Ann")["done"] == "7"


# --- people --------------------------------------------------------------------------------------


def test_a_forgotten_name_is_in_no_answer_and_in_no_file(crown: Service, tmp_path: Any):
    first, second = evening(crown, "The bridge"), evening(crown, "The mill")
    for fight in (first, second):
        fight.hits("ann", "troll", 3)
    assert person(campaign_of(crown), "Anna Berg")["done"] == "6"
    anna = next(seat for seat in first.opened["seats"] if seat["name"] == "Anna Berg")
    first.operator.post("forget", {"person": anna["person"]})
    found = campaign_of(crown)
    assert person(found, "Anna Berg")["done"] == "3"
    assert person(found, "somebody who was forgotten")["done"] == "3"
    second.operator.post("forget", {"person": anna["person"]})
    assert "Anna" not in str(campaign_of(crown))
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("combats-campaigns-*"))
    assert kept and b"Anna" not in kept and b"Berg" not in kept


def test_a_campaign_is_for_those_with_a_seat_in_it(crown: Service):
    fight = evening(crown, "The bridge")
    other = evening(crown, "Elsewhere", campaign="Another")
    mine = fight.anna.read("/v1/combats?campaign=" + CROWN)
    assert mine["campaigns"] == [CROWN] and mine["campaign"]["name"] == CROWN
    assert fight.anna.get("/v1/combats?campaign=Another").status_code == 404
    assert other.nobody.get("/v1/combats?campaign=" + CROWN).status_code == 404
    assert other.operator.read("/v1/combats")["campaigns"] == ["Another", CROWN]
    assert fight.rita.post("door", {"campaign": "Another"}).status_code == 403
    door: Any = other.operator.post("door", {"campaign": CROWN}).json
    assert door["campaign"] == CROWN
    titles = [row["title"] for row in fight.anna.read("/v1/combats?campaign=" + CROWN)["items"]]
    assert sorted(titles) == ["Elsewhere", "The bridge"]
    other.operator.post("door", {"campaign": ""})
    assert len(campaign_of(crown)["fights"]) == 1


def test_nobody_is_carried_whom_the_campaign_does_not_know(crown: Service):
    evening(crown, "The bridge")
    answer = Evening.tries(crown, title="The mill", carry=["Zoe"])
    assert answer.status_code == 409 and "no character" in answer.json["detail"]
    assert [each["name"] for each in answer.json["legal"]] == ["Ann", "Bo"]
    assert Evening.tries(crown, carry=True, campaign="").status_code == 409


def test_carrying_is_done_once_for_a_key(crown: Service):
    fight = evening(crown, "The bridge")
    fight.hits("troll", "ann", 5)
    answers = [Evening.tries(crown, title="The mill", carry=True, key="k1") for _ in range(2)]
    one, other = (answer.json["combat"] for answer in answers)
    assert one == other
    with crown.lock_combat(one) as combat:
        assert combat.head.pools.balance_of("ann", "health") == 7
        assert [each.subject for each in combat.head.roster.members.values()] == ["ann", "bo"]


def test_a_retry_brings_nobody_in_who_came_to_the_campaign_since(crown: Service):
    first = evening(crown, "The bridge")
    said: dict[str, Any] = {"title": "The mill", "carry": True, "key": "k2", "allowance": 1}
    opened = Evening(crown, Evening.tries(crown, **said).json)
    assert [each["name"] for each in opened.members()] == ["Ann", "Bo"]
    first.joins("cy")
    first.says("seat-open", person="Carl", role="player", combatants=["cy"])
    assert Evening.tries(crown, **said).status_code == 201
    assert [each["name"] for each in opened.members()] == ["Ann", "Bo"]


def test_a_retry_is_answered_whatever_its_characters_are_called_since(crown: Service):
    first = evening(crown, "The bridge")
    said: dict[str, Any] = {"title": "The mill", "carry": ["Ann"], "key": "k3"}
    mill = Evening(crown, Evening.tries(crown, **said).json)
    for fight in (first, mill):
        fight.says("edit", who="ann", name="Alia")
    again = Evening.tries(crown, **said)
    assert (again.status_code, again.json["combat"]) == (201, mill.combat)


def test_a_retry_brings_nobody_into_a_fight_that_went_on_alone(crown: Service):
    said: dict[str, Any] = {"title": "The mill", "carry": True, "key": "k4"}
    mill = Evening(crown, Evening.tries(crown, **said).json)
    mill.joins("troll")
    evening(crown, "The bridge")
    assert Evening.tries(crown, **said).status_code == 201
    assert [each["name"] for each in mill.members()] == ["Troll"]


@pytest.mark.parametrize("other", ["Another", ""])
def test_a_retry_leaves_a_fight_where_the_operator_has_put_it(crown: Service, other: str):
    said: dict[str, Any] = {"title": "The mill", "key": "k1"}
    mill = Evening(crown, Evening.tries(crown, **said).json)
    assert mill.operator.read("")["campaign"] == CROWN
    mill.operator.post("door", {"campaign": other})
    assert Evening.tries(crown, **said).status_code == 201
    assert mill.operator.read("")["campaign"] == other


def test_an_imported_fight_counts_once_it_is_put_into_a_campaign(crown: Service, tmp_path: Path):
    fight = evening(crown, "The bridge")
    fight.hits("ann", "troll", 7)
    lines = fight.operator.get("export").data
    (tmp_path / "elsewhere").mkdir()
    running_there = running(f"sqlite:///{tmp_path}/elsewhere/combats.db", tmp_path / "elsewhere")
    there = next(running_there)
    there.rulesets = all_rulesets
    operator = Evening.operator_of(there)
    imported = operator.send("POST", "/v1/import", {"Content-Type": "application/x-ndjson"}, lines)
    assert imported.status_code in (200, 201), imported.text
    assert operator.read("/v1/combats")["campaigns"] == []
    operator.post(f"/v1/combats/{fight.combat}/door", {"campaign": CROWN})
    assert fighter(campaign_of(there), "Ann")["done"] == "7"
    next(running_there, None)


def test_the_name_of_a_campaign_is_kept_without_blanks_around_it(crown: Service):
    fight = evening(crown, "The bridge", campaign=f" {CROWN} ")
    assert fight.operator.read("")["campaign"] == CROWN
    assert fight.operator.post("door", {"campaign": "\0"}).status_code == 422
    for list_of in ("/v1/combats", "/v1/audit"):
        none, unknown = (fight.operator.get(f"{list_of}?campaign={n}") for n in ("%00", "nobody"))
        assert none.status_code == unknown.status_code, none.json
    door: Any = fight.operator.post("door", {"campaign": "  "}).json
    assert door["campaign"] == ""
