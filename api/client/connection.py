"""Requests with a token: carried out once, sent again where that is safe, problems raised."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any, Self
from urllib.parse import urlencode
from uuid import uuid4

from api.client.errors import Failed, NoAnswer, failure, refusal
from api.client.transport import Reply, Transport

JSON = "application/json"
BUSY = (429, 502, 503, 504)
"""Statuses of a server that asks to come back later."""

PATIENCE = 30.0
"""Seconds for which a request is sent again."""

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two tries, doubled from one to the next."""


class Connection:
    """Connection to a server or to files. `token` is sent unless a request names another."""

    def __init__(self, transport: Transport, token: str):
        self.transport, self.token = transport, token
        self._answered = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self.transport.close()

    @property
    def url(self) -> str:
        """Address of the server; empty where the files are worked on."""
        return self.transport.url

    def get(self, path: str, *, token: str = "", media: str = "", **query: Any) -> Reply:
        """Read an address, as `media` if that is named; raise Failed with its problem."""
        given = {name: _word(value) for name, value in query.items() if _word(value)}
        path = f"{path}?{urlencode(given)}" if given else path
        headers = {"Accept": media or f"{JSON}, */*;q=0.5", **self.bearer(token)}
        return self._request("GET", path, headers, b"", again=True)

    def post(
        self,
        path: str,
        body: Any,
        *,
        token: str = "",
        media: str = "",
        key: str = "",
        once: bool = False,
        **headers: str,
    ) -> Reply:
        """Send something; raise Failed with its problem where it is refused.

        `body` is sent as JSON; as it is where it is bytes, or text whose `media` is named. Names of
        headers may have underscores. It has an `Idempotency-Key`, this or a new one. What is
        carried out `once` for a key is sent again where no answer came, so that nothing happens
        twice; anything else is sent a single time.
        """
        if isinstance(body, str) and media:
            body = body.encode()
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        said = {"Accept": f"{JSON}, */*;q=0.5", "Content-Type": media or JSON, **self.bearer(token)}
        said["Idempotency-Key"] = key or uuid4().hex
        return self._request("POST", path, {**said, **given}, data, again=once)

    def bearer(self, token: str = "") -> dict[str, str]:
        """Return the header that says who asks."""
        token = token or self.token
        return {"Authorization": f"Bearer {token}"} if token else {}

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes, *, again: bool
    ) -> Reply:
        """Send a request until it is answered, as long as that is safe and has a chance."""
        until, waits = time.monotonic() + PATIENCE, pauses()
        while True:
            try:
                return self._once(method, path, headers, body)
            except Failed as error:
                wait = max(next(waits), float(error.problem.get("retry_after", 0)))
                if not (again and self._may_pass(error)) or time.monotonic() + wait > until:
                    raise
            time.sleep(wait)

    def _once(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        reply = self.transport.send(method, path, headers, body)
        self._answered = True
        if reply.status >= 300 and reply.status != 304:
            raise refused(reply)
        return reply

    def _may_pass(self, error: Failed) -> bool:
        """Whether it may go well later: not where no server has ever answered."""
        if isinstance(error, NoAnswer):
            return self._answered
        return error.problem.get("status") in BUSY


def pauses() -> Iterator[float]:
    """Yield the seconds between tries: each is longer, and by chance, so that not all come back."""
    from random import uniform  # not needed before something went wrong

    pause = FIRST_PAUSE
    while True:
        yield pause * uniform(0.5, 1)
        pause = min(2 * pause, LONGEST_PAUSE)


def refused(reply: Reply) -> Failed:
    """Return the failure that an answer tells of; a proxy's own page is not repeated."""
    try:
        problem: dict[str, Any] = json.loads(reply.body)
        problem = {**problem, "detail": str(problem["detail"])}
    except (ValueError, LookupError, TypeError):
        why = f"What answers there is no combatlog: status {reply.status}."
        problem = failure(why, status=reply.status).problem
    later = reply.headers.get("retry-after", "")
    return refusal({**problem, "retry_after": int(later)} if later.isdigit() else problem)


def _word(value: Any) -> str:
    """Return a value as it stands in an address; empty for nothing and for a flag not given."""
    if value is None or value is False:
        return ""
    return "true" if value is True else str(value)
