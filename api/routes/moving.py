"""Moving the head: undo, redo and jump, and what each would change before it is done."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from api.answers import Said
from api.asking import mover_of, previewed
from api.contract import Answer, Call, Routes
from api.in_place import is_away
from api.open_combat import OpenCombat
from api.parsing import Query
from api.preconditions import tagged
from api.routes.play import said
from api.shapes import plain, shape
from domain import commands as c
from domain.events import UndoRequested
from domain.undoing import Request, name_of
from projections.preview import Preview

ROUTES = Routes("moving")
How = Literal["undo", "redo", "jump"]
Span = Literal["step", "turn", "phase", "round"]


class Where(BaseModel):
    """How far: a step, or back to where a turn, phase or round began."""

    model_config = ConfigDict(extra="forbid")

    span: Span = "step"
    note: c.Text | None = None


class There(BaseModel):
    """Where to: right after an entry, by its public number."""

    model_config = ConfigDict(extra="forbid")

    to: c.Int = Field(ge=1)
    note: c.Text | None = None


class Wish(NamedTuple):
    """An open request: who asks, from and to which entry, who must agree, and who has.

    For those who are `away` the referee answers.
    """

    asker: str
    how: str
    was: int
    to: int
    until: int
    must: tuple[str, ...]
    agreed: tuple[str, ...]
    away: tuple[str, ...] = ()


class Asking(NamedTuple):
    """How a table goes back: its policy, free moves for each and how many the caller has left."""

    policy: str
    allowance: int
    left: int
    closed_to: tuple[str, ...]
    request: Wish | None


class Asked(Query):
    """Which move to look at."""

    example = "how=undo&span=step"
    how: How = "undo"
    span: Span = "step"
    to: int | None = Field(None, ge=1, le=2**31)


@ROUTES.post(
    "/v1/combats/<combat>/undo",
    access="player",
    body=Where,
    answers=Said,
    problems=("refused",),
    head="must",
    once=True,
    example={},
)
def post_undo(call: Call) -> Answer:
    """Take back the last step, or everything since a turn, phase or round began.

    Nothing is deleted: what was undone stays in the log and can be redone.
    """
    return _moved(call, "undo")


@ROUTES.post(
    "/v1/combats/<combat>/redo",
    access="player",
    body=Where,
    answers=Said,
    problems=("refused",),
    head="must",
    once=True,
    example={},
)
def post_redo(call: Call) -> Answer:
    """Take the step undone last back into play, or all up to where the next span begins."""
    return _moved(call, "redo")


@ROUTES.post(
    "/v1/combats/<combat>/jump",
    access="player",
    body=There,
    answers=Said,
    problems=("refused",),
    head="must",
    once=True,
    example={"to": 9},
)
def post_jump(call: Call) -> Answer:
    """Move the head to where it was right after an entry, undone or not."""
    return _moved(call, "jump")


def _moved(call: Call, how: How) -> Answer:
    # The same body means another thing at another address, so that the address counts as well.
    call = call._replace(raw=f"{how} ".encode() + call.raw)
    return said(call, c.Rewind(how=how, **call.body.model_dump()))


@ROUTES.get(
    "/v1/combats/<combat>/preview",
    access="reader",
    query=Asked,
    answers=shape(Preview),
    problems=("refused",),
    revalidates=True,
)
def get_preview(call: Call) -> Answer:
    """What a move of the head would change: steps that fall away or come back, and their effects.

    It is made of what the caller sees, so that nothing hidden shows in it; what was done in secret
    and stays is `carried`. `receipt` says who must agree, why, and what it costs: a move that
    concerns others is asked for with `ask-undo`.
    """
    query: Asked = call.query
    command = c.Rewind(how=query.how, span=query.span, to=query.to)
    with call.held() as (combat, sight):
        head = call.service.token(combat, call.caller.viewer)
        headers = tagged(call, f"{head}+{sight.last}")
        viewer = call.caller.viewer
        mover = mover_of(combat, viewer, call.service.effects.now())
        changes = previewed(combat, sight, command, viewer, mover)
    return Answer(plain(changes), headers)


def _wish(call: Call, combat: OpenCombat, waits: Request[UndoRequested]) -> Wish:
    presence = call.service.effects.presence
    away = tuple(who for who in waits.open_slots() if is_away(combat, presence, who))
    return Wish(**waits.event.model_dump(), agreed=waits.agreed, away=away)


@ROUTES.get("/v1/combats/<combat>/undo", access="reader", answers=shape(Asking))
def get_undo(call: Call) -> Answer:
    """How this table goes back, and the open request, if there is one.

    While a request is open play waits, talk does not. It is answered by the command `answer-undo`
    and void after `until`, in milliseconds since 1970 UTC: silence is no.
    """
    with call.held() as (combat, _):
        undoing, waits = combat.table.undoing, call.service.waits(combat)
        left = undoing.left(name_of(call.caller.viewer))
        shown = Asking(
            combat.policy,
            undoing.allowance,
            left,
            undoing.closed_to,
            _wish(call, combat, waits) if waits else None,
        )
    return Answer(plain(shown), {"Cache-Control": "no-store"})
