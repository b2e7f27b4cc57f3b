"""Joining without an own invitation: a short code, while the referee keeps the door open."""

from __future__ import annotations

import secrets
from typing import Literal

from pydantic import Field

from api.service.service import OPERATOR, Receipt, Request, Service
from api.store.core.rows import JoiningRow
from api.web.problems import Flaw, Problem
from api.web.schemas.response_bodies import Shape
from api.web.traffic.rate_limit import Rates
from api.web.validation import invalid
from domain import commands as c

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Those that nobody takes for another when they are called across a table."""

LENGTH = 8
MINUTE = 60_000
MOST_MINUTES = 60
EACH, TOGETHER = 10, 100
"""Tries a minute: from one address, and from all."""

REPLAY_LINK = "Replay link"
"""What the seat behind a shared replay is called, so that nobody may join by that name."""

Role = Literal["player", "spectator"]


class DoorShown(Shape):
    """The open door: as what one comes in, until when, and the code, told only when it is made."""

    role: c.Role
    until: int = Field(description="Milliseconds since 1970 UTC.")
    code: str | None = None


class Welcome(Shape):
    """A new seat; its token is shown only this once."""

    combat: str
    seat: str
    token: str


def issue_join_code(service: Service, combat: str, role: Role, minutes: int) -> DoorShown:
    """Open the door for so long, under a new code; the one before opens nothing any more."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    until = service.effects.now() + minutes * MINUTE
    service.log.put_joining(JoiningRow(combat, role, _code_hash(service, code), until))
    return DoorShown(role=role, until=until, code=f"{code[:4]}-{code[4:]}")


def door(service: Service, combat: str) -> DoorShown | None:
    """The door, while it is open."""
    row = service.log.joining(combat)
    is_open = row is not None and row.until > service.effects.now()
    return DoorShown(role=row.role, until=row.until) if row and is_open else None


def join_with_code(
    service: Service, tries: Rates, address: str, code: str, name: str, key: str = ""
) -> Welcome:
    """Give somebody a seat, one for each key; raise the problem of a code that opens nothing."""
    tries.count_try(address)
    _check_name(name)
    # People write a code in any case, with spaces or dashes.
    plain = "".join(letter for letter in code.upper() if letter in LETTERS)
    row = service.log.joining_by(_code_hash(service, plain))
    if row is None or row.until <= service.effects.now():
        raise Problem(
            "not-found", "This code opens nothing, or nothing any more. Ask the referee for one."
        )
    opening = c.SeatOpen(person=name, role=row.role)
    once = f"join {key}" if key else ""
    receipt = service.say(row.combat, Request(opening, OPERATOR, key=once, body=name.encode()))
    if receipt.replayed:
        receipt = _renewed(service, row.combat, receipt.step)
    [(seat, token)] = receipt.tokens.items()
    return Welcome(combat=row.combat, seat=seat, token=token)


def _check_name(name: str) -> None:
    """Raise the problem of a name by which a newcomer would pass for a shared replay."""
    if " ".join(name.split()).casefold() == REPLAY_LINK.casefold():
        detail = f"The link to a shared replay is called “{REPLAY_LINK}”. Choose another name."
        raise invalid([Flaw(parameter="name", code="taken", detail=detail)])


def _renewed(service: Service, combat: str, step: int) -> Receipt:
    """Give the seat that a step opened another token, since the first one is stored nowhere."""
    with service.lock_combat(combat) as held:
        first = held.line.first(step)
        seat = next(seat.seat for since, seat in held.table.past if since >= first)
    return service.say(combat, Request(c.SeatRenew(seat=seat), OPERATOR))


def _code_hash(service: Service, code: str) -> bytes:
    """A code as it is stored: it is short, so that a plain hash would not hide it."""
    return service.vault.mac(b"join", code.encode())
