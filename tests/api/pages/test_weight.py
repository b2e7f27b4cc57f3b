"""The first view of a table is small, in every game, and asks no other server for anything."""

from __future__ import annotations

import gzip
import re

import pytest

from api.pages.layout.static_files import FOLDER, address
from api.server.app import create_app
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.browser.scenes import THROWS, WINDOWS, Scene, staged
from tests.support.clients.html_reader import Reader

MOST = 90_000


def loaded(reader: Reader, path: str) -> dict[str, int]:
    """What a browser loads for a page, by address: how many bytes go over the line."""
    page = reader.get(path, **{"Accept-Encoding": "gzip"})
    found = re.findall(r'<(?:script|link|img|source)[^>]+?(?:src|href)="([^"]+)"', page.text)
    parts = {it: reader.get(it, **{"Accept-Encoding": "gzip"}) for it in found if it != "data:,"}
    assert all(part.status_code == 200 for part in parts.values()), parts
    return {path: len(page.data)} | {at: len(part.data) for at, part in parts.items()}


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("scene", [*WINDOWS, *THROWS], ids=lambda it: f"{it.game}-{it.lines}")
def test_the_first_view_of_a_table_is_under_ninety_kilobytes(service: Service, scene: Scene):
    games = Service(service.log, service.vault, all_rulesets)
    stage = staged(games, scene)
    app = create_app(games)
    for token in (stage.token, games.vault.operator_token()):
        sizes = loaded(Reader(app, token), f"/combats/{stage.combat}")
        assert all(path.startswith("/") for path in sizes), sizes
        assert sum(sizes.values()) < MOST, sizes


def test_what_never_changes_is_packed_for_whoever_takes_that(service: Service):
    reader = Reader(create_app(service))
    every = [*FOLDER.glob("*.js"), *FOLDER.glob("*.css"), *FOLDER.glob("vendor/*.js")]
    assert len(every) > 8
    for path in every:
        at = address(str(path.relative_to(FOLDER)))
        packed = reader.get(at, **{"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == path.read_bytes() == reader.get(at).data
        assert len(packed.data) < len(path.read_bytes())
