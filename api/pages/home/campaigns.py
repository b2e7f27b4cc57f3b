"""Campaign pages: what the fights of a campaign come to, its characters, and the next fight."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.campaigns.campaign import readable_campaigns
from api.pages.ending.rematch import opening_like, show_opened
from api.pages.ending.summary import clock_words
from api.pages.layout.api_client import answer
from api.pages.layout.render import Trouble, page, when
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.catalogue import get_combats
from api.web.routes.combats import post_combat
from api.web.routes.seats import post_door
from api.web.validation import idempotency_key
from projections.campaigns.fight_record import THE_REFEREE

MOST_LISTED = 100
"""Fights that are offered to be put into a campaign, those that changed last."""


def get_campaigns(call: Call, trouble: Trouble | None = None) -> Response:
    """One campaign where the address or the form names it, else all that the viewer may read."""
    name = request.values.get("name", "").strip()
    if name and trouble is None:
        return _campaign(call, name)
    return _list(call, trouble)


def _list(call: Call, trouble: Trouble | None = None) -> Response:
    """Draw the campaigns, and for the operator the form that puts a fight into one."""
    known = readable_campaigns(
        call.service, call.caller.combat, is_operator=call.caller.is_operator
    )
    return page(
        "campaigns",
        call,
        trouble=trouble,
        campaigns=known,
        fights=_fights(call) if call.caller.is_operator else (),
        chosen=request.values.get("fight", ""),
        named=request.values.get("name", ""),
    )


def _fights(call: Call) -> list[tuple[str, str]]:
    """Return the fights that may be put into a campaign, by id, with what they are called."""
    rows = answer(call, get_combats, {"limit": str(MOST_LISTED)}).value.items
    counted = (row for row in rows if not (row.sample or row.origin))
    return [(row.combat, f"{row.title or 'Untitled'}: {row.members}"[:120]) for row in counted]


def _campaign(call: Call, name: str, trouble: Trouble | None = None) -> Response:
    """Draw a campaign; fighters whom the referee plays come last."""
    found = answer(call, get_combats, {"campaign": name}).value
    told: Any = found.campaign.model_dump()
    fighters = told["totals"]["fighters"]
    played = [one for one in fighters if one["person"] != THE_REFEREE]
    return page(
        "campaign",
        call,
        trouble=trouble,
        name=name,
        found=told,
        totals=told["totals"],
        characters=played or fighters,
        others=fighters[len(played) :] if played else (),
        took=clock_words,
        when=lambda millis: when(millis).shown.partition(",")[0],
        may_open=lambda combat: call.caller.is_operator or call.caller.combat == combat,
        key=secrets.token_hex(16),
    )


# --- forms -------------------------------------------------------------------------------------


def post_campaigns(call: Call) -> Answer:
    """Put a fight into a campaign, take it out, or begin the next one."""
    name, fight = request.form.get("name", "").strip(), request.form.get("fight", "")
    try:
        if request.form.get("do") == "next":
            return _next(call, name)
        belongs = "" if request.form.get("do") == "remove" else name
        if not (name and fight):
            raise Problem("bad-request", "Choose a fight and name its campaign.")
        answer(call._replace(combat=fight), post_door, body={"campaign": belongs})
    except Problem as problem:
        return get_campaigns(call, Trouble(problem, given=request.form))
    left = name in call.service.log.campaigns()
    return redirect(f"/campaigns?{urlencode({'name': name})}" if left else "/campaigns", 303)


def _next(call: Call, name: str) -> Answer:
    """Open the next fight once for each form that was drawn; its links are shown only now."""
    if not (key := idempotency_key(request.form.get("key", ""))):
        raise Problem("bad-request", "The form came without its key. Load the page again.")
    fights = answer(call, get_combats, {"campaign": name}).value.campaign.fights
    if not fights:
        raise Problem("not-found", "There is no fight in this campaign yet.")
    said = opening_like(call._replace(combat=fights[-1].combat), "")
    body = {**said, "title": request.form.get("title", "").strip(), "campaign": name}
    return show_opened(call, answer(call, post_combat, body={**body, "carry": True}, key=key))
