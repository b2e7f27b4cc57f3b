"""A referee who was never here before, with a phone: the focus, what is said aloud, the fingers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import beside, focused
from tests.support.browser.axe import reachable
from tests.support.browser.games_in_the_middle import Tables
from tests.support.browser.player import Player

pytestmark = pytest.mark.sweep(of="first time", share=4)

TOO_SMALL = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter(it => it.checkVisibility() && it.type !== "hidden" && !it.closest(".off, .skip"))
  .map(it => {
    // A line of words is as high as it is; a field is pressed by its label as well.
    if (it.matches(".why") && !it.closest(".order, .pools, .pool")) return "";
    if (it.matches("p a:not(.way-out), .hint a, .conditions a, .asks a")) return "";
    const whole = it.matches("[type=checkbox], [type=radio]") ? it.closest("label") : it;
    const box = whole.getBoundingClientRect(), more = getComputedStyle(it, "::after");
    const reach = side => more.position === "absolute" ? parseFloat(more[side]) : 0;
    const wide = Math.max(box.width, reach("width")), high = Math.max(box.height, reach("height"));
    return wide < 43.5 || high < 43.5 ? `${Math.round(wide)}x${Math.round(high)} ${it.outerHTML.slice(0, 90)}` : "";
  }).filter(Boolean)
"""  # noqa: E501 - one expression of the browser's


def too_small(page: Page) -> list[str]:
    """What a finger cannot press: less than 44 px wide or high."""
    found: list[str] = page.evaluate(TOO_SMALL)
    return found


def test_whoever_may_answer_begins_at_the_question(phone: Player):
    beside(phone, "The focus")
    assert focused(phone.page, "id") == "question"
    phone.page.keyboard.press("Tab")
    assert focused(phone.page, "tagName") in ("BUTTON", "SUMMARY")
    phone.does("Cogan", "Stand and attack (sword)")
    assert focused(phone.page, "innerText").startswith("A reaction?")


def test_what_went_wrong_has_the_focus(phone: Player):
    phone.page.goto("/enter")
    phone.page.get_by_label("Token").fill("nonsense")
    phone.button("Enter")
    assert focused(phone.page, "role") == "alert"
    assert focused(phone.page, "innerText").startswith("No valid token.")


def test_where_nobody_is_asked_it_is_said_aloud_who_has_the_go(phone: Player):
    beside(phone, "Said aloud")
    aloud = phone.page.locator(".asks[role=status]")
    expect(aloud).to_have_text("Cogan's go.")
    phone.does("Cogan", "Stand and attack (sword)")
    expect(aloud).to_have_text("A reaction? Urlik")


def test_a_finger_can_press_everything_that_is_pressed_in_play(phone: Player):
    beside(phone, "The finger")
    here = phone.page.url
    assert too_small(phone.page) == []
    phone.does("Cogan", "Stand and attack (sword)").everybody_passes()
    phone.page.locator(".typed summary").first.click()
    assert too_small(phone.page) == []
    for path in (
        "/",
        "/new?ruleset=age-of-magic",
        "/enter",
        "/join",
        f"{here}/move",
        f"{here}/referee",
        f"{here}/seats",
        f"{here}/heads",
    ):
        phone.page.goto(path)
        assert too_small(phone.page) == [], path


def test_a_refusal_calls_people_by_their_names(tables: Tables):
    middle = tables.middle("age-of-magic/the-toll-bridge")
    rita = tables.sits(middle.rita)
    rita.page.goto(f"/combats/{middle.combat}/why-not?who=cogan&what=parry&at=47")
    panel = rita.page.locator(".panel")
    expect(panel).to_contain_text("Cogan is not asked now")
    for name in ("Erik", "Urlik", "Man-at-arms"):
        expect(panel).to_contain_text(f"{name} is asked now")
    assert not re.search(r"\b(cogan|urlik|erik)\b", panel.inner_text())
    assert reachable(rita.page) == []


@pytest.mark.parametrize("path", ["contest?entry=43", "replay?at=43&by=entry"])
def test_a_question_has_no_number_for_people(tables: Tables, path: str):
    middle = tables.middle("age-of-magic/the-toll-bridge")
    rita = tables.sits(middle.rita)
    rita.page.goto(f"/combats/{middle.combat}/{path}")
    shots = rita.page.locator(".shots")
    expect(shots).to_contain_text("The question is closed")
    assert not re.search(r"\bq\d", shots.inner_text())


def test_amounts_in_answers_are_in_points(tables: Tables):
    middle = tables.middle("age-of-magic/the-toll-bridge")
    rita = tables.sits(middle.rita)
    rita.page.goto(f"/combats/{middle.combat}/ask?sql=SELECT delta FROM postings WHERE pool='ap'")
    amounts = rita.page.locator("td").all_inner_texts()
    assert "-0.5" in amounts or "-1.5" in amounts or "-2.5" in amounts, amounts


def test_a_wide_picture_says_on_a_phone_that_it_slides(tables: Tables):
    middle = tables.middle("age-of-magic/the-toll-bridge")
    rita = tables.sits(middle.rita)
    rita.page.goto(f"/combats/{middle.combat}/audit")
    hint = rita.page.get_by_text("Slide the picture sideways").first
    expect(hint).to_be_visible()
    rita.page.set_viewport_size({"width": 768, "height": 1024})
    expect(hint).to_be_hidden()


@pytest.mark.parametrize(
    "path", ["move?how=jump&to=32", "contest?entry=34&remedy=go-back&number%3Ato=32&filled=1"]
)
def test_whoever_is_at_the_other_end_of_a_tie_is_called_by_his_name(tables: Tables, path: str):
    middle = tables.middle("age-of-magic/the-toll-bridge")
    rita = tables.sits(middle.rita)
    rita.page.goto(f"/combats/{middle.combat}/{path}")
    rita.shows(re.compile("Cogan – (Urlik|Man-at-arms)[:,] side by side"))
    assert "– urlik" not in rita.page.locator("main").inner_text()


def test_of_many_steps_those_that_stay_are_folded(tables: Tables):
    middle = tables.middle("age-of-magic/the-toll-bridge")
    rita = tables.sits(middle.rita)
    claim = "contest?entry=34&remedy=annul&number%3Aentry=34&filled=1"
    rita.page.goto(f"/combats/{middle.combat}/{claim}")
    shown = [it for it in rita.page.locator(".verdict").all_inner_texts() if it]
    assert set(shown) == {"dropped", "changed"}
    rita.page.get_by_text(re.compile(r"^\d+ steps stay as they were$")).click()
    expect(rita.page.locator(".v-kept").first).to_be_visible()


def test_whose_turn_it_is_is_said_once_beside_the_phase(tables: Tables):
    middle = tables.middle("planeswalker/the-swift-errand")
    rita = tables.sits(middle.rita)
    rita.page.goto(f"/combats/{middle.combat}?at=130")
    clock = rita.page.locator(".banner .clock").first
    expect(clock).to_have_text(re.compile(r"Turn of (Korr|Vessa) Main phase$"))
