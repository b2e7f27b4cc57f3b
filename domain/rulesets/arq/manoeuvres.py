"""Manoeuvres: actions of figures and calls of the referee, with their costs and blanks."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import REFEREE, Blank, Deed, Manoeuvre, Supply
from domain.ruleset.scene import Scene

from . import figures, legality, positions

FREELY = Blank("what", "text", optional=True, says="what is done, in your own words")
TESTED = (
    FREELY,
    Blank("trait", "text", optional=True, says="the trait tested, if one is"),
    Blank("opposing", "text", optional=True, says="the trait against it, if another"),
)
AT_STAKE = (
    Blank("goal", "text", optional=True, says="what both want"),
    Blank("trait", "text", optional=True, says="the trait tested, if not movement"),
)


def blunder_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """5.4: Blundering off is a move; blundering on is part of one."""
    return {"move": 1} if deed.kind == "action" else {}


def pass_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """2.1: Who does nothing in a phase lets all go that they have in it."""
    pool = figures.budget(scene) or "action"
    return {pool: scene.balance_of(deed.who, pool) or 1}


def meet_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """4.5: Off the grid, how far each of the two comes; on it, that follows from the squares."""
    goers = figures.to_go(scene) if deed.who == REFEREE else ()
    if not goers or any(positions.square(scene, who) for who in goers):
        return ()
    most = min(_fastest(scene, deed, foe) for foe in (False, True))
    speed, says = Supply("speed", most, pool="speed", clause="5.1"), "how far each"
    return (Blank("distance", "number", (), 0, most, optional=True, says=says, supply=speed),)


def _fastest(scene: Scene, deed: Deed, foe: bool) -> int:
    """The speed of the one named for a side, or of the fastest of it who are still to go."""
    named, goers = (deed.using, *deed.targets), figures.to_go(scene)
    side = [who for who in goers if figures.is_foe(scene, who) == foe]
    mine = [who for who in side if who in named] or side
    return max((positions.speed_left(scene, who) for who in mine), default=0)


BY_FIGURE: dict[str, Any] = {
    "targets": lambda scene, deed: figures.enemies(scene, deed.who),
    "target_is": "an enemy who can fight",
    "cost": lambda scene, deed: {"action": 1},
    "moment": legality.check_action_moment,
    "allows": legality.check_action,
}
BY_REFEREE: dict[str, Any] = {
    "target": True,
    "targets": legality.foes_to_go,
    "target_is": "a foe still to go",
    "usings": legality.characters_to_go,
}

MANOEUVRES = (
    Manoeuvre(
        "action",
        "take an action",
        "2.1",
        ("action",),
        ("begin test", "outcome", "record test"),
        target=None,
        blanks=lambda scene, deed: TESTED,
        **BY_FIGURE,
    ),
    Manoeuvre(
        "shoot", "shoot", "1.5", ("action",), ("test", "outcome", "shot"), target=True, **BY_FIGURE
    ),
    Manoeuvre(
        "move",
        "move",
        "5.1",
        ("action",),
        ("leg",),
        blanks=lambda scene, deed: positions.leg_blanks(scene, deed.who),
        cost=lambda scene, deed: {"move": 1},
        moment=legality.check_move,
    ),
    Manoeuvre(
        "blunder",
        "blunder on, heedless of the threat",
        "5.4",
        ("action", "follow on"),
        ("free manoeuvre", "resume"),
        ("move", "blunder"),
        cost=blunder_cost,
        moment=legality.check_blunder,
    ),
    Manoeuvre(
        "strike",
        "one melee manoeuvre",
        "5.5",
        ("reaction",),
        ("test", "outcome", "struck"),
        ("blunder",),
        blanks=lambda scene, deed: (FREELY,),
    ),
    Manoeuvre(
        "pass",
        "do nothing in this phase",
        "2.1",
        ("action",),
        (),
        cost=pass_cost,
        moment=legality.check_own,
    ),
    Manoeuvre(
        "dash",
        "call a dash test",
        "4.1",
        ("action",),
        ("test", "outcome", "resolve dash"),
        blanks=lambda scene, deed: AT_STAKE,
        moment=legality.check_dash_call,
        allows=legality.check_dash,
        **BY_REFEREE,
    ),
    Manoeuvre(
        "meet",
        "let two who advance meet half way",
        "4.5",
        ("action",),
        ("meet halfway",),
        blanks=meet_blanks,
        moment=legality.check_meeting_call,
        allows=legality.check_meeting,
        **BY_REFEREE,
    ),
)
