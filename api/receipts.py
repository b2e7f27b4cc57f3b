"""What a move of the head costs and who must agree to it, as everybody sees it.

Whoever looks at a move mostly makes it next, so that the latest receipts of a combat are kept: they
follow from the log as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.moments import put
from api.open_combat import OpenCombat
from api.rewinding import rulings_over
from domain.facets.roster import Roster
from domain.learned import Company, Crossing
from domain.receipt import Receipt, receipt
from domain.ruleset import Forbidden
from domain.seats import PUBLIC, Viewer
from domain.undoing import name_of
from domain.wire import Entry

RECEIPTS = 16
"""How many receipts of a combat are kept."""


def receipt_of(combat: OpenCombat, viewer: Viewer, to: int) -> Receipt:
    """Who must agree to a move to the step `to`, and what it costs, as everybody sees it."""
    asker = name_of(viewer)
    allowance = combat.table.undoing.left(asker)
    # Whoever looks at a move mostly makes it next. The log as it stands decides all the rest.
    follows = combat.line.entries, to, asker, allowance
    if (known := combat.receipts.get(follows)) is not None:
        return known
    company = company_of(combat, combat.view(PUBLIC, combat.line.last(to)).roster)
    found = receipt(_crossing(combat, to), company, asker, combat.policy, allowance)
    put(combat.receipts, follows, found, RECEIPTS)
    return found


def company_of(combat: OpenCombat, there: Roster) -> Company:
    """Who sits there, and who is in play now or at another moment."""
    roster = combat.view(PUBLIC).roster
    roster = roster._replace(members={**there.members, **roster.members})
    return Company(tuple(combat.table.seats.values()), roster)


def check_plays(combat: OpenCombat, viewer: Viewer, then: int) -> None:
    """Raise Forbidden where play would wait for a player without a combatant in it.

    `then` is the node that is contested, or that the head would go to: one who was in play there
    counts as well.
    """
    seats = tuple(combat.table.seats.values())
    rosters = (combat.view(PUBLIC, node).roster for node in (combat.node, then))
    in_play = (name_of(viewer) in Company(seats, roster).in_play() for roster in rosters)
    if not viewer.is_referee and not any(in_play):
        raise Forbidden("play does not wait for you: you play no combatant that is openly here")


def _crossing(combat: OpenCombat, to: int) -> Crossing:
    """The public part of what a move from the head crosses."""
    line = combat.line
    left, entered = line.left_and_entered(line.head, to)
    fork = combat.view(PUBLIC, line.last(line.fork(line.head, to)))
    return Crossing(
        tuple(_public(combat, left)),
        tuple(_public(combat, entered)),
        tuple(_shown(combat, line.first(left[0])) if left else ()),
        frozenset(fork.exchange.acts),
        fork.clock.rounds > 0,
        rulings_over(combat, entered),
    )


def _public(combat: OpenCombat, steps: Iterable[int]) -> Iterator[Entry]:
    for step in steps:
        for entry in combat.entries(combat.line.first(step), combat.line.last(step)):
            if not entry.meta.audience:
                yield entry


def _shown(combat: OpenCombat, since: int) -> Iterator[Entry]:
    """What was openly revealed beside play since an entry."""
    for seq in combat.table.revealed:
        if seq >= since:
            yield from (each for each in combat.entries(seq, seq) if not each.meta.audience)
