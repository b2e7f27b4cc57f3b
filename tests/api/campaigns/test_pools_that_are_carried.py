"""Which pools are carried: what was lost and given back, and not what the game fills again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from api.campaigns.next_fight import characters
from api.service.service import Service
from domain.rulesets import all_rulesets
from domain.state.viewer import PUBLIC
from projections.story.damage import blows
from projections.story.standing import life_of
from tests.support.combats.campaigns import CROWN, Evening, carried, evening
from tests.support.fights.planeswalker import RULES, Combat
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.whole_logs import seen_entries

MEND = {"cost": "0", "does": "heal", "amount": 3, "target": "any", "speed": "instant"}
EACH_ROUND = {"current": 2, "each": "round"}


@pytest.fixture
def crown(service: Service) -> Service:
    """An installation with all games."""
    service.rulesets = all_rulesets
    return service


def fight_with(service: Service, **pools: Any) -> Evening:
    """A fight in its first round, of those with such pools."""
    fight = Evening(service, Evening.tries(service, title="The bridge").json)
    for who, held in pools.items():
        fight.says("join", subject=who, name=who.capitalize(), traits={"pools": held})
    fight.begins()
    return fight


def spends(fight: Evening, who: str, pool: str, many: int) -> None:
    """Take so much of a pool away by hand."""
    change = {"what": "pool", "subject": who, "pool": pool, "delta": -many}
    fight.says("adjust", note="spent", change=change)


def test_a_pool_that_is_filled_for_one_stays_spent_for_another(crown: Service):
    fight = fight_with(crown, ann={"slots": 3}, bo={"slots": EACH_ROUND})
    spends(fight, "ann", "slots", 2)
    spends(fight, "bo", "slots", 1)
    following = evening(crown, "The mill", carry=True)
    assert (following.pools("ann"), following.pools("bo")) == ({"slots": "1"}, {"slots": "2"})


def test_a_pool_that_an_edit_adds_is_carried(crown: Service):
    fight = fight_with(crown, ann={"slots": 3}, bo={"slots": 2})
    fight.says("edit", who="ann", traits={"pools": {"slots": 3, "luck": 3}})
    spends(fight, "ann", "luck", 2)
    following = evening(crown, "The mill", carry=True)
    assert following.pools("ann") == {"slots": "3", "luck": "1"}


def test_a_most_that_was_raised_or_a_least_that_was_set_stays_so_fight_after_fight(crown: Service):
    hp = {"current": 24, "most": 24, "least": 0}
    fight = fight_with(crown, ann={"hp": hp, "ki": {"current": 3, "most": 3}})
    for pool, limits in (("hp", {"most": 40}), ("ki", {"least": 1, "most": 3})):
        change = {"what": "pool", "subject": "ann", "pool": pool, **limits}
        fight.says("adjust", note="level up", change=change)
    for title in ("The mill", "The tower"):
        rows = evening(crown, title, carry=True).operator.part("pools")
        found = {row["pool"]: (row["current"], row["least"], row["most"]) for row in rows}
        assert found == {"hp": (24, 0, 40), "ki": (3, 1, 3)}


class Told(Combat, Recorded):
    """A combat of mages that keeps its log."""


def test_who_is_healed_by_an_act_keeps_what_they_have_left_and_so_does_everybody():
    able: dict[str, Any] = {
        "Life": 9,
        "Channeling": 6,
        "memory": ["mend"],
        "spells": {"mend": MEND},
    }
    duel = Told().mage("mira", "east", **able).mage("nils", "west", **able).goes_to("mira")
    for who, by in (("mira", 5), ("nils", 2)):
        duel.fixes(what="pool", subject=who, pool="life", delta=-by)
    duel.does("mira", "instant", "mira", using="mend").resolves()
    assert duel.left("mira", "life") == 7
    assert carried(duel.log, RULES, "mira") == {"life": "7"}
    assert carried(duel.log, RULES, "nils") == {"life": "7"}


def test_who_is_healed_by_an_act_leaves_the_damage_of_all_as_it_was():
    spells = {"mend": MEND, "burn": {**MEND, "does": "damage", "amount": 2}}
    able: dict[str, Any] = {"Life": 9, "Channeling": 6, "memory": [*spells], "spells": spells}
    duel = Told().mage("mira", "east", **able).mage("nils", "west", **able).goes_to("mira")
    duel.does("mira", "instant", "nils", using="burn").resolves()
    duel.does("mira", "instant", "nils", using="mend").resolves()
    entries = seen_entries(duel.log, PUBLIC)
    life = life_of(entries, RULES)
    assert life.pools == {"life"}
    assert [(blow.on, blow.amount) for blow in blows(entries, RULES, life)] == [
        ("nils", Fraction(2))
    ]


@pytest.mark.parametrize("game", ["age-of-magic", "arq", "kaiser", "planeswalker"])
def test_the_rules_name_the_pools_that_they_renew(game: str):
    rules = all_rulesets()[game]
    assert rules.renewed and set(rules.renewed) <= {pool.name for pool in rules.pools}


def test_points_of_a_latecomer_who_had_none_filled_stay_behind(crown: Service):
    opened = Evening.tries(crown, ruleset="age-of-magic", settings={}, title="The hall").json
    fight = Evening(crown, opened)
    fight.says("join", subject="bo", name="Bo", side="b")
    fight.begins()
    fight.says("join", subject="ann", name="Ann")
    change = {"what": "pool", "subject": "ann", "pool": "ap", "to": 2}
    fight.says("adjust", note="so many", change=change)
    assert characters(crown, CROWN, "age-of-magic").found["Ann"].changes == ()


# --- namesakes -------------------------------------------------------------------------------


def test_the_second_of_a_name_in_one_fight_joins_by_hand_and_that_is_said(crown: Service):
    fight = fight_with(crown, ann={"health": 9}, bo={"health": 9})
    fight.says("join", subject="ann2", name="Ann", traits={"pools": {"health": 4}})
    cast = characters(crown, CROWN, "open")
    said = "Several fighters are called Ann: one comes in, let the others join by hand."
    assert (cast.found["Ann"].join.subject, cast.left_out) == ("ann", (said,))
    answer = Evening.tries(crown, title="The mill", carry=True)
    assert (answer.json or {})["left_out"] == [said]


def test_of_two_of_a_name_the_one_whom_a_player_plays_comes_in(crown: Service):
    fight = Evening(crown, Evening.tries(crown, title="The bridge").json)
    for who in ("double", "ann"):
        fight.says("join", subject=who, name="Ann")
    assert characters(crown, CROWN, "open").found["Ann"].join.subject == "ann"
