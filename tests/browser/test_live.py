"""Two phones at one table: what one does the other sees, without a click and without a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.support.browser.player import COGAN, URLIK, Player

pytestmark = pytest.mark.sweep(of="live pages")


def link_for(player: Player, name: str, combatant: str) -> str:
    """A seat for somebody; the link that is handed to him."""
    player.link("Seats")
    form = player.form("Open the seat")
    form.get_by_label("Name of the person").fill(name)
    form.get_by_label("Sits down as").select_option("player")
    form.get_by_label(combatant).check()
    player.press(form.get_by_role("button"))
    link = player.page.get_by_label("Link").input_value()
    player.to_the_table()
    return link


def beside(player: Player, title: str, policy: str = "referee") -> Player:
    """Cogan and Urlik side by side, Cogan's phase."""
    player.opens(title, policy).brings_in("Cogan", "heroes", COGAN)
    player.brings_in("Urlik", "reavers", URLIK)
    return player.to_the_table().stands_beside("Cogan", "Urlik").begins("Cogan", "Cogan", "Urlik")


def is_live(player: Player) -> Player:
    expect(player.page.locator("#ear")).to_have_text("This page keeps up by itself.")
    return player


def test_what_one_does_the_other_sees_and_answers(phone: Player, sit: Sit):
    beside(phone, "Two phones")
    urlik = is_live(sit(link_for(phone, "Ulla", "Urlik")))
    loads: list[str] = []
    urlik.page.on("framenavigated", lambda frame: loads.append(frame.url))
    is_live(phone).does("Cogan", "Stand and attack (sword)")
    expect(urlik.page.locator("#question")).to_contain_text("A reaction?")
    expect(urlik.form("Parry (axe)", "Urlik")).to_be_visible()
    assert loads == []
    urlik.does("Urlik", "Parry (axe)")
    expect(phone.page.locator("section.latest")).to_contain_text("parry")
    for player in (phone, urlik):
        assert [said for said in player.said if "Security Policy" in said or "rror" in said] == []
        assert player.page.locator("[style]").count() == 0


def test_where_notices_are_not_allowed_the_page_says_what_to_do(phone: Player):
    phone.opens("No notices").to_the_table()
    phone.page.get_by_role("button", name="More", exact=True).click()
    offer = phone.page.locator("#notify")
    offer.click()
    words = "Your browser does not allow this. Keep this page open: it shows Your go."
    expect(offer).to_have_text(words)


def test_a_request_to_go_back_appears_on_the_other_phone_and_is_answered_there(
    phone: Player, sit: Sit
):
    beside(phone, "Going back")
    cogan = is_live(sit(link_for(phone, "Conny", "Cogan")))
    is_live(phone)
    cogan.does("Cogan", "Stand and attack (sword)")
    expect(phone.page.locator("#question")).to_contain_text("A reaction?")
    phone.everybody_passes()
    expect(cogan.form("Roll attack", "Cogan")).to_be_visible()
    cogan.rolls("Cogan", "Roll attack", faces="3 3 3")
    cogan.link("Undo")
    cogan.button("Ask to undo it")
    asks = phone.page.get_by_role("heading", name=re.compile("Conny asks to undo"))
    expect(asks).to_be_visible()
    expect(phone.page.get_by_role("button", name="Agree", exact=True)).to_be_visible()
    phone.button("Agree")
    expect(cogan.page.get_by_role("heading", name=re.compile("asks to undo"))).to_have_count(0)


def test_what_is_being_typed_and_what_was_opened_stays(phone: Player, sit: Sit):
    beside(phone, "Typing")
    urlik = is_live(sit(link_for(phone, "Ulla", "Urlik")))
    urlik.page.get_by_text("Write something into the story").click()
    words = urlik.page.get_by_label("Words for everybody")
    words.fill("Wait, I was")
    words.evaluate("it => it.blur()")
    phone.does("Cogan", "Stand and attack (sword)")
    expect(urlik.page.locator("#question")).to_contain_text("A reaction?")
    expect(words).to_be_visible()
    expect(words).to_have_value("Wait, I was")


def test_a_button_that_came_by_itself_is_as_good_as_one_that_was_loaded(phone: Player, sit: Sit):
    beside(phone, "Fresh forms")
    urlik = is_live(sit(link_for(phone, "Ulla", "Urlik")))
    for deed in ("Move", "Stand and attack (sword)"):
        phone.does("Cogan", deed)
        expect(urlik.form("Pass", "Urlik")).to_be_visible()
        urlik.press(urlik.form("Pass", "Urlik").get_by_role("button"))
        assert urlik.page.get_by_role("alert").count() == 0
        expect(phone.page.locator("#question")).not_to_contain_text("A reaction?")


def test_whoever_was_away_catches_up_where_he_broke_off(phone: Player, sit: Sit):
    beside(phone, "Away")
    urlik = is_live(sit(link_for(phone, "Ulla", "Urlik")))
    urlik.page.context.set_offline(True)
    phone.does("Cogan", "Stand and attack (sword)")
    urlik.page.context.set_offline(False)
    hidden(urlik.page, True)
    with urlik.page.expect_request(lambda it: it.url.partition("?")[0].endswith("/stream")):
        hidden(urlik.page, False)
    expect(urlik.page.locator("#question")).to_contain_text("A reaction?")


def hidden(page: Page, is_hidden: bool) -> None:
    """Let the page believe that its tab went out of sight, or came back."""
    page.evaluate(
        """is => { Object.defineProperty(document, "hidden", {value: is, configurable: true});
                   document.dispatchEvent(new Event("visibilitychange")); }""",
        is_hidden,
    )


def test_without_a_script_the_table_is_played_as_ever(phone: Player, sit: Sit):
    beside(phone, "No script")
    urlik = sit(link_for(phone, "Ulla", "Urlik"), scripted=False)
    expect(urlik.page.locator("#ear")).to_be_hidden()
    phone.does("Cogan", "Stand and attack (sword)")
    urlik.press(urlik.page.get_by_role("link", name="Look again", exact=True))
    urlik.does("Urlik", "Parry (axe)")
    expect(urlik.page.locator("section.latest")).to_contain_text("parry")
