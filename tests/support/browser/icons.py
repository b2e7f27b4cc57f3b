"""Icons of an installed app, drawn from `icon.svg`: `python -m tests.support.browser.icons`."""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

from api.pages.layout.static_files import FOLDER
from tests.support import chromium

SIZES = (180, 192, 512)
"""Of a home screen of Apple's, of Android's, and of a start screen."""


def main() -> int:
    """Draw every size; 1 where no Chromium is found."""
    path = chromium.found()
    if path is None:
        print(chromium.ABSENT)
        return 1
    # A launcher cuts its own corners, so that the ground reaches to the edge.
    picture = (FOLDER / "icon.svg").read_text("utf-8").replace(' rx="7"', "")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0}}svg{{display:block}}</style>{picture}")
            page.screenshot(path=FOLDER / f"icon-{size}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
