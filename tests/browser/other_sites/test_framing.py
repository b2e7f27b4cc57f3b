"""A page of another site shows the public replay in a frame; everything else stays empty there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.player import Site


class _Framing(BaseHTTPRequestHandler):
    """Another site, whose page has in a frame what its address names."""

    def do_GET(self) -> None:
        framed = parse_qs(urlsplit(self.path).query).get("of", [""])[0]
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        frame = f'<iframe src="{framed}" width="900" height="900"></iframe>'
        self.wfile.write(f"<!doctype html><title>Elsewhere</title>{frame}".encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The origin of another site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Framing)
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_only_the_public_replay_is_shown_in_a_frame(browser: Browser, site: Site, elsewhere: str):
    context = browser.new_context(base_url=site.address)
    found = context.request.get("/v1/combats?limit=50").json()["items"]
    sample = next(row["combat"] for row in found if row["sample"])
    page = context.new_page()
    page.goto(f"{elsewhere}/?of={site.address}/combats/{sample}/replay")
    inside = page.frame_locator("iframe")
    expect(inside.get_by_role("heading", level=1)).to_contain_text("Replay of")
    before = inside.locator("#frame").inner_text()
    inside.locator("#place").press("ArrowLeft")
    expect(inside.locator("#frame")).not_to_have_text(before)
    for path in ("", "/docket", "/replay/frame"):
        page.goto(f"{elsewhere}/?of={site.address}/combats/{sample}{path}")
        page.wait_for_load_state("networkidle")
        expect(inside.locator("main")).to_have_count(0)
    context.close()
