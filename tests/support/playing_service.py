"""Playing on a real service: opening a toy fight, saying commands, random legal play."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from api.service.service import OPERATOR, Receipt, Request, Service
from domain import commands as c
from domain.events.measures import written
from domain.legality.option import fill
from domain.ruleset.ruleset import Blank, Refused
from domain.state.viewer import Viewer
from tests.support.playouts.some_of import some_of


def opened(service: Service, *, policy: Any = "consent") -> str:
    """A toy fight between two sides, in its first round; ana has the go."""
    seats = (c.SeatOpen(person="Anna Berg", role="player", combatants=("ana",)),)
    receipt = service.open(c.Open(ruleset="toy", title="The ford", policy=policy), seats)
    name = receipt.combat.name
    for subject, side in (("ana", "a"), ("bert", "b"), ("cleo", "b")):
        say(service, name, c.Join(subject=subject, side=side))
    say(service, name, c.Answer(who="referee", about="round", choice="begin"))
    return name


def say(
    service: Service, name: str, command: c.Command, viewer: Viewer = OPERATOR, **more: Any
) -> Receipt:
    """Say a command, as the operator unless somebody else says it."""
    return service.say(name, Request(command, viewer, **more))


def play(service: Service, name: str, chance: Random, steps: int, reach: int | None = None) -> None:
    """Random legal play, with an undo, a redo or a jump now and then; `reach`: how far at most."""
    for _ in range(steps):
        combat = service.combat(name)
        if chance.random() < 0.25:
            how: Any = chance.choice(["undo", "undo", "redo", "jump"])
            last = combat.line.entries
            first = 1 if reach is None else max(1, last - reach)
            to = chance.randint(first, last) if how == "jump" else None
            with suppress(Refused):
                say(service, name, c.Rewind(how=how, to=to))
        if offered := service.may(combat, OPERATOR):
            raw = fill(chance.choice(offered), lambda blank: _any(blank, chance))
            say(service, name, c.COMMAND.validate_python(raw))


def _any(blank: Blank, chance: Random) -> Any:
    match blank.kind:
        case "one":
            return chance.choice(blank.values)
        case "some":
            return some_of(blank, chance, 0.7)
        case "ordered":
            return chance.sample(blank.values, len(blank.values))
        case "number":
            return written(chance.randint(blank.least, blank.most), blank.scale)
    return "so be it"


def forget_all(service: Service) -> None:
    """Let go of what is in memory of every combat: each is read from its log again."""
    for combat in tuple(service.combats._kept):
        service.combats.let_go(combat.name)
