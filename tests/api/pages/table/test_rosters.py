"""Setting up a combat from the page: people of a sample, of an earlier combat, or typed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.read.last_sheets import joins_by_id
from api.server.app import create_app
from api.service.service import Service
from api.transfer.samples import CHECKED_OUT, load_sample
from domain import commands as c
from domain.rulesets import all_rulesets
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in

STORIES = {
    "age-of-magic": ("the-toll-bridge", "Begin the first combat turn"),
    "arq": ("the-far-bank", "Begin"),
    "kaiser": ("the-narrow-stair", "Begin"),
    "ninth-age-2e": ("the-causeway", "Begin"),
    "open": ("the-golem-in-the-hall", "Begin"),
    "planeswalker": ("the-swift-errand", "Begin"),
}


@pytest.fixture
def games(service: Service) -> Service:
    """The service with all its games, not the toys alone."""
    return Service(service.log, service.vault, all_rulesets)


def referee(service: Service) -> Reader:
    return Reader(create_app(service), service.vault.operator_token())


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("game", STORIES)
def test_a_newcomer_has_a_fight_running_in_three_steps(games: Service, game: str):
    story, begin = STORIES[game]
    load_sample(games, CHECKED_OUT / game / story / "fight.jsonl")
    reader = referee(games)
    form = reader.reads(f"/new?ruleset={game}").form("Start the fight")
    sample = f"sample-{game}-{story}"
    answer = reader.sends(form, form.filled(title="First fight", **{"from": sample}))
    assert answer.status_code == 303, Sheet(answer.text).words
    page = reader.reads(answer.location)
    mine = games.combat(answer.location.rpartition("/")[2]).head.roster.members
    assert mine.keys() == games.combat(sample).head.roster.members.keys()
    assert reader.sends(page.form(begin)).status_code == 303


def test_who_comes_from_an_earlier_combat_brings_what_outlasted_it(games: Service):
    load_sample(games, CHECKED_OUT / "planeswalker/the-swift-errand/fight.jsonl")
    reader, errand = referee(games), "sample-planeswalker-the-swift-errand"
    first = opened(reader, errand)
    form = reader.reads(f"{first}/referee").form("Change counters")
    said = form.filled(subject="vessa", key="poison", delta="2", note="bitten")
    assert reader.sends(form, said).status_code == 303
    second = opened(reader, first.rpartition("/")[2])
    for page in (first, second):
        head = games.combat(page.rpartition("/")[2]).head
        assert head.pools.balance_of("vessa", "counters", "poison") == 2


def opened(reader: Reader, origin: str) -> str:
    """The page of a new combat with those of another."""
    form = reader.reads("/new?ruleset=planeswalker").form("Start the fight")
    return reader.sends(form, form.filled(title="Another", **{"from": origin})).location


def test_several_are_typed_in_at_once(table: Table):
    reader = Reader(table.app, table.service.vault.operator_token())
    at = f"/combats/{table.combat}"
    form = reader.reads(f"{at}/referee").form("Add these")
    text = "2 x Wolf, pack\nap 3\n\nFenja, heroes\nap 2\nwounds 4"
    assert reader.sends(form, form.filled(who=text)).location == at
    words = reader.reads(at).words
    assert "Wolf 1 pack" in words and "Wolf 2 pack" in words and "Fenja heroes" in words


@pytest.fixture
def bridge(tmp_path: Path) -> Table:
    """A fight of any game with nobody in it."""
    service = service_in(tmp_path)
    return Table.at_combat(service, service.open(c.Open(ruleset="open")).combat.name)


def test_in_any_game_a_pasted_text_is_read_as_people_write_it(bridge: Table):
    reader, at = referee(bridge.service), f"/combats/{bridge.combat}"
    form = reader.reads(f"{at}/referee").form("Add these")
    text = "Enemies:\r\n2 x Goblin HP 7 AC 13\r\nThug HP 32 [prone]"
    assert reader.sends(form, form.filled(who=text)).location == at
    members = bridge.service.combat(bridge.combat).head.roster.members
    assert [(m.name, m.side) for m in members.values()] == [
        ("Goblin 1", "Enemies"),
        ("Goblin 2", "Enemies"),
        ("Thug", "Enemies"),
    ]


def test_what_was_not_understood_is_shown_before_anybody_joins(bridge: Table):
    reader, at = referee(bridge.service), f"/combats/{bridge.combat}"
    form = reader.reads(f"{at}/referee").form("Add these")
    text = "Dragon HP lots AC 19\r\n500 x Rat\r\nKara HP 24 pc -- late"
    page = Sheet(reader.sends(form, form.filled(who=text)).text)
    assert 'Line 1, column 8: Not understood: "HP lots". Dragon is taken without it.' in page.words
    assert 'Line 2, column 1: "500 x": at most 50 at once. Nothing is taken' in page.words
    assert "Dragon: ac 19" in page.words and "Kara: hp 24, pc yes, late" in page.words
    assert text.replace("\r\n", " ") in page.words.replace("  ", " ")
    assert not bridge.service.combat(bridge.combat).head.roster.members
    again = page.form("Add these 2 as read")
    changed = Sheet(reader.sends(again, again.filled(who="Imp HP few")).text)
    assert 'Not understood: "HP few"' in changed.words, "another text was not confirmed"
    assert reader.sends(again, again.filled(who=text)).location == at
    members = bridge.service.combat(bridge.combat).head.roster.members
    assert list(members) == ["dragon", "kara"]


def test_a_text_with_nobody_in_it_says_so(bridge: Table):
    reader, at = referee(bridge.service), f"/combats/{bridge.combat}"
    form = reader.reads(f"{at}/referee").form("Add these")
    page = Sheet(reader.sends(form, form.filled(who="# later")).text)
    assert "Nobody has joined yet. There is nobody in this text." in page.words


def test_what_cannot_be_read_is_said_and_stays(table: Table):
    reader = Reader(table.app, table.service.vault.operator_token())
    form = reader.reads(f"/combats/{table.combat}/referee").form("Add these")
    answer = reader.sends(form, form.filled(who="Fenja\nstrong"))
    assert answer.status_code == 400
    page = Sheet(answer.text)
    assert "line 1 of the traits has no value" in page.words and "strong" in page.text


@pytest.mark.parametrize(
    "sheet", ["ap 2\nap 3", "ap 2, ap 3", '{"ap": 2, "ap": 3}', "axe/hit 2\naxe 3"]
)
def test_what_is_said_twice_is_refused_and_neither_is_lost(table: Table, sheet: str):
    reader = Reader(table.app, table.service.vault.operator_token())
    form = reader.reads(f"/combats/{table.combat}/referee").form("Add these")
    answer = reader.sends(form, form.filled(who=f"Fenja\n{sheet}"))
    assert answer.status_code == 400 and "a second time: leave one out" in Sheet(answer.text).words


def test_who_came_out_of_hiding_has_its_first_sheet_in_the_next_combat(table: Table):
    table.operator.says("join", subject="gru", side="b", hidden=True, traits={"ap": 7})
    table.operator.says("join", subject="gru", name="Gru", side="b")
    with table.service.lock_combat(table.combat) as combat:
        found = joins_by_id(combat)["gru"]
    assert (found.name, found.traits, found.hidden) == ("Gru", {"ap": 7}, False)
    reader = Reader(table.app, table.service.vault.operator_token())
    page = reader.reads(f"/combats/{table.combat}/referee?like=gru")
    assert page.form("Add the combatant").filled()["traits:traits"] == "ap: 7"


def test_a_player_takes_nobody_out_of_anywhere(table: Table):
    reader = Reader(table.app, table.tokens["ana"])
    form = (
        Reader(table.app, table.service.vault.operator_token())
        .reads(f"/combats/{table.combat}/referee")
        .form("Add these")
    )
    assert reader.sends(form, form.filled(who="Fenja")).status_code == 403
