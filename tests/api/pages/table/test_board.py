"""The page of a table in every game: life in each row, one mark each, and what the buttons say."""

from __future__ import annotations

import re

import pytest

from api.server.app import create_app
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.browser.scenes import CARDS, THROWS, WINDOWS, Scene, staged
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table


def page(service: Service, scene: Scene, is_referee: bool = False) -> Sheet:
    """The table at the moment of a scene as its player sees it, or then the referee."""
    games = Service(service.log, service.vault, all_rulesets)
    stage, app = staged(games, scene), create_app(games)
    seen = Reader(app, stage.token).reads(f"/combats/{stage.combat}")
    operator = games.vault.operator_token()
    return Reader(app, operator).reads(f"/combats/{stage.combat}") if is_referee else seen


def scene(game: str, among: tuple[Scene, ...] = WINDOWS) -> Scene:
    return next(each for each in among if each.game == game)


def rows(sheet: Sheet) -> str:
    """What stands in the rows of the fighters."""
    return sheet.words.partition("The story")[0]


def test_who_has_no_wounds_is_shown_with_none(service: Service):
    words = rows(page(service, scene("arq")))
    assert words.count("wounds 0") == 3 and words.count("wounds ") == 7


@pytest.mark.parametrize(
    ("game", "first"), [("kaiser", "LP 120"), ("ninth-age-2e", "HP 10"), ("planeswalker", "Life 4")]
)
def test_life_comes_first_in_a_row(service: Service, game: str, first: str):
    assert first in re.sub(r"\s+", " ", rows(page(service, scene(game))))
    sheet = page(service, scene(game, THROWS), is_referee=True)
    changed = {found.get("title") for tag, found in sheet.tags if tag == "button"}
    assert f"Less {first.split()[0]}" in changed and f"More {first.split()[0]}" in changed


def test_a_unit_in_ambush_is_not_down(service: Service):
    sheet = page(service, scene("ninth-age-2e"))
    assert "In ambush" in sheet.words and "Down" not in rows(sheet)
    assert not [it for _, it in sheet.tags if "down" in it.get("class", "").split()]
    assert "where it is" not in sheet.words and "objective: Hold the causeway" in sheet.words


def test_in_a_turn_of_a_side_its_own_row_is_marked_and_no_other(service: Service):
    sheet = page(service, scene("ninth-age-2e", CARDS))
    current = [it.get("id", "") for _, it in sheet.tags if "aria-current" in it]
    assert [it for it in current if it.startswith("row-")] == ["row-hills"]


def test_the_banner_says_what_is_asked_and_then_whose_turn_it_is(service: Service):
    banner = page(service, scene("planeswalker")).words.partition("Just now")[0]
    _, _, said = banner.partition("Your go, Robin: An answer? Vessa")
    assert said.startswith("Rotation 1 Turn of Korr") and "has the go" not in banner
    banner = page(service, scene("arq")).words.partition("Just now")[0]
    assert banner.count("Snag") == 1 and "Round 2 Movement, Snag's go" in banner


def test_a_card_is_entered_in_the_player_s_place_which_is_said_once(service: Service):
    sheet = page(service, scene("ninth-age-2e", CARDS), is_referee=True)
    assert "The Hills: Enter the card and its numbers" in [form.button for form in sheet.forms]
    assert sheet.words.count("in the player's place") == 1


def test_the_order_of_the_last_round_says_so(service: Service):
    words = page(service, scene("open", THROWS)).words
    assert "Order of the last round, rolled:" in words


def test_no_time_is_not_told(service: Service):
    assert "0 s of game time" not in page(service, scene("kaiser")).words


def test_a_word_is_not_the_likely_deed(service: Service):
    sheet = page(service, scene("kaiser", THROWS), is_referee=True)
    likely = {it["id"] for _, it in sheet.tags if "likely" in it.get("class", "").split()}
    assert [it.button for it in sheet.forms if it.id in likely] == ["Captain Ros: Roll defence"]


def test_nothing_to_redo_is_no_refusal(table: Table):
    reader = Reader(table.app, table.tokens["rita"])
    sheet = reader.reads(f"/combats/{table.combat}/move?how=redo")
    assert "There is nothing to redo" in sheet.words and "Refused" not in sheet.words


def test_where_nobody_is_concerned_nobody_has_to_agree(service: Service):
    table = Table.laid(service, policy="consent")
    table.ana.says("act", who="ana", manoeuvre="move")
    sheet = Reader(table.app, table.tokens["ana"]).reads(f"/combats/{table.combat}/move")
    assert "will be asked" not in sheet.words
    assert "has to agree" not in sheet.words and "Nobody needs to be asked." in sheet.words


def test_a_question_may_be_about_the_end_of_a_turn(table: Table):
    sheet = Reader(table.app, table.tokens["rita"]).reads(f"/combats/{table.combat}/ask")
    assert "As it stood" in sheet.words and "after entry" not in sheet.words
    [moments] = [box for form in sheet.forms for box in form.boxes if box.name == "at"]
    assert moments.kind == "select" and len(moments.choices) > 1


def test_what_the_referee_may_take_back_for_many_is_folded(service: Service):
    seen = page(service, Scene("kaiser", "the-narrow-stair", 12, ("captain",)), is_referee=True)
    assert "Take back … (4)" in seen.words and "Take back Wat's attack intention" in seen.words


def test_it_says_for_whom_everybody_passes(service: Service):
    games = Service(service.log, service.vault, all_rulesets)
    stage = staged(games, Scene("kaiser", "the-narrow-stair", 12, ("captain",)))
    referee = Reader(create_app(games), games.vault.operator_token())
    words = referee.reads(f"/combats/{stage.combat}").words
    assert "Everybody passes For Hilde and Captain Ros: nothing more." in words
