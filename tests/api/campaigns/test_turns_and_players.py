"""Who is credited: turns of several fighters and of sides, resumed turns, and seats given anew."""

from __future__ import annotations

import pytest

from api.service.service import Service
from domain import events as e
from domain.rulesets import all_rulesets
from tests.support.combats.campaigns import Evening, campaign_of, evening, fighter, person, record
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, RULES, SPEARS, Battle
from tests.support.logs.recorded_logs import Recorded


class Told(Battle, Recorded):  # type: ignore[misc]
    """A battle that keeps its log."""


@pytest.fixture
def crown(service: Service) -> Service:
    """An installation with all games."""
    service.rulesets = all_rulesets
    return service


def test_a_turn_that_fighters_of_one_person_share_counts_once_for_the_person(crown: Service):
    seats = [{"person": "Anna Berg", "role": "player", "combatants": ["ann", "cy"]}]
    settings = {"order": "by side"}
    fight = Evening(crown, Evening.tries(crown, settings=settings, seats=seats).json)
    for who, side in (("ann", "a"), ("cy", "a"), ("bo", "b")):
        fight.says("join", subject=who, name=who.capitalize(), side=side)
    fight.begins()
    fight.says("answer", who="ann", about="turn", choice="end")
    found = campaign_of(crown)
    ann, cy, anna = fighter(found, "Ann"), fighter(found, "Cy"), person(found, "Anna Berg")
    assert (ann["turns"], cy["turns"], anna["turns"]) == (1, 1, 1)
    assert anna["seconds"] == ann["seconds"] == cy["seconds"] > 0


def test_a_turn_of_a_side_is_one_of_the_people_who_play_its_fighters():
    armies = {"ann": {"knights": KNIGHTS, "spears": SPEARS}, "bo": {"archers": ARCHERS}}
    battle = Told().musters(armies)
    for n, plays in enumerate(("knights", "spears", "bo"), start=1):
        seat = {"seat": f"s{n}", "person": f"p{n}", "role": "player", "combatants": (plays,)}
        battle.talks(e.SeatOpened.model_validate(seat))
    battle.prepares().deploys("ann").until("charges", "bo")
    found = record(battle.log, RULES)
    took = {one.person: (one.turns, one.seconds) for one in found.people if one.turns}
    # Bo's turn has only just begun.
    assert took["p1"] == took["p2"] and took["p1"][0] == 1 and took["p1"][1] > 0
    assert took["p3"] == (1, 0) and len(took) == 3
    assert {(one.turns, one.seconds) for one in found.fighters} == {(0, 0)}


def test_a_turn_that_goes_on_after_a_delay_counts_once(crown: Service):
    fight = evening(crown, "The bridge")
    fight.says("act", who="ann", manoeuvre="delay", params={"after": "bo"})
    before = fighter(campaign_of(crown), "Ann")
    fight.says("answer", who="bo", about="turn", choice="end")
    fight.says("roll", who="ann", purpose="attack", sides=20)
    ann = fighter(campaign_of(crown), "Ann")
    assert (before["turns"], ann["turns"]) == (1, 1)
    assert ann["seconds"] > before["seconds"]
    assert person(campaign_of(crown), "Anna Berg")["turns"] == 1


def test_who_takes_a_seat_over_is_credited_from_then_on(crown: Service):
    fight = evening(crown, "The bridge")
    fight.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [20]})
    takes_over(fight, "Zoe Frey")
    fight.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [3]})
    fight.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [4]})
    found = campaign_of(crown)
    assert fighter(found, "Ann")["person"] == "Zoe Frey"
    luck = {row["of"]: row["total"] for row in found["totals"]["luck"] if row["by"] == "person"}
    assert luck == {"Anna Berg": 20, "Zoe Frey": 7}


def test_a_closed_seat_counts_where_nobody_has_taken_over(crown: Service):
    fight = evening(crown, "The bridge")
    fight.says("seat-close", seat="s1")
    fight.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [20]})
    found = campaign_of(crown)
    assert fighter(found, "Ann")["person"] == "Anna Berg"
    assert [row["of"] for row in found["totals"]["luck"] if row["by"] == "person"] == ["Anna Berg"]


def takes_over(fight: Evening, person: str) -> None:
    """Close the seat for Ann, and open it for another person."""
    fight.says("seat-close", seat="s1")
    fight.says("seat-open", person=person, role="player", combatants=["ann"])


def test_how_many_fights_a_fighter_fell_in_is_no_number_of_fighters(crown: Service):
    fight = evening(crown, "The bridge")
    for n in range(3):
        traits = {"pools": {"health": 2}}
        fight.says("join", subject=f"goblin{n}", name="Goblin", traits=traits)
        fight.hits("ann", f"goblin{n}", 2)
    goblin = fighter(campaign_of(crown), "Goblin")
    assert (goblin["fights"], goblin["fell"], goblin["taken"]) == (1, 1, "6")


def test_who_left_has_their_pools_on_the_page(crown: Service):
    fight = evening(crown, "The bridge")
    fight.hits("troll", "ann", 5)
    fight.says("leave", who="ann")
    pools = {each["pool"]: each["amount"] for each in fighter(campaign_of(crown), "Ann")["pools"]}
    assert pools == {"health": "7", "slots": "3"}
