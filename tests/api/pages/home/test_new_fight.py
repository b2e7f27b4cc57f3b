"""New fight: three fields lead to the table, under the undo policy that the API has as well."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from api.transfer.samples import CHECKED_OUT, load_sample
from domain import commands as c
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.no_combat_yet import operator, table

__all__ = ["operator", "table"]

HEROES = "Aria 24 AC 16\r\nBorin 30 AC 18"
GOBLINS = "3 x Goblin 7 AC 13"


def started(operator: Reader, **filled: str) -> TestResponse:
    """Press *Start* on the home page."""
    form = operator.reads("/").form("Start")
    return operator.sends(form, form.filled(**filled))


def fighters(table: Table, answer: TestResponse) -> list[tuple[str, str]]:
    """Who fights, and on which side, at the table that an answer leads to."""
    members = table.service.combat(answer.location.rpartition("/")[2]).head.roster.members
    return [(one.name, one.side) for one in members.values()]


@pytest.mark.parametrize("between", ["\r\n\r\n", "\r\nvs\r\n", "\r\nEnemies:\r\n"])
def test_who_fights_is_pasted_and_the_table_opens(table: Table, operator: Reader, between: str):
    text = ("Heroes:\r\n" if ":" in between else "") + HEROES + between + GOBLINS
    answer = started(operator, who=text)
    assert answer.status_code == 303 and not answer.location.endswith("referee")
    assert fighters(table, answer) == [
        *(("Aria", "Heroes"), ("Borin", "Heroes")),
        *((f"Goblin {n}", "Enemies") for n in (1, 2, 3)),
    ]


def test_the_same_form_opens_one_fight(operator: Reader):
    form = operator.reads("/").form("Start")
    said = form.filled(who=HEROES)
    assert operator.sends(form, said).location == operator.sends(form, said).location


def test_what_is_not_understood_starts_nothing_until_it_is_confirmed(
    table: Table, operator: Reader
):
    page = Sheet(started(operator, who=f"{HEROES}\r\nImp HP few", title="Cellar").text)
    assert 'Not understood: "HP few"' in page.words and "Cellar" not in operator.reads("/").words
    form = page.form("Start with these 3")
    answer = operator.sends(form)
    assert [name for name, _ in fighters(table, answer)] == ["Aria", "Borin", "Imp"]
    assert "Cellar" in operator.reads("/").words


def test_a_text_without_fighters_starts_nothing(operator: Reader):
    answer = started(operator, who="# later")
    assert answer.status_code == 200 and "There is no fighter" in Sheet(answer.text).words


def test_the_fighters_of_a_sample_bring_their_game_along(table: Table, operator: Reader):
    load_sample(table.service, CHECKED_OUT / "arq/the-far-bank/fight.jsonl")
    answer = started(operator, **{"from": "sample-arq-the-far-bank"})
    combat = table.service.combat(answer.location.rpartition("/")[2])
    assert combat.rules.key == "arq" and len(combat.head.roster.members) > 2
    both = started(operator, who=HEROES, **{"from": "sample-arq-the-far-bank"})
    assert both.status_code == 422 and "Leave one of the two empty" in Sheet(both.text).words


def test_all_options_keep_what_was_typed(operator: Reader):
    form = operator.reads("/").form("Start")
    said = form.filled(who=HEROES, title="Ford", ruleset="open/dnd-5e")
    said["more"] = "1"
    page = Sheet(operator.sends(form, said).text)
    values = {box.name: box.value for box in page.form("Start the fight").boxes}
    assert values["title"] == "Ford" and "Aria 24 AC 16" in values["who"]
    assert values["policy"] == "consent" and "D&D 5e" in page.words


def test_page_and_api_have_the_same_undo_policy(table: Table, operator: Reader):
    combat = started(operator, who=HEROES).location.rpartition("/")[2]
    assert table.service.combat(combat).policy == c.Open(ruleset="open").policy == "consent"


def test_with_one_device_nobody_without_a_seat_is_asked_to_agree(table: Table, operator: Reader):
    at = started(operator, who=f"{HEROES}\r\nvs\r\n{GOBLINS}").location
    form = operator.reads(at).form("Begin the first round")
    assert operator.sends(form).status_code == 303
    form = operator.reads(at).form("Roll for all")
    assert operator.sends(form).status_code == 303
    page = operator.reads(f"{at}/move?how=undo")
    assert "Ask to undo it" not in page.text and "Nobody needs to be asked." in page.words
    assert operator.sends(page.form("Undo it")).location == at
    assert "asks to" not in operator.reads(at).words


def test_a_fight_without_a_title_is_called_by_the_sides_that_all_may_see(
    table: Table, operator: Reader
):
    at = started(operator, who=f"{HEROES}\r\nvs\r\n{GOBLINS}").location
    row = table.service.log.catalogue_row(at.rpartition("/")[2])
    assert row is not None and row.title == "Heroes against Enemies"
    alone = started(operator, who=HEROES).location
    row = table.service.log.catalogue_row(alone.rpartition("/")[2])
    assert row is not None and row.title == ""


def test_the_game_of_the_last_fight_is_chosen_and_listed_by_its_preset(operator: Reader):
    form = operator.reads("/").form("Start")
    assert form.filled()["ruleset"] == "open"
    operator.sends(form, form.filled(title="Ford", who=HEROES, ruleset="open/dnd-5e"))
    page = operator.reads("/")
    assert page.form("Start").filled()["ruleset"] == "open/dnd-5e"
    assert "D&D 5e · Aria" in page.words
