"""Setting up a combat from the page: people of a sample, of an earlier combat, or typed in."""

from __future__ import annotations

import pytest

from api.app import create_app
from api.samples import CHECKED_OUT, load_sample
from api.service import Service
from domain.rulesets import all_rulesets
from tests.api.paper import Reader, Sheet
from tests.api.table import Table

STORIES = {
    "age-of-magic": ("the-toll-bridge", "Begin the next combat turn"),
    "arq": ("the-far-bank", "Begin"), "kaiser": ("the-narrow-stair", "Begin"),
    "ninth-age-2e": ("the-causeway", "Begin"), "open": ("the-golem-in-the-hall", "Begin"),
    "planeswalker": ("the-swift-errand", "Begin"),
}  # fmt: skip


@pytest.fixture
def games(service: Service) -> Service:
    """The service with all its games, not the toys alone."""
    return Service(service.log, service.vault, all_rulesets)


def referee(service: Service) -> Reader:
    return Reader(create_app(service), service.vault.operator_token())


@pytest.mark.parametrize("game", STORIES)
def test_a_newcomer_has_a_fight_running_in_three_steps(games: Service, game: str):
    story, begin = STORIES[game]
    load_sample(games, CHECKED_OUT / game / story / "fight.jsonl")
    reader = referee(games)
    form = reader.reads(f"/new?ruleset={game}").form("Open the combat")
    sample = f"sample-{game}-{story}"
    answer = reader.sends(form, form.filled(title="First fight", **{"from": sample}))
    assert answer.status_code == 303, Sheet(answer.text).words
    page = reader.reads(answer.location)
    mine = games.combat(answer.location.rpartition("/")[2]).head.roster.members
    assert mine.keys() == games.combat(sample).head.roster.members.keys()
    assert reader.sends(page.form(begin)).status_code == 303


def test_several_are_typed_in_at_once(table: Table):
    reader = Reader(table.app, table.service.vault.operator_token())
    at = f"/combats/{table.combat}"
    form = reader.reads(f"{at}/referee").form("Bring the typed ones")
    text = "2 x Wolf, pack\nap 3\n\nFenja, heroes\nap 2\nwounds 4"
    assert reader.sends(form, form.filled(who=text)).location == at
    words = reader.reads(at).words
    assert "Wolf 1 pack" in words and "Wolf 2 pack" in words and "Fenja heroes" in words


def test_what_cannot_be_read_is_said_and_stays(table: Table):
    reader = Reader(table.app, table.service.vault.operator_token())
    form = reader.reads(f"/combats/{table.combat}/referee").form("Bring the typed ones")
    answer = reader.sends(form, form.filled(who="Fenja\nstrong"))
    assert answer.status_code == 400
    page = Sheet(answer.text)
    assert "line 1 of the traits has no value" in page.words and "strong" in page.text


def test_a_player_takes_nobody_out_of_anywhere(table: Table):
    reader = Reader(table.app, table.tokens["ana"])
    form = Reader(table.app, table.service.vault.operator_token()).reads(
        f"/combats/{table.combat}/referee"
    ).form("Bring the typed ones")  # fmt: skip
    assert reader.sends(form, form.filled(who="Fenja")).status_code == 403
