"""An app on a home screen: its manifest and icons, offered in a secure context."""

from __future__ import annotations

import json
import re
import struct

from api.pages.layout.static_files import FOLDER, address
from tests.support.browser.icons import SIZES
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table


def test_the_manifest_names_icons_that_are_there(table: Table):
    reader = Reader(table.app)
    page = reader.get("/").text
    assert f'rel="manifest" href="{address("app.webmanifest")}"' in page
    answer = reader.get(address("app.webmanifest"))
    said = json.loads(answer.data)
    assert answer.mimetype == "application/manifest+json" and said["start_url"] == "/"
    for icon in said["icons"]:
        assert reader.get(address(icon["src"])).mimetype == icon["type"]


def test_every_icon_has_the_size_that_it_says():
    for size in SIZES:
        data = (FOLDER / f"icon-{size}.png").read_bytes()
        assert struct.unpack(">4xII", data[12:24])[:2] == (size, size), size


def test_without_a_secure_context_nothing_is_offered(table: Table):
    client = table.app.test_client()
    for base, offered in (("http://localhost", True), ("http://table.local", False)):
        table.app.config["TRUSTED_HOSTS"] = ["localhost", "table.local"]
        page = client.get("/", base_url=base).text
        assert ('rel="manifest"' in page) == offered
        assert len(re.findall('name="theme-color"', page)) == 2
