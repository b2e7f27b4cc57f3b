"""A server with a fight of each game in its middle, people seated, for pages that look back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from api.server.app import create_app
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain.rulesets import all_rulesets
from tests.support.browser.player import Player, Site
from tests.support.clients.http_client import Caller
from tests.support.combats.disputed import Middle


class Tables:
    """The fights, each played to its middle when it is first asked for; and browsers at them."""

    def __init__(self, service: Service, browser: Browser, address: str):
        self.service, self.browser, self.address = service, browser, address
        self._fights: dict[str, Middle] = {}

    def middle(self, fight: str) -> Middle:
        """A fight with Ann, Bo, Cleo and Rita; the same for all who ask."""
        if fight not in self._fights:
            self._fights[fight] = Middle(self.service, fight)
        return self._fights[fight]

    def own(self, fight: str) -> Middle:
        """The same, for one who goes on in it and would be in others' way."""
        return Middle(self.service, fight)

    def sits(self, caller: Caller, width: int = 360, script: bool = True) -> Player:
        """Somebody at a browser of that width, by his own link."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800},
            base_url=self.address,
            java_script_enabled=script,
        )
        context.set_default_timeout(15_000)
        page: Page = context.new_page()
        page.goto("/enter")
        page.get_by_label("Token").fill(str(caller.token))
        with page.expect_navigation():
            page.get_by_role("button", name="Enter").click()
        return Player(page, Site(self.address, str(caller.token)))


@pytest.fixture(scope="session")
def tables(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A server for all tests of pages that look back."""
    folder: Path = tmp_path_factory.mktemp("middles")
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), all_rulesets)
    server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Tables(service, browser, f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    thread.join()
    server.server_close()
    service.close()
