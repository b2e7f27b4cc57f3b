"""Disputes in a browser: contested from a line of the story, heard, ruled, appealed, settled."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import tab_to
from tests.support.browser.axe import reachable
from tests.support.browser.games_in_the_middle import Tables
from tests.support.browser.player import Player
from tests.support.browser.quarrel import choose_remedy
from tests.support.combats.disputed import MIDDLE
from tests.sweeps import widths

pytestmark = pytest.mark.sweep(of="disputes")


def looks_well(player: Player, name: str) -> None:
    """In reach and within the window, on a phone and on a laptop or one of them."""
    player.page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    for width in widths(name, (360, 1280)):
        player.page.set_viewport_size({"width": width, "height": 800})
        assert reachable(player.page) == [], (player.page.url, width)
        player.picture(name)
    player.page.set_viewport_size({"width": 360, "height": 800})


@pytest.mark.sweep
@pytest.mark.parametrize("fight", MIDDLE)
def test_a_dispute_from_a_line_of_the_story_to_its_end(tables: Tables, fight: str):
    """Without a script: contested with a claim, previewed, and ruled otherwise."""
    middle = tables.own(fight)
    entry = middle.last_deed(middle.ann_plays)
    bo, ann, rita, cleo = (
        tables.sits(caller, script=False)
        for caller in (middle.bo, middle.ann, middle.rita, middle.cleo)
    )
    contest(bo, middle.combat, entry)
    here = bo.page.url
    ann.page.goto(here)
    state_the_case(ann)
    rita.page.goto(here)
    rita.shows(f"What it would do: go back to entry {entry - 1}")
    rule_to_let_stand(rita)
    cleo.page.goto(here)
    cleo.shows("Settled: let it stand.")
    assert cleo.page.locator("main form").count() == 0
    cleo.link("All disputes").shows("Ruled: let it stand")


def contest(bo: Player, combat: str, entry: int) -> None:
    """Bo contests an entry from its line of the story, with the claim to go back before it."""
    bo.page.goto(f"/combats/{combat}?all=1")
    story = bo.page.locator("#cards")
    contests = story.get_by_role("link", name=f"Contest entry {entry}", exact=True)
    bo.press(contests).picture(f"contest-{combat}")
    bo.button("Go back to an earlier moment")
    bo.page.get_by_label("To right after entry").fill(str(entry - 1))
    bo.button("See what it would do").shows("What falls away").shows("How things stand then")
    bo.page.get_by_label("Why", exact=True).fill("He was out of reach.")
    bo.button(f"Contest entry {entry} and claim: go back to entry {entry - 1}")
    bo.shows("Waiting for the referee to rule.").shows("“He was out of reach.”")


def state_the_case(ann: Player) -> None:
    """Ann says how she saw it; a remedy is not hers to choose."""
    ann.page.get_by_label("How you saw it").fill("I saw it so.")
    ann.button("State the case").shows("Ann states: “I saw it so.”")
    assert ann.page.get_by_role("form", name="Remedy").count() == 0


def rule_to_let_stand(rita: Player) -> None:
    """Rita chooses that it stands instead of the claim, and rules so."""
    rita.button("Let it stand").shows("Everything stays as it is.")
    rita.page.get_by_label("Why", exact=True).fill("The measure says so.")
    rita.button("Rule: let it stand").shows("Let it stand, by Rita").shows("Settled: let it stand.")


def test_an_appeal_goes_to_the_vote_and_whoever_is_no_party_decides(tables: Tables):
    middle = tables.own("kaiser/the-narrow-stair")
    entry = middle.last_deed(middle.ann_plays)
    number = middle.contests(middle.bo, entry, clause="the stair")
    at = f"/combats/{middle.combat}/docket/{number}"
    middle.rita.says("rule-dispute", dispute=number, remedy={"remedy": "let-stand"}, note="So.")
    bo, cleo = tables.sits(middle.bo), tables.sits(middle.cleo)
    bo.page.goto(at)
    choose_remedy(bo, "pool ki")
    bo.page.get_by_label("Whose").select_option(index=1)
    bo.page.get_by_label("ki more or less").fill("much")
    bo.button("See what it would do")
    expect(bo.page.get_by_role("alert")).to_contain_text("This has to be a number of points")
    bo.page.get_by_label("ki more or less").fill("1")
    bo.button("See what it would do").shows(
        re.compile("What it would do: make good: .* ki .1", re.I)
    )
    bo.page.get_by_label("Why", exact=True).fill("It costs me.")
    bo.button("Appeal, and claim: make good").shows("Waiting for Cleo to vote.")
    before = middle.cleo.read("state")
    cleo.page.goto(at)
    looks_well(cleo, "dispute-vote")
    cleo.button("Uphold: make good").shows("Settled: make good")
    assert middle.cleo.read("state") != before


def test_a_contest_by_the_keyboard_alone(tables: Tables):
    middle = tables.own("arq/lamplighters-alley")
    entry = middle.last_deed(middle.bo_plays)
    ann = tables.sits(middle.ann, 1280)
    ann.page.goto(f"/combats/{middle.combat}/contest?entry={entry}")
    ann.page.get_by_label("Why", exact=True).focus()
    ann.page.keyboard.type("He had moved already.")
    tab_to(ann.page, f"Contest entry {entry}")
    with ann.page.expect_navigation():
        ann.page.keyboard.press("Enter")
    ann.shows("“He had moved already.”")


def test_the_pages_of_disputes_are_within_reach(tables: Tables):
    middle = tables.own("age-of-magic/the-toll-bridge")
    entry = middle.last_deed(middle.ann_plays)
    number = middle.contests(middle.bo, entry)
    at = f"/combats/{middle.combat}"
    rita = tables.sits(middle.rita)
    for name, path in (
        ("contest", f"contest?entry={entry}"),
        ("docket", "docket"),
        ("case", f"docket/{number}"),
        ("annul", f"docket/{number}?remedy=annul&number:entry={entry}"),
        ("amend", f"docket/{number}?remedy=amend"),
        ("pool", f"docket/{number}?remedy=pool+ap&one:change.subject=cogan&points:change.delta=2"),
    ):
        rita.page.goto(f"{at}/{path}")
        looks_well(rita, f"docket-{name}")
    rita.page.goto(f"{at}/docket/{entry}")
    expect(rita.page.get_by_role("heading", level=1)).to_have_text("There is no such dispute")
    assert [said for said in rita.said if "Security" in said] == []
