"""Why, and why not: a number with the parts that add up to it; what stands against a deed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, request

from api.contract import Call
from api.open_combat import OpenCombat
from api.pages.api_client import answer, tried
from api.pages.fields import Pairs
from api.pages.sheets import combat_page
from api.routes.explaining import get_explanation as explanation_of
from api.routes.explaining import get_why_not as why_not_of
from api.sight import Sight
from domain.scene import ABLE_KINDS
from projections.action_points import plain_pools
from projections.conditions import conditions
from projections.words import capital, label, pool_words, word

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


class Things(NamedTuple):
    """What can be explained of somebody: what is asked, and the words for it."""

    name: str
    things: Pairs


def get_explanation(call: Call) -> Response:
    """Why something is as it is; without a question, what there is to ask.

    Asked for by the script of the table it is the answer alone, for a sheet over the page.
    """
    said, trouble = _said("what", "at"), None
    if alone := "HX-Request" in request.headers:
        found = answer(call, explanation_of, said).value
    else:
        found, trouble = tried(call, explanation_of, said, bool(said["what"].strip()))
    with call.held() as (combat, sight):
        things = () if alone else tuple(_things(combat, sight))
    return combat_page(
        "explained" if alone else "why",
        call,
        found=found,
        heading=_heading(found),
        trouble=trouble,
        things=things,
        standing=STANDING,
        said=said,
        alone=alone,
    )


def _heading(found: Any) -> str:
    """What is explained, and how much it comes to."""
    if found is None:
        return ""
    title = capital(found["title"])
    known = not found["points"] or found["points"] in title
    return title if known else f"{title}: {found['points']}"


def get_why_not(call: Call) -> Response:
    """Why somebody could not do something; without a question, the form that asks it."""
    said = _said("who", "what", "answer", "target", "at")
    found, trouble = tried(call, why_not_of, said, bool(said["who"].strip()))
    with call.held() as (combat, sight):
        roster = sight.moment(sight.node).combat.roster
    able = [m for m in roster.members.values() if m.kind in ABLE_KINDS]
    viewer = call.caller.viewer
    return combat_page(
        "why_not",
        call,
        found=found,
        trouble=trouble,
        mine=tuple((m.subject, m.name) for m in able if viewer.speaks_for(m.subject, roster)),
        standing=STANDING,
        everybody=tuple((m.subject, m.name) for m in able),
        manoeuvres=tuple((m.name, label(m.name)) for m in combat.rules.manoeuvres),
        names={m.subject: m.name for m in able},
        said=said,
    )


def _said(*names: str) -> dict[str, str]:
    return {name: request.args.get(name, "") for name in names}


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
