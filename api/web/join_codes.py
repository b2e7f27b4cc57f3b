"""Joining without an own invitation: a short code, while the referee keeps the door open."""

from __future__ import annotations

import secrets
from typing import Literal

from pydantic import Field

from api.service.service import OPERATOR, Request, Service
from api.store.core.rows import JoiningRow
from api.web.problems import Problem
from api.web.schemas.response_bodies import Shape
from api.web.traffic.rate_limit import Rates
from domain import commands as c

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Those that nobody takes for another when they are called across a table."""

LENGTH = 8
MINUTE = 60_000
MOST_MINUTES = 60
EACH, TOGETHER = 10, 100
"""Tries a minute: from one address, and from all."""

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


def join_with_code(service: Service, tries: Rates, address: str, code: str, name: str) -> Welcome:
    """Give somebody a seat; raise the problem of a code that opens nothing."""
    tries.count_try(address)
    # People write a code in any case, with spaces or dashes.
    plain = "".join(letter for letter in code.upper() if letter in LETTERS)
    row = service.log.joining_by(_code_hash(service, plain))
    if row is None or row.until <= service.effects.now():
        raise Problem(
            "not-found", "This code opens nothing, or nothing any more. Ask the referee for one."
        )
    receipt = service.say(row.combat, Request(c.SeatOpen(person=name, role=row.role), OPERATOR))
    [(seat, token)] = receipt.tokens.items()
    return Welcome(combat=row.combat, seat=seat, token=token)


def _code_hash(service: Service, code: str) -> bytes:
    """A code as it is stored: it is short, so that a plain hash would not hide it."""
    return service.vault.mac(b"join", code.encode())
