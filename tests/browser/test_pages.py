"""The pages in a browser: within everybody's reach, by keyboard alone, and kind when refusing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.axe import reachable
from tests.support.browser.player import COGAN, URLIK, Player, Site

pytestmark = pytest.mark.sweep(of="pages", share=18)

SAMPLE = "/combats/sample-age-of-magic-the-toll-bridge"


def beside(player: Player, title: str) -> Player:
    """Cogan and Urlik side by side, Cogan's phase."""
    player.opens(title).brings_in("Cogan", "heroes", COGAN).brings_in("Urlik", "reavers", URLIK)
    return player.to_the_table().stands_beside("Cogan", "Urlik").begins("Cogan", "Cogan", "Urlik")


KINDS = (
    "{here}",
    "{here}?at=9",
    "{here}/referee",
    "{here}/seats",
    "{here}/move",
    "/",
    "{here}/heads",
    "{here}/why?what=ap+of+cogan",
    "/enter",
    "/new?ruleset=age-of-magic",
    SAMPLE,
    "/combats/none",
    "/guide",
    "/guide/undo",
    "/guide/archive-format",
)
"""A page of each kind; `here` is the table."""


@pytest.mark.parametrize("path", KINDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_kind_of_page_is_within_reach(phone: Player, scheme: str, path: str):
    beside(phone, f"In reach, {scheme}")
    phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    phone.does("Cogan", "Stand and attack (sword)")
    phone.page.goto(path.format(here=phone.page.url))
    phone.page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    assert reachable(phone.page) == []
    phone.fits().picture(f"{scheme}-{KINDS.index(path)}")


def test_nothing_on_the_pages_is_against_their_own_policy(phone: Player):
    beside(phone, "The policy")
    assert [said for said in phone.said if "Content Security Policy" in said] == []
    assert phone.page.locator("script:not([src^='/static/']), [style], [onclick]").count() == 0


def test_an_exchange_by_the_keyboard_alone(laptop: Player):
    beside(laptop, "The keyboard")
    for button in (
        "Cogan: Stand and attack (sword) 2 AP",
        "Urlik: Parry (axe) 1 AP",
        "Cogan: Pass",
        "Cogan: Roll attack",
    ):
        tab_to(laptop.page, button)
        with laptop.page.expect_navigation():
            laptop.page.keyboard.press("Enter")
    expect(laptop.page.get_by_text(re.compile("Cogan rolls attack 12")).first).to_be_visible()
    for die, steps in (("face/1:faces.defence", 1), ("face/2:faces.defence", 2)):
        tab_into(laptop.page, die)
        for _ in range(steps):
            laptop.page.keyboard.press("ArrowLeft")
    with laptop.page.expect_navigation():
        laptop.page.keyboard.press("Enter")
    laptop.shows("stopped (attack 12, defence 17, by -5)")


def tab_to(page: Page, button: str) -> None:
    """Press Tab until the button of that name has the focus, which has to be seen."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if " ".join(focused(page, "innerText").split()) == button:
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid"
            return
    raise AssertionError(f"{button!r} is not reached by Tab")


def tab_into(page: Page, name: str) -> None:
    """Press Tab until a field of that name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if focused(page, "name") == name:
            return
    raise AssertionError(f"{name!r} is not reached by Tab")


def focused(page: Page, what: str) -> str:
    """A property of the element that has the focus."""
    return str(page.evaluate(f"document.activeElement.{what} ?? ''"))


def test_a_stale_page_says_what_was_missed(laptop: Player, site: Site):
    # A page that hears nothing: else it would not get stale.
    laptop.page.route(re.compile("/stream"), lambda route: route.abort())
    beside(laptop, "The stale page")
    laptop.page.route("**/board*", lambda route: route.abort())
    other = Player(laptop.page.context.new_page(), site)
    other.page.goto(laptop.page.url)
    other.does("Cogan", "Move")
    laptop.does("Cogan", "Stand and attack (sword)")
    alert = laptop.page.get_by_role("alert")
    expect(alert).to_contain_text("The table went on since this page was drawn")
    expect(alert).to_contain_text("Cogan moves (1 AP, 7 left)")
    expect(alert).to_contain_text("You had chosen: Stand and attack (sword)")
    laptop.picture("s-stale")
    assert laptop.asked() == "A reaction? Urlik"


def test_a_refusal_stands_beside_its_form_and_what_was_typed_stays(phone: Player):
    beside(phone, "The refusal")
    phone.does("Cogan", "Stand and attack (sword)").everybody_passes()
    phone.rolls("Cogan", "Roll attack", faces="6 6 7")
    wrong = phone.page.locator("form.wrong")
    expect(wrong).to_contain_text("Refused by the rules.")
    expect(wrong.get_by_label("Faces that fell")).to_have_value("6 6 7")
    phone.picture("r-refused")
    wrong.get_by_label("Faces that fell").fill("6 6 1")
    phone.press(wrong.get_by_role("button"))
    phone.shows("Cogan rolls attack 16 = 3d6 [6, 6, 1]")


def invitation(phone: Player) -> str:
    """The link to a seat for Ulla, who is to play Urlik."""
    phone.link("Seats")
    form = phone.form("Open the seat")
    form.get_by_label("Name of the person").fill("Ulla")
    form.get_by_label("Sits down as").select_option("player")
    form.get_by_label("Urlik").check()
    phone.press(form.get_by_role("button"))
    return phone.picture("l-link").page.get_by_label("Link").input_value()


def follow_from_elsewhere(page: Page, link: str) -> None:
    """Follow a link on another site, whose first page is not sent Strict cookies."""
    html = f"<a href='{link}'>come</a>"
    page.route(
        "http://elsewhere.test/", lambda route: route.fulfill(content_type="text/html", body=html)
    )
    page.goto("http://elsewhere.test/")
    page.get_by_role("link", name="come").click()


def test_a_link_seats_its_player_even_from_another_site(phone: Player, browser: Browser):
    beside(phone, "The link")
    here, link = phone.page.url, invitation(phone)
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    follow_from_elsewhere(page, link)
    expect(page.get_by_text("This link makes you Ulla (player)")).to_be_visible()
    assert context.cookies() == []
    page.get_by_role("button", name="Come in").click()
    page.wait_for_url(here)
    expect(page.locator(".more").get_by_text("Ulla (player)")).to_be_attached()
    assert page.locator("form.deed:not(.note .deed)").count() == 0
    expect(page.get_by_text("Waiting for Cogan.")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_navigation():
        page.get_by_role("button", name="Sign out").click()
    page.goto(here)
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re not seated here")
    context.close()
