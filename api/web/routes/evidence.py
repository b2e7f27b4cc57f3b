"""Evidence: heads of the public feed, proofs that they follow from one another, and archives."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import Field

from api.combats.open_combat import OpenCombat
from api.evidence.bundle import Eyes, bundle
from api.evidence.heads import FeedEntry, Proven, feed_entry, feed_head
from api.vault.key_files import SAMPLE_PREFIX
from api.web.conditional import FRESH
from api.web.problems import Problem
from api.web.route_table import JSON, Answer, Call, Routes, long_read
from api.web.schemas.json_schema import plain, shape
from api.web.validation import Public, Query
from domain.state.viewer import PUBLIC

ROUTES = Routes("evidence")
ZIP = "application/zip"


class Wanted(Query):
    """Which head of the feed, and from which earlier one on it is to be proven; whose archive."""

    example = "number=9&since=4&entry=3"
    number: Public | None = Field(None, description="The head after this public entry.")
    since: Public | None = Field(None, description="Prove that the head after it is a beginning.")
    entry: Public | None = Field(None, description="Prove that this public entry is in it.")
    eyes: str = Field(
        "",
        alias="for",
        pattern=r"^(public|s[1-9][0-9]{0,5})?$",
        description="The archive of what this seat sees, or everybody (`public`); for the referee.",
    )


class Feed(NamedTuple):
    """A head of the feed, proven from an earlier one on, and an entry that is in it."""

    head: Proven
    entry: FeedEntry | None


@ROUTES.get(
    "evidence",
    "reader",
    query=Wanted,
    answers=shape(Feed),
    media=(JSON, ZIP),
    problems=("refused", "too-many"),
)
def get_evidence(call: Call) -> Answer:
    """The head of the public feed: one signed hash that stands for every public entry so far.

    When: people do not trust the server.

    Note it. A later head proves with a short path that the noted one is its beginning; a server
    that shows two people two histories has no such path. At the end, an archive is held to it.

    With `Accept: application/zip` it is that archive, all evidence in one file of data: entries,
    head, proofs, revealed keys and signature. The guide describes the format. `combatlog evidence
    verify` checks all of it; `check.js`, which shares no code with this service, checks seals,
    proofs and dice. The referee gets all of it, and may ask for it as a seat sees it. Others get
    what they may see, the rest closed, once the combat has ended: an archive tells how many entries
    are hidden.
    """
    return _archive(call) if call.accepts == ZIP else _head(call)


def _head(call: Call) -> Answer:
    asked: Wanted = call.query
    with call.lock_combat() as (combat, _):
        if not combat.origin.has_feed:
            raise Problem("refused", "This combat came without its keys: its feed is elsewhere.")
        number = asked.number or combat.numbers.number(combat.line.entries)
        try:
            found = feed_head(call.service, combat, number, asked.since or 0)
            entry = feed_entry(combat, asked.entry, number) if asked.entry else None
        except ValueError as error:
            raise Problem("not-found", f"That cannot be proven: {error}.") from error
    return Answer(plain(Feed(found, entry)), {"Cache-Control": FRESH})


@long_read("archives")
def _archive(call: Call) -> Answer:
    headers = {"Content-Disposition": f'attachment; filename="{call.combat}.zip"'}
    return Answer(raw=bundle(call.service, call.combat, _eyes(call)), headers=headers, media=ZIP)


def _eyes(call: Call) -> Eyes:
    viewer, wanted = call.caller.viewer, call.query.eyes
    with call.lock_combat() as (combat, _):
        if wanted and not viewer.is_referee:
            raise Problem("forbidden", "Only the referee may ask for what others see.")
        if viewer.is_referee:
            return _of_seat(combat, wanted) if wanted else Eyes()
        if not combat.head.roster.ended and not call.combat.startswith(SAMPLE_PREFIX):
            raise Problem(
                "refused",
                "An archive tells how many entries are hidden, so it is given out when the"
                " combat has ended. Note heads of its feed until then.",
            )
        return Eyes(viewer, call.caller.seat or "public")


def _of_seat(combat: OpenCombat, wanted: str) -> Eyes:
    if wanted == "public":
        return Eyes(PUBLIC, wanted)
    if (seat := combat.table.seats.get(wanted)) is None:
        raise Problem("not-found", "There is no such seat at this table.")
    return Eyes() if seat.viewer.is_referee else Eyes(seat.viewer, wanted)
