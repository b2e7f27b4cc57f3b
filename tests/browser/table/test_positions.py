"""Where things stand on the table: measured in pixels, in windows of a laptop and of a phone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import Sit
from tests.browser.test_live import beside, link_for
from tests.support.browser.player import Player, Site

pytestmark = pytest.mark.sweep(of="table")

EIGHT = (
    *(("Aria", "heroes", 24), ("Borin", "heroes", 30), ("Cade", "heroes", 18)),
    *(("Worg", "goblins", 26), ("Captain", "goblins", 39)),
    *((f"Goblin {n}", "goblins", 7) for n in (1, 2, 3)),
)
SCREEN = 780


def box(it: Locator) -> dict[str, float]:
    """Where something stands in its window."""
    found = it.bounding_box()
    assert found is not None
    y, height = found["y"], found["height"]
    return {"y": y, "height": height, "end": y + height}


def add_fighters(player: Player, fighters: Iterable[tuple[str, str, int]]) -> None:
    """Add them one by one, as the referee does: name, side and hit points."""
    for name, side, points in fighters:
        form = player.page.locator(
            "form", has=player.page.get_by_role("button", name="Add the combatant")
        )
        form.get_by_label("Name", exact=True).fill(name)
        form.get_by_label("Side").fill(side)
        form.get_by_label("Hit points", exact=True).fill(str(points))
        player.press(form.get_by_role("button", name="Add the combatant"))


def eight(player: Player) -> Player:
    """A fight of eight in its first turn; Aria has struck the worg."""
    page = player.page
    page.goto("/new?ruleset=open/dnd-5e")
    page.get_by_label("Title").fill("Goblin ambush")
    page.get_by_text("Table options").click()
    page.locator("[name='setting.order']").select_option("as added")
    player.button("Start the fight")
    add_fighters(player, EIGHT)
    player.to_the_table().does("The referee", "Begin the first round")
    return player.does("Aria", "Log it", Action="fire bolt", Target="Worg", Damage="7")


def test_eight_fighters_fit_on_a_laptop_without_scrolling(laptop: Player):
    page = eight(laptop).picture("positions-eight").page
    outcome, form = box(page.locator(".outcome")), box(page.locator("form.deed.row"))
    rows = page.locator("li.fighter")
    assert rows.count() == len(EIGHT)
    assert outcome["end"] <= form["y"] <= box(rows.first)["y"]
    assert box(rows.last)["end"] <= 800
    inputs = form_fields(page)
    assert len({round(box(it)["end"]) for it in inputs}) == 1, "on one line"


def form_fields(page: Page) -> list[Locator]:
    """The fields of the open form that stand on its line."""
    return page.locator("form.deed.row > .line :is(input, select)").all()


def test_a_bar_is_of_the_fighter_s_own_most(laptop: Player):
    page = eight(laptop).page
    goblin = page.locator("li.fighter", has=page.get_by_text("Goblin 1", exact=True))
    worg = page.locator("li.fighter", has=page.get_by_text("Worg", exact=True))
    assert goblin.locator(".health .left").get_attribute("width") == "100.0"
    assert worg.locator(".health .left").get_attribute("width") == "73.1"
    assert worg.locator(".health .gone").get_attribute("width") == "26.9"


def test_on_a_phone_the_first_screen_has_banner_outcome_and_question(browser: Browser, site: Site):
    context = browser.new_context(viewport={"width": 360, "height": SCREEN}, base_url=site.address)
    phone = Player(context.new_page(), site).enters()
    page = eight(phone).page
    banner, outcome = box(page.locator(".banner")), box(page.locator(".outcome"))
    assert outcome["y"] - banner["end"] <= 16 and outcome["height"] <= 72
    bar = box(page.locator(".places"))
    assert box(page.locator("form.deed.row > button"))["end"] <= bar["y"]
    phone.picture("positions-phone")
    form = page.locator("form.deed.row").first
    form.get_by_label("Action", exact=True).fill("swings the great hammer of the deep")
    form.get_by_label("Damage", exact=True).fill("5")
    phone.press(form.get_by_role("button", name="Log it"))
    # A long sentence stands on two lines: whose deed it was and at whom, not "…" in the middle.
    outcome, said = box(page.locator(".outcome")), box(page.locator(".outcome .said"))
    assert outcome["height"] <= 72 and 30 <= said["height"] <= 42, (outcome, said)
    # Below it stands what came of it, as long as anybody's points changed.
    rest = page.locator(".outcome .rest")
    assert "loses 5 hit points" in rest.inner_text()
    assert box(rest)["end"] <= outcome["end"], (outcome, box(rest))
    page.get_by_role("link", name="Undo the last step").click()
    undo = box(page.get_by_role("button", name="Undo it"))
    assert undo["end"] <= box(page.locator(".places"))["y"], "the button stands on the first screen"
    phone.picture("positions-undo-phone")
    context.close()


def test_a_player_sees_banner_outcome_and_the_likely_answer_at_once(laptop: Player, sit: Sit):
    beside(laptop, "Positions")
    urlik = sit(link_for(laptop, "Ulla", "Urlik"))
    urlik.page.set_viewport_size({"width": 360, "height": SCREEN})
    laptop.does("Cogan", "Stand and attack (sword)")
    urlik.page.reload()
    page = urlik.page
    assert page.locator(".banner.go strong").inner_text() == "Your go, Ulla:"
    assert page.title().startswith("Your go")
    assert box(page.locator(".outcome"))["height"] <= 72
    likely = box(page.locator(".question .likely button").first)
    assert likely["end"] <= box(page.locator(".places"))["y"]
    assert page.locator("li.fighter.own").count() == 1
