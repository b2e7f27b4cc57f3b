"""Who comes in by a form: their id, and a hint where somebody of that name is hidden or away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.web.problems import Problem
from domain.rosters.names import id_after
from domain.ruleset.messages import by_name
from domain.state.roster import Member, Roster


def newcomer_id(command: Mapping[str, Any], roster: Roster) -> str:
    """Return the id of who comes in: the typed one, else one after the name."""
    return str(command.get("subject") or id_after(command.get("name", ""), roster.members))


def check_newcomer(command: Mapping[str, Any], roster: Roster) -> None:
    """Raise the problem of a second fighter where one who is hidden or away was likely meant.

    By their exact id they come out, or back; an id in other letters is not theirs. Who comes in
    hidden reveals nobody, and may be one of several.
    """
    typed, name = str(command.get("subject") or ""), str(command.get("name", ""))
    for member in roster.members.values():
        if typed == member.subject:
            return
        if typed and typed.casefold() == member.subject.casefold():
            raise Problem("invalid", _meant(member))
        is_away = not command.get("hidden") and (member.hidden or not member.here)
        same = {member.name.casefold(), member.subject.casefold()}
        if not typed and is_away and name.strip().casefold() in same:
            raise Problem("invalid", _meant(member))


def _meant(member: Member) -> str:
    """Say where somebody is, and how they are brought in again."""
    who, other = by_name(member.subject), "For somebody else, write an Id of their own."
    if member.here and not member.hidden:
        return f"{who} is here already, with the Id {member.subject!r}. {other}"
    where, how = ("in hiding", "out") if member.here else ("away", "back")
    again = f"To bring them {how}, write {member.subject!r} under Id and leave the sheet empty."
    return f"{who} is {where}. {again} {other}"
