"""Moving the head: undo, redo and jump, and what each would change before it is done."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from api.answers import Said
from api.contract import Answer, Call, Routes
from api.parsing import Query
from api.preconditions import tagged
from api.rewinding import target
from api.routes.play import said
from api.shapes import plain, shape
from domain import commands as c
from projections.preview import Preview, preview

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


class Asked(Query):
    """Which move to look at."""

    example = "how=undo&span=step"
    how: How = "undo"
    span: Span = "step"
    to: int | None = Field(None, ge=1, le=2**31)


@ROUTES.post(
    "/v1/combats/<combat>/undo", access="player", body=Where, answers=Said,
    problems=("refused",), head="must", once=True, example={},
)  # fmt: skip
def post_undo(call: Call) -> Answer:
    """Take back the last step, or everything since a turn, phase or round began.

    Nothing is deleted: what was undone stays in the log and can be redone.
    """
    return _moved(call, "undo")


@ROUTES.post(
    "/v1/combats/<combat>/redo", access="player", body=Where, answers=Said,
    problems=("refused",), head="must", once=True, example={},
)  # fmt: skip
def post_redo(call: Call) -> Answer:
    """Take the step undone last back into play."""
    return _moved(call, "redo")


@ROUTES.post(
    "/v1/combats/<combat>/jump", access="player", body=There, answers=Said,
    problems=("refused",), head="must", once=True, example={"to": 9},
)  # fmt: skip
def post_jump(call: Call) -> Answer:
    """Move the head to where it was right after an entry, undone or not."""
    return _moved(call, "jump")


def _moved(call: Call, how: How) -> Answer:
    # The same body means another thing at another address, so that the address counts as well.
    call = call._replace(raw=f"{how} ".encode() + call.raw)
    return said(call, c.Rewind(how=how, **call.body.model_dump()))


@ROUTES.get(
    "/v1/combats/<combat>/preview", access="reader", query=Asked, answers=shape(Preview),
    problems=("refused",), revalidates=True,
)  # fmt: skip
def get_preview(call: Call) -> Answer:
    """What a move of the head would change: steps that fall away or come back, and their effects.

    It is made of what the caller sees, so that nothing hidden shows in it.
    """
    query: Asked = call.query
    command = c.Rewind(how=query.how, span=query.span, to=query.to)
    with call.held() as (combat, sight):
        headers = tagged(call, call.service.token(combat, call.caller.viewer))
        step = target(sight, command)
        fork = sight.line.fork(sight.line.head, step)
        left, entered = sight.line.left_and_entered(sight.line.head, step)
        changes = preview(
            sight.moment(sight.line.last(fork)), sight.of_own_steps(left),
            sight.of_own_steps(entered), combat.rules,
        )  # fmt: skip
    return Answer(plain(changes), headers)
