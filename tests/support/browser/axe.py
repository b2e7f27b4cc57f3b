"""What axe finds wrong with a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_ONLY = {"resultTypes": ["violations"]}
"""It looks as closely, but describes nothing of all that is well: most of its time went there."""


def reachable(page: Page) -> list[str]:
    """Return what is against the rules of axe, with the elements that are concerned."""
    found = Axe().run(page, options=_ONLY).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]
