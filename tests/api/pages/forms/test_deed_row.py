"""A deed on one line: whom it is likely aimed at, and what it asks for only once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.clients.html_reader import Form, Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game

SHEETS = {"vala": {"hp": 12}, "bram": {"hp": 15}, "wolf": {"hp": 9}, "rat": {"hp": 3}, "owl": {}}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight of Vala and Bram against a wolf, a rat, and an owl without hit points."""
    return any_game(
        tmp_path, SHEETS, vala="heroes", bram="heroes", wolf="pack", rat="pack", owl="pack"
    )


def target(form: Form) -> str:
    """Who is chosen as the target of a form."""
    return next(box.value for box in form.boxes if box.kind == "select")


def test_after_a_kill_the_next_foe_who_is_up_is_the_target(referee: Reader, at: str):
    form = referee.reads(at).form("Log it")
    assert target(form) == "wolf"
    referee.sends(form, form.filled(what="shoots", targets="wolf", damage="4"))
    form = referee.reads(at).form("Log it")
    assert target(form) == "wolf"
    referee.sends(form, form.filled(what="shoots", targets="wolf", damage="5"))
    form = referee.reads(at).form("Log it")
    assert target(form) == "rat"
    referee.sends(form, form.filled(what="shoots", targets="rat", damage="3"))
    assert target(referee.reads(at).form("Log it")) == "owl"


def test_the_line_asks_for_damage_once_and_how_long_a_condition_lasts(referee: Reader, at: str):
    names = [box.name for box in referee.reads(at).form("Log it").boxes]
    assert names[:5] == [
        "text:params.what",
        "whom:targets",
        "damage:damage",
        "text:params.state",
        "number:params.rounds",
    ]
    assert "number:params.their hp" not in names and names.count("number:params.rounds") == 1


def test_temporary_points_are_at_hand_where_somebody_gains(referee: Reader, at: str):
    listed = '<option value="temporary hp">'
    assert referee.get(at).text.count(listed) == 1
    form = referee.reads(at).form("Gain or heal")
    referee.sends(form, form.filled(pool="temporary hp", by="5"))
    assert "12 / 12 +5 temporary" in referee.reads(at).words


@pytest.mark.parametrize(("said", "left"), [("+4", "9 / 12"), ("+ 2", "7 / 12"), ("3", "2 / 12")])
def test_a_plus_before_the_damage_heals_who_is_aimed_at(
    referee: Reader, at: str, said: str, left: str
):
    form = referee.reads(at).form("Log it")
    referee.sends(form, form.filled(what="bites", targets="vala", damage="7"))
    form = referee.reads(at).form("Log it")
    referee.sends(form, form.filled(what="binds the wound", targets="vala", damage=said))
    assert left in referee.reads(at).words


def test_a_player_finds_how_to_heal_where_the_damage_is_typed(referee: Reader, at: str):
    assert 'placeholder="5, +5"' in referee.get(at).text


def hits(referee: Reader, at: str, damage: str, *whom: str) -> str:
    """The words of the page that comes back where Vala's damage is not taken."""
    form = referee.reads(at).form("Log it")
    said = form.filled(what="swings", damage=damage)
    said.setlist("whom:targets", list(whom) or [""])
    answer = referee.sends(form, said)
    assert answer.status_code == 422
    return Sheet(answer.text).words


def test_damage_at_nobody_is_not_logged_and_the_page_asks_for_the_target(referee: Reader, at: str):
    words = hits(referee, at, "4")
    assert "The damage has no target, so nothing was logged. Choose the target" in words
    assert "Vala swings" not in referee.reads(at).words


@pytest.mark.parametrize(("damage", "whom"), [("5", ("owl",)), ("+2", ("rat", "owl"))])
def test_damage_at_somebody_without_hit_points_says_how_to_give_them_some(
    referee: Reader, at: str, damage: str, whom: tuple[str, ...]
):
    words = hits(referee, at, damage, *whom)
    assert "Owl has no HP, so nothing was logged." in words and "Owl: hp = 7" in words
    assert "Vala swings" not in referee.reads(at).words
    form = referee.reads(at).form("Log it")
    said = form.filled(what="swings", results="Owl: hp = 2", targets="")
    assert referee.sends(form, said).status_code == 303
    assert "Owl: HP set to 2" in referee.reads(at).words
