"""The drawing of how everybody stands, in a browser: in every game, within everybody's reach."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import reachable
from tests.support.browser.player import Player

MOMENTS = {
    "age-of-magic-the-ruined-tower": 1032,
    "arq-the-far-bank": 143,
    "arq-lamplighters-alley": 153,
    "kaiser-the-narrow-stair": 275,
    "ninth-age-2e-the-causeway": 298,
    "open-the-golem-in-the-hall": 60,
    "planeswalker-the-broken-gate": 443,
}


@pytest.mark.sweep
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sample", MOMENTS)
def test_how_everybody_stands_is_drawn_in_every_game(
    phone: Player, sample: str, scheme: Literal["light", "dark"]
):
    phone.page.emulate_media(color_scheme=scheme)
    phone.page.goto(f"/combats/sample-{sample}?at={MOMENTS[sample]}")
    figure = phone.page.locator("figure.drawing")
    figure.get_by_text("In words").click()
    expect(figure.locator("details li").first).to_be_visible()
    assert reachable(phone.page) == []
    phone.fits()
