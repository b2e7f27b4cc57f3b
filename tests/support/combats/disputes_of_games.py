"""A fight of each game where it ends, for disputes about it: every state is folded anew after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api.evidence.rebuild import Kept
from api.handlers.dice_consent import shows_chance
from api.service.service import Service
from domain.events import Event
from domain.state.combat import state_hash
from tests.support.clients.http_client import json_of
from tests.support.combats.disputed import MIDDLE, Middle


@pytest.fixture(params=MIDDLE)
def middle(request: pytest.FixtureRequest, service: Service) -> Iterator[Middle]:
    """A fight of each game where it ends, everybody at the table."""
    middle = Middle(service, request.param)
    yield middle
    replays(middle)


def hashes(middle: Middle) -> dict[int, str]:
    """The state hash at the end of every step of play, from memory or from the log."""
    combat = middle.service.combat(middle.combat)
    line = combat.line
    plays = (n for n in range(1, line.steps + 1) if line.is_play(n))
    return {n: state_hash(combat.moments.at(line.last(n))) for n in plays}


def replays(middle: Middle) -> None:
    """Folded anew from the log every state is the same; so is what is kept beside the log."""
    live = hashes(middle)
    middle.service.combats.let_go(middle.combat)
    assert hashes(middle) == live
    service = middle.service
    kept = Kept(service.log, service.vault, service.rulesets())
    assert kept.check_combat(middle.combat).flaws == ()
    report = middle.operator.read("audit?rejudge=true")["rejudged"][0]
    assert report["steps"] == [] and report["judged"] == len(live)


def head(middle: Middle) -> str:
    return state_hash(middle.service.combat(middle.combat).head)


def refused(answer: Any) -> str:
    """Why something is refused."""
    assert answer.status_code == 409, answer.text
    return str(json_of(answer)["detail"]).removesuffix(" Nothing has changed.")


def last_chance(middle: Middle) -> tuple[int, Event]:
    """The public number of the last dice or card on the line of play, and what they showed."""
    combat = middle.service.combat(middle.combat)
    shown = [entry for entry in combat.path(0, combat.node) if shows_chance(entry.event)]
    return shown[-1].meta.number, shown[-1].event
