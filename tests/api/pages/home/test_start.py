"""Where to begin: the combats there are, each told apart from the next."""

from __future__ import annotations

import re

from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import OPENING, Caller, Table

MINUTE = 60_000


def opens(table: Table, operator: Caller, at: int) -> str:
    """Another combat of the same title, opened at a time."""
    table.service.effects = table.service.effects._replace(now=lambda: at)
    return str(operator.post("/v1/combats", {**OPENING, "seats": []}).json["combat"])  # type: ignore[index]


def test_combats_of_one_title_are_told_apart_by_when_they_were_opened(service: Service):
    table = Table.laid(service)
    token = service.vault.operator_token()
    operator = Caller(table.client, token)
    first, second, third = (
        opens(table, operator, 1_700_000_000_000 + n * MINUTE) for n in (3, 5, 5)
    )
    words = Reader(table.app, token).reads("/?q=ford").words
    assert "opened 14 Nov 2023, 22:18 UTC, number 1" in words
    assert "opened 14 Nov 2023, 22:18 UTC, number 2" in words
    assert "opened 14 Nov 2023, 22:16 UTC" in words
    assert not any(name in words for name in (first, second, third))


def test_games_and_presets_are_listed_by_title(service: Service):
    table = Table.laid(service)
    service.rulesets = all_rulesets
    page = Reader(table.app, service.vault.operator_token()).get("/").text
    chosen = page[page.index('id="ruleset"') : page.index("</select>")]
    games, presets = (
        re.findall(r"<option value=\"[^\"]+\"[^>]*>([^<]+)<", part)
        for part in chosen.split("<optgroup")
    )
    assert games == sorted(games, key=str.casefold) and len(games) == 6
    assert presets == ["D&amp;D 5e", "Pathfinder 2e", "Plain hit points"]


def test_a_player_sees_the_fight_whose_go_it_is_theirs(table: Table):
    page = Reader(table.app, table.tokens["ana"]).reads("/")
    assert "Your fights" in page.words and "Your go" in page.words and "Round 1" in page.words
    bert = Reader(table.app, table.tokens["bert"]).reads("/")
    assert "Your go" not in bert.words and "ana has the go" in bert.words


def test_fights_in_play_and_those_that_are_over_are_lists_of_their_own(table: Table):
    operator = Reader(table.app, table.service.vault.operator_token())

    def lists() -> tuple[str, str]:
        words = operator.reads("/").words
        playing, others = words.split("In play")[1].split("New fight", 1)
        return playing, others.split(" Over ")[1].split(" Samples ")[0]

    assert ["The ford" in each for each in lists()] == [True, False]
    table.operator.says("end")
    assert ["The ford" in each for each in lists()] == [False, True]


def test_nobody_sees_a_fight_without_a_seat(table: Table):
    words = Reader(table.app).reads("/").words
    assert "The ford" not in words and "Join with a code" in words and "New fight" not in words
