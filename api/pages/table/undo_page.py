"""Page that explains an undo, a redo or a jump before it is made, and whom it concerns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from flask import Response
from pydantic import Field

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.handlers.undo_targets import own_target
from api.pages.forms.options import Form, press
from api.pages.layout.render import Trouble, combat_page, page_query
from api.pages.table.story_cards import ICONS
from api.pages.table.undo import POLICIES, moves
from api.pages.table.undo_words import Moved, moved
from api.service.dry_run import dry_run, of_command
from api.web.error_mapping import refusal
from api.web.route_table import Call
from api.web.validation import Query
from domain import commands as c
from domain.commands.values import MOST_ENTRY
from domain.log.undo_tree import Line
from domain.ruleset.ruleset import Refused, Ruleset
from domain.ruleset.sequence import every
from domain.table.undo_consent import Receipt
from domain.table.undo_requests import name_of
from projections.wording.game_words import word

SPANS = ("turn", "phase", "round")
TITLES = {"undo": "Undo", "redo": "Redo", "jump": "Go on from an earlier moment"}


NOTHING = {
    "undo": "There is nothing to undo yet: nobody has done anything.",
    "redo": "There is nothing to redo: nothing was undone, or somebody has acted since.",
}
"""What is said where nothing is left that a move could take back or bring back."""


class Move(Query):
    """Which move to look at."""

    how: Literal["undo", "redo", "jump"] = "undo"
    span: Literal["step", "turn", "phase", "round"] = "step"
    to: int | None = Field(None, ge=1, le=MOST_ENTRY)


class MoveView(NamedTuple):
    """A move that is possible: what it changes, who must agree, who need not, its buttons."""

    moved: Moved
    receipt: Receipt
    others: tuple[str, ...]
    forms: tuple[Form, ...]


def get_move(call: Call) -> Response:
    """Show what a move of the head would change, and the button that makes it."""
    move, view, trouble = page_query(Move), None, None
    command = c.Rewind(how=move.how, span=move.span, to=move.to)
    with call.lock_combat() as (combat, sight):
        rules, line = combat.rules, sight.line
        nothing = "" if _has_target(line, move.how) else NOTHING[move.how]
        try:
            view = None if nothing else _move_view(call, combat, sight, command)
        except Refused as refused:
            trouble = Trouble(refusal(refused, call))
        may_redo = bool(line.redo()) and call.caller.viewer.role != "spectator"
    return combat_page(
        "move",
        call,
        view=view,
        move=command,
        titles=TITLES,
        may_redo=may_redo,
        me=name_of(call.caller.viewer),
        spans=_spans(rules),
        icons_of=ICONS,
        trouble=trouble,
        nothing=nothing,
        policies=POLICIES,
    )


def _has_target(line: Line, how: str) -> bool:
    return how == "jump" or bool(line.undo() if how == "undo" else line.redo())


def _spans(rules: Ruleset) -> dict[str, str]:
    """Return the stretches of play of a game since whose beginning may be undone, in its words."""
    kinds = {stretch.kind for stretch in every(rules.sequence)}
    return {span: word(rules, span) for span in SPANS if span in kinds}


def _move_view(call: Call, combat: OpenCombat, sight: Sight, command: c.Rewind) -> MoveView | None:
    """Return what a move would do; raises Refused where it cannot be made."""
    found = dry_run(call.service, combat, sight, call.caller.viewer, of_command(command))
    if found.receipt is None:
        return None
    to = own_target(combat, sight, command)
    forms = moves(press(call, combat, sight), command, found.receipt)
    others = tuple(_not_concerned(call, combat, found.receipt))
    return MoveView(moved(combat, sight, command.how, to), found.receipt, others, forms)


def _not_concerned(call: Call, combat: OpenCombat, receipt: Receipt) -> Iterator[str]:
    """Yield the players who need not be asked."""
    asked = {one.who for one in receipt.must} | {name_of(call.caller.viewer)}
    for seat in combat.table.seats.values():
        if seat.is_open and seat.role == "player" and seat.person not in asked:
            yield seat.person
