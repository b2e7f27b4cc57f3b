"""What the table chooses about the order: how it is made, ties, dice, and who is down."""

from __future__ import annotations

import re

from domain.ruleset.ruleset import OpenPoint
from domain.ruleset.scene import Scene

ORDER = "order"
"""The scope of the order, and the setting that says how it is made."""

ONCE, EACH_ROUND, BY_HAND = "rolled once", "rolled each round", "by hand"
BY_SIDE, AS_ADDED, FREE, REPORTED = "by side", "as added", "free", "reported"

_OLDER = {"joined": AS_ADDED, "rolled": EACH_ROUND, "typed": BY_HAND, "sides": BY_SIDE}
"""What these settings were called when some fights were begun."""

BY_BONUS, ROLLED_OFF, TOGETHER = "by bonus", "rolled off", "together"
SKIPPED, ASKED, AS_USUAL = "skipped", "asked", "as usual"

DICE = r"([1-9]\d?)d([2-9]|[1-9]\d{1,2})"
"""What may be rolled for the order: some dice of one kind, such as 2d6."""

PLAIN = (1, 20)
"""What is rolled for the order where what was said in an older combat cannot be."""

HP, DOWN = "hp", ("down", "dead", "unconscious")
"""The pool at whose end somebody is down, and the conditions that say so."""

POINTS = (
    OpenPoint(
        ORDER,
        (ONCE, EACH_ROUND, BY_HAND, BY_SIDE, AS_ADDED, FREE, REPORTED),
        ONCE,
        "",
        "who comes when",
    ),
    OpenPoint("order-dice", (), "1d20", "", "what is rolled for the order", DICE),
    OpenPoint(
        "order-ties",
        (AS_ADDED, BY_BONUS, ROLLED_OFF, TOGETHER),
        AS_ADDED,
        "",
        "who comes first of those with equal scores: as they joined, by their bonus, by dice, or"
        " they share a turn",
    ),
    OpenPoint(
        "down",
        (SKIPPED, ASKED, AS_USUAL),
        SKIPPED,
        "",
        "whether somebody at 0 hp, or who is down, dead or unconscious, has a turn",
    ),
)


def how_made(scene: Scene) -> str:
    """How the order is made; a fight begun under older rules goes on as it was."""
    if scene.is_default(ORDER) and scene.rules.takes_over:
        return AS_ADDED
    said = scene.setting(ORDER)
    return _OLDER.get(said, said)


def is_reported(scene: Scene) -> bool:
    """True where turns begin and end as another program says."""
    return how_made(scene) == REPORTED


def is_rolled(scene: Scene) -> bool:
    """True where dice make the order."""
    return how_made(scene) in (ONCE, EACH_ROUND)


def goes_by_a_line(scene: Scene) -> bool:
    """True where one line says who comes when."""
    return how_made(scene) not in (BY_SIDE, FREE, REPORTED)


def no_line(scene: Scene) -> str:
    """Say why nobody's place in a line can be changed."""
    if is_reported(scene):
        return "who comes when is as another program says: report it, or rule another order"
    return "the table goes by no order: sides take turns, or the referee says who is next"


def dice(scene: Scene) -> tuple[int, int]:
    """How many dice of how many sides are rolled for the order."""
    found = re.fullmatch(DICE, scene.setting("order-dice"))
    return (int(found[1]), int(found[2])) if found else PLAIN
