"""How many taps and fields it takes: an evening's most usual things, counted on the page."""

from __future__ import annotations

import pytest

from tests.browser.table.test_positions import EIGHT, add_fighters
from tests.support.browser.player import Player

pytestmark = pytest.mark.sweep(of="table")

FIVE = EIGHT[:5]


class Counted:
    """A referee whose taps and fields are counted."""

    def __init__(self, player: Player):
        self.player, self.page, self.taps, self.fields = player, player.page, 0, 0

    def taps_on(self, button: str) -> None:
        """Press a button that stands on the page without unfolding anything."""
        self.taps += 1
        self.player.press(self.page.get_by_role("button", name=button).first)

    def fills(self, label: str, value: str) -> None:
        """Fill in a field of the open form."""
        self.fields += 1
        self.page.locator("form.deed.row").first.get_by_label(label, exact=True).fill(value)


def five(player: Player) -> Counted:
    """A fight of five, set up; nothing is counted yet."""
    page = player.page
    page.goto("/new?ruleset=open/dnd-5e")
    page.get_by_label("Title").fill("Taps")
    player.button("Start the fight")
    add_fighters(player, FIVE)
    player.to_the_table()
    return Counted(player)


def test_two_rounds_of_five_take_24_taps_and_21_fields(laptop: Player):
    referee = five(laptop)
    for nth in (1, 2):
        referee.taps_on(f"Begin the {'first' if nth == 1 else 'next'} round")
        if nth == 1:
            referee.taps_on("Roll for all")
            assert referee.page.locator(".outcome .said").inner_text().startswith("Initiative: ")
        for _ in FIVE:
            referee.fills("Action", "strikes")
            referee.fills("Damage", "1")
            referee.taps_on("Log it")
            if referee.page.get_by_role("button", name="End the turn").count():
                referee.taps_on("End the turn")
    assert referee.taps <= 24 and referee.fields <= 21, (referee.taps, referee.fields)
    told = referee.player.story()
    assert told.count("strikes at") == 2 * len(FIVE) and "Round 2" in told


def test_less_and_more_take_one_field_and_one_tap(laptop: Player):
    referee = five(laptop)
    row = referee.page.locator("li.fighter", has=referee.page.get_by_text("Worg", exact=True))
    row.get_by_label("How much hit points of Worg").fill("9")
    laptop.press(row.get_by_role("button", name="Less hit points of Worg"))
    assert "hit points 17 / 26" in laptop.fighter("Worg")
    laptop.press(row.get_by_role("button", name="More hit points of Worg"))
    assert "hit points 18 / 26" in laptop.fighter("Worg")
    laptop.shows("Worg loses 9 hit points, 17 left")
    row.get_by_role("link", name="18: Worg, hit points").click()
    laptop.shows("Worg: 18 hit points")


def test_keys_reach_what_is_played_most(laptop: Player):
    page = five(laptop).page
    page.locator("h2#question").focus()
    with page.expect_navigation():
        page.keyboard.press("n")
    laptop.shows("Roll for all")
    laptop.button("Roll for all")
    for key, label in (("/", "Action"), ("d", "Damage"), ("c", "Condition")):
        page.locator("h2#question").focus()
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.labels[0].textContent") == label
    page.locator("h2#question").focus()
    page.keyboard.press("?")
    laptop.shows("End the turn, go on")
    page.keyboard.press("Escape")
    with page.expect_navigation():
        page.keyboard.press("u")
    assert "/move" in page.url
