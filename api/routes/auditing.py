"""Auditing: what today's rules say of what was played."""

from __future__ import annotations

from api.contract import Answer, Call, Routes
from api.rejudging import rejudged_combat
from api.shapes import plain, shape
from projections.rejudged import Rejudging

ROUTES = Routes("auditing")


@ROUTES.get("/v1/combats/<combat>/rejudged", access="referee", answers=shape(Rejudging))
def get_rejudged(call: Call) -> Answer:
    """Every step decided again from the recorded state before it, under today's rules.

    Its recorded dice fall again, and nothing is drawn. `steps` are those that come out otherwise:
    `differs`, `refused` with the clause, `needs dice` that never fell, or `not judged` at all; with
    the `revision` under which they were played, where that is not today's. Nothing changes: the
    combat stays what was recorded.
    """
    found = rejudged_combat(lambda: call.service.held(call.combat))
    return Answer(plain(found), {"Cache-Control": "no-store"})
