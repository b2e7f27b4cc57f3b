"""Somebody at a page: opens, clicks, types and reads, and never calls the API."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Self

from playwright.sync_api import Locator, Page, expect

SHOTS = os.environ.get("COMBATLOG_TEST_SHOTS", "")
"""A folder for pictures of the pages as they are played on; without it none are taken."""

COGAN = """
ST 4
CO 1/2
WP 2 1/2
Combat 6 1/2
Combat speed 1
Soak 1
Tactics 5
Melee 5
weapons/sword/specialism 3 1/2
weapons/sword/attack 3
weapons/sword/parry 2
weapons/sword/damage 10
weapons/sword/ap 2
weapons/sword/type: cutting
"""
URLIK = """
ST 2
Combat 12
Soak 1
Tactics 2
Melee 5
Parry 3
shield 3
armour/chest 6
weapons/axe/attack 1
weapons/axe/parry 1
weapons/axe/damage 8
weapons/axe/ap 3
weapons/axe/type: cutting
"""


STICKING_OUT = """() => document.documentElement.scrollWidth <= window.innerWidth ? [] :
  [...document.querySelectorAll("main *")].filter(
    it => it.getBoundingClientRect().right > window.innerWidth).map(it => it.outerHTML.slice(0, 90))
"""


class Site(NamedTuple):
    """Where the pages are, and the operator's token."""

    address: str
    token: str


class Player:
    """A browser page with somebody before it."""

    def __init__(self, page: Page, site: Site):
        self.page, self.site, self.shots = page, site, 0
        self.said: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))

    def press(self, it: Locator) -> Self:
        """Press a button or a link, and wait for the page that it leads to."""
        with self.page.expect_navigation():
            it.click()
        return self

    def button(self, name: str) -> Self:
        """Press the button of that name."""
        return self.press(self.page.get_by_role("button", name=name))

    def link(self, name: str) -> Self:
        """Follow the link of just that name, on a phone out of the menu."""
        found = self.page.get_by_role("link", name=name, exact=True)
        if not found.count():
            self.page.get_by_role("button", name="More", exact=True).click()
        return self.press(found)

    # --- getting there ---

    def enters(self) -> Self:
        """Sign in with the operator's token."""
        self.page.goto("/enter")
        self.page.get_by_label("Token").fill(self.site.token)
        self.button("Enter")
        expect(self.page.get_by_role("button", name="Sign out").first).to_be_attached()
        return self

    def opens(self, title: str, policy: str = "referee") -> Self:
        """Open a combat; ends on the referee's page."""
        self.page.goto("/")
        self.page.get_by_label("Game").select_option(label="Age of Magic")
        self.button("All options")
        self.page.get_by_label("Title").fill(title)
        self.page.get_by_label("Undo and redo").select_option(policy)
        self.button("Start the fight")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(title)
        return self

    def brings_in(self, name: str, side: str, traits: str) -> Self:
        """Add a combatant, with numbers as they are typed."""
        form = self.page.locator(
            "form", has=self.page.get_by_role("button", name="Add the combatant")
        )
        form.get_by_label("Name", exact=True).fill(name)
        form.get_by_label("Side").fill(side)
        form.get_by_label("Numbers and gear").fill(traits)
        self.press(form.get_by_role("button", name="Add the combatant"))
        expect(self.page.get_by_label("Name", exact=True)).to_have_value("")
        return self

    def to_the_table(self) -> Self:
        """From the referee's page."""
        return self.link("Table")

    def stands_beside(self, one: str, other: str) -> Self:
        """The referee puts two side by side."""
        self.link("Referee")
        self.page.locator("summary", has_text="Ties and places").click()
        form = self.form("Set: side by side")
        form.get_by_label("Of").select_option(label=one)
        form.get_by_label("Toward").fill(other.lower())
        form.get_by_label("Value").select_option("yes")
        form.get_by_label("Why").fill("set up")
        self.press(form.get_by_role("button"))
        return self.to_the_table()

    # --- playing ---

    def form(self, button: str, who: str = "") -> Locator:
        """The form with that button, in somebody's group."""
        # What takes back stands in the banner, whoever it is of.
        inside = self.group(who) if who and not button.startswith("Take back") else self.page
        name = re.compile(rf"(^|: ){re.escape(button)}( [\d/ ]+( to \d+)? AP| free)?$")
        named = self.page.get_by_role("button", name=name, include_hidden=True)
        return inside.locator("form", has=named)

    def group(self, who: str) -> Locator:
        """Somebody's forms, folded or not; who is neither asked nor has the turn has a link."""
        groups = self.page.locator("section.group").filter(
            has=self.page.locator("h3", has_text=re.compile(rf"^{re.escape(who)}$"))
        )
        link = self.page.locator(".linked a", has_text=re.compile(rf"^{re.escape(who)}$"))
        if not groups.count() and link.count():
            self.press(link.first)
        return groups

    def does(self, who: str, button: str, **filled: str) -> Self:
        """Press a button in somebody's group, with fields filled in by the start of their label."""
        form = self.form(button, who)
        self._fill(form, {name.replace("_", " "): value for name, value in filled.items()})
        self.press(self._shown(form.get_by_role("button", include_hidden=True).last))
        return self

    def _fill(self, form: Locator, filled: Mapping[str, str]) -> None:
        for label, value in filled.items():
            field = self._shown(form.get_by_label(label).first)
            if field.evaluate("it => it.tagName") == "SELECT":
                field.select_option(label=value) if value else field.select_option("")
            elif field.get_attribute("type") == "checkbox":
                field.check()
            else:
                field.fill(value)

    def _shown(self, it: Locator) -> Locator:
        """Unfold what something is folded into."""
        for fold in it.locator("xpath=ancestor::details").all():
            if fold.get_attribute("open") is None:
                fold.locator("> summary").click()
        return it

    def rolls(self, who: str, button: str, faces: str = "", risk: str = "") -> Self:
        """Roll: faces typed in, dice risked, or neither."""
        said = {"Faces that fell": faces} if faces else {}
        if risk:
            said["How many dice to risk"] = risk
        form = self.form(button, who)
        self._fill(form, said)
        return self.press(self._shown(form).get_by_role("button").last)

    def taps(self, who: str, button: str, *faces: int) -> Self:
        """Roll: the faces that fell are tapped, one for each die."""
        form = self._shown(self.form(button, who))
        for nth, face in enumerate(faces, start=1):
            die = form.get_by_role("group", name=f"Die {nth}", exact=True)
            die.get_by_role("radio", name=str(face), exact=True).check()
        self.press(form.get_by_role("button").last)
        return self

    def everybody_passes(self) -> Self:
        """Let it be, for all that are asked, as long as reactions are asked for."""
        while self.asked().startswith("A reaction?"):
            together = self.form("Everybody passes")
            both = together if together.count() else self.form("Pass")
            self.press(self._shown(both.first).get_by_role("button"))
        return self

    def begins(self, first: str, *names: str) -> Self:
        """A combat turn: nobody risks a die, and one takes the first phase."""
        self.does("The referee", "Begin the first combat turn")
        for window in ("Roll initiative", "Roll action points"):
            for name in names:
                self.rolls(name, window)
        return self.polls(first)

    def polls(self, first: str) -> Self:
        """Everybody says "not now" but one."""
        while self.asked().startswith("Take your phase now?"):
            mine = self.form("Take the phase now", first)
            if mine.count():
                self.press(self._shown(mine).get_by_role("button"))
            else:
                self.press(self._shown(self.form("Pass").first).get_by_role("button"))
        return self

    # --- reading ---

    def asked(self) -> str:
        """The open question, or what stands in its place."""
        return self.page.locator("#question").inner_text()

    def story(self) -> str:
        """The story, its newest turn first."""
        return self.page.locator("#cards").inner_text()

    def fighter(self, name: str) -> str:
        """What the row of somebody says, in one line, and what each condition says in full."""
        row = self.page.locator("li.fighter").filter(
            has=self.page.locator(".name b", has_text=re.compile(rf"^{re.escape(name)}"))
        )
        told = [it.get_attribute("aria-label") or "" for it in row.locator(".chip").all()]
        return " ".join([*row.inner_text().split(), *told])

    def shows(self, text: str | re.Pattern[str]) -> Self:
        """A text is to be read somewhere on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible()
        return self

    def fits(self) -> Self:
        """Nothing sticks out of the window to the side."""
        assert not (found := self.page.evaluate(STICKING_OUT)), f"{self.page.url}: {found}"
        return self

    def picture(self, name: str) -> Self:
        """A picture for whoever wants to look, and a check that the page fits its window."""
        if SHOTS:
            width = (self.page.viewport_size or {"width": 0})["width"]
            path = Path(SHOTS) / f"{name}-{width}.png"
            self.page.screenshot(path=path, full_page=True)
        return self.fits()
