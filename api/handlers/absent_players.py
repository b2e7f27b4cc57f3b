"""The referee in the place of players: who is here answers himself, unless it is said otherwise.

Here is whose seat asked for something within a minute. A combatant that no seat plays is the
referee's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from api.combats.open_combat import OpenCombat
from api.combats.viewers.presence import AWAY, Presence
from domain import commands as c
from domain import events as e
from domain.legality.option import Option
from domain.log.codec import Stead
from domain.ruleset.ruleset import Refused, by_name
from domain.state.combat import Combat
from domain.state.roll_numbers import predecessor
from domain.state.viewer import REFEREE, Viewer
from domain.step.draft import Draft
from domain.table.table import Seat
from domain.table.undo_requests import name_of

ANSWERS = (c.Answer, c.Act, c.Declare, c.Withdraw, c.PassAll)
SPOKEN = (*ANSWERS, c.Roll, c.Draw)
SILENT = AWAY // 1000
"""Seconds without any request after which somebody is away."""


def as_kept(combat: OpenCombat, viewer: Viewer, said: c.Command, presence: Presence) -> c.Command:
    """An answer as it is kept; raises Refused for one whose player is here, unless that is said."""
    if isinstance(said, c.Join):
        return newcomer(combat, combat.head, said)
    if not isinstance(said, ANSWERS):
        return said
    here = _here(combat, viewer, presence)
    if isinstance(said, c.PassAll):
        said = said.model_copy(update={"present": () if said.who else here})
    if said.who in here and not said.on_behalf:
        why = (
            f"{by_name(said.who)} has a player who is here and answers themselves: say `on_behalf`,"
            " which the story tells"
        )
        raise Refused("", why, {"seconds": SILENT}, "/on_behalf", legal=[True])
    told = said.on_behalf and _has_player_here(combat, viewer, said.who, presence)
    return said.model_copy(update={"on_behalf": told or said.who in here})


def _has_player_here(combat: OpenCombat, viewer: Viewer, who: str, presence: Presence) -> bool:
    """True for somebody, asked or not, whose player is here while the referee speaks for them."""
    lately = presence.here(combat.name)
    seats = (seat for seat in combat.table.seats.values() if seat.seat in lately)
    return viewer.is_referee and any(_plays(combat, seat, who) for seat in seats)


def newcomer(combat: OpenCombat, state: Combat, said: c.Join) -> c.Join:
    """A join as it is kept: it says in whose place somebody of the same person comes."""
    member = state.roster.get(said.subject)
    controller = said.controller or (member.controller if member else "")
    left = predecessor(combat.table.plays, state.roster, said.subject, controller)
    return said.model_copy(update={"instead": left})


def referee_options(
    combat: OpenCombat, viewer: Viewer, options: Iterable[Option], presence: Presence
) -> Iterator[Option]:
    """What the referee may do, in so far as it is not for a player who is here; or else says so."""
    here = _here(combat, viewer, presence)
    question = combat.head.exchange.question()
    left = [s for s in question.open() if s.who not in here] if question else []
    for option in options:
        command = option.command
        if command["type"] == "pass-all" and here:
            says = "everybody passes who is away or has no player"
            yield from [option._replace(says=says)] if left else []
        elif command.get("who") in here:
            yield option._replace(command={**command, "on_behalf": True})
        else:
            yield option


def stead_of(combat: OpenCombat, by: Viewer, said: c.Command | None, draft: Draft) -> Stead:
    """In whose place an entry was said by the referee: a player's who was away, or here."""
    whose = draft.behalf
    if not by.is_referee or not isinstance(said, SPOKEN) or whose == "":
        return ""
    all_pass = isinstance(said, c.PassAll) and isinstance(draft.event, e.Answered)
    if whose in by.combatants or not (whose == said.who or all_pass):
        return ""
    if not any(_plays(combat, seat, whose) for seat in combat.table.seats.values()):
        return ""
    return "here" if getattr(said, "on_behalf", False) else "away"


def _here(combat: OpenCombat, viewer: Viewer, presence: Presence) -> tuple[str, ...]:
    """Those who are asked something and whose players are here, where the referee speaks."""
    question = combat.head.exchange.question()
    if question is None or not viewer.is_referee:
        return ()
    lately = presence.here(combat.name)
    seats = [seat for seat in combat.table.seats.values() if seat.seat in lately]
    holders = (slot.who for slot in question.slots if slot.who not in viewer.combatants)
    present = combat.head.roster.present()
    # Where a side is asked, everybody on it answers.
    sides = ((holder, *(m.subject for m in present if m.side == holder)) for holder in holders)
    asked = dict.fromkeys(chain.from_iterable(sides))
    return tuple(who for who in asked if any(_plays(combat, seat, who) for seat in seats))


def _plays(combat: OpenCombat, seat: Seat, who: str) -> bool:
    player = seat.is_open and seat.role == "player"
    return player and seat.viewer.speaks_for(who, combat.head.roster)


# --- beside play ---------------------------------------------------------------------------


def answers_for(combat: OpenCombat, viewer: Viewer, who: str, presence: Presence) -> None:
    """Refuse to answer for somebody else who is here."""
    if not may_answer(combat, viewer, who, presence):
        why = f"{by_name(who)} is here and answers for themselves"
        raise Refused("", why, {"seconds": SILENT}, "/who")


def may_answer(combat: OpenCombat, viewer: Viewer, who: str, presence: Presence) -> bool:
    """True for oneself, and for somebody who is away: the referee answers for him."""
    return who == name_of(viewer) or (viewer.is_referee and is_away(combat, presence, who))


def is_away(combat: OpenCombat, presence: Presence, who: str) -> bool:
    """True for a person, or the referee, of whom nothing was heard for a minute."""
    if who == REFEREE:
        return False
    seat = next((s.seat for s in combat.table.seats.values() if s.person == who), "")
    return presence.is_away(combat.name, seat)
