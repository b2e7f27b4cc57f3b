"""Why, and why not: a number with the parts that add up to it; what stands against a deed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from flask import Response, request

from api.contract import Answer, Call
from api.failures import refusal
from api.open_combat import OpenCombat
from api.pages.leaves import asked, leaf
from api.pages.sheets import Trouble
from api.problems import Problem
from api.routes import explaining
from api.sight import Sight
from domain.ruleset import Refused
from domain.scene import ABLE_KINDS
from projections.action_points import plain_pools
from projections.conditions import conditions
from projections.words import label, pool_words, word

STANDING = {
    "waits": "is asked now",
    "later": "comes later",
    "answered": "has answered",
    "passed": "let it pass",
    "passed over": "is passed over",
    "not needed": "is not needed",
    "not asked": "is not asked",
}
"""Somebody's place in a window, in words."""

Pairs = tuple[tuple[str, str], ...]


class Things(NamedTuple):
    """What can be explained of somebody: what is asked, and the words for it."""

    name: str
    things: Pairs


def get_explanation(call: Call) -> Response:
    """Why something is as it is; without a question, what there is to ask.

    Asked for by the script of the table it is the answer alone, for a sheet over the page.
    """
    if alone := "HX-Request" in request.headers:
        found, trouble = explaining.get_explanation(_asking(call, explaining.Asking)).value, None
    elif request.args.get("what", "").strip():
        found, trouble = _tried(call, explaining.get_explanation, explaining.Asking)
    else:
        found, trouble = None, None
    with call.held() as (combat, sight):
        things = () if alone else tuple(_things(combat, sight))
    return leaf(
        "explained" if alone else "why",
        call,
        found=found,
        heading=_heading(found),
        trouble=trouble,
        things=things,
        standing=STANDING,
        said=_said("what", "at"),
        alone=alone,
    )


def _heading(found: Any) -> str:
    """What is explained, and how much it comes to."""
    if found is None:
        return ""
    title: str = found["title"][:1].upper() + found["title"][1:]
    known = not found["points"] or found["points"] in title
    return title if known else f"{title}: {found['points']}"


def get_why_not(call: Call) -> Response:
    """Why somebody could not do something; without a question, the form that asks it."""
    found, trouble = None, None
    if request.args.get("who", "").strip():
        found, trouble = _tried(call, explaining.get_why_not, explaining.WhyNotAsked)
    with call.held() as (combat, sight):
        roster = sight.moment(sight.node).combat.roster
        viewer = call.caller.viewer
        able = [m for m in roster.members.values() if m.kind in ABLE_KINDS]
        mine = tuple((m.subject, m.name) for m in able if viewer.speaks_for(m.subject, roster))
        manoeuvres = tuple((m.name, label(m.name)) for m in combat.rules.manoeuvres)
    return leaf(
        "why_not",
        call,
        found=found,
        trouble=trouble,
        mine=mine,
        standing=STANDING,
        everybody=tuple((m.subject, m.name) for m in able),
        manoeuvres=manoeuvres,
        names={m.subject: m.name for m in able},
        said=_said("who", "what", "answer", "target", "at"),
    )


def _said(*names: str) -> dict[str, str]:
    return {name: request.args.get(name, "") for name in names}


def _tried(call: Call, ask: Callable[[Call], Answer], model: Any) -> tuple[Any, Trouble | None]:
    """What the API answers, or what stands against it."""
    try:
        return ask(_asking(call, model)).value, None
    except Refused as refused:
        return None, Trouble(refusal(refused, call))
    except Problem as problem:
        return None, Trouble(problem)


def _asking(call: Call, model: Any) -> Call:
    """The call of the API with what the address asks."""
    return call._replace(query=asked(model))


def _things(combat: OpenCombat, sight: Sight) -> Iterator[Things]:
    """What can be asked of everybody who is here."""
    moment, rules = sight.moment(sight.node), combat.rules
    under = {row.who: row.conditions for row in conditions(moment, rules)}
    for member in moment.combat.roster.present():
        left = {(it.pool, ""): it.points for it in plain_pools(moment, rules, member.subject)}
        called = pool_words(rules, left)
        things = [
            (f"{called[pool]} of {member.name}", f"{called[pool]} {points}")
            for pool, points in left.items()
        ]
        if moment.combat.clock.orders and member.kind in ABLE_KINDS:
            things.append((f"place of {member.name}", f"place in the {word(rules, 'round')}"))
        things += [(one.id, one.words) for one in under.get(member.subject, ())]
        if things:
            yield Things(member.name, tuple(things))
