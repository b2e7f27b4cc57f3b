"""Opening combats, and what each of them is."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, JsonValue

from api.campaigns.next_fight import Cast, carry_in, characters, chosen
from api.combats.open_combat import OpenCombat
from api.presets.chosen import chosen_preset
from api.presets.text import UnfitPreset
from api.read.entries import person_name
from api.service.service import Receipt, Request
from api.store.core.rows import CatalogueRow
from api.web.conditional import REPLAYED
from api.web.examples import BY_TYPE
from api.web.join_codes import DoorShown, door
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain
from api.web.schemas.request_bodies import NewCombat
from api.web.schemas.response_bodies import CombatRow, Opened, SeatShown, optional, sparing
from api.web.schemas.ruleset_schema import sheets_schema
from api.web.validation import At
from domain import commands as c
from domain.ruleset.ruleset import Refused
from domain.table.table import Seat
from projections.state import catalogue

ROUTES = Routes("combats")
_EXAMPLE = {name: value for name, value in BY_TYPE["open"].items() if name != "type"}
_HINT = (
    "This combat was opened before with this key. Tokens are shown once; the command `seat-renew`"
    " gives a seat a new one."
)


class SeatTaken(SeatShown):
    """A seat, and for the referee whether somebody on it asked for anything within a minute."""

    here: bool | None = None


class CombatShown(CombatRow):
    """A combat: how it is played, who sits at its table and who is there, and where it stands."""

    edition: str
    mode: str
    policy: str
    preset: dict[str, JsonValue] | None = Field(
        None, description="The preset that the combat was opened with; left out where none was."
    )
    sheets: optional(  # type: ignore[valid-type]
        dict[str, dict[str, JsonValue]],
        "JSON Schema of the traits of each kind of subject under the preset; left out where there"
        " is none: then the `sheets` of the ruleset hold.",
    )
    head: str
    last: str = Field(description="The number of the last entry.")
    you: str = Field(description="The caller's seat, or `operator`; nothing for guests.")
    role: c.Role
    seats: list[SeatTaken]
    door: DoorShown | None = Field(None, description="The open door; for the referee.")
    origins: list[str] | None = Field(
        None,
        description="Pages of other sites that may call the API; for the referee.",
        examples=[["https://map.example"]],
    )


@ROUTES.post(
    "/v1/combats",
    "operator",
    body=NewCombat,
    answers=Opened,
    status=201,
    problems=("refused",),
    once=True,
    example=_EXAMPLE,
)
def post_combat(call: Call) -> Answer:
    """Open a combat, with seats for its people.

    Each seat's bearer token is in the answer, and shown only this once. `allowance` is how often
    each may take back, unasked, what touched nobody else's decision. With an `Idempotency-Key`
    the combat is opened once, however often this is sent.

    In a `campaign`, `carry` brings its characters in as they left their last fight. What everybody
    saw of them is carried; `left_out` says what the referee has to set by hand.
    """
    said: NewCombat = call.body
    coming = _characters(call, said)
    opening = said.opening(_preset(call, said))
    receipt = call.service.open(
        opening,
        said.openings,
        key=call.key,
        body=call.raw,
        allowance=said.allowance,
        campaign=said.campaign,
    )
    name = receipt.combat.name
    carry_in(call.service, name, coming, _carrying(call, opening))
    with call._replace(combat=name).lock_combat() as (combat, _):
        seats = [seat_shown(call, combat, seat, receipt) for seat in combat.table.seats.values()]
        head = call.service.token(combat, call.caller.viewer)
    hint, missed = _HINT if receipt.replayed else None, list(coming.left_out) or None
    opened = Opened(combat=name, head=head, seats=seats, hint=hint, left_out=missed)
    again = {REPLAYED: "true"} if receipt.replayed else {}
    return Answer(sparing(opened), {"Location": f"/v1/combats/{name}", **again})


def _characters(call: Call, said: NewCombat) -> Cast:
    """The characters who are to come in; raises Refused for one that the campaign has not.

    Nobody, where this was sent before and the fight went on: the campaign may have as well.
    """
    if not said.carry:
        return Cast({})
    if not said.campaign:
        raise Refused("", "nobody is carried without a campaign", None, "/campaign")
    new = call.service.new_name(b"combat", call.key) if call.key else ""
    head = call.service.log.head(new) if new else None
    went_on = head is not None and head.seq > _entries_of_opening(said)
    found = characters(call.service, said.campaign, said.ruleset, but=new)
    cast = chosen(found, () if went_on or isinstance(said.carry, bool) else said.carry)
    return cast._replace(found={}) if went_on else cast


def _entries_of_opening(said: NewCombat) -> int:
    return 1 + len(said.openings) + bool(said.allowance)


def _carrying(call: Call, opening: c.Open) -> Request:
    return Request(opening, call.caller.viewer, call.caller.seat, call.key, call.raw)


def _preset(call: Call, said: NewCombat) -> dict[str, JsonValue]:
    """The preset that is meant; raises the problem of one that does not fit."""
    rules = call.service.rulesets().get(said.ruleset)
    try:
        return chosen_preset(said.preset, rules.with_preset if rules else lambda _: None)
    except UnfitPreset as unfit:
        numbers = unfit.at._asdict() if unfit.at else None
        detail = f"The preset does not fit. {unfit}"
        raise Problem("refused", detail, numbers=numbers, pointer="/preset") from unfit


def seat_shown(
    call: Call, combat: OpenCombat, seat: Seat, receipt: Receipt | None = None
) -> SeatShown:
    """A seat as it is answered, with its token where that was just made."""
    return SeatShown(
        seat=seat.seat,
        person=seat.person,
        role=seat.role,
        combatants=list(seat.combatants),
        name=person_name(call.service, combat.name, seat.person),
        is_open=seat.is_open,
        token=receipt.tokens.get(seat.seat) if receipt else None,
    )


@ROUTES.get("/v1/combats/<combat>", "reader", query=At, answers=CombatShown)
def get_combat(call: Call) -> Answer:
    """A combat: how it is played, who sits at its table, and where it stands.

    For the referee also who is there, the open door, and the sites that may call the API; of the
    past, nobody knows these.
    """
    with call.lock_combat() as (combat, sight):
        roster = combat.view(call.caller.viewer).roster
        row = _listed(call, combat)
        shown = CombatShown(
            **plain(row),
            campaign=call.service.log.campaign_of(call.combat),
            edition=roster.edition,
            mode=roster.mode,
            policy=combat.policy,
            preset=combat.opening_event.preset or None,
            sheets=sheets_schema(combat.rules) if combat.opening_event.preset else None,
            head=call.service.token(combat, call.caller.viewer),
            last=sight.last,
            you=call.caller.seat,
            role=call.caller.viewer.role,
            seats=list(_seats(call, combat)),
        )
    return Answer(sparing(_with_door(call, shown)))


def _listed(call: Call, combat: OpenCombat) -> CatalogueRow:
    """How the list has a combat, or had it at the moment that is read."""
    # From the store: of a shared log, this process may know an older one.
    row = call.service.log.catalogue_row(combat.name)
    assert row is not None
    if call.query.at is None:
        return row
    last = combat.numbers.seq(combat.numbers.number(combat.line.entries))
    if not last:
        return row._replace(status="open", members="", changed_at=row.opened_at)
    public = (*combat.entries(1, 1), *combat.entries(last, last))
    then = catalogue.row(None, public, combat.head)
    return row._replace(**then._asdict()) if then else row


def _seats(call: Call, combat: OpenCombat) -> Iterator[SeatTaken]:
    knows = call.caller.viewer.is_referee and call.query.at is None
    here = call.service.presence.here(call.combat) if knows else None
    for seat in combat.table.seats.values():
        shown = seat_shown(call, combat, seat).model_dump()
        yield SeatTaken(**shown, here=None if here is None else seat.seat in here)


def _with_door(call: Call, shown: CombatShown) -> CombatShown:
    """A combat as its referee sees it, with what lets others in."""
    if not call.caller.viewer.is_referee or call.query.at is not None:
        return shown
    origins = list(call.service.log.origins(call.combat))
    shown.door, shown.origins = door(call.service, call.combat), origins
    return shown
