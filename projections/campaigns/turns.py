"""Turns of a fight: who plays the fighters, and how long each of them and each person took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.ruleset.scene import ABLE_KINDS
from domain.state.roster import Member, Roster
from domain.table.table import Table, sit
from projections.audit.players import player_of
from projections.story.play_time import TimedTurn
from projections.visibility.visible_log import SeenEntry


def fighters(roster: Roster) -> Iterator[Member]:
    """Yield those who can act by kind, in the order they joined; also those who left."""
    yield from (m for m in roster.members.values() if m.kind in ABLE_KINDS)


def players(entries: Sequence[SeenEntry], roster: Roster) -> Mapping[str, str]:
    """Return the person who plays each member; the referee plays those whom no player does."""
    table = sit(Table(), [seen.entry for seen in entries])
    return {who: player_of(table, who, roster) for who in roster.members}


class Turns:
    """Seconds and number of turns, by fighter and by person.

    The turn of a side is one of the people who play its fighters, and of none of the fighters.
    """

    def __init__(
        self, turns: Iterable[TimedTurn], plays: Mapping[str, str], roster: Roster
    ) -> None:
        self.seconds, self.many = Counter[str](), Counter[str]()
        self.seconds_of, self.many_of = Counter[str](), Counter[str]()
        self._plays, self._roster = plays, roster
        for turn in turns:
            people = {one for who in turn.event.who for one in self._people(who)}
            # What is resumed has been counted when it began.
            one = 0 if turn.event.resumes else 1
            for who in turn.event.who:
                self.seconds[who] += turn.seconds
                self.many[who] += one
            for person in people:
                self.seconds_of[person] += turn.seconds
                self.many_of[person] += one

    def _people(self, who: str) -> set[str]:
        """Return the people who play a fighter, or the fighters of a side."""
        members = (m.subject for m in fighters(self._roster) if m.side == who)
        mine = set(members) if self._is_side(who) else set()
        return {self._plays[one] for one in mine or {who} if one in self._plays}

    def _is_side(self, who: str) -> bool:
        member = self._roster.get(who)
        return member is not None and member.kind == "side"
