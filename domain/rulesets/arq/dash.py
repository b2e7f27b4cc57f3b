"""Dash tests: the order of two figures; and two that advance on each other meet half way."""

from __future__ import annotations

from domain.ruleset.ruleset import REFEREE, Asking, Blank, Choice, Slot, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.step.step import Step

from . import opposed_tests, positions
from .figures import fit


def resolve_dash(step: Step) -> None:
    """4.2: The winner goes first, and waits for the loser no more; the loser goes afterwards."""
    winner, loser = opposed_tests.resolve_test(step)
    if winner:
        step.set_fact("waits for", winner, "no", loser)
        step.set_fact("waits for", loser, "yes", winner)


def meet_halfway(step: Step) -> str | None:
    """4.5: Both pay their move and advance; over an odd number of squares the referee is asked."""
    one, other = step.act.using, step.act.targets[0]
    for who in (one, other):
        step.pay(who, "move", 1)
    if _are_on_grid(step, one, other):
        if _is_odd(step, one, other):
            return step.ask("odd square")
        _advance(step, one, other)
    else:
        _meet_on_table(step, one, other)
    return None


def _are_on_grid(scene: Scene, one: str, other: str) -> bool:
    return None not in (positions.square(scene, one), positions.square(scene, other))


def _meet_on_table(step: Step, one: str, other: str) -> None:
    """Bring both into contact; who comes no inch nearer leaves nobody."""
    stays = step.act.params.get("distance") == 0
    for who, foe in ((one, other), (other, one)):
        stood = positions.threats(step, who) if stays else ()
        positions.stand_beside(step, who, tuple(dict.fromkeys((*stood, foe))))


def takers(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Either of the two who meet."""
    act = scene.doing(asking.on)
    two = (act.using, *act.targets) if act is not None else ()
    return (Choice("takes", "takes the odd square", (Blank("who", "one", two, says="who"),)),)


def odd(step: Step) -> None:
    """4.5: Half way is between two squares, so the referee rules who goes farther."""
    reply, two = step.reply(REFEREE), (step.act.using, step.act.targets[0])
    if not all(who in fit(step) for who in two) or not _are_on_grid(step, *two):
        return  # meanwhile one has fallen, has left, or stands elsewhere
    swapped = reply is not None and reply.params["who"] == two[1]
    before, step.basis = step.basis, "ruled"
    _advance(step, *(two[::-1] if swapped else two))
    step.basis = before


def _advance(step: Step, first: str, other: str) -> None:
    """Move both to where they end if they step in turn."""
    for who, end in zip((first, other), positions.meeting(step, first, other), strict=True):
        if positions.square(step, who) != end:
            step.move(who, positions.written(end))


def _is_odd(scene: Scene, one: str, other: str) -> bool:
    """True where the first to step goes a square farther."""
    far, near = positions.meeting(scene, one, other), positions.meeting(scene, other, one)
    return _distance_to(scene, one, far[0]) != _distance_to(scene, one, near[1])


def _distance_to(scene: Scene, who: str, end: positions.Square) -> int:
    return positions.apart(positions.square(scene, who) or end, end)


WINDOWS = (
    Window("odd square", "who takes the odd square?", "4.5", the_referee, takers, then="odd"),
)

STAGES = (resolve_dash, meet_halfway, odd)
