"""Who sits at the table: the one place that says who may speak for whom and see what."""

from __future__ import annotations

from typing import NamedTuple

from domain.state.roster import Roster

REFEREE = "referee"
"""The slot that only the referee fills, and the audience that is the referee's alone."""


def plays(who: str) -> str:
    """The audience of a combatant's players; no person is called like that."""
    return f"plays {who}"


class Viewer(NamedTuple):
    """Somebody at the table: a person, a role, and the combatants they play."""

    person: str = ""
    role: str = "spectator"
    combatants: tuple[str, ...] = ()

    @property
    def is_referee(self) -> bool:
        """True for the referee, who may speak for everybody and sees everything."""
        return self.role == REFEREE

    def speaks_for(self, who: str, roster: Roster) -> bool:
        """True where this viewer may act as `who`: a combatant, a side, or the referee.

        Whoever plays a combatant plays what that controls.
        """
        if self.is_referee:
            return True
        if self.role != "player" or who == REFEREE:
            return False
        return self._plays(who, roster) or self._holds_side_of(who, roster)

    def _plays(self, who: str, roster: Roster) -> bool:
        member = roster.get(who)
        master = member.controller if member is not None else ""
        mine = master != "" and master in (self.person, *self.combatants)
        return mine or who in self.combatants

    def _holds_side_of(self, who: str, roster: Roster) -> bool:
        """True for those of a side that came in as one and that this viewer plays."""
        member = roster.get(who)
        side = roster.get(member.side) if member and member.side else None
        return side is not None and side.kind == "side" and self._plays(side.subject, roster)

    def sees(self, audience: tuple[str, ...]) -> bool:
        """True where an entry with this audience is shown to this viewer."""
        if not audience or self.is_referee:
            return True
        mine = self.person in audience and self.person != REFEREE
        return mine or any(plays(who) in audience for who in self.combatants)


TABLE = Viewer("", REFEREE)
"""The referee's own eyes; also used where nobody in particular looks."""

PUBLIC = Viewer()
"""A spectator: sees what everybody sees."""
