"""The end page in a browser: copied by script and without, shared, and within everybody's reach."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_docket import looks_well
from tests.support.browser.axe import reachable
from tests.support.browser.games_in_the_middle import Tables

BRIDGE = "age-of-magic/the-toll-bridge"


def test_the_recap_is_copied_by_a_button(tables: Tables):
    middle = tables.middle(BRIDGE)
    cleo = tables.sits(middle.cleo)
    cleo.page.goto(f"/combats/{middle.combat}/summary")
    copied: list[str] = []
    cleo.page.expose_function("kept", lambda text: copied.append(text))
    cleo.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: {writeText: kept}})")
    cleo.page.get_by_role("link", name="Copy recap").click()
    expect(cleo.page.get_by_text("The recap is copied.")).to_be_visible()
    assert copied and copied[0].startswith("# ")
    looks_well(cleo, "summary")


def test_without_a_script_the_recap_is_in_a_field(tables: Tables):
    middle = tables.middle(BRIDGE)
    cleo = tables.sits(middle.cleo, script=False)
    cleo.page.goto(f"/combats/{middle.combat}/summary")
    cleo.page.get_by_role("link", name="Copy recap").click()
    field = cleo.page.get_by_role("textbox", name=re.compile("Recap"))
    assert field.input_value().startswith("# ")
    cleo.fits()


@pytest.mark.sweep
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_end_and_the_shared_replay_are_within_reach(tables: Tables, scheme: str, width: int):
    middle = tables.own(BRIDGE)
    rita = tables.sits(middle.rita, width)
    rita.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    rita.page.goto(f"/combats/{middle.combat}/summary")
    rita.button("Share replay")
    assert reachable(rita.page) == []
    rita.fits()
    link = rita.page.get_by_label(re.compile("Replay link")).input_value()
    rita.page.context.clear_cookies()
    rita.page.goto(link)
    rita.shows("As everybody may see it.")
    rita.page.get_by_role("button", name="Play").click()
    rita.fits()
