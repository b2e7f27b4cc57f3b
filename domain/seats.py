"""Who sits at the table: the one place that says who may speak for whom and see what."""

from __future__ import annotations

from typing import NamedTuple

from domain.facets.roster import Roster

REFEREE = "referee"
"""The slot that only the referee fills, and the audience that is the referee's alone."""


def plays(who: str) -> str:
    """The audience of whoever plays a combatant; no person is called like that."""
    return f"plays {who}"


class Viewer(NamedTuple):
    """Somebody at the table: a person, a role, and the combatants he or she plays."""

    person: str = ""
    role: str = "spectator"
    combatants: tuple[str, ...] = ()

    @property
    def is_referee(self) -> bool:
        """True for the referee, who may speak for everybody and sees everything."""
        return self.role == REFEREE

    def speaks_for(self, who: str, roster: Roster) -> bool:
        """True where this viewer may act as `who`: a combatant, a side, or the referee."""
        if self.is_referee:
            return True
        if self.role != "player" or who == REFEREE:
            return False
        member = roster.get(who)
        mine = member is not None and member.controller == self.person and self.person != ""
        return mine or who in self.combatants

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
