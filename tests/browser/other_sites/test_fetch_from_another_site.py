"""A page of another site calls the API with fetch and a token, once its origin is allowed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page

from tests.support.browser.player import Site

OPENING = {"ruleset": "open", "title": "The bridge", "settings": {"order": "as added"}}
FETCH = """async ([url, token, body, key]) => {
    const headers = { Authorization: `Bearer ${token}` };
    if (body) headers["Content-Type"] = "application/json";
    if (key) headers["Idempotency-Key"] = key;
    const sent = { headers, method: body ? "POST" : "GET", body: body && JSON.stringify(body) };
    try {
        const answer = await fetch(url, sent);
        const [etag, replayed] = ["ETag", "Idempotency-Replayed"].map(it => answer.headers.get(it));
        return { status: answer.status, etag, replayed, said: await answer.json() };
    } catch (error) {
        return { refused: String(error) };
    }
}"""
STREAM = """async ([url, token, from]) => {
    const Accept = "text/event-stream";
    const headers = { Accept, Authorization: `Bearer ${token}`, "Last-Event-ID": from };
    const answer = await fetch(url, { headers });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("Halt!")) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
    }
    await reader.cancel();
    return text;
}"""


class Bridge(NamedTuple):
    """A combat: what the referee sends to it, its address, and the token."""

    referee: APIRequestContext
    at: str
    token: str

    def allows(self, *origins: str) -> None:
        """Let the pages of these sites call the API."""
        answer = self.referee.post(f"{self.at}/door", data={"origins": list(origins)})
        assert answer.json().get("origins", []) == list(origins)

    def asks(self, page: Page, path: str, body: Any = None, key: str = "") -> Any:
        """Fetch an address of the combat from a page."""
        return page.evaluate(FETCH, [f"{self.at}/{path}", self.token, body, key])


class _Elsewhere(BaseHTTPRequestHandler):
    """Another site with one empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The origin of another site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere)
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page_elsewhere(browser: Browser, elsewhere: str) -> Iterator[Page]:
    """A browser that shows a page of another site."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(elsewhere)
    yield page
    context.close()


@pytest.fixture
def bridge(browser: Browser, site: Site) -> Iterator[Bridge]:
    """A combat, opened and let in to by programs that are no pages."""
    headers = {"Authorization": f"Bearer {site.token}"}
    context = browser.new_context(base_url=site.address, extra_http_headers=headers)
    opened = context.request.post("/v1/combats", data=OPENING).json()
    yield Bridge(context.request, f"{site.address}/v1/combats/{opened['combat']}", site.token)
    context.close()


def test_a_page_of_another_site_plays_once_the_referee_allows_it(
    page_elsewhere: Page, elsewhere: str, bridge: Bridge
):
    there = page_elsewhere
    halt = {"type": "note", "note": "Halt!"}
    assert "refused" in bridge.asks(there, "state")
    assert "refused" in bridge.asks(there, "commands", halt)
    bridge.allows(elsewhere)
    before = bridge.asks(there, "state")
    assert before["status"] == 200 and before["etag"]
    first, again = (bridge.asks(there, "commands", halt, "halt-1") for _ in range(2))
    assert (first["status"], first["replayed"]) == (200, None)
    assert (again["replayed"], again["said"]["step"]) == ("true", first["said"]["step"])
    assert again["etag"]
    heard = there.evaluate(STREAM, [f"{bridge.at}/events", bridge.token, "1"])
    assert heard.count("Halt!") == 1
    assert bridge.asks(there, "commands", {"type": "act"})["status"] == 422
    bridge.allows()
    assert "refused" in bridge.asks(there, "options")
