"""The desk at which commands ask: the same requests, to a running server or to the files at hand.

On files the very same application answers, in this process. So a command does the same over HTTP
and without, by construction.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode
from uuid import uuid4

from api.cli.refusing import Failed, failed

JSON = "application/json"


class Reply(NamedTuple):
    """A status, the headers by their names in small letters, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


class Desk(ABC):
    """Where to ask. `token` is whose word it is, unless a request says otherwise."""

    token = ""
    url = ""
    """Where the server is; nothing where the files are worked on."""

    @abstractmethod
    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """A request and its answer, whatever it is; raises Failed where none comes."""

    @abstractmethod
    def close(self) -> None:
        """Leave it."""

    def get(self, path: str, **query: Any) -> Reply:
        """What is at an address; raises Failed with its problem where the answer is none."""
        given = {name: value for name, value in query.items() if value not in (None, "")}
        return self._asked("GET", f"{path}?{urlencode(given)}" if given else path)

    def page(self, path: str, media: str, **query: Any) -> bytes:
        """What is at an address in another form than JSON; raises Failed likewise."""
        given = {name: value for name, value in query.items() if value not in (None, "")}
        asked = f"{path}?{urlencode(given)}" if given else path
        return self._asked("GET", asked, {"Accept": media}).body

    def post(
        self, path: str, body: Any, *, token: str = "", media: str = JSON, **headers: str
    ) -> Reply:
        """Send something, exactly once; raises Failed with its problem where it is refused.

        `body` is sent as JSON unless it is bytes; names of headers may have underscores.
        """
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Content-Type": media, "Idempotency-Key": uuid4().hex, **sent}
        return self._asked("POST", path, sent, data, token)

    def say(self, combat: str, command: Mapping[str, Any], *, token: str = "") -> Any:
        """Send a command to a combat; what it caused."""
        return self.post(address(combat, "commands"), command, token=token).json

    def combat(self, name: str) -> str:
        """The id that is meant: `last` changed last; it is a sample or a what-if only at need."""
        if name != "last":
            return name
        found = self.get("/v1/combats", limit=100).json["items"]
        if not found:
            raise failed("There is no combat here yet. `combatlog play FILE` begins one.")
        return str(min(found, key=lambda row: bool(row["sample"] or row["origin"]))["combat"])

    def _asked(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] = {},
        body: bytes = b"",
        token: str = "",
    ) -> Reply:
        sent = {"Accept": f"{JSON}, */*;q=0.5", **headers}
        if token := token or self.token:
            sent["Authorization"] = f"Bearer {token}"
        reply = self.send(method, path, sent, body)
        if reply.status >= 400:
            raise Failed(_problem(reply))
        return reply


def address(combat: str, path: str = "") -> str:
    """The address of a combat, or of something of it."""
    return f"/v1/combats/{quote(combat, safe='')}/{path}".rstrip("/")


def _problem(reply: Reply) -> dict[str, Any]:
    """What the answer says is wrong; some proxy's own page is not repeated."""
    try:
        problem: dict[str, Any] = reply.json
        return {**problem, "detail": str(problem["detail"])}
    except (ValueError, LookupError, TypeError):
        return failed(f"What answers there is no combatlog: status {reply.status}.").problem
