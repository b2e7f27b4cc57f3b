"""What a block, a parry or a dodge leads to, and an attack that is interrupted."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain import events as e
from tests.support.fights.age_of_magic import (
    ADVANCE,
    AXE,
    BACK,
    COGAN,
    HALF,
    STOUT,
    STRIKE,
    URLIK,
    Fight,
    Points,
    duel,
    man_against_two,
    refused,
    struck,
    suffers,
    with_erik,
)

# --- block, parry and dodge ---


def test_a_block_locks_both_weapons_and_a_second_weapon_may_strike():
    fight = struck("block", "shield")
    assert fight.outcome("hit")[0] == "stopped"
    locked = {(c.subject, c.key, c.toward) for c in fight.combat.conditions.all.values()}
    assert locked == {("urlik", "shield", "cogan"), ("cogan", HALF, "urlik")}
    fight.does("urlik", STRIKE, "cogan", using="axe")
    assert fight.left("urlik", "ap") == 24 - 2 - 6
    for deed in ("block", "parry"):
        no = refused(partial(fight.declares, "cogan", deed, using=HALF))
        assert (no.clause, no.why) == ("3.6", "cogan's hand-&-half is locked by the block")
    assert refused(lambda: fight.declares("cogan", BACK, "urlik", using=HALF)).clause == "3.6"
    assert {"jump back", "side step"} <= fight.manoeuvres("cogan")


def test_without_a_second_weapon_nothing_follows_a_block():
    fight = struck("block", "axe")
    no = refused(lambda: fight.does("urlik", STRIKE, "cogan", using="axe"))
    assert (no.clause, no.why) == ("3.6", "urlik's axe is locked by the block")
    assert refused(lambda: fight.does("urlik", ADVANCE, "cogan", using="axe")).clause == "3.6"


def test_the_lock_ends_with_the_blows():
    fight = struck("block", "shield").passes("urlik")
    assert fight.conditions("cogan") == []
    [began, _] = [d for step in fight.steps for d in step if isinstance(d.event, e.ConditionBegan)]
    assert (began.clause, began.basis) == ("3.6", "default")


def test_a_table_may_let_the_lock_last_for_the_turn():
    fight = struck("block", "shield", points={"lock lasts": "turn"}).passes("urlik")
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
        assert fight.fact("cogan", "adjacent", "urlik") == "no"
        fight.rolls(striker, parrier)
        assert fight.outcome("hit")[0] == "stopped"
        fight.does(parrier, ADVANCE, striker, using=weapon)
        assert fight.fact("cogan", "adjacent", "urlik") == "yes"
    assert len(fight.combat.exchange.frames) == 14  # five attacks, four parries, five questions
    fight.everybody_passes().rolls("cogan")
    assert fight.why("attack")["advancing"] == 1
    assert fight.left("urlik", "ap") == 40 - 2 * (2 + 6)
    assert fight.left("cogan", "ap") == 40 + 3 - 4 - 2 * (2 + 4)


def test_a_riposte_strikes_at_the_attacker_and_advances():
    fight = with_erik("cogan urlik", "urlik erik")
    fight.does("cogan", STRIKE, "urlik", using=HALF).declares("urlik", "parry", using="axe")
    fight.everybody_passes().rolls("cogan", "urlik")
    assert refused(lambda: fight.does("urlik", ADVANCE, "erik", using="axe")).clause == "3.5"
    no = refused(lambda: fight.does("urlik", STRIKE, "cogan", using="axe"))
    assert no.why == "cogan is no legal target of stand and attack"
    assert fight.manoeuvres("urlik") == {ADVANCE, "speak"}


def test_a_side_step_is_followed_by_an_attack_on_the_spot():
    fight = struck("side step")
    assert refused(lambda: fight.does("urlik", ADVANCE, "cogan", using="axe")).clause == "3.6"
    fight.does("urlik", STRIKE, "cogan", using="axe")
    assert "parry" in fight.manoeuvres("cogan")


def test_a_jump_back_leads_away_and_nothing_follows_it():
    fight = struck("jump back")
    assert fight.fact("cogan", "adjacent", "urlik") == "no"
    assert (fight.waits_for(), fight.actor()) == (("", ()), "cogan")


def test_a_dodger_is_struck_at_by_those_into_whose_reach_he_comes():
    fight = with_erik("cogan urlik").does("cogan", STRIKE, "urlik", using=HALF)
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
    assert struck("parry", "axe", points={"parry ap": "2"}).left("urlik", "ap") == 24 - 4


def test_a_shield_blocks_and_does_nothing_else():
    fight = duel().does("cogan", STRIKE, "urlik", using=HALF)
    assert refused(lambda: fight.declares("urlik", "parry", using="shield")).why == (
        "urlik cannot use shield for this"
    )


# --- interrupted ---


def interrupted(points: Points = None) -> Fight:
    """Erik strikes the advancing man down before his own blow falls on Cogan."""
    giant: dict[str, Any] = {**URLIK, "Melee": 20, "weapons": {"axe": {**AXE, "damage": 11}}}
    man: dict[str, Any] = {"Combat": 1, "WP": -3, "ST": 1, "weapons": {"spear": AXE}}
    fight = man_against_two(man, erik=giant, points=points)
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
    fight = interrupted(points={"disabled actor": "continues"})
    assert fight.waits_for() == ("strike", ("man", "cogan"))


def struck_down(points: Points = None, damage: int = 8) -> Fight:
    """Cogan advances on Urlik, who strikes back; Erik's blow at his hand comes in between."""
    axe = {"axe": {**AXE, "damage": damage}}
    erik: dict[str, Any] = {**URLIK, "Melee": 20, "Tactics": 4, "weapons": axe}
    fight = Fight(points=points).joins("cogan", side="heroes", **{**COGAN, "WP": -8})
    fight.joins("urlik", side="foes", **{**URLIK, "Melee": 9}).joins("erik", side="foes", **erik)
    fight.begins("cogan").does("cogan", ADVANCE, "urlik", using=HALF, beside=["urlik", "erik"])
    fight.declares("urlik", BACK, "cogan", using="axe")
    fight.declares("erik", STRIKE, "cogan", using="axe", aim="right hand").everybody_passes()
    fight.answers("erik", "go").everybody_passes().rolls("erik", "cogan").rolls("erik")
    return suffers(fight, "cogan")


def test_an_attack_back_is_still_made_when_the_attack_is_void():
    fight = struck_down()
    assert (fight.conditions("cogan")[0], fight.outcome("hit")) == ("unconscious", ("void", {}))
    assert fight.waits_for() == ("strike", ("urlik", "cogan"))
    fight.rolls("urlik", "cogan")
    assert fight.why("defence") == {"Combat": 13, "CO": 1, "wounded": -8}
    assert fight.outcome("hit") == ("hit", {"attack": 20, "defence": 6, "by": 14})
    suffers(fight.rolls("urlik"), "cogan")
    assert len(fight.combat.conditions.on("cogan", "wound")) == 2
    assert (fight.waits_for(), fight.actor()) == (("phase", ("urlik",)), "")
    assert fight.refolds()


def test_where_the_disabled_go_on_both_attacks_are_rolled():
    fight = struck_down({"disabled actor": "continues"}).rolls("cogan", "urlik")
    assert [r.purpose for r in fight.events(e.DiceRolled)[-2:]] == ["attack", "attack"]


def test_an_attack_back_at_the_dead_is_not_rolled():
    fight = struck_down(damage=30)
    assert "dead" in fight.conditions("cogan")
    assert fight.waits_for() == ("phase", ("urlik",))


def parried_in_vain(points: Points = None) -> Fight:
    """The man parries Cogan, stepping up to Erik, who strikes the axe out of his hand."""
    dirk = {**AXE, "hand": "left"}
    man: dict[str, Any] = {**COGAN, "Combat": 12, "WP": -7, "Athletics": 40}
    man["weapons"] = {"axe": AXE, "dirk": dirk}
    fight = Fight(points=points).joins("man", side="foes", **man)
    fight.joins("cogan", side="heroes", **{**COGAN, "Melee": -12, "Tactics": 9})
    fight.joins("erik", side="heroes", **{**URLIK, "ST": 4, "Melee": 20})
    fight.side_by_side("cogan man")
    fight.begins("cogan").does("cogan", STRIKE, "man", using=HALF)
    fight.declares("man", "parry", using="axe", beside=["erik"]).passes("erik")
    fight.declares("erik", STRIKE, "man", using="axe", aim="right hand").everybody_passes()
    suffers(fight.everybody_passes().rolls("erik", "man").rolls("erik"), "man")
    assert fight.outcome("pain") == ("staggered", {"pain": 10})
    return fight.rolls("cogan", "man")


def test_nothing_follows_a_parry_with_a_weapon_that_was_dropped():
    fight = parried_in_vain()
    hits = [r.outcome for r in fight.events(e.Resolved) if r.stage == "hit"]
    assert (hits, fight.why("defence")["Combat"]) == (["hit", "void", "stopped"], 24)
    assert (fight.waits_for(), fight.actor()) == (("", ()), "cogan")


def test_where_the_disarmed_go_on_a_parry_succeeds():
    fight = parried_in_vain({"disabled actor": "continues"})
    assert fight.waits_for() == ("follow", ("man",))
