"""Conditional requests: the head as an entity tag, and who still has the newest answer.

The tag of a state is the head's token, so that it may be sent back as `If-Match`. Other answers
carry the token too, followed by a plus sign and what else they depend on.
"""

from __future__ import annotations

from collections.abc import Mapping

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, label
from api.read.entries import entries_json
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.validation import etags

FRESH = "private, no-cache"
"""For what changes with the head: ask whether it still holds."""

REVALIDATED = {"Cache-Control": "no-cache"}
"""For what changes with a new version of the server."""

REPLAYED = "Idempotency-Replayed"
"""The header of an answer to what was carried out before."""

MOST_MISSED = 100
_NO_TAG = "Send the head from which, as your options say it, or `*`, as `If-Match`."


class NotModified(Exception):
    """The caller has the newest answer already."""

    def __init__(self, headers: Mapping[str, str]):
        super().__init__("not modified")
        self.headers = headers


def moment_tag(call: Call, combat: OpenCombat) -> str:
    """Return what names the moment an answer is about: the head's token, or a past entry.

    A past moment never changes, but what the caller may see of it does when their seat gets other
    combatants.
    """
    at: str | None = getattr(call.query, "at", None)
    viewer = call.caller.viewer
    if at is None:
        return call.service.token(combat, viewer)
    return f"at-{at}-{call.service.viewer_tag(combat, viewer)}"


def etag_headers(call: Call, tag: str, caching: str = FRESH) -> dict[str, str]:
    """The headers of an answer with this tag; raises NotModified where the caller has it."""
    headers = {"ETag": f'"{tag}"', "Cache-Control": caching}
    known = [known for known, _ in etags(call.headers.get("If-None-Match"))]
    if tag in known or "*" in known:
        raise NotModified(headers)
    return headers


def expected_head(call: Call, combat: OpenCombat, *, demanded: bool) -> str:
    """The head that `If-Match` expects: the current one if it is among them, else the first.

    Empty where any head will do. Raises the problem of a missing or unreadable header.
    """
    header = call.headers.get("If-Match")
    if header is None and demanded:
        raise Problem("head-required", f"Moving the head needs to know from where. {_NO_TAG}")
    if header is None:
        return ""
    given = etags(header)
    if not given:
        raise Problem("bad-request", f"`If-Match` is empty. {_NO_TAG}")
    heads = [tag.partition("+")[0] if strong else "" for tag, strong in given]
    current = call.service.token(combat, call.caller.viewer)
    if current in heads or "*" in heads:
        return current
    return next(filter(None, heads), "none")


def stale(call: Call, combat: OpenCombat) -> Problem:
    """The answer to an outdated `If-Match`: the current head, and what the caller missed."""
    # Another process may have gone on since the caller's sight was taken.
    sight = call.sights.of(combat, call.caller.viewer)
    head = call.service.token(combat, call.caller.viewer)
    said = next((tag for tag, _ in etags(call.headers.get("If-Match"))), "")
    seqs = _entries_after(sight, said)
    missed = list(entries_json(call.service, combat, sight, seqs))
    more = {"next": missed[-1]["number"]} if missed and seqs[-1] < len(sight) else {}
    detail = _MISSED if missed else _ANOTHER
    return Problem("stale", detail, {"ETag": f'"{head}"'}, head=head, missed=missed, **more)


_MISSED = (
    "The combat went on since you looked. See `missed` and read the options again; send the"
    " command with `head` as `If-Match` if you still want it."
)
_ANOTHER = (
    "This is not the head that you see now: each seat has heads of its own, and an undo changes"
    " them. Read the options again; send the command with `head` as `If-Match` if you want it."
)


def _entries_after(sight: Sight, said: str) -> range:
    """The own entries after the number in a token, as far as it has one."""
    number = said.partition("-")[0]
    try:
        label(number)
    except LookupError:
        return range(0)
    first = sight.after(number) + 1
    return range(first, min(len(sight), first + MOST_MISSED - 1) + 1)
