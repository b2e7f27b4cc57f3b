"""A table of twenty with long names: on a tiny screen, enlarged to twice its size, on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.table.test_positions import add_fighters, box
from tests.support.browser.axe import reachable
from tests.support.browser.player import Player

LONG = "Wolfgang-Amadeus von Hohenschwanstein-Oberammergau the Younger {}"
UNBROKEN = "Donaudampfschifffahrtsgesellschaftskapitaen{}"
TWENTY = [(LONG if n % 2 else UNBROKEN).format(n) for n in range(1, 21)]
pytestmark = pytest.mark.sweep(of="table")

COVERED = """() => [...document.querySelectorAll("li.fighter")].filter(row => {
  const points = row.querySelector(".first-pool > span").getBoundingClientRect();
  return [...row.querySelectorAll(".pm, .step button")].some(each => {
    const it = each.getBoundingClientRect();
    return it.width && it.left < points.right && it.right > points.left
      && it.top < points.bottom && it.bottom > points.top;
  });
}).length"""
"""How many rows have a button over their points."""
WINDOWS = {
    "320 px, as a laptop enlarged four times": (320, 256),
    "a laptop enlarged to twice its size": (640, 400),
    "laptop": (1280, 800),
}


def twenty(player: Player) -> Page:
    """A fight of twenty in its first turn; the first has struck the last."""
    page = player.page
    page.goto("/")
    page.get_by_label("Game").select_option("open/dnd-5e")
    page.get_by_label("Who fights").fill("\n".join(f"{name} HP 20 +2" for name in TWENTY))
    player.button("Start")
    player.does("The referee", "Begin the first round")
    player.button("Roll for all")
    page.locator("form.deed.row").first.get_by_label("Action", exact=True).fill("strikes")
    page.locator("form.deed.row").first.get_by_label("Damage", exact=True).fill("7")
    player.button("Log it")
    return page


@pytest.mark.parametrize("window", WINDOWS)
def test_twenty_with_long_names_are_all_there_and_within_reach(laptop: Player, window: str):
    page = twenty(laptop)
    width, height = WINDOWS[window]
    page.set_viewport_size({"width": width, "height": height})
    laptop.picture("crowded")
    assert page.locator("li.fighter").count() == len(TWENTY)
    read = page.locator("li.fighter .name b").all_inner_texts()
    assert sorted(name.strip() for name in read) == sorted(TWENTY), "no name is cut off"
    assert box(page.get_by_role("button", name="End the turn"))["height"] < 60
    assert not page.evaluate(COVERED), "nothing lies over the points"
    assert reachable(page) == []


def test_a_side_with_a_long_name_runs_into_no_numbers_on_a_phone(laptop: Player):
    page = laptop.page
    page.goto("/new?ruleset=open/dnd-5e")
    laptop.button("Start the fight")
    add_fighters(laptop, [("Ann", "the apprentices", 3)])
    page.set_viewport_size({"width": 360, "height": 780})
    laptop.to_the_table()
    wide = "it => it.scrollWidth - it.clientWidth"
    assert page.locator(".fighter .name").first.evaluate(wide) <= 0


def test_a_fight_is_printed_on_two_pages(laptop: Player):
    page = twenty(laptop)
    for _ in range(12):
        page.locator("form.deed.row").first.get_by_label("Action", exact=True).fill("strikes")
        page.locator("form.deed.row").first.get_by_label("Damage", exact=True).fill("1")
        laptop.button("Log it")
        if page.get_by_role("button", name="End the turn").count():
            laptop.button("End the turn")
    printed = page.pdf(format="A4", print_background=True)
    pages = re.findall(rb"/Type\s*/Page\b(?!s)", printed)
    assert len(pages) <= 2
