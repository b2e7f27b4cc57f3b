"""A referee rules for the first time, on a phone: from the flag on a line to one history for all.

The ruling with what it would do before, the replay of what it changed, two moments side by side,
the audit that has it, and the heads of two devices compared. And how few taps it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.test_docket import looks_well
from tests.browser.test_first_time import too_small
from tests.support.browser.axe import reachable
from tests.support.browser.games_in_the_middle import Tables
from tests.support.browser.player import Player
from tests.support.browser.quarrel import choose_remedy

pytestmark = pytest.mark.sweep(of="disputes")

FIGHT = "age-of-magic/the-toll-bridge"
IDS = re.compile(r"\b(cogan|urlik|erik|man|p[123]|q\d+|k\d+|a\d+)\b")
HEADS = re.compile(r"\b[0-9a-f]{4}( [0-9a-f]{4}){3,}\b")
"""The number of a log in groups of four, some of which look like an id: `a678`."""


def fit_for_newcomers(player: Player, name: str) -> Player:
    """Within reach, as large as a finger, and without a word for programs."""
    looks_well(player, f"first-{name}")
    assert too_small(player.page) == []
    words = player.page.locator("main").inner_text()
    words = HEADS.sub("", words)
    assert IDS.search(words.replace("man-at-arms", "")) is None, IDS.search(words)
    return player


@pytest.fixture
def people(tables: Tables) -> Iterator[tuple[Player, Player, Player, str]]:
    """Rita, Bo and Ann at a fight in which Bo contests what Ann did; the address of the fight."""
    middle = tables.own(FIGHT)
    entry = middle.last_deed(middle.ann_plays)
    middle.contests(middle.bo, entry, clause="3.5")
    seated = [tables.sits(who) for who in (middle.rita, middle.bo, middle.ann)]
    yield (*seated, f"/combats/{middle.combat}")  # type: ignore[misc]
    for each in seated:
        each.page.context.close()


def test_a_ruling_is_made_and_looked_back_at(people: tuple[Player, Player, Player, str]):
    rita, bo, ann, here = people
    rita.page.goto(here)
    rita.press(rita.page.get_by_role("link", name=re.compile(r"Disputes \(\d+ open\)")))
    fit_for_newcomers(rita, "docket")
    rita.press(rita.page.locator(".cases a").last)
    fit_for_newcomers(rita, "case")
    rules(rita)
    fit_for_newcomers(rita, "ruled")
    for other in (bo, ann):
        other.page.goto(rita.page.url)
        fit_for_newcomers(other, "appeal").shows("Settled: make good")
    looks_back(rita, here)
    compares_heads(rita, bo, here)


def rules(rita: Player) -> None:
    """Points are made good: what that would do is shown first, then it is ruled."""
    choose_remedy(rita, "pool ap")
    rita.page.get_by_label("Whose").select_option(label="Cogan")
    rita.page.get_by_label("AP more or less").fill("-99")
    rita.button("See what it would do")
    alert = rita.page.get_by_role("alert")
    expect(alert).to_contain_text("AP cannot go below 0")
    expect(alert).to_contain_text(re.compile(r"left\s*8\s*change\s*-99\s*least\s*0"))
    fit_for_newcomers(rita, "refused")
    rita.page.get_by_label("AP more or less").fill("1 1/2")
    rita.button("See what it would do").shows("What it would do: make good: Cogan AP +1 1/2")
    fit_for_newcomers(rita, "preview")
    rita.page.get_by_label("Why", exact=True).fill("The step was paid twice.")
    rita.button("Rule: make good: Cogan AP +1 1/2").shows("What was ruled")


def looks_back(rita: Player, here: str) -> None:
    """The replay by keys and steps; a link to the moment, and it beside another; the audit."""
    rita.link("Replay")
    page = rita.page
    page.get_by_label("Moment", exact=True).focus()
    page.keyboard.press("End")
    shots = page.locator("#shots")
    expect(shots).to_contain_text("Cogan: AP set to 9 1/2")
    fit_for_newcomers(rita, "replay")
    rita.press(page.get_by_role("link", name="Link to this moment"))
    moment = page.url
    expect(page.locator("#shots")).to_contain_text("Cogan: AP set to 9 1/2")
    page.get_by_label("Back by one step").click()
    expect(page.locator("#shots")).not_to_contain_text("Cogan: AP set to 9 1/2")
    page.goto(moment)
    rita.press(page.get_by_role("link", name="Compare it"))
    fit_for_newcomers(rita, "compare")
    page.get_by_label("Second moment: after entry").fill("46")
    rita.button("Compare them").shows("What differs")
    fit_for_newcomers(rita, "compared")
    rita.link("Audit").shows("The step was paid twice.")
    fit_for_newcomers(rita, "audit")
    assert reachable(page) == [] and here in page.url


def compares_heads(rita: Player, bo: Player, here: str) -> None:
    """Two devices that were told one history say so; one that was told another is found out."""
    noted = []
    for player in (bo, rita):
        player.page.goto(here)
        player.link("Check that everyone saw the same log")
        expect(player.page.get_by_text(re.compile("Noted on this device"))).to_be_visible()
        noted.append(player.page.get_by_label("What this device noted").input_value())
    fit_for_newcomers(rita, "heads")
    rita.page.get_by_label("What another device noted").fill(noted[0])
    rita.page.get_by_role("button", name="Compare").click()
    fit_for_newcomers(rita, "heads-compared")


# --- how many taps it takes ------------------------------------------------------------------

TAPS = """addEventListener("pointerdown", it => {
  if (it.target !== document.documentElement)
    localStorage.taps = Number(localStorage.taps ?? 0) + 1;
}, true)"""
"""Counts every tap on a page and on those that follow."""


@pytest.fixture
def alone(tables: Tables) -> Iterator[Player]:
    """The referee alone at a fight, before its story; every tap is counted."""
    middle = tables.own(FIGHT)
    for seat in ("s1", "s2", "s3"):
        middle.rita.says("seat-close", seat=seat)
    rita = tables.sits(middle.rita)
    rita.page.context.add_init_script(TAPS)
    rita.page.goto(f"/combats/{middle.combat}?all=1")
    yield rita
    rita.page.context.close()


def taps(player: Player) -> int:
    found: int = player.page.evaluate("Number(localStorage.taps ?? 0)")
    return found


def types(player: Player, label: str, text: str) -> None:
    """Tap a field, and type."""
    player.page.get_by_label(label, exact=True).click()
    player.page.keyboard.type(text)


def test_the_referee_alone_settles_a_dispute_with_five_taps(alone: Player):
    """From the flag on a line: each field that is typed in is a tap as well."""
    alone.press(alone.page.get_by_role("link", name="Contest entry 40", exact=True))
    types(alone, "Why", "Was he in reach?")
    alone.button("Contest entry 40").shows("You rule on it below.")
    types(alone, "Why", "He was.")
    alone.button("Rule: let it stand").shows("Settled: let it stand.")
    assert 0 < taps(alone) <= 5


def test_what_was_typed_stays_while_a_remedy_is_chosen(alone: Player):
    alone.press(alone.page.get_by_role("link", name="Contest entry 40", exact=True))
    types(alone, "Why", "Was he in reach?")
    alone.button("Go back to an earlier moment").shows("To right after entry")
    alone.button("See what it would do")
    assert alone.page.get_by_label("Why", exact=True).input_value() == "Was he in reach?"


def test_what_was_claimed_is_settled_with_two_taps_more_than_it_was_claimed(alone: Player):
    """The referee claims to go back, and rules so: what it would do is shown without a tap."""
    at = alone.page.url.partition("?")[0]
    alone.page.goto(f"{at}/contest?entry=40&remedy=go-back&number%3Ato=39&filled=1")
    types(alone, "Why", "He was out of reach.")
    alone.button("Contest entry 40 and claim: go back to entry 39").shows("You rule on it below")
    claimed = taps(alone)
    alone.shows("What it would do: go back to entry 39")
    types(alone, "Why", "He was.")
    alone.button("Rule: go back to entry 39").shows("Settled: go back to entry 39.")
    assert 0 < claimed < taps(alone) <= claimed + 2
