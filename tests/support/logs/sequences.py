"""Sequences of play: rounds, turns, phases nested in them, and walking them."""

from __future__ import annotations

from domain import events as e
from domain.events import Event
from domain.ruleset.sequence import Stretch, what_next
from domain.state.combat import EMPTY, evolve
from domain.state.course.clock import Clock

TURN = Stretch("turn", "turn", opens=("wake", "fill"), closes=("rest",), next="in order", acts=True)
BY_TURNS = Stretch("round", "round", opens=("ready",), inside=(TURN,))

MOVE = Stretch("phase", "move", acts=True)
SHOOT = Stretch("phase", "shoot", opens=("aim",), acts=True, idle="all shot")
DUSK = Stretch("phase", "dusk", opens=("darken",))
BY_PHASES = Stretch("round", "round", inside=(MOVE, SHOOT, DUSK), limit=2, waits=False)

CAST = Stretch("phase", "cast", acts=True)
MAGIC = Stretch("phase", "magic", inside=(Stretch("phase", "gather"), CAST))
PLAYER = Stretch("turn", "turn", inside=(MAGIC, Stretch("phase", "melee", acts=True)), next="side")
NESTED = Stretch("round", "round", inside=(PLAYER,))

ROUND = e.RoundBegan(n=1)
GO = e.TurnBegan(who=("ana",))


def after(*events: Event) -> Clock:
    combat = EMPTY
    for event in events:
        combat = evolve(combat, event)
    return combat.clock


def began(*phases: str) -> list[Event]:
    return [e.PhaseBegan(phase=phase) for phase in phases]


def over(*phases: str) -> list[Event]:
    return [x for p in phases for x in (e.PhaseBegan(phase=p), e.PhaseEnded(phase=p))]


def walked(sequence: Stretch, most: int = 50) -> list[str]:
    """What the clock does by itself where every actor is content: the phases and rounds begun."""
    clock, told = EMPTY, list[str]()
    for _ in range(most):
        move = what_next(sequence, clock.clock)
        if move.do == "wait" and not clock.clock.path:
            break
        begins = move.do == "begin"
        told += [move.stretch.name] if begins else []
        clock = evolve(clock, edge(move.stretch, clock.clock, begins))
    return told


def edge(stretch: Stretch, clock: Clock, begins: bool) -> Event:
    """The event at the beginning or end of a round or phase."""
    if stretch.kind == "round":
        return e.RoundBegan(n=clock.rounds + 1) if begins else e.RoundEnded(n=clock.rounds)
    name = stretch.name
    return e.PhaseBegan(phase=name) if begins else e.PhaseEnded(phase=name)
