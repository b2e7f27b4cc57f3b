"""Fixtures of the browser tests: a Chromium, a server in a thread, a table to sit down at."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize
from werkzeug.serving import make_server

from api.server.app import create_app
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import open_log
from api.vault.key_files import Vault
from domain.rulesets import all_rulesets
from tests.support import chromium
from tests.support.browser.evening import evening, evening_on_the_network
from tests.support.browser.games_in_the_middle import tables
from tests.support.browser.player import Player, Site
from tests.support.clients.real_server import left_behind

__all__ = ["evening", "evening_on_the_network", "tables"]

PHONE: ViewportSize = {"width": 360, "height": 740}
Sit = Callable[..., Player]
LAPTOP: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture(scope="session")
def chromium_path(request: pytest.FixtureRequest) -> str:
    """A Chromium that starts; where there is none, a failure under CI and a loud skip at home."""
    path = chromium.found()
    if path is None:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(chromium.ABSENT, pytrace=False)
        pytest.skip(chromium.ABSENT)
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium_path: str) -> dict[str, Any]:
    """Chromium as root as well, which its sandbox does not want."""
    return {"executable_path": chromium_path, "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with the samples, for all browser tests."""
    folder: Path = tmp_path_factory.mktemp("site")
    shutil.copytree(left_behind(), folder, dirs_exist_ok=True)
    log = open_log(Settings(f"sqlite:///{folder}/combats.db"))
    service = Service(log, Vault(folder / "keys"), all_rulesets)
    server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Site(f"http://127.0.0.1:{server.server_port}", service.vault.operator_token())
    server.shutdown()
    thread.join()
    server.server_close()
    service.close()


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """A phone of the smallest usual width, unless a test makes a window of its own."""
    context = browser.new_context(viewport=PHONE, base_url=site.address)
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def phone(context: BrowserContext, site: Site) -> Player:
    """The referee with a phone."""
    return Player(context.new_page(), site).enters()


@pytest.fixture
def laptop(browser: Browser, site: Site) -> Iterator[Player]:
    """The referee with a laptop."""
    context = browser.new_context(viewport=LAPTOP, base_url=site.address)
    context.set_default_timeout(15_000)
    yield Player(context.new_page(), site).enters()
    context.close()


@pytest.fixture
def sit(browser: Browser, site: Site) -> Iterator[Sit]:
    """Somebody else with a phone of his own, who follows a link: `sit(link)`."""
    contexts = []

    def seated(link: str, scripted: bool = True) -> Player:
        contexts.append(
            browser.new_context(viewport=PHONE, base_url=site.address, java_script_enabled=scripted)
        )
        contexts[-1].set_default_timeout(15_000)
        other = Player(contexts[-1].new_page(), site)
        other.page.goto(link)
        if not scripted:
            other.page.get_by_label("Token or link").fill(link)
        other.button("Come in" if scripted else "Enter")
        other.page.wait_for_url(re.compile("/combats/"))
        return other

    yield seated
    for context in contexts:
        context.close()
