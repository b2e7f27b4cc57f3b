"""What a table shows without scrolling: the newest line, one button that stands out, whole rows."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.player import Site
from tests.support.browser.scenes import CARDS, THROWS, WINDOWS, Scene, Staged, serving, staged

pytestmark = pytest.mark.sweep(of="narrow")

SCENES = (*WINDOWS, *THROWS, *CARDS)
NAMES = [f"{scene.game}-{scene.lines}" for scene in SCENES]

ACCENT = """() => [...document.querySelectorAll('.question button:not(details:not([open]) *)')]
  .filter(it => it.checkVisibility())
  .filter(it => getComputedStyle(it).backgroundColor ===
    getComputedStyle(document.querySelector('.probe')).backgroundColor).length"""


@pytest.fixture(scope="module")
def stages() -> Iterator[tuple[Site, dict[Scene, Staged]]]:
    """A server with every scene on it."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (service, site):
        yield site, {scene: staged(service, scene) for scene in SCENES}


def opened(browser: Browser, site: Site, stage: Staged, width: int, token: str = "") -> Page:
    """The page of a table in a window of that width, as its player or as the operator."""
    context = browser.new_context(
        base_url=site.address, viewport={"width": width, "height": 800 if width > 700 else 740}
    )
    cookie = {"name": "combatlog", "value": token or stage.token, "url": site.address}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    page.goto(f"/combats/{stage.combat}")
    return page


@pytest.mark.sweep
@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_the_newest_line_is_in_view(browser: Browser, stages, scene: Scene):
    site, found = stages
    page = opened(browser, site, found[scene], 1280)
    numbers = page.locator("#cards .no").all_inner_texts()
    newest = max(numbers, key=lambda it: [int(part) for part in it.split(".")])
    line = page.locator("#cards .no", has_text=newest).first
    expect(line).to_be_in_viewport(ratio=1)
    page.context.close()


@pytest.mark.sweep
@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_one_button_at_most_stands_out(browser: Browser, stages, scene: Scene):
    site, found = stages
    for token in ("", site.token):
        page = opened(browser, site, found[scene], 1280, token)
        page.evaluate(
            "document.body.append(Object.assign(document.createElement('button'),"
            " {className: 'probe', textContent: 'Probe'}))"
        )
        assert page.evaluate(ACCENT) <= 1
        page.context.close()


@pytest.mark.sweep
@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_on_a_phone_a_row_names_its_number_and_nothing_lies_on_its_bar(
    browser: Browser, stages, scene: Scene
):
    site, found = stages
    page = opened(browser, site, found[scene], 360)
    for label in page.locator(".first-pool small").all():
        expect(label).to_be_visible()
        assert (label.bounding_box() or {"width": 0})["width"] > 8
    for row in page.locator("li.fighter:has(.health)").all():
        bar = row.locator(".health").bounding_box()
        for tag in row.locator(".tag, .chip").all():
            box = tag.bounding_box()
            assert bar and box and box["y"] >= bar["y"] + bar["height"]
    heights = {it.bounding_box()["height"] for it in page.locator(".score .why").all()}  # type: ignore[index]
    assert all(height < 25 for height in heights), "a score stands on one line"
    page.context.close()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_keys_of_a_die_stand_in_one_line(browser: Browser, stages, width: int):
    site, found = stages
    page = opened(browser, site, found[THROWS[2]], width)
    for die in page.locator("fieldset.die:visible").all():
        tops = {round((it.bounding_box() or {"y": 0})["y"]) for it in die.locator("label").all()}
        assert len(tops) == 1
    page.context.close()


def test_rows_beside_the_story_are_whole_between_a_tablet_and_a_laptop(browser: Browser, stages):
    site, found = stages
    kaiser = next(scene for scene in WINDOWS if scene.game == "kaiser")
    page = opened(browser, site, found[kaiser], 970, site.token)
    rows = page.locator("li.fighter")
    heights = [rows.nth(n).evaluate("it => it.offsetHeight") for n in range(rows.count())]
    assert heights and max(heights) <= 110, heights
    assert page.locator("header.top").evaluate("it => it.offsetHeight") <= 60
    page.context.close()
