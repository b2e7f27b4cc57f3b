"""The fields of a form: traits, ids, points, people and faces as they are typed."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from api.pages.forms.fields import command_from_form
from api.pages.forms.traits_text import traits
from api.web.problems import Problem
from domain.rosters.names import id_after

LINES = """\
ST 4
Combat speed -1

CO 1/2
Combat 6 1/2
w/axe/damage 8
w/axe/type: cutting
w/axe/big: yes
w/shield/
w / axe /"""


def test_traits_are_typed_a_line_each():
    assert traits(LINES) == {
        "ST": 4,
        "Combat speed": -1,
        "CO": "1/2",
        "Combat": "6 1/2",
        "w": {"axe": {"damage": 8, "type": "cutting", "big": True}, "shield": {}},
    }


def test_traits_are_typed_as_json():
    assert traits('{"ST": 4}') == {"ST": 4}


def test_short_traits_share_a_line():
    typed = "hp 12, mana 3\nzone: hall, upstairs"
    assert traits(typed) == {"hp": 12, "mana": 3, "zone": "hall, upstairs"}


def test_an_equals_sign_parts_a_trait_from_its_value():
    typed = "hp = 60, mana=3\nac=14\nsize = large\nweapons/axe/damage = 8\nnote: a = b"
    assert traits(typed) == {
        "hp": 60,
        "mana": 3,
        "ac": 14,
        "size": "large",
        "weapons": {"axe": {"damage": 8}},
        "note": "a = b",
    }


@pytest.mark.parametrize("typed", ["ST", "ST 4\nST/x 3", "ST 4\nST/", '{"ST": }'])
def test_traits_that_cannot_be_read_are_refused(typed: str):
    with pytest.raises(ValueError):
        traits(typed)


def test_an_id_is_made_of_a_name():
    assert id_after("Man-at-arms", ()) == "man-at-arms"
    assert id_after("Cogan", {"cogan", "cogan-2"}) == "cogan-3"
    assert id_after("李", ()) == "somebody"


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("2", 2),
        ("-1 1/2", "-1 1/2"),
        ("1/2", "1/2"),
        ("+3", 3),
        ("- 1/2", "-1/2"),
        ("-2.5", "-2 1/2"),
        ("-½", "-1/2"),
    ],
)
def test_points_are_sent_as_they_are_typed(typed: str, sent: int | str):
    form = MultiDict({"command": '{"change": {}}', "points:change.delta": typed})
    assert command_from_form(form) == {"change": {"delta": sent}}


@pytest.mark.parametrize("typed", ["x", "1/0", "--1", "1 2", "2,5"])
def test_points_that_are_none_are_refused(typed: str):
    with pytest.raises(Problem):
        command_from_form(MultiDict({"command": "{}", "points:change.delta": typed}))


def test_nobody_is_another_thing_than_nothing():
    base = ("command", "{}")
    assert command_from_form(MultiDict([base])) == {}
    assert command_from_form(MultiDict([base, ("some:params.beside", "*nobody*")])) == {
        "params": {"beside": []}
    }
    with pytest.raises(Problem, match="not both"):
        command_from_form(
            MultiDict([base, ("some:params.beside", "*nobody*"), ("some:params.beside", "erik")])
        )


def test_faces_go_by_what_they_are_rolled_for():
    typed = {"number:risk.attack": "", "faces/6:faces.attack": "3, 5 6"}
    assert command_from_form(MultiDict({"command": "{}", **typed})) == {
        "faces": {"attack": [3, 5, 6]}
    }
    tapped = {"number:risk.attack": "2", "face/1:faces.attack": "4", "face/2:faces.attack": "1"}
    assert command_from_form(MultiDict({"command": "{}", **tapped})) == {
        "faces": {"attack": [4, 1]},
        "risk": {"attack": 2},
    }


@pytest.mark.parametrize(("purpose", "kept"), [("luck", "luck"), ("", "loose")])
def test_faces_of_a_free_roll_go_by_its_purpose(purpose: str, kept: str):
    said = {"command": "{}", "one:purpose": purpose, "faces:faces": "3 5"}
    assert command_from_form(MultiDict(said))["faces"] == {kept: [3, 5]}
