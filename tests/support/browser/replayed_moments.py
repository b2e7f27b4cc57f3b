"""An evening looked at again: the slider and the keys of the replay, back to a moment and on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import expect

from tests.support.browser.evening import Evening
from tests.support.browser.guest import PATIENCE, Guest

Standing = Mapping[str, str]
"""Somebody, and what is to be read of him."""


def stands(guest: Guest, standing: Standing) -> None:
    """How everybody stood at the moment that the replay shows."""
    for name, says in standing.items():
        row = guest.page.locator(".stand li", has=guest.page.locator("b", has_text=name)).first
        expect(row).to_contain_text(re.compile(rf"{says}(?!\d)"), timeout=PATIENCE)


def moment(guest: Guest) -> int:
    """The entry after which the frame stands."""
    return int(re.findall(r"\d+", guest.page.locator("#moment").inner_text())[0])


def replays(evening: Evening, line: str, then: Standing, now: Standing) -> None:
    """Everybody goes back to a line of the story with the slider, and on to the end.

    `then` and `now` are what is to be read of people at that line, and in the end.
    """
    for guest in evening.everybody:
        _replays(guest, line, then, now)


def _replays(guest: Guest, line: str, then: Standing, now: Standing) -> None:
    """With the slider back to a line of the story, with the keys before it, and on to the end."""
    entry, page = guest.in_step().number_of(line), guest.page
    guest.link("Replay")
    expect(page.locator("#moment")).to_have_text(re.compile("After entry"), timeout=PATIENCE)
    page.get_by_role("combobox", name="by", exact=True).select_option("entry")
    page.get_by_label("Moment", exact=True).focus()
    page.keyboard.press("End")
    expect(page.get_by_label("On by one entry")).to_have_count(0, timeout=PATIENCE)
    stands(guest, now)
    last = moment(guest)
    _slides_to(guest, entry)
    expect(page.locator("#shots")).to_contain_text(line, timeout=PATIENCE)
    stands(guest, then)
    for key, comes in (("ArrowLeft", before(guest)), ("ArrowRight", entry)):
        page.keyboard.press(key)
        expect(page.locator("#moment")).to_have_text(f"After entry {comes}", timeout=PATIENCE)
    stands(guest, then)
    page.keyboard.press("End")
    expect(page.locator("#moment")).to_have_text(f"After entry {last}", timeout=PATIENCE)
    stands(guest, now)
    guest.to_the_table()


def before(guest: Guest) -> str:
    """The entry before the one that is shown, as the way back says it."""
    back = guest.page.get_by_label("Back by one entry").get_attribute("href")
    found = re.search(r"at=([0-9.]+)", str(back))
    assert found
    return found[1]


def _slides_to(guest: Guest, entry: int) -> None:
    """Move the slider until the frame of an entry comes; what was undone has no place on it."""
    slider, frame = guest.page.get_by_label("Moment", exact=True), guest.page.locator(".frame")
    while (off := moment(guest) - entry) != 0:
        place = int(str(frame.get_attribute("data-place"))) - off
        slider.fill(str(max(1, place)))
        expect(frame).to_have_attribute("data-place", str(max(1, place)), timeout=PATIENCE)
