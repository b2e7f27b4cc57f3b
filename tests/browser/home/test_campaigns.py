"""Campaigns in a browser: on a phone, within reach of everybody, from one fight to the next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_first_time import too_small
from tests.support.browser.axe import reachable
from tests.support.browser.player import Player

FIGHTERS = "Aria 24 AC 16\nBorin 30 AC 18\n\n3 x Goblin 7 AC 13"


def begins(page: Page, title: str) -> None:
    """Begin a fight from the home page."""
    page.goto("/")
    page.get_by_label("Game").select_option("open")
    page.get_by_label("Who fights").fill(FIGHTERS)
    page.get_by_label("Title", exact=False).first.fill(title)
    page.get_by_role("button", name="Start").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_campaign_is_within_reach_on_a_phone(phone: Player, scheme: str):
    phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    name = f"The Crown, {scheme}"
    begins(phone.page, f"The bridge, {scheme}")
    phone.page.goto("/campaigns")
    phone.page.get_by_label("Campaign", exact=False).last.fill(name)
    assert reachable(phone.page) == [] and too_small(phone.page) == []
    phone.fits().picture(f"campaigns-{scheme}").button("Put it in")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(name)
    phone.page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    assert reachable(phone.page) == [] and too_small(phone.page) == []
    phone.fits().picture(f"campaign-{scheme}")
    phone.page.get_by_label("Title of the next fight").fill(f"The mill, {scheme}")
    phone.button("Next fight")
    expect(phone.page.get_by_role("link", name=f"The mill, {scheme}").first).to_be_visible()
    phone.page.goto("/campaigns")
    phone.link(name)
    expect(
        phone.page.get_by_role("listitem").filter(has_text=f"The mill, {scheme}")
    ).to_be_visible()
