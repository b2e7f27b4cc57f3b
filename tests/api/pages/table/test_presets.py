"""Presets on the pages: chosen as a game, typed as JSON, and at work in the forms; and editing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api.presets.shipped import shipped
from tests.support.clients.html_reader import Form, Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    service = service_in(tmp_path)
    table = Table.at_combat(service, "none")
    return Reader(table.app, service.vault.operator_token())


def values(form: Form) -> dict[str, str]:
    """What stands in the boxes of a form."""
    return {box.name: box.value for box in form.boxes}


def opened(reader: Reader, game: str, **filled: str) -> str:
    """Open a combat of a game by the form; its address."""
    form = reader.reads(f"/new?ruleset={game}").form("Start the fight")
    answer = reader.sends(form, form.filled(**filled))
    assert answer.status_code == 303, Sheet(answer.text).words
    return str(answer.location).removesuffix("/referee")


def does(reader: Reader, at: str, button: str, page: str = "referee", **filled: str) -> str:
    """Press a button of a page; the words of the table as it stands then."""
    form = reader.reads(f"{at}/{page}".rstrip("/")).form(button)
    answer = reader.sends(form, form.filled(**filled))
    assert answer.status_code == 303, Sheet(answer.text).words
    return reader.reads(at).words


def test_presets_are_games_to_choose(reader: Reader):
    words = reader.reads("/").words
    assert "D&D 5e" in words and "Pathfinder 2e" in words and "Plain hit points" in words
    sheet = reader.reads("/new?ruleset=open/dnd-5e")
    assert "D&D 5e" in sheet.words and "by bonus (default)" in sheet.words
    assert "edition" not in sheet.words
    assert "Any game, edition 1" in reader.reads("/new?ruleset=open").words


def test_the_form_of_who_comes_in_asks_for_the_fields_of_the_sheet(reader: Reader):
    at = opened(reader, "open/dnd-5e", title="The ford")
    filled = {"name": "Kara", "traits.hp": "24", "traits.armour class": "16"}
    words = does(reader, at, "Add the combatant", **filled)
    assert "24 of 24 hit points" in words
    typed = {"name": "Ogre", "traits.hp": "59", "traits": "AC 11\nsize: large"}
    does(reader, at, "Add the combatant", **typed)
    assert "59 of 59 hit points" in reader.reads(at).words
    form = reader.reads(f"{at}/referee?edit=ogre").form("Save Ogre")
    assert values(form)["traits:traits"].splitlines() == ["AC: 11", "hp: 59", "size: large"]


def test_usual_conditions_are_chosen_with_what_they_bring(reader: Reader):
    at = opened(reader, "open/dnd-5e", title="The ford")
    does(reader, at, "Add the combatant", **{"name": "Kara", "traits.hp": "24"})
    does(reader, at, "Add the combatant", **{"name": "Ogre", "traits.hp": "59"})
    page = reader.reads(f"{at}/referee").words
    assert "exhaustion (level 1)" in page and "bless (10 rounds, concentration)" in page
    words = does(reader, at, "Begin a condition", subject="kara", name="bless", note="x")
    assert "bless, until the end of the round (10 rounds to go), with concentration" in words


def test_one_of_your_own_is_typed_and_a_mistake_has_its_line(reader: Reader):
    text = shipped()["hit-points"].replace("Plain hit points", "Rust")
    form = reader.reads("/new?ruleset=open").form("Start the fight")
    wrong = reader.sends(form, form.filled(preset=text.replace('"rounds": 3', '"rounds": 0')))
    sheet = Sheet(wrong.text)
    assert 'Line 13, column 28: "rounds" cannot be 0.' in sheet.words
    assert "poisoned" in wrong.text  # what was typed still stands there
    at = opened(reader, "open", preset=text)
    assert "Rust" in reader.reads(f"{at}/replay").words or "Rust" in reader.reads(at).words


def test_somebody_is_edited_with_what_was_said_before(table: Table):
    service = table.service
    at = f"/combats/{table.combat}"
    reader = Reader(table.app, service.vault.operator_token())
    assert "Edit a combatant" in reader.reads(f"{at}/referee").words
    form = reader.reads(f"{at}/referee?edit=ana").form("Save ana")
    given = values(form)["traits:traits"]
    answer = reader.sends(form, form.filled(name="Ana the Fox", side="foxes"))
    assert answer.status_code == 303, Sheet(answer.text).words
    member = service.combat(table.combat).head.roster.members["ana"]
    assert (member.name, member.side) == ("Ana the Fox", "foxes")
    assert "Ana: called Ana the Fox, for foxes" in reader.reads(at).words
    again = reader.reads(f"{at}/referee?edit=ana").form("Save Ana the Fox")
    assert values(again)["traits:traits"] == given
    assert "Save" not in reader.reads(f"{at}/referee?edit=nobody").words


def test_a_player_is_set_and_taken_away_again(table: Table):
    reader = Reader(table.app, table.service.vault.operator_token())
    player = next(s.person for s in table.service.combat(table.combat).table.seats.values())
    for chosen, stands in ((player, player), ("*nobody*", "")):
        form = reader.reads(f"/combats/{table.combat}/referee?edit=cleo").form("Save cleo")
        assert ("*nobody*" in str(form.boxes)) == (chosen == "*nobody*")
        assert reader.sends(form, form.filled(controller=chosen)).status_code == 303
        members = table.service.combat(table.combat).head.roster.members
        assert members["cleo"].controller == stands


def test_the_referee_begins_usual_conditions_and_any_other(reader: Reader):
    at = opened(reader, "open/dnd-5e", title="The ford")
    does(reader, at, "Add the combatant", name="Kara", **{"traits.hp": "24"})
    does(reader, at, "Add the combatant", name="Ogre", **{"traits.hp": "59"})
    page = reader.get(f"{at}/referee").text
    assert '<option value="bless">bless (10 rounds, concentration)</option>' in page
    said = {"subject": "kara", "note": "so be it"}
    words = does(reader, at, "Begin a condition", name="bless", **said)
    assert "bless" in words and "with concentration" in words
    words = does(reader, at, "Begin a condition", name="covered in soot", **said)
    assert "covered in soot" in words and "bless" in words


def test_every_condition_is_at_hand_and_a_state_goes_by_the_name_of_its_bearer(reader: Reader):
    at = opened(reader, "open/dnd-5e", **{"setting.order": "as added"})
    for name in ("Kara", "Old Ogre"):
        does(reader, at, "Add the combatant", name=name, **{"traits.hp": "24"})
    page = reader.get(f"{at}?for=kara").text
    named = json.loads(shipped()["dnd-5e"])["conditions"]
    assert all(f'<option value="{name.replace(chr(39), "&#39;")}">' in page for name in named)
    form = reader.reads(f"{at}/referee").form("Begin a condition")
    said = form.filled(**{"change.name": "bless", "note": "by a priest"})
    said["one:change.subject"] = "old-ogre"
    assert reader.sends(form, said).status_code == 303
    form = reader.reads(at).form("Begin the first round")
    reader.sends(form)
    words = reader.reads(at).words
    assert "bless of Old Ogre" in words and "of old-ogre" not in words


@pytest.mark.parametrize("said", ["temporary hit points", "temp hp", "hp/temporary"])
def test_temporary_points_are_lost_first_by_any_of_their_names(reader: Reader, said: str):
    at = opened(reader, "open/dnd-5e", **{"setting.order": "as added"})
    does(reader, at, "Add the combatant", name="Kara", **{"traits.hp": "24"})
    does(reader, at, "Begin the first round", page="")
    gain = {"params.pool": said, "params.by": "5"}
    words = does(reader, at, "Gain or heal", page="", **gain)
    assert "24 / 24 +5 temporary" in words
    words = does(reader, at, "Hurt or spend", page="", **{"params.by": "7"})
    assert "22 / 24" in words and "+5 temporary" not in words
