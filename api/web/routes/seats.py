"""Coming in: the door that the referee may open, and joining with its code."""

from __future__ import annotations

from flask import request
from pydantic import Field

from api.combats.registry import Unknown
from api.store.core.rows import CampaignRow, OriginsRow
from api.web import join_codes
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.request_bodies import CampaignName
from api.web.schemas.response_bodies import Shape, sparing
from api.web.traffic.network import MOST_ORIGINS, Origin
from domain import commands as c

ROUTES = Routes("seats")


class Door(Shape):
    """The door while it is open, and who else may look: other sites, and a campaign."""

    door: join_codes.DoorShown | None = None
    origins: list[str] = Field([], examples=[["https://map.example"]])
    campaign: str = Field("", description="The campaign that it belongs to; else nothing.")


class OpenDoor(Shape):
    """What to change of the door: the join code, the allowed origins, the campaign."""

    role: join_codes.Role = "player"
    minutes: c.Int | None = Field(
        None,
        ge=0,
        le=join_codes.MOST_MINUTES,
        description="How long a new join code is good; 0 ends it. Left out: it stays as it is.",
    )
    origins: list[Origin] | None = Field(
        None,
        max_length=MOST_ORIGINS,
        description="Pages of which other sites may call the API for this combat. Left out: as"
        " before. `[]`: none.",
    )
    campaign: CampaignName | None = Field(
        None,
        description="The campaign that it belongs to from now on; empty for none. Left out: as"
        " before. For the operator.",
    )


class Comer(Shape):
    """A newcomer: the code from the referee, and a name."""

    code: str = Field(min_length=1, max_length=40)
    name: c.Name


@ROUTES.post(
    "door", "referee", body=OpenDoor, answers=Door, example={"role": "spectator", "minutes": 10}
)
def post_door(call: Call) -> Answer:
    """Let others in: people with a join code, and pages of other sites with a token.

    When: people join by a code, or a page of another site calls the API.

    With `minutes`, everybody with the code gets a seat for so long. The code is shown only this
    once; the next call makes another. A player who came in plays nobody until the referee says
    whom, with `seat-change`. `origins` replaces the list of sites. With `campaign` everybody with a
    seat in another combat of that campaign reads in its statistics what all saw of this one.
    """
    said: OpenDoor = call.body
    if said.campaign is not None:
        _join_campaign(call, said.campaign)
    if said.campaign is None or said.minutes is not None or said.origins is not None:
        # A damaged fight can still be taken out of its campaign, and nothing else.
        with call.lock_combat():
            pass
    if said.origins is not None:
        call.service.log.put_origins(OriginsRow(call.combat, tuple(said.origins)))
    door = _door_after(call, said)
    log = call.service.log
    origins, belongs = list(log.origins(call.combat)), log.campaign_of(call.combat)
    return Answer(sparing(Door(door=door, origins=origins, campaign=belongs)))


def _join_campaign(call: Call, name: str) -> None:
    """Put a combat into a campaign; a referee would get to see another campaign by this."""
    if not call.caller.is_operator:
        raise Problem("forbidden", "Only the operator puts a combat into a campaign.")
    if not call.service.log.head(call.combat):
        raise Unknown(call.combat)
    # A damaged fight can be taken out of its campaign, even where its row is what is damaged.
    row = call.service.log.catalogue_row(call.combat) if name else None
    if row and (row.sample or row.origin):
        raise Problem(
            "forbidden", "Samples and what-ifs count in no campaign. Put in the fight itself."
        )
    call.service.log.put_campaign(CampaignRow(call.combat, name))


def _door_after(call: Call, said: OpenDoor) -> join_codes.DoorShown | None:
    """Make or end the join code as the body says; return the door."""
    if said.minutes:
        return join_codes.issue_join_code(call.service, call.combat, said.role, said.minutes)
    if said.minutes == 0:
        call.service.log.end_joining(call.combat)
    return join_codes.door(call.service, call.combat)


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
    return Answer(join_codes.join_with_code(call.service, call.tries, *who, call.key))
