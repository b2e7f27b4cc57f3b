"""A finger can press whatever is pressed, on every page there is, at the smallest usual width."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_first_time import too_small
from tests.support.browser.games_in_the_middle import Tables
from tests.support.hidden_worlds.all_addresses import PAGES_TO_LOOK_AT

BRIDGE = "age-of-magic/the-toll-bridge"
SAVED = (".csv", ".zip", "/replay.html", "/head", "/board", "/replay/frame")
"""What is saved as a file, and the parts that a page asks for by itself."""
FILLED = (
    "why?what=ap+of+cogan",
    "why-not?who=cogan&what=parry&at=47",
    "contest?entry=34",
    "contest?entry=34&remedy=go-back&number%3Ato=32&filled=1",
    "contest?entry=34&remedy=annul&number%3Aentry=34&filled=1",
    "replay?at=46",
    "compare?at=46&with_at=60",
    "compare?at=46",
    "ask?named=spending",
    "ask?sql=SELECT+1+FROM+nothing",
    "audit?rejudge=1",
    "move?how=undo",
    "move?how=jump&to=32",
)
"""Pages with something asked of them."""
OF_GAMES = ("/reference", "/new?ruleset=age-of-magic", "/enter", "/combats/none", "/guide/undo")
HERE = "/combats/<combat>"
PAGES = (
    *(each for each in PAGES_TO_LOOK_AT if not each.endswith(SAVED)),
    *(f"{HERE}/{each}" for each in FILLED),
    f"{HERE}/docket/<dispute>",
    f"{HERE}/docket/<dispute>?remedy=amend",
    *OF_GAMES,
)


@pytest.fixture(scope="session")
def bridge(tables: Tables) -> dict[str, str]:
    """A fight with a dispute and a what-if: what stands for them in the addresses."""
    middle = tables.own(BRIDGE)
    number = middle.contests(middle.bo, middle.last_deed(middle.ann_plays))
    middle.rita.post("what-ifs", {"at": "60", "title": "What if"})
    return {"combat": middle.combat, "dispute": str(number)}


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 768])
def test_everything_that_is_pressed_is_as_high_and_wide_as_a_finger(
    tables: Tables, bridge: dict[str, str], width: int
):
    operator = tables.sits(tables.middle(BRIDGE).operator, width)
    found = {}
    for page in PAGES:
        address = page
        for name, value in bridge.items():
            address = address.replace(f"<{name}>", value)
        operator.page.goto(address)
        expect(operator.page.locator("main")).to_be_visible()
        operator.page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
        found[page] = too_small(operator.page)
        operator.fits()
    assert {page: small for page, small in found.items() if small} == {}
