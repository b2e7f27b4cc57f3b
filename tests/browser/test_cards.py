"""Cards to tap, in a browser: with a thumb, without a script, within everybody's reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.axe import reachable
from tests.support.browser.player import STICKING_OUT
from tests.support.browser.scenes import CARDS, Scene, serving, staged


@pytest.fixture
def table(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A phone without any script before cards that wait to be drawn."""
    with serving(tmp_path) as (service, site):
        stage = staged(service, request.param)
        context = browser.new_context(
            base_url=site.address, viewport={"width": 360, "height": 740}, java_script_enabled=False
        )
        context.add_cookies([{"name": "combatlog", "value": site.token, "url": site.address}])
        page = context.new_page()
        page.goto(f"/combats/{stage.combat}")
        yield page
        context.close()


@pytest.mark.parametrize("table", [CARDS[0]], indirect=True)
def test_a_card_of_a_deck_is_tapped(table: Page):
    form = table.locator("form", has=table.get_by_role("button", name="Draw a card"))
    form.get_by_role("radio", name="Foe ×2").check()
    with table.expect_navigation():
        form.get_by_role("button", name="Draw a card").click()
    expect(table.get_by_text(re.compile("draws .*foe.*typed")).first).to_be_visible()


@pytest.mark.parametrize("scene", CARDS, ids=[scene.game for scene in CARDS])
def test_cards_to_tap_are_within_reach(browser: Browser, tmp_path: Path, scene: Scene):
    with serving(tmp_path) as (service, site):
        stage = staged(service, scene)
        context = browser.new_context(base_url=site.address, viewport={"width": 360, "height": 740})
        context.add_cookies([{"name": "combatlog", "value": site.token, "url": site.address}])
        page = context.new_page()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto(f"/combats/{stage.combat}")
            assert reachable(page) == [] and page.evaluate(STICKING_OUT) == []
        keys = page.locator(".cards label").all()
        heights = [box["height"] for key in keys if (box := key.bounding_box())]
        # A card's name stands in one line, not letter below letter.
        assert len(heights) == len(keys) > 0 and all(44 <= high < 60 for high in heights)
        context.close()
