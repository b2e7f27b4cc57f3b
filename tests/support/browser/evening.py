"""The words of an evening: a server of its own that may be killed, and three people at browsers.

Rita is the referee, Paul plays, and Sue looks on. Everything is done on pages; the API is asked
only what the server has recorded.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from api.web.traffic import network
from tests.support.browser.guest import PATIENCE, Guest
from tests.support.browser.player import Site
from tests.support.clients.real_server import Served, left_behind

SECRET = "the ambush"
"""What the referee rolls for where nobody sees it."""
NO_NETWORK = (
    "THIS MACHINE HAS NO ADDRESS BUT ITS OWN LOOP, SO NO EVENING WAS PLAYED OVER A NETWORK. Give it"
    " an address that others may reach."
)


class Evening:
    """A server in a process of its own on a database of its own, and who sits at it."""

    def __init__(self, browser: Browser, folder: Path, address: str = ""):
        self.browser, self.contexts, self.head = browser, list[BrowserContext](), 0
        shutil.copytree(left_behind(), folder / "data")
        self.server = Served(folder, options=("--lan",) if address else ())
        self.site = Site(
            f"http://{address or '127.0.0.1'}:{self.server.port}", str(self.server.operator.token)
        )
        self.rita = self._browser(1280)
        self.paul, self.sue = self._browser(360), self._browser(360)
        self.loads: list[str] = []

    @property
    def everybody(self) -> tuple[Guest, Guest, Guest]:
        """The three at the table."""
        return self.rita, self.paul, self.sue

    def _browser(self, width: int) -> Guest:
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, base_url=self.site.address
        )
        context.set_default_timeout(30_000)
        self.contexts.append(context)
        return Guest(context.new_page(), self.site, self)

    def ends(self) -> None:
        """Everybody goes home."""
        for context in self.contexts:
            context.close()
        self.server.close()

    # --- set up ---

    def opens(self, game: str, title: str, sample: str = "", **settings: str) -> Guest:
        """Open a combat as the operator, with the people of a sample or none."""
        rita = self.rita.enters()
        rita.page.get_by_label("Game").select_option(label=game)
        rita.button("All options")
        rita.page.get_by_label("Title").fill(title)
        rita.page.get_by_label("Undo and redo").select_option("consent")
        if sample:
            rita.page.locator("[name=from]").select_option(sample)
        rita.page.get_by_text("Table options").click()
        for point, value in settings.items():
            rita.page.locator(f"[name='setting.{point.replace('_', ' ')}']").select_option(value)
        rita.button("Start the fight")
        return rita

    def sits_down(self, *played: str) -> None:
        """Links for all three, each followed in a browser of its own; Paul plays those named."""
        rita = self.rita
        self.combat = re.findall(r"/combats/([^/?#]+)", rita.page.url)[0]
        names = (("Paul", "player"), ("Sue", "spectator"), ("Rita", "referee"))
        for guest, (name, role) in zip((self.paul, self.sue, rita), names, strict=True):
            guest.page.goto(self._link(name, role, played if guest is self.paul else ()))
            guest.button("Come in")
            guest.page.wait_for_url(re.compile(f"/combats/{self.combat}$"))
            expect(guest.page.locator(".who")).to_contain_text(name)
            guest.is_live()
        self.sue.page.on("framenavigated", lambda frame: self.loads.append(frame.url))

    def _link(self, name: str, role: str, played: Sequence[str]) -> str:
        rita = self.rita
        rita.page.goto(f"/combats/{self.combat}/seats")
        form = rita.form("Open the seat")
        form.get_by_label("Name of the person").fill(name)
        form.get_by_label("Sits down as").select_option(role)
        for each in played:
            form.get_by_label(each, exact=True).check()
        rita.press(form.get_by_role("button"))
        link = rita.page.get_by_label("Link").input_value()
        assert link.startswith(f"{self.site.address}/enter#")
        return link

    # --- what everybody sees, what is hidden, and what is recorded ---

    def all_read(self, **cards: str) -> None:
        """What stands in the rows of people, on each of the three pages; after each number anew."""
        for guest in self.everybody:
            for name, says in cards.items():
                row = guest.fighter(name.replace("_", " "))
                for part in re.split(r"(?<=[0-9]) ", says):
                    assert re.search(rf"(^| ){re.escape(part)}($|[ ,;/])", row), (part, row)

    def all_hear(self, *lines: str) -> None:
        """Lines of the story, on each of the three pages."""
        for guest in self.everybody:
            for line in lines:
                guest.hears(line)

    def ambushes(self) -> None:
        """The referee rolls where nobody sees it; the others' pages know nothing of it."""
        rita = self.rita
        rita.in_step().link("Referee")
        rita.page.locator("summary", has_text="Dice that no rule asks for").click()
        form = rita.form("Roll")
        rita.fills(form, Who="the referee", What_for=SECRET, Hidden="")
        rita.press(form.get_by_role("button", name="Roll", exact=True)).to_the_table()
        rita.hears(SECRET)
        self.nothing_is_betrayed()

    def nothing_is_betrayed(self) -> None:
        """Nobody but the referee finds what he rolled for, wherever he looks."""
        at = f"/combats/{self.combat}"
        for guest in (self.paul, self.sue):
            assert SECRET not in guest.page.content()
            for path in ("?all=1", "/replay", "/audit", "/docket", "/ask?named=rolls"):
                found = guest.page.request.get(at + path)
                assert found.ok and SECRET not in found.text(), path

    def recorded(self) -> list[Any]:
        """Every entry that the server has, with its hash, and how it says that things stand."""
        client = self.server.client(self.site.token, self.combat)
        state = client.send("GET", "state").json
        items, after = list[Any](), "0"
        while after is not None:
            got = client.send("GET", f"events?limit=500&after={after}").json
            items, after = items + got["items"], got["next"]
        return [*items, state]

    # --- the server dies ---

    def dies_and_returns(self) -> None:
        """The server is killed and started again where it was; the pages go on by themselves."""
        before, port = self.recorded(), self.server.port
        self.server.stop(signal.SIGKILL)
        for guest in self.everybody:
            guest.is_lost()
        self.server.start(port)
        for guest in self.everybody:
            guest.is_live()
        # The onlooker has not moved since she sat down: all came by itself, before and after.
        assert self.recorded() == before and self.loads == []

    # --- going back ---

    def goes_back(self, *, falls: str, span: str = "") -> None:
        """Paul asks to undo, having seen what falls; Rita agrees on her own page, and it falls."""
        paul, rita = self.paul, self.rita
        paul.in_step().link("Undo")
        if span:
            paul.link(f"Since the {span} began")
        paul.shows("What falls away").shows(falls).shows("Who must agree")
        expect(
            paul.page.get_by_role("listitem").filter(has_text="The referee").first
        ).to_be_visible()
        paul.button("Ask to undo it")
        for guest in self.everybody:
            expect(asked_of(guest)).to_be_visible(timeout=PATIENCE)
        assert asked_of(self.sue).get_by_role("button").count() == 0
        rita.press(asked_of(rita).get_by_role("button", name="Agree", exact=True))
        for guest in self.everybody:
            guest.in_step()
            expect(asked_of(guest)).to_have_count(0)
            expect(guest.lines().filter(has_text=falls).last).to_contain_text("undone")

    def nobody_complained(self) -> None:
        """No page ran into its own fences."""
        said = [line for guest in self.everybody for line in guest.said]
        assert [line for line in said if "Security Policy" in line or "Uncaught" in line] == []


def asked_of(guest: Guest) -> Locator:
    """Where a page shows that Paul asks to undo something."""
    return guest.page.get_by_role("region", name=re.compile("Paul asks to undo"))


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    """An evening on this machine."""
    yield from _spent(Evening(browser, tmp_path))


@pytest.fixture
def evening_on_the_network(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    """An evening by the machine's own address, as phones in the room reach it."""
    if not (found := network.addresses()):
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(NO_NETWORK, pytrace=False)
        pytest.skip(NO_NETWORK)
    yield from _spent(Evening(browser, tmp_path, found[0]))


def _spent(evening: Evening) -> Iterator[Evening]:
    try:
        yield evening
        evening.nobody_complained()
    finally:
        evening.ends()
