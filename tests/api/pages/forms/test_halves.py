"""A number in halves: in the options, the schema of a game, a page's field, and what it sends."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from api.pages.forms.fields import command_from_form
from api.read.offers import offer
from api.web.problems import Problem
from domain import events as e
from domain.legality.option import Option
from domain.ruleset import scene
from domain.ruleset.ruleset import Blank
from domain.state.combat import EMPTY
from tests.api.pages.forms.test_cards import Seat
from tests.support.browser.scenes import Scene
from tests.support.games.toy import TOY

INCHES = Blank("inches", "number", least=0, most=5, says="how far", scale=2)
HALVES = {
    "type": "number",
    "minimum": 0,
    "maximum": 2.5,
    "multipleOf": 0.5,
    "description": "how far",
}
MOVES = Scene("ninth-age-2e", "the-causeway", 28, ("hills",))


def test_options_say_the_limits_as_they_are_typed():
    [blank] = offer(Option({"type": "act"}, (INCHES,)), scene.Scene(EMPTY, TOY)).blanks
    assert (blank.pointer, blank.says, blank.optional) == ("/params/inches", "how far", False)
    assert blank.schema_ == HALVES


def form_of(value: str, name: str = "number/2:params.inches") -> MultiDict[str, str]:
    return MultiDict({"command": '{"type": "act"}', name: value})


@pytest.mark.parametrize(("typed", "kept"), [("2.5", "2 1/2"), ("2 1/2", "2 1/2"), ("2.0", 2)])
def test_a_form_sends_halves_in_their_one_form(typed: str, kept: object):
    assert command_from_form(form_of(typed))["params"] == {"inches": kept}


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("number/2:params.inches", "2.25"),
        ("number:params.inches", "2.5"),
        ("number/0:params.inches", "2.5"),
        ("number/x:params.inches", "2.5"),
    ],
)
def test_a_form_refuses_what_is_finer(name: str, typed: str):
    with pytest.raises(Problem):
        command_from_form(form_of(typed, name))


def test_the_page_has_a_field_in_halves_and_its_move_is_exact(tmp_path: Path):
    seat = Seat(tmp_path, MOVES)
    try:
        page = seat.reader.reads(seat.at)
        form = next(f for f in page.forms if '"using": "backward"' in f.hidden.get("command", ""))
        field = next(b for b in form.boxes if b.name == "number/2:params.inches")
        tag = next(a for _, a in page.tags if a.get("name") == field.name and a["max"] == "2.5")
        assert (tag["min"], tag["step"]) == ("0", "0.5")
        seat.sends(form, form.filled(inches="2.5"))
        acted = seat.last(e.Acted)
        assert isinstance(acted, e.Acted) and acted.params == {"inches": "2 1/2"}
    finally:
        seat.service.close()
