"""Somebody at the table of a whole evening: in step with the others, he plays, asks, and agrees."""

from __future__ import annotations

import json
import re
from typing import Protocol, Self

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.player import Player, Site

HEAD = "() => JSON.parse(document.querySelector('#board #head')?.dataset.head ?? '{}').public ?? 0"
LIVE, LOST = "This page keeps up by itself.", "Out of touch; trying again …"
PATIENCE = 90_000
"""Milliseconds for what comes by itself: the machine may be busy, and a stream comes again late."""


class Going(Protocol):
    """How far an evening has come: the public head that was shown to whoever did the last thing."""

    head: int


class Guest(Player):
    """A page of the evening. Whatever he does he does on a page that shows what is now."""

    def __init__(self, page: Page, site: Site, going: Going):
        super().__init__(page, site)
        self.going = going

    def press(self, it: Locator) -> Self:
        """Press it; the page that comes carries no complaint, and is what the others wait for."""
        super().press(it)
        complaints = self.page.get_by_role("alert").all_inner_texts()
        assert complaints == [], (self.page.url, complaints)
        self.going.head = max(self.going.head, self.page.evaluate(HEAD))
        return self

    # --- in step ---

    def in_step(self) -> Self:
        """The table shows what was done last, by whomever, and by itself."""
        if self.page.locator("#board").count():
            shown = f"it => ({HEAD})() >= it"
            self.page.wait_for_function(shown, arg=self.going.head, timeout=PATIENCE)
        return self

    def is_live(self) -> Self:
        """The table keeps up by itself."""
        expect(self.page.locator("#ear")).to_have_text(LIVE, timeout=PATIENCE)
        return self

    def is_lost(self) -> Self:
        """The table has noticed that nobody answers any more."""
        expect(self.page.locator("#ear")).to_have_text(LOST, timeout=PATIENCE)
        return self

    # --- playing ---

    def form(self, button: str, who: str = "") -> Locator:
        """The form with that button, in somebody's group."""
        self.in_step()
        inside = self.group(who) if who and not button.startswith("Take back") else self.page
        return inside.locator(f"form:has(button[value={json.dumps(button)}])")

    def does(self, who: str, button: str, faces: str = "", **filled: str) -> Self:
        """Press a button in somebody's group, with fields filled in by the start of their label."""
        form = self.form(button, who)
        self.fills(form, **filled, **({"Faces that fell": faces} if faces else {}))
        return self.press(
            self._shown(
                form.get_by_role(
                    "button", name=re.compile(re.escape(button)), include_hidden=True
                ).first
            )
        )

    def fills(self, form: Locator, **filled: str) -> None:
        """Fill fields in by the start of their label, unfolding them; an empty word ticks one."""
        self._fill(form, {name.replace("_", " "): value for name, value in filled.items()})

    # --- reading ---

    def hears(self, text: str | re.Pattern[str]) -> Self:
        """The story tells something, by itself."""
        self.in_step()
        expect(self.lines().filter(has_text=text).last).to_be_visible(timeout=PATIENCE)
        return self

    def lines(self) -> Locator:
        """The lines of the story."""
        return self.page.locator("#cards .log > li, #cards .turn > h3")

    def asks(self, text: str) -> Self:
        """A question is open, or something stands in its place."""
        self.in_step()
        expect(self.page.locator("#question")).to_contain_text(text, timeout=PATIENCE)
        return self

    def fighter(self, name: str) -> str:
        """What the card of somebody says, in one line."""
        self.in_step()
        return super().fighter(name)

    def number_of(self, text: str) -> int:
        """The number of the last line of the story that has a text, however long ago."""
        if not self.lines().filter(has_text=text).count():
            self.press(self.page.get_by_role("link", name=re.compile("^All of it")))
        lines = self.lines().filter(has_text=text).locator("a.no").all_inner_texts()
        return max(int(number) for number in lines if number.isdecimal())
