"""Players of a fight: which person speaks for a fighter, by the seats of the table.

Seats are closed and given anew, for example after a lost link or when a person takes over. What a
fighter did then stays with the person who held the seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.state.roster import Roster
from domain.state.viewer import REFEREE
from domain.table.table import Table, sit
from projections.visibility.visible_log import SeenEntry


def player_of(table: Table, who: str, roster: Roster, *, now: bool = False) -> str:
    """Return the person who plays a member, or the referee where no player does.

    An open seat comes before closed ones, of which the last one counts; with `now` none of them do.
    """
    seats = [seat for seat in table.seats.values() if seat.role == "player"]
    closed = [] if now else [seat for seat in reversed(seats) if not seat.is_open]
    preferred = (*(seat for seat in seats if seat.is_open), *closed)
    mine = (seat.person for seat in preferred if seat.viewer.speaks_for(who, roster))
    return next(mine, REFEREE)


class Players:
    """Who played a roller when a step was first made; else who did later."""

    def __init__(self, entries: Sequence[SeenEntry], roster: Roster) -> None:
        self._roster, self._table = roster, Table()
        self._at = dict[int, Table]()
        self._known = dict[tuple[int, str], str]()
        for seen in entries:
            self._table = sit(self._table, [seen.entry])
            self._at[seen.entry.step] = self._table

    def at(self, step: int, who: str) -> str:
        """Return who held a seat for the roller at that step."""
        table = self._at.get(step, self._table)
        place = id(table.seats), who
        if place not in self._known:
            then = player_of(table, who, self._roster, now=True)
            later = player_of(self._table, who, self._roster)
            self._known[place] = later if then == REFEREE else then
        return self._known[place]
