"""Home in a browser: from the operator's link to the first hit, a sample that moves, and files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_first_time import too_small
from tests.support.browser.axe import reachable
from tests.support.browser.player import Player, Site

pytestmark = pytest.mark.sweep(of="home", share=4)

TAP, KEY, MOST = 1.2, 0.25, 60
"""Seconds that somebody takes for a tap and for a key, and for everything until the first hit."""
ROSTER = "Aria 24 AC 16\nBorin 30 AC 18\n\n3 x Goblin 7 AC 13"


class Hand:
    """A hand that taps and types, and how long a person would take for that."""

    def __init__(self, page: Page):
        self.page, self.seconds = page, 0.0

    def taps(self, it: Locator) -> None:
        """Tap something, and before it whatever it is folded into."""
        for fold in reversed(it.locator("xpath=ancestor::details[not(@open)]").all()):
            self.seconds += TAP
            fold.locator("> summary").click()
        self.seconds += TAP
        it.click()

    def types(self, it: Locator, text: str) -> None:
        self.taps(it)
        self.seconds += KEY * len(text)
        it.press_sequentially(text)

    def chooses(self, it: Locator, label: str) -> None:
        """Choose in a list: a tap opens it, and one takes the line."""
        self.seconds += 2 * TAP
        it.select_option(label=label)


@pytest.fixture
def page(browser: Browser, site: Site) -> Page:
    """A window of somebody who is not signed in."""
    context = browser.new_context(base_url=site.address)
    context.set_default_timeout(15_000)
    return context.new_page()


def _button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, include_hidden=True).first


def test_from_the_link_of_the_server_to_the_first_hit_in_a_minute(page: Page, site: Site):
    hand, button = Hand(page), lambda name: _button(page, name)
    page.goto(f"/enter#{site.token}")
    hand.taps(button("Come in"))
    page.get_by_label("Game").select_option("open")  # the last fight here may be of any
    hand.types(page.get_by_label("Who fights"), ROSTER)
    hand.taps(button("Start"))
    page.wait_for_url(re.compile("/combats/c-"))
    hand.taps(button("Begin the first round"))
    hand.taps(button("Roll for all"))
    goblin = page.locator(".fighter", has_text="Goblin 1")
    hand.types(goblin.get_by_label("How much"), "4")
    hand.taps(goblin.get_by_role("button", name="Less"))
    expect(page.locator(".fighter", has_text="Goblin 1").locator(".first-pool")).to_contain_text(
        "3 / 7"
    )
    assert hand.seconds < MOST, hand.seconds
    for name, side in (("Borin", "Heroes"), ("Goblin 3", "Enemies")):
        expect(page.locator(".fighter", has_text=name)).to_contain_text(side)


def test_a_sample_moves_unless_somebody_wants_less_motion(page: Page):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    said = page.locator(".sample-moment:not([hidden]) .said")
    first = said.inner_text()
    page.clock.run_for(3000)
    expect(said).not_to_have_text(first)
    page.get_by_role("button", name="Pause").click()
    second = said.inner_text()
    page.clock.run_for(9000)
    expect(said).to_have_text(second)
    assert all(each.startswith(page.url) for each in asked), asked
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.clock.run_for(9000)
    expect(said).to_have_text(first)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/join", "/combats/none"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_has_no_seat_reaches_everything(page: Page, path: str, scheme: str):
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(path)
    assert reachable(page) == [] and too_small(page) == []
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(wide), path


@pytest.mark.parametrize("path", ["/", "/new?ruleset=open", "/import"])
def test_the_operator_reaches_everything(phone: Player, path: str):
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.page.goto(path)
    assert reachable(phone.page) == [] and too_small(phone.page) == []
    phone.fits()


DROP = """([text, name]) => {
  const moved = new DataTransfer();
  moved.items.add(new File([text], name, { type: "text/csv" }));
  document.querySelector("[data-drop]").dispatchEvent(
    new DragEvent("drop", { dataTransfer: moved, bubbles: true, cancelable: true }));
}"""


def test_a_file_is_dropped_and_its_fight_opened(phone: Player):
    phone.page.goto("/")
    with phone.page.expect_navigation():
        phone.page.evaluate(DROP, ["name;hp\nKara;24\nOgre;59\n", "party.csv"])
    phone.shows("These would fight: Kara, Ogre.")
    phone.button("Open this fight")
    expect(phone.page.locator(".fighter")).to_have_count(2)


def test_without_a_script_a_file_is_chosen(browser: Browser, site: Site, tmp_path: Path):
    context = browser.new_context(base_url=site.address, java_script_enabled=False)
    player = Player(context.new_page(), site).enters()
    file = tmp_path / "party.csv"
    file.write_text("name;hp\nKara;24\n")
    player.page.get_by_label("Choose a file").set_input_files(file)
    player.button("Read the file").shows("These would fight: Kara.")
    context.close()


def test_a_link_is_copied_and_stands_in_a_field(browser: Browser, site: Site):
    context = browser.new_context(
        base_url=site.address, permissions=["clipboard-read", "clipboard-write"]
    )
    referee = Player(context.new_page(), site).enters()
    referee.page.get_by_label("Game").select_option("open")
    referee.page.get_by_label("Who fights").fill(ROSTER)
    referee.button("Start").link("Seats")
    referee.shows("Links from here open on this computer only")
    referee.shows(re.compile(r"combatlog serve --lan --port \d+"))
    referee.page.get_by_label("Name of the person").fill("Ulla")
    referee.page.get_by_label("Sits down as").select_option("player")
    referee.button("Open the seat")
    link = referee.page.get_by_label("Link").input_value()
    referee.page.get_by_role("button", name="Copy").click()
    expect(referee.page.get_by_role("button", name="Copied")).to_be_visible()
    assert referee.page.evaluate("navigator.clipboard.readText()") == link
    assert referee.page.get_by_role("button", name="Share").count() == (
        1 if referee.page.evaluate("!!navigator.share") else 0
    )
    assert reachable(referee.page) == []
    context.close()


def test_a_visitor_on_a_phone_reads_every_button_and_finds_how_to_start(page: Page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/")
    pause = page.locator("#reel-play")
    expect(pause).to_have_text("Pause")
    box = pause.bounding_box()
    assert box is not None and box["height"] <= 48  # one line, not one letter below the other
    page.get_by_role("link", name="Sign in to start a fight").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_the_example_of_a_code_does_not_look_filled_in(page: Page):
    page.goto("/join")
    code = page.get_by_label("Code from your referee")
    expect(code).to_have_attribute("placeholder", "such as ABCD-2345")
    weight = code.evaluate("it => getComputedStyle(it, '::placeholder').fontWeight")
    assert int(weight) <= 400
    assert reachable(page) == []


def test_on_a_phone_signing_out_is_at_the_right_and_a_seat_is_legible(phone: Player):
    for path in ("/audit", "/"):
        phone.page.goto(path)
        box = phone.page.get_by_role("button", name="Sign out").bounding_box()
        assert box is not None and box["x"] + box["width"] > 360 - 16
    phone.page.get_by_label("Game").select_option("open")
    phone.page.get_by_label("Who fights").fill(ROSTER)
    phone.button("Start")
    phone.page.wait_for_url(re.compile("/combats/c-"))
    phone.page.goto(f"{phone.page.url.partition('?')[0]}/seats")
    role = phone.page.get_by_label("Sits down as").last
    assert role.locator("option").all_inner_texts() == [
        "choose …",
        "player",
        "spectator",
        "referee",
    ]
    expect(role).to_have_accessible_description(re.compile("A player speaks for the fighters"))
