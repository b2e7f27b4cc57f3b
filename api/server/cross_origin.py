"""Cross-origin requests: which pages of other sites may call the API, and the headers for it.

None may unless the operator or the referee allows its origin. Requests carry their token in a
header, never in a cookie, so that no page acts with the rights of somebody who merely visits it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from flask import Response, request

from api.store.core.errors import StoreError
from api.store.log import CombatLog
from api.web.problems import Problem
from api.web.request_scope import stale_reads_allowed
from api.web.traffic.network import EVERY_ORIGIN

_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, Idempotency-Key,"
    " If-Match, If-None-Match, Last-Event-ID, X-Request-Id",
    "Access-Control-Max-Age": "600",
}
_EXPOSED: Final = (
    "Allow, Content-Disposition, ETag, Idempotency-Replayed, Link, Location, Retry-After,"
    " WWW-Authenticate, X-Request-Id, Age"
)
_REFUSED: Final = (
    "Pages of this site may not call this address. The operator allows a site with `combatlog"
    " serve --origin`, the referee for one combat with `origins` of its door."
)


class AllowedOrigins(NamedTuple):
    """The origins that the operator allows everywhere, and the log with those of each combat."""

    log: CombatLog
    everywhere: Collection[str]

    def preflight(self) -> Response | None:
        """Answer whether a page of another site may send a request; None for any other request."""
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        if not asks or _is_page():
            return None
        if self._allowed() is None:
            raise Problem("forbidden", _REFUSED)
        return Response(status=204, headers=_PREFLIGHT)

    def add_headers(self, answer: Response) -> Response:
        """Let the page read an answer, and its headers, if its origin is allowed."""
        if "HTTP_ORIGIN" not in request.environ or _is_page():
            return answer
        # A command that was told to come back is so while the database is away.
        with stale_reads_allowed():
            allowed = self._allowed()
        if allowed:
            answer.headers["Access-Control-Allow-Origin"] = allowed
            answer.headers["Access-Control-Expose-Headers"] = _EXPOSED
        return answer

    def _allowed(self) -> str | None:
        """Return the origin of the request, or `*`, if that is allowed at its address.

        What is allowed for a combat is allowed beside all combats too: a client of that combat
        reads its ruleset and joins there.
        """
        for origin in (EVERY_ORIGIN, request.headers.get("Origin", "")):
            if origin in self.everywhere or (origin and self._is_allowed_for_combat(origin)):
                return origin
        return None

    def _is_allowed_for_combat(self, origin: str) -> bool:
        combat = (request.view_args or {}).get("combat", "")
        try:
            known = self.log
            return origin in known.origins(combat) if combat else known.is_origin_known(origin)
        except StoreError:
            return False


def _is_page() -> bool:
    """Whether the address is one of the pages, which other sites never read."""
    return (request.endpoint or "").startswith("pages.")
