"""k steps back and k forward again is the same state, in every game; so is each on the way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from api.service.service import OPERATOR, Request, Service
from domain import commands as c
from domain.rulesets import all_rulesets
from domain.state.combat import state_hash
from tests.support.clients.stories_over_http import told_over_http
from tests.support.fights.random_fights import TALES, Tale
from tests.support.fights.random_play import play
from tests.support.games.toy import TOY
from tests.support.playing_service import forget_all


@pytest.fixture
def every_game(service: Service) -> Service:
    """A service that has every game."""
    service.rulesets = lambda: {**all_rulesets(), "toy": TOY}
    return service


@pytest.mark.sweep
@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_k_back_and_k_forward_is_the_same_state(tale: Tale, every_game: Service, monkeypatch: Any):
    teller = told_over_http(every_game, monkeypatch)
    story = play(tale.begins(), 5, 25)
    name, chance = teller.names[story], Random(5)
    combat = every_game.combat(name)
    every_game.say(name, Request(c.UndoPolicy(policy="free"), OPERATOR))
    hashes = {
        step: state_hash(combat.moments.at(combat.line.last(step)))
        for step in combat.line.path(0, combat.line.head)
    }
    for _ in range(3):
        there, k = combat.line.head, chance.randint(1, min(9, len(hashes) - 1))
        for how in ["undo"] * k + ["redo"] * k:
            every_game.say(name, Request(c.Rewind(how=how), OPERATOR))
            assert state_hash(combat.head) == hashes[combat.line.head]
        assert combat.line.head == there
    forget_all(every_game)
    again = every_game.combat(name)
    assert state_hash(again.head) == hashes[again.line.head]
