"""Why, and why not: a number with the parts that add up to it; what stands against a deed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, request

from api.pages.forms.fields import Pairs
from api.pages.layout.api_client import answer, answer_or_trouble
from api.pages.layout.render import address_values, combat_page
from api.pages.review.moments import moment_choices
from api.web.route_table import Call
from api.web.routes.explain import get_explanation as explanation_of
from api.web.routes.explain import get_why_not as why_not_of
from api.web.routes.state import get_state
from domain.ruleset.scene import ABLE_KINDS
from projections.state.conditions import StandingCondition
from projections.wording.game_words import capital, pool_words, word

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
    said, trouble = address_values("what", "at"), None
    if alone := "HX-Request" in request.headers:
        found = answer(call, explanation_of, said).value
    else:
        found, trouble = answer_or_trouble(call, explanation_of, said, bool(said["what"].strip()))
    return combat_page(
        "explained" if alone else "why",
        call,
        found=found,
        heading=_heading(found),
        trouble=trouble,
        things=() if alone else tuple(_things(call)),
        choices={} if alone else _choices(call, said["at"]),
        standing=STANDING,
        said=said,
        alone=alone,
    )


def _choices(call: Call, at: str) -> dict[str, str]:
    """Return the moments to choose from, with what happened at the one that is asked about."""
    with call.lock_combat() as (combat, sight):
        return dict(moment_choices(sight, combat.rules, (at,)))


def _heading(found: Any) -> str:
    """What is explained, and how much it comes to."""
    if found is None:
        return ""
    title = capital(found["title"])
    known = not found["points"] or found["points"] in title
    return title if known else f"{title}: {found['points']}"


def get_why_not(call: Call) -> Response:
    """Why somebody could not do something; without a question, the form that asks it."""
    said = address_values("who", "what", "answer", "target", "at")
    found, trouble = answer_or_trouble(call, why_not_of, said, bool(said["who"].strip()))
    with call.lock_combat() as (combat, sight):
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
        manoeuvres=tuple((m.name, m.name) for m in combat.rules.manoeuvres),
        names={m.subject: m.name for m in able},
        choices=_choices(call, said["at"]),
        said=said,
    )


def _things(call: Call) -> Iterator[Things]:
    """What can be asked of everybody who is here."""
    state = answer(call, get_state).value
    with call.lock_combat() as (combat, _):
        rules = combat.rules
    under = {row["who"]: row["conditions"] for row in state["conditions"]}
    for member in (one for one in state["members"] if one["here"]):
        who, name = member["subject"], member["name"]
        mine = (row for row in state["pools"] if row["who"] == who and not row["key"])
        left = {(row["pool"], ""): row["amount"] for row in mine}
        words = pool_words(rules, left)
        things = [(f"{words[it]} of {name}", f"{words[it]} {n}") for it, n in left.items()]
        if state["turn_order"]["orders"] and member["kind"] in ABLE_KINDS:
            things.append((f"place of {name}", f"place in the {word(rules, 'round')}"))
        things += [(one["id"], StandingCondition(**one).words) for one in under.get(who, ())]
        if things:
            yield Things(name, tuple(things))
