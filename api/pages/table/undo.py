"""Undo, redo and jump: first what would fall away and come back, then the button that does it."""

from __future__ import annotations

from typing import Literal

from flask import Response
from pydantic import Field

from api.pages.forms.options import Form, press
from api.pages.layout.render import Trouble, combat_page, page_query
from api.pages.table.requests import POLICIES, moves
from api.service.dry_run import dry_run, of_command
from api.web.error_mapping import refusal
from api.web.route_table import Call
from api.web.validation import Query
from domain import commands as c
from domain.ruleset.ruleset import Refused, Ruleset
from projections.wording.game_words import word

SPANS = ("turn", "phase", "round")


class Asked(Query):
    """Which move to look at."""

    how: Literal["undo", "redo", "jump"] = "undo"
    span: Literal["step", "turn", "phase", "round"] = "step"
    to: int | None = Field(None, ge=1, le=2**31)


def get_move(call: Call) -> Response:
    """What a move of the head would change, and the button that makes it."""
    move, changes, trouble = page_query(Asked), None, None
    command, forms = c.Rewind(how=move.how, span=move.span, to=move.to), tuple[Form, ...]()
    with call.lock_combat() as (combat, sight):
        rules, viewer = combat.rules, call.caller.viewer
        try:
            changes = dry_run(call.service, combat, sight, viewer, of_command(command))
            if changes.receipt:
                forms = moves(press(call, combat, sight), command, changes.receipt)
        except Refused as refused:
            trouble = Trouble(refusal(refused, call))
    return combat_page(
        "move",
        call,
        changes=changes,
        forms=forms,
        move=command,
        spans={span: word(rules, span) for span in SPANS if _has(rules, span)},
        trouble=trouble,
        policies=POLICIES,
    )


def _has(rules: Ruleset, span: str) -> bool:
    """True where a game's sequence of play has stretches of that kind."""
    stretches = [rules.sequence]
    for stretch in stretches:
        stretches += stretch.inside
    return any(stretch.kind == span for stretch in stretches)
