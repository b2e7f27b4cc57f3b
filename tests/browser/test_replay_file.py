"""A replay file in a browser: opened from a disk, it asks nobody and is driven by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.test_replay import BRIDGE
from tests.support.browser.games_in_the_middle import Tables
from tests.support.browser.player import STICKING_OUT
from tests.support.clients.html_reader import Reader


@pytest.fixture
def path(tables: Tables, tmp_path: Path) -> Path:
    """A fight at the toll bridge as Ann sees it, in a file."""
    middle = tables.middle(BRIDGE)
    at = f"/combats/{middle.combat}/replay.html"
    answer = Reader(middle.ann.client.application, str(middle.ann.token)).get(at)
    (tmp_path / "fight.html").write_bytes(answer.data)
    return tmp_path / "fight.html"


@pytest.fixture
def pages(browser: Browser, path: Path) -> Iterator[tuple[Page, Page]]:
    """The file on a phone, with scripts in the dark and without scripts."""
    size: ViewportSize = {"width": 360, "height": 740}
    contexts = [
        browser.new_context(viewport=size, color_scheme="dark"),
        browser.new_context(viewport=size, java_script_enabled=False),
    ]
    scripted, bare = (context.new_page() for context in contexts)
    yield scripted, bare
    for context in contexts:
        context.close()


def test_it_opens_from_a_disk_and_steps_by_keys(pages: tuple[Page, Page], path: Path):
    page, bare = pages
    asked, said = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{path.as_uri()}#at=46&by=entry")
    moment, keyboard = page.locator("#moment"), page.keyboard
    expect(moment).to_have_text("After entry 46")
    expect(page.locator("#shots")).to_contain_text("Cogan pays 2 AP, 11 left")
    expect(page.locator("#changed")).to_contain_text("11 instead of 13")
    expect(page.locator(".stand li", has_text="Cogan")).to_contain_text(re.compile("AP 11"))
    for key, number in (("ArrowRight", 47), ("ArrowLeft", 46), ("Home", 1)):
        keyboard.press(key)
        expect(moment).to_have_text(f"After entry {number}")
    keyboard.press("r")
    expect(page.locator("#frame .clock")).to_contain_text("Combat turn 1")
    keyboard.press("r")
    expect(page.locator("#frame .clock")).to_contain_text("Combat turn 2")
    keyboard.press("Shift+R")
    expect(page.locator("#frame .clock")).to_contain_text("Combat turn 1")
    keyboard.press("End")
    expect(page.get_by_label("On by one entry")).to_have_count(0)
    page.get_by_label("Back by one entry").focus()
    keyboard.press("Enter")
    expect(page.get_by_label("Back by one entry")).to_be_focused()
    page.locator("#e24 > a").focus()
    keyboard.press("Enter")
    expect(moment).to_have_text("After entry 24")
    expect(moment).to_be_focused()
    assert page.url.endswith("#at=24&by=entry")
    page.reload()
    expect(moment).to_have_text("After entry 24")
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 19, 16)"
    assert {url.partition("#")[0] for url in asked} == {path.as_uri()}
    assert said == []
    bare.goto(path.as_uri())
    expect(bare.locator("#replay")).to_be_hidden()
    expect(bare.get_by_text("Cogan pays 2 AP, 11 left").first).to_be_visible()
    assert bare.evaluate(STICKING_OUT) == []
