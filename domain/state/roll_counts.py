"""How rolls are counted within a round: what the ordinal in the label of a roll is made of."""

from __future__ import annotations

from domain.events import DiceRolled
from domain.state.fold import with_entry, without

TAKEN = "taken-"
"""How rolls of a domain are counted that were undone and made again in the other one."""


def roll_tally(key: str, roller: int, sort: str) -> str:
    """How rolls are counted within a round: by key domain, roller and sort."""
    return f"{key} {roller} {sort}"


def next_taken(rolls: dict[str, int], key: str, roller: int, sort: str) -> int:
    """Which roll of a domain comes next for one that is made in the other domain."""
    tallies = roll_tally(key, roller, sort), roll_tally(TAKEN + key, roller, sort)
    return max(rolls.get(tally, 0) for tally in tallies)


def rolled_as(tally: str) -> tuple[str, str]:
    """The key domain and the sort of the rolls that a tally counts."""
    key, _, sort = tally.split(" ", 2)
    return key, sort


def again_tally(tally: str) -> str:
    """How the re-rolls of the last roll of a tally are counted."""
    return f"{tally} again"


def next_of(rolls: dict[str, int], tally: str, again: bool) -> tuple[int, int]:
    """Which roll of a tally comes next, and, where it is rolled `again`, for which time.

    Where a correction took somebody out, those after him count under other numbers than their
    recorded dice: what they roll again may then be the first that is counted.
    """
    counted = rolls.get(tally, 0)
    return (max(0, counted - 1), rolls.get(again_tally(tally), 0) + 1) if again else (counted, 0)


def tallies_after(rolls: dict[str, int], event: DiceRolled) -> dict[str, int]:
    """The tallies after a roll; the next of its kind has a label that none before it had.

    On a corrected line a roll keeps its label, though fewer were counted before it there.
    """
    if not event.is_counted:
        return rolls
    label = event.label
    name = roll_tally(event.own or event.key, label.roller, event.sort)
    if label.reroll:
        return with_entry(rolls, again_tally(name), label.reroll)
    own = event.own_r if event.own else label.r
    least = 0 if label.kind else own
    rolls = with_entry(without(rolls, again_tally(name)), name, max(rolls.get(name, 0), least) + 1)
    return _tallies_after_take(rolls, event) if event.own and not label.kind else rolls


def _tallies_after_take(rolls: dict[str, int], event: DiceRolled) -> dict[str, int]:
    """The tallies after a roll has taken dice of the other domain.

    A hidden roll made openly is used up; an open one is not by one in secret, which few know of.
    """
    nth, owner = event.label.r, (event.label.roller, event.sort)
    taken, theirs = roll_tally(TAKEN + event.key, *owner), roll_tally(event.key, *owner)
    rolls = with_entry(rolls, taken, max(rolls.get(taken, 0), nth + 1))
    if event.own == "open" and rolls.get(theirs, 0) == nth:
        return with_entry(rolls, theirs, nth + 1)
    return rolls
