"""What the table chooses about the order: how it is made, ties, dice, and who is down."""

from __future__ import annotations

from domain.ruleset.ruleset import OpenPoint, read_clauses
from domain.ruleset.scene import Scene

ORDER = "order"
"""The scope of the order, and the setting that says how it is made."""

ONCE, EACH_ROUND, BY_HAND = "rolled once", "rolled each round", "by hand"
BY_SIDE, AS_ADDED, FREE, REPORTED = "by side", "as added", "free", "reported"

BY_BONUS, ROLLED_OFF, TOGETHER = "by bonus", "rolled off", "together"
SKIPPED, ASKED, AS_USUAL = "skipped", "asked", "as usual"

DICE = "([1-9][0-9]?)d([2-9]|[1-9][0-9]{1,2})"
"""What may be rolled for the order: some dice of one kind, such as 2d6."""

HP, DOWN = "hp", ("down", "dead", "dying", "unconscious", "defeated", "destroyed")
"""The pool at whose end somebody is down, and the conditions that say so."""

POINTS = (
    OpenPoint(
        ORDER,
        (ONCE, EACH_ROUND, BY_HAND, BY_SIDE, AS_ADDED, FREE, REPORTED),
        ONCE,
        "",
        "who comes when",
        hint="Reported: another program, or an imported file, says whose turn it is.",
    ),
    OpenPoint("order dice", (), "1d20", "", "what is rolled for the order", DICE),
    OpenPoint(
        "order ties",
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

CLAUSES = read_clauses("""
order Turn order
answers When others may answer
down Who is down
""")
"""No book is cited here: settings of the table are, each by its own name."""


def how_made(scene: Scene) -> str:
    """How the order is made."""
    return scene.setting(ORDER)


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
    many, _, sides = scene.setting("order dice").partition("d")
    return int(many), int(sides)
