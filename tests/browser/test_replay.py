"""The replay in a browser: with the script and without it, by the keyboard, on every game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_docket import looks_well
from tests.support.browser.games_in_the_middle import Tables
from tests.support.browser.player import Player
from tests.support.combats.disputed import MIDDLE

pytestmark = pytest.mark.sweep(of="replay", share=6)

BRIDGE = "age-of-magic/the-toll-bridge"


def moment(player: Player) -> int:
    """The entry after which the frame stands."""
    found = re.fullmatch(
        r"After entry (\d+)( undone)?", player.page.locator("#moment").inner_text()
    )
    assert found
    return int(found[1])


def waits(player: Player, text: str) -> None:
    """The frame comes to a moment."""
    expect(player.page.locator("#moment")).to_have_text(text)


@pytest.mark.sweep
@pytest.mark.parametrize("fight", MIDDLE)
def test_every_game_is_replayed_and_compared_in_its_own_words(tables: Tables, fight: str):
    middle = tables.middle(fight)
    entry = middle.last_deed(middle.ann_plays)
    player = tables.sits(middle.rita)
    at = f"/combats/{middle.combat}"
    for name, path in (
        ("replay", f"replay?at={entry}"),
        ("compare", f"compare?at=20&with_at={entry}"),
        ("audit", "audit"),
        ("why", f"why?what={entry}"),
        ("ask", "ask?named=spending"),
    ):
        player.page.goto(f"{at}/{path}")
        looks_well(player, f"{name}-{fight.partition('/')[0]}")
    player.page.goto(f"{at}/replay?at={entry}&by=entry")
    assert moment(player) == entry
    for picture in player.page.locator("figure img").all():
        assert re.search(r"at first, .* in the end", picture.get_attribute("alt") or "")
        assert picture.evaluate("it => it.naturalWidth") > 0
    assert [said for said in player.said if "Security" in said or "Error" in said] == []


def test_without_a_script_one_steps_on_and_back_by_links(tables: Tables):
    middle = tables.middle(BRIDGE)
    player = tables.sits(middle.cleo, script=False)
    player.page.goto(f"/combats/{middle.combat}/replay?at=24")
    assert player.page.locator("#player").is_hidden()
    start = moment(player)
    player.link("On by one entry")
    assert moment(player) == start + 1
    player.link("Back by one entry")
    assert moment(player) == start
    player.link("On by one phase").shows("Phase of ")
    player.link("On by one combat turn").shows("Combat turn 2")
    player.page.get_by_label("Go to entry").fill("46")
    player.button("Show it")
    assert moment(player) == 46 and "at=46" in player.page.url
    player.shows("Cogan pays 2 AP, 11 left")
    player.link("Compare it …")
    player.page.get_by_label("Second moment: after entry").fill("84")
    player.button("Compare them").shows("AP 10 instead of 11")


@pytest.fixture
def replayed(tables: Tables) -> Player:
    """Ann before the replay of the bridge, at entry 46, by entries."""
    middle = tables.middle(BRIDGE)
    player = tables.sits(middle.ann, 1280)
    player.page.goto(f"/combats/{middle.combat}/replay?at=46&by=entry")
    return player


def test_keys_step_by_entry_and_by_round(replayed: Player):
    page = replayed.page
    page.keyboard.press("ArrowRight")
    waits(replayed, "After entry 47")
    page.keyboard.press("ArrowLeft")
    waits(replayed, "After entry 46")
    page.keyboard.press("r")
    expect(page.locator("#frame .clock")).to_contain_text("Combat turn 2")
    page.keyboard.press("Shift+R")
    expect(page.locator("#frame .clock")).to_contain_text("Combat turn 1")


def test_the_slider_goes_to_a_moment_and_steps_by_keys(replayed: Player):
    page = replayed.page
    slider = page.get_by_label("Moment", exact=True)
    slider.fill("100")
    waits(replayed, "After entry 100")
    expect(page).to_have_url(re.compile("at=100&by=entry"))
    slider.focus()
    page.keyboard.press("ArrowRight")
    waits(replayed, "After entry 101")
    expect(page.get_by_role("status")).to_have_text("After entry 101")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_slider_lies_over_its_lanes(tables: Tables, script: bool, width: int):
    middle = tables.middle(BRIDGE)
    player = tables.sits(middle.ann, width, script=script)
    player.page.goto(f"/combats/{middle.combat}/replay?at=46")
    assert player.page.get_by_role("button", name="Go there").is_visible() is not script
    slider = player.page.get_by_label("Moment", exact=True).bounding_box()
    lane = player.page.locator(".track svg").first.bounding_box()
    assert slider is not None and lane is not None
    assert lane["x"] - slider["x"] == pytest.approx(8, abs=1)  # half a thumb at each end
    assert slider["width"] - lane["width"] == pytest.approx(16, abs=1)


def test_the_button_plays_and_stops(replayed: Player):
    page = replayed.page
    page.get_by_label("Moment", exact=True).fill("100")
    waits(replayed, "After entry 100")
    page.get_by_label("speed").select_option("very fast")
    page.get_by_role("button", name="Play").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#moment")).to_have_text(re.compile("After entry 1[1-9][0-9]"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_at_the_end_there_is_only_a_way_back_which_keeps_the_focus(replayed: Player):
    page = replayed.page
    page.keyboard.press("End")
    expect(page.get_by_label("On by one entry")).to_have_count(0)
    page.get_by_label("Back by one entry").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Back by one entry")).to_be_focused()
    page.reload()
    assert f"at={moment(replayed)}" in page.url


def test_what_was_undone_hangs_on_the_tree_and_is_marked(tables: Tables):
    middle = tables.middle("planeswalker/the-swift-errand")
    rita = tables.sits(middle.rita)
    line = middle.service.combat(middle.combat).line
    played = {step for step in range(1, line.steps + 1) if line.is_play(step)}
    before = len(played - {line.parent(step) for step in played})
    middle.rita.says("rewind", how="undo")
    middle.rita.says("roll", who="referee", purpose="weather", faces={"weather": [3]})
    at = f"/combats/{middle.combat}/replay"
    rita.page.goto(at)
    tree = rita.page.locator(".branches")
    assert tree.locator("li").count() >= before + 2
    expect(tree).to_contain_text("play stands here")
    rita.press(tree.locator("li.fell a").last)
    expect(rita.page.locator("#moment")).to_contain_text("undone")
    looks_well(rita, "replay-undone")
    rita.page.goto(at)
    rita.page.locator("summary", has_text="Undone and redone").click()
    rita.press(rita.page.locator("details[open] .marked a").first)
    expect(rita.page.locator("#shots")).to_contain_text("Undo: play goes back from")


def test_what_is_hidden_is_on_nobody_elses_replay(tables: Tables):
    middle = tables.middle("kaiser/the-narrow-stair")
    middle.rita.says("roll", who="referee", purpose="ambush", hidden=True, faces={"ambush": [3]})
    rita, cleo = tables.sits(middle.rita), tables.sits(middle.cleo)
    for player, sees in ((rita, True), (cleo, False)):
        for path in ("replay", "replay/frame?through=1&place=100000", "audit", "ask?named=rolls"):
            player.page.goto(f"/combats/{middle.combat}/{path}")
            found = "ambush" in player.page.content().lower()
            assert found == sees or (sees and path != "replay"), path
