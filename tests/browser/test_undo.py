"""Undo at the table: the preview, who must agree, a tap on the other's phone, redo, a line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.test_live import beside, is_live, link_for
from tests.support.browser.axe import reachable
from tests.support.browser.player import Player

pytestmark = pytest.mark.sweep(of="undo", share=4)


def test_who_must_agree_agrees_by_a_tap_and_it_is_redone(phone: Player, sit: Sit):
    beside(phone, "Agreed", "consent")
    urlik = is_live(sit(link_for(phone, "Ulla", "Urlik")))
    cogan = is_live(sit(link_for(phone, "Carl", "Cogan")))
    cogan.does("Cogan", "Stand and attack (sword)")
    expect(urlik.form("Pass", "Urlik")).to_be_visible()
    urlik.does("Urlik", "Pass")
    cogan.link("Undo the last step").shows("Undo Urlik's pass?")
    cogan.shows("What falls away").shows("Who must agree")
    assert reachable(cogan.page) == []
    expect(cogan.page.get_by_role("listitem").filter(has_text="Ulla")).to_be_visible()
    cogan.picture("u1-ask").button("Ask to undo it")
    asked = urlik.page.get_by_role("region", name=re.compile("Carl asks to undo Urlik's pass"))
    expect(asked).to_be_visible()
    assert reachable(urlik.page) == []
    urlik.picture("u2-asked").press(asked.get_by_role("button", name="Agree", exact=True))
    expect(cogan.page.locator("#question")).to_contain_text("A reaction?")
    expect(urlik.form("Pass", "Urlik")).to_be_visible()
    cogan.page.goto(f"{cogan.page.url.partition('?')[0]}/move?how=undo")
    cogan.link("Redo instead …").shows("Redo Urlik's pass?")
    cogan.shows("What comes back").shows("Who must agree")


def test_back_to_a_line_of_the_story(phone: Player):
    beside(phone, "To a line")
    phone.does("Cogan", "Stand and attack (sword)").everybody_passes()
    line = phone.page.get_by_role("heading", name=re.compile("Phase of Cogan")).first
    phone.press(line.get_by_role("link", name=re.compile("The moment after entry")))
    phone.link("Go on from here …").shows("What falls away")
    phone.button("Go on from there")
    assert phone.asked() == "What now?" and "AP 8" in phone.fighter("Cogan")
    phone.link("Redo").shows("What comes back")
