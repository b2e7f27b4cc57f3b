"""Dash tests: who of two resolves first; and two who advance on each other meet half way."""

from __future__ import annotations

from domain.step import Step

from .book import RULES
from .ground import Square, beside, occupied, speed_left, square, toward
from .trial import decided


@RULES.stage("dashed")
def dashed(step: Step) -> None:
    """4.2: Who wins goes first; the other keeps his go for afterwards."""
    winner, loser = decided(step)
    if winner:
        step.set_fact("waits for", loser, "yes", winner)


@RULES.stage("met")
def met(step: Step) -> None:
    """4.5: Step by step toward each other, until they touch or neither can go on."""
    one, other = step.act.using, step.act.targets[0]
    here, there = square(step, one), square(step, other)
    for who in (one, other):
        step.pay(who, "move", 1)
    if here is None or there is None:
        step.set_fact("adjacent", one, "yes", other, basis="table")
        return
    ends = _steps(step, (one, other), [here, there])
    for who, start, end in zip((one, other), (here, there), ends, strict=True):
        if start != end:
            step.move(who, f"{end[0]},{end[1]}")


def _steps(step: Step, two: tuple[str, str], at: list[Square]) -> tuple[Square, Square]:
    """Where the two end: they step in turn, the character first, each as far as he may."""
    full, left = occupied(step), [speed_left(step, who) for who in two]
    held: set[int] = set()
    while len(held) < 2:
        for mover in (0, 1):
            goal = at[1 - mover]
            ahead = toward(at[mover], goal)
            if left[mover] <= 0 or ahead == goal or ahead in full or _near(step, two, at, mover):
                held.add(mover)
            if mover not in held:
                at[mover], left[mover] = ahead, left[mover] - 1
    return at[0], at[1]


def _near(step: Step, two: tuple[str, str], at: list[Square], mover: int) -> bool:
    """True where an enemy other than the one he comes for stops somebody."""
    return any(foe != two[1 - mover] for foe in beside(step, two[mover], at[mover]))
