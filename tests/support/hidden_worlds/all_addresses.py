"""What is looked at by those who must not know something: every route and page that reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

TRY = "POST commands?dry-run=1 "
"""What a command would do, asked as a path with the command behind it."""

TRY_UNDO = TRY + '{"type": "rewind"}'
READS = (
    "state",
    "state?part=undo,where-we-were,notes",
    "options",
    "events",
    "events as application/x-ndjson",
    "dice",
    "timeline",
    "timeline as text/plain",
    "timeline as text/markdown",
    "state as text/plain",
    "export",
    "evidence as application/zip",
    "evidence",
    "forgotten",
    "compare",
    "frames",
    "explain",
    "why-not",
    "audit?rejudge=true",
    "disputes",
    "evidence",
    "precedents",
    "audit",
    "ledger?undone=true as text/csv",
    "ledger",
    "ledger as text/csv",
    "query",
    "query as text/csv",
    "",
)
ASKED = (
    "explain?what=ap of ana",
    "explain?what=8",
    "explain?what=ap of lurker1",
    "why-not?who=ana&what=strike",
    "query?sql=SELECT * FROM entries",
    "query?named=left-at-turn-end as text/csv",
)
DRAWN = tuple(f"audit?picture={each} as image/svg+xml" for each in ("luck", "passed"))
IN_A_WHAT_IF = ("state", "events", "timeline", "options", "compare", TRY_UNDO, "")
CAMPAIGN = "Crown"
"""The campaign to which the combat belongs."""

STREAMS = ("stream",)
"""What is listened to from the first entry to the last: see `World.listen`."""
PAGES_TO_LOOK_AT = (
    "/",
    "/enter",
    "/join",
    "/combats/<combat>",
    "/combats/<combat>/board",
    "/combats/<combat>/move",
    "/combats/<combat>/referee",
    "/combats/<combat>/seats",
    "/audit",
    "/campaigns",
    "/combats/<combat>/head",
    "/combats/<combat>/heads",
    "/combats/<combat>/docket",
    "/combats/<combat>/contest",
    "/combats/<combat>/number",
    "/combats/<combat>/replay",
    "/combats/<combat>/replay/frame",
    "/combats/<combat>/replay.html",
    "/combats/<combat>/summary",
    "/combats/<combat>/compare",
    "/combats/<combat>/audit",
    "/combats/<combat>/postings.csv",
    "/combats/<combat>/bundle.zip",
    "/combats/<combat>/why",
    "/combats/<combat>/why-not",
    "/combats/<combat>/ask",
    "/combats/<combat>/ask.csv",
    "/combats/<combat>/dice",
    "/combats/<combat>/what-if",
)
PAGES_ASKED = (
    "why?what=ap of ana",
    "why?what=8",
    "contest?entry=8",
    "replay?at=8",
    "replay/frame?place=5",
    "compare?at=4&with_at=7",
    "audit.md",
    "why-not?who=ana&what=strike",
    "ask?named=left-at-turn-end",
    "docket/8",
    "ask.csv?named=rolls",
)
NO_TABLE = {"/reference", "/guide", "/guide/<path:page>", "/new", "/import"}
"""Pages that tell of games or of a token, not of a combat."""

BY_LINK = {"/shared/<combat>/<secret>", "/shared/<combat>/<secret>/replay.html"}
"""What people with a link read; `tests/api/pages/ending` holds it against the public replay."""

AT_MOMENTS = (
    "state?at=8",
    "timeline?full=1",
    "timeline?at=9",
    "events?after=7&limit=3",
    "state?at=999",
    "state?at=8.1",
    TRY_UNDO,
    TRY + '{"type": "rewind", "how": "redo"}',
    TRY + '{"type": "rewind", "span": "turn"}',
    TRY + '{"type": "ask-undo", "how": "jump", "to": 8}',
    TRY + '{"type": "act", "who": "ana", "manoeuvre": "move"}',
    TRY + '{"type": "roll", "who": "ana", "sides": 20}',
    TRY + '{"type": "roll", "who": "ana", "sides": 20, "faces": {"loose": [3]}}',
    "frames?by=turn&through=1",
    "/v1/combats",
    "/v1/combats?q=lurker",
    "/v1/combats?limit=1",
    f"/v1/combats?campaign={CAMPAIGN}",
)


def asked(own: str, last: int, dispute: int, chance: Random) -> Iterator[str]:
    """What is looked at: every route and page that reads, moments of them, and what is refused."""
    yield from READS
    yield from PAGES_TO_LOOK_AT
    at = chance.randint(1, last)
    yield from _routes(own, at, last, chance)
    yield from (f"evidence?number={last}&since={at}&entry={at}", f"disputes/{dispute}")
    yield from DRAWN
    yield from _pages("/combats/<combat>", at, dispute)
    yield from (TRY + json.dumps(each) for each in _tried(own, at))
    yield from (f"POST commands {json.dumps(each)}" for each in _refused(own))


def _routes(own: str, at: int, last: int, chance: Random) -> Iterator[str]:
    """Routes as of a moment, and what may be asked about a fight."""
    for route in ("state", "timeline", "frames"):
        yield f"{route}?at={at}"
    yield f"events?after={at}&limit=20"
    yield from ("timeline?full=1", "timeline?full=1 as text/plain")
    yield from (f"explain?what={chance.randint(1, last)}" for _ in range(5))
    yield from (f"explain?what={kind}{chance.randint(1, 20)}" for kind in "aqk")
    yield from (f"why-not?who={own}&what=strike", "query?sql=SELECT * FROM entries")
    yield "query?named=rolls as text/csv"


def _pages(page: str, at: int, dispute: int) -> Iterator[str]:
    """Pages of a combat as of a moment, and of its dispute."""
    yield from (f"{page}?all=1", f"{page}?at={at}", f"{page}/replay?at={at}")
    yield from (f"{page}/why?what={at}", f"{page}/contest?entry={at}", f"{page}/docket/{dispute}")
    yield from (f"{page}/head?since={at}", f"{page}/audit.md")
    yield f"{page}/compare?at=1&with_at={at}"


def _tried(own: str, at: int) -> Iterator[dict[str, Any]]:
    """Commands that are only tried out."""
    yield {"type": "rewind", "how": "jump", "to": at}
    yield {"type": "contest", "entry": at, "claim": {"remedy": "go-back", "to": at}}
    yield {"type": "roll", "who": own, "sides": 20}
    yield {"type": "roll", "who": own, "sides": 20, "faces": {"loose": [3]}}
    yield from _refused(own)


def _refused(own: str) -> tuple[dict[str, Any], ...]:
    """Commands that the rules refuse."""
    return (
        {"type": "act", "who": own, "manoeuvre": "no such thing"},
        {"type": "answer", "who": own, "about": "nothing", "choice": "no"},
        {"type": "withdraw", "who": "nobody"},
        {"type": "declare", "who": own, "manoeuvre": "no such thing", "targets": [own]},
    )
