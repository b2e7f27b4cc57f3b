"""Whole fights, played on the page by clicking and typing: every number is looked up there."""

from __future__ import annotations

import pytest

from tests.support.browser.player import COGAN, URLIK, Player

pytestmark = pytest.mark.sweep(of="fights", share=12)

MAN = """{"ST": 1, "CO": 1, "Combat": 6, "Tactics": 9, "Melee": 4, "Parry": 6,
 "weapons": {"spear": {"attack": 2, "parry": 1, "damage": 6, "ap": 2, "type": "impaling"}}}"""


def duel(player: Player, title: str, first: str = "Cogan") -> Player:
    """Cogan and Urlik, side by side, in the first combat turn."""
    player.opens(title).brings_in("Cogan", "heroes", COGAN).brings_in("Urlik", "reavers", URLIK)
    player.to_the_table().picture("1-before")
    player.stands_beside("Cogan", "Urlik")
    return player.begins(first, "Cogan", "Urlik")


@pytest.mark.parametrize("device", ["phone", "laptop"])
def test_a_duel_with_parry_and_riposte(request: pytest.FixtureRequest, device: str):
    player: Player = request.getfixturevalue(device)
    duel(player, "The duel").picture("2-the-go")
    assert "AP 8" in player.fighter("Cogan") and "AP 12" in player.fighter("Urlik")
    player.does("Cogan", "Stand and attack (sword)").picture("3-reaction")
    assert "AP 6" in player.fighter("Cogan")
    player.does("Urlik", "Parry (axe)").everybody_passes().picture("4-strike")
    player.shows("12 before dice (5 Melee, 3 1/2 specialism, 1/2 CO, 3 sword)")
    player.rolls("Cogan", "Roll attack").taps("Urlik", "Roll defence", 6, 5)
    player.shows("Cogan's attack on Urlik: stopped (attack 12, defence 17, by -5)")
    player.picture("5-follow")
    player.does("Urlik", "Advance and attack (axe)").picture("6-riposte")
    player.does("Cogan", "Parry (sword)").everybody_passes()
    player.rolls("Urlik", "Roll attack").rolls("Cogan", "Roll defence")
    player.shows("Urlik's attack on Cogan: stopped (attack 6 1/2, defence 14, by -7 1/2)")
    assert player.asked() == "A follow-on? Cogan"
    player.does("Cogan", "Pass")
    assert player.asked() == "What now?"
    assert "AP 5" in player.fighter("Cogan") and "AP 8" in player.fighter("Urlik")
    player.does("Cogan", "End the phase").picture("7-next-phase")
    assert "Phase of Urlik" in player.page.locator(".clock").inner_text()


def test_a_brawl_of_three_with_a_reaction_withdrawn_undone_and_redone(phone: Player):
    brawl(phone)
    undo_and_redo(phone)
    phone.link("Undo")
    phone.link("Since the phase began")
    phone.picture("b6-undo-phase")
    phone.button("Undo it")
    assert phone.asked() == "What now?" and "AP 7" in phone.fighter("Man")


def brawl(phone: Player) -> None:
    """Man moves up to two; Cogan strikes at him, and Erik takes a reaction back."""
    phone.opens("The brawl").brings_in("Man", "foes", MAN)
    phone.brings_in("Cogan", "heroes", COGAN).brings_in("Erik", "heroes", URLIK)
    phone.to_the_table().begins("Man", "Man", "Cogan", "Erik")
    phone.does("Man", "Move", Cogan="", Erik="").picture("b1-moved")
    phone.does("Erik", "Stand and attack (axe)")
    phone.does("Cogan", "Stand and attack (sword)").picture("b2-declared")
    phone.does("Man", "Parry (spear)", nobody="").everybody_passes()
    phone.rolls("Cogan", "Roll attack").rolls("Man", "Roll defence", faces="6 6 6")
    phone.shows("Cogan's attack on Man: stopped (attack 12, defence 24, by -12)")
    phone.does("Man", "Pass").picture("b3-no-longer-beside")
    phone.does("Erik", "Take back Erik's attack").shows("Erik's attack is taken back")
    assert phone.asked() == "What now?"


def undo_and_redo(phone: Player) -> None:
    """What was taken back stands again, and is taken back again."""
    phone.link("Undo")
    phone.shows("What falls away").shows("Erik's attack is taken back")
    phone.picture("b4-undo")
    phone.button("Undo it")
    assert "undone" in phone.story()
    phone.form("Take back Erik's attack", "Erik").wait_for()
    phone.picture("b5-undone")
    phone.link("Redo")
    phone.shows("What comes back")
    phone.button("Redo it")
    assert phone.asked() == "What now?"


def test_a_wound_a_stun_a_knock_back_a_soak_and_a_weapon_dropped(phone: Player):
    duel(phone, "The wound").does("Cogan", "Stand and attack (sword)", Aim="right hand")
    phone.everybody_passes()
    phone.rolls("Cogan", "Roll attack", faces="6 6").rolls("Urlik", "Roll defence", risk="0")
    phone.shows("hit (attack 15, defence 12, by 3)").picture("w1-damage")
    phone.rolls("Cogan", "Roll damage")
    phone.shows("critical wound (basic 15 1/2, resistance 2, net 13 1/2)").picture("w2-soak")
    assert phone.asked() == "Soak the wound? Urlik"
    phone.does("Urlik", "Soak").rolls("Urlik", "Roll soak")
    phone.shows("light wound (soak 15, was critical wound)")
    phone.rolls("Urlik", "Roll pain", faces="1 1 1 1 1 1 1 1").shows(
        "Urlik is stunned by the pain (pain 2)"
    )
    phone.rolls("Urlik", "Roll knock back").picture("w3-suffered")
    phone.shows("knocked over (roll 1, difficulty 15 1/2)")
    urlik = phone.fighter("Urlik")
    assert "stunned, until the end of the combat turn (stand and attack of Cogan)" in urlik
    assert "prone, until ended" in urlik
    assert "light wound, at right hand, until ended" in urlik
    assert "no longer has a weapon ready: axe" in urlik
    assert "AP 0" in urlik
    phone.does("Cogan", "Drop weapon (sword)").picture("w4-dropped")
    assert "no longer has a weapon ready: sword" in phone.fighter("Cogan")
    assert phone.form("Stand and attack (sword)", "Cogan").count() == 0
