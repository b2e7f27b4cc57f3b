"""The pages in Firefox: a fight from its first form to its replay, on a laptop and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import firefox
from tests.support.browser.firefox import Firefox
from tests.support.browser.player import Site


@pytest.fixture
def fox(site: Site, tmp_path: Path) -> Iterator[Firefox]:
    """The operator before a Firefox; where there is none, a loud skip."""
    program = firefox.found()
    if program is None:
        pytest.skip(firefox.ABSENT)
    found = Firefox(program, tmp_path / "profile")
    try:
        found.is_wide(1280).goes_to(f"{site.address}/enter#{site.token}").presses("Come in")
        yield found
    finally:
        found.close()


def test_a_fight_from_its_first_form_to_its_replay(fox: Firefox, site: Site):
    fox.is_well("home").goes_to(f"{site.address}/new?ruleset=open/hit-points")
    fox.fills("Title", "By fox").presses("Start the fight")
    for name, side in (("Ann", "heroes"), ("Ogre", "foes")):
        fox.fills("Name", name).fills("Side", side).fills("Hit points", "12")
        fox.presses("Add the combatant")
    fox.presses("Table").presses("Begin the first round").presses("Roll for all")
    for width in (360, 1280):
        fox.is_wide(width).is_well(f"table-{width}")
        assert fox.box(".outcome")["top"] < fox.box("h2#question")["top"]
    other = "Ogre" if "Turn of Ann" in fox.reads(".banner") else "Ann"
    fox.fills("Action", "strikes").fills("Damage", "5").presses("Log it")
    assert f"strikes at {other}" in fox.reads(".outcome")
    assert "7 / 12" in fox.reads(".rows").replace("\n", " ")
    fox.taps(f"7: {other}, hit points").is_well("why").shows(f"{other}: 7 hit points")
    fox.goes_to(fox.says("return location.href")).presses("Undo").is_well("undo").presses("Undo it")
    assert "12 / 12" in fox.reads(".rows").replace("\n", " ")
    fox.presses("Replay").is_well("replay")
    assert "After entry" in fox.reads("#moment")
