"""What a unit has left in models stands on the page and in the state."""

from __future__ import annotations

from pathlib import Path

from api.combats.viewers.viewer_log import Sight
from api.read.combat_state import state_of
from domain.state.viewer import PUBLIC
from tests.api.pages.forms.test_cards import Seat
from tests.support.browser.scenes import Scene

SHOT = Scene("ninth-age-2e", "the-causeway", 46, ("hills",))


def test_models_left_are_on_the_page_and_in_the_state(tmp_path: Path):
    seat = Seat(tmp_path, SHOT)
    try:
        assert "Pike Band: 18 models left" in seat.reader.reads(seat.at).words
        sight = Sight(seat.combat, PUBLIC)
        ties = state_of(sight.moment(len(sight)), seat.combat.rules).ties
        assert ("pikes", "models", "18") in {(t.of, t.fact, str(t.value)) for t in ties}
    finally:
        seat.service.close()
