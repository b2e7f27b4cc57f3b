"""Undo, redo and jump: first what would fall away and come back, then the button that does it."""

from __future__ import annotations

from flask import Response, request

from api.asking import mover_of, previewed
from api.contract import Call
from api.failures import refusal
from api.pages.forms import Form, press
from api.pages.requests import agreement, moves
from api.pages.sheets import Trouble, combat_page
from api.parsing import query
from api.routes.moving import Asked, Span
from domain import commands as c
from domain.ruleset import Refused, Ruleset
from projections.preview import Preview
from projections.words import word

SPANS: tuple[Span, ...] = ("step", "turn", "phase", "round")


def get_move(call: Call) -> Response:
    """What a move of the head would change, and the button that makes it."""
    given = {name: request.args.getlist(name) for name in request.args}
    asked = query(Asked, given)
    assert isinstance(asked, Asked)
    return _shown(call, c.Rewind(how=asked.how, span=asked.span, to=asked.to))


def _shown(call: Call, command: c.Rewind, wrong: Trouble | None = None) -> Response:
    changes, agreed = None, None
    forms: tuple[Form, ...] = ()
    try:
        changes, forms = _previewed(call, command)
        agreed = agreement(call, changes.receipt) if changes.receipt else None
    except Refused as refused:
        wrong = Trouble(refusal(refused, call))
    with call.held() as (combat, _):
        spans = {span: word(combat.rules, span) for span in SPANS[1:] if _has(combat.rules, span)}
    return combat_page(
        "move",
        call,
        changes=changes,
        forms=forms,
        move=command,
        spans=spans,
        trouble=wrong,
        agreed=agreed,
    )


def _has(rules: Ruleset, span: str) -> bool:
    """True where a game's sequence of play has stretches of that kind."""
    stretches = [rules.sequence]
    for stretch in stretches:
        stretches += stretch.inside
    return any(stretch.kind == span for stretch in stretches)


def _previewed(call: Call, command: c.Rewind) -> tuple[Preview, tuple[Form, ...]]:
    """What would change as the caller sees it, and the forms that do it from here."""
    with call.held() as (combat, sight):
        viewer = call.caller.viewer
        mover = mover_of(combat, viewer, call.service.effects.now())
        changes = previewed(combat, sight, command, viewer, mover)
        drawn = press(call, combat, sight)
        return changes, moves(drawn, command, changes.receipt) if changes.receipt else ()
