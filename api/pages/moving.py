"""Undo, redo and jump: first what would fall away and come back, then the button that does it."""

from __future__ import annotations

from typing import Literal

from flask import Response, redirect, request
from pydantic import Field
from werkzeug.wrappers import Response as Answer

from api.contract import Call
from api.dry_run import dry_run, of_command
from api.failures import refusal
from api.pages import table
from api.pages.forms import press
from api.pages.play import address, said, trouble, wanted
from api.pages.requests import POLICIES, called, moves
from api.pages.sheets import Trouble, page
from api.parsing import Query, query
from api.problems import Problem
from domain import commands as c
from domain.ruleset import Refused, Ruleset
from projections.words import word

SPANS = ("turn", "phase", "round")


class Asked(Query):
    """Which move to look at."""

    how: Literal["undo", "redo", "jump"] = "undo"
    span: Literal["step", "turn", "phase", "round"] = "step"
    to: int | None = Field(None, ge=1, le=2**31)


def get_move(call: Call) -> Response:
    """What a move of the head would change, and the button that makes it."""
    given = {name: request.args.getlist(name) for name in request.args}
    asked = query(Asked, given)
    assert isinstance(asked, Asked)
    return _shown(call, c.Rewind(how=asked.how, span=asked.span, to=asked.to))


def post_move(call: Call) -> Answer:
    """Move the head as the page showed it; from anywhere else it is shown anew."""
    command = wanted(call)
    try:
        said(call, command)
    except Problem as problem:
        if problem.kind.slug in ("stale", "refused"):
            return table.shown(call, trouble(call, problem))
        raise
    return redirect(address(call, "table"), 303)


def _shown(call: Call, command: c.Rewind, wrong: Trouble | None = None) -> Response:
    changes, forms = None, ()
    with call.held() as (combat, sight):
        try:
            tried = of_command(command)
            changes = dry_run(call.service, combat, sight, call.caller.viewer, tried)
            if changes.receipt:
                forms = moves(press(call, combat, sight), command, changes.receipt)
        except Refused as refused:
            wrong = Trouble(refusal(refused, call))
        spans = {span: word(combat.rules, span) for span in SPANS if _has(combat.rules, span)}
    return page(
        "move",
        call,
        changes=changes,
        forms=forms,
        move=command,
        spans=spans,
        trouble=wrong,
        policies=POLICIES,
        called=lambda who: called(call, who),
        **table.common(call),
    )


def _has(rules: Ruleset, span: str) -> bool:
    """True where a game's sequence of play has stretches of that kind."""
    stretches = [rules.sequence]
    for stretch in stretches:
        stretches += stretch.inside
    return any(stretch.kind == span for stretch in stretches)
