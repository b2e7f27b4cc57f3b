"""Cards are tapped, as dice are: what is left of a deck, flux cards, cards told before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from api.combats.viewers.viewer_log import Sight
from api.pages.forms.fields import Field, command_from_form
from api.pages.forms.option_fields import how_many
from api.server.app import create_app
from api.service.service import OPERATOR
from domain import events as e
from tests.support.browser.scenes import Scene, staged
from tests.support.clients.html_reader import Form, Reader
from tests.support.goldens.samples import service_in


class Seat:
    """A sample played up to a line, and the referee before its page."""

    def __init__(self, folder: Path, scene: Scene):
        self.service = service_in(folder)
        self.combat = self.service.combat(staged(self.service, scene).combat)
        self.reader = Reader(create_app(self.service), self.service.vault.operator_token())
        self.at = f"/combats/{self.combat.name}"

    def form(self, button: str) -> Form:
        """The form of that button, as the page has it now."""
        return self.reader.reads(self.at).form(button)

    def sends(self, form: Form, said: MultiDict[str, str]) -> None:
        assert self.reader.sends(form, said).status_code == 303

    def last(self, kind: type[e.Event]) -> e.Event:
        """The last event of a kind."""
        sight = Sight(self.combat, OPERATOR)
        found = [sight.entry(n).event for n in range(1, len(sight) + 1)]
        return next(event for event in reversed(found) if isinstance(event, kind))


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Callable[..., Seat]]:
    """Sits down at a scene."""
    seats: list[Seat] = []

    def sat(*scene: object) -> Seat:
        seats.append(Seat(tmp_path, Scene(*scene)))  # type: ignore[arg-type]
        return seats[-1]

    yield sat
    for each in seats:
        each.service.close()


def keys(form: Form, name: str) -> list[str]:
    return [box.value for box in form.boxes if (box.name, box.kind) == (name, "radio")]


ALLEY = ("arq", "lamplighters-alley", 8, ("ilse",))


def test_the_cards_that_are_left_are_keys_and_the_one_tapped_is_from_the_table(seat):
    table = seat(*ALLEY)
    form = table.form("Draw a card of the activation deck")
    assert keys(form, "one:card") == ["player", "foe"]
    assert "The card drawn Player ×2Foe ×2" in table.reader.reads(table.at).words
    said = form.filled()
    said.setlist("one:card", ["foe"])
    table.sends(form, said)
    drawn = table.last(e.CardDrawn)
    assert isinstance(drawn, e.CardDrawn)
    assert (drawn.card, drawn.provenance) == ("foe", "typed")


def test_with_no_card_tapped_the_service_draws(seat):
    table = seat(*ALLEY)
    form = table.form("Draw a card of the activation deck")
    table.sends(form, form.filled())
    drawn = table.last(e.CardDrawn)
    assert isinstance(drawn, e.CardDrawn) and drawn.provenance == "service"


def test_a_card_that_is_gone_has_no_key(seat):
    table = seat("arq", "lamplighters-alley", 16, ("ilse",))
    form = table.form("Draw a card of the activation deck")
    assert keys(form, "one:card") == ["player", "foe"]
    assert "The card drawn PlayerFoe " in table.reader.reads(table.at).words


def test_a_flux_card_is_tapped_and_has_to_be(seat):
    table = seat("ninth-age-2e", "the-causeway", 31, ("hills",))
    form = table.form("Enter the card and its numbers")
    assert keys(form, "one:params.which") == [str(n) for n in range(1, 9)]
    assert all(box.required for box in form.boxes if box.name == "one:params.which")
    assert not [box for box in form.boxes if box.name == "one:card"]
    said = form.filled(dice="4", tokens="3")
    said.setlist("one:params.which", ["2"])
    table.sends(form, said)
    answered = table.last(e.Answered)
    assert isinstance(answered, e.Answered) and answered.params["which"] == "2"


def test_cards_told_before_are_told_again_with_a_tap(seat):
    table = seat("arq", "lamplighters-alley", 36, ("ilse",))
    form = table.form("Draw for melee (The Rook)")
    assert {"the Crow", "the Fog"} <= set(keys(form, "one:card"))
    said = form.filled()
    said.setlist("one:card", ["the Crow"])
    table.sends(form, said)
    drawn = table.last(e.CardDrawn)
    assert isinstance(drawn, e.CardDrawn) and drawn.card == "the Crow"


def test_what_is_typed_counts_more_than_what_is_tapped():
    said = MultiDict(
        {"command": "{}", "one:params.drew": "the Crow", "text:params.drew": "the Cat"}
    )
    assert command_from_form(said) == {"params": {"drew": "the Cat"}}
    said["text:params.drew"] = ""
    assert command_from_form(said) == {"params": {"drew": "the Crow"}}


def test_of_several_copies_the_rank_sayshow_many():
    assert [how_many(name, 2) for name in ("7 of hearts", "Foe")] == ["7 ×2 of hearts", "Foe ×2"]
    assert how_many("7 of hearts", 1) == "7 of hearts"


def test_cards_of_suits_lie_in_a_row_for_each():
    cards = ("7 of hearts", "queen of hearts", "7 of spades")
    field = Field("one:card", "card", "The card drawn", tuple((c, c) for c in cards))
    assert field.suits == (
        ("hearts", (("7 of hearts", "7"), ("queen of hearts", "queen"))),
        ("spades", (("7 of spades", "7"),)),
    )
    plain = Field("one:card", "card", "The card drawn", (("the Crow", "the Crow"),))
    assert plain.suits == (("", (("the Crow", "the Crow"),)),)
