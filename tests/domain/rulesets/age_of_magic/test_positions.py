"""Who is at whose back, and weapons that are locked or lost in mid-attack."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.state.combat import evolve
from tests.support.fights.age_of_magic import (
    ADVANCE,
    BACK,
    COGAN,
    HALF,
    MAN,
    STOUT,
    STRIKE,
    URLIK,
    Fight,
    Points,
    boxers,
    duel,
    man_against_two,
    refused,
    struck,
)


def arc(fight: Fight, of: str, toward: str) -> Any:
    return fight.fact(of, "stands", toward)


# --- at somebody's back ---


def behind() -> Fight:
    """Cogan has moved behind Urlik."""
    return duel(urlik=STOUT).does("cogan", "move", behind=["urlik"]).everybody_passes()


@pytest.mark.parametrize(
    ("defence", "using"),
    [("block", "axe"), ("block", "shield"), ("parry", "axe"), ("jump back", ""), ("side step", "")],
)
def test_a_defence_turns_to_the_attack_from_the_rear(defence: str, using: str):
    fight = behind().does("cogan", STRIKE, "urlik", using=HALF)
    assert arc(fight, "cogan", "urlik") == "rear"
    fight.declares("urlik", defence, using=using).everybody_passes()
    assert arc(fight, "cogan", "urlik") == "front"
    [turned] = [
        d
        for step in fight.steps
        for d in step
        if isinstance(d.event, e.FactSet) and d.event.value == "front"
    ]
    assert (turned.clause, turned.basis) == ("3.5", "default")
    fight.rolls("cogan", "urlik")
    assert fight.rolled("attack").total == 24
    assert "from the rear" not in fight.why("attack")


def test_who_strikes_back_at_a_blow_from_the_rear_has_turned_to_it():
    fight = behind().does("cogan", STRIKE, "urlik", using=HALF)
    assert arc(fight, "cogan", "urlik") == "rear"
    fight.declares("urlik", BACK, "cogan", using="axe").everybody_passes().rolls("cogan", "urlik")
    assert arc(fight, "cogan", "urlik") == "front"
    attacks = [r for r in fight.events(e.DiceRolled) if r.purpose == "attack"]
    assert [a.total for a in attacks] == [24, 12]


@pytest.mark.parametrize("attack", [STRIKE, ADVANCE])
def test_who_attacks_somebody_has_turned_to_the_target(attack: str):
    fight = duel(urlik=STOUT).does("cogan", "move", back=["urlik"]).everybody_passes()
    assert arc(fight, "urlik", "cogan") == "rear"
    fight.does("cogan", attack, "urlik", using=HALF)
    assert arc(fight, "urlik", "cogan") == "front"
    fight.declares("urlik", "block", using="shield").everybody_passes().rolls("cogan", "urlik")
    fight.passes().ends("cogan").does("urlik", STRIKE, "cogan", using="axe").everybody_passes()
    assert fight.rolls("urlik").why("attack") == {"Melee": 10, "axe": 2}


def test_a_kick_reaches_behind_and_does_not_turn():
    fight = boxers(within=False)
    fight.adjusts(what="fact", of="bo", name="stands", toward="ana", value="rear")
    assert arc(fight.does("ana", "martial kick", "bo"), "bo", "ana") == "rear"


def test_without_a_defence_the_rear_keeps_its_two_points():
    fight = behind().does("cogan", STRIKE, "urlik", using=HALF).everybody_passes()
    fight.rolls("cogan", "urlik")
    assert (fight.rolled("attack").total, fight.why("attack")["from the rear"]) == (28, 4)


def test_who_steps_away_is_at_nobodys_back_when_he_comes_again():
    fight = behind().does("cogan", "move", beside=[]).everybody_passes()
    assert arc(fight, "cogan", "urlik") == "front"
    fight.does("cogan", ADVANCE, "urlik", using=HALF).everybody_passes().rolls("cogan", "urlik")
    assert fight.rolled("attack").total == 25


def test_whoever_is_no_longer_adjacent_is_at_nobodys_back_whatever_parted_them():
    fight = behind()
    fight.adjusts(what="fact", of="urlik", name="stands", toward="cogan", value="rear")
    fight.adjusts(what="fact", of="cogan", name="adjacent", toward="urlik", value="no")
    assert (arc(fight, "cogan", "urlik"), arc(fight, "urlik", "cogan")) == ("front", "front")


def test_a_knock_back_leads_out_of_the_rear_hex():
    fight = behind().does("cogan", STRIKE, "urlik", using=HALF).everybody_passes()
    fight.rolls("cogan", "urlik").rolls("cogan").passes().rolls("urlik").rolls("urlik")
    assert fight.outcome("knock back")[0] == "knocked over"
    assert arc(fight, "cogan", "urlik") == "front"


@pytest.mark.parametrize(
    ("name", "of", "toward"), [("behind", "cogan", "urlik"), ("back", "urlik", "cogan")]
)
@pytest.mark.parametrize("near", [{}, {"beside": []}, {"beside": ["urlik"]}])
def test_whoever_comes_to_a_back_comes_beside(
    name: str, of: str, toward: str, near: dict[str, Any]
):
    fight = Fight().joins("cogan", "urlik").begins("cogan")
    [move] = [o for o in fight.offered() if o.command.get("manoeuvre") == "move"]
    assert {b.name: b.values for b in move.blanks}[name] == ("urlik",)
    said: dict[str, Any] = {**near, name: ["urlik"]}
    fight.does("cogan", "move", **said)
    assert fight.fact("cogan", "adjacent", "urlik") == "yes"
    assert arc(fight, of, toward) == "rear"
    assert fight.outcome("reach")[0] == "in reach"


def test_a_blow_may_be_offered_from_the_rear_before_one_stands_there():
    fight = Fight().joins("cogan", **COGAN).joins("urlik", **URLIK).begins("cogan")
    [advance] = [o for o in fight.offered() if o.command.get("manoeuvre") == ADVANCE]
    blanks = {b.name: b.values for b in advance.blanks}
    assert (blanks["behind"], blanks["back"]) == (("urlik",), ())


@pytest.mark.parametrize("name", ["behind", "back"])
def test_nobody_jumps_back_to_the_back_of_his_attacker(name: str):
    fight = duel(urlik=STOUT).does("cogan", STRIKE, "urlik", using=HALF)
    said: dict[str, Any] = {name: ["cogan"]}
    no = refused(lambda: fight.declares("urlik", "jump back", **said))
    assert (no.clause, no.pointer) == ("3.5", f"/params/{name}/0")


@pytest.mark.parametrize("attack", [STRIKE, ADVANCE])
def test_an_attack_faces_its_target(attack: str):
    fight = duel()
    no = refused(lambda: fight.does("cogan", attack, "urlik", using=HALF, back=["urlik"]))
    assert (no.clause, no.pointer) == ("3.5", "/params/back/0")


@pytest.mark.parametrize(("deed", "using"), [("block", "axe"), ("side step", ""), (BACK, "axe")])
def test_an_answer_to_an_attack_faces_it(deed: str, using: str):
    fight = duel(urlik=STOUT).does("cogan", STRIKE, "urlik", using=HALF)
    at = ["cogan"] if deed == BACK else []
    no = refused(lambda: fight.declares("urlik", deed, *at, using=using, back=["cogan"]))
    assert no.pointer == "/params/back/0"


# --- lost in mid-attack ---


def disarmed(points: Points = None) -> Fight:
    """The man advances on Erik; Cogan's blow stuns him, and he lets go of the spear."""
    man = {**MAN, "WP": -10, "armour": {"right hand": 6}}
    fight = man_against_two(man, {**COGAN, "Melee": 12, "Tactics": 8}, points=points)
    fight.does("man", ADVANCE, "erik", using="spear", beside=["erik", "cogan"])
    fight.declares("cogan", STRIKE, "man", using=HALF, aim="right hand").everybody_passes()
    fight.everybody_passes().rolls("cogan", "man").rolls("cogan").passes("man").rolls("man")
    assert fight.outcome("pain")[0] == "stunned"
    assert fight.fact("man", "bears", "spear") == "no"
    return fight.rolls("man")


def test_a_weapon_that_was_dropped_strikes_no_more():
    fight = disarmed()
    assert fight.outcome("hit") == ("void", {})
    assert fight.basis("hit") == ("5.13", "default")
    assert fight.waits_for()[0] != "strike"


def test_a_table_may_let_the_dropped_weapon_strike():
    fight = disarmed({"disabled actor": "continues"})
    assert fight.waits_for() == ("strike", ("man", "erik"))


def test_a_blow_kept_against_the_rules_is_struck_with_what_was_never_ready():
    fight = duel(first="urlik").does("urlik", "drop weapon", using="axe").passes()
    fight.does("urlik", STRIKE, "cogan", using="axe", against=True).everybody_passes()
    assert fight.waits_for() == ("strike", ("urlik", "cogan"))


# --- locked ---


@pytest.mark.parametrize("deed", ["drop weapon", "sheathe weapon"])
def test_a_locked_weapon_cannot_be_let_go(deed: str):
    fight = struck("block", "shield", points={"lock lasts": "turn"}).passes("urlik")
    no = refused(lambda: fight.does("cogan", deed, using=HALF))
    assert (no.clause, no.pointer) == ("3.6", "/using")
    assert no.why == "cogan's hand-&-half is locked by the block"
    fight.ends("cogan").ends("urlik").begins("cogan").does("cogan", deed, using=HALF)
    assert fight.fact("cogan", "bears", HALF) == "no"


def test_a_locked_weapon_that_fell_cannot_be_taken_up():
    fight = struck("block", "shield", points={"lock lasts": "turn"}).passes("urlik")
    fight.adjusts(what="fact", of="cogan", name="bears", toward=HALF, value="no")
    no = refused(lambda: fight.does("cogan", "ready weapon", using=HALF))
    assert (no.clause, no.pointer) == ("3.6", "/using")


# --- wounds off the ladder, and the unable ---


@pytest.mark.parametrize(("level", "penalty"), [(-100, 0), (-1, 0), (3, -4), (6, -12), (9, -12)])
def test_a_wound_off_the_ladder_weighs_like_its_end(level: int, penalty: int):
    fight = duel()
    wound = e.ConditionBegan(id="old", subject="cogan", name="wound", level=level)
    fight.combat = evolve(fight.combat, wound, None)
    fight.does("cogan", STRIKE, "urlik", using=HALF).everybody_passes().rolls("cogan", "urlik")
    assert fight.why("attack").get("wounded", 0) == penalty
    assert fight.rolled("attack").total == 24 + penalty


def test_the_unconscious_risk_nothing_on_their_defence():
    fight = duel().adjusts(what="condition", subject="urlik", name="unconscious")
    fight.does("cogan", STRIKE, "urlik", using=HALF).everybody_passes().rolls("cogan")
    with pytest.raises(Refused) as caught:
        fight.answers("urlik", "roll", risk=20, faces=[6] * 20)
    assert caught.value.pointer == "/risk/defence"
    with pytest.raises(Refused):
        fight.answers("urlik", "roll", faces=[6])
    fight.rolls("urlik")
    assert (fight.rolled("defence").faces, fight.rolled("defence").total) == ((), 8)
    assert fight.outcome("hit") == ("hit", {"attack": 24, "defence": 8, "by": 16})
