"""A combat that goes on elsewhere, and what is rolled, corrected and found wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.evidence.rebuild import Kept
from api.service.service import Service
from api.transfer.import_combat import take_in
from domain import commands as c
from domain import events as e
from domain.dice.keyed_faces import faces
from domain.log.codec import Entry
from tests.support.combats.carried import ANNA, elsewhere, lines_of
from tests.support.combats.proven import noted
from tests.support.playing_service import say

BOTH = pytest.mark.parametrize("keyed", [True, False], ids=["with keys", "without"])
"""Brought along with its keys, and without them."""


@contextmanager
def moved(service: Service, name: str, folder: Path, *, keyed: bool) -> Iterator[Service]:
    """The combat in another installation, where the referee goes on with it."""
    with elsewhere(folder) as there:
        there.rulesets = service.rulesets
        assert not take_in(there, lines_of(service, name, keyed=keyed)).continues
        say(there, name, c.GoOn())
        yield there


def entries(service: Service, name: str) -> list[Entry]:
    combat = service.combat(name)
    return list(combat.entries(1, combat.line.entries))


def rolled(service: Service, name: str, **more: Any) -> e.DiceRolled:
    """A roll of ana's, as it came."""
    step = say(service, name, c.Roll(**{"who": "ana", "sides": 20, **more}), ANNA).step
    line = service.combat(name).line
    [event] = [x.event for x in entries(service, name)[line.first(step) - 1 : line.last(step)]]
    assert isinstance(event, e.DiceRolled)
    return event


def heads(service: Service, name: str) -> list[Any]:
    """The heads of the feed; none where it is elsewhere."""
    return noted(service, name) if service.combat(name).origin.has_feed else []


def flaws(service: Service, name: str) -> tuple[str, ...]:
    return Kept(service.log, service.vault, service.rulesets()).check_combat(name).flaws


def bound(service: Service, name: str, roll: e.DiceRolled, entropy: bytes) -> tuple[int, ...]:
    """What a roll is bound to by the keys of this installation."""
    key = service.vault.key(name, roll.key, roll.label.era)
    label = roll.label
    return faces(key, name, entropy, label, [roll.sides] * len(roll.faces))


def corrected(service: Service, name: str, **roll: Any) -> e.DiceRolled:
    """The last roll, decided again as another one, its dice falling now."""
    step = service.combat(name).line.head
    command = c.Roll(**{"who": "ana", **roll})
    say(service, name, c.Correct(how="amend", step=step, command=command, dice="fall", note="so"))
    event = entries(service, name)[-1].event
    assert isinstance(event, e.DiceRolled)
    return event
