"""Who calls: the operator, a seat at one table, or nobody; and what each of them may ask for.

Tokens come as `Authorization: Bearer`, are compared by the hash they are stored under, and never
get into a log. Where a token is missing or not good enough, the answer does not tell whether the
combat exists.
"""

from __future__ import annotations

import hmac
from typing import Literal, NamedTuple

from api.service.service import OPERATOR, Service
from api.web.problems import Problem
from domain.state.viewer import PUBLIC, Viewer

Access = Literal["anyone", "visitor", "reader", "player", "referee", "operator"]
"""Who may call a route.

anyone: tokens are not looked at. visitor: also without a token, which then shows samples alone.
reader: people with a seat at this combat, and for samples everybody. player, referee: people with
such a seat. The operator may call everything.
"""

RANKS: dict[Access, int] = {
    "anyone": 0,
    "visitor": 0,
    "reader": 1,
    "player": 2,
    "referee": 3,
    "operator": 4,
}
_OF_ROLE = {"spectator": 1, "player": 2, "referee": 3}


class Caller(NamedTuple):
    """The sender of a request: a seat of a combat, the operator, or nobody in particular."""

    viewer: Viewer = PUBLIC
    combat: str = ""
    seat: str = ""
    rank: int = 0

    @property
    def is_operator(self) -> bool:
        """True for the holder of the operator's token: referee of every combat here."""
        return self.rank == RANKS["operator"]


NO_SUCH_COMBAT = "There is no such combat here, or no longer."
ANOTHER_COMBAT = "This token opens another combat. Use the one of this combat."

NOBODY = Caller()
THE_OPERATOR = Caller(OPERATOR, seat="operator", rank=RANKS["operator"])


def caller_of(service: Service, authorization: str | None) -> Caller:
    """Return the sender of this header; raise the problem of a token that opens nothing."""
    if authorization is None:
        return NOBODY
    scheme, _, token = authorization.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token.isascii():
        raise unauthorized_problem("Send the token as `Authorization: Bearer <token>`.")
    if hmac.compare_digest(token, service.vault.operator_token()):
        return THE_OPERATOR
    if (found := service.viewer_of(token)) is not None:
        combat, name = found
        with service.lock_combat(combat) as held:
            seat = held.table.seats.get(name)
        if seat is not None and seat.is_open:
            return Caller(seat.viewer, combat, name, _OF_ROLE[seat.role])
    raise unauthorized_problem(
        "This token opens nothing, or nothing any more. Ask the referee for another."
    )


def admit_caller(service: Service, access: Access, caller: Caller, combat: str) -> Caller:
    """Return the caller at a combat (or at none); raise the problem if they may not come in.

    A caller who may is noted as present there.
    """
    caller = _check_access(service, access, caller, combat)
    if combat and caller.combat == combat and access != "anyone":
        service.presence.record_activity(combat, caller.seat)
    return caller


def _check_access(service: Service, access: Access, caller: Caller, combat: str) -> Caller:
    if caller.is_operator or access in ("anyone", "visitor"):
        return caller
    caller = _as_maker(service, caller, combat)
    is_guest = combat and access == "reader" and caller.combat != combat
    if is_guest and (row := service.log.catalogue_row(combat)) and row.sample:
        return NOBODY
    if caller is NOBODY:
        raise unauthorized_problem("This needs a token: send `Authorization: Bearer <token>`.")
    if combat and caller.combat != combat:
        raise Problem("forbidden", ANOTHER_COMBAT)
    if caller.rank < RANKS[access]:
        raise Problem("forbidden", _TOO_LOW[access])
    return caller


def _as_maker(service: Service, caller: Caller, combat: str) -> Caller:
    """The caller; at a what-if of their own, or of one of those, as its referee."""
    at, seen, makers = combat, set[str](), list[str]()
    while at not in ("", caller.combat):
        row = service.log.catalogue_row(at)
        # An import may claim any origin, even one that leads back to itself.
        if row is None or not row.origin or at in seen:
            return caller
        seen.add(at)
        makers.append(row.maker)
        at = row.origin
    if not makers or makers.pop() != caller.viewer.person:
        return caller
    if any(maker != OPERATOR.person for maker in makers):
        return caller
    return THE_OPERATOR._replace(combat=combat, rank=RANKS["referee"])


_TOO_LOW: dict[Access, str] = {
    "player": "A spectator watches. Ask the referee for a seat as a player.",
    "referee": "Only the referee may do this. Ask the referee.",
    "operator": "Only the operator may do this, with the token that the server printed.",
}


def unauthorized_problem(detail: str) -> Problem:
    """The answer to a missing or wrong token."""
    return Problem("unauthorized", detail, {"WWW-Authenticate": 'Bearer realm="combatlog"'})
