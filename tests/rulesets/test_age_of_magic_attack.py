"""Attack against defence, attack against attack, and what may follow on."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import events as e
from tests.rulesets.age_of_magic import AXE, COGAN, URLIK, Fight, Points, duel, refused

STRIKE, ADVANCE, BACK = "stand and attack", "advance and attack", "stand and attack back"
HALF = "hand-&-half"
STOUT = {**URLIK, "Combat": 12, "Parry": 9, "Dodge": 9}


def struck(defence: str = "", using: str = "", aim: str = "chest", points: Points = None) -> Fight:
    """Cogan strikes at Urlik, who reacts or not; both have rolled without risk."""
    fight = duel(urlik=STOUT, points=points).does("cogan", STRIKE, "urlik", using=HALF, aim=aim)
    if defence:
        fight.declares("urlik", defence, using=using)
    return fight.everybody_passes().rolls("cogan", "urlik")


# --- basic values ---


def test_an_attack_is_skill_and_specialism_and_co_and_the_weapon():
    fight = struck()
    assert fight.rolled("attack").total == 24  # 5 + 3 1/2 + 1/2 + 3 = 12
    assert fight.why("attack") == {"Melee": 10, "specialism": 7, "CO": 1, "hand-&-half": 6}


@pytest.mark.parametrize(
    ("defence", "using", "why"),
    [
        ("", "", {"Combat": 24}),
        ("block", "shield", {"Melee": 10, "shield": 6, "Parry": 18}),
        ("block", "axe", {"Melee": 10, "axe": 2, "Parry": 18}),
        ("parry", "axe", {"Melee": 10, "axe": 2, "Parry": 18, "parrying": 6}),
        ("jump back", "", {"Combat": 24, "Dodge": 18, "jump back": 6}),
        ("side-step", "", {"Combat": 24, "Dodge": 18, "side-step": 4}),
    ],
)
def test_each_reaction_has_its_own_defence(defence: str, using: str, why: dict[str, int]):
    fight = struck(defence, using)
    assert fight.why("defence") == why
    assert fight.rolled("defence").total == sum(why.values())
    assert fight.left("urlik", "ap") == (22 if defence else 24)


def test_aiming_costs_what_the_table_says():
    assert struck(aim="head").why("attack")["aim"] == -8
    assert struck(aim="left hand").rolled("attack").total == 24 - 6


def test_advancing_gives_a_half_and_a_rear_hex_two():
    fight = duel(urlik=STOUT).does("cogan", ADVANCE, "urlik", using=HALF, behind=["urlik"])
    fight.everybody_passes().rolls("cogan", "urlik")
    why = fight.why("attack")
    assert (why["advancing"], why["from the rear"]) == (1, 4)
    assert fight.rolled("attack").total == 29  # 14 1/2


def test_the_rear_hex_is_judged_after_the_reaction():
    fight = duel(urlik=STOUT).does("cogan", ADVANCE, "urlik", using=HALF, behind=["urlik"])
    fight.declares("urlik", "block", using="shield", back=[]).everybody_passes()
    assert "from the rear" not in fight.rolls("cogan", "urlik").why("attack")


def test_halves_are_exact_in_dice_as_well():
    fight = duel(urlik=STOUT, points={"points-per-die": "3 1/2"})
    fight.does("cogan", STRIKE, "urlik", using=HALF).everybody_passes()
    fight.rolls("cogan", faces=(4, 1, 6))
    assert fight.rolled("attack").total == 25  # 12 - 10 1/2 + 11 = 12 1/2


def test_risk_and_faces_may_be_said_with_the_deed():
    fight = duel(urlik=STOUT)
    fight.does("cogan", STRIKE, "urlik", using=HALF, faces={"attack": [6, 6], "damage": [1]})
    fight.everybody_passes()
    assert fight.rolled("attack").total == 36
    assert fight.rolled("attack").provenance == "typed"
    fight.rolls("urlik")
    assert fight.rolled("damage").faces == (1,)


# --- ties ---


def tied(points: Points = None) -> Fight:
    even = {**URLIK, "Combat": 12}
    fight = duel(urlik=even, points=points).does("cogan", STRIKE, "urlik", using=HALF)
    return fight.everybody_passes().rolls("cogan", "urlik")


def test_an_attack_that_equals_the_defence_hits_where_nothing_else_is_agreed():
    fight = tied()
    assert fight.outcome("hit") == ("hit", {"attack": 24, "defence": 24, "by": 0})
    assert fight.basis("hit") == ("6.3", "default")


def test_a_table_may_give_ties_to_the_defence():
    fight = tied({"tie": "defence"})
    assert fight.outcome("hit")[0] == "stopped"
    assert fight.basis("hit") == ("6.3", "ruled")


def test_what_is_no_tie_is_stated_by_the_rules():
    assert struck("jump back").basis("hit") == ("6.3", "stated")


# --- mutual attack ---


def clash(cogan: tuple[int, ...], urlik: tuple[int, ...]) -> Fight:
    """Each strikes at the other; basic values 12 and 6."""
    fight = duel().does("cogan", STRIKE, "urlik", using=HALF)
    fight.declares("urlik", BACK, "cogan", using="axe").everybody_passes()
    return fight.rolls("urlik", faces=urlik).rolls("cogan", faces=cogan)


def hits(fight: Fight) -> dict[str, tuple[str, int]]:
    found = [r for r in fight.events(e.Resolved) if r.stage == "hit"]
    return {r.of: (r.outcome, r.figures["by"]) for r in found}


def test_both_attack_and_nobody_defends():
    fight = clash((), ())
    assert [r.purpose for r in fight.events(e.DiceRolled)[-2:]] == ["attack", "attack"]
    assert fight.left("urlik", "ap") == 8 - 6


def test_the_higher_attack_hits_and_the_other_misses():
    fight = clash((), ())
    assert hits(fight) == {"urlik": ("hit", 12), "cogan": ("missed", -12)}
    assert fight.basis("hit") == ("6.5", "stated")
    assert fight.waits_for() == ("damage", ("cogan",))


def test_the_answer_may_be_the_higher_and_is_suffered_in_full():
    fight = clash((), (6, 6, 6, 6))  # 6 - 12 + 24 = 18 against 12
    assert hits(fight) == {"urlik": ("missed", -12), "cogan": ("hit", 12)}
    assert fight.waits_for() == ("damage", ("urlik",))
    fight.rolls("urlik")
    assert fight.outcome("damage") == ("medium wound", {"basic": 26, "resistance": 8, "net": 18})
    assert fight.waits_for() == ("soak", ("cogan",))
    fight.passes().rolls("cogan").rolls("cogan")
    assert fight.conditions("cogan")[-1] == "wound"
    assert fight.conditions("urlik") == []
    assert fight.waits_for() == ("", ())


def test_equal_attacks_hit_both_at_once():
    fight = clash((), (5, 5, 5))  # 6 - 9 + 15 = 12
    assert hits(fight) == {"urlik": ("hit", 0), "cogan": ("hit", 0)}
    assert fight.waits_for() == ("damage", ("cogan", "urlik"))
    fight.rolls("urlik").rolls("cogan")
    damage = {r.of: r.figures["net"] for r in fight.events(e.Resolved) if r.stage == "damage"}
    assert damage == {"urlik": 28 - 16, "cogan": 20 - 8}
    assert fight.waits_for() == ("soak", ("urlik",))
    fight.passes().rolls("urlik").rolls("urlik").passes().rolls("cogan").rolls("cogan")
    assert "wound" in fight.conditions("urlik")
    assert "wound" in fight.conditions("cogan")
    assert fight.refolds()


def test_a_wound_of_the_first_blow_does_not_weaken_the_second():
    fight = clash((6, 6, 6), (6, 6, 6, 6, 6))  # both 21
    assert hits(fight) == {"urlik": ("hit", 0), "cogan": ("hit", 0)}
    fight.rolls("cogan")
    assert fight.conditions("urlik") == []
    fight.rolls("urlik")
    assert fight.why("damage") == {"ST": 4, "axe": 16}


# --- block, parry and dodge ---


def blocked(using: str, points: Points = None) -> Fight:
    return struck("block", using, points=points)


def test_a_block_locks_both_weapons_and_a_second_weapon_may_strike():
    fight = blocked("shield")
    assert fight.outcome("hit")[0] == "stopped"
    locked = {(c.subject, c.key, c.toward) for c in fight.combat.conditions.all.values()}
    assert locked == {("urlik", "shield", "cogan"), ("cogan", HALF, "urlik")}
    fight.does("urlik", STRIKE, "cogan", using="axe")
    assert fight.left("urlik", "ap") == 24 - 2 - 6
    for deed in ("block", "parry"):
        no = refused(partial(fight.declares, "cogan", deed, using=HALF))
        assert (no.clause, no.why) == ("3.6", "cogan's hand-&-half is locked by the block")
    assert refused(lambda: fight.declares("cogan", BACK, "urlik", using=HALF)).clause == "3.6"
    assert {"jump back", "side-step"} <= fight.manoeuvres("cogan")


def test_without_a_second_weapon_nothing_follows_a_block():
    fight = blocked("axe")
    no = refused(lambda: fight.does("urlik", STRIKE, "cogan", using="axe"))
    assert (no.clause, no.why) == ("3.6", "urlik's axe is locked by the block")
    assert refused(lambda: fight.does("urlik", ADVANCE, "cogan", using="axe")).clause == "3.6"


def test_the_lock_ends_with_the_blows():
    fight = blocked("shield").passes("urlik")
    assert fight.conditions("cogan") == []
    [began, _] = [d for step in fight.steps for d in step if isinstance(d.event, e.ConditionBegan)]
    assert (began.clause, began.basis) == ("3.6", "default")


def test_a_table_may_let_the_lock_last_for_the_turn():
    fight = blocked("shield", points={"lock-lasts": "turn"}).passes("urlik")
    assert fight.conditions("cogan") == ["locked"]
    assert refused(lambda: fight.does("cogan", STRIKE, "urlik", using=HALF)).clause == "3.6"
    fight.ends("cogan").ends("urlik")
    assert fight.conditions("cogan") == []


def test_a_parry_steps_back_and_ripostes_up_and_down_the_ladder():
    cogan, urlik = {**COGAN, "Combat": 20, "Parry": 12}, {**URLIK, "Combat": 20, "Parry": 12}
    fight = duel(cogan=cogan, urlik=urlik).does("cogan", STRIKE, "urlik", using=HALF)
    pairs = [("urlik", "axe", "cogan"), ("cogan", HALF, "urlik")] * 2
    for parrier, weapon, striker in pairs:
        fight.declares(parrier, "parry", using=weapon).everybody_passes()
        assert fight.combat.facts.get("cogan", "adjacent", "urlik") == "no"
        fight.rolls(striker, parrier)
        assert fight.outcome("hit")[0] == "stopped"
        fight.does(parrier, ADVANCE, striker, using=weapon)
        assert fight.combat.facts.get("cogan", "adjacent", "urlik") == "yes"
    assert len(fight.combat.exchange.frames) == 14  # five attacks, four parries, five questions
    fight.everybody_passes().rolls("cogan")
    assert fight.why("attack")["advancing"] == 1
    assert fight.left("urlik", "ap") == 40 - 2 * (2 + 6)
    assert fight.left("cogan", "ap") == 40 + 3 - 4 - 2 * (2 + 4)


def test_a_riposte_strikes_at_the_attacker_and_advances():
    fight = Fight().joins("cogan", **COGAN).joins("urlik", **STOUT).joins("erik", **URLIK)
    fight.side_by_side("cogan urlik", "urlik erik").begins("cogan")
    fight.does("cogan", STRIKE, "urlik", using=HALF).declares("urlik", "parry", using="axe")
    fight.everybody_passes().rolls("cogan", "urlik")
    assert refused(lambda: fight.does("urlik", ADVANCE, "erik", using="axe")).clause == "3.5"
    no = refused(lambda: fight.does("urlik", STRIKE, "cogan", using="axe"))
    assert no.why == "cogan is no legal target of stand and attack"
    assert fight.manoeuvres("urlik") == {ADVANCE, "speak"}


def test_a_side_step_is_followed_by_an_attack_on_the_spot():
    fight = struck("side-step")
    assert refused(lambda: fight.does("urlik", ADVANCE, "cogan", using="axe")).clause == "3.6"
    fight.does("urlik", STRIKE, "cogan", using="axe")
    assert "parry" in fight.manoeuvres("cogan")


def test_a_jump_back_leads_away_and_nothing_follows_it():
    fight = struck("jump back")
    assert fight.combat.facts.get("cogan", "adjacent", "urlik") == "no"
    assert (fight.waits_for(), fight.actor()) == (("", ()), "cogan")


def test_a_dodger_is_struck_at_by_those_into_whose_reach_he_comes():
    fight = Fight().joins("cogan", **COGAN).joins("urlik", **STOUT).joins("erik", **URLIK)
    fight.side_by_side("cogan urlik").begins("cogan").does("cogan", STRIKE, "urlik", using=HALF)
    fight.declares("urlik", "jump back", beside=["erik"]).passes()
    assert STRIKE in fight.manoeuvres("erik")
    assert STRIKE not in fight.manoeuvres("cogan")
    fight.declares("erik", STRIKE, "urlik", using="axe").passes()
    assert fight.waits_for() == ("declare", ("cogan", "urlik"))
    assert "block" in fight.manoeuvres("urlik")


def test_there_is_one_defence_for_each_attack():
    fight = duel(urlik=STOUT).does("cogan", STRIKE, "urlik", using=HALF)
    fight.declares("urlik", "block", using="shield")
    assert refused(lambda: fight.declares("urlik", "jump back"))
    fight = struck()
    fight.rolls("cogan")
    assert refused(lambda: fight.does("urlik", "block", using="shield")).clause == "5.7"
    assert fight.manoeuvres("urlik") == {"soak"}


def test_a_parry_costs_what_the_table_says():
    assert struck("parry", "axe", points={"parry-ap": "2"}).left("urlik", "ap") == 24 - 4


def test_a_shield_blocks_and_does_nothing_else():
    fight = duel().does("cogan", STRIKE, "urlik", using=HALF)
    assert refused(lambda: fight.declares("urlik", "parry", using="shield")).why == (
        "urlik cannot use shield for this"
    )


# --- interrupted ---


def interrupted(points: Points = None) -> Fight:
    """Erik strikes the advancing man down before his own blow falls on Cogan."""
    giant: dict[str, Any] = {**URLIK, "Melee": 20, "weapons": {"axe": {**AXE, "damage": 11}}}
    man: dict[str, Any] = {"Combat": 1, "WP": -3, "ST": 1, "Tactics": 9, "weapons": {"spear": AXE}}
    fight = Fight(points=points).joins("man", side="foes", **man)
    fight.joins("cogan", side="heroes", **COGAN).joins("erik", side="heroes", **giant)
    fight.begins("man")
    fight.does("man", ADVANCE, "cogan", using="spear", beside=["erik"]).passes("cogan")
    fight.declares("erik", STRIKE, "man", using="axe").everybody_passes().rolls("erik", "man")
    return fight.rolls("erik", faces=(1, 1, 1, 1)).rolls("man").rolls("man")


def test_an_attack_is_void_when_a_reaction_has_struck_the_attacker_down():
    fight = interrupted()
    assert fight.conditions("man") == ["unconscious", "prone", "wound"]
    assert fight.outcome("hit") == ("void", {})
    assert fight.basis("hit") == ("5.13", "default")
    assert fight.actor() != "man"


def test_a_table_may_let_it_go_on():
    fight = interrupted(points={"disabled-actor": "continues"})
    assert fight.waits_for() == ("strike", ("man", "cogan"))
