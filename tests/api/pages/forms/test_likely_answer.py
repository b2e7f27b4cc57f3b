"""The one big button among many: dice are rolled, whoever is aimed at defends, others let it be."""

from __future__ import annotations

import pytest

from api.server.app import create_app
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.browser.scenes import THROWS, WINDOWS, Scene, staged
from tests.support.clients.html_reader import Reader, Sheet


def likely(page: Sheet) -> list[str]:
    """The big buttons of a page, by what they say."""
    big = {at["id"] for tag, at in page.tags if tag == "form" and "likely" in at.get("class", "")}
    return [" ".join(form.button.split()) for form in page.forms if form.id in big]


def seen(service: Service, scene: Scene, referee: bool = False) -> Sheet:
    games = Service(service.log, service.vault, all_rulesets)
    stage = staged(games, scene)
    token = games.vault.operator_token() if referee else stage.token
    return Reader(create_app(games), token).reads(f"/combats/{stage.combat}")


BIG = {
    ("age-of-magic", 20): "Man-at-arms: Block (spear) 1 AP",
    ("arq", 59): "Tom: Strike free",
    ("kaiser", 21): "Captain Ros: Block free",
    ("ninth-age-2e", 46): "Hunting Party: Hold",
    ("open", 8): "Ann: Pass",
    ("planeswalker", 35): "Vessa: Pass",
    ("age-of-magic", 23): "Cogan: Roll attack",
    ("kaiser", 22): "Captain Ros: Roll defence",
    ("ninth-age-2e", 41): "Hunting Party: Roll to hit",
    ("open", 30): "Kim: Roll initiative",
    ("planeswalker", 17): "Hound: Roll Toughness",
    ("arq", 60): "Tom: Draw a card",
}


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("scene", [*WINDOWS, *THROWS], ids=lambda it: f"{it.game}-{it.lines}")
def test_each_game_has_its_likely_answer(service: Service, scene: Scene):
    assert "".join(likely(seen(service, scene))) == BIG[scene.game, scene.lines]


def test_as_a_phase_passes_the_big_button_lets_it_and_casts_nothing(service: Service):
    page = seen(service, Scene("planeswalker", "the-swift-errand", 8, ("korr",)))
    assert likely(page) == ["Korr: Pass until something is cast"]


def test_where_all_may_pass_together_that_alone_is_big_beside_a_defence(service: Service):
    found = likely(seen(service, WINDOWS[0], referee=True))
    assert found == ["All together: Everybody passes", "Man-at-arms: Block (spear) 1 AP"]
