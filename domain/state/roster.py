"""Who is in the combat, on whose side, and under which rules it is played."""

from __future__ import annotations

from typing import NamedTuple

from domain.events import CombatEnded, CombatOpened, Edited, Joined, Kind, Left, Traits
from domain.state.fold import Answers, Folds, with_entry, without


class Member(NamedTuple):
    """A subject of the combat. `roller` is its number among those that can roll, or 0."""

    subject: str
    kind: Kind
    name: str
    side: str
    controller: str
    roller: int
    traits: Traits
    hidden: bool = False
    here: bool = True


class Roster(NamedTuple):
    """The members in the order they last joined in the open, and what the combat was opened as."""

    ruleset: str = ""
    edition: str = ""
    mode: str = "enforce"
    policy: str = "consent"
    members: dict[str, Member] = {}
    ended: bool = False

    def get(self, subject: str) -> Member | None:
        """The member, also one that left; None for a stranger."""
        return self.members.get(subject)

    def present(self, kind: str = "") -> tuple[Member, ...]:
        """Everybody who is openly here, in the order they came, of one kind if given."""
        return tuple(
            m for m in self.members.values() if m.here and not m.hidden and kind in ("", m.kind)
        )

    def rollers(self) -> int:
        """The highest number for rolls that anybody has got so far."""
        return max((m.roller for m in self.members.values()), default=0)


def _fold_opened(roster: Roster, event: CombatOpened, _: Answers) -> Roster:
    opened = {name: getattr(event, name) for name in ("ruleset", "edition", "mode", "policy")}
    return roster._replace(**opened)


def _fold_joined(roster: Roster, event: Joined, _: Answers) -> Roster:
    # Somebody comes last where all see them come; in hiding a new place would show in ties.
    members = roster.members if event.hidden else without(roster.members, event.subject)
    return _with(roster._replace(members=members), Member(**vars(event)))


def _fold_edited(roster: Roster, event: Edited, _: Answers) -> Roster:
    member = roster.members.get(event.subject)
    if member is None:
        return roster
    parts = ("name", "side", "controller", "traits")
    said = {part: value for part in parts if (value := getattr(event, part)) is not None}
    return _with(roster, member._replace(**said))


def _fold_left(roster: Roster, event: Left, _: Answers) -> Roster:
    member = roster.members.get(event.subject)
    return _with(roster, member._replace(here=False)) if member else roster


def _with(roster: Roster, member: Member) -> Roster:
    return roster._replace(members=with_entry(roster.members, member.subject, member))


def _fold_ended(roster: Roster, event: CombatEnded, _: Answers) -> Roster:
    return roster._replace(ended=True)


FOLDS: Folds = {
    CombatOpened: _fold_opened,
    Joined: _fold_joined,
    Edited: _fold_edited,
    Left: _fold_left,
    CombatEnded: _fold_ended,
}
