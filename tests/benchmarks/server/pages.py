"""What a phone waits for: the first view of a table in the middle of a fight.

The profile is that of a slow phone on slow 4G: 1.6 Mbit/s down, 150 ms for every answer, and a
processor four times slower than this machine's. A page is interactive when it stands, with its
style, and its scripts have run. Nothing is in the browser's store.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from playwright.sync_api import Browser, CDPSession, sync_playwright

from tests.benchmarks.measure import Bar, Benchmark, Gauge
from tests.benchmarks.server.commands import folder
from tests.browser.conftest import PHONE
from tests.support import chromium
from tests.support.browser.scenes import WINDOWS, serving, staged

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
SLOWER = 4
READY = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
WEIGHT = """performance.getEntries().reduce((sum, it) =>
  sum + (it.initiatorType === "fetch" ? 0 : it.transferSize ?? 0), 0) / 1000"""


def first_view(what: str) -> Callable[[ExitStack], Callable[[], float]]:
    """A figure of the first view, on a phone that was never here before."""

    def prepare(stack: ExitStack) -> Callable[[], float]:
        path = chromium.found()
        if path is None:
            raise FileNotFoundError(chromium.ABSENT)
        service, site = stack.enter_context(serving(folder(stack)))
        stage = staged(service, WINDOWS[0])
        play = stack.enter_context(sync_playwright())
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        stack.callback(browser.close)
        here = f"{site.address}/combats/{stage.combat}"
        return lambda: _seen(browser, here, stage.token, what)

    return prepare


def _seen(browser: Browser, here: str, token: str, what: str) -> float:
    context = browser.new_context(viewport=PHONE)
    context.add_cookies([{"name": "combatlog", "value": token, "url": here}])
    page = context.new_page()
    _throttled(context.new_cdp_session(page))
    page.goto(here, wait_until="load")
    found = float(page.evaluate(what))
    context.close()
    return found


def _throttled(session: CDPSession) -> None:
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


BENCHMARKS: list[Benchmark | Gauge] = [
    Gauge(
        "page-interactive",
        "a table's first view on a slow phone on slow 4G, until interactive",
        Bar("at most", 1000.0, "ms"),
        first_view(READY),
    ),
    Gauge(
        "page-weight", "what that first view loads", Bar("at most", 100.0, "kB"), first_view(WEIGHT)
    ),
]
