"""Figures: characters and foes, their sheets, and the fit ones who are still to go."""

from __future__ import annotations

import re

from domain.events.measures import MOST_POINTS
from domain.ruleset.scene import Scene
from domain.ruleset.sheets.names import line
from domain.ruleset.sheets.records import Other, Record, fields
from domain.ruleset.sheets.sheet import Sheet
from domain.ruleset.sheets.values import Either, Flag, Text, Whole

SPEED = 6
"""Squares, or inches on the table, that most figures move."""

MOST_SPEED = 60
MOST_WOUNDS = 6
"""1.7: so many wounds incapacitate."""

DOWN = "incapacitated"
SQUARE = re.compile("-?[0-9]{1,4},-?[0-9]{1,4}")
CONTEMPT = "beneath contempt"


_RANK = Either(
    (Whole((-MOST_POINTS, MOST_POINTS), "1.3"), Text("a rank in up to 40 signs", line(40), "1.3")),
    "1.3",
)
_FIGURE = """
1.5 | foe | flag [false] | | a foe is the enemy of all who are none, whatever their sides
6.1 | beneath contempt | flag [false] | | whether enemies pair with others first
2.1 | speed | speed [6] | squares | how far it moves: squares, or inches without a grid
5.7 | at | square | | the square where it begins, on a grid
3.2 | group | rank | | the group of foes that shares a card of the activation deck
1.6 | movement | rank | rank | the rank in movement, tested to dodge and to dash
1.6 | missile | rank | rank | the rank in missile, tested to shoot
1.6 | melee | rank | rank | the rank in melee, tested hand to hand
"""
SHEET = Sheet(
    Record(
        fields(
            _FIGURE,
            {
                "flag": Flag(),
                "speed": Whole((0, MOST_SPEED), "2.1"),
                "square": Text("a square such as 3,-1", SQUARE.pattern, "5.7", "3,-1"),
                "rank": _RANK,
            },
        ),
        Other(_RANK, "the rank in another trait", clause="1.6", unit="rank", noted=True),
        title="Figure",
        says="A character or a foe. The range of ranks is the table's own: its cards have it.",
    )
)


def is_foe(scene: Scene, who: str) -> bool:
    """True for a figure that the referee runs."""
    return scene.word(who, "foe") == "True"


def able(scene: Scene, who: str) -> str:
    """The clause that keeps somebody from acting, or nothing."""
    return "1.7" if scene.has(who, DOWN) else ""


def fit(scene: Scene) -> tuple[str, ...]:
    """Everybody here who can act, in the order they joined."""
    return scene.once(("fit",), lambda: _all_fit(scene))


def _all_fit(scene: Scene) -> tuple[str, ...]:
    down = {c.subject for c in scene.combat.conditions.all.values() if c.name == DOWN}
    return tuple(who for who in scene.present() if who not in down)


def enemies(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody fit on the other side."""
    return tuple(other for other in fit(scene) if is_enemy(scene, who, other))


def is_enemy(scene: Scene, who: str, other: str) -> bool:
    """True for two of which one is a foe."""
    return is_foe(scene, who) != is_foe(scene, other)


def phase(scene: Scene) -> str:
    """The phase that is open, or nothing."""
    span = scene.combat.clock.span("phase")
    return span.name if span is not None else ""


def budget(scene: Scene) -> str:
    """The pool spent in the open phase: action, move, or nothing."""
    return {"action": "action", "movement": "move"}.get(phase(scene), "")


def to_go(scene: Scene) -> tuple[str, ...]:
    """Everybody fit who has not yet acted, moved or passed in this phase."""
    return scene.once(("to go",), lambda: _all_to_go(scene))


def _all_to_go(scene: Scene) -> tuple[str, ...]:
    pool = budget(scene)
    return tuple(who for who in fit(scene) if pool and scene.balance_of(who, pool) > 0)
