"""Seats: who is there, the door that the referee may open, and coming in with its code."""

from __future__ import annotations

from flask import request
from pydantic import Field

from api.web import join_codes
from api.web.route_table import Answer, Call, Routes
from api.web.routes.combats import seat_shown
from api.web.schemas.response_bodies import SeatShown, Shape, sparing
from domain import commands as c

ROUTES = Routes("seats")


class SeatTaken(SeatShown):
    """A seat, and whether somebody on it asked for anything within a minute."""

    here: bool


class Seats(Shape):
    """The seats of a combat, and its door while that is open."""

    items: list[SeatTaken]
    door: join_codes.DoorShown | None = None


class OpenDoor(Shape):
    """For how many minutes the door is open, and as what one comes in; 0 minutes close it."""

    role: join_codes.Role = "player"
    minutes: c.Int = Field(10, ge=0, le=join_codes.MOST_MINUTES)


class Door(Shape):
    """The door as it is now."""

    door: join_codes.DoorShown | None = None


class Comer(Shape):
    """A newcomer: the code from the referee, and a name."""

    code: str = Field(min_length=1, max_length=40)
    name: c.Name


@ROUTES.get("seats", "referee", answers=Seats)
def get_seats(call: Call) -> Answer:
    """Who sits at the table, who of them is there, and whether the door is open."""
    here = call.service.presence.here(call.combat)
    with call.lock_combat() as (combat, _):
        seats = [
            SeatTaken(**seat_shown(call, combat, each).model_dump(), here=each.seat in here)
            for each in combat.table.seats.values()
        ]
    door = join_codes.door(call.service, call.combat)
    return Answer(sparing(Seats(items=seats, door=door)))


@ROUTES.post(
    "door", "referee", body=OpenDoor, answers=Door, example={"role": "spectator", "minutes": 10}
)
def post_door(call: Call) -> Answer:
    """Open the door: for so long, everybody with its code gets a seat.

    The code is shown only this once; opening again makes another. A player who came in plays nobody
    until the referee says whom, with `seat-change`.
    """
    said: OpenDoor = call.body
    with call.lock_combat():
        pass
    if said.minutes == 0:
        call.service.log.end_joining(call.combat)
        return Answer(sparing(Door()))
    door = join_codes.issue_join_code(call.service, call.combat, said.role, said.minutes)
    return Answer(sparing(Door(door=door)))


@ROUTES.post(
    "/v1/join",
    "anyone",
    body=Comer,
    answers=join_codes.Welcome,
    status=201,
    problems=("not-found", "too-many"),
    example={"code": "ABCD-2345", "name": "Ulla"},
)
def post_join(call: Call) -> Answer:
    """Come in with the code that the referee told; the answer has the token of a new seat."""
    said: Comer = call.body
    who = request.remote_addr or "", said.code, said.name
    return Answer(join_codes.join_with_code(call.service, call.tries, *who))
