"""Pictures of every page, at every width, in the light and in the dark: `make pictures`.

They go into `pictures/`, for people to look at. A page that sticks out of its window is told.
`python -m tests.support.pictures window-arq 360` takes those whose names begin so, at that width
alone, and `python -m tests.support.pictures guide` those of the guide and the README, as they stand
in their windows.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from api.pages.layout.static_files import FOLDER as STATIC
from tests.browser.table.test_positions import eight
from tests.support import chromium
from tests.support.browser.player import STICKING_OUT, Player, Site
from tests.support.browser.scenes import CARDS, THROWS, WINDOWS, Staged, serving, staged

FOLDER = Path(__file__).parents[2] / "pictures"
GUIDE = STATIC / "pictures"
WINDOW_SIZES: dict[str, ViewportSize] = {
    "360": {"width": 360, "height": 740},
    "768": {"width": 768, "height": 1024},
    "1280": {"width": 1280, "height": 800},
    "1920": {"width": 1920, "height": 1080},
}
"""A phone, a tablet, a laptop and a projector."""

IN_THE_GUIDE = {
    "phone": ("window-age-of-magic-player", "360"),
    "why": ("why", "360"),
    "undo": ("undo", "360"),
    "replay": ("replay", "1280"),
    "remedy": ("remedy", "1280"),
    "end": ("summary", "1280"),
}
"""What the guide shows beside a table of eight: the name of each picture, its page and window."""

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SAMPLE = "age-of-magic/the-toll-bridge"
MOVING = "open/the-golem-in-the-hall"
"""The sample that moves on the home page."""


class Shot(NamedTuple):
    """A page to be taken: what its picture is called, its address, and whose eyes see it."""

    name: str
    path: str
    token: str


def main(argv: list[str]) -> int:
    """Take the pictures that the arguments name, or all of them; 1 if a page sticks out."""
    path = chromium.found()
    if path is None:
        print(chromium.ABSENT)
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with serving(Path(folder), (SAMPLE, MOVING)) as (service, site):
            stages = [staged(service, scene) for scene in (*WINDOWS, *THROWS, *CARDS)]
            shots = {shot.name: shot for shot in wanted(site, stages)}
            wrong = _all(browser, site, shots, argv) if argv != ["guide"] else []
            if argv == ["guide"]:
                _take_for_guide(browser, site, shots)
        browser.close()
    print(*wrong, f"{len(wrong)} things stick out of their windows.", sep="\n")
    return 1 if wrong else 0


def _all(browser: Browser, site: Site, shots: dict[str, Shot], argv: list[str]) -> list[str]:
    """Take what the arguments name, or everything; what sticks out."""
    FOLDER.mkdir(exist_ok=True)
    widths = [each for each in argv if each in WINDOW_SIZES] or list(WINDOW_SIZES)
    names = [each for each in argv if each not in WINDOW_SIZES]
    chosen = [shot for shot in shots.values() if _asked(shot, names)]
    print(f"{len(chosen)} pages go into {FOLDER}.")
    return [said for shot in chosen for said in _taken(browser, site, shot, widths)]


def _take_for_guide(browser: Browser, site: Site, shots: dict[str, Shot]) -> None:
    GUIDE.mkdir(exist_ok=True)
    for name, (shot, width) in IN_THE_GUIDE.items():
        page = _opened(browser, site, shots[shot])
        page.set_viewport_size(WINDOW_SIZES[width])
        page.emulate_media(color_scheme="light")
        page.screenshot(path=GUIDE / f"{name}.png")
        page.context.close()
    context = browser.new_context(base_url=site.address, viewport=WINDOW_SIZES["1280"])
    eight(Player(context.new_page(), site).enters()).page.screenshot(path=GUIDE / "table.png")
    context.close()


def _asked(shot: Shot, names: list[str]) -> bool:
    return not names or any(shot.name.startswith(name) for name in names)


def wanted(site: Site, stages: list[Staged]) -> Iterator[Shot]:
    """Every page: the tables as player and as referee, and what else there is."""
    for stage in stages:
        scene = stage.scene
        kind = "window" if scene in WINDOWS else "throw" if scene in THROWS else "card"
        here = f"/combats/{stage.combat}"
        yield Shot(f"{kind}-{stage.scene.game}-player", here, stage.token)
        yield Shot(f"{kind}-{stage.scene.game}-referee", here, site.token)
    yield from _others(site, f"/combats/{stages[0].combat}")


def _others(site: Site, here: str) -> Iterator[Shot]:
    for name, path in {
        "start": "/",
        "guide": "/guide",
        "guide-undo": "/guide/undo",
        "new": "/new?ruleset=age-of-magic",
        "undo": f"{here}/move?how=undo",
        "referee": f"{here}/referee",
        "seats": f"{here}/seats",
        "moment": f"{here}?at=12",
        "heads": f"{here}/heads",
        "trouble": "/combats/none",
        "why": f"{here}/why?what=ap+of+cogan",
        "why-not": f"{here}/why-not?who=cogan&what=parry",
        "what-if": f"{here}/what-if",
        "dice": f"{here}/dice",
        "audit-of-many": "/audit",
        "campaigns": "/campaigns",
        "docket": f"{here}/docket",
        "contest": f"{here}/contest?entry=40",
        "remedy": f"{here}/contest?entry=40&remedy=go-back&number%3Ato=38&filled=1",
        "redo": f"{here}/move?how=redo",
        "reference": "/reference",
    }.items():
        yield Shot(name, path, site.token)
    yield Shot("import", "/import", site.token)
    yield Shot("start-visitor", "/", "")
    yield Shot("seatless", here, "")
    yield Shot("enter", "/enter", "")
    yield Shot("join", "/join#ABCD-EFGH", "")
    yield from _looking_back(f"/combats/sample-{SAMPLE.replace('/', '-')}")


def _looking_back(here: str) -> Iterator[Shot]:
    """What anybody may look up in a fight that was played."""
    for name, path in {
        "replay": "replay?at=46",
        "compare": "compare?at=46&to=60",
        "summary": "summary",
        "audit": "audit",
        "ask": "ask?named=spending",
    }.items():
        yield Shot(name, f"{here}/{path}", "")
    yield Shot("sample", f"/combats/sample-{SAMPLE.replace('/', '-')}", "")


def _opened(browser: Browser, site: Site, shot: Shot) -> Page:
    context = browser.new_context(base_url=site.address)
    if shot.token:
        context.add_cookies([{"name": "combatlog", "value": shot.token, "url": site.address}])
    page = context.new_page()
    page.goto(shot.path)
    return page


def _taken(browser: Browser, site: Site, shot: Shot, widths: list[str]) -> Iterator[str]:
    """Take a page at some widths in both schemes; what sticks out of a window."""
    page = _opened(browser, site, shot)
    for width in widths:
        page.set_viewport_size(WINDOW_SIZES[width])
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=FOLDER / f"{shot.name}-{width}-{scheme}.png", full_page=True)
        for found in page.evaluate(STICKING_OUT):
            yield f"{shot.name}-{width}: {found}"
    page.context.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
