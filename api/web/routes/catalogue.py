"""Finding combats: the catalogue, and the combats of a campaign with what they come to."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Literal
from urllib.parse import urlencode

from pydantic import Field

from api.campaigns.campaign import campaign, readable_campaigns
from api.store.core.rows import CatalogueRow
from api.web.auth import Caller
from api.web.conditional import etag_headers
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain
from api.web.schemas.response_bodies import CombatRow, Combats
from api.web.validation import Limit, Query
from domain import commands as c
from projections.campaigns.totals import Campaign

ROUTES = Routes("combats")
PAGE = 50
CURSOR = "^([0-9]{1,15}~[0-9A-Za-z_-]{1,80})?$"
PATIENCE = 2.0
"""Seconds that the answer about a campaign waits until all is counted."""

_NO_CAMPAIGN = (
    "There is no such campaign here, or you have no seat in any of its combats. `campaigns` lists"
    " those that you may read."
)


class Wanted(Query):
    """Which combats: words that occur in title or members, status, ruleset, and the page."""

    example = "q=ford&status=open&limit=5"
    q: str = Field("", max_length=200)
    status: Literal["open", "ended"] | None = None
    ruleset: str | None = Field(None, max_length=80)
    origin: str | None = Field(
        None, max_length=80, description="What-ifs that go on from this combat, of the caller."
    )
    campaign: c.Word | None = Field(
        None, description="The combats of this campaign, and what they come to."
    )
    after: str = Field("", pattern=CURSOR, description="The cursor `next` of the page before.")
    limit: Limit = PAGE


@ROUTES.get(
    "/v1/combats",
    "visitor",
    query=Wanted,
    answers=Combats,
    problems=("not-found",),
    revalidates=True,
)
def get_combats(call: Call) -> Answer:
    """Combats, the newest change first: samples, and with a seat's token its own.

    The operator gets all. With `origin` they are the what-ifs that the caller has made of a combat;
    for the operator, everybody's.

    With `campaign` they are the combats of one, for the operator and for whoever has a seat in one
    of them, and `campaign` says what they come to: by person and by fighter damage, exact luck,
    time, undos and rulings, and how each character left their last fight. Only what everybody at a
    table saw counts. A combat whose `is_counted` is false has gone on since it was counted.
    """
    query: Wanted = call.query
    known = readable_campaigns(
        call.service, call.caller.combat, is_operator=call.caller.is_operator
    )
    found = _campaign(call, known) if query.campaign is not None else None
    told = plain(found) if found else None
    rows, more = catalogue_page(call, query)
    changed, combat = rows[-1].cursor if rows else (0, "")
    cursor = f"{changed}~{combat}" if more and rows else None
    belong = call.service.log.campaigns_of([row.combat for row in rows])
    items = [CombatRow(**plain(r), campaign=belong.get(r.combat, "")) for r in rows]
    page = Combats(items=items, next=cursor, campaigns=known, campaign=told)
    headers = etag_headers(call, _tag(page)) if found else {}
    said = urlencode(query.model_dump(exclude_defaults=True) | {"after": cursor})
    link = {"Link": f'</v1/combats?{said}>; rel="next"'} if cursor else {}
    return Answer(page, headers | link)


def _tag(page: Combats) -> str:
    """A name of all that a page says: what is hidden from its reader does not change it."""
    return hashlib.sha256(page.model_dump_json().encode()).hexdigest()[:32]


def _campaign(call: Call, known: Collection[str]) -> Campaign:
    """What a campaign comes to, once all is counted or after a moment; raises its problem."""
    if call.query.campaign not in known:
        raise Problem("not-found", _NO_CAMPAIGN)
    call.campaigns.wait(PATIENCE)
    return campaign(call.service, call.query.campaign)


def catalogue_page(call: Call, query: Wanted) -> tuple[list[CatalogueRow], bool]:
    """As many rows as fit a page, filled after leaving out what the caller may not see."""
    rows = list(islice(_readable(call, query), query.limit + 1))
    return rows[: query.limit], len(rows) > query.limit


def _readable(call: Call, query: Wanted) -> Iterator[CatalogueRow]:
    changed, _, combat = query.after.partition("~")
    after = (int(changed), combat) if query.after else None
    sees_more = call.caller.is_operator or query.origin is not None or query.campaign is not None
    while True:
        page = call.service.log.combats(
            query.q,
            status=query.status,
            ruleset=query.ruleset,
            origin=query.origin,
            campaign=query.campaign,
            own=None if sees_more else call.caller.combat,
            after=after,
            limit=query.limit + 1,
        )
        # Whoever may read a campaign may know of all its combats.
        of_campaign = query.campaign is not None
        yield from (r for r in page if of_campaign or _may_read(call.caller, r, query.origin))
        if len(page) <= query.limit:
            return
        after = page[-1].cursor


def _may_read(caller: Caller, row: CatalogueRow, origin: str | None) -> bool:
    """Whether a combat is in a caller's list; of what-ifs only their own, where those are asked."""
    if caller.is_operator or row.sample or row.combat == caller.combat:
        return True
    own = row.origin == caller.combat and row.maker == caller.viewer.person
    return own and origin is not None
