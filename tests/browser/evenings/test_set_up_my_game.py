"""A preset on a phone: a game is chosen, its sheet is asked for, its conditions are at hand."""

from __future__ import annotations

import pytest

from api.presets.shipped import shipped
from tests.support.browser.axe import reachable
from tests.support.browser.player import Player

pytestmark = pytest.mark.sweep(of="set up my game", share=3)


def opened(phone: Player, game: str) -> Player:
    phone.page.goto("/")
    phone.page.get_by_label("Game").select_option(label=game)
    return phone.button("All options")


def added(phone: Player, name: str, hp: int) -> Player:
    form = phone.form("Add the combatant")
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Hit points", exact=True).fill(str(hp))
    form.get_by_label("Armour class", exact=True).fill("14")
    return phone.press(form.get_by_role("button", name="Add the combatant"))


def within_reach(phone: Player) -> None:
    phone.page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    assert reachable(phone.page) == []
    phone.fits()


def test_a_preset_sets_the_game_up_and_somebody_is_edited(phone: Player):
    opened(phone, "D&D 5e").page.get_by_label("Title").fill("The ford")
    within_reach(phone)
    phone.button("Start the fight")
    added(added(phone, "Kara", 24), "Ogre", 59)
    phone.picture("presets-referee")
    within_reach(phone)
    form = phone.form("Begin a condition")
    form.get_by_label("Whose", exact=True).select_option(label="Kara")
    form.get_by_label("Which", exact=True).fill("exhaustion")
    form.get_by_label("Why").fill("A long march.")
    phone.press(form.get_by_role("button", name="Begin a condition"))
    phone.page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    phone.page.get_by_label("Who", exact=True).first.select_option(label="Ogre")
    phone.button("Edit this one")
    edited = phone.form("Save Ogre")
    edited.get_by_label("Name", exact=True).fill("Grumm")
    within_reach(phone)
    phone.press(edited.get_by_role("button", name="Save Ogre"))
    phone.to_the_table().shows("Ogre: called Grumm").shows("Kara: exhaustion, level 1")
    assert "hit points" in phone.fighter("Kara")
    phone.picture("presets-table")
    within_reach(phone)


def test_a_preset_of_ones_own_says_the_line_of_a_mistake(phone: Player):
    opened(phone, "Any game")
    phone.page.get_by_text("A preset of your own").click()
    text = shipped()["hit-points"].replace('"turns": 1', '"turns": "one"')
    phone.page.get_by_label("Preset (JSON)").fill(text)
    phone.button("Start the fight")
    assert "Line 15, column 26: \"turns\" cannot be 'one'." in phone.page.inner_text("main")
    phone.picture("presets-mistake")
    within_reach(phone)


def test_a_number_is_corrected_in_two_steps_without_saying_why(phone: Player):
    opened(phone, "D&D 5e").button("Start the fight")
    added(added(phone, "Kara", 24), "Ogre", 59).to_the_table()
    phone.does("Kara", "Log it", Action="strikes", Target="Ogre", Damage="9")
    entry = phone.page.locator("#cards .log li", has_text="Ogre loses 9").get_by_role("link").first
    phone.page.goto(f"{phone.page.url.split('#')[0]}/number?entry={entry.inner_text()}")
    phone.shows("(9 hit points)").page.get_by_role("textbox", name="The right number").fill("7")
    phone.button("See what follows").picture("presets-number")
    within_reach(phone)
    phone.button("Correct it: 7 hit points")
    assert "52 / 59" in phone.fighter("Ogre")
