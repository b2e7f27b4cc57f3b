"""Refusals as problems: what was broken, what is missing, and what the caller may do instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, look_of
from api.read.entries import person_name
from api.web.problems import Instead, Problem
from api.web.route_table import Call
from api.web.schemas.json_schema import plain
from domain import commands as c
from domain import events as e
from domain.legality.legal_values import legal_values
from domain.log.codec import Entry
from domain.ruleset.ruleset import Refused
from domain.state.ids import step_of
from projections.explain import window_now
from projections.wording.game_words import NameOf, name_of
from projections.wording.refusals import Refusal, tell_refusal

MOST_INSTEAD = 12
"""How many things to do instead are told with a refusal."""

_GUIDES: dict[str, tuple[type[c.Command], ...]] = {
    "/guide/undo": (*c.UNDO, c.Correct, c.CorrectNumber),
    "/guide/disputes": c.DISPUTES,
    "/guide/dice": (*c.DICE, c.Commit, c.Reveal),
}
"""The pages of the guide about what is done beside play, by its commands."""


def refusal(refused: Refused, call: Call) -> Problem:
    """Return the problem of a refusal, with what the caller may do instead."""
    if not call.combat:
        return _problem(tell_refusal(refused, None, str), call)
    with call.lock_combat() as (combat, sight):
        look = look_of(combat, sight, sight.node)
        entry = cited_number(refused.cites, combat, call)
        offered = call.service.may(combat, call.caller.viewer)
        if refused.legal is None and isinstance(call.body, c.Command):
            said = call.body.model_dump(mode="json")
            refused = refused.but(legal=legal_values(offered, said, refused.pointer))
        told = tell_refusal(refused, combat.rules, called(call, combat, sight), entry)
        first = offered[:MOST_INSTEAD]
        return _problem(
            told,
            call,
            instead=[Instead(command=option.command, says=option.says) for option in first],
            window=plain(window_now(look)) if look.combat.exchange.question() else None,
        )


def _problem(told: Refusal, call: Call, **more: Any) -> Problem:
    """Return the problem of a refusal; what is not there is left out."""
    beside_play = (page for page, said in _GUIDES.items() if isinstance(call.body, said))
    told = told._replace(guide=next(beside_play, told.guide))
    parts = {name: part for name, part in plain(told).items() if part or name == "legal"}
    return Problem("refused", f"{parts.pop('detail')} Nothing has changed.", **parts, **more)


def named(problem: Problem, call: Call) -> Problem:
    """Return a problem with names for ids, as far as the caller sees whose they are."""
    if not call.combat or not problem.names_somebody:
        return problem
    with call.lock_combat() as (combat, sight):
        return problem.with_names(called(call, combat, sight))


def called(call: Call, combat: OpenCombat, sight: Sight) -> NameOf:
    """Return how people and combatants are called, as far as the caller sees them."""
    fighter = name_of(sight.moment(sight.node).combat)
    people = {seat.person for seat in combat.table.seats.values()}
    return lambda who: (
        person_name(call.service, call.combat, who) or who if who in people else fighter(who)
    )


def cited_number(cites: str, combat: OpenCombat, call: Call) -> str:
    """Return the number of the entry in which an act or condition began, as the caller counts.

    Empty where nothing is cited, or where the caller does not see that entry.
    """
    for entry in _where(combat, cites) if cites else ():
        if _begins(entry.event, cites) and combat.numbers.is_seen(entry.seq, call.caller.viewer):
            return combat.numbers.label(entry.seq, call.caller.viewer)
    return ""


def _where(combat: OpenCombat, cites: str) -> Iterator[Entry]:
    """The entries of the step that the id is made of; after a correction, of any on the line."""
    line, step = combat.line, step_of(cites)
    if line.is_play(step) and line.standing(step):
        yield from combat.entries(line.first(step), line.last(step))
    yield from combat.path(0, combat.node)


def _begins(event: e.Event, cites: str) -> bool:
    match event:
        case e.Said(act=begun) | e.ConditionBegan(id=begun):
            return begun == cites
    return False
