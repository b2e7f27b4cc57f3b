"""The referee's page: every form on it does what its button says."""

from __future__ import annotations

import pytest

from api.presets.chosen import shipped_presets
from api.service.service import Service
from domain import commands as c
from domain.rulesets import all_rulesets
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table


class Hand:
    """The referee at the page of a table."""

    def __init__(self, table: Table):
        self.reader = Reader(table.app, table.service.vault.operator_token())
        self.at, self.table = f"/combats/{table.combat}", table

    def does(self, button: str, **filled: str) -> Sheet:
        """Press a button of the referee's page; the table as it stands then."""
        form = self.reader.reads(f"{self.at}/referee").form(button)
        answer = self.reader.sends(form, form.filled(**filled))
        assert answer.status_code == 303, Sheet(answer.text).words
        return self.reader.reads(self.at)


@pytest.fixture
def hand(table: Table) -> Hand:
    return Hand(table)


def test_armies_come_in_as_sides(hand: Hand):
    words = hand.does("Add the combatant", name="The Coast", kind="side").words
    assert "The Coast (side) comes in" in words


def test_another_goblin_gets_the_next_free_number_and_the_same_fields(service: Service):
    service.rulesets = all_rulesets
    preset = next(each.preset for each in shipped_presets() if each.name == "dnd-5e")
    combat = service.open(c.Open(ruleset="open", preset=preset)).combat.name
    hand = Hand(Table.at_combat(service, combat))
    at = f"{hand.at}/referee"
    for number in ("1", "2"):
        hand.does(
            "Add the combatant", name=f"Goblin {number}", hp="7", traits="speed 30\nnote: sly"
        )
    form = hand.reader.reads(f"{at}?like=goblin-1").form("Add the combatant")
    said = form.filled()
    assert (said["text:name"], said["number:traits.hp"]) == ("Goblin 3", "7")
    assert (said["number:traits.speed"], said["traits:traits"]) == ("30", "note: sly")
    came = hand.reader.sends(form, said).location
    words = hand.reader.reads(came).words
    assert "Goblin 3 has come in. To the table" in words
    assert "has come in" not in hand.reader.reads(f"{at}?came=Nobody").words
    assert (
        service.combat(combat).head.pools.of["goblin-3"]
        == (service.combat(combat).head.pools.of["goblin-1"])
    )


def test_loose_dice_say_what_may_be_typed(hand: Hand):
    words = hand.reader.reads(f"{hand.at}/referee").words
    assert "Such as 14. Leave it empty to roll here." in words and "Such as +3." in words


def test_a_pool_is_changed_by_points(hand: Hand):
    words = hand.does("Change AP", subject="ana", delta="-2", note="a curse").words
    assert 'ana: AP set to 1 (by hand): "a curse"' in words


def test_a_condition_is_begun_and_ended(hand: Hand):
    words = hand.does("Begin a condition", subject="bert", level="2", note="fell").words
    assert "hurt, level 2, until" in words
    words = hand.does("End for bert: hurt", note="rose").words
    assert "Bert: hurt ends (the referee's word)" in words


def test_a_condition_that_begins_says_how_long_and_from_whom(hand: Hand):
    said = {"left": "3", "span": "round", "edge": "begin", "source": "ana", "concentration": "yes"}
    words = hand.does("Begin a condition", subject="bert", **said, note="a curse").words
    assert "caused by ana" in words and "(3 rounds to go)" in words
    assert "with concentration" in words


def test_a_condition_that_stands_gets_another_level_and_end(hand: Hand):
    hand.does("Begin a condition", subject="bert", level="1", note="fell")
    changed = hand.does("Change for bert: hurt 1", level="2", endless="yes", note="worse").words
    assert "level 2" in changed


def test_a_tie_and_a_place_are_set(hand: Hand):
    words = hand.does("Set: side by side", of="ana", toward="bert", value="yes", note="x").words
    assert "Ana and bert: side by side" in words
    assert (
        "at the mill" in hand.does("Set the place", subject="ana", place="the mill", note="x").words
    )


def test_somebody_leaves_and_the_end_is_taken_back(hand: Hand):
    assert "No longer here: cleo" in hand.does("Remove the combatant", who="cleo").words
    assert "The combat is over" in hand.does("End the combat").words
    assert "What now?" in hand.does("Reopen the combat").words


def test_dice_are_rolled_openly_or_hidden(hand: Hand):
    words = hand.does("Roll", who="referee", purpose="the wind", faces="4").words
    assert "The referee rolls the wind 4 = 1d6 [4]" in words
    hand.does("Roll", who="referee", purpose="an ambush", hidden="yes")
    assert "an ambush" not in Reader(hand.table.app, hand.table.tokens["ana"]).reads(hand.at).words


def test_everything_on_it_can_be_undone(hand: Hand):
    hand.does("Change AP", subject="ana", delta="1", note="a gift")
    page = hand.reader.reads(f"{hand.at}/move?how=undo")
    assert "ana, AP" in page.words and "4 → 3" in page.words
    hand.reader.sends(page.form("Undo it"))
    assert "ana a AP 3 AP of ana Now" in hand.reader.reads(hand.at).words


def test_the_form_that_changes_a_seat_shows_how_it_is(hand: Hand):
    sheet = hand.reader.reads(f"{hand.at}/seats")
    ticked = [at["value"] for tag, at in sheet.tags if tag == "input" and "checked" in at]
    chosen = [at["value"] for tag, at in sheet.tags if tag == "option" and "selected" in at]
    assert "ana" in ticked
    assert "player" in chosen and "spectator" in chosen


def refused(hand: Hand, **filled: str) -> str:
    """What the page says where somebody is not taken in."""
    form = hand.reader.reads(f"{hand.at}/referee").form("Add the combatant")
    answer = hand.reader.sends(form, form.filled(**filled))
    assert answer.status_code == 422
    return Sheet(answer.text).words


def test_the_name_of_a_hidden_fighter_points_to_them_and_their_id_brings_them_out(hand: Hand):
    hand.does("Add the combatant", name="Sprite", hidden="yes")
    words = refused(hand, name="sprite")
    assert "Sprite is in hiding. To bring them out, write 'sprite' under Id" in words
    assert "Sprite is in hiding." in refused(hand, subject="SPRITE")
    hand.does("Add the combatant", name="Sprite", hidden="yes")
    hand.does("Add the combatant", name="Sprite", subject="sprite-b")
    hand.does("Add the combatant", subject="sprite")
    roster = hand.table.service.combat(hand.table.combat).head.roster
    found = {who: m.hidden for who, m in roster.members.items() if m.name == "Sprite"}
    assert found == {"sprite-2": True, "sprite-b": False, "sprite": False}


def test_the_name_of_who_has_left_points_to_them_and_their_id_brings_them_back(hand: Hand):
    hand.does("Add the combatant", name="Sprite")
    hand.does("Remove the combatant", who="sprite")
    words = refused(hand, name="Sprite")
    assert "Sprite is away. To bring them back, write 'sprite' under Id" in words
    assert "Sprite comes in" in hand.does("Add the combatant", subject="sprite").words


def test_the_id_of_somebody_here_in_other_letters_makes_no_second_one(hand: Hand):
    hand.does("Add the combatant", name="Sprite")
    assert "Sprite is here already, with the Id 'sprite'." in refused(hand, subject="Sprite")
