"""A dispute at an evening: contested from the story, answered, and ruled on, which does it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.support.browser.evening import Evening
from tests.support.browser.guest import PATIENCE, Guest
from tests.support.browser.player import Player


def disputes(evening: Evening, line: str, remedy: str, does: str, ends: str, **filled: str) -> None:
    """Paul contests a line of the story, Rita answers and rules, and what she rules is done.

    `does` is what the page says beforehand that the remedy would do, `ends` how what
    was ruled begins.
    """
    rita, paul, sue = evening.everybody
    entry = paul.in_step().number_of(line)
    paul.press(paul.lines().get_by_role("link", name=f"Contest entry {entry}", exact=True))
    paul.page.get_by_label("Why", exact=True).fill("I saw it otherwise.")
    paul.button(f"Contest entry {entry}").shows("Waiting for the referee to rule.")
    for guest in sue, rita:
        expect(open_disputes(guest.in_step())).to_be_visible(timeout=PATIENCE)
    rita.press(open_disputes(rita))
    case = rita.page.locator(".cases li", has_text=f"about entry {entry}")
    rita.press(case.get_by_role("link").first)
    rita.shows("“I saw it otherwise.”")
    stated = rita.form("State the case")
    stated.get_by_label("How you saw it").fill("It was so.")
    rita.press(stated.get_by_role("button"))
    _rules(rita, remedy, does, filled)
    for guest in (paul, sue):
        guest.page.goto(rita.page.url)
        guest.shows("The referee states: “It was so.”").shows("“So it is written.”")
    assert sue.page.locator("main form").count() == 0
    for guest in evening.everybody:
        guest.page.reload()
        guest.shows(f"Settled: {ends}").to_the_table()
        assert open_disputes(guest).count() == 0


def _rules(rita: Guest, remedy: str, does: str, filled: dict[str, str]) -> None:
    choose_remedy(rita, remedy)
    form = rita.page.locator("form.filling")
    if form.count():
        rita.fills(form, **filled)
        rita.button("See what it would do")
    rita.shows(does)
    rita.page.get_by_label("Why", exact=True).fill("So it is written.")
    rita.press(rita.page.get_by_role("button", name=re.compile("^Rule: ")))


def choose_remedy(who: Player, remedy: str) -> None:
    """Press the button of a usual remedy, or choose another from the list, by its key or words."""
    usual = who.page.get_by_role("form", name="Remedy").locator("button")
    keyed = usual.and_(who.page.locator(f'[value="{remedy}"]'))
    button = keyed if keyed.count() else usual.filter(has_text=remedy)
    if button.count():
        who.press(button)
        return
    who.page.get_by_text("other remedies").click()
    who.page.get_by_label("Another remedy").select_option(remedy)
    who.button("Choose it")


def open_disputes(guest: Guest) -> Locator:
    """The way from the table to the one dispute that is open."""
    return guest.page.get_by_role("link", name="Disputes (1 open)")
