"""The unarmed module: strikes, kicks, sweeps and the martial defences."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import BOXER, STOUT, Fight, boxers, refused, suffers

STRIKE, KICK, SWEEP = "martial strike", "martial kick", "leg sweep"
GRAB, LOCK, HEAD, GRAPPLE = "arm grab", "arm lock", "head lock", "grapple"
BURDENED = {**BOXER, "CO": 2, "Encumbrance": -1}


def struck(deed: str, ana: dict[str, Any] = BOXER, **said: Any) -> Fight:
    """Ana strikes; nobody reacts, and both have rolled without risk."""
    fight = boxers(ana=ana).does("ana", deed, "bo", **said).everybody_passes()
    return fight.rolls("ana", "bo")


# --- attack and damage ---


@pytest.mark.parametrize(
    ("deed", "ap", "attack", "aim"),
    [(STRIKE, 1, 2, 0), (KICK, 2, 2, 0), (SWEEP, 2, 0, -4), (GRAB, 1, 0, -2), (GRAPPLE, 3, -4, 0)],
)
def test_what_each_costs_and_adds(deed: str, ap: int, attack: int, aim: int):
    fight = struck(deed)
    assert fight.left("ana", "ap") == 16 - 2 * ap
    why = fight.why("attack")
    assert why["Martial arts"] == 18
    assert (why.get(deed, 0), why.get("aim", 0)) == (attack, aim)
    assert fight.rolled("attack").total == 18 + attack + aim


def test_encumbrance_counts_double_on_a_martial_roll():
    fight = struck(STRIKE, BURDENED)
    assert fight.why("attack") == {
        "Martial arts": 18,
        "CO": 4,
        "Encumbrance": -2,
        "encumbrance again": -2,
        STRIKE: 2,
    }
    fight = boxers(bo=BURDENED).does("ana", STRIKE, "bo").everybody_passes()
    assert fight.rolls("bo").why("defence") == {"Combat": 16, "CO": 4, "Encumbrance": -2}


@pytest.mark.parametrize(("deed", "rating"), [(STRIKE, 10), (KICK, 12), (SWEEP, 8)])
def test_the_hand_has_a_rating_and_adds_st(deed: str, rating: int):
    fight = boxers().does("ana", deed, "bo").everybody_passes()
    fight.rolls("ana", faces=(6, 6, 6, 6)).rolls("bo").rolls("ana")
    why = fight.why("damage")
    assert (why["ST"], why[deed]) == (4, rating)


def test_a_printed_blow_number_by_number():
    fight = struck(STRIKE)
    assert fight.outcome("hit") == ("hit", {"attack": 20, "defence": 16, "by": 4})
    fight.rolls("ana")
    assert fight.outcome("damage") == ("light wound", {"basic": 16, "resistance": 4, "net": 12})
    fight.passes("bo")
    assert fight.rolls("bo").why("pain")["blunt"] == -4
    fight.rolls("bo")
    [wound] = fight.combat.conditions.on("bo", "wound")
    assert wound.detail == {"level": "light wound", "type": "blunt", "by": "ana", "with": STRIKE}


def test_a_strike_may_impale_and_leaves_nothing_in_the_wound():
    impaling: dict[str, Any] = {"as": "impaling"}
    fight = struck(STRIKE, **impaling).rolls("ana", faces=(6,)).passes("bo")
    assert fight.outcome("damage")[0] == "medium wound"
    assert fight.rolls("bo").why("pain")["impaling"] == 4
    fight.rolls("bo")
    assert fight.conditions("bo") == ["wound"]


def test_a_strike_may_be_aimed_and_a_sweep_goes_for_the_legs():
    assert struck(STRIKE, aim="head").why("attack")["aim"] == -8
    fight = suffers(struck(SWEEP, {**BOXER, "Martial arts": 12}, aim="left leg"), "bo")
    assert fight.combat.conditions.on("bo", "wound")[0].at == "left leg"
    no = refused(lambda: boxers().does("ana", SWEEP, "bo", aim="chest"))
    assert (no.clause, no.pointer) == ("3.7", "/params/aim")


def test_a_sweep_that_hits_throws_down():
    fight = suffers(struck(SWEEP, {**BOXER, "Martial arts": 12}), "bo")
    assert "prone" in fight.conditions("bo")
    assert "prone" not in suffers(struck(SWEEP, {**BOXER, "Martial arts": 2}), "bo").conditions(
        "bo"
    )


# --- reach and reactions ---


def test_a_strike_closes_in_and_a_kick_does_not():
    fight = boxers(within=False).does("ana", KICK, "bo")
    assert fight.combat.facts.get("ana", "close", "bo") is None
    fight = boxers(within=False).does("ana", STRIKE, "bo")
    assert fight.combat.facts.get("ana", "close", "bo") == "yes"
    assert fight.told()[2] == "Resolved a1 of=bo closes in"


@pytest.mark.parametrize("deed", [GRAB, GRAPPLE])
def test_a_hold_is_taken_in_one_hex(deed: str):
    fight = boxers(within=False)
    no = refused(lambda: fight.does("ana", deed, "bo"))
    assert no.why == f"bo is no legal target of {deed}"
    fight.does("ana", "move", beside=["bo"], within=["bo"]).passes()
    fight.does("ana", deed, "bo")


def test_who_leaves_the_hex_is_close_no_more():
    fight = boxers().does("ana", "move", beside=["bo"])
    assert fight.combat.facts.get("ana", "close", "bo") == "no"
    fight = boxers().adjusts(what="fact", of="ana", name="adjacent", toward="bo", value="no")
    assert fight.combat.facts.get("ana", "close", "bo") == "no"


def test_who_is_closed_upon_strikes_or_grabs_and_nobody_else():
    fight = boxers(within=False).does("ana", "move", beside=["bo"], within=["bo"])
    assert {STRIKE, GRAB} <= fight.manoeuvres("bo")
    fight = boxers().does("ana", "turn")
    assert refused(lambda: fight.declares("bo", STRIKE, "ana")).clause == "3.7"
    assert refused(lambda: fight.declares("bo", KICK, "ana")).clause == "5.9"


def test_a_kick_answers_a_move_into_reach():
    fight = boxers(within=False).does("ana", "move", beside=[]).passes()
    fight.does("ana", "move", beside=["bo"]).declares("bo", KICK, "ana").everybody_passes()
    assert fight.waits_for() == ("strike", ("bo", "ana"))


@pytest.mark.parametrize("deed", [SWEEP, GRAPPLE])
def test_what_is_no_reaction(deed: str):
    fight = boxers(within=False).does("ana", "move", beside=["bo"], within=["bo"])
    no = refused(lambda: fight.declares("bo", deed, "ana"))
    assert (no.clause, no.pointer) == ("3.7", "/manoeuvre")


def test_only_the_trained_strike_where_nothing_else_is_agreed():
    fight = boxers(ana=STOUT)
    no = refused(lambda: fight.does("ana", STRIKE, "bo"))
    assert no.why == "bo is no legal target of martial strike"
    assert not {STRIKE, KICK, SWEEP, GRAB, GRAPPLE} & fight.manoeuvres("ana")
    assert STRIKE in boxers(ana=STOUT, points={"unarmed": "everybody"}).manoeuvres("ana")
    assert STRIKE not in boxers(points={"unarmed": "no"}).manoeuvres("ana")
    fight = boxers(bo=STOUT).does("ana", KICK, "bo")
    no = refused(lambda: fight.declares("bo", "rolling dodge"))
    assert (no.clause, no.why) == ("3.7", "bo has no Martial arts")


def test_the_costs_that_are_not_printed_are_the_tables_to_settle():
    fight = boxers(points={"arm grab ap": "3"}).does("ana", GRAB, "bo")
    assert fight.left("ana", "ap") == 10


# --- martial defences ---


def defended(deed: str, **said: Any) -> Fight:
    fight = boxers(bo=BURDENED, ana={**BOXER, "Martial arts": 3}).does("ana", KICK, "bo")
    fight.declares("bo", deed, **said).everybody_passes()
    return fight.rolls("ana", "bo")


def test_a_rolling_dodge_adds_two_and_comes_nearer():
    fight = defended("rolling dodge", within=["ana"], beside=["ana"])
    assert fight.why("defence") == {
        "Martial arts": 18,
        "Dodge": 2,
        "CO": 4,
        "Encumbrance": -2,
        "encumbrance again": -2,
        "rolling dodge": 4,
    }
    assert fight.left("bo", "ap") == 18 - 2  # Combat 8, CO 2, Encumbrance -1
    assert fight.combat.facts.get("ana", "close", "bo") == "yes"
    assert fight.waits_for() == ("follow", ("bo",))
    assert fight.manoeuvres("bo") == {STRIKE, KICK, "speak"}


@pytest.mark.parametrize("bonus", [0, 4])
def test_a_drop_dodge_adds_what_the_referee_says_of_the_attack(bonus: int):
    fight = defended("drop dodge", bonus=bonus)
    assert fight.why("defence").get("drop dodge", 0) == 2 * bonus
    assert fight.manoeuvres("bo") == {KICK, SWEEP, "speak"}
    no = refused(lambda: defended("drop dodge", bonus=5))
    assert (no.clause, no.numbers) == ("3.7", {"least": 0, "most": 4})


def test_nothing_follows_a_forearm_block_and_no_arm_is_locked():
    fight = defended("forearm block")
    assert fight.outcome("hit")[0] == "stopped"
    assert fight.conditions("ana") == fight.conditions("bo") == []
    assert fight.actor() == "ana"
    assert fight.waits_for() == ("", ())


def test_a_martial_defence_is_the_targets_own():
    fight = boxers().joins("cy", **BOXER).does("ana", KICK, "bo")
    no = refused(lambda: fight.declares("ana", "drop dodge", bonus=0))
    assert no.why.startswith("ana is not asked now")
    fight = boxers().does("ana", "turn")
    no = refused(lambda: fight.declares("bo", "drop dodge", bonus=0))
    assert no.why == "drop dodge does not answer turn"


def test_a_weapon_may_block_a_fist_and_is_not_locked():
    fight = boxers(bo={**STOUT, "Melee": 20}).does("ana", STRIKE, "bo")
    fight.declares("bo", "block", using="axe").everybody_passes().rolls("ana", "bo")
    assert fight.outcome("hit")[0] == "stopped"
    assert fight.conditions("bo") == []
    no = refused(lambda: fight.does("bo", "stand and attack", "ana", using="axe"))
    assert (no.clause, no.why) == ("3.6", "after a block only a second weapon strikes")


def test_a_fist_may_be_met_by_an_axe():
    fight = boxers(bo=STOUT).does("ana", STRIKE, "bo")
    fight.declares("bo", "stand and attack back", "ana", using="axe").everybody_passes()
    fight.rolls("ana", faces=(6, 6, 6, 6)).rolls("bo")
    assert {r.outcome for r in fight.events(e.Resolved) if r.stage == "hit"} == {"hit", "missed"}


def test_a_grab_and_a_blow_at_once_both_come_about():
    fight = boxers(bo={**STOUT, "Melee": 6}).does("ana", GRAB, "bo")
    fight.declares("bo", "stand and attack back", "ana", using="axe").everybody_passes()
    fight.rolls("ana").rolls("bo")  # 9 - 1 against 6 + 1, so the axe misses
    assert [h.toward for h in fight.combat.conditions.on("bo", "held")] == ["ana"]
    fight = boxers(bo={**STOUT, "Melee": 7}).does("ana", GRAB, "bo")
    fight.declares("bo", "stand and attack back", "ana", using="axe").everybody_passes()
    fight.rolls("ana").rolls("bo")  # 8 against 8
    assert fight.waits_for() == ("damage", ("bo",))
    suffers(fight, "ana")
    assert "held" in fight.conditions("bo")
    assert fight.waits_for()[0] == "follow"


# --- follow-ons ---


def followed(deed: str, ana: dict[str, Any] = BOXER) -> Fight:
    strong = {**ana, "Martial arts": 14}
    return suffers(struck(deed, strong), "bo")


@pytest.mark.parametrize(
    ("deed", "then"),
    [(STRIKE, {STRIKE, GRAB, HEAD}), (KICK, {SWEEP}), (SWEEP, {KICK}), (GRAB, {LOCK})],
)
def test_what_may_follow_a_hit(deed: str, then: set[str]):
    fight = followed(deed)
    assert fight.waits_for() == ("follow", ("ana",))
    assert fight.manoeuvres("ana") == {*then, "speak"}


def test_a_follow_on_is_an_act_on_the_blow_and_is_paid_like_any():
    fight = followed(STRIKE).does("ana", STRIKE, "bo")
    first, second = fight.events(e.Acted)
    assert (second.on, second.targets) == (first.act, ("bo",))
    assert fight.left("ana", "ap") == 16 - 4


def test_nothing_follows_a_grapple_or_a_miss():
    assert followed(GRAPPLE).waits_for() == ("", ())
    fight = suffers(struck(STRIKE, {**BOXER, "Martial arts": 1}), "bo")
    assert fight.outcome("hit")[0] == "stopped"
    assert fight.waits_for() == ("", ())


@pytest.mark.parametrize(("deed", "wrong"), [(STRIKE, KICK), (KICK, STRIKE), (GRAB, HEAD)])
def test_what_is_not_in_the_table_does_not_follow(deed: str, wrong: str):
    fight = followed(deed)
    no = refused(lambda: fight.does("ana", wrong, "bo"))
    assert (no.clause, no.why) == ("3.6", f"{wrong} does not follow {deed}")


def test_a_lock_is_no_opening():
    says = {LOCK: "an arm lock follows an arm grab at once", HEAD: "head lock is no action"}
    for deed, why in says.items():
        no = refused(partial(boxers().does, "ana", deed, "bo"))
        assert (no.clause, no.why) == ("3.7", why)
